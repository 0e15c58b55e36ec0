// The audit log of the configuration in force: paths absolute, times milliseconds.
import { resolve } from 'node:path'
import type { AtnaSettings } from '../../audit/audit-atna.ts'
import { bytesOfMegabytes, parseDuration } from '../config-units.ts'
import type { SecretSource } from '../secrets.ts'
import type { Settings } from './config-schema.ts'
import { type NetworkSinkSettings, networkSinkOf, type SinkResolver, tlsFilesOf } from './config-sinks.ts'

export interface AuditConfig {
  readonly file: string
  readonly hashChain: boolean
  readonly key: SecretSource | null
  readonly fsyncMs: number
  readonly onFailure: 'refuse' | 'continue'
  readonly sinks: readonly NetworkSinkSettings[]
  readonly atna: AtnaSettings | null
}

export function auditOf(audit: NonNullable<Settings['audit']>, resolver: SinkResolver): AuditConfig {
  const { atna } = audit
  return {
    file: resolve(resolver.base, audit.file),
    hashChain: audit.hash_chain,
    key: audit.key && resolver.secretOf(audit.key),
    fsyncMs: parseDuration(audit.fsync)!,
    onFailure: audit.on_failure,
    sinks: audit.sinks.map((sink) => networkSinkOf(sink, resolver, 'audit')),
    atna:
      atna?.enabled === true
        ? {
            host: atna.host,
            port: atna.port,
            sourceId: atna.source_id,
            tls: tlsFilesOf(atna, resolver),
            bufferBytes: bytesOfMegabytes(atna.buffer_mb),
          }
        : null,
  }
}
