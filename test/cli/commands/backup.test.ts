// `backup` and `db` as an administrator calls them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backupVerbs } from '../../../src/cli/commands/backup-verbs.ts'
import { dbVerbs } from '../../../src/cli/commands/db-verbs.ts'
import { keysVerbs } from '../../../src/cli/commands/keys-verbs.ts'
import { SCHEMA_VERSION } from '../../../src/platform/storage/sqlite/sqlite-schema.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { callVerb } from './call-verb.ts'

const verbs = [...backupVerbs, ...dbVerbs, ...keysVerbs]

function open() {
  const folder = makeScratchFolder()
  const config = join(folder, 'config.yaml')
  writeFileSync(config, `storage: { path: data/health-tools.db, backup: { dir: copies, schedule: "02:30" } }\n`)
  const call = (name: string, positionals: string[] = [], flags = {}) =>
    callVerb(verbs, name, { flags: { config, ...flags }, positionals, cwd: folder })
  return { folder, call }
}

test('a backup is created where the configuration says, verified, and restored', async () => {
  const { folder, call } = open()
  await call('keys create', [], { owner: 'Ward 7' })
  const created = await call('backup create')
  const { file, rows, pepper } = created.value as { file: string; rows: { keys: number }; pepper: string }
  expect(file.startsWith(join(folder, 'copies', 'health-tools-'))).toBe(true)
  expect(rows.keys).toBe(1)
  expect(created.out).toContain(`keep a copy of ${pepper} elsewhere`)
  expect((await call('backup verify', [file])).out).toContain('checksum: fits')
  await call('keys create', [], { owner: 'Ward 8' })
  expect((await call('backup restore', [file])).value).toMatchObject({ rows: { keys: 1 } })
  expect((await call('keys list')).value).toMatchObject({ keys: [{ owner: 'Ward 7' }] })
  expect((await call('backup create', [], { dir: 'other' })).out).toContain(join(folder, 'other'))
})

test('db check tells schema and rows; db migrate has nothing to do', async () => {
  const { folder, call } = open()
  await expect(call('db check')).rejects.toMatchObject({ code: 'storage_unavailable', message: 'The database does not exist yet.' })
  await call('keys create', [], { owner: 'Ward 7' })
  expect((await call('db check')).value).toMatchObject({ schema: SCHEMA_VERSION, newestSchema: SCHEMA_VERSION, rows: { keys: 1 } })
  expect((await call('db migrate')).value).toEqual({ from: SCHEMA_VERSION, to: SCHEMA_VERSION, backup: null })
  const path = join(folder, 'data', 'health-tools.db')
  writeFileSync(path, readFileSync(path).fill(0xff, 4 * 4096))
  await expect(call('db check')).rejects.toMatchObject({ code: 'storage_unavailable', at: { file: path } })
})
