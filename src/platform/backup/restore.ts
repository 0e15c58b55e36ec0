// Puts a backup in the place of the database, all at once: before the last step nothing has changed, after it everything has. The former
// database is kept beside it.
import { createHmac, randomBytes } from 'node:crypto'
import { constants, copyFileSync, existsSync, linkSync, readdirSync, readlinkSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { ProblemError } from '../../core/problem.ts'
import { readPepper, type SecretSource } from '../config/secrets.ts'
import { onFile } from '../storage/file-errors.ts'
import { makePrivateFolder, settleFile, syncFolder } from '../storage/private-file.ts'
import { connectDatabase, guarded } from '../storage/sqlite/sqlite.ts'
import { type Backup, verifyBackup } from './backup.ts'

export interface RestoreTarget {
  readonly path: string
  readonly pepper: SecretSource
  readonly addonFolders: readonly string[]
}

export interface Restored extends Backup {
  /** The former database; null where there was none. */
  readonly formerFile: string | null
}

const SIDE_FILES = ['-wal', '-shm', '-journal', '-counts'] as const
const LOCK_WAIT_MS = 500

/**
 * @throws ProblemError `storage_unavailable` where the backup is damaged or a process has the database open, `bad_configuration` where the schema
 * or the pepper does not fit, `io_error`
 */
export async function restoreBackup(file: string, target: RestoreTarget, now: number): Promise<Restored> {
  const backup = await verifyBackup(file, target.addonFolders)
  await checkPepperFits(backup, target)
  const { path } = target
  const folder = dirname(path)
  const draft = `${path}.restore-${randomBytes(6).toString('hex')}`
  onFile('Cannot create the database folder', folder, () => makePrivateFolder(folder))
  try {
    onFile('The backup cannot be copied', path, () => {
      copyFileSync(file, draft, constants.COPYFILE_EXCL)
      settleFile(draft)
    })
    // What was copied is checked once more: the disk may have failed in between.
    await verifyCopy(draft, backup, target)
    const formerFile = await exchange(draft, path, target.addonFolders, now)
    return { ...backup, formerFile }
  } finally {
    for (const suffix of ['', ...SIDE_FILES]) rmSync(`${draft}${suffix}`, { force: true })
  }
}

async function verifyCopy(draft: string, backup: Backup, { addonFolders }: RestoreTarget): Promise<void> {
  const { sha256 } = await verifyBackup(draft, addonFolders)
  if (sha256 !== backup.sha256) throw new ProblemError('The copy differs from the backup.', { code: 'io_error', at: { file: draft } })
}

/** Keys of another pepper would all be refused, without a word why. */
async function checkPepperFits({ file, rows }: Backup, { pepper, addonFolders }: RestoreTarget): Promise<void> {
  if (rows.keys === 0) return
  const database = await connectDatabase({ path: file, busyTimeoutMs: LOCK_WAIT_MS, addonFolders }, { readonly: true })
  let known: unknown
  try {
    known = guarded(() => database.prepare("SELECT value FROM meta WHERE name = 'pepper_check'").pluck().get())
  } finally {
    database.close()
  }
  if (known === undefined) return
  const own = createHmac('sha256', readPepper(pepper, { mayMake: false }))
    .update('pepper')
    .digest('hex')
  if (own !== known) {
    throw new ProblemError('The keys in the backup were hashed with another pepper. Restore that pepper first.', {
      code: 'bad_configuration',
      at: { file: pepper.path },
    })
  }
}

/** @returns where the former database is now */
async function exchange(draft: string, path: string, addonFolders: readonly string[], now: number): Promise<string | null> {
  if (!existsSync(path)) {
    onFile('Cannot write the database', path, () => {
      for (const suffix of SIDE_FILES) rmSync(`${path}${suffix}`, { force: true })
      renameSync(draft, path)
      syncFolder(dirname(path))
    })
    return null
  }
  const locked = await holdAlone(path, addonFolders)
  try {
    const former = `${path}.replaced-${new Date(now).toISOString().replaceAll(/[-:]/g, '')}`
    onFile('Cannot write the database', path, () => {
      linkSync(path, former)
      // Side files are left of a damaged database alone; beside the new one they would damage it.
      for (const suffix of SIDE_FILES) if (existsSync(`${path}${suffix}`)) renameSync(`${path}${suffix}`, `${former}${suffix}`)
      renameSync(draft, path)
      syncFolder(dirname(path))
    })
    return former
  } finally {
    locked?.close()
  }
}

/**
 * A connection that shuts out all others until it is closed; undefined where the file is too damaged for one and nobody has it open.
 * @throws ProblemError `storage_unavailable` where another process has it open
 */
async function holdAlone(path: string, addonFolders: readonly string[]): Promise<Database | undefined> {
  const database = await connectDatabase({ path, busyTimeoutMs: LOCK_WAIT_MS, addonFolders })
  try {
    guarded(() => {
      // Only the one process that has the database open can leave the write-ahead log.
      database.pragma('journal_mode = DELETE')
      database.pragma('locking_mode = EXCLUSIVE')
      database.exec('BEGIN EXCLUSIVE')
    })
    return database
  } catch (error) {
    database.close()
    if (!(error instanceof ProblemError)) throw error
    if (!/^SQLITE_(?:CORRUPT|NOTADB)/.test(sqliteCodeOf(error)) || isOpenElsewhere(path)) throw databaseInUseError(path, error)
    return undefined
  }
}

/** Of the error of SQLite that `guarded` put into words; empty for none. */
function sqliteCodeOf({ cause }: ProblemError): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function databaseInUseError(path: string, cause: ProblemError): ProblemError {
  if (!/^SQLITE_(?:BUSY|LOCKED)/.test(sqliteCodeOf(cause)) && !isOpenElsewhere(path))
    return new ProblemError(cause.message, { code: cause.code, at: { file: path }, cause })
  return new ProblemError('The database is in use by a running service or command. Stop it first.', {
    code: 'storage_unavailable',
    at: { file: path },
    cause,
  })
}

/** By /proc, which shows processes of this user, and to root all of them. Elsewhere an open file cannot be renamed (Windows). */
function isOpenElsewhere(path: string): boolean {
  if (process.platform !== 'linux') return false
  const real = realpathSync(path)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .some((pid) => openFilesOf(join('/proc', pid, 'fd')).includes(real))
}

function openFilesOf(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(join(folder, name))]
      } catch {
        return []
      }
    })
  } catch {
    return []
  }
}
