// `db`: checks the database, and brings it to the schema of this program.
import { existsSync } from 'node:fs'
import { ProblemError } from '../../core/problem.ts'
import { openStores } from '../../platform/access/open-access.ts'
import { listBackups } from '../../platform/backup/backup.ts'
import type { Config } from '../../platform/config/config.ts'
import { checkSchemaIsKnown, type DatabaseReport, inspectDatabase } from '../../platform/storage/database-report.ts'
import { addonFoldersOf } from '../../platform/storage/sqlite/native-addon.ts'
import { SCHEMA_VERSION } from '../../platform/storage/sqlite/sqlite-schema.ts'
import type { Verb, VerbCall } from '../command-line/verb.ts'
import { recordAct } from '../records/recorded-act.ts'
import { loadEmbeddedConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

export const dbVerbs: readonly Verb[] = [
  {
    name: 'db check',
    summary:
      'Check every page of the live database. Changes nothing. Exit code 74 if it is damaged, 78 if its schema is newer than this program.',
    positionals: [],
    flags: STORES_FLAGS,
    async run(call) {
      const config = loadEmbeddedConfigOf(call)
      const report = await inspect(config, call)
      checkSchemaIsKnown(report, config.storage.path)
      const { schema, program, bytes, freeBytes, rows } = report
      const state = schema === SCHEMA_VERSION ? 'the schema of this program' : `health-tools db migrate brings it to ${SCHEMA_VERSION}`
      call.terminal.print(
        { path: config.storage.path, ...report, newestSchema: SCHEMA_VERSION },
        `${config.storage.path}: ok\nschema ${schema}${program === null ? '' : ` of version ${program}`} (${state})\n${bytes} bytes, ${freeBytes} of them free\n${rows.keys} keys, ${rows.usage} rows of usage, ${rows.quota} quotas\n`,
      )
      return 0
    },
  },
  {
    name: 'db migrate',
    summary: 'Migrate the database to the schema of this program, after a backup. The service does the same at startup.',
    positionals: [],
    flags: STORES_FLAGS,
    async run(call) {
      const config = loadEmbeddedConfigOf(call)
      const { schema: from } = await inspect(config, call)
      const known = new Set(listBackups(config.storage.backup.folder).map(({ file }) => file))
      const stores = await recordAct(config, 'db.migrate', undefined, () => openStores(config, call.terminal.env, { create: false }))
      await stores.close()
      const backup = listBackups(config.storage.backup.folder).find(
        ({ file, reason }) => !known.has(file) && reason === `before-schema-${SCHEMA_VERSION}`,
      )
      const text =
        from === SCHEMA_VERSION
          ? `schema ${from}: nothing to do\n`
          : `schema ${from} became ${SCHEMA_VERSION}\nbackup: ${backup?.file ?? 'none'}\n`
      call.terminal.print({ from, to: SCHEMA_VERSION, backup: backup?.file ?? null }, text)
      return 0
    },
  },
]

/** @throws ProblemError `storage_unavailable`, `bad_configuration` */
function inspect({ storage }: Config, { terminal }: VerbCall): Promise<DatabaseReport> {
  if (!existsSync(storage.path))
    throw new ProblemError('The database does not exist yet.', { code: 'storage_unavailable', at: { file: storage.path } })
  return inspectDatabase(storage.path, addonFoldersOf(storage.temp, terminal.env))
}
