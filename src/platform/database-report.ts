// What is in a database file, read without changing it: its schema, its integrity and how many rows it holds; never a row.
import type { Database } from 'better-sqlite3'
import { Fault } from '../core/fault.ts'
import { connectDatabase, guarded } from './sqlite.ts'
import { APPLICATION_ID, programOf, SCHEMA_VERSION, versionOf } from './sqlite-schema.ts'

export interface DatabaseReport {
  readonly schema: number
  /** The version of the program that brought it to this schema; null where it did not say so. */
  readonly program: string | null
  readonly bytes: number
  /** Bytes of pages that hold nothing. */
  readonly freeBytes: number
  readonly rows: { readonly keys: number; readonly usage: number; readonly quota: number }
}

/**
 * Reads every page of the database.
 * @throws Fault `storage_unavailable` where it is damaged or cannot be read, `bad_configuration` where it is another program's
 */
export async function inspectDatabase(path: string, addonFolders: readonly string[], busyTimeoutMs = 10_000): Promise<DatabaseReport> {
  const database = await connectDatabase({ path, busyTimeoutMs, addonFolders }, { readonly: true })
  try {
    return guarded(() => readReport(database))
  } catch (error) {
    throw error instanceof Fault ? new Fault(error.message, { code: error.code, at: { file: path }, cause: error }) : error
  } finally {
    database.close()
  }
}

function readReport(database: Database): DatabaseReport {
  const pragma = (name: string): number => database.pragma(name, { simple: true }) as number
  if (pragma('application_id') !== APPLICATION_ID) {
    throw new Fault('The file is no database of this program.', { code: 'bad_configuration' })
  }
  if (String(database.pragma('integrity_check(1)', { simple: true })) !== 'ok') {
    throw new Fault('The database is damaged.', { code: 'storage_unavailable' })
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

/** @throws Fault `bad_configuration` where the program is too old for the schema */
export function checkSchemaIsKnown({ schema }: DatabaseReport, file: string): void {
  if (schema <= SCHEMA_VERSION) return
  throw new Fault(`It has schema ${schema}; this program knows ${SCHEMA_VERSION}. Use the newer program.`, {
    code: 'bad_configuration',
    at: { file },
  })
}
