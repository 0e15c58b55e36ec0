// The stores on a real PostgreSQL: the contracts of the stores, several processes, a server that goes away, TLS, the pepper and migrations.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { KeyDirectory } from '../../../src/access/keys/key-directory.ts'
import type { Quota } from '../../../src/access/quota/plan.ts'
import { FULL_BUCKET, spendCalls } from '../../../src/access/quota/rate.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import type { PostgresSource } from '../../../src/platform/config/config-places.ts'
import { inspectPostgres, openPostgres, type Postgres } from '../../../src/platform/storage/postgres/postgres.ts'
import { KeyChanges } from '../../../src/platform/storage/postgres/postgres-changes.ts'
import { PostgresKeyStore } from '../../../src/platform/storage/postgres/postgres-key-store.ts'
import { createPostgresRates } from '../../../src/platform/storage/postgres/postgres-rates.ts'
import { PostgresUsageStore } from '../../../src/platform/storage/postgres/postgres-usage-store.ts'
import { describeKeyStore, makeStoredKey } from '../../access/keys/key-store-contract.ts'
import { describeUsageStore } from '../../access/quota/usage-store-contract.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from './postgres-server.ts'

const missing = whyNoPostgres()
const QUOTA: Quota = { unitsPerDay: null, unitsPerMonth: null, unitsTotal: 100, bytesPerDay: null }

describe.skipIf(missing !== undefined)(`PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 60_000 }, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())

  function sourceOf(database: string, fields: Partial<PostgresSource> = {}): PostgresSource {
    const path = join(makeScratchFolder(), 'password')
    writeFileSync(path, `${server.password}\n`, { mode: 0o600 })
    const ca = { kind: 'public' as const, path: server.caFile }
    return {
      host: '127.0.0.1',
      port: server.port,
      database,
      user: 'health_tools',
      password: { kind: 'file', path },
      tls: { ca },
      connections: 4,
      ...fields,
    }
  }

  async function open(database = server.makeDatabase(), fields: Partial<PostgresSource> = {}): Promise<Postgres> {
    const opened = await openPostgres(sourceOf(database, fields))
    onTestFinished(() => opened.close())
    return opened
  }

  async function openChanges(database: Postgres): Promise<KeyChanges> {
    const changes = new KeyChanges(database)
    await changes.open()
    onTestFinished(() => changes.close())
    return changes
  }

  describeKeyStore('PostgreSQL', async () => {
    const database = await open()
    return new PostgresKeyStore(database, await openChanges(database))
  })
  describeUsageStore('PostgreSQL', async () => {
    const database = await open()
    return { usage: new PostgresUsageStore(database), keys: new PostgresKeyStore(database) }
  })

  describe('several nodes', () => {
    test('make the schema once when they start together', async () => {
      const name = server.makeDatabase()
      const nodes = await Promise.all(Array.from({ length: 6 }, () => open(name, { connections: 1 })))
      for (const node of nodes) expect(await node.query('SELECT version FROM health_tools.version')).toEqual([{ version: 5 }])
    })

    test('hear of a revocation, and take nothing from memory while they cannot hear', async () => {
      const name = server.makeDatabase()
      const [here, there] = [await open(name), await open(name)]
      const changes = await openChanges(there)
      const store = new PostgresKeyStore(here)
      await store.create(makeStoredKey())
      const directory = new KeyDirectory(new PostgresKeyStore(there, changes), 60_000)
      const revokedAt = async (): Promise<unknown> => (await directory.find('AAAAAAAAAAAA'))?.key.record.revokedAt
      expect(await revokedAt()).toBeNull()
      // From here on it is taken from memory.
      await expect.poll(() => directory.find('AAAAAAAAAAAA'), { interval: 20, timeout: 10_000 }).not.toBeInstanceOf(Promise)
      await store.revoke('AAAAAAAAAAAA', 7)
      await expect.poll(revokedAt, { interval: 20, timeout: 10_000 }).toBe(7)
      await changes.close()
      expect(changes.revision()).not.toBe(changes.revision())
    })

    test('never grant more units in all than a quota has, however many ask at once', async () => {
      const name = server.makeDatabase()
      const stores = [new PostgresUsageStore(await open(name)), new PostgresUsageStore(await open(name))]
      const answers = await Promise.all(
        Array.from({ length: 90 }, (_, i) => stores[i % 2]!.reserve({ keyId: 'T', day: '2026-05-31', units: 1 + (i % 3), quota: QUOTA })),
      )
      const granted = answers.reduce((sum, { granted: yes }, i) => sum + (yes ? 1 + (i % 3) : 0), 0)
      expect([granted, (await stores[0]!.totals('T', '2026-05-31')).totalUnits]).toEqual([100, 100])
    })

    test('write counters and charges of the same keys at once without losing any', async () => {
      const name = server.makeDatabase()
      const stores = [new PostgresUsageStore(await open(name)), new PostgresUsageStore(await open(name))]
      const keys = ['A', 'B', 'C', 'D', 'E']
      const row = { day: '2026-05-31', tool: 'text/diff', requests: 1, units: 1, bytesIn: 2, bytesOut: 3, errors: 0, ms: 0.5 }
      const write = (i: number): Promise<void> => {
        const order = i % 2 === 0 ? keys : [...keys].reverse()
        return stores[i % 2]!.add(
          order.map((keyId) => ({ ...row, keyId })),
          order.map((keyId) => ({ keyId, day: row.day, units: 1, bytes: 2 })),
        )
      }
      await Promise.all(Array.from({ length: 40 }, (_, i) => write(i)))
      expect(await stores[0]!.report({ from: row.day, to: row.day, by: ['tool'] })).toEqual([
        { tool: 'text/diff', requests: 200, units: 200, bytesIn: 400, bytesOut: 600, errors: 0, ms: 100 },
      ])
      for (const key of keys) expect(await stores[1]!.totals(key, row.day)).toMatchObject({ totalUnits: 40, dayBytes: 80 })
    })

    test('share rates by the same algorithm as the memory of one', async () => {
      const name = server.makeDatabase()
      const rates = [createPostgresRates(await open(name)), createPostgresRates(await open(name))]
      const limit = { perMinute: 0.6, burst: 7 }
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => rates[i % 2]!.take('K', limit)))
      expect(answers.filter(({ allowed }) => allowed)).toHaveLength(7)
      let bucket = FULL_BUCKET
      for (let i = 0; i < 7; i++) bucket = spendCalls(limit, bucket, 0).bucket
      for (const { emptyMs } of answers.filter(({ allowed }) => !allowed)) {
        expect(emptyMs).toBeLessThanOrEqual(bucket.emptyMs)
        expect(emptyMs).toBeGreaterThan(bucket.emptyMs - 30_000)
      }
      expect((await rates[0]!.take('K', { perMinute: 60_000, burst: 2 })).allowed).toBe(false)
      expect(await rates[1]!.take('other', limit)).toMatchObject({ allowed: true })
      await rates[0]!.sweep()
      expect((await rates[0]!.take('K', limit)).allowed).toBe(false)
    })
  })

  describe('a server', () => {
    test('that stops is a fault at once, and is used again when it is back', async () => {
      const database = await open()
      const changes = await openChanges(database)
      const [keys, usage] = [new PostgresKeyStore(database, changes), new PostgresUsageStore(database)]
      await keys.create(makeStoredKey())
      server.stop('immediate')
      try {
        await expect.poll(() => changes.isHearing, { timeout: 10_000 }).toBe(false)
        for (const work of [() => keys.find('AAAAAAAAAAAA'), () => usage.totals('A', '2026-05-31'), () => keys.revoke('AAAAAAAAAAAA', 1)]) {
          await expect(work()).rejects.toMatchObject({ code: 'storage_unavailable' })
        }
        await expect(usage.add([], [{ keyId: 'A', day: '2026-05-31', units: 1, bytes: 1 }])).rejects.toBeInstanceOf(ProblemError)
      } finally {
        server.start()
      }
      await expect.poll(() => changes.isHearing, { timeout: 20_000 }).toBe(true)
      expect((await keys.find('AAAAAAAAAAAA'))?.record.revokedAt).toBeNull()
      expect((await usage.totals('A', '2026-05-31')).totalUnits).toBe(0)
    })

    test.each<[string, () => Partial<PostgresSource>, object]>([
      ['whose certificate is of nobody known', () => ({ tls: { ca: null } }), { code: 'storage_unavailable' }],
      ['under another name than its certificate', () => ({ host: '127.0.0.2' }), { code: 'storage_unavailable' }],
      ['without the database', () => ({ database: 'nowhere' }), { message: 'The database server has no such database.' }],
      [
        'for another user',
        () => ({ user: 'somebody' }),
        { message: 'The database does not accept the user or the password of this service.' },
      ],
    ])('%s is refused', async (_name, fields, fault) => {
      await expect(openPostgres({ ...sourceOf(server.makeDatabase()), ...fields() })).rejects.toMatchObject(fault)
    })

    test('is spoken to over TLS, or by its unix socket', async () => {
      const ssl = async (fields: Partial<PostgresSource>): Promise<unknown> =>
        (await (await open(server.makeDatabase(), fields)).query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'))[0]
      expect([await ssl({}), await ssl({ host: server.folder, tls: null })]).toEqual([{ ssl: true }, { ssl: false }])
    })

    test('is looked at without making anything', async () => {
      const name = server.makeDatabase()
      const look = () => inspectPostgres(sourceOf(name), 1_000)
      expect([await look(), await look()]).toEqual([
        { hasTables: false, keysByPlan: new Map() },
        { hasTables: false, keysByPlan: new Map() },
      ])
      const database = await open(name)
      const keys = new PostgresKeyStore(database, await openChanges(database))
      await keys.create(makeStoredKey({ expiresAt: 2_000 }))
      expect(await look()).toEqual({ hasTables: true, keysByPlan: new Map([['standard', 1]]) })
      expect((await inspectPostgres(sourceOf(name), 2_000)).keysByPlan).toEqual(new Map())
      await expect(inspectPostgres(sourceOf(name, { tls: { ca: null } }), 1)).rejects.toThrow(/certificate/)
    })

    test('with a newer schema is refused, and stays as it is', async () => {
      const name = server.makeDatabase()
      const database = await open(name)
      await database.query('UPDATE health_tools.version SET version = 9')
      await expect(openPostgres(sourceOf(name))).rejects.toMatchObject({
        code: 'bad_configuration',
        message: expect.stringContaining('schema 9'),
      })
      expect(await database.query('SELECT version FROM health_tools.version')).toEqual([{ version: 9 }])
    })

    test('that answers too late is given up', async () => {
      const database = await open()
      await expect(database.query('SELECT pg_sleep(30)')).rejects.toMatchObject({ code: 'storage_unavailable' })
    })
  })
})
