// Rows of conversion, of views, and of a batch as NDJSON.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { convertDocument } from '../../../src/formats/fhir/convert/convert-document.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import type { FhirVersion } from '../../../src/formats/fhir/model/versions.ts'
import { fhirFlatten } from '../../../src/tools/fhir/flatten.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { type BenchRow, median, missingRow } from '../row.ts'
import { startServed } from '../served-program.ts'
import { streamLines } from '../stream-bench.ts'
import { type ExampleFile, outputOf } from './corpus.ts'
import { interleave, ratiosOf } from './measure.ts'
import type { Peers } from './peers.ts'

const MAX_CONVERTED = 400_000

export function convertRows(files: readonly ExampleFile[] | undefined, version: FhirVersion, peers: Peers | undefined): BenchRow[] {
  if (!files) return [missingRow(`convert-${version}`, `convert ${version}`, 'the package cannot be had')]
  const texts = files.map(({ text }) => text).filter((text) => text.length <= MAX_CONVERTED)
  const settings = { model: modelOf(version), pretty: false, order: 'keep', bundleType: 'collection', base: undefined } as const
  const toXml = (text: string): string => convertDocument(text, { ...settings, to: 'xml' }).content
  const toJson = (xml: string): string => convertDocument(xml, { ...settings, to: 'json' }).content
  const equal = texts.filter((text) => isDeepStrictEqual(readJson(toJson(toXml(text))), readJson(text.replace(/^\uFEFF/, '')))).length
  const rows: BenchRow[] = [
    {
      id: `convert-${version}`,
      what: `convert ${version}: JSON to XML to JSON, equal`,
      measured: `${equal} of ${texts.length}`,
      reference: 'Lantana 72 % (design)',
      ratio: equal / texts.length,
    },
  ]
  if (version !== 'R4') return rows
  const sample = texts.filter((_, i) => i % 20 === 0)
  const xmls = sample.map(toXml)
  const size = sample.reduce((sum, text) => sum + text.length, 0)
  const own = [
    { count: size, run: () => sample.forEach((text) => void toXml(text)) },
    { count: size, run: () => xmls.forEach((xml) => void toJson(xml)) },
  ]
  const small = sample.filter((text) => text.length < 20_000)
  const smallXmls = small.map(toXml)
  const smallSize = small.reduce((sum, text) => sum + text.length, 0)
  const others = peers
    ? [
        { count: smallSize, run: () => small.forEach((text) => void attempt(() => peers.toXml(text))) },
        { count: smallSize, run: () => smallXmls.forEach((xml) => void attempt(() => peers.toJson(xml))) },
      ]
    : []
  const times = interleave([...own, ...others])
  return [
    ...rows,
    ...['to-xml', 'to-json'].map((id, i): BenchRow => {
      const rates = times[i]!.map((time) => 1 / time)
      const other = times[i + 2]
      return {
        id: `convert-${id}`,
        what: `convert ${id.replace('-', ' ').toUpperCase().replace('TO', 'to')}, MB/s of JSON`,
        measured: median(rates).toFixed(1),
        reference: other ? `Lantana ${(1 / median(other)).toFixed(2)}` : 'Lantana cannot be had',
        ratio: other && median(ratiosOf(times[i]!, other)),
        figure: median(rates),
        rounds: rates,
      }
    }),
  ]
}

function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // Lantana refuses some files.
  }
}

/** The folder of sof-js, the reference runner of SQL on FHIR, which no registry has, with the libraries that it names (fhirpath 3.9.0). */
const SOF_JS = process.env.SOF_JS

const column = (name: string, path: string, type = 'string') => ({ name, path, type })

const VIEWS = [
  {
    resource: 'Patient',
    select: [
      { column: [column('id', 'id', 'id'), column('gender', 'gender', 'code'), column('family', "name.where(use = 'official').family")] },
    ],
  },
  {
    resource: 'Observation',
    select: [
      { column: [column('id', 'id', 'id'), column('value', 'value.ofType(Quantity).value', 'decimal')] },
      { forEach: 'code.coding', column: [column('code', 'code', 'code')] },
    ],
  },
  {
    resource: 'Encounter',
    select: [{ column: [column('id', 'id', 'id'), column('start', 'period.start', 'dateTime'), column('patient', 'subject.reference')] }],
  },
].map((view) => ({ resourceType: 'ViewDefinition', status: 'draft', name: 'v', ...view }))

export async function viewRows(resources: readonly string[]): Promise<BenchRow[]> {
  const [, agreed, total] = /^(\d+) of (\d+) agree/m.exec(outputOf('fhir-views.ts')) ?? []
  const rows: BenchRow[] = [
    agreed === undefined
      ? missingRow('views-suite', 'SQL on FHIR, suite', 'the suite is not at hand')
      : {
          id: 'views-suite',
          what: 'SQL on FHIR, suite',
          measured: `${agreed} of ${total}`,
          reference: 'sof-js 122 (design)',
          ratio: Number(agreed) / Number(total),
        },
  ]
  if (resources.length === 0) return rows
  const document = resources.join('\n')
  const count = resources.length * VIEWS.length
  const own = {
    count,
    run: () =>
      VIEWS.forEach(
        (view) =>
          void runTool(fhirFlatten, {
            resource: document,
            view: JSON.stringify(view),
          }),
      ),
  }
  const path = SOF_JS && join(SOF_JS, 'src/index.js')
  const other =
    path && existsSync(path)
      ? ((await import(pathToFileURL(path).href)) as { evaluate(view: object, resources: object[]): object[] })
      : undefined
  // Both begin with the lines of NDJSON.
  const parsed = () => document.split('\n').map((text) => JSON.parse(text) as object)
  const peer = other && { count, run: () => VIEWS.forEach((view) => void other.evaluate(view, parsed())) }
  const [ours = [], theirs = []] = interleave(peer ? [own, peer] : [own])
  const what = 'flatten, three views over Synthea: resources a second'
  const measured = Math.round(1e6 / median(ours)).toLocaleString('en')
  if (!peer) return [...rows, { id: 'views-speed', what, measured, reference: 'SOF_JS names no folder of sof-js', ratio: undefined }]
  const ratios = ratiosOf(ours, theirs)
  return [
    ...rows,
    {
      id: 'views-speed',
      what,
      measured,
      reference: `sof-js ${Math.round(1e6 / median(theirs)).toLocaleString('en')}`,
      ratio: median(ratios),
      rounds: ratios,
    },
  ]
}

const LINES = 4_000

/** fhir/validate over lines of a batch, beside the tool in this process with JSON in and out. */
export async function ndjsonRows(resource: string): Promise<BenchRow[]> {
  const own = await startServed()
  try {
    const line = JSON.stringify({ input: { resource } })
    const ratios: number[] = []
    const streamed: number[] = []
    const called: number[] = []
    for (let round = -1; round < 7; round++) {
      const { perSecond } = await streamLines(own, { tool: 'fhir/validate', line, lines: LINES })
      const begin = performance.now()
      for (let i = 0; i < LINES; i++)
        JSON.stringify({ index: 0, status: 200, result: runTool(fhirValidate, (JSON.parse(line) as { input: object }).input as never) })
      const rate = (LINES * 1000) / (performance.now() - begin)
      if (round < 0) continue
      ratios.push(perSecond / rate)
      streamed.push(perSecond)
      called.push(rate)
    }
    return [
      {
        id: 'validate-ndjson',
        what: 'NDJSON fhir/validate end to end, resources a second',
        measured: Math.round(median(streamed)).toLocaleString('en'),
        reference: `${Math.round(median(called)).toLocaleString('en')} the tool in this process, JSON in and out`,
        ratio: median(ratios),
        rounds: ratios,
      },
    ]
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [missingRow('validate-ndjson', 'NDJSON fhir/validate', error.message)]
  } finally {
    await own.stop()
  }
}
