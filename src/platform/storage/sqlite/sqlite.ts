// Opens the database: one file in WAL mode with a known schema, and every failure of SQLite as a ProblemError in words of this program.
// better-sqlite3 is loaded when the first database is opened, so that commands without one start at once.
import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Database, Options } from 'better-sqlite3'
import { ProblemError } from '../../../core/problem.ts'
import { giveToFolderOwner, makePrivateFolder } from '../private-file.ts'
import { loadAddon } from './native-addon.ts'
import { migrate, needsUpgrade, SCHEMA_VERSION } from './sqlite-schema.ts'

export interface DatabaseFile {
  readonly path: string
  /** Make the file where there is none. */
  readonly create: boolean
  /** How long a statement waits for another process that writes; the process does nothing else meanwhile. */
  readonly busyTimeoutMs: number
  /** Where the driver may be unpacked for a moment. */
  readonly addonFolders: readonly string[]
  readonly upgrade?: UpgradeCare
}

/** What protects a database whose schema this program does not have. */
export interface UpgradeCare {
  /** Runs before the schema changes; where it throws nothing is changed. */
  secure(database: Database, toSchema: number): Promise<void>
  /** How to come back from a schema that is newer than this one, in a sentence. */
  describeWayBack(knownSchema: number): string
}

/** How much is on the disk when a commit returns: FULL survives a power cut, NORMAL the end of the process. */
export type Synchronous = 'FULL' | 'NORMAL'

/** Between two tries to get at a database that another process is making. */
const OPENING_PAUSE_MS = 20

/** The log of changes is cut back to this size after a burst. */
const JOURNAL_LIMIT_BYTES = 64 << 20

/**
 * The database in the newest schema; it is made, or brought to that schema, where it has to be.
 * @throws ProblemError `storage_unavailable`, `bad_configuration` (another program's database, or a newer schema), `io_error`
 */
export async function openDatabase(file: DatabaseFile, synchronous: Synchronous): Promise<Database> {
  const { path, busyTimeoutMs, upgrade } = file
  prepareFile(file)
  const identity = identify(path)
  const database = await connectDatabase(file)
  try {
    configure(database, synchronous, busyTimeoutMs)
    if (upgrade && needsUpgrade(database)) await upgrade.secure(database, SCHEMA_VERSION)
    migrate(database, upgrade?.describeWayBack)
    if (identify(path) !== identity)
      throw new ProblemError('The database was replaced while it was being opened. Try again.', { code: 'storage_unavailable' })
    return database
  } catch (error) {
    database.close()
    throw withDatabasePath(storageError(error), path)
  }
}

/**
 * A connection to a file as it is: nothing is made, changed or checked.
 * @throws ProblemError `storage_unavailable`, `io_error`
 */
export async function connectDatabase(
  { path, busyTimeoutMs, addonFolders }: Pick<DatabaseFile, 'path' | 'busyTimeoutMs' | 'addonFolders'>,
  { readonly = false }: { readonly readonly?: boolean } = {},
): Promise<Database> {
  const { default: Sqlite } = await import('better-sqlite3')
  const addon = loadAddon([...addonFolders, dirname(path)])
  // The types know a path alone, the driver takes the loaded addon too.
  const nativeBinding = addon as unknown as string | undefined
  const options: Options = {
    timeout: busyTimeoutMs,
    fileMustExist: true,
    readonly,
    ...(nativeBinding === undefined ? {} : { nativeBinding }),
  }
  try {
    return new Sqlite(path, options)
  } catch (error) {
    throw withDatabasePath(storageError(error), path)
  }
}

/** Which file it is, whatever its name. */
function identify(path: string): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found && `${found.dev}:${found.ino}`
}

/**
 * Runs statements and turns what SQLite throws into a ProblemError. It names no path, because callers of the API may read it.
 * @throws ProblemError `storage_unavailable`
 */
export function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storageError(error)
  }
}

/** Whether a database can be made, written and read in this folder. */
export async function checkDatabase(folder: string): Promise<boolean> {
  const file = { path: join(folder, 'health-tools.db'), create: true, busyTimeoutMs: 1_000, addonFolders: [] }
  const database = await openDatabase(file, 'FULL')
  try {
    const { integrity_check: answer } = database.prepare('PRAGMA integrity_check').get() as { integrity_check: string }
    return answer === 'ok'
  } finally {
    database.close()
  }
}

/** An administrator's first command may come before the service's first start: the file belongs to whom its folder belongs to. */
function makeFile(path: string): void {
  closeSync(giveToFolderOwner(openSync(path, 'wx', 0o600), path))
}

/** The folder is private and so is the file; SQLite gives its side files the rights of the database. */
function prepareFile({ path, create }: DatabaseFile): void {
  if (existsSync(path)) return
  if (!create)
    throw new ProblemError('The database does not exist yet. `serve` and `keys create` create it.', {
      code: 'storage_unavailable',
      at: { file: path },
    })
  try {
    makePrivateFolder(dirname(path))
    makeFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    const reasons: Record<string, string> = {
      EACCES: 'this user may not write there',
      EPERM: 'this user may not write there',
      EROFS: 'the file system is read-only',
      ENOSPC: 'the disk is full',
      ENOTDIR: 'a part of the path is a file',
    }
    const reason = reasons[code ?? ''] ?? 'the system refused'
    throw new ProblemError(`Cannot create the database: ${reason}.`, { code: 'storage_unavailable', at: { file: path }, cause: error })
  }
}

function configure(database: Database, synchronous: Synchronous, busyTimeoutMs: number): void {
  if (switchToWriteAheadLog(database, busyTimeoutMs) !== 'wal') {
    throw new ProblemError('The file system does not support a write-ahead log. Network file systems cannot be used.', {
      code: 'storage_unavailable',
    })
  }
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma(`journal_size_limit = ${JOURNAL_LIMIT_BYTES}`)
  database.pragma('trusted_schema = OFF')
}

/** SQLite does not wait for others where it would have to raise a lock that it already has, as it does here. */
function switchToWriteAheadLog(database: Database, timeoutMs: number): unknown {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return database.pragma('journal_mode = WAL', { simple: true })
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPENING_PAUSE_MS)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && String((error as Error & { code?: unknown }).code).startsWith('SQLITE_BUSY')
}

const MESSAGES: readonly (readonly [code: string, message: string])[] = [
  ['SQLITE_BUSY', 'The database is locked by another program.'],
  ['SQLITE_LOCKED', 'The database is locked by another program.'],
  ['SQLITE_READONLY', 'The database or its folder may not be written by this user.'],
  ['SQLITE_CANTOPEN', 'The database cannot be opened: this user may not read it, or may not write its folder.'],
  ['SQLITE_PERM', 'The database cannot be opened: this user may not read it.'],
  ['SQLITE_FULL', 'The disk is full.'],
  ['SQLITE_CORRUPT', 'The database is damaged. Stop the service and restore a backup.'],
  ['SQLITE_NOTADB', 'The file is not a database, or its header is damaged. Stop the service and restore a backup.'],
  ['SQLITE_IOERR', 'The disk failed to read or write the database.'],
]

function storageError(error: unknown): unknown {
  const code = error instanceof Error && error.name === 'SqliteError' ? String((error as Error & { code?: unknown }).code) : undefined
  if (code === undefined) return error
  // Extended codes begin with the basic one: SQLITE_IOERR_FSYNC.
  const message = MESSAGES.find(([basic]) => code === basic || code.startsWith(`${basic}_`))?.[1]
  return message === undefined ? error : new ProblemError(message, { code: 'storage_unavailable', cause: error })
}

/** At the opening nobody but the administrator reads the error, who needs the path. */
function withDatabasePath(problem: unknown, path: string): unknown {
  return problem instanceof ProblemError && !problem.at
    ? new ProblemError(problem.message, { code: problem.code, at: { file: path }, cause: problem.cause })
    : problem
}
