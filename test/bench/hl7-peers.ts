// The HL7 parser beside npm libraries, in one run over the corpus: node test/bench/hl7-peers.ts
// Installs the libraries into a temporary folder. For each: how fast it parses, what it refuses, and what of a message is gone or changed
// when it is written back. node-hl7-client parses when it is asked; here it is asked for one field of each segment.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDocument } from '../../src/formats/hl7/describe/write-document.ts'
import { readDocument } from '../../src/formats/hl7/document.ts'
import { hl7Parse } from '../../src/tools/hl7/parse.ts'
import { median } from './row.ts'

const CORPUS = new URL('../../../shared/corpora/hl7/', import.meta.url).pathname
const PACKAGES = ['hl7v2@1.8.0', 'node-hl7-client', '@medplum/core', 'simple-hl7']
const ROUNDS = 7
const SLICE_MS = 200

interface Library {
  readonly name: string
  parse(message: Uint8Array): unknown
  /** The whole file read and written back. */
  writeBack(file: Uint8Array): Uint8Array
}

const OWN: Library = {
  name: 'health-tools, index',
  parse: (message) => readDocument(message),
  writeBack: (file) => toBytes(writeDocument(readDocument(file))),
}

function toBytes(written: string | Uint8Array): Uint8Array {
  return typeof written === 'string' ? Buffer.from(written) : written
}

/** The objects of a default result, with names, data types and decoded values. */
const HEALTH_TOOLS: Library = {
  ...OWN,
  name: 'health-tools, hl7/parse',
  parse: (message) => hl7Parse.run({ message }, hl7Parse.options.parse({})),
}

/** The libraries take text; a file that is no UTF-8 is given to them as latin1, which loses nothing. */
function ofText(name: string, parse: (text: string) => unknown, write: (text: string) => string): Library {
  return {
    name,
    parse: (message) => parse(decode(message).text),
    writeBack(file) {
      const { text, encoding } = decode(file)
      return Buffer.from(write(text), encoding)
    },
  }
}

function decode(bytes: Uint8Array): { text: string; encoding: 'utf8' | 'latin1' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), encoding: 'utf8' }
  } catch {
    return { text: Buffer.from(bytes).toString('latin1'), encoding: 'latin1' }
  }
}

function loadPeers(folder: string): Library[] {
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES], { encoding: 'utf8' })
  if (status !== 0) throw new Error('the libraries could not be installed')
  const load = createRequire(join(folder, 'package.json'))
  const { HL7Message } = load('hl7v2')
  const { Message } = load('node-hl7-client')
  const { Hl7Message } = load('@medplum/core')
  const { Parser } = load('simple-hl7')
  const readSegments = (text: string) => {
    const message = new Message({ text })
    for (const line of text.split('\r')) if (line.length > 3) message.get(`${line.slice(0, 3)}.1`).toString()
    return message
  }
  return [
    ofText(
      'hl7v2',
      (text) => HL7Message.parse(text),
      (text) => HL7Message.parse(text).toHL7String(),
    ),
    ofText('node-hl7-client', readSegments, (text) => new Message({ text }).toString()),
    ofText(
      '@medplum/core',
      (text) => Hl7Message.parse(text),
      (text) => Hl7Message.parse(text).toString(),
    ),
    ofText(
      'simple-hl7',
      (text) => new Parser().parse(text),
      (text) => new Parser().parse(text).toString(),
    ),
  ]
}

interface Corpus {
  readonly files: readonly Uint8Array[]
  /** Single messages without a finding: what every library should read. */
  readonly wellFormed: readonly Uint8Array[]
}

function readCorpus(): Corpus {
  const [head = [], ...rows] = readFileSync(join(CORPUS, 'MANIFEST.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  const column = (name: string) => head.indexOf(name)
  const read = ([file = '']: readonly string[]) => new Uint8Array(readFileSync(join(CORPUS, file)))
  const isWell = (row: readonly string[]) =>
    row[column('kind')] === 'message' && !row[0]!.startsWith('_malformed') && row[column('problems')] === ''
  return { files: rows.map(read), wellFormed: rows.filter(isWell).map(read) }
}

interface Fidelity {
  identical: number
  refused: number
  /** Bytes of the files between the first and the last that differ from what was written. */
  changedBytes: number
}

function measureFidelity(library: Library, files: readonly Uint8Array[]): Fidelity {
  const fidelity: Fidelity = { identical: 0, refused: 0, changedBytes: 0 }
  for (const file of files) {
    try {
      const changed = countChanged(file, library.writeBack(file))
      if (changed === 0) fidelity.identical++
      fidelity.changedBytes += changed
    } catch {
      fidelity.refused++
    }
  }
  return fidelity
}

function countChanged(before: Uint8Array, after: Uint8Array): number {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return Math.max(before.length, after.length) - start - end
}

/** Messages per CPU-second, in turn with each other. */
function measureSpeed(libraries: readonly Library[], messages: readonly Uint8Array[]): Map<Library, number> {
  const readable = new Map(libraries.map((library) => [library, messages.filter((message) => isRead(library, message))]))
  const rates = new Map<Library, number[]>(libraries.map((library) => [library, []]))
  for (let round = -1; round < ROUNDS; round++) {
    for (const [library, own] of readable) {
      const rate = own.length === 0 ? 0 : rateOf(library, own)
      if (round >= 0) rates.get(library)!.push(rate)
    }
  }
  return new Map([...rates].map(([library, each]) => [library, median(each)]))
}

function isRead(library: Library, message: Uint8Array): boolean {
  try {
    library.parse(message)
    return true
  } catch {
    return false
  }
}

function rateOf(library: Library, messages: readonly Uint8Array[]): number {
  const started = process.cpuUsage()
  for (let done = 0; ; done += messages.length) {
    const { user, system } = process.cpuUsage(started)
    if (user + system >= SLICE_MS * 1_000) return (done / (user + system)) * 1e6
    for (const message of messages) library.parse(message)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'hl7-peers-'))
try {
  const libraries = [OWN, HEALTH_TOOLS, ...loadPeers(folder)]
  const { files, wellFormed } = readCorpus()
  const speeds = measureSpeed(libraries, wellFormed)
  const reference = speeds.get(HEALTH_TOOLS)!
  console.log(`${files.length} files; speed over ${wellFormed.length} well-formed messages, as a ratio to hl7/parse`)
  for (const library of libraries) {
    const speed = speeds.get(library)!
    const { identical, refused, changedBytes } = measureFidelity(library, files)
    const rate = `${Math.round(speed).toLocaleString('en')} messages per CPU-second (${(speed / reference).toFixed(2)})`
    console.log(`${library.name.padEnd(24)} ${rate.padEnd(48)} identical ${identical}, refused ${refused}, bytes changed ${changedBytes}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
