// Backups: made of a live database, and found damaged when they are.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { listBackups, pruneDailyBackups, verifyBackup } from '../../../src/platform/backup/backup.ts'
import { SCHEMA_VERSION } from '../../../src/platform/storage/sqlite/sqlite-schema.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { START } from '../access/open-test-access.ts'
import { startChild } from '../child-process.ts'
import { canMount, mountFolder } from '../logging/mounted-folder.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { addKeys, backUp, configOf, FIRST_SCHEMA, open, setSchema } from './backup-site.ts'

describe('a backup', () => {
  test('is whole while others write, private, one file, and has its checksum beside it', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 300)
    const stores = await open(config)
    const office = await stores.openOffice()
    const making = backUp(config)
    for (let i = 0; i < 20; i++) await issueKey(office, newKey(), START)
    const backup = await making
    await stores.close()
    expect(backup.rows.keys).toBeGreaterThanOrEqual(300)
    expect(backup.file).toBe(join(config.storage.backup.folder, 'health-tools-20260530T120000.000Z-manual.db'))
    expect(readdirSync(config.storage.backup.folder).sort()).toEqual([
      'health-tools-20260530T120000.000Z-manual.db',
      'health-tools-20260530T120000.000Z-manual.db.sha256',
    ])
    for (const path of [backup.file, `${backup.file}.sha256`]) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(config.storage.backup.folder).mode & 0o777).toBe(0o700)
    expect(readFileSync(`${backup.file}.sha256`, 'utf8')).toBe(`${backup.sha256}  health-tools-20260530T120000.000Z-manual.db\n`)
    expect(await verifyBackup(backup.file, [])).toEqual({ ...backup, checksum: 'fits' })
    expect(listBackups(config.storage.backup.folder)).toEqual([
      { file: backup.file, reason: 'manual', madeAt: START, schema: SCHEMA_VERSION },
    ])
  })

  test('is made while another process holds the write lock', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 3)
    const child = startChild(join(import.meta.dirname, '..', 'storage', 'locking-child.ts'), [config.storage.path])
    await child.waitFor((line) => line === 'locked')
    expect((await backUp(config)).rows.keys).toBe(3)
  })

  test('does not replace one of the same name', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 1)
    const { file, sha256 } = await backUp(config)
    expect(await rejectedProblem(backUp(config))).toMatchObject({ code: 'io_error', message: /already a file of this name/, at: { file } })
    expect((await verifyBackup(file, [])).sha256).toBe(sha256)
    expect(readdirSync(config.storage.backup.folder)).toHaveLength(2)
  })

  test('of a damaged database is refused and leaves nothing', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 300)
    const bytes = readFileSync(config.storage.path)
    bytes.fill(0xff, 4 * 4096)
    writeFileSync(config.storage.path, bytes)
    expect(await rejectedProblem(backUp(config))).toMatchObject({ code: 'storage_unavailable', message: /damaged/ })
    expect(readdirSync(config.storage.backup.folder)).toEqual([])
  })

  test.skipIf(!canMount)('that does not fit on the disk leaves nothing, and no schema changes without one', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 300)
    const { folder } = mountFolder(64)
    expect(await rejectedProblem(backUp(config, folder))).toMatchObject({ message: /The disk is full/ })
    expect(readdirSync(folder)).toEqual([])
  })

  test.skipIf(!canMount)('cannot be written to a disk that is read-only', async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 1)
    const mounted = mountFolder(512)
    mounted.makeReadOnly()
    expect(await rejectedProblem(backUp(config, mounted.folder))).toMatchObject({
      code: 'io_error',
      message: 'The backup cannot be written: the file system is read-only.',
    })
    expect(await rejectedProblem(backUp(config, join(mounted.folder, 'below')))).toMatchObject({
      code: 'io_error',
      message: 'Cannot create the backup folder: the file system is read-only.',
    })
  })

  test('of former days is removed when it is a daily one, and no other', async () => {
    const folder = makeScratchFolder()
    for (const day of ['01', '02', '03']) {
      for (const reason of ['daily', 'manual', 'before-schema-2']) {
        const file = join(folder, `health-tools-202605${day}T023000.000Z-${reason}.db`)
        copyFileSync(FIRST_SCHEMA, file)
        writeFileSync(`${file}.sha256`, '')
      }
    }
    writeFileSync(join(folder, 'health-tools-20260401T023000.000Z-daily.db'), 'no database')
    expect(pruneDailyBackups(folder, 2)).toBe(1)
    expect(existsSync(join(folder, 'health-tools-20260501T023000.000Z-daily.db'))).toBe(false)
    expect(existsSync(join(folder, 'health-tools-20260501T023000.000Z-daily.db.sha256'))).toBe(false)
    expect(listBackups(folder)).toHaveLength(8)
    expect(listBackups(folder)[0]!.madeAt).toBe(Date.UTC(2026, 4, 3, 2, 30))
    expect(existsSync(join(folder, 'health-tools-20260401T023000.000Z-daily.db'))).toBe(true)
  })
})

describe('verifying', () => {
  const make = async () => {
    const config = configOf(makeScratchFolder())
    await addKeys(config, 300)
    return { config, backup: await backUp(config) }
  }
  const change = (file: string, position: number): void => {
    const bytes = readFileSync(file)
    bytes[position] = bytes[position]! ^ 1
    writeFileSync(file, bytes)
  }

  test('finds one changed bit', async () => {
    const { backup } = await make()
    change(backup.file, backup.bytes - 100)
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'storage_unavailable', message: /checksum differs/ })
  })

  test('finds damage without a checksum, and says that there is none', async () => {
    const { backup } = await make()
    rmSync(`${backup.file}.sha256`)
    expect((await verifyBackup(backup.file, [])).checksum).toBe('none')
    const bytes = readFileSync(backup.file)
    bytes.fill(0xff, 8 * 4096, 9 * 4096)
    writeFileSync(backup.file, bytes)
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'storage_unavailable', message: /damaged/ })
  })

  test('refuses what is cut off, what is no database, and what is not there', async () => {
    const { backup } = await make()
    rmSync(`${backup.file}.sha256`)
    writeFileSync(backup.file, readFileSync(backup.file).subarray(0, backup.bytes / 2))
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'storage_unavailable' })
    writeFileSync(backup.file, 'SECRET '.repeat(2_000))
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'storage_unavailable', message: /no database/ })
    rmSync(backup.file)
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'io_error', at: { file: backup.file } })
  })

  test('refuses a database of another program and a newer schema', async () => {
    const { backup } = await make()
    rmSync(`${backup.file}.sha256`)
    setSchema(backup.file, 99)
    expect(await rejectedProblem(verifyBackup(backup.file, []))).toMatchObject({ code: 'bad_configuration', message: /schema 99/ })
    const other = join(makeScratchFolder(), 'other.db')
    const database = new Sqlite(other)
    database.exec('CREATE TABLE patients (name TEXT)')
    database.close()
    expect(await rejectedProblem(verifyBackup(other, []))).toMatchObject({ code: 'bad_configuration' })
  })
})
