// Puts access together on SQLite: two connections to one file, the stores on them, the pepper, authentication and admission.
import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { Admission } from '../access/admission.ts'
import type { KeyedHash, KeyOffice } from '../access/key.ts'
import { KeyDirectory } from '../access/key-directory.ts'
import { dayOf } from '../access/quota.ts'
import type { KeyStore, UsageStore } from '../access/store.ts'
import { Fault } from '../core/fault.ts'
import { type Backup, careFor, createBackup, listBackups, pruneDailyBackups } from './backup.ts'
import type { Config } from './config.ts'
import { createDailyBackup, type DailyBackup } from './daily-backup.ts'
import { type Gates, openGates } from './gates.ts'
import { type KeyDatabases, SqliteKeyStore } from './key-store.ts'
import { addonFoldersOf } from './native-addon.ts'
import { readPepper } from './secrets.ts'
import { guarded, openDatabase } from './sqlite.ts'
import { SqliteUsageStore } from './usage-store.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Services that start together make the database at the same moment, and a command of an administrator has time. */
const OPENING_BUSY_MS = 10_000
/** The server stands still while it waits for a lock. */
const SERVING_BUSY_MS = 500

export interface OpenedStores {
  readonly keyStore: KeyStore
  readonly usageStore: UsageStore
  /** Reads the pepper; needed to make keys, not to list or end them. */
  openOffice(): KeyOffice
  close(): void
}

export interface OpenedAccess extends Gates {
  readonly keyStore: KeyStore
  readonly usageStore: UsageStore
  readonly office: KeyOffice
  readonly admission: Admission
  /**
   * What lets callers in by another configuration, over the same stores.
   * @throws Fault `bad_configuration`
   */
  openGates(config: Config): Promise<Gates>
  /** Writes what is counted in memory. What cannot be written is kept; throws Fault `storage_unavailable`. */
  flush(now: number): Promise<void>
  /** Copies the database while it is used, and removes the oldest daily copies; undefined where the configuration wants none. */
  readonly dailyBackup: DailyBackup | undefined
  /** Names of what keeps the service from its work; empty: nothing. */
  notReadyBecause(): string[]
  /** Writes the counters a last time and closes the database. Failures go to logFault. */
  close(now: number): Promise<void>
}

/**
 * The stores alone, for commands that work beside a running server.
 * @param create makes the database where there is none
 */
export async function openStores(config: Config, env: Environment, { create }: { readonly create: boolean }): Promise<OpenedStores> {
  const databases = await openDatabases(config, env, create)
  return {
    keyStore: new SqliteKeyStore(databases),
    usageStore: new SqliteUsageStore(databases),
    openOffice: () => openOffice(config, databases, new SqliteKeyStore(databases)),
    close: () => closeDatabases(databases),
  }
}

export interface AccessSurroundings {
  readonly env: Environment
  readonly logFault: (error: unknown) => void
  /** Told what became of the daily backups. */
  readonly backupReport?: { done(backup: Backup): void; failed(error: unknown): void }
}

/** @throws Fault `storage_unavailable`, `bad_configuration`, `io_error` */
export async function openAccess(config: Config, { env, logFault, backupReport }: AccessSurroundings): Promise<OpenedAccess> {
  const databases = await openDatabases(config, env, true)
  try {
    const keyStore = new SqliteKeyStore(databases)
    const usageStore = new SqliteUsageStore(databases)
    const office = openOffice(config, databases, keyStore)
    const directory = new KeyDirectory(keyStore, config.auth.apiKey.lastUsedResolutionMs)
    const admission = new Admission(usageStore, config.plans, {
      durable: config.usage.durability !== 'batched',
      nextTurn: (callback) => void setImmediate(callback),
    })
    const gates = await openGates(config, directory, office.hash)
    for (const database of [databases.durable, databases.counters]) database.pragma(`busy_timeout = ${SERVING_BUSY_MS}`)
    const writer = createWriter(admission, directory, usageStore, config.usage.retentionMs)
    const close = async (now: number): Promise<void> => {
      try {
        // Once more, for what was settled while the first was under way.
        await writer.flush(now)
        await writer.flush(now)
      } catch (error) {
        logFault(error)
      }
      closeDatabases(databases)
    }
    return {
      keyStore,
      usageStore,
      office,
      ...gates,
      admission,
      openGates: (next) => openGates(next, directory, office.hash),
      flush: writer.flush,
      dailyBackup: openDailyBackup(config, env, databases, backupReport ?? { done: () => undefined, failed: logFault }),
      notReadyBecause: () => findTroubles(keyStore, writer),
      close,
    }
  } catch (error) {
    closeDatabases(databases)
    throw error
  }
}

interface Writer {
  flush(now: number): Promise<void>
  /** Whether the last flush failed. */
  isFailing(): boolean
}

function createWriter(admission: Admission, directory: KeyDirectory, usageStore: UsageStore, retentionMs: number): Writer {
  let prunedDay = ''
  let failing = false
  const flush = async (now: number): Promise<void> => {
    try {
      await admission.flush()
      await directory.flush()
      const today = dayOf(now)
      if (today !== prunedDay) await usageStore.prune(dayOf(now - retentionMs))
      prunedDay = today
      failing = false
    } catch (error) {
      failing = true
      throw error
    }
  }
  return { flush, isFailing: () => failing }
}

function findTroubles(keyStore: KeyStore, writer: Writer): string[] {
  const troubles: string[] = []
  try {
    keyStore.revision()
  } catch {
    troubles.push('the database cannot be read')
  }
  if (writer.isFailing()) troubles.push('the usage counters cannot be written')
  return troubles
}

/**
 * Two connections, because `synchronous` belongs to a connection: switching it back and forth costs 12 µs a pair, and a switch that is
 * forgotten once would take the durability of every key after it.
 */
async function openDatabases({ storage, usage }: Config, env: Environment, create: boolean): Promise<KeyDatabases> {
  const addonFolders = addonFoldersOf(storage.temp, env)
  const upgrade = careFor(storage.backup.folder, addonFolders)
  const file = { path: storage.path, create, busyTimeoutMs: OPENING_BUSY_MS, addonFolders, upgrade }
  const durable = await openDatabase(file, 'FULL')
  try {
    const counters = await openDatabase(file, storage.synchronous === 'full' || usage.durability === 'power-safe' ? 'FULL' : 'NORMAL')
    return { durable, counters }
  } catch (error) {
    durable.close()
    throw error
  }
}

function openDailyBackup(
  { storage }: Config,
  env: Environment,
  { durable }: KeyDatabases,
  report: NonNullable<AccessSurroundings['backupReport']>,
): DailyBackup | undefined {
  const { folder, daily } = storage.backup
  if (!daily) return undefined
  const place = { folder, addonFolders: addonFoldersOf(storage.temp, env) }
  const lastMadeAt = listBackups(folder).find(({ reason }) => reason === 'daily')?.madeAt ?? 0
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

function openOffice(config: Config, { durable }: KeyDatabases, store: KeyStore): KeyOffice {
  const { prefix, pepper } = config.auth.apiKey
  const hasKeys = guarded(() => durable.prepare('SELECT 1 FROM keys LIMIT 1').get()) !== undefined
  const secret = createSecretKey(readPepper(pepper, { mayMake: !hasKeys }))
  const hash: KeyedHash = (text) => createHmac('sha256', secret).update(text).digest('hex')
  checkPepper(durable, hash('pepper'), pepper.path)
  return { store, hash, randomBytes: (length) => randomBytes(length), prefix }
}

/** A pepper that was exchanged would make every key wrong, one by one and without a word; here it is said once. */
function checkPepper(durable: KeyDatabases['durable'], check: string, path: string): void {
  const compare = durable.transaction(() => {
    const known = durable.prepare("SELECT value FROM meta WHERE name = 'pepper_check'").pluck().get() as string | undefined
    if (known === check) return
    if (known !== undefined && durable.prepare('SELECT 1 FROM keys LIMIT 1').get() !== undefined) {
      throw new Fault('The pepper is not the one that the keys of this database were made with. Put the former one back.', {
        code: 'bad_configuration',
        at: { file: path },
      })
    }
    durable.prepare("INSERT INTO meta VALUES ('pepper_check', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value").run(check)
  })
  guarded(() => compare.immediate())
}
