// Access on SQLite: two connections to one file, the stores on them, and the pepper.
import { ProblemError } from '../../../core/problem.ts'
import { type BackupReport, composeOffice, createKeyedHash, type Engine } from '../../access/access-engine.ts'
import { type Backup, careFor, createBackup, listBackups, pruneDailyBackups } from '../../backup/backup.ts'
import { createDailyBackup, type DailyBackup } from '../../backup/daily-backup.ts'
import type { Config } from '../../config/config.ts'
import { readPepper } from '../../config/secrets.ts'
import { JournaledUsageStore } from './journaled-usage-store.ts'
import { type KeyDatabases, SqliteKeyStore } from './key-store.ts'
import { addonFoldersOf } from './native-addon.ts'
import { guarded, openDatabase } from './sqlite.ts'
import { SqliteUsageStore } from './usage-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Services that start together make the database at the same moment, and a command of an administrator has time. */
const OPENING_BUSY_MS = 10_000
/** The server stands still while it waits for a lock. */
const SERVING_BUSY_MS = 500

/** @param create makes the database where there is none */
export async function openSqliteEngine(config: Config, env: Environment, { create }: { readonly create: boolean }): Promise<Engine> {
  const databases = await openDatabases(config, env, create)
  const keyStore = new SqliteKeyStore(databases, () => performance.now())
  const usageStore = new JournaledUsageStore(new SqliteUsageStore(databases), {
    databasePath: config.storage.path,
    addonFolders: addonFoldersOf(config.storage.temp, env),
    isPowerSafe: isPowerSafe(config),
  })
  try {
    await usageStore.recover()
  } catch (error) {
    closeDatabases(databases)
    throw error
  }
  return {
    keyStore,
    usageStore,
    settleUsage: () => usageStore.settle(),
    database: undefined,
    rates: undefined,
    openOffice: async () => composeOffice(config, keyStore, openHash(config, databases)),
    isReachable() {
      try {
        keyStore.revision()
        return true
      } catch {
        return false
      }
    },
    openDailyBackup: (report) => openDailyBackup(config, env, databases, report),
    beginServing() {
      for (const database of [databases.durable, databases.counters]) database.pragma(`busy_timeout = ${SERVING_BUSY_MS}`)
    },
    async close() {
      await usageStore.close()
      closeDatabases(databases)
    },
  }
}

/**
 * Two connections, because `synchronous` belongs to a connection: switching it back and forth costs 12 µs a pair, and a switch that is
 * forgotten once would take the durability of every key after it.
 */
async function openDatabases(config: Config, env: Environment, create: boolean): Promise<KeyDatabases> {
  const { storage } = config
  const addonFolders = addonFoldersOf(storage.temp, env)
  const upgrade = careFor(storage.backup.folder, addonFolders)
  const file = { path: storage.path, create, busyTimeoutMs: OPENING_BUSY_MS, addonFolders, upgrade }
  const durable = await openDatabase(file, 'FULL')
  try {
    const counters = await openDatabase(file, isPowerSafe(config) ? 'FULL' : 'NORMAL')
    return { durable, counters }
  } catch (error) {
    durable.close()
    throw error
  }
}

function isPowerSafe({ storage, usage }: Config): boolean {
  return storage.synchronous === 'full' || usage.durability === 'power-safe'
}

function openDailyBackup({ storage }: Config, env: Environment, { durable }: KeyDatabases, report: BackupReport): DailyBackup | undefined {
  const { folder, daily } = storage.backup
  if (!daily) return undefined
  const place = { folder, addonFolders: addonFoldersOf(storage.temp, env) }
  const lastMadeAt = listBackups(folder).find(({ reason, madeAt }) => reason === 'daily' && madeAt <= Date.now())?.madeAt ?? 0
  const make = async (now: number): Promise<Backup> => {
    const backup = await createBackup(durable, place, 'daily', now)
    pruneDailyBackups(folder, daily.keep)
    return backup
  }
  return createDailyBackup(daily, lastMadeAt, make, report)
}

function closeDatabases({ durable, counters }: KeyDatabases): void {
  counters.close()
  durable.close()
}

function openHash(config: Config, { durable }: KeyDatabases): ReturnType<typeof createKeyedHash> {
  const { pepper } = config.auth.apiKey
  const hasKeys = guarded(() => durable.prepare('SELECT 1 FROM keys LIMIT 1').get()) !== undefined
  const hash = createKeyedHash(readPepper(pepper, { mayMake: !hasKeys }))
  checkPepper(durable, hash('pepper'), pepper.path)
  return hash
}

/** A pepper that was exchanged would make every key wrong, one by one and without a word; here it is said once. */
function checkPepper(durable: KeyDatabases['durable'], check: string, path: string): void {
  const compare = durable.transaction(() => {
    const known = durable.prepare("SELECT value FROM meta WHERE name = 'pepper_check'").pluck().get() as string | undefined
    if (known === check) return
    if (known !== undefined && durable.prepare('SELECT 1 FROM keys LIMIT 1').get() !== undefined) {
      throw new ProblemError('The pepper does not match the keys in this database. Restore the previous pepper.', {
        code: 'bad_configuration',
        at: { file: path },
      })
    }
    durable.prepare("INSERT INTO meta VALUES ('pepper_check', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(check)
  })
  guarded(() => compare.immediate())
}
