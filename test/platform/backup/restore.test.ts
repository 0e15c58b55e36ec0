// Backups are put back whole or not at all; and the schema goes forth and back.
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { listBackups, verifyBackup } from '../../../src/platform/backup/backup.ts'
import { restoreBackup } from '../../../src/platform/backup/restore.ts'
import type { Config } from '../../../src/platform/config/config.ts'
import { inspectDatabase } from '../../../src/platform/storage/database-report.ts'
import { SCHEMA_VERSION } from '../../../src/platform/storage/sqlite/sqlite-schema.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { START } from '../access/open-test-access.ts'
import { canMount, mountFolder } from '../logging/mounted-folder.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { addKeys, backUp, configOf, FIRST_KEY, FIRST_SCHEMA, idsOf, open, setSchema, targetOf } from './backup-site.ts'

describe('restoring', () => {
  const make = async () => {
    const config = configOf(makeScratchFolder())
    const ids = await addKeys(config, 50)
    const backup = await backUp(config)
    const later = await addKeys(config, 1)
    return { config, ids: ids.sort(), later, backup }
  }

  test('brings back the keys of the backup and keeps the former database', async () => {
    const { config, ids, backup, later } = await make()
    const { formerFile } = await restoreBackup(backup.file, targetOf(config), START)
    expect((await idsOf(config)).sort()).toEqual(ids)
    expect(statSync(config.storage.path).mode & 0o777).toBe(0o600)
    const former = new Sqlite(formerFile!, { readonly: true })
    expect(former.prepare('SELECT id FROM keys WHERE id = ?').pluck().get(later[0])).toBe(later[0])
    former.close()
  })

  test('works where there is no database', async () => {
    const { config, ids, backup } = await make()
    rmSync(config.storage.path)
    expect((await restoreBackup(backup.file, targetOf(config), START)).formerFile).toBeNull()
    expect((await idsOf(config)).sort()).toEqual(ids)
  })

  test('is refused while a process has the database open, and changes nothing', async () => {
    const { config, ids, later, backup } = await make()
    const stores = await open(config)
    expect(await rejectedProblem(restoreBackup(backup.file, targetOf(config), START))).toMatchObject({
      code: 'storage_unavailable',
      message: 'The database is in use by a running service or command. Stop it first.',
      at: { file: config.storage.path },
    })
    await stores.close()
    expect((await idsOf(config)).sort()).toEqual([...ids, ...later].sort())
    expect(readdirSync(config.storage.path.replace('/health-tools.db', '')).filter((name) => name.includes('restore'))).toEqual([])
  })

  test.each([
    ['in the middle', 4 * 4096],
    ['at its beginning', 0],
  ])('replaces a database that is damaged %s', async (_, from) => {
    const { config, ids, backup } = await make()
    const bytes = readFileSync(config.storage.path)
    bytes.fill(0xff, from)
    writeFileSync(config.storage.path, bytes)
    for (const suffix of ['-wal', '-counts']) writeFileSync(`${config.storage.path}${suffix}`, 'left over')
    const { formerFile } = await restoreBackup(backup.file, targetOf(config), START)
    expect(readFileSync(formerFile!).length).toBe(bytes.length)
    expect(readFileSync(`${formerFile}-counts`, 'utf8')).toBe('left over')
    expect((await idsOf(config)).sort()).toEqual(ids)
  })

  test('refuses a damaged backup before anything is touched', async () => {
    const { config, ids, later, backup } = await make()
    writeFileSync(backup.file, readFileSync(backup.file).fill(0xff, 4 * 4096))
    expect(await rejectedProblem(restoreBackup(backup.file, targetOf(config), START))).toMatchObject({ code: 'storage_unavailable' })
    expect((await idsOf(config)).sort()).toEqual([...ids, ...later].sort())
  })

  test('refuses keys of another pepper', async () => {
    const { config, backup } = await make()
    const { path } = config.auth.apiKey.pepper
    writeFileSync(path, 'q'.repeat(64), { mode: 0o600 })
    expect(await rejectedProblem(restoreBackup(backup.file, targetOf(config), START))).toMatchObject({
      code: 'bad_configuration',
      message: /another pepper/,
      at: { file: path },
    })
  })

  test.skipIf(!canMount)('onto a full disk leaves the database as it was', async () => {
    const { backup, config } = await make()
    const { folder } = mountFolder(96)
    const full = configOf(folder)
    copyFileSync(FIRST_SCHEMA, full.storage.path)
    copyFileSync(config.auth.apiKey.pepper.path, full.auth.apiKey.pepper.path)
    chmodSync(full.auth.apiKey.pepper.path, 0o600)
    writeFileSync(join(folder, 'filler'), new Uint8Array(60 * 1024))
    expect(await rejectedProblem(restoreBackup(backup.file, targetOf(full), START))).toMatchObject({
      code: 'io_error',
      message: /the disk is full/,
    })
    expect(readFileSync(full.storage.path).equals(readFileSync(FIRST_SCHEMA))).toBe(true)
    expect(readdirSync(folder).sort()).toEqual(['filler', 'health-tools.db', 'pepper'])
  })
})

describe.skipIf(SCHEMA_VERSION === 1)('a database of the first schema', () => {
  const make = (folder = makeScratchFolder()): Config => {
    const config = configOf(folder)
    copyFileSync(FIRST_SCHEMA, config.storage.path)
    chmodSync(config.storage.path, 0o600)
    writeFileSync(config.auth.apiKey.pepper.path, 'p'.repeat(64), { mode: 0o600 })
    return config
  }

  test('is backed up, then brought to the newest with all that is in it', async () => {
    const config = make()
    const stores = await open(config)
    await stores.openOffice()
    expect((await stores.keyStore.list({ limit: 10 })).map(({ owner }) => owner).sort()).toEqual(['Research', 'Ward 7'])
    expect(await stores.usageStore.report({ from: '2026-05-30', to: '2026-05-30', by: ['key'] })).toMatchObject([
      { keyId: FIRST_KEY, requests: 3, units: 3, errors: 1 },
    ])
    await stores.close()
    expect((await inspectDatabase(config.storage.path, [])).schema).toBe(SCHEMA_VERSION)
    const [backup] = listBackups(config.storage.backup.folder)
    expect(backup).toMatchObject({ schema: 1, reason: `before-schema-${SCHEMA_VERSION}` })
    expect(await verifyBackup(backup!.file, [])).toMatchObject({ checksum: 'fits', rows: { keys: 2, usage: 1, quota: 1 } })
  })

  test('comes back from the newest by that backup, and goes forth again', async () => {
    const config = make()
    await addKeys(config, 1)
    const [backup] = listBackups(config.storage.backup.folder)
    await restoreBackup(backup!.file, targetOf(config), START)
    expect((await inspectDatabase(config.storage.path, [])).schema).toBe(1)
    expect(await idsOf(config)).toHaveLength(2)
    expect((await inspectDatabase(config.storage.path, [])).schema).toBe(SCHEMA_VERSION)
  })

  test('stays as it is where the backup cannot be written', async () => {
    const config = make()
    writeFileSync(config.storage.backup.folder, 'a file where the folder should be')
    const fault = await rejectedProblem(open(config))
    expect(fault.message).toMatch(/^The database is unchanged: it needs schema \d+, and the backup before the change failed\./)
    expect(fault.at).toEqual({ file: config.storage.backup.folder })
    expect((await inspectDatabase(config.storage.path, [])).schema).toBe(1)
  })
})

describe('a newer schema', () => {
  test('is refused with the version that made it and the newest backup that leads back', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 2)
    const { file } = await backUp(config)
    setSchema(config.storage.path, 99)
    const newer = new Sqlite(config.storage.path)
    newer.prepare("UPDATE meta SET value = '9.8.7' WHERE name = 'program'").run()
    newer.close()
    await backUp(config, config.storage.backup.folder, START + 1_000)
    const { message, code } = await rejectedProblem(open(config))
    expect(code).toBe('bad_configuration')
    expect(message).toMatch(/^The database has schema 99 of version 9\.8\.7; this program, version \d+\.\d+\.\d+, knows \d+\./)
    expect(message).toContain(`health-tools backup restore ${file}`)
    expect(message).toContain('2026-05-30T12:00:00.000Z')
    await restoreBackup(file, targetOf(config), START)
    expect(await idsOf(config)).toHaveLength(2)
  })

  test('without a backup says where one was looked for', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 1)
    setSchema(config.storage.path, 99)
    mkdirSync(config.storage.backup.folder)
    expect((await rejectedProblem(open(config))).message).toContain(`there is none in ${config.storage.backup.folder}`)
  })
})
