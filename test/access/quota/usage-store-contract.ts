// What every UsageStore must do, whatever engine it stands on.
import { describe, expect, test } from 'vitest'
import type { Quota } from '../../../src/access/quota/plan.ts'
import type { KeyStore, UsageGrouping, UsageRow, UsageStore } from '../../../src/access/store.ts'
import { makeStoredKey } from '../keys/key-store-contract.ts'

const FREE: Quota = { unitsPerDay: null, unitsPerMonth: null, unitsTotal: null, bytesPerDay: null }

function usage(fields: Partial<UsageRow> = {}): UsageRow {
  return {
    keyId: 'A',
    tool: 'text/diff',
    day: '2026-05-31',
    requests: 1,
    units: 2,
    bytesIn: 30,
    bytesOut: 40,
    errors: 1,
    ms: 0.5,
    ...fields,
  }
}

/** @param open new, empty stores for each test; both on the same engine */
export function describeUsageStore(name: string, open: () => Promise<{ usage: UsageStore; keys: KeyStore }>): void {
  describe(`${name} as a UsageStore`, () => {
    test('starts at nothing', async () => {
      const { usage: store } = await open()
      expect(await store.totals('A', '2026-05-31')).toEqual({ dayUnits: 0, dayBytes: 0, monthUnits: 0, totalUnits: 0 })
      expect(await store.report({ from: '2000-01-01', to: '2099-12-31', by: ['owner'] })).toEqual([])
    })

    test('adds counters of the same key, tool and day, and keeps others apart', async () => {
      const { usage: store } = await open()
      await store.add([usage(), usage({ tool: 'hl7/parse', requests: 7 })], [])
      await store.add([usage({ ms: 0.25 }), usage({ day: '2026-05-30', units: 9 }), usage({ keyId: 'B' })], [])
      expect(await store.report({ from: '2026-05-31', to: '2026-05-31', by: ['tool'], keyId: 'A' })).toEqual([
        { tool: 'hl7/parse', requests: 7, units: 2, bytesIn: 30, bytesOut: 40, errors: 1, ms: 0.5 },
        { tool: 'text/diff', requests: 2, units: 4, bytesIn: 60, bytesOut: 80, errors: 2, ms: 0.75 },
      ])
    })

    test('reports by owner, key, tool and day between two days, both included', async () => {
      const { usage: store, keys } = await open()
      await keys.create(makeStoredKey({ id: 'A', owner: 'Ward 7' }))
      await keys.create(makeStoredKey({ id: 'B', owner: 'Ward 7' }))
      await keys.create(makeStoredKey({ id: 'C', owner: 'Lab' }))
      const days = ['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01']
      await store.add(
        days.flatMap((day) => ['A', 'B', 'C', 'gone'].map((keyId) => usage({ keyId, day }))),
        [],
      )
      const query = { from: '2026-05-01', to: '2026-05-31' }
      const units = async (by: 'owner' | 'key' | 'tool' | 'day') =>
        (await store.report({ ...query, by: [by] })).map((row) => [row.owner, row.keyId, row.tool, row.day, row.units])
      expect(await units('owner')).toEqual([
        ['', undefined, undefined, undefined, 4],
        ['Lab', undefined, undefined, undefined, 4],
        ['Ward 7', undefined, undefined, undefined, 8],
      ])
      expect(await units('key')).toEqual([
        ['Ward 7', 'A', undefined, undefined, 4],
        ['Ward 7', 'B', undefined, undefined, 4],
        ['Lab', 'C', undefined, undefined, 4],
        ['', 'gone', undefined, undefined, 4],
      ])
      expect(await units('tool')).toEqual([[undefined, undefined, 'text/diff', undefined, 16]])
      expect(await units('day')).toEqual([
        [undefined, undefined, undefined, '2026-05-01', 8],
        [undefined, undefined, undefined, '2026-05-31', 8],
      ])
    })

    test('reports by several groupings, by month, and knows the owners of credentials that are no keys', async () => {
      const { usage: store, keys } = await open()
      await keys.create(makeStoredKey({ id: 'A', owner: 'Ward 7' }))
      const [user, client] = ['proxy:alice', 'oauth:0a1b:ward']
      const row = (keyId: string, day: string) => usage({ keyId, day })
      await store.add(
        [row('A', '2026-05-31'), row(user, '2026-05-30'), row(user, '2026-05-31'), row(client, '2026-06-01')],
        [],
        [
          { credentialId: user, owner: 'alice' },
          { credentialId: client, owner: 'former' },
        ],
      )
      await store.add([], [], [{ credentialId: client, owner: 'Ward 7' }])
      const query = { from: '2026-05-01', to: '2026-06-30' }
      const rows = async (by: readonly UsageGrouping[]) =>
        (await store.report({ ...query, by })).map(({ requests: _r, bytesIn: _i, bytesOut: _o, errors: _e, ms: _ms, ...rest }) => rest)
      expect(await rows(['owner', 'month'])).toEqual([
        { owner: 'Ward 7', month: '2026-05', units: 2 },
        { owner: 'Ward 7', month: '2026-06', units: 2 },
        { owner: 'alice', month: '2026-05', units: 4 },
      ])
      expect(await rows(['month', 'key'])).toEqual([
        { month: '2026-05', keyId: 'A', owner: 'Ward 7', units: 2 },
        { month: '2026-05', keyId: user, owner: 'alice', units: 4 },
        { month: '2026-06', keyId: client, owner: 'Ward 7', units: 2 },
      ])
      expect(await rows(['owner', 'key', 'tool', 'day'])).toEqual([
        { owner: 'Ward 7', keyId: 'A', tool: 'text/diff', day: '2026-05-31', units: 2 },
        { owner: 'Ward 7', keyId: client, tool: 'text/diff', day: '2026-06-01', units: 2 },
        { owner: 'alice', keyId: user, tool: 'text/diff', day: '2026-05-30', units: 2 },
        { owner: 'alice', keyId: user, tool: 'text/diff', day: '2026-05-31', units: 2 },
      ])
    })

    test('counts charges by day, month and in all', async () => {
      const { usage: store } = await open()
      await store.add([], [{ keyId: 'A', day: '2026-05-30', units: 3, bytes: 100 }])
      await store.add(
        [],
        [
          { keyId: 'A', day: '2026-05-31', units: 4, bytes: 10 },
          { keyId: 'A', day: '2026-05-31', units: 1, bytes: 1 },
        ],
      )
      expect(await store.totals('A', '2026-05-31')).toEqual({ dayUnits: 5, dayBytes: 11, monthUnits: 8, totalUnits: 8 })
      expect(await store.totals('A', '2026-06-01')).toEqual({ dayUnits: 0, dayBytes: 0, monthUnits: 0, totalUnits: 8 })
      expect(await store.totals('B', '2026-05-31')).toMatchObject({ totalUnits: 0 })
      await store.add([], [{ keyId: 'A', day: '2026-06-02', units: 2, bytes: 5 }])
      expect(await store.totals('A', '2026-06-02')).toEqual({ dayUnits: 2, dayBytes: 5, monthUnits: 2, totalUnits: 10 })
    })

    test('takes a charge of an earlier day for what still runs of it, and units that are given back', async () => {
      const { usage: store } = await open()
      await store.add([], [{ keyId: 'A', day: '2026-05-31', units: 5, bytes: 10 }])
      await store.add([], [{ keyId: 'A', day: '2026-05-30', units: 2, bytes: 1 }])
      expect(await store.totals('A', '2026-05-31')).toEqual({ dayUnits: 5, dayBytes: 10, monthUnits: 7, totalUnits: 7 })
      await store.add([], [{ keyId: 'A', day: '2026-04-30', units: 1, bytes: 1 }])
      expect(await store.totals('A', '2026-05-31')).toMatchObject({ monthUnits: 7, totalUnits: 8 })
      await store.add([], [{ keyId: 'A', day: '2026-05-31', units: -4, bytes: 0 }])
      expect(await store.totals('A', '2026-05-31')).toEqual({ dayUnits: 1, dayBytes: 10, monthUnits: 3, totalUnits: 4 })
    })

    test('gives nobody a day twice when the clock is set back', async () => {
      const { usage: store } = await open()
      await store.add([], [{ keyId: 'A', day: '2026-05-31', units: 5, bytes: 10 }])
      expect(await store.totals('A', '2026-05-30')).toEqual({ dayUnits: 5, dayBytes: 10, monthUnits: 5, totalUnits: 5 })
    })

    test('reserves up to a limit and not one unit more, whichever limit it is', async () => {
      const limits: readonly (readonly [Partial<Quota>, string])[] = [
        [{ unitsPerDay: 5 }, '2026-06-01'],
        [{ unitsPerMonth: 5 }, '2026-06-01'],
        [{ unitsTotal: 5 }, ''],
      ]
      for (const [limit, freeAgain] of limits) {
        const { usage: store } = await open()
        const quota = { ...FREE, ...limit }
        const reserve = (units: number, day = '2026-05-31') => store.reserve({ keyId: 'A', day, units, quota })
        expect(await reserve(3)).toEqual({ granted: true, totals: { dayUnits: 3, dayBytes: 0, monthUnits: 3, totalUnits: 3 } })
        expect(await reserve(3)).toEqual({ granted: false, totals: { dayUnits: 3, dayBytes: 0, monthUnits: 3, totalUnits: 3 } })
        expect((await reserve(2)).granted).toBe(true)
        expect((await reserve(1)).granted).toBe(false)
        expect(await store.totals('A', '2026-05-31')).toMatchObject({ totalUnits: 5 })
        expect((await reserve(1, '2026-06-01')).granted).toBe(freeAgain !== '')
      }
    })

    test('forgets counters before a day, and no quota', async () => {
      const { usage: store } = await open()
      await store.add(
        ['2026-05-29', '2026-05-30', '2026-05-31'].map((day) => usage({ day })),
        [{ keyId: 'A', day: '2026-05-29', units: 6, bytes: 0 }],
      )
      expect(await store.prune('2026-05-31')).toBe(2)
      expect(await store.prune('2026-05-31')).toBe(0)
      expect((await store.report({ from: '2000-01-01', to: '2099-12-31', by: ['day'] })).map(({ day }) => day)).toEqual(['2026-05-31'])
      expect(await store.totals('A', '2026-05-31')).toMatchObject({ monthUnits: 6, totalUnits: 6 })
    })

    test('adds all or nothing', async () => {
      const { usage: store } = await open()
      const broken = usage({ tool: 'hl7/parse', requests: 'many' as unknown as number })
      await expect(async () => store.add([usage(), broken], [{ keyId: 'A', day: '2026-05-31', units: 1, bytes: 1 }])).rejects.toThrow()
      expect(await store.report({ from: '2000-01-01', to: '2099-12-31', by: ['day'] })).toEqual([])
      expect(await store.totals('A', '2026-05-31')).toMatchObject({ totalUnits: 0 })
    })
  })
}
