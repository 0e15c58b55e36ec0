// A lock between processes that the system itself lets go of when its holder ends, however it ends: SQLite's, on a file that stays empty.
import { closeSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { ProblemError } from '../../core/problem.ts'
import { giveToFolderOwner, openUnlinked } from './private-file.ts'
import { loadAddon } from './sqlite/native-addon.ts'

export interface ProcessLock {
  /** Does work that nobody else does at the same time. Throws ProblemError `storage_unavailable` where another process holds the lock too long. */
  hold<T>(work: () => T): T
  close(): void
}

/**
 * @param waitMs how long to wait for another process; this one does nothing else meanwhile
 * @throws ProblemError `storage_unavailable`, `bad_configuration`
 */
export async function openProcessLock(path: string, waitMs: number, addonFolders: readonly string[]): Promise<ProcessLock> {
  const { default: Sqlite } = await import('better-sqlite3')
  const addon = loadAddon([...addonFolders, dirname(path)])
  try {
    closeSync(giveToFolderOwner(openUnlinked(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT), path))
    // The types know a path alone, the driver takes the loaded addon too.
    const nativeBinding = addon as unknown as string | undefined
    const database = new Sqlite(path, { timeout: waitMs, ...(nativeBinding === undefined ? {} : { nativeBinding }) })
    const begin = database.prepare('BEGIN EXCLUSIVE')
    const commit = database.prepare('COMMIT')
    return {
      hold(work) {
        take(() => begin.run(), path)
        try {
          return work()
        } finally {
          commit.run()
        }
      },
      close: () => database.close(),
    }
  } catch (cause) {
    throw cause instanceof ProblemError ? cause : lockError(path, cause)
  }
}

/** A lock for as long as its holder lives. */
export interface LastingLock {
  /** Takes the lock where nobody has it; returns whether this one has it now. */
  take(): boolean
  /** Lets go of it, too. */
  close(): void
}

/** @throws ProblemError `storage_unavailable`, `bad_configuration` */
export async function openLastingLock(path: string, addonFolders: readonly string[]): Promise<LastingLock> {
  const { default: Sqlite } = await import('better-sqlite3')
  const addon = loadAddon([...addonFolders, dirname(path)])
  try {
    // The system drops the locks of a process on a file with the first descriptor of it that is closed.
    if (!existsSync(path))
      closeSync(giveToFolderOwner(openUnlinked(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT), path))
    const nativeBinding = addon as unknown as string | undefined
    const database = new Sqlite(path, { timeout: 0, ...(nativeBinding === undefined ? {} : { nativeBinding }) })
    const begin = database.prepare('BEGIN EXCLUSIVE')
    return {
      take() {
        if (database.inTransaction) return true
        try {
          begin.run()
          return true
        } catch (cause) {
          if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_BUSY') return false
          throw lockError(path, cause)
        }
      },
      close: () => database.close(),
    }
  } catch (cause) {
    throw cause instanceof ProblemError ? cause : lockError(path, cause)
  }
}

function take(begin: () => unknown, path: string): void {
  try {
    begin()
  } catch (cause) {
    throw lockError(path, cause)
  }
}

function lockError(file: string, cause: unknown): ProblemError {
  return new ProblemError('Cannot acquire the lock between processes.', { code: 'storage_unavailable', at: { file }, cause })
}
