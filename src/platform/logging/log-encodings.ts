// How lines of the log are written for receivers on HTTP: GELF, Splunk HEC, bulk of OpenSearch and Elasticsearch, Loki, OTLP.
import type { Delivered } from './delivery-sink.ts'
import type { Encoding } from './http-transport.ts'
import { documentOf, readHead, severityOf } from './log-line.ts'

export interface LogOrigin {
  readonly host: string
  readonly app: string
  readonly version: string
}

export type HttpSinkType = 'gelf' | 'splunk_hec' | 'elastic' | 'loki' | 'otlp'

/** The path that a receiver has where the address in the configuration names none. */
export const USUAL_PATHS: Readonly<Record<HttpSinkType, string>> = {
  gelf: '/gelf',
  splunk_hec: '/services/collector/event',
  elastic: '/health-tools/_bulk',
  loki: '/loki/api/v1/push',
  otlp: '/v1/logs',
}

export function encodingOf(type: HttpSinkType, origin: LogOrigin): Encoding {
  return {
    gelf: { contentType: 'application/json', gzip: false, encode: (lines: readonly string[]) => encodeGelf(lines[0]!, origin) },
    splunk_hec: {
      contentType: 'application/json',
      gzip: true,
      encode: (lines: readonly string[]) => lines.map((line) => encodeHec(line, origin)).join('\n'),
    },
    elastic: {
      contentType: 'application/x-ndjson',
      gzip: true,
      encode: (lines: readonly string[]) => lines.map((line) => encodeBulk(line, origin)).join(''),
      judge: judgeBulk,
    },
    loki: { contentType: 'application/json', gzip: true, encode: (lines: readonly string[]) => encodeLoki(lines, origin) },
    otlp: {
      contentType: 'application/json',
      gzip: true,
      encode: (lines: readonly string[]) => encodeOtlpLogs(lines, origin),
      judge: (answer: string) => judgeOtlp(answer, 'rejectedLogRecords'),
    },
  }[type]
}

/**
 * The header that carries a token. Where a receiver takes name and password, the token is `name:password`, which no key of the other
 * kinds looks like.
 */
export function authorizationOf(type: HttpSinkType, token: string): string {
  if (type === 'splunk_hec') return `Splunk ${token}`
  if (token.includes(':')) return `Basic ${Buffer.from(token).toString('base64')}`
  return `${type === 'elastic' ? 'ApiKey' : 'Bearer'} ${token}`
}

/** GELF 1.1: own fields have an underscore before their name, and are texts or numbers. */
function encodeGelf(line: string, { host, app, version }: LogOrigin): string {
  const { level, time, stream } = readHead(line)
  const { level: _level, time: _time, msg, ...facts } = JSON.parse(line) as Record<string, unknown>
  const fields = Object.entries({ ...facts, app, version }).map(([name, value]) => [`_${name}`, gelfValue(value)] as const)
  return JSON.stringify({
    version: '1.1',
    host,
    short_message: typeof msg === 'string' ? msg : stream,
    timestamp: Date.parse(time) / 1000,
    level: severityOf(level),
    ...Object.fromEntries(fields),
  })
}

function gelfValue(value: unknown): string | number {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** One event of Splunk's HTTP Event Collector; events stand one after the other. */
function encodeHec(line: string, { host, app }: LogOrigin): string {
  const { time, stream } = readHead(line)
  const head = JSON.stringify({ time: Date.parse(time) / 1000, host, source: app, sourcetype: `${app}:${stream}` })
  return `${head.slice(0, -1)},"event":${documentOf(line)}}`
}

/** `create` goes into an index and into a data stream alike. The host is an object in the Elastic Common Schema. */
function encodeBulk(line: string, { host, app, version }: LogOrigin): string {
  const { time } = readHead(line)
  const head = JSON.stringify({ '@timestamp': time, host: { name: host }, app, version })
  return `{"create":{}}\n${head.slice(0, -1)},${documentOf(line).slice(1)}\n`
}

/** A bulk request is answered with 200 even where single documents were not taken; those that came at a busy moment may come again. */
function judgeBulk(answer: string, lines: readonly string[]): Delivered {
  const { errors, items } = parseAnswer(answer) as { errors?: unknown; items?: readonly { create?: { status?: unknown } }[] }
  if (errors === false) return { refused: 0, again: [] }
  // An answer that does not tell of each line tells nothing: the lines are sent again rather than lost.
  if (!Array.isArray(items) || items.length !== lines.length) return { refused: 0, again: lines }
  const statuses = items.map((item) => Number(item?.create?.status))
  const again = lines.filter((_, i) => !(statuses[i]! < 400) && isBusy(statuses[i]!))
  const refused = statuses.filter((status) => !(status < 400) && !isBusy(status)).length
  return { refused, again }
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500
}

/** Lines of one stream and level are one stream of Loki; times are nanoseconds as text. */
function encodeLoki(lines: readonly string[], { host, app }: LogOrigin): string {
  const streams = new Map<string, { stream: Record<string, string>; values: [string, string][] }>()
  for (const line of lines) {
    const { level, time, stream } = readHead(line)
    const key = `${stream} ${level}`
    const group = streams.get(key) ?? { stream: { job: app, host, stream, level }, values: [] }
    streams.set(key, group)
    group.values.push([nanoseconds(time), documentOf(line)])
  }
  return JSON.stringify({ streams: [...streams.values()] })
}

/** OTLP/HTTP JSON, `ExportLogsServiceRequest`. */
function encodeOtlpLogs(lines: readonly string[], origin: LogOrigin): string {
  const logRecords = lines.map((line) => {
    const { level, time, stream } = readHead(line)
    const { level: _level, time: _time, msg, traceId, ...facts } = JSON.parse(line) as Record<string, unknown>
    return {
      timeUnixNano: nanoseconds(time),
      observedTimeUnixNano: nanoseconds(time),
      severityNumber: { debug: 5, info: 9, warn: 13, error: 17 }[level] ?? 9,
      severityText: level,
      body: { stringValue: typeof msg === 'string' ? msg : stream },
      attributes: otlpAttributes(facts),
      ...(typeof traceId === 'string' ? { traceId } : {}),
    }
  })
  const scopeLogs = [{ scope: { name: origin.app, version: origin.version }, logRecords }]
  return JSON.stringify({ resourceLogs: [{ resource: otlpResource(origin), scopeLogs }] })
}

export function otlpResource({ host, app, version }: LogOrigin) {
  return { attributes: otlpAttributes({ 'service.name': app, 'service.version': version, 'host.name': host }) }
}

/** 64-bit numbers are texts in the JSON of protobuf. */
function otlpAttributes(facts: Readonly<Record<string, unknown>>): { key: string; value: Record<string, unknown> }[] {
  return Object.entries(facts).map(([key, value]) => ({ key, value: otlpValue(value) }))
}

function otlpValue(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(otlpValue) } }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value !== 'number') return { stringValue: typeof value === 'string' ? value : JSON.stringify(value) }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** A partial success tells how many were refused; they may not be sent again (OTLP, Partial Success). */
export function judgeOtlp(answer: string, member: string): Delivered {
  const { partialSuccess } = parseAnswer(answer) as { partialSuccess?: Record<string, unknown> }
  const refused = Number(partialSuccess?.[member] ?? 0)
  return { refused: Number.isSafeInteger(refused) && refused > 0 ? refused : 0, again: [] }
}

function parseAnswer(answer: string): object {
  try {
    const value: unknown = JSON.parse(answer)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

function nanoseconds(time: string): string {
  return `${Date.parse(time)}000000`
}
