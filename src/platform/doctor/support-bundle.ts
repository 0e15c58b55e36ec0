// The support bundle: what helps to find an error from afar, and nothing else. Everything in it is picked, not filtered out: numbers, words
// that this program itself defines, and times. No text that somebody wrote, no path, no name, no address. Messages of doctor are reduced to plain words.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { availableParallelism, freemem, release, totalmem } from 'node:os'
import { gzipSync } from 'node:zlib'
import { composeTar } from '../backup/tar.ts'
import type { Config } from '../config/config.ts'
import { composeJsonSchema } from '../config/config-template.ts'
import { parseDuration } from '../config/config-units.ts'
import type { DatabaseReport } from '../storage/database-report.ts'
import { versionInfo } from '../version.ts'
import type { Diagnosis } from './doctor-finding.ts'
import { glibcVersion } from './doctor-system.ts'

export interface BundleSources {
  /** Undefined where it cannot be read. */
  readonly config: Config | undefined
  readonly findings: readonly Diagnosis[]
  readonly database: DatabaseReport | undefined
  /** The page of /metrics, where the service runs. */
  readonly metrics: string | undefined
  readonly now: number
}

/** The end of each log file. */
const MAX_LOG_BYTES = 1 << 20
const REDACTED = '(text)'

/** A tar archive, compressed with gzip. */
export function composeSupportBundle({ config, findings, database, metrics, now }: BundleSources): Uint8Array {
  const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`
  const logs = config ? config.logging.sinks.flatMap((sink) => (sink.type === 'file' ? readLogEnd(sink.path) : [])) : []
  const files = [
    { name: 'README.txt', content: README },
    {
      name: 'doctor.json',
      content: json(findings.map(({ check, state, message, advice, code }) => ({ check, state, message: wordsOf(message), advice, code }))),
    },
    { name: 'system.json', content: json(describeSystem(now)) },
    ...(config ? [{ name: 'configuration.json', content: json(redactSettings(config.settings)) }] : []),
    ...(database ? [{ name: 'database.json', content: json(pickReport(database)) }] : []),
    ...(metrics === undefined ? [] : [{ name: 'metrics.txt', content: pickMetrics(metrics) }]),
    ...(logs.length > 0 ? [{ name: 'service-log.jsonl', content: logs.map((line) => `${line}\n`).join('') }] : []),
  ]
  return gzipSync(composeTar(files, now))
}

const README = `Findings of health-tools doctor, in files with numbers, times and words of the program only.
Not included: patient data, secrets, configuration values, names, paths, addresses and log messages. Messages of doctor contain plain words only.
`

function describeSystem(now: number): Record<string, unknown> {
  return {
    ...versionInfo(),
    time: new Date(now).toISOString(),
    platform: process.platform,
    architecture: process.arch,
    kernel: /^[\d.]{1,40}/.exec(release())?.[0],
    glibc: glibcVersion(),
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
  }
}

/** A version is a number in the database that a person could have changed. */
function pickReport({ schema, bytes, freeBytes, rows }: DatabaseReport): Omit<DatabaseReport, 'program'> {
  return { schema, bytes, freeBytes, rows }
}

/** Keeps numbers, switches, times and the words that the form of the file itself lists; names of plans and the like become numbers. */
function redactSettings(settings: unknown): unknown {
  const words = new Set<string>()
  const names = new Set<string>()
  gatherWords(composeJsonSchema(), words, names)
  const redact = (value: unknown): unknown => {
    if (typeof value === 'string') return words.has(value) || parseDuration(value) !== undefined ? value : REDACTED
    if (Array.isArray(value)) return value.map(redact)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, member], i) => [names.has(name) ? name : `(name ${i + 1})`, redact(member)]),
    )
  }
  return redact(settings)
}

function gatherWords(schema: unknown, words: Set<string>, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { enum: listed, const: single, properties } = schema as { enum?: unknown; const?: unknown; properties?: unknown }
  for (const word of Array.isArray(listed) ? [...listed, single] : [single]) if (typeof word === 'string') words.add(word)
  if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) names.add(name)
  for (const member of Object.values(schema)) gatherWords(member, words, names)
}

const SAMPLE =
  /^health_tools_[a-z_]{1,80}(?:\{[a-z_]{1,30}="[A-Za-z0-9_./:{}+*-]{0,100}"(?:,[a-z_]{1,30}="[A-Za-z0-9_./:{}+*-]{0,100}"){0,5}\})? [0-9.e+-]{1,40}$/

function pickMetrics(page: string): string {
  return `${page
    .split('\n')
    .filter((line) => line.length < 1_000 && SAMPLE.test(line))
    .join('\n')}\n`
}

/** The lines of the service itself, reduced to what no input can be in: time, level, class and place of an error. */
function readLogEnd(path: string): string[] {
  const lines = readEnd(path).split('\n')
  return lines.flatMap((line) => {
    const picked = pickLogLine(line)
    return picked ? [JSON.stringify(picked)] : []
  })
}

function pickLogLine(line: string): Record<string, unknown> | undefined {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
  if (typeof entry !== 'object' || entry === null || entry.stream !== 'service') return undefined
  const pick = (name: string, pattern: RegExp): string | undefined => {
    const value = entry[name]
    return typeof value === 'string' && pattern.test(value) ? value : undefined
  }
  const frames = Array.isArray(entry.frames) ? entry.frames.filter((frame) => typeof frame === 'string').map(placeOfFrame) : undefined
  return {
    time: pick('time', /^[0-9T:.Z-]{10,32}$/),
    level: pick('level', /^(?:debug|info|warn|error|fatal|trace)$/),
    error: pick(
      'error',
      /^(?:Error|ProblemError|TypeError|RangeError|SqliteError|AggregateError|SyntaxError)(?::[A-Z_]{1,40})?(?: < (?:Error|ProblemError|TypeError|RangeError|SqliteError|AggregateError|SyntaxError)(?::[A-Z_]{1,40})?){0,4}$/,
    ),
    ...(frames ? { frames } : {}),
  }
}

/** A sentence of this program without what may name something of the site: paths, addresses, anything with digits or signs inside. */
function wordsOf(message: string): string {
  const isWord = (piece: string): boolean => /^[("]?[A-Za-z][a-z'’-]*[)"]?[.,:;?]?$/.test(piece) || /^\d{1,6}[.,:;]?$/.test(piece)
  const isSetting = (piece: string): boolean => /^(?:server|storage|auth|plans|operations|logging|health-tools)[a-z_.]*[.,:;]?$/.test(piece)
  return message
    .slice(0, 300)
    .split(' ')
    .map((piece) => (isWord(piece) || isSetting(piece) ? piece : '(…)'))
    .join(' ')
}

/** Line and column; the folder is that of the site, and the name could be anybody's. */
function placeOfFrame(frame: string): string {
  return /:\d{1,8}:\d{1,8}\)?$/.exec(frame)?.[0] ?? ''
}

function readEnd(path: string): string {
  try {
    const descriptor = openSync(path, 'r')
    try {
      const { size } = fstatSync(descriptor)
      const bytes = new Uint8Array(Math.min(size, MAX_LOG_BYTES))
      const length = readSync(descriptor, bytes, 0, bytes.length, size - bytes.length)
      return new TextDecoder().decode(bytes.subarray(0, length))
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
