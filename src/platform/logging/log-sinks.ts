// Opens the log sinks that the configuration names.
import { hostname } from 'node:os'
import type { HttpSinkSettings, LogSinkSettings, NetworkSinkSettings, SyslogSinkSettings } from '../config/schema/config-sinks.ts'
import { readSecret } from '../config/secrets.ts'
import { cefOfLine } from '../log-formats/cef.ts'
import { versionInfo } from '../version.ts'
import { type DeliverySettings, DeliverySink, type Transport } from './delivery-sink.ts'
import { openHttpTransport } from './http-transport.ts'
import type { LogStream, SinkBinding } from './log.ts'
import { authorizationOf, encodingOf, USUAL_PATHS } from './log-encodings.ts'
import { FileSink, type LogSink, openStdoutSink } from './log-sink.ts'
import { openDatagramTransport, openStreamTransport } from './socket-transport.ts'
import { SpoolingSink } from './spooling-sink.ts'
import { frameSyslog, MAX_SEQUENCE, syslogOfLine } from './syslog-format.ts'
import { readTlsMaterial, type TlsMaterial } from './tls-material.ts'

const APP = 'health-tools'
const SYSLOG_BATCH = 500
/** OTLP takes a line apart: 0.9 ms for so much, measured. */
const OTLP_BATCH_CHARACTERS = 64 << 10
/** GELF is one message a request; so many are under way at the same time. */
const GELF_LANES = 8

/** @throws ProblemError `bad_configuration` where a secret or a certificate cannot be read; nothing is connected to yet */
export function openSinks(settings: readonly LogSinkSettings[]): SinkBinding[] {
  return settings.map((setting) => ({ streams: setting.streams as readonly LogStream[], sink: openSink(setting) }))
}

function openSink(setting: LogSinkSettings): LogSink {
  if (setting.type === 'stdout') return openStdoutSink(setting.bufferBytes, encodeAs(setting.format))
  if (setting.type === 'file') return new FileSink(setting.path, setting.bufferBytes, encodeAs(setting.format))
  return openNetworkSink(setting)
}

/** Lines of a file or of standard output. */
function encodeAs(format: 'json' | 'cef'): ((line: string) => string) | undefined {
  if (format === 'json') return undefined
  const origin = { app: APP, version: versionInfo().version }
  return (line) => `${cefOfLine(origin, line)}\n`
}

/**
 * A spool is opened with the first line: only the service itself may write to it.
 * @throws ProblemError `bad_configuration`
 */
export function openNetworkSink(setting: NetworkSinkSettings): DeliverySink | SpoolingSink {
  const { bufferBytes: maxBufferBytes, onFull } = setting
  const shared = { maxBufferBytes, onFull }
  if (setting.type === 'syslog') return new DeliverySink(openSyslog(setting), { ...shared, batch: SYSLOG_BATCH, flushMs: 0, lanes: 1 })
  const { batch, flushMs } = setting
  const costly = setting.type === 'otlp' ? { maxBatchCharacters: OTLP_BATCH_CHARACTERS } : {}
  const delivery: DeliverySettings = { ...shared, ...costly, batch, flushMs, lanes: setting.type === 'gelf' ? GELF_LANES : 1 }
  const transport = openHttp(setting, delivery.lanes)
  return setting.spool ? new SpoolingSink(transport, delivery, setting.spool) : new DeliverySink(transport, delivery)
}

function openSyslog({ transport, host, port, framing, format, tls }: SyslogSinkSettings): Transport {
  const origin = { host: hostname(), app: APP, version: versionInfo().version, processId: process.pid }
  let sequence = 0
  const compose = (line: string): string => {
    sequence = sequence === MAX_SEQUENCE ? 1 : sequence + 1
    return syslogOfLine(origin, line, sequence, format)
  }
  if (transport === 'udp') return openDatagramTransport({ host, port }, compose)
  const material: TlsMaterial | undefined = transport === 'tls' ? readTlsMaterial(tls) : undefined
  return openStreamTransport({ host, port }, material, (line) => frameSyslog(compose(line), framing))
}

function openHttp({ type, url: address, token, tls }: HttpSinkSettings, lanes: number): Transport {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = USUAL_PATHS[type]
  if (type === 'elastic' && !url.searchParams.has('filter_path')) url.searchParams.set('filter_path', 'errors,items.*.status')
  const headers: Record<string, string> = { 'User-Agent': `${APP}/${versionInfo().version}` }
  if (token) headers.Authorization = authorizationOf(type, new TextDecoder().decode(readSecret(token)))
  const origin = { host: hostname(), app: APP, version: versionInfo().version }
  return openHttpTransport(encodingOf(type, origin), { url, headers, tls: readTlsMaterial(tls), lanes })
}

export function reopenSinks(bindings: readonly SinkBinding[]): void {
  for (const { sink } of bindings) if (sink instanceof FileSink) sink.reopen()
}
