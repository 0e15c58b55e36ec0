// Opens the audit log that the configuration names, with its key and its copies.
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import type { AuditConfig } from '../config/schema/config-audit.ts'
import { readSecret } from '../config/secrets.ts'
import type { LogSink } from '../logging/log-sink.ts'
import { openNetworkSink } from '../logging/log-sinks.ts'
import { openAtnaSink } from './audit-atna.ts'
import { createSeal, type Seal } from './audit-chain.ts'
import { type AuditLog, openAuditLog } from './audit-log.ts'

/**
 * @param process spools belong to the service; a command beside it leaves them alone
 * @throws ProblemError `storage_unavailable`, `bad_configuration`; undefined where no audit log is configured
 */
export async function openAudit(
  { audit, storage }: Pick<Config, 'audit' | 'storage'>,
  logError: (error: unknown) => void,
  process: 'service' | 'command',
): Promise<AuditLog | undefined> {
  if (!audit) return undefined
  const addonFolders = [...(storage.temp === null ? [] : [storage.temp]), dirname(storage.path)]
  return openAuditLog({ ...audit, addonFolders }, { seal: sealOf(audit), sinks: openCopies(audit, process), logError })
}

/** @throws ProblemError `bad_configuration` where the key cannot be read */
export function sealOf({ key }: Pick<AuditConfig, 'key'>): Seal {
  return createSeal(key && readSecret(key))
}

/** @throws ProblemError `bad_configuration`; nothing is connected to yet */
export function openCopies({ sinks, atna }: AuditConfig, process: 'service' | 'command'): LogSink[] {
  const own = sinks.map((sink) => (process === 'command' && 'spool' in sink ? { ...sink, spool: null } : sink))
  return [...own.map(openNetworkSink), ...(atna ? [openAtnaSink(atna)] : [])]
}
