// Rows of validation: agreement with the validator suite, flags on official examples, speed beside Medplum, large Bundles, cold start.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { type BenchRow, median, missingRow } from '../row.ts'
import { programCommand } from '../served-program.ts'
import { clinicalOf, type ExampleFile, outputOf } from './corpus.ts'
import { interleave, milliseconds, ratiosOf } from './measure.ts'
import type { Peers } from './peers.ts'

interface Finding {
  readonly severity: string
  readonly code: string
}

function errorsOf(resource: string, version: string): string[] {
  try {
    const { issues } = runTool(fhirValidate, { resource }, { version }) as unknown as { readonly issues: readonly Finding[] }
    return [...new Set(issues.filter(({ severity }) => severity === 'error').map(({ code }) => code))]
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return [error.code]
  }
}

/** Agreement with the Java validator, by what is loaded. */
export function suiteRows(): BenchRow[] {
  const groups = new Map<string, { total: number; wrong: number; missed: number }>()
  const output = outputOf('fhir-guides.ts')
  for (const [, name = '', , total, falses, missed] of output.matchAll(
    /^(.+): (\d+) of (\d+) agree.*\n {2}false errors \((\d+)\).*\n {2}missed \((\d+)\)/gm,
  ))
    groups.set(name, { total: Number(total), wrong: Number(falses), missed: Number(missed) })
  const base = groups.get('base')
  const [profile, supported] = [groups.get('profile'), groups.get('base with supporting files')]
  if (!base || !profile || !supported) return [missingRow('suite-base', 'validator suite', 'the suite is not at hand')]
  const both = { total: profile.total + supported.total, wrong: profile.wrong + supported.wrong, missed: profile.missed + supported.missed }
  const rows = (id: string, what: string, { total, wrong, missed }: typeof base, anchor: string): BenchRow[] => [
    {
      id: `suite-${id}`,
      what: `validator suite, ${what}: same verdict as Java`,
      measured: `${total - wrong - missed} of ${total}`,
      reference: anchor,
      ratio: (total - wrong - missed) / total,
    },
    {
      id: `suite-${id}-false`,
      what: `validator suite, ${what}: false errors`,
      measured: `${wrong} of ${total}`,
      reference: '',
      ratio: undefined,
      figure: wrong / total,
    },
  ]
  return [
    ...rows('base', 'base', base, 'HAPI offline 91.6 %, Medplum 70.0 % (design)'),
    ...rows('guides', 'profiles and supporting files', both, 'HAPI offline 68.1 %, Firely 71.6 % (design)'),
  ]
}

/** Every flag on an official example is explained in explained.tsv: file and code. */
export function exampleRows(files: readonly ExampleFile[] | undefined, version: string, synthea: readonly string[]): BenchRow[] {
  if (!files) return [missingRow(`examples-${version}`, `official examples of ${version}`, 'the package cannot be had')]
  const explained = new Set(
    readFileSync(new URL('explained.tsv', import.meta.url), 'utf8')
      .split('\n')
      .map((line) => line.split('\t').slice(0, 3).join(' ')),
  )
  const flags = files.flatMap(({ name, text }) => errorsOf(text, version).map((code) => `${version} ${name} ${code}`))
  const open = flags.filter((flag) => !explained.has(flag))
  const rows: BenchRow[] = [
    {
      id: `examples-${version}`,
      what: `official examples of ${version}: flags that are not explained`,
      measured: `${open.length}${open.length > 0 ? ` (${open.slice(0, 3).join('; ')})` : ''}`,
      reference: `${flags.length} explained flags on ${files.length} files`,
      ratio: undefined,
      figure: open.length,
    },
  ]
  if (synthea.length === 0) return rows
  const found = synthea.filter((text) => errorsOf(text, 'R4').length > 0).length
  return [
    ...rows,
    {
      id: 'synthea-flags',
      what: 'Synthea: resources flagged',
      measured: String(found),
      reference: `${synthea.length} resources; HAPI 4 (design)`,
      ratio: undefined,
      figure: found,
    },
  ]
}

export function speedRows(files: readonly ExampleFile[] | undefined, synthea: readonly string[], peers: Peers | undefined): BenchRow[] {
  const sets = [
    { id: 'examples', what: 'official R4 examples', texts: clinicalOf(files ?? []).map(({ text }) => text), goal: '' },
    { id: 'synthea', what: 'Synthea', texts: synthea, goal: '' },
  ]
  return sets.flatMap(({ id, what, texts }): BenchRow[] => {
    if (texts.length === 0) return [missingRow(`validate-${id}`, `validate ${what}`, 'not at hand')]
    // With reading on both sides, and a result as an object on both.
    const own = { count: texts.length, run: () => texts.forEach((resource) => void runTool(fhirValidate, { resource })) }
    const other = peers && {
      count: texts.length,
      run: () => {
        for (const text of texts) attempt(() => peers.validate(JSON.parse(text)))
      },
    }
    const [ours = [], theirs = []] = interleave(other ? [own, other] : [own])
    const label = `validate, warm, a resource of ${what}`
    const rows: BenchRow[] = [
      {
        id: `validate-${id}`,
        what: label,
        measured: milliseconds(ours),
        reference: 'HAPI 34–53 ms (design)',
        ratio: undefined,
        figure: median(ours) / 1000,
      },
    ]
    if (!other) return rows
    const ratios = ratiosOf(ours, theirs)
    return [
      ...rows,
      {
        id: `validate-${id}-of-medplum`,
        what: label,
        measured: milliseconds(ours),
        reference: `Medplum ${milliseconds(theirs)}`,
        ratio: median(ratios),
        rounds: ratios,
      },
    ]
  })
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Medplum throws for what is invalid.
  }
}

function bundleOf(entries: number): string {
  const url = (i: number): string => `urn:uuid:${i.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`
  const entry = Array.from({ length: entries }, (_, i) => {
    const resource = {
      resourceType: 'Observation',
      status: 'final',
      code: { text: 'x' },
      subject: { reference: url(0) },
      derivedFrom: i > 1 ? [{ reference: url(i - 1) }] : undefined,
    }
    return { fullUrl: url(i), resource: i === 0 ? { resourceType: 'Patient' } : resource }
  })
  return JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry })
}

/** Bundles whose entries refer to each other. */
export function bundleRows(): BenchRow[] {
  const seconds = [10_000, 100_000].map((entries) => {
    const resource = bundleOf(entries)
    const begin = performance.now()
    const { valid } = runTool(fhirValidate, { resource }) as unknown as { readonly valid: boolean }
    if (!valid) throw new Error('the Bundle is not valid')
    return (performance.now() - begin) / 1000
  })
  const row = (id: string, what: string, i: number, reference: string): BenchRow => ({
    id,
    what,
    measured: `${seconds[i]!.toFixed(2)} s`,
    reference,
    ratio: undefined,
    figure: seconds[i]!,
  })
  return [
    row('bundle-10000', 'a Bundle of 10,000 referring entries', 0, 'Java 78 s (its issue)'),
    row('bundle-100000', 'a Bundle of 100,000 referring entries', 1, 'Java 3 h (its issue)'),
    {
      id: 'bundle-linear',
      what: 'ten times the entries take times the time',
      measured: (seconds[1]! / seconds[0]!).toFixed(1),
      reference: '10 if linear',
      ratio: undefined,
      figure: seconds[1]! / seconds[0]!,
    },
  ]
}

/** NDJSON in one document: each finding is located, so time per line must not grow with the document. */
export function linesRow(line: string): BenchRow {
  // The first one warms up.
  const [, few = 0, many = 0] = [4_000, 4_000, 40_000].map((lines) => {
    const resource = `${line}\n`.repeat(lines)
    const begin = process.cpuUsage()
    runTool(fhirValidate, { resource })
    const { user, system } = process.cpuUsage(begin)
    return user + system
  })
  return {
    id: 'ndjson-linear',
    what: 'NDJSON in one document: ten times the lines take times the processor time',
    measured: (many / few).toFixed(1),
    reference: '10 if linear',
    ratio: undefined,
    figure: many / few,
  }
}

/** From the start of the process to its answer, and what it takes of memory at most. */
export async function coldRows(example: string): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fhir-cold-'))
  const file = join(folder, 'resource.json')
  writeFileSync(file, example)
  const times: number[] = []
  const peaks: number[] = []
  for (let round = 0; round < 9; round++) {
    const begin = performance.now()
    peaks.push(await peakOf(...programCommand('run', 'fhir/validate', file)))
    times.push(performance.now() - begin)
  }
  rmSync(folder, { recursive: true })
  return [
    {
      id: 'validate-cold',
      what: 'validate, cold: process start to answer, ms',
      measured: median(times).toFixed(0),
      reference: 'HAPI 5,900–18,000 (design)',
      ratio: undefined,
      figure: median(times),
      rounds: times,
    },
    {
      id: 'validate-cold-memory',
      what: 'validate, cold: megabytes at the peak',
      measured: median(peaks).toFixed(0),
      reference: 'HAPI 1,400–2,500 (design)',
      ratio: undefined,
      figure: median(peaks),
    },
  ]
}

/** Megabytes of the high-water mark, read while the process runs. */
function peakOf(command: string, args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    let peak = 0
    const look = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      } catch {
        // It has ended.
      }
    }, 4)
    child.on('error', reject)
    child.on('exit', () => {
      clearInterval(look)
      resolve(peak)
    })
  })
}
