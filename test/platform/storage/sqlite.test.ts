// A database that is locked, read-only, full, damaged, someone else's or newer costs a clear ProblemError, and nothing that was counted.
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, test } from 'vitest'
import { issueKey } from '../../../src/access/keys/key.ts'
import { openStores } from '../../../src/platform/access/open-access.ts'
import { loadConfig } from '../../../src/platform/config/config.ts'
import { checkDatabase, guarded, openDatabase } from '../../../src/platform/storage/sqlite/sqlite.ts'
import { newKey } from '../../access/keys/new-key.ts'
import { rejectedProblem } from '../../thrown-problem.ts'
import { loadTestConfig, openTestAccess, START } from '../access/open-test-access.ts'
import { startChild } from '../child-process.ts'
import { makeScratchFolder } from '../scratch-folder.ts'

const here = import.meta.dirname
const storesOf = (folder: string, create = true) =>
  openStores(loadConfig({ dataFolder: folder, env: {}, cwd: folder, systemFile: '/nonexistent' }), {}, { create })

/** A data folder with 200 keys in it. */
async function fill(): Promise<string> {
  const folder = join(makeScratchFolder(), 'data')
  const stores = await storesOf(folder)
  const office = await stores.openOffice()
  for (let i = 0; i < 200; i++) await issueKey(office, newKey({ note: 'x'.repeat(300) }), START)
  await stores.close()
  return folder
}

describe('a new database', () => {
  test('is private, and so is its folder', async () => {
    const folder = await fill()
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of ['health-tools.db', 'pepper']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('is not made by a command that only reads', async () => {
    const folder = join(makeScratchFolder(), 'data')
    expect(await rejectedProblem(storesOf(folder, false))).toMatchObject({
      code: 'storage_unavailable',
      at: { file: join(folder, 'health-tools.db') },
    })
    expect(existsSync(folder)).toBe(false)
  })

  test('is made by one of two that come at once and used by both', async () => {
    const folder = join(makeScratchFolder(), 'data')
    const opened = await Promise.all([storesOf(folder), storesOf(folder)])
    const { record } = await issueKey(await opened[0].openOffice(), newKey(), START)
    expect((await opened[1].keyStore.find(record.id))?.record).toEqual(record)
    for (const stores of opened) await stores.close()
  })

  test('commits keys with FULL and counters with NORMAL', async () => {
    const file = { path: join(makeScratchFolder(), 'x.db'), create: true, busyTimeoutMs: 100, addonFolders: [] }
    for (const [synchronous, value] of [
      ['FULL', 2],
      ['NORMAL', 1],
    ] as const) {
      const database = await openDatabase(file, synchronous)
      expect(database.pragma('synchronous', { simple: true })).toBe(value)
      expect(database.pragma('journal_mode', { simple: true })).toBe('wal')
      database.close()
    }
  })

  test('passes the check of self-test', async () => {
    expect(await checkDatabase(makeScratchFolder())).toBe(true)
  })
})

describe('a database that another process has locked', () => {
  test('still lets keys in, refuses what must be written, and gets the counters when it is free', async () => {
    const config = loadTestConfig('')
    const access = await openTestAccess(config)
    const live = await issueKey(access.office, newKey(), START)
    const trial = await issueKey(access.office, newKey({ kind: 'trial', trialQuota: 5 }), START)
    const child = startChild(join(here, 'locking-child.ts'), [config.storage.path])
    await child.waitFor((line) => line === 'locked')

    const call = async (text: string) => {
      const caller = await access.authenticate({
        authorizationValues: [`Bearer ${text}`],
        rawHeaders: [],
        connection: { peerAddress: '192.0.2.1', isForProxy: false, isUnixSocket: false, hasClientCertificate: false },
        address: undefined,
        now: START,
      })
      return access.admission.admit({ caller, toolId: 'text/diff', now: START, units: 1, bytes: 0 })
    }
    ;(await call(live.text)).settle({ bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 })
    const fault = await rejectedProblem(call(trial.text))
    expect(fault).toMatchObject({ code: 'storage_unavailable', message: 'The database is locked by another program.' })
    expect(fault.at).toBeUndefined()
    expect(await rejectedProblem(issueKey(access.office, newKey(), START))).toMatchObject({ code: 'storage_unavailable' })
    expect(await rejectedProblem(access.flush(START))).toMatchObject({ code: 'storage_unavailable' })
    expect(access.notReadyBecause()).toEqual(['the usage counters cannot be written'])

    child.process.stdin?.end()
    await child.ended
    await access.flush(START)
    expect(access.notReadyBecause()).toEqual([])
    expect(await access.usageStore.report({ from: '2026-05-30', to: '2026-05-30', by: ['key'] })).toMatchObject([
      { keyId: live.record.id, requests: 1 },
    ])
    expect((await access.usageStore.totals(trial.record.id, '2026-05-30')).totalUnits).toBe(0)
    ;(await call(trial.text)).settle({ bytesIn: 1, bytesOut: 1, errors: 0, ms: 1 })
  })
})

describe.skipIf(process.platform === 'win32')('a folder that may not be written', () => {
  const tryAsNobody = async (folder: string): Promise<string> => {
    const child = startChild(join(here, 'unprivileged-child.ts'), [folder, makeScratchFolder()])
    await child.ended
    return child.lines.join('\n')
  }
  const openFolder = (): string => {
    const folder = makeScratchFolder()
    chmodSync(folder, 0o755)
    return folder
  }

  test('and has no database yet', async () => {
    const folder = openFolder()
    chmodSync(folder, 0o555)
    expect(await tryAsNobody(folder)).toBe('storage_unavailable: Cannot create the database: this user may not write there.')
    expect(await tryAsNobody(join(folder, 'below'))).toBe('storage_unavailable: Cannot create the database: this user may not write there.')
  })

  test('and has one', async () => {
    const folder = openFolder()
    ;(await storesOf(folder)).close()
    chmodSync(join(folder, 'health-tools.db'), 0o444)
    chmodSync(folder, 0o555)
    expect(await tryAsNobody(folder)).toMatch(/^storage_unavailable: The database (?:or its folder may not be written|cannot be opened)/)
  })

  test('but may, it is written', async () => {
    const folder = openFolder()
    chmodSync(folder, 0o777)
    expect(await tryAsNobody(folder)).toBe('written')
  })
})

describe('a file that cannot be used', () => {
  test('is no database', async () => {
    const folder = makeScratchFolder()
    const path = join(folder, 'health-tools.db')
    writeFileSync(path, 'SECRET '.repeat(2_000))
    const fault = await rejectedProblem(storesOf(folder))
    expect(fault).toMatchObject({ code: 'storage_unavailable', at: { file: path } })
    expect(fault.message).toMatch(/^The file is not a database/)
    expect(readFileSync(path, 'utf8')).toBe('SECRET '.repeat(2_000))
  })

  test('is damaged in the middle', async () => {
    const folder = await fill()
    const path = join(folder, 'health-tools.db')
    const descriptor = openSync(path, 'r+')
    for (let page = 4; page < statSync(path).size / 4096; page++) writeSync(descriptor, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096)
    closeSync(descriptor)
    const stores = await storesOf(folder)
    const listed = rejectedProblem(Promise.resolve().then(() => stores.keyStore.list({ limit: 1_000 })))
    expect(await listed).toMatchObject({
      code: 'storage_unavailable',
      message: 'The database is damaged. Stop the service and restore a backup.',
    })
    await stores.close()
  })

  test('is of a newer program', async () => {
    const folder = await fill()
    const path = join(folder, 'health-tools.db')
    const database = new Sqlite(path)
    database.pragma('user_version = 99')
    database.close()
    const fault = await rejectedProblem(storesOf(folder))
    expect(fault).toMatchObject({ code: 'bad_configuration', at: { file: path } })
    expect(fault.message).toMatch(/schema 99 of version [\d.]+; this program, version [\d.]+, knows \d+\. Run the newer program again\./)
  })

  test('is of another program', async () => {
    const folder = makeScratchFolder()
    const database = new Sqlite(join(folder, 'health-tools.db'))
    database.exec('CREATE TABLE patients (name TEXT)')
    database.close()
    expect(await rejectedProblem(storesOf(folder))).toMatchObject({ code: 'bad_configuration', message: /another program/ })
    const after = new Sqlite(join(folder, 'health-tools.db'))
    expect(after.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['patients'])
    after.close()
  })

  test('is a folder', async () => {
    const folder = makeScratchFolder()
    mkdirSync(join(folder, 'health-tools.db'))
    expect(await rejectedProblem(storesOf(folder))).toMatchObject({ code: 'storage_unavailable' })
  })
})

test('a full disk is said so', async () => {
  const path = join(makeScratchFolder(), 'x.db')
  const database = await openDatabase({ path, create: true, busyTimeoutMs: 100, addonFolders: [] }, 'FULL')
  database.pragma('max_page_count = 20')
  const fill = (): unknown => guarded(() => database.prepare('INSERT INTO meta VALUES (?, ?)').run('x', 'x'.repeat(1 << 20)))
  expect(fill).toThrow(expect.objectContaining({ code: 'storage_unavailable', message: 'The disk is full.' }))
  database.close()
})

test('an error that is none of the storage stays what it is', () => {
  const error = new TypeError('a fault of the program')
  expect(() =>
    guarded(() => {
      throw error
    }),
  ).toThrow(error)
})

describe('the pepper', () => {
  const yaml = 'auth: { api_key: { pepper: { file: pepper } } }\n'
  const withPepper = (folder: string, pepper: string) => {
    writeFileSync(join(folder, 'pepper'), `${pepper}\n`, { mode: 0o600 })
    return loadTestConfig(yaml, folder)
  }

  test('that is not the one of the keys stops the start', async () => {
    const folder = makeScratchFolder()
    const first = await openStores(withPepper(folder, 'a'.repeat(32)), {}, { create: true })
    await first.openOffice()
    const second = await openStores(withPepper(folder, 'b'.repeat(32)), {}, { create: true })
    await issueKey(await second.openOffice(), newKey(), START)
    const third = await openStores(withPepper(folder, 'c'.repeat(32)), {}, { create: true })
    await expect(third.openOffice()).rejects.toThrow(
      expect.objectContaining({ code: 'bad_configuration', at: { file: join(folder, 'pepper') } }),
    )
    const fourth = await openStores(withPepper(folder, 'b'.repeat(32)), {}, { create: true })
    expect((await fourth.openOffice()).prefix).toBe('ht')
    for (const stores of [first, second, third, fourth]) await stores.close()
  })

  test('that was lost is not made anew over keys', async () => {
    const folder = await fill()
    rmSync(join(folder, 'pepper'))
    const stores = await storesOf(folder)
    await expect(stores.openOffice()).rejects.toThrow(
      expect.objectContaining({ code: 'bad_configuration', message: 'The file of the secret does not exist.' }),
    )
    expect(existsSync(join(folder, 'pepper'))).toBe(false)
    await stores.close()
  })
})
