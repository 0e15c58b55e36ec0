// code/check-id against python-stdnum, stdnum and validator on numbers made from published ones: other digits, with a check digit that holds for one in
// two. Each difference is counted by scheme and by who says it is valid; JUDGED says what the scheme's own publication says of it.
//   node test/bench/ids-compare.ts PYTHON FOLDER [NUMBERS A SCHEME]
// PYTHON has python-stdnum 2.2, FOLDER has stdnum 1.12 and validator 13.15 in its node_modules.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { checkId } from '../../src/formats/ids/check-ids.ts'
import { VECTORS } from '../formats/ids/vectors.ts'
import { Random } from '../formats/phi/cda/made/random.ts'
import { JUDGED, PEERS } from './ids-judged.ts'

const [python = 'python3', folder = '.', countText = '2500'] = process.argv.slice(2)
const load: (name: string) => unknown = createRequire(join(folder, 'package.json'))
const { stdnum } = load('stdnum') as { stdnum: Record<string, Record<string, { validate(text: string): { isValid: boolean } }>> }
const validator = load('validator') as Record<string, (text: string, option?: string) => boolean>

const DAY = { year: 2026, month: 1, day: 31 }
const isValid = (type: string, text: string) => checkId(text, 0, { type, countries: [], decode: false, today: DAY }).matches[0]!.valid

/** An exception is no verdict. */
const VERDICTS: Readonly<Record<string, boolean>> = { 1: true, 0: false }

interface Generated {
  readonly type: string
  readonly text: string
}

const made = Object.keys(PEERS).flatMap((type) => makeNumbers(type, Number(countText)))
const differences = new Map<string, { count: number; examples: string[] }>()
let compared = 0
compareWith('python-stdnum', judgeInPython())
compareWith(
  'stdnum',
  made.map(({ type, text }) => {
    const path = PEERS[type]!.stdnum
    return path === undefined ? undefined : stdnum[path[0]]![path[1]]!.validate(text).isValid
  }),
)
compareWith(
  'validator',
  made.map(({ type, text }) => {
    const call = PEERS[type]!.validator
    return call === undefined ? undefined : validator[call[0]]!(text, call[1])
  }),
)
let unexplained = 0
for (const [key, { count, examples }] of [...differences].sort()) {
  const reason = JUDGED[key]
  if (reason === undefined) unexplained += count
  console.log(`${key}: ${count}; ${reason ?? `NOT JUDGED, such as ${examples.join(', ')}`}`)
}
console.log({
  schemes: Object.keys(PEERS).length,
  numbers: made.length,
  compared,
  differences: [...differences.values()].reduce((sum, { count }) => sum + count, 0),
  unexplained,
})

/** Half of them hold by our own rules, as far as a few tries find such. */
function makeNumbers(type: string, count: number): Generated[] {
  const random = new Random(type.length * 7_919 + type.charCodeAt(3))
  const vectors = VECTORS[type] ?? []
  const numbers: Generated[] = []
  for (let i = 0; vectors.length > 0 && i < count; i++) {
    let text = change(random.pick(vectors), random)
    for (let tries = 0; i % 2 === 0 && tries < 200 && !isValid(type, text); tries++)
      text = change(random.pick(vectors), random, tries > 20 ? 2 : 4)
    numbers.push({ type, text })
  }
  return numbers
}

/** Digits for digits and letters for letters. */
function change(text: string, random: Random, most = 9): string {
  const places = [...text].flatMap((sign, i) => (/[0-9A-Za-z]/.test(sign) ? [i] : []))
  const signs = [...text]
  for (let n = random.int(1, Math.min(most, places.length)); n > 0; n--) {
    const at = random.pick(places)
    const isDigit = /\d/.test(signs[at]!)
    signs[at] = isDigit ? String(random.int(0, 9)) : random.pick([...'ABCDEFGHJKLMNPQRSTVWXYZ'])
  }
  return signs.join('')
}

function judgeInPython(): (boolean | undefined)[] {
  const asked = made.filter(({ type }) => PEERS[type]!.python !== undefined)
  const input = asked.map(({ type, text }) => `${PEERS[type]!.python}\t${text}\n`).join('')
  const { stdout, stderr, status } = spawnSync(python, [join(import.meta.dirname, 'ids-stdnum.py')], {
    input,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(stderr)
  let at = 0
  return made.map(({ type }) => (PEERS[type]!.python === undefined ? undefined : VERDICTS[stdout[at++]!]))
}

function compareWith(peer: string, verdicts: readonly (boolean | undefined)[]): void {
  made.forEach(({ type, text }, i) => {
    const verdict = verdicts[i]
    if (verdict === undefined) return
    compared++
    if (verdict === isValid(type, text)) return
    const key = `${type} ${peer} ${verdict ? 'takes' : 'refuses'}`
    const known = differences.get(key) ?? { count: 0, examples: [] }
    known.count++
    if (known.examples.length < 3) known.examples.push(text)
    differences.set(key, known)
  })
}
