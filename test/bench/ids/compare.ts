// code/check-id against python-stdnum, stdnum, validator and Presidio on made numbers. Each difference is counted by scheme, peer and class, and
// judged by the scheme's own publication (judged.ts); the table goes to differences.md.
//   node test/bench/ids/compare.ts PYTHON FOLDER [NUMBERS A SCHEME [all]]
// With `all` it prints each class of differences with examples, not only what nobody has judged.
// PYTHON has python-stdnum 2.2 and presidio-analyzer 2.2.366; FOLDER has stdnum 1.12 and validator 13.15 in its node_modules.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { explain, listUnused } from './judged.ts'
import { judge, makeNumbers } from './made.ts'
import { PEERS } from './peers.ts'
import type { Difference } from './rules.ts'
import { answerOf, askPeers, type PeerName } from './verdicts.ts'

const [python = 'python3', folder = '.', countText = '2000'] = process.argv.slice(2)
const made = Object.keys(PEERS).flatMap((type) => makeNumbers(type, Number(countText)))
const questions = made.flatMap(({ type, text }) => formsOf(type, text).map((form) => ({ type, text: form })))
const peers = askPeers(questions, python, folder)

/** The text as given, as our tool normalizes it, and without anything but letters and digits. */
function formsOf(type: string, text: string): string[] {
  return [...new Set([text, judge(type, text).normalized, plainOf(text)])]
}

function plainOf(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toUpperCase()
}

interface Row {
  count: number
  readonly reason: string | undefined
  readonly examples: string[]
}

const NAMES: Readonly<Record<PeerName, string>> = {
  python: 'python-stdnum',
  stdnum: 'stdnum',
  validator: 'validator',
  presidio: 'Presidio',
}

const rows = new Map<string, Row>()
const compared: Record<string, number> = {}
for (const { type, text } of made) {
  for (const peer of Object.keys(PEERS[type]!) as PeerName[]) {
    const verdict = answerOf(peers[peer], type, text)
    if (verdict === undefined) continue
    compared[peer] = (compared[peer] ?? 0) + 1
    const own = judge(type, text)
    if (verdict !== own.valid) count(type, peer, text, verdict)
  }
}

function count(type: string, peer: PeerName, text: string, takes: boolean): void {
  const own = judge(type, text)
  const answer = (form: string) => answerOf(peers[peer], type, form)
  const difference: Difference = { type, peer, takes, text, own, form: formOf(type, text, takes, answer) }
  const reason = explain(difference)
  const kind = difference.form ?? (takes ? `we refuse: ${own.reason}` : 'we take')
  const key = `${type} | ${NAMES[peer]} ${takes ? 'takes' : 'refuses'} | ${kind} | ${reason ?? '**not judged**'}`
  const row = rows.get(key) ?? { count: 0, reason, examples: [] }
  row.count++
  if (row.examples.length < 8 && !row.examples.includes(text)) row.examples.push(text)
  rows.set(key, row)
}

/** What alone makes the difference if both take the number in another form: separators, small letters, or what stands before it. */
function formOf(type: string, text: string, takes: boolean, answer: (form: string) => boolean | undefined): Difference['form'] {
  const { normalized } = judge(type, text)
  const bothTake = (form: string) => form !== text && judge(type, form).valid && answer(form) === true
  if (!takes && bothTake(normalized)) return normalized === text.toUpperCase() ? 'small letters' : 'separators'
  if (bothTake(plainOf(text))) return plainOf(text) === text.toUpperCase() ? 'small letters' : 'separators'
  return undefined
}

const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
const unexplained = lines.filter(([, { reason }]) => reason === undefined)
const total = (list: readonly (readonly [string, Row])[]) => list.reduce((sum, [, { count: n }]) => sum + n, 0)
const comparisons = Object.values(compared).reduce((sum, n) => sum + n, 0)
const summary = `${made.length.toLocaleString('en')} numbers of ${new Set(made.map(({ type }) => type)).size} schemes, ${comparisons.toLocaleString('en')} comparisons (${Object.entries(
  compared,
)
  .map(([peer, n]) => `${NAMES[peer as PeerName]} ${n.toLocaleString('en')}`)
  .join(', ')}): ${total(lines).toLocaleString('en')} differences, ${total(unexplained)} not judged.`
console.log(summary)
for (const [key, { count: n, examples }] of process.argv[5] === 'all' ? lines : unexplained)
  console.log(`${key}: ${n}, such as ${examples.join(' , ')}`)
for (const entry of listUnused()) console.log(`meets no difference: ${entry}`)
writeFileSync(
  join(import.meta.dirname, 'differences.md'),
  [
    '# Differences between code/check-id and four peers',
    '',
    'Written by `compare.ts`. The numbers are generated; none is of a person. A difference of form is one that disappears without separators or small letters.',
    '',
    summary,
    '',
    '| scheme | peer | class | what the publication of the scheme says | count |',
    '|---|---|---|---|---|',
    ...lines.map(([key, { count: n }]) => `| ${key} | ${n} |`),
    '',
  ].join('\n'),
)
