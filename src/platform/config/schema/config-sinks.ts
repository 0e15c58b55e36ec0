// The sinks of the configuration in force: paths absolute, sizes bytes, times milliseconds.
import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { HttpSinkType } from '../../logging/log-encodings.ts'
import type { TlsFiles } from '../../logging/tls-material.ts'
import { bytesOfMegabytes, parseDuration } from '../config-units.ts'
import type { SecretSource } from '../secrets.ts'
import type { Settings } from './config-schema.ts'

interface Bounded {
  readonly bufferBytes: number
}

interface NetworkSink extends Bounded {
  readonly onFull: 'drop_oldest' | 'drop_newest'
  readonly tls: TlsFiles
}

export type SyslogSinkSettings = NetworkSink & {
  readonly type: 'syslog'
  readonly transport: 'udp' | 'tcp' | 'tls'
  readonly host: string
  readonly port: number
  readonly framing: 'octet' | 'newline'
  /** What the text of a message is: JSON, or Common Event Format. */
  readonly format: 'rfc5424' | 'cef'
}

export type HttpSinkSettings = NetworkSink & {
  readonly type: HttpSinkType
  readonly url: string
  readonly token: SecretSource | null
  readonly batch: number
  readonly flushMs: number
  /** Null: what the memory cannot hold is dropped. */
  readonly spool: { readonly folder: string; readonly maxBytes: number } | null
}

export type NetworkSinkSettings = SyslogSinkSettings | HttpSinkSettings

export type LogSinkSettings = { readonly streams: readonly ('access' | 'service')[] } & (
  | (Bounded & { readonly type: 'stdout'; readonly format: 'json' | 'cef' })
  | (Bounded & { readonly type: 'file'; readonly path: string; readonly format: 'json' | 'cef' })
  | NetworkSinkSettings
)

export interface SinkResolver {
  readonly base: string
  readonly secretOf: (reference: { file: string } | { credential: string }) => SecretSource
}

export function logSinkOf(sink: Settings['logging']['sinks'][number], resolver: SinkResolver): LogSinkSettings {
  const { streams } = sink
  const bufferBytes = bytesOfMegabytes(sink.buffer_mb)
  if (sink.type === 'stdout') return { type: 'stdout', streams, bufferBytes, format: sink.format }
  if (sink.type === 'file') return { type: 'file', streams, bufferBytes, path: resolve(resolver.base, sink.path), format: sink.format }
  return { ...networkSinkOf(sink, resolver, streams.join('-')), streams }
}

type NetworkSinkForm = NonNullable<Settings['audit']>['sinks'][number]

/** @param content what goes there: sinks with one receiver have spools of their own */
export function networkSinkOf(sink: NetworkSinkForm, resolver: SinkResolver, content: string): NetworkSinkSettings {
  const shared = { bufferBytes: bytesOfMegabytes(sink.buffer_mb), onFull: sink.on_full, tls: tlsFilesOf(sink, resolver) }
  if (sink.type === 'syslog') {
    const { type, transport, host, port, framing, format } = sink
    return { ...shared, type, transport, host, port, framing, format }
  }
  const { type, url } = sink
  const token = sink.token && resolver.secretOf(sink.token)
  // GELF over HTTP is one message a request.
  if (sink.type === 'gelf') return { ...shared, type, url, token, batch: 1, flushMs: 0, spool: null }
  const spool = sink.spool && {
    folder: join(resolve(resolver.base, sink.spool.dir), spoolName(type, url, content)),
    maxBytes: bytesOfMegabytes(sink.spool.mb),
  }
  return { ...shared, type, url, token, batch: sink.batch, flushMs: parseDuration(sink.flush)!, spool }
}

/** The same after a restart, and another for another receiver. */
function spoolName(type: string, url: string, content: string): string {
  return `${type}-${content}-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`
}

export function tlsFilesOf({ ca, cert, key }: Pick<NetworkSinkForm, 'ca' | 'cert' | 'key'>, { base, secretOf }: SinkResolver): TlsFiles {
  return { ca: ca && resolve(base, ca.file), cert: cert && resolve(base, cert.file), key: key && secretOf(key) }
}
