// Rows of FHIRPath: HL7's suites, speed beside fhirpath.js, expressions that are made to take for ever, and the size of the code.

import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import type { JsonObject } from '../../../src/formats/fhir/json/json-value.ts'
import { readJson } from '../../../src/formats/fhir/json/read-json.ts'
import { modelOf } from '../../../src/formats/fhir/model/element-plan.ts'
import { compileExpression } from '../../../src/formats/fhir/path/compile.ts'
import { evaluate } from '../../../src/formats/fhir/path/evaluate.ts'
import { rootNode } from '../../../src/formats/fhir/path/item.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'
import { type BenchRow, median, missingRow } from '../row.ts'
import { outputOf } from './corpus.ts'
import { EXPRESSIONS } from './expressions.ts'
import { interleave, ratiosOf } from './measure.ts'
import type { Peers } from './peers.ts'

export function pathSuiteRows(): BenchRow[] {
  const [, agreed, total] = /^(\d+) of (\d+) agree/m.exec(outputOf('fhirpath-suite.ts')) ?? []
  if (agreed === undefined) return [missingRow('path-suite', 'FHIRPath, suite of R4', 'the suite is not at hand')]
  return [
    {
      id: 'path-suite',
      what: 'FHIRPath, suite of R4',
      measured: `${agreed} of ${total}`,
      reference: 'fhirpath.js 883 (design)',
      ratio: Number(agreed) / Number(total),
    },
  ]
}

export function pathSpeedRows(resources: readonly string[], peers: Peers | undefined): BenchRow[] {
  if (!peers || resources.length === 0) return [missingRow('path-evaluate', 'FHIRPath', 'fhirpath.js or Synthea cannot be had')]
  const model = modelOf('R4')
  const sample = resources.filter((_, i) => i % 6 === 0)
  const nodes = sample.map((text) => rootNode(model, readJson(text) as JsonObject)!)
  const plain = sample.map((text) => JSON.parse(text) as object)
  const own = EXPRESSIONS.map((each) => compileExpression(each))
  const theirs = EXPRESSIONS.map((each) => peers.compile(each))
  const count = EXPRESSIONS.length * sample.length
  const runs = [
    { count, run: () => nodes.forEach((node) => void own.forEach((each) => void attempt(() => evaluate(each, node, { model })))) },
    { count, run: () => plain.forEach((each) => void theirs.forEach((evaluateIt) => void attempt(() => evaluateIt(each)))) },
    { count: EXPRESSIONS.length, run: () => EXPRESSIONS.forEach((each) => void compileExpression(each)) },
    { count: EXPRESSIONS.length, run: () => EXPRESSIONS.forEach((each) => void peers.compile(each)) },
  ]
  const [evaluated = [], evaluatedThere = [], compiled = [], compiledThere = []] = interleave(runs)
  const row = (id: string, what: string, ours: readonly number[], other: readonly number[]): BenchRow => {
    const ratios = ratiosOf(ours, other)
    return {
      id,
      what,
      measured: `${median(ours).toFixed(2)} µs`,
      reference: `fhirpath.js ${median(other).toFixed(1)} µs`,
      ratio: median(ratios),
      rounds: ratios,
    }
  }
  return [
    row('path-evaluate', `FHIRPath: evaluate one of ${EXPRESSIONS.length} expressions on a resource of Synthea`, evaluated, evaluatedThere),
    row('path-compile', 'FHIRPath: compile an expression', compiled, compiledThere),
  ]
}

function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // Either engine refuses some pairs of expression and resource.
  }
}

/** What took fhirpath.js 8.7 s and 15.5 s. */
const HOSTILE: readonly (readonly [what: string, resource: object, expression: string])[] = [
  [
    'nested where() over 300 names',
    { name: Array.from({ length: 300 }, () => ({ given: ['a', 'b'] })) },
    'name.where(%resource.name.where(%resource.name.where(given.exists()).exists()).exists()).count()',
  ],
  ['(a+)+$', { name: [{ family: `${'a'.repeat(40)}!` }] }, "name.family.matches('(a+)+$')"],
  ['1 MB of an expression', {}, `1${' + 1'.repeat(250_000)}`],
  ['repeat() without an end', { name: [{ family: 'a' }] }, "repeat('a' & $this)"],
]

export function hostileRows(): BenchRow[] {
  // Processor time: other work on the machine is no part of it.
  const times = HOSTILE.map(([, rest, expression]) => {
    const begin = process.cpuUsage()
    try {
      runTool(fhirPath, { resource: JSON.stringify({ resourceType: 'Patient', ...rest }) }, { expression })
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
    }
    const { user, system } = process.cpuUsage(begin)
    return (user + system) / 1000
  })
  const worst = Math.max(...times)
  const [what] = HOSTILE[times.indexOf(worst)]!
  return [
    {
      id: 'path-hostile',
      what: 'FHIRPath: slowest of four hostile expressions, ms',
      measured: `${worst.toFixed(0)} (${what})`,
      reference: 'fhirpath.js 15,500 (design)',
      ratio: undefined,
      figure: worst,
    },
  ]
}

/** Bytes of code, minified and compressed. */
export async function sizeRows(): Promise<BenchRow[]> {
  const path = gzipSync(await bundled('src/formats/fhir/path/compile.ts')).length / 1000
  return [
    {
      id: 'path-code',
      what: 'FHIRPath: code, minified, kB gzip',
      measured: path.toFixed(1),
      reference: 'fhirpath.js 230 with its model (design)',
      ratio: undefined,
      figure: path,
    },
  ]
}

/** Without the libraries that other tools bring as well. */
async function bundled(entry: string): Promise<Uint8Array> {
  const root = new URL('../../../', import.meta.url).pathname
  const external = ['re2js', 'fflate', 'zod']
  const result = await build({
    entryPoints: [root + entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    external,
    plugins: [withoutTables],
  })
  return result.outputFiles[0]!.contents
}

/** UCUM and the definitions are counted with the tools that are made for them. */
const withoutTables = {
  name: 'without-tables',
  setup({ onResolve }: { onResolve: (filter: { filter: RegExp }, on: (each: { path: string }) => object) => void }): void {
    onResolve({ filter: /generated\.ts$|formats\/ucum|\/ucum\// }, ({ path }) => ({ path, external: true }))
  },
}
