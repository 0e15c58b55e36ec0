// Copies of the live database: whole, checked, private, with their checksum beside them. Nobody sees one that is not finished, and what is
// not a daily copy is never removed.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, existsSync, linkSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { ProblemError } from '../../core/problem.ts'
import { checkSchemaIsKnown, type DatabaseReport, inspectDatabase } from '../storage/database-report.ts'
import { fileError, onFile } from '../storage/file-errors.ts'
import { makePrivateFolder, settleFile, syncFolder } from '../storage/private-file.ts'
import { journalPathOf, readJournal } from '../storage/sqlite/counts-journal.ts'
import type { CountsRecord } from '../storage/sqlite/counts-record.ts'
import { foldRecords } from '../storage/sqlite/counts-writer.ts'
import { connectDatabase, guarded, type UpgradeCare } from '../storage/sqlite/sqlite.ts'
import { APPLICATION_ID } from '../storage/sqlite/sqlite-schema.ts'

export interface Backup extends DatabaseReport {
  readonly file: string
  readonly sha256: string
}

export interface BackupPlace {
  readonly folder: string
  readonly addonFolders: readonly string[]
}

/** Part of the name of a backup. */
export type BackupReason = 'daily' | 'manual' | `before-schema-${number}`

/** Pages of one step; between steps others write, and a service answers. */
const STEP_PAGES = 1_000
/** A writer in another process makes a copy begin again; after so many times the rest is copied in one step, which nobody can disturb. */
const MAX_RESTARTS = 3
const NAME = /^health-tools-(\d{8}T\d{6}\.\d{3}Z)-(daily|manual|before-schema-\d{1,6})\.db$/

/**
 * A copy of what is committed now. Nothing is left behind where it fails.
 * @throws ProblemError `io_error`, `storage_unavailable`
 */
export async function createBackup(database: Database, place: BackupPlace, reason: BackupReason, now: number): Promise<Backup> {
  const { folder, addonFolders } = place
  const stamp = new Date(now).toISOString().replaceAll(/[-:]/g, '')
  const file = join(folder, `health-tools-${stamp}-${reason}.db`)
  const draft = join(folder, `.draft-${randomBytes(6).toString('hex')}`)
  onFile('Cannot create the backup folder', folder, () => makePrivateFolder(folder))
  try {
    onFile('The backup cannot be written', file, () => closeSync(openSync(draft, 'wx', 0o600)))
    // Before the pages: what is folded in between is in them, and all after it stays out.
    const records = readJournal(journalPathOf(database.name))
    await copyPages(database, draft, file)
    await finishCopy(draft, records, addonFolders)
    const report = await inspectDatabase(draft, addonFolders)
    const sha256 = onFile('The backup cannot be written', file, () => publish(draft, file))
    return { file, sha256, ...report }
  } finally {
    for (const path of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(path, { force: true })
  }
}

async function copyPages(database: Database, draft: string, file: string): Promise<void> {
  let restarts = 0
  let leastRemaining = Number.POSITIVE_INFINITY
  try {
    await database.backup(draft, {
      progress({ totalPages, remainingPages }) {
        if (remainingPages > leastRemaining) restarts++
        leastRemaining = remainingPages
        return restarts < MAX_RESTARTS ? STEP_PAGES : Math.max(1, totalPages * 2)
      },
    })
  } catch (error) {
    try {
      guarded(() => {
        throw error
      })
    } catch (problem) {
      if (!(problem instanceof ProblemError)) throw problem
      throw new ProblemError(`Cannot create the backup: ${problem.message}`, { code: problem.code, at: { file }, cause: problem })
    }
  }
}

/** The copy has what was counted and not folded in yet, and is one file, which can be read where nothing can be written. */
async function finishCopy(draft: string, records: readonly CountsRecord[], addonFolders: readonly string[]): Promise<void> {
  const copy = await connectDatabase({ path: draft, busyTimeoutMs: 1_000, addonFolders })
  try {
    guarded(() => {
      if (records.length > 0) copy.transaction(() => foldRecords(copy, records)).immediate()
      copy.pragma('journal_mode = DELETE')
    })
  } finally {
    copy.close()
  }
}

/** The checksum first: a backup that can be seen can be verified. */
function publish(draft: string, file: string): string {
  const sha256 = digestOf(draft)
  const sums = `${file}.sha256`
  writeFileSync(sums, `${sha256}  ${basename(file)}\n`, { flag: 'wx', mode: 0o600 })
  try {
    settleFile(draft)
    settleFile(sums)
    linkSync(draft, file)
    syncFolder(dirname(file))
  } catch (error) {
    rmSync(sums, { force: true })
    throw error
  }
  return sha256
}

/**
 * Reads all of a backup: its checksum where there is one, every page, its schema.
 * @throws ProblemError `storage_unavailable`, `bad_configuration`, `io_error`
 */
export async function verifyBackup(
  file: string,
  addonFolders: readonly string[],
): Promise<Backup & { readonly checksum: 'fits' | 'none' }> {
  const sha256 = onFile('The backup cannot be read', file, () => digestOf(file))
  const known = readChecksum(file)
  if (known !== undefined && known !== sha256) {
    throw new ProblemError('The backup is damaged: its checksum does not match.', { code: 'storage_unavailable', at: { file } })
  }
  const report = await inspectDatabase(file, addonFolders)
  checkSchemaIsKnown(report, file)
  return { file, sha256, checksum: known === undefined ? 'none' : 'fits', ...report }
}

function readChecksum(file: string): string | undefined {
  const sums = `${file}.sha256`
  if (!existsSync(sums)) return undefined
  const [digest = ''] = onFile('The checksum of the backup cannot be read', sums, () => readFileSync(sums, 'utf8')).split(' ')
  return digest
}

/** In pieces: a database may be larger than a buffer can be. */
function digestOf(file: string): string {
  const digest = createHash('sha256')
  const piece = new Uint8Array(1 << 20)
  const descriptor = openSync(file, 'r')
  try {
    for (;;) {
      const length = readSync(descriptor, piece)
      if (length === 0) return digest.digest('hex')
      digest.update(piece.subarray(0, length))
    }
  } finally {
    closeSync(descriptor)
  }
}

export interface ListedBackup {
  readonly file: string
  readonly reason: string
  /** When it was made, milliseconds since 1970. */
  readonly madeAt: number
  readonly schema: number
}

/** The backups of a folder, the newest first; none where the folder is missing or closed. */
export function listBackups(folder: string): ListedBackup[] {
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch {
    return []
  }
  const backups = names.flatMap((name) => {
    const [, stamp = '', reason = ''] = NAME.exec(name) ?? []
    const schema = stamp === '' ? undefined : readSchema(join(folder, name))
    return schema === undefined ? [] : [{ file: join(folder, name), reason, madeAt: instantOf(stamp), schema }]
  })
  return backups.sort((a, b) => b.madeAt - a.madeAt)
}

/** `20261121T023000.000Z` is the basic form of ISO 8601, which Date does not read. */
function instantOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'))
}

/** The schema by the header of the file (user_version at 60, application_id at 68), undefined where it is no database of this program. */
function readSchema(file: string): number | undefined {
  const header = new DataView(new ArrayBuffer(100))
  try {
    const descriptor = openSync(file, 'r')
    try {
      if (readSync(descriptor, header) < 100) return undefined
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return undefined
  }
  return header.getUint32(68) === APPLICATION_ID ? header.getUint32(60) : undefined
}

/**
 * Removes the oldest daily backups.
 * @returns how many
 * @throws ProblemError `io_error`
 */
export function pruneDailyBackups(folder: string, keep: number): number {
  const surplus = listBackups(folder)
    .filter(({ reason }) => reason === 'daily')
    .slice(keep)
  for (const { file } of surplus) {
    onFile('The old backup cannot be removed', file, () => {
      rmSync(file)
      rmSync(`${file}.sha256`, { force: true })
    })
  }
  return surplus.length
}

/** A backup before each change of the schema, and the newest one that leads back from a newer schema. */
export function careFor(folder: string, addonFolders: readonly string[]): UpgradeCare {
  return {
    async secure(database, toSchema) {
      try {
        await createBackup(database, { folder, addonFolders }, `before-schema-${toSchema}`, Date.now())
      } catch (error) {
        const problem = fileError('Cannot create the backup', folder, error)
        if (!(problem instanceof ProblemError)) throw problem
        const message = `The database is unchanged: it needs schema ${toSchema}, and the backup before the change failed. ${problem.message}`
        throw new ProblemError(message, { code: problem.code, at: problem.at ?? { file: folder }, cause: error })
      }
    },
    describeWayBack(knownSchema) {
      const found = listBackups(folder).find(({ schema }) => schema <= knownSchema)
      if (!found) return `Or restore a backup of schema ${knownSchema}; there is none in ${folder}.`
      const made = new Date(found.madeAt).toISOString()
      return `Or restore the backup of ${made} (schema ${found.schema}), which loses later changes: stop the service and run health-tools backup restore ${found.file}`
    },
  }
}
