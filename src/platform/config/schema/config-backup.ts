// Where backups go and when daily ones are made, resolved from the configuration.
import { dirname, join, resolve } from 'node:path'
import type { Settings } from './config-schema.ts'

export interface BackupSettings {
  /** `backup` beside the database where the file names none. */
  readonly folder: string
  /** Null: no daily backups. */
  readonly daily: { readonly keep: number; readonly hour: number; readonly minute: number } | null
}

export function backupSettings(backup: Settings['storage']['backup'], databasePath: string, base: string): BackupSettings {
  if (backup === null) return { folder: join(dirname(databasePath), 'backup'), daily: null }
  const [hour = 0, minute = 0] = backup.schedule.split(':').map(Number)
  return { folder: resolve(base, backup.dir), daily: { keep: backup.keep, hour, minute } }
}
