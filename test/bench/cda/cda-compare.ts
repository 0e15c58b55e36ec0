// data/cda-parse over the corpus, beside a count of its own and beside @medplum/ccda: node test/bench/cda/cda-compare.ts [folder]
// Sections and entries are counted in the text without comments and CDATA, by no part of the reader. Speed is that of the view full as
// objects, and of Medplum's conversion to a Bundle, over the documents that both take; the library is installed into a temporary folder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { dataCdaParse } from '../../../src/tools/data/cda-parse.ts'
import { countTags } from '../documents/count-tags.ts'
import { median, quantile } from '../row.ts'

const CORPUS = process.argv[2] ?? new URL('../../../../shared/corpora/cda/', import.meta.url).pathname
const PACKAGES = ['@medplum/ccda@4.5.2', '@medplum/core@4.5.2', '@medplum/fhirtypes@4.5.2']
const ROUNDS = 7

interface Parsed {
  readonly kind: { readonly root: string }
  readonly counts: { readonly sections: number; readonly entries: number; readonly items: number }
  readonly references: { readonly total: number; readonly resolved: number }
  readonly mapped: { readonly ratio: number; readonly entryElements: { readonly total: number; readonly mapped: number } }
  readonly unmapped: readonly { readonly path: string; readonly count: number }[]
  readonly issues: readonly { readonly code: string }[]
}

const parse = (document: Uint8Array) => runTool(dataCdaParse, { document }, { view: 'full' }) as unknown as Parsed

interface Source {
  readonly name: string
  readonly bytes: Uint8Array
  readonly parsed: Parsed
}

function readAll(): Source[] {
  const sources: Source[] = []
  const refused = new Map<string, number>()
  for (const name of readdirSync(CORPUS, { recursive: true, encoding: 'utf8' }).filter((each) => /\.(?:xml|ccda|cda)$/i.test(each))) {
    const bytes = new Uint8Array(readFileSync(join(CORPUS, name)))
    try {
      sources.push({ name, bytes, parsed: parse(bytes) })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      refused.set(error.message, (refused.get(error.message) ?? 0) + 1)
    }
  }
  console.log(`${sources.length} files read`)
  for (const [message, count] of refused) console.log(`  ${count} refused: ${message}`)
  return sources
}

function report(sources: readonly Source[]): void {
  const documents = sources.filter(({ parsed }) => parsed.kind.root === 'ClinicalDocument')
  const sum = (of: (source: Source) => number) => documents.reduce((total, source) => total + of(source), 0)
  const different = documents.filter(
    ({ bytes, parsed: { counts } }) => countTags(bytes, 'section') !== counts.sections || countTags(bytes, 'entry') !== counts.entries,
  )
  console.log(`${documents.length} whole documents, ${different.length} whose sections or entries differ from the count of tags`)
  console.log(`  sections ${sum(({ parsed }) => parsed.counts.sections)}, of tags ${sum(({ bytes }) => countTags(bytes, 'section'))}`)
  console.log(`  entries ${sum(({ parsed }) => parsed.counts.entries)}, of tags ${sum(({ bytes }) => countTags(bytes, 'entry'))}`)
  console.log(`  clinical items ${sum(({ parsed }) => parsed.counts.items)}`)
  console.log(`  references ${sum(({ parsed }) => parsed.references.total)}, resolved ${sum(({ parsed }) => parsed.references.resolved)}`)
  for (const { name } of different.slice(0, 10)) console.log(`  differs: ${name}`)
  const shares = documents
    .map(({ parsed }) => parsed.mapped.entryElements)
    .filter(({ total }) => total > 0)
    .map(({ total, mapped }) => mapped / total)
  if (shares.length > 0)
    console.log(`  elements of entries that are mapped: median ${median(shares)}, a tenth below ${quantile(shares, 0.1).toFixed(4)}`)
  console.log(`  elements and attributes that are mapped: median ${median(documents.map(({ parsed }) => parsed.mapped.ratio)).toFixed(4)}`)
  list('issues', sources, ({ issues }) => issues.map(({ code }) => [code, 1] as const))
  list('unmapped', sources, ({ unmapped }) => unmapped.map(({ path, count }) => [path.split('/').slice(-3).join('/'), count] as const))
}

function list(title: string, sources: readonly Source[], of: (parsed: Parsed) => (readonly [string, number])[]): void {
  const counts = new Map<string, number>()
  for (const { parsed } of sources) for (const [key, count] of of(parsed)) counts.set(key, (counts.get(key) ?? 0) + count)
  const rows = [...counts].sort(([, a], [, b]) => b - a).slice(0, 20)
  console.log(`${title}: ${rows.map(([key, count]) => `${key} ${count}`).join(', ')}`)
}

function compareSpeed(sources: readonly Source[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'cda-compare-'))
  try {
    const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], { encoding: 'utf8' })
    if (status !== 0) throw new Error('the library could not be installed')
    const { convertXmlToCcda, convertCcdaToFhir } = createRequire(join(folder, 'package.json'))('@medplum/ccda')
    const convert = (bytes: Uint8Array) => convertCcdaToFhir(convertXmlToCcda(new TextDecoder().decode(bytes)))
    const documents = sources.filter(({ parsed }) => parsed.kind.root === 'ClinicalDocument')
    const both = documents.filter(({ bytes }) => isDone(() => convert(bytes)))
    const length = both.reduce((total, { bytes }) => total + bytes.length, 0)
    const rates = { own: [] as number[], medplum: [] as number[] }
    for (let round = -2; round < ROUNDS; round++) {
      const own = rateOf(both, length, parse)
      const medplum = rateOf(both, length, convert)
      if (round < 0) continue
      rates.own.push(own)
      rates.medplum.push(medplum)
    }
    const [own, medplum] = [median(rates.own), median(rates.medplum)]
    console.log(`@medplum/ccda converts ${both.length} of ${documents.length} documents`)
    console.log(
      `MB a CPU-second: data/cda-parse ${own.toFixed(1)}, @medplum/ccda ${medplum.toFixed(1)}, ratio ${(own / medplum).toFixed(2)}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isDone(run: () => unknown): boolean {
  try {
    run()
    return true
  } catch {
    return false
  }
}

function rateOf(sources: readonly Source[], length: number, run: (bytes: Uint8Array) => unknown): number {
  const started = process.cpuUsage()
  for (const { bytes } of sources) run(bytes)
  const { user, system } = process.cpuUsage(started)
  return length / (user + system)
}

const sources = readAll()
report(sources)
compareSpeed(sources)
