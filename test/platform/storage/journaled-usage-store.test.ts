// The journal before the tables of usage: nothing that was added is lost and nothing counts twice, wherever the process ends, and everybody
// who reads sees it.
import {
  closeSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Charge } from '../../../src/access/store.ts'
import { createBackup } from '../../../src/platform/backup/backup.ts'
import { chargeRow, totalsOf } from '../../../src/platform/storage/quota-row.ts'
import { SqliteKeyStore } from '../../../src/platform/storage/sqlite/key-store.ts'
import { describeUsageStore } from '../../access/quota/usage-store-contract.ts'
import { canMount, mountFolder } from '../logging/mounted-folder.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import {
  ALL,
  beginJournal,
  copyCrashed,
  count,
  countIn,
  countsOf,
  DAY,
  openJournal,
  openUsage,
  requestsInDatabase,
  usageOf,
  WAYS,
} from './open-journaled-usage.ts'

for (const way of WAYS) {
  describeUsageStore(`SQLite with a journal, ${way}`, async () => {
    const { store, databases, path } = await openJournal(makeScratchFolder(), way)
    expect(existsSync(`${path}-counts`)).toBe(true)
    return { usage: store, keys: new SqliteKeyStore(databases) }
  })
}

test('between the fold and the new beginning of the journal nothing counts twice', async () => {
  const { store, path, databases } = await openJournal()
  for (let i = 0; i < 5; i++) await count(store)
  const journal = readFileSync(`${path}-counts`)
  await store.settle()
  databases.durable.pragma('wal_checkpoint(TRUNCATE)')
  const folder = copyCrashed(path)
  writeFileSync(`${folder}/health-tools.db-counts`, journal)
  expect(await countsOf(folder)).toBe(5)
})

test('a fold that is not in the database any more, as after a power cut, is done again', async () => {
  const { store, path } = await openJournal()
  const folder = copyCrashed(path)
  for (let i = 0; i < 5; i++) await count(store)
  const journal = readFileSync(`${path}-counts`)
  writeFileSync(`${folder}/health-tools.db-counts`, journal)
  expect(await countsOf(folder)).toBe(5)
})

test('a journal that a power cut has left as zeros is used again', async () => {
  const folder = makeScratchFolder()
  const first = await openUsage(folder)
  writeFileSync(`${first.path}-counts`, new Uint8Array(1 << 19))
  await beginJournal(first.store)
  await count(first.store)
  expect(requestsInDatabase(first.databases)).toBe(0)
  expect(await countsOf(copyCrashed(first.path))).toBe(1)
})

test('counts that come seldom go to the database, and make no journal', async () => {
  const { store, path, databases } = await openUsage()
  for (let i = 0; i < 5; i++) {
    await count(store)
    await store.settle()
  }
  expect(existsSync(`${path}-counts`)).toBe(false)
  expect(requestsInDatabase(databases)).toBe(5)
})

test.each(WAYS)(
  'the journal is private, is folded where it is full, and is gone when the process ends, %s',
  async (way) => {
    const { store, path, databases, close } = await openJournal(makeScratchFolder(), way)
    expect(statSync(`${path}-counts`).mode & 0o777).toBe(0o600)
    const size = statSync(`${path}-counts`).size
    let added = 0
    while (requestsInDatabase(databases) === 0) {
      await count(store)
      added++
    }
    expect(added).toBeGreaterThan(1_000)
    expect(await countsOf(copyCrashed(path))).toBe(added)
    expect(statSync(`${path}-counts`).size).toBe(size)
    // What is larger than the whole journal goes past it, behind what is in it.
    await count(store)
    const many = Array.from({ length: 8_000 }, (_, i) => usageOf(0, { tool: `tool ${i}` }))
    await store.add(many, [])
    expect(requestsInDatabase(databases)).toBe(added + 1)
    await close()
    expect(readdirSync(dirname(path)).sort()).toEqual(['health-tools.db', 'health-tools.db-counts-lock'])
    expect(await countsOf(dirname(path))).toBe(added + 1)
  },
  60_000,
)

test.runIf(process.platform === 'linux').each(WAYS)(
  'the system is asked to write through where a power cut must lose nothing, %s',
  async (way) => {
    const { path } = await openJournal(makeScratchFolder(), way)
    const flags = Number.parseInt(
      /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptorOf(`${path}-counts`)}`, 'utf8'))![1]!,
      8,
    )
    expect((flags & constants.O_DSYNC) !== 0).toBe(way !== 'crash-safe')
  },
)

/** Of a file that this process has open. */
function descriptorOf(path: string): string {
  const name = readdirSync('/proc/self/fd').find((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  })
  return name!
}

describe('others on the same database', () => {
  test('see what is in the journal, and count it only once', async () => {
    const { store, path, databases } = await openJournal()
    const other = await openUsage(dirname(path))
    for (let i = 1; i <= 4; i++) {
      await count(store)
      expect((await other.store.report(ALL))[0]).toMatchObject({ requests: i, units: i, ms: i / 2 })
      expect(requestsInDatabase(databases)).toBe(0)
    }
    await other.close()
    expect(existsSync(`${path}-counts`)).toBe(true)
    await store.settle()
    expect(await countIn(store)).toBe(4)
  })

  test('that count have the one with the journal write where they see it, until they are silent', async () => {
    const { store, path, databases } = await openJournal()
    const other = await openUsage(dirname(path))
    await count(store)
    await beginJournal(other.store)
    await count(other.store)
    expect(await store.totals('A', DAY)).toMatchObject({ totalUnits: 2 })
    for (let i = 0; i < 3; i++) {
      await count(store)
      await count(other.store)
      for (const one of [store, other.store]) expect(await one.totals('A', DAY)).toMatchObject({ totalUnits: 4 + 2 * i })
    }
    for (let i = 0; i < 3; i++) await store.settle()
    await count(store)
    expect(requestsInDatabase(databases)).toBe(8)
    expect(await countIn(store)).toBe(9)
  })

  test('take the journal over from one that has ended', async () => {
    const first = await openJournal()
    const second = await openUsage(dirname(first.path))
    await beginJournal(second.store)
    await count(first.store)
    await first.close()
    await beginJournal(second.store)
    await count(second.store)
    expect(requestsInDatabase(second.databases)).toBe(1)
    expect(await countIn(second.store)).toBe(2)
  })

  test('have it in a backup that is made meanwhile', async () => {
    const { store, path, databases } = await openJournal()
    const target = makeScratchFolder()
    for (let i = 0; i < 3; i++) await count(store)
    const { file } = await createBackup(databases.durable, { folder: target, addonFolders: [] }, 'manual', 0)
    expect(requestsInDatabase(databases)).toBe(0)
    const folder = makeScratchFolder()
    writeFileSync(`${folder}/health-tools.db`, readFileSync(file))
    expect(await countsOf(folder)).toBe(3)
    // The backup is of the database as it will be: the same journal beside it is in it already.
    writeFileSync(`${folder}/health-tools.db-counts`, readFileSync(`${path}-counts`))
    expect(await countsOf(folder)).toBe(3)
  })
})

describe('a journal that cannot be written', () => {
  /** The descriptor is taken away under the journal: all its writes fail from now on. */
  const breakJournal = (path: string): void => closeSync(Number(descriptorOf(`${path}-counts`)))

  test.runIf(process.platform === 'linux').each(WAYS)('leaves the work to the database, %s', async (way) => {
    const { store, path, databases } = await openJournal(makeScratchFolder(), way)
    await count(store)
    breakJournal(path)
    await count(store)
    expect(requestsInDatabase(databases)).toBe(2)
    await count(store)
    expect(await countIn(store)).toBe(3)
    expect(await countsOf(copyCrashed(path))).toBe(3)
    databases.durable.exec("CREATE TRIGGER full BEFORE UPDATE ON usage BEGIN SELECT raise(ABORT, 'full'); END")
    await expect((async () => count(store))()).rejects.toThrow()
    databases.durable.exec('DROP TRIGGER full')
    expect(await countIn(store)).toBe(3)
  })

  test.runIf(canMount)('on a full disk is not begun, until there is room', async () => {
    const { folder } = mountFolder(1_500)
    const { store, path } = await openUsage(folder)
    const fill = (kilobytes: number): void => writeFileSync(`${folder}/fill`, new Uint8Array(kilobytes << 10))
    fill(850)
    await beginJournal(store)
    await count(store)
    expect(await countIn(store)).toBe(1)
    fill(0)
    await beginJournal(store)
    expect(statSync(`${path}-counts`).size).toBeGreaterThan(100_000)
    await count(store)
    expect(await countIn(store)).toBe(2)
  })

  test.runIf(canMount)('but whose database finds the disk full keeps what it has until there is room', async () => {
    const { folder } = mountFolder(2_000)
    const { store, path, databases } = await openJournal(folder)
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(`${folder}/fill`, new Uint8Array(bavail * bsize))
    let total = 0
    for (let i = 0; i < 20; i++) {
      const rows = Array.from({ length: 100 }, (_, k) => usageOf(1, { tool: `tool ${i} ${k}` }))
      await store.add(rows, [{ keyId: 'A', day: DAY, units: 100, bytes: 3 }])
      total += 100
    }
    await expect(store.settle()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(requestsInDatabase(databases)).toBe(0)
    expect(await store.totals('A', DAY)).toMatchObject({ totalUnits: total })
    expect(await countsOf(copyCrashed(path))).toBe(total)
    await count(store)
    rmSync(`${folder}/fill`)
    await store.settle()
    expect(requestsInDatabase(databases)).toBe(total + 1)
    expect(await countIn(store)).toBe(total + 1)
  })
})

test('a quota after charges that are not in the database yet is what the database will say', async () => {
  const { store, databases } = await openJournal()
  const days = ['2026-04-30', '2026-05-30', '2026-05-31', '2026-06-01']
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 60; round++) {
    const keyId = `key ${round}`
    const charges: Charge[] = Array.from({ length: 1 + random(6) }, () => ({
      keyId,
      day: days[random(days.length)]!,
      units: random(12) - 4,
      bytes: random(50),
    }))
    for (const charge of charges) await store.add([], [charge])
    const before = days.map((day) => store.totals(keyId, day))
    expect(before).toEqual(days.map((day) => totalsOf(chargeRow(undefined, charges), day)))
    expect(databases.durable.prepare('SELECT count(*) FROM quota WHERE key_id = ?').pluck().get(keyId)).toBe(0)
    await store.settle()
    expect(days.map((day) => store.totals(keyId, day))).toEqual(before)
  }
})
