// `npm run bench -- [suite …] [--write] [--sources] [--minutes N]`: runs the suites one after the other, prints their tables and judges them
// by goals.json. Exit code 1: a goal is missed; 2: a figure is too noisy to be judged (goals.ts says how noise is known).
import { appendFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { benchAccess } from './access-bench.ts'
import { benchCodes } from './codes-bench.ts'
import { benchDicom } from './dicom-bench.ts'
import { benchDocuments } from './documents/bench.ts'
import { benchFhir } from './fhir/bench.ts'
import { exitCodeOf, formatJudged, type JudgedRow, judgeSuite, readGoals } from './goals.ts'
import { benchHl7 } from './hl7-bench.ts'
import { benchHttp } from './http-bench.ts'
import { benchKill9 } from './kill9-bench.ts'
import { benchLayers } from './layers-bench.ts'
import { benchMixed } from './mixed-bench.ts'
import { benchOverload } from './overload-bench.ts'
import { benchPhi } from './phi-bench.ts'
import { benchPixels } from './pixels/bench.ts'
import type { BenchRow } from './row.ts'
import { programName, useSources } from './served-program.ts'
import { benchSinks } from './sinks-bench.ts'
import { benchSoak } from './soak-bench.ts'
import { benchSqlite } from './sqlite-bench.ts'
import { benchStartup } from './startup-bench.ts'
import { benchSteady } from './steady-bench.ts'
import { benchStream } from './stream-bench.ts'
import { benchUpload } from './upload-bench.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean' }, sources: { type: 'boolean' }, minutes: { type: 'string', default: '10' } },
})

const SUITES: Readonly<Record<string, () => readonly BenchRow[] | Promise<readonly BenchRow[]>>> = {
  http: benchHttp,
  layers: benchLayers,
  mixed: benchMixed,
  overload: benchOverload,
  upload: benchUpload,
  stream: benchStream,
  sqlite: benchSqlite,
  kill9: benchKill9,
  startup: benchStartup,
  steady: benchSteady,
  access: benchAccess,
  hl7: benchHl7,
  dicom: benchDicom,
  codes: benchCodes,
  documents: benchDocuments,
  fhir: benchFhir,
  phi: benchPhi,
  pixels: benchPixels,
  sinks: benchSinks,
  soak: () => benchSoak(Number(values.minutes)),
}

if (values.sources) useSources()
const goals = readGoals()
const wanted = positionals.length > 0 ? positionals : Object.keys(SUITES)
const unknown = wanted.find((name) => !Object.hasOwn(SUITES, name))
if (unknown !== undefined) throw new Error(`There is no suite ${unknown}; there are: ${Object.keys(SUITES).join(', ')}`)

const all: JudgedRow[] = []
const tables: string[] = []
for (const name of wanted) {
  const judged = judgeSuite(await SUITES[name]!(), goals.suites[name] ?? {}, goals.maxSpread)
  const table = `${name}\n\n${formatJudged(judged)}`
  console.log(`\n${table}`)
  all.push(...judged)
  tables.push(table)
}

const countOf = (verdict: string): number => all.filter((each) => each.verdict === verdict).length
const verdicts = ['met', 'missed', 'noisy', 'not judged'].map((verdict) => `${countOf(verdict)} ${verdict}`).join(', ')
console.log(`goals: ${verdicts}; run with ${programName()}`)
if (values.write) appendResults()
process.exitCode = exitCodeOf(all)

function appendResults(): void {
  const command = ['npm run bench --', ...process.argv.slice(2)].join(' ')
  const machine = `${availableParallelism()} cores, Node ${process.versions.node}, ${process.platform}-${process.arch}, ${programName()}`
  const head = `\n## ${new Date().toISOString().slice(0, 10)}: \`${command}\`\n\n${machine}; goals: ${verdicts}\n`
  appendFileSync(new URL('RESULTS.md', import.meta.url), `${head}\n${tables.map((table) => `### ${table}`).join('\n')}`)
}
