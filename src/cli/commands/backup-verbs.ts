// `backup`: copies the live database, checks a copy, and puts one back.
import { resolve } from 'node:path'
import { type Backup, createBackup, verifyBackup } from '../../platform/backup/backup.ts'
import { restoreBackup } from '../../platform/backup/restore.ts'
import type { Config } from '../../platform/config/config.ts'
import { addonFoldersOf } from '../../platform/storage/sqlite/native-addon.ts'
import { connectDatabase } from '../../platform/storage/sqlite/sqlite.ts'
import { type Positional, textFlag, type Verb, type VerbCall } from '../command-line/verb.ts'
import { recordAct } from '../records/recorded-act.ts'
import { loadEmbeddedConfigOf, STORES_FLAGS } from '../records/stores-flags.ts'

const FILE: Positional = { name: 'FILE', summary: 'Backup file.', required: true }
const BUSY_MS = 10_000

export const backupVerbs: readonly Verb[] = [
  {
    name: 'backup create',
    summary: 'Back up the live database and verify the copy. The pepper is not included: keep a copy of it elsewhere.',
    positionals: [],
    flags: {
      dir: {
        type: 'string',
        value: 'DIR',
        summary: 'Target folder. Default: storage.backup.dir, or the folder backup next to the database.',
      },
      ...STORES_FLAGS,
    },
    async run(call) {
      const config = loadEmbeddedConfigOf(call)
      const addonFolders = addonFoldersOf(config.storage.temp, call.terminal.env)
      const dir = textFlag(call, 'dir')
      const folder = dir === undefined ? config.storage.backup.folder : resolve(call.terminal.cwd, dir)
      const database = await connectDatabase({ path: config.storage.path, busyTimeoutMs: BUSY_MS, addonFolders })
      try {
        const backup = await recordAct(config, 'backup.create', undefined, () =>
          createBackup(database, { folder, addonFolders }, 'manual', Date.now()),
        )
        const pepper = config.auth.apiKey.pepper.path
        call.terminal.print(
          { ...backup, pepper },
          `${composeBackup(backup)}Without the pepper no key of it is good: keep a copy of ${pepper} elsewhere.\n`,
        )
        return 0
      } finally {
        database.close()
      }
    },
  },
  {
    name: 'backup verify',
    summary: 'Verify a backup: checksum, every page and schema. Exit code 74 if it is damaged.',
    positionals: [FILE],
    flags: STORES_FLAGS,
    async run(call) {
      const config = loadEmbeddedConfigOf(call)
      const backup = await verifyBackup(fileOf(call), addonFoldersOf(config.storage.temp, call.terminal.env))
      const checksum = backup.checksum === 'fits' ? 'checksum: fits\n' : 'checksum: none\n'
      call.terminal.print(backup, `${composeBackup(backup)}${checksum}`)
      return 0
    },
  },
  {
    name: 'backup restore',
    summary: 'Replace the database with a backup. The old database is kept next to it. Stop the service first.',
    positionals: [FILE],
    flags: STORES_FLAGS,
    async run(call) {
      const config = loadEmbeddedConfigOf(call)
      const restored = await recordAct(config, 'backup.restore', undefined, () =>
        restoreBackup(fileOf(call), targetOf(config, call), Date.now()),
      )
      const former = restored.formerFile === null ? '' : `The former database: ${restored.formerFile}\n`
      call.terminal.print(restored, `${composeBackup(restored)}Restored to ${config.storage.path}\n${former}`)
      return 0
    },
  },
]

function fileOf({ positionals: [file = ''], terminal }: VerbCall): string {
  return resolve(terminal.cwd, file)
}

function targetOf({ storage, auth }: Config, { terminal }: VerbCall) {
  return { path: storage.path, pepper: auth.apiKey.pepper, addonFolders: addonFoldersOf(storage.temp, terminal.env) }
}

function composeBackup({ file, schema, program, bytes, rows }: Backup): string {
  const maker = program === null ? '' : ` of version ${program}`
  return `${file}\nschema ${schema}${maker}, ${bytes} bytes, ${rows.keys} keys, ${rows.usage} rows of usage\n`
}
