// What access needs of the engine that keeps keys, usage and rates; SQLite and PostgreSQL are the two that there are.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyedHash, KeyOffice } from '../../access/keys/key.ts'
import type { KeyStore, RateStore, UsageStore } from '../../access/store.ts'
import type { Backup } from '../backup/backup.ts'
import type { DailyBackup } from '../backup/daily-backup.ts'
import type { Config } from '../config/config.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'

export interface BackupReport {
  done(backup: Backup): void
  failed(error: unknown): void
}

export interface Engine {
  readonly keyStore: KeyStore
  readonly usageStore: UsageStore
  /**
   * Brings counts that were written in haste to their place; to be called every second or so.
   * @throws ProblemError `storage_unavailable`; they stay where they are, and are no less durable
   */
  settleUsage(): Promise<void>
  /** The database that nodes share; undefined with the embedded one. */
  readonly database: Postgres | undefined
  /** Undefined: each process keeps its own rates. */
  readonly rates: RateStore | undefined
  /**
   * Reads the pepper and checks that the keys were made with it.
   * @throws ProblemError `bad_configuration`, `storage_unavailable`, `io_error`
   */
  openOffice(): Promise<KeyOffice>
  isReachable(): boolean
  /** Undefined where the configuration wants no daily copies. */
  openDailyBackup(report: BackupReport): DailyBackup | undefined
  /** From here on nobody waits long for a lock. */
  beginServing(): void
  close(): Promise<void>
}

export function createKeyedHash(pepper: Uint8Array): KeyedHash {
  const secret = createSecretKey(pepper)
  return (text) => createHmac('sha256', secret).update(text).digest('hex')
}

export function composeOffice({ auth }: Config, store: KeyStore, hash: KeyedHash): KeyOffice {
  return { store, hash, randomBytes: (length) => randomBytes(length), prefix: auth.apiKey.prefix }
}
