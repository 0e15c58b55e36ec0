// Puts access together on the engine of the configuration: the stores, the pepper, authentication, admission, and the writing of counters.
import type { KeyOffice } from '../../access/keys/key.ts'
import { KeyDirectory } from '../../access/keys/key-directory.ts'
import { Admission } from '../../access/quota/admission.ts'
import { dayOf } from '../../access/quota/quota.ts'
import type { KeyStore, UsageStore } from '../../access/store.ts'
import type { DailyBackup } from '../backup/daily-backup.ts'
import type { Config } from '../config/config.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'
import { openPostgresEngine } from '../storage/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../storage/sqlite/sqlite-engine.ts'
import type { BackupReport, Engine } from './access-engine.ts'
import { type Gates, openGates } from './gates.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface OpenedStores {
  readonly keyStore: KeyStore
  readonly usageStore: UsageStore
  /** Reads the pepper; needed to make keys, not to list or end them. */
  openOffice(): Promise<KeyOffice>
  close(): Promise<void>
}

export interface OpenedAccess extends Gates {
  readonly keyStore: KeyStore
  readonly usageStore: UsageStore
  readonly office: KeyOffice
  readonly admission: Admission
  /** The database that nodes share; undefined with the embedded one. */
  readonly database: Postgres | undefined
  /**
   * What lets callers in by another configuration, over the same stores.
   * @throws ProblemError `bad_configuration`
   */
  openGates(config: Config): Promise<Gates>
  /** Writes what is counted in memory. What cannot be written is kept; throws ProblemError `storage_unavailable`. */
  flush(now: number): Promise<void>
  /** Copies the database while it is used, and removes the oldest daily copies; undefined where the configuration wants none. */
  readonly dailyBackup: DailyBackup | undefined
  /** Names of what keeps the service from its work; empty: nothing. */
  notReadyBecause(): string[]
  /** Writes the counters a last time and closes the database. Failures go to logError. */
  close(now: number): Promise<void>
}

/**
 * The stores alone, for commands that work beside a running server.
 * @param create makes the embedded database where there is none
 */
export async function openStores(config: Config, env: Environment, { create }: { readonly create: boolean }): Promise<OpenedStores> {
  return config.storage.postgres ? openPostgresEngine(config, { serves: false }) : openSqliteEngine(config, env, { create })
}

export interface AccessSurroundings {
  readonly env: Environment
  readonly logError: (error: unknown) => void
  /** Told what became of the daily backups. */
  readonly backupReport?: BackupReport
}

/** @throws ProblemError `storage_unavailable`, `bad_configuration`, `io_error` */
export async function openAccess(config: Config, { env, logError, backupReport }: AccessSurroundings): Promise<OpenedAccess> {
  const engine = config.storage.postgres
    ? await openPostgresEngine(config, { serves: true })
    : await openSqliteEngine(config, env, { create: true })
  try {
    const { keyStore, usageStore, rates } = engine
    const office = await engine.openOffice()
    const directory = new KeyDirectory(keyStore, config.auth.apiKey.lastUsedResolutionMs)
    const admission = new Admission(usageStore, config.plans, {
      durable: config.usage.durability !== 'batched',
      nextTurn: (callback) => void setImmediate(callback),
      clock: () => performance.now(),
      ...(rates ? { rates } : {}),
    })
    const gates = await openGates(config, directory, office.hash)
    engine.beginServing()
    const writer = createWriter(engine, admission, directory, config.usage.retentionMs)
    const close = async (now: number): Promise<void> => {
      try {
        // Once more, for what was settled while the first was under way.
        await writer.flush(now)
        await writer.flush(now)
      } catch (error) {
        logError(error)
      }
      await engine.close()
    }
    return {
      keyStore,
      usageStore,
      office,
      ...gates,
      admission,
      database: engine.database,
      openGates: (next) => openGates(next, directory, office.hash),
      flush: writer.flush,
      dailyBackup: engine.openDailyBackup(backupReport ?? { done: () => undefined, failed: logError }),
      notReadyBecause: () => findTroubles(engine, writer),
      close,
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}

interface Writer {
  flush(now: number): Promise<void>
  /** Whether the last flush failed. */
  isFailing(): boolean
}

function createWriter(
  { usageStore, rates, settleUsage }: Engine,
  admission: Admission,
  directory: KeyDirectory,
  retentionMs: number,
): Writer {
  let prunedDay = ''
  let failing = false
  const flush = async (now: number): Promise<void> => {
    try {
      await admission.flush()
      await settleUsage()
      await directory.flush()
      const today = dayOf(now)
      if (today !== prunedDay) {
        await usageStore.prune(dayOf(now - retentionMs))
        await rates?.sweep()
      }
      prunedDay = today
      failing = false
    } catch (error) {
      failing = true
      throw error
    }
  }
  return { flush, isFailing: () => failing }
}

function findTroubles(engine: Engine, writer: Writer): string[] {
  const troubles: string[] = []
  if (!engine.isReachable()) troubles.push('the database cannot be read')
  if (writer.isFailing()) troubles.push('the usage counters cannot be written')
  return troubles
}
