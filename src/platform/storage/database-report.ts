// What is in a database file, read without changing it: its schema, its integrity and how many rows it holds; never a row.
import type { Database } from 'better-sqlite3'
import { ProblemError } from '../../core/problem.ts'
import { connectDatabase, guarded } from './sqlite/sqlite.ts'
import { APPLICATION_ID, programOf, SCHEMA_VERSION, versionOf } from './sqlite/sqlite-schema.ts'

export interface DatabaseReport {
  readonly schema: number
  /** The version of the program that brought it to this schema; null where it did not say so. */
  readonly program: string | null
  readonly bytes: number
  /** Bytes of pages that hold nothing. */
  readonly freeBytes: number
  readonly rows: { readonly keys: number; readonly usage: number; readonly quota: number }
}

const BUSY_MS = 10_000

/**
 * Reads every page of the database.
 * @throws ProblemError `storage_unavailable` where it is damaged or cannot be read, `bad_configuration` where it is another program's
 */
export function inspectDatabase(path: string, addonFolders: readonly string[]): Promise<DatabaseReport> {
  return readDatabase(path, addonFolders, readReport)
}

/**
 * How many of the keys that are in force at an instant have each plan.
 * @throws ProblemError as inspectDatabase
 */
export async function countKeysByPlan(path: string, addonFolders: readonly string[], now: number): Promise<ReadonlyMap<string, number>> {
  const counting = 'SELECT plan, count(*) FROM keys WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?) GROUP BY plan'
  const rows = await readDatabase(path, addonFolders, (database) => database.prepare<[number], [string, number]>(counting).raw().all(now))
  return new Map(rows)
}

async function readDatabase<T>(path: string, addonFolders: readonly string[], read: (database: Database) => T): Promise<T> {
  const database = await connectDatabase({ path, busyTimeoutMs: BUSY_MS, addonFolders }, { readonly: true })
  try {
    return guarded(() => read(database))
  } catch (error) {
    throw error instanceof ProblemError ? new ProblemError(error.message, { code: error.code, at: { file: path }, cause: error }) : error
  } finally {
    database.close()
  }
}

function readReport(database: Database): DatabaseReport {
  const pragma = (name: string): number => database.pragma(name, { simple: true }) as number
  if (pragma('application_id') !== APPLICATION_ID) {
    throw new ProblemError('The file is not a database of this program.', { code: 'bad_configuration' })
  }
  if (String(database.pragma('integrity_check(1)', { simple: true })) !== 'ok') {
    throw new ProblemError('The database is damaged.', { code: 'storage_unavailable' })
  }
  const count = (table: 'keys' | 'usage' | 'quota'): number => database.prepare(`SELECT count(*) FROM ${table}`).pluck().get() as number
  const pageSize = pragma('page_size')
  return {
    schema: versionOf(database),
    program: programOf(database) ?? null,
    bytes: pragma('page_count') * pageSize,
    freeBytes: pragma('freelist_count') * pageSize,
    rows: { keys: count('keys'), usage: count('usage'), quota: count('quota') },
  }
}

/** @throws ProblemError `bad_configuration` where the program is too old for the schema */
export function checkSchemaIsKnown({ schema }: DatabaseReport, file: string): void {
  if (schema <= SCHEMA_VERSION) return
  throw new ProblemError(`It has schema ${schema}. This program supports up to ${SCHEMA_VERSION}. Use a newer version of the program.`, {
    code: 'bad_configuration',
    at: { file },
  })
}
