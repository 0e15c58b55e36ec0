// Speed of the HL7 parser and of hl7/parse: node test/bench/hl7-bench.ts
// Each figure stands beside a reference that is measured in turn with it in the same run: bare string splitting, or JSON.parse of the result.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runToJson, runTool } from '../../src/core/run.ts'
import { writeDocument } from '../../src/formats/hl7/describe/write-document.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import { indexSegments } from '../../src/formats/hl7/index/index-segments.ts'
import { hl7Parse } from '../../src/tools/hl7/parse.ts'
import { hl7ToFhir } from '../../src/tools/hl7/to-fhir.ts'
import { buildFixtures } from '../fixtures/hl7/make-fixtures.ts'
import { type BenchRow, formatTable, median } from './row.ts'

const corpus = new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const ROUNDS = 9
/** CPU time of one measurement. */
const SLICE_MS = 150

/** Messages per CPU-second and milliseconds of large documents, by CPU time, so that other work on the machine counts as little as it can. */
export async function benchHl7(): Promise<BenchRow[]> {
  const { messages, from } = loadMessages()
  return [...benchMessages(messages, from), ...benchLargeDocuments()]
}

/** The well-formed single messages of the corpus, or where it is not there the fixtures. */
function loadMessages(): { messages: Uint8Array[]; from: string } {
  const manifest = join(corpus, 'MANIFEST.tsv')
  if (!existsSync(manifest)) return { messages: [buildFixtures().get('result.hl7')!], from: 'one fixture' }
  const rows = readFileSync(manifest, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const column = (name: string) => rows[0]!.indexOf(name)
  const wellFormed = rows
    .slice(1)
    .filter((row) => row[column('kind')] === 'message' && !row[0]!.startsWith('_malformed') && row[column('problems')] === '')
  const messages = wellFormed.map(([file = '']) => new Uint8Array(readFileSync(join(corpus, file))))
  return { messages, from: `${messages.length} messages of the corpus` }
}

function benchMessages(messages: readonly Uint8Array[], from: string): BenchRow[] {
  const texts = messages.map((bytes) => new TextDecoder().decode(bytes))
  const results = messages.map((message) => JSON.stringify(runTool(hl7Parse, { message })))
  const averageBytes = Math.round(results.reduce((sum, text) => sum + text.length, 0) / results.length)
  const split = (i: number) => splitNaively(texts[i]!)
  const parse = (i: number) => JSON.parse(results[i]!)
  const json = (options: object) => (i: number) => runToJson(hl7Parse, { message: messages[i]! }, options)
  const goalsOf = new Map([
    ['index', 'index'],
    ['hl7/parse alone, defaults', 'parse'],
    ['hl7/to-fhir alone, defaults', 'to-fhir'],
  ])
  const cases: [string, (i: number) => unknown, string, (i: number) => unknown][] = [
    ['index', (i) => indexSegments(texts[i]!), 'split at line ends and separators', split],
    ['index with the decoding of bytes and the messages', (i) => readDocument(messages[i]!), 'split at line ends and separators', split],
    ['read and write back', (i) => writeDocument(readDocument(messages[i]!)), 'split at line ends and separators', split],
    [`hl7/parse with its JSON, defaults (${averageBytes} bytes of JSON)`, json({}), 'JSON.parse of the same result', parse],
    ['hl7/parse with its JSON, names: false', json({ names: false }), 'JSON.parse of the default result', parse],
    ['hl7/parse alone, defaults', (i) => runTool(hl7Parse, { message: messages[i]! }), 'JSON.parse of the default result', parse],
    [
      'hl7/to-fhir alone, defaults',
      (i) => runTool(hl7ToFhir, { message: messages[i]! }),
      'hl7/parse alone, defaults',
      (i) => runTool(hl7Parse, { message: messages[i]! }),
    ],
  ]
  return cases.map(([what, run, reference, runReference]) => {
    const [own, other] = perCpuSecond(messages.length, run, runReference)
    const rate = (figure: number) => `${Math.round(figure).toLocaleString('en')} messages per CPU-second`
    const id = goalsOf.get(what)
    const row = { what: `${what}; ${from}`, measured: rate(own), reference: `${reference}: ${rate(other)}`, ratio: own / other }
    return id === undefined ? row : { ...row, id, figure: own }
  })
}

function splitNaively(text: string): number {
  let fields = 0
  for (const line of text.split(/\r\n|\r|\n/)) fields += line.split('|').length
  return fields
}

/** Medians of both, measured in turn. */
function perCpuSecond(count: number, run: (i: number) => unknown, runReference: (i: number) => unknown): [number, number] {
  const rates: [number[], number[]] = [[], []]
  for (let round = -2; round < ROUNDS; round++) {
    for (const [side, each] of [run, runReference].entries()) {
      const rate = measureRate(count, each)
      if (round >= 0) rates[side]!.push(rate)
    }
  }
  return [median(rates[0]), median(rates[1])]
}

function measureRate(count: number, run: (i: number) => unknown): number {
  const started = process.cpuUsage()
  for (let done = 0; ; done += count) {
    const ms = cpuMsSince(started)
    if (ms >= SLICE_MS) return (done / ms) * 1_000
    for (let i = 0; i < count; i++) run(i)
  }
}

function cpuMsSince(started: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1_000
}

const HEAD = 'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1\rPID|1||1001^^^NORTH^MR\rOBR|1|||24323-8^Panel^LN\r'

function benchLargeDocuments(): BenchRow[] {
  const folder = mkdtempSync(join(tmpdir(), 'hl7-bench-'))
  try {
    const observations = Array.from(
      { length: 200_000 },
      (_, i) => `OBX|${i + 1}|NM|2345-7^Glucose in serum^LN||${i % 90}.5|mmol/L|3.9-6.1|N|||F\r`,
    )
    return [
      ...benchLarge('observations', '200,000 OBX', join(folder, 'observations.hl7'), HEAD + observations.join('')),
      ...benchLarge(
        'field',
        'one large OBX-5',
        join(folder, 'field.hl7'),
        `${HEAD}OBX|1|ED|PDF||^^^Base64^${'QUJD'.repeat(5_000_000)}||||||F\r`,
      ),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Each figure in a process of its own, so that its memory is its own. */
function benchLarge(id: string, name: string, path: string, text: string): BenchRow[] {
  writeFileSync(path, text)
  const [index, parse, json, split] = (['index', 'parse', 'json', 'split'] as const).map((job) => runAlone(job, path))
  const reference = `decode and split: ${format(split!)}`
  const what = `${name}, ${(text.length / 1e6).toFixed(0)} MB`
  const ratio = split!.cpuMs / json!.cpuMs
  return [
    { what: `${what}: index`, measured: format(index!), reference, ratio: split!.cpuMs / index!.cpuMs },
    { what: `${what}: hl7/parse with defaults`, measured: format(parse!), reference, ratio: split!.cpuMs / parse!.cpuMs },
    {
      id: `${id}-time`,
      what: `${what}: hl7/parse with defaults and its JSON, CPU ms`,
      measured: format(json!),
      reference,
      ratio,
      figure: json!.cpuMs,
    },
    {
      id: `${id}-memory`,
      what: `${what}: hl7/parse with defaults and its JSON, megabytes of the process`,
      measured: format(json!),
      reference,
      ratio: split!.residentMegabytes / json!.residentMegabytes,
      figure: json!.residentMegabytes,
    },
  ]
}

interface Cost {
  readonly cpuMs: number
  readonly residentMegabytes: number
}

function format({ cpuMs, residentMegabytes }: Cost): string {
  return `${cpuMs.toFixed(0)} ms, ${residentMegabytes.toFixed(0)} MB`
}

function runAlone(job: string, path: string): Cost {
  const { stdout, status } = spawnSync(process.execPath, [import.meta.filename, job, path], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`the job ${job} failed`)
  return JSON.parse(stdout) as Cost
}

const JOBS: Readonly<Record<string, (message: Uint8Array) => unknown>> = {
  index: (message) => readDocument(message),
  parse: (message) => runTool(hl7Parse, { message }),
  json: (message) => runToJson(hl7Parse, { message }),
  split: (message) => splitNaively(new TextDecoder().decode(message)),
}

function runJob(job: string, path: string): Cost {
  const message = new Uint8Array(readFileSync(path).buffer)
  const started = process.cpuUsage()
  const kept = JOBS[job]!(message)
  const cpuMs = cpuMsSince(started)
  // The result is still held when the memory is read.
  return { cpuMs, residentMegabytes: kept === undefined ? 0 : process.resourceUsage().maxRSS / 1_000 }
}

if (process.argv[1] === import.meta.filename) {
  const [job, path] = process.argv.slice(2)
  console.log(job && path ? JSON.stringify(runJob(job, path)) : formatTable(await benchHl7()))
}
