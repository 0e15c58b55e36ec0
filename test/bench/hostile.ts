// Time and memory of hostile inputs, each in a process of its own; a result that is no problem with a place is shown as such.
// Usage: node --expose-gc test/bench/hostile.ts x12|cda|x12-ack|deidentify-x12|deidentify-cda|check-id|udi|ucum [size in characters] [name of one input]
import { spawnSync } from 'node:child_process'
import { ProblemError } from '../../src/core/problem.ts'
import { runTool } from '../../src/core/run.ts'
import { codeCheckId } from '../../src/tools/code/check-id.ts'
import { codeUcum } from '../../src/tools/code/ucum.ts'
import { codeUdi } from '../../src/tools/code/udi.ts'
import { dataCdaParse } from '../../src/tools/data/cda-parse.ts'
import { dataX12Ack } from '../../src/tools/data/x12-ack.ts'
import { dataX12Parse } from '../../src/tools/data/x12-parse.ts'
import { phiDeidentifyCda } from '../../src/tools/phi/deidentify-cda.ts'
import { phiDeidentifyX12 } from '../../src/tools/phi/deidentify-x12.ts'
import { HOSTILE_CONTENTS as DOCUMENT_CONTENTS } from '../formats/cda/hostile-contents.ts'
import { HOSTILE as HOSTILE_DOCUMENTS } from '../formats/cda/hostile-documents.ts'
import { HOSTILE_LINES } from '../formats/ids/hostile-lines.ts'
import { HOSTILE_SHAPES } from '../formats/ids/hostile-shapes.ts'
import { HOSTILE_CONTENTS as INTERCHANGE_CONTENTS } from '../formats/x12/hostile-contents.ts'
import { HOSTILE as HOSTILE_INTERCHANGES } from '../formats/x12/hostile-interchanges.ts'

const INTERCHANGES = { ...HOSTILE_INTERCHANGES, ...INTERCHANGE_CONTENTS }
const DOCUMENTS = { ...HOSTILE_DOCUMENTS, ...DOCUMENT_CONTENTS }
const LINES = { ...HOSTILE_LINES, ...HOSTILE_SHAPES }

/** Of the young generation, as the executable has it (build/binary.ts). */
const MEMORY = ['--min-semi-space-size=4', '--max-semi-space-size=16']

type Hostile = Readonly<Record<string, (size: number) => string | Uint8Array>>
type Source = string | Uint8Array

const READERS: Readonly<Record<string, { readonly inputs: Hostile; readonly read: (source: Source) => object }>> = {
  x12: { inputs: INTERCHANGES, read: (interchange) => runTool(dataX12Parse, { interchange }, {}) },
  'x12-ack': { inputs: INTERCHANGES, read: (interchange) => runTool(dataX12Ack, { interchange }, {}) },
  'deidentify-x12': { inputs: INTERCHANGES, read: (interchange) => runTool(phiDeidentifyX12, { interchange }, {}) },
  cda: { inputs: DOCUMENTS, read: (document) => runTool(dataCdaParse, { document }, { view: 'full' }) },
  'check-id': { inputs: LINES, read: (source) => runTool(codeCheckId, { ids: String(source) }, {}) },
  udi: { inputs: LINES, read: (source) => runTool(codeUdi, { udi: String(source) }, {}) },
  ucum: { inputs: LINES, read: (source) => runTool(codeUcum, { units: String(source) }, {}) },
  'deidentify-cda': { inputs: DOCUMENTS, read: (document) => runTool(phiDeidentifyCda, { document }, {}) },
}

const [kind = '', sizeText, name] = process.argv.slice(2)
const reader = READERS[kind]
if (!reader) throw new Error(`Name one of: ${Object.keys(READERS).join(', ')}`)
const size = Number(sizeText ?? 1_000_000)
if (name === undefined) measureAll(reader.inputs)
else console.log(JSON.stringify(measure(reader, name)))

function measureAll(inputs: Hostile): void {
  let worst = { ms: 0, mb: 0 }
  for (const each of Object.keys(inputs)) {
    const command = ['--expose-gc', ...MEMORY, import.meta.filename, kind, String(size), each]
    const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' })
    const { ms, mb, found } =
      stdout.trim() === ''
        ? { ms: Number.NaN, mb: Number.NaN, found: stderr.slice(0, 200) }
        : (JSON.parse(stdout) as ReturnType<typeof measure>)
    worst = { ms: Math.max(worst.ms, ms), mb: Math.max(worst.mb, mb) }
    console.log(`${each.padEnd(45)} ${ms.toFixed(0).padStart(6)} ms ${mb.toFixed(0).padStart(5)} MB  ${found}`)
  }
  console.log(`worst: ${worst.ms.toFixed(0)} ms, ${worst.mb.toFixed(0)} MB of ${Object.keys(inputs).length} inputs of ${size} characters`)
}

/** Milliseconds of processor time, which other programs do not lengthen, and how far the resident memory grew. */
function measure({ inputs, read }: (typeof READERS)[string], name: string) {
  // Tables that a process loads once, such as the lexicon and the network of the detector, are no cost of an input.
  for (const warm of [Object.keys(inputs)[0]!, 'a narrative of one text', 'an element without end'])
    problemOf(() => read(inputs[warm]?.(100) ?? ''))
  const source = inputs[name]!(size)
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const start = process.cpuUsage()
  const found = problemOf(() => read(source))
  const { user, system } = process.cpuUsage(start)
  return { ms: (user + system) / 1000, mb: (process.resourceUsage().maxRSS * 1024 - before) / 1e6, found }
}

function problemOf(read: () => object): string {
  try {
    const { issues = [] } = read() as {
      issues?: { code: string; path?: string; start?: number }[]
    }
    return issues.length === 0 ? 'no problem' : `${issues.length} issues, the first ${issues[0]!.code} at ${issues[0]!.path}`.slice(0, 150)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    return `${error.code} at ${JSON.stringify(error.at) ?? 'NO PLACE'}`
  }
}
