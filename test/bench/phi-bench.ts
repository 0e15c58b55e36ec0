// Measures the PHI detector: speed on notes, hostile text, cold start, size of its tables, and with a folder of annotated corpora what it finds.
//
// node test/bench/phi-bench.ts [folder with *.jsonl: text, spans[{start,end,type}], ignore, traps] [folder of the peers, see phi-peers.ts]
// The default folder is ../shared/corpora/phi.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { detectPhi } from '../../src/formats/phi/detect-phi.ts'
import { LEXICON } from '../../src/formats/phi/lexicon.generated.ts'
import { NETWORK_WEIGHTS } from '../../src/formats/phi/network/phi-weights.generated.ts'
import { readAnnotated } from '../formats/phi/annotated-text.ts'
import { type Finder, loadPeers } from './phi-peers.ts'
import { type BenchRow, formatTable, median } from './row.ts'
import { programCommand, programName } from './served-program.ts'

const NOTE_CHARACTERS = 5000
const HOSTILE_CHARACTERS = 1_000_000
const HOSTILE_UNITS = [
  'a',
  'A',
  '1',
  ' ',
  '@',
  'a.',
  '1.',
  '1-',
  '1/1',
  ':',
  'John Smith ',
  'J.',
  'MRN: ',
  '1/1/2020 ',
  'Hospital of ',
  '1 2 3 ',
  'Smith, MD, ',
  '\u0301',
  '\ud800',
]

export function benchPhi(): BenchRow[] {
  const note = readAnnotated('notes.txt', '\n---\n')
    .map(({ text }) => text)
    .join('\n')
    .repeat(3)
    .slice(0, NOTE_CHARACTERS)
  const speed = measureSpeed(note)
  return [
    {
      id: 'speed',
      what: 'phi detect, 5 kB note, characters/s',
      measured: String(speed),
      reference: '300000',
      ratio: speed / 300_000,
    },
    hostileRow(),
    coldStartRow(),
    {
      id: 'tables',
      what: 'phi tables and weights, bytes packed',
      measured: String(packedBytes()),
      reference: '2097152',
      ratio: 2_097_152 / packedBytes(),
    },
  ]
}

function packedBytes(): number {
  return Math.floor(((LEXICON.length + NETWORK_WEIGHTS.length) * 3) / 4)
}

function measureSpeed(text: string): number {
  for (let i = 0; i < 50; i++) detectPhi(text)
  const seconds = Array.from({ length: 9 }, () => {
    const start = performance.now()
    for (let i = 0; i < 40; i++) detectPhi(text)
    return (performance.now() - start) / 1000
  })
  return Math.round((40 * text.length) / median(seconds))
}

function hostileRow(): BenchRow {
  let worst = 0
  let which = ''
  for (const unit of HOSTILE_UNITS) {
    const text = unit.repeat(Math.ceil(HOSTILE_CHARACTERS / unit.length)).slice(0, HOSTILE_CHARACTERS)
    for (const mode of ['balanced', 'fail-closed'] as const) {
      const start = performance.now()
      detectPhi(text, { mode })
      const elapsed = performance.now() - start
      if (elapsed > worst) {
        worst = elapsed
        which = `${JSON.stringify(unit)} ${mode}`
      }
    }
  }
  return {
    id: 'hostile',
    what: `phi detect, worst of ${HOSTILE_UNITS.length} hostile texts of 1 MB (${which}), ms`,
    measured: worst.toFixed(0),
    reference: '5000',
    ratio: 5000 / worst,
  }
}

/** A whole process of the program as it is shipped, its own start among it, that finds one name. */
function coldStartRow(): BenchRow {
  const [program, args] = programCommand('run', 'phi/detect', '--json')
  const times = Array.from({ length: 7 }, () => {
    const start = performance.now()
    const result = execFileSync(program, args, { encoding: 'utf8', input: 'Seen by Mr. Vela.' })
    if (!result.includes('"name"')) throw new Error('The program found no name')
    return performance.now() - start
  })
  return {
    id: 'cold-start',
    what: `phi detect, cold start: one process of ${programName()} that finds one name, ms`,
    measured: median(times).toFixed(0),
    reference: '300',
    ratio: 300 / median(times),
  }
}

interface Document {
  readonly text: string
  readonly spans?: readonly { readonly start: number; readonly end: number }[]
  readonly ignore?: readonly (readonly [number, number])[]
  readonly traps?: readonly (readonly [number, number])[]
  /** What a caller who knew every value of the text would give. */
  readonly known?: Readonly<Record<string, readonly string[]>>
}

/** Recall by touch and by full cover, precision by character, traps and texts without identifiers that were touched. */
export async function scoreCorpora(folder: string, peers: ReadonlyMap<string, Finder>): Promise<BenchRow[]> {
  const finders = new Map<string, Finder>([
    ...(['balanced', 'high-recall', 'fail-closed'] as const).map((mode) => [mode, (text: string) => detectPhi(text, { mode })] as const),
    ...peers,
  ])
  const rows: BenchRow[] = []
  for (const [name, documents] of readCorpora(folder)) {
    const given = new Map(documents.map(({ text, known = {} }) => [text, known]))
    const withKnown: Finder = (text) => detectPhi(text, { known: given.get(text) ?? {} })
    for (const [finder, find] of [...finders, ...(documents[0]?.known ? [['balanced with known', withKnown] as const] : [])]) {
      const start = performance.now()
      const found = new Map<Document, readonly { start: number; end: number }[]>()
      for (const document of documents) found.set(document, await find(document.text))
      const seconds = (performance.now() - start) / 1000
      const characters = documents.reduce((sum, { text }) => sum + text.length, 0)
      const figures = describe(score(documents, found))
      rows.push({
        what: `${name}, ${finder}`,
        measured: `${figures}, ${Math.round(characters / seconds)} characters/s`,
        reference: '',
        ratio: undefined,
      })
    }
  }
  return rows
}

const HELD_OUT = [
  ...['queries.test', 'notes.test', 'negatives.test', 'more-queries.test', 'more-notes.test', 'more-negatives.test'],
  ...['independent', 'second', 'third', 'fourth', 'fifth'].flatMap((set) =>
    ['queries', 'negatives', 'notes', 'plain'].flatMap((kind) => [`${set}-${kind}.dev`, `${set}-${kind}.test`]),
  ),
]

/** A held-out text: what is marked as a trap must stay, and what is marked as neutral counts neither way. */
function readHeldOut(part: string): Document[] {
  return readAnnotated(`held-out/${part}.txt`, /notes|plain/.test(part) ? '\n---\n' : '\n').map(({ text, spans }) => {
    const pick = (wanted: (category: string) => boolean) =>
      inCodePoints(
        text,
        spans.filter(({ category }) => wanted(category)),
      )
    const pairs = (category: string) => pick((each) => each === category).map(({ start, end }) => [start, end] as const)
    return {
      text,
      spans: pick((category) => category !== 'trap' && category !== 'neutral'),
      traps: pairs('trap'),
      ignore: pairs('neutral'),
      known: knownOf(spans),
    }
  })
}

const KNOWN_FIELDS: Readonly<Record<string, string>> = {
  name: 'names',
  date: 'dates',
  phone: 'phones',
  fax: 'phones',
  location: 'addresses',
  facility: 'organizations',
  organization: 'organizations',
}

/** Ages cannot be given. */
function knownOf(spans: readonly { readonly category: string; readonly text: string }[]): Record<string, string[]> {
  const known: Record<string, string[]> = {}
  for (const { category, text } of spans) {
    if (/^(?:trap|neutral|age)$/.test(category)) continue
    const field = KNOWN_FIELDS[category] ?? 'ids'
    known[field] = [...(known[field] ?? []), text]
  }
  return known
}

/** The corpora of the folder, and the held-out texts of the project. */
function readCorpora(folder: string): Map<string, readonly Document[]> {
  const corpora = new Map<string, readonly Document[]>()
  for (const part of HELD_OUT) corpora.set(part, readHeldOut(part))
  if (!existsSync(folder)) return corpora
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  for (const file of files) {
    const documents = readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => readDocument(JSON.parse(line) as Document & Protected))
      .filter(({ spans }) => spans)
    if (documents.length > 0) corpora.set(file, documents)
    else console.error(`${file}: no document says what is in it`)
  }
  return corpora
}

/** Some corpora give the values and not their places. */
interface Protected {
  readonly expected_protected?: readonly { readonly value: string }[]
}

function readDocument({ expected_protected: values, ...document }: Document & Protected): Document {
  if (!values) return document
  const { text } = document
  const places = values.map(({ value }) => ({ start: text.lastIndexOf(value), end: text.lastIndexOf(value) + value.length }))
  if (places.some(({ start }) => start < 0)) throw new Error('a value of a corpus does not stand in its text')
  return { ...document, spans: inCodePoints(text, places) }
}

function inCodePoints(text: string, spans: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const count = (end: number) => [...text.slice(0, end)].length
  return spans.map(({ start, end }) => ({ start: count(start), end: count(end) }))
}

type Score = ReturnType<typeof score>

function describe({ spans, touched, whole, hidden, right, traps, trapped, empty, emptyHit, characters, masked }: Score): string {
  const share = (part: number, all: number) => (all === 0 ? '-' : `${((100 * part) / all).toFixed(1)}`)
  return `touched ${share(touched, spans)} covered ${share(whole, spans)} precision ${share(right, hidden)} traps ${share(trapped, traps)} empty texts hit ${share(emptyHit, empty)} masked ${share(masked, characters)}`
}

function score(documents: readonly Document[], found: ReadonlyMap<Document, readonly { start: number; end: number }[]>) {
  const sum = { spans: 0, touched: 0, whole: 0, hidden: 0, right: 0, traps: 0, trapped: 0, empty: 0, emptyHit: 0, characters: 0, masked: 0 }
  for (const document of documents) {
    // The corpora count code points.
    const units = [...document.text]
    const marks = markFound(document.text, units, found.get(document) ?? [])
    sum.characters += units.length
    sum.masked += marks.reduce((count, mark) => count + mark, 0)
    const gold = new Uint8Array(units.length)
    const ignored = new Uint8Array(units.length)
    for (const { start, end } of document.spans ?? []) gold.fill(1, start, end)
    for (const [start, end] of document.ignore ?? []) ignored.fill(1, start, end)
    for (const { start, end } of document.spans ?? []) {
      const letters = range(start, end).filter((i) => isLetterOrDigit(units[i]))
      const covered = letters.filter((i) => marks[i]).length
      sum.spans++
      if (covered > 0) sum.touched++
      if (covered === letters.length) sum.whole++
    }
    for (let i = 0; i < units.length; i++) {
      if (!marks[i] || !isLetterOrDigit(units[i]) || (ignored[i] && !gold[i])) continue
      sum.hidden++
      if (gold[i]) sum.right++
    }
    for (const [start, end] of document.traps ?? []) {
      sum.traps++
      if (range(start, end).some((i) => marks[i] && !gold[i])) sum.trapped++
    }
    if (document.spans?.length === 0) {
      sum.empty++
      if (marks.includes(1)) sum.emptyHit++
    }
  }
  return sum
}

function markFound(text: string, units: readonly string[], found: readonly { start: number; end: number }[]): Uint8Array {
  const places = new Int32Array(text.length + 1)
  let at = 0
  units.forEach((unit, i) => {
    for (let k = 0; k < unit.length; k++) places[at++] = i
  })
  places[at] = units.length
  const marks = new Uint8Array(units.length)
  for (const { start, end } of found) marks.fill(1, places[start], places[end])
  return marks
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, i) => start + i)
}

function isLetterOrDigit(unit: string | undefined): boolean {
  return unit !== undefined && /[\p{L}\p{N}]/u.test(unit)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const folder = process.argv[2] ?? fileURLToPath(new URL('../../../shared/corpora/phi', import.meta.url))
  const peers = process.argv[3] ? await loadPeers(process.argv[3]) : new Map<string, Finder>()
  console.log(formatTable(benchPhi()))
  console.log(formatTable(await scoreCorpora(folder, peers)))
}
