// Between memory and store nothing is lost and nothing counts twice: failing flushes, new days, calls that settle meanwhile.
import { describe, expect, test } from 'vitest'
import { UsageLedger } from '../../../src/access/quota/ledger.ts'
import type { UsageStore } from '../../../src/access/store.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { DAY_MS, loadTestConfig, openTestAccess, START } from '../../platform/access/open-test-access.ts'
import { answerLater } from './later-store.ts'

const COUNTS = { units: 1, bytesIn: 2, bytesOut: 3, errors: 0, ms: 0.5 }
const TODAY = '2026-05-30'

async function open(wrap: (store: UsageStore) => UsageStore = (store) => store) {
  const { usageStore } = await openTestAccess(loadTestConfig(''))
  return { store: usageStore, ledger: new UsageLedger(wrap(usageStore)) }
}

/** A store that fails to add as long as `state.fails`. */
function failing(state: { fails: boolean }): (store: UsageStore) => UsageStore {
  return (store) =>
    new Proxy(store, {
      get(target, name) {
        if (name === 'add') {
          return (...counts: Parameters<UsageStore['add']>) => {
            if (state.fails) throw new ProblemError('The disk is full.', { code: 'storage_unavailable' })
            return target.add(...counts)
          }
        }
        const member = target[name as keyof UsageStore]
        return typeof member === 'function' ? member.bind(target) : member
      },
    })
}

function count(ledger: UsageLedger, keyId: string, now: number, times = 1): void {
  for (let i = 0; i < times; i++) {
    const account = ledger.account(keyId, now)
    ledger.charge(account, account.day, 1, 2)
    ledger.record(account, 'text/diff', account.day, COUNTS)
  }
}

describe('a flush that fails', () => {
  test('keeps everything, and the next one writes it once', async () => {
    const state = { fails: true }
    const { ledger, store } = await open(failing(state))
    const account = ledger.account('A', START)
    await ledger.load(account)
    for (let i = 0; i < 4; i++) {
      count(ledger, 'A', START, 2)
      await expect(ledger.flush()).rejects.toMatchObject({ code: 'storage_unavailable' })
      expect(ledger.used(account).totalUnits).toBe(2 * (i + 1))
    }
    expect(ledger.unwritten).toBe(1)
    state.fails = false
    await ledger.flush()
    await ledger.flush()
    expect(ledger.unwritten).toBe(0)
    expect(ledger.used(account).totalUnits).toBe(8)
    expect(await store.totals('A', TODAY)).toEqual({ dayUnits: 8, dayBytes: 16, monthUnits: 8, totalUnits: 8 })
    expect(await store.report({ from: TODAY, to: TODAY, by: ['tool'] })).toMatchObject([{ requests: 8, units: 8, bytesIn: 16, ms: 4 }])
  })

  test('over midnight gives each day its own', async () => {
    const state = { fails: true }
    const { ledger, store } = await open(failing(state))
    await ledger.load(ledger.account('A', START))
    count(ledger, 'A', START, 3)
    await expect(ledger.flush()).rejects.toThrow()
    count(ledger, 'A', START + DAY_MS, 2)
    await expect(ledger.flush()).rejects.toThrow()
    expect(ledger.used(ledger.account('A', START + DAY_MS))).toEqual({ dayUnits: 2, dayBytes: 4, monthUnits: 5, totalUnits: 5 })
    state.fails = false
    await ledger.flush()
    expect(await store.totals('A', '2026-05-31')).toEqual({ dayUnits: 2, dayBytes: 4, monthUnits: 5, totalUnits: 5 })
    expect(await store.report({ from: TODAY, to: '2026-05-31', by: ['day'] })).toMatchObject([
      { day: '2026-05-30', requests: 3 },
      { day: '2026-05-31', requests: 2 },
    ])
  })
})

test('calls that are counted while a flush is on its way are counted once', async () => {
  const { ledger, store } = await open(answerLater)
  await ledger.load(ledger.account('A', START))
  let counted = 0
  for (let i = 0; i < 30; i++) {
    const flush = ledger.flush()
    count(ledger, 'A', START, 3)
    counted += 3
    expect(ledger.used(ledger.account('A', START)).totalUnits).toBe(counted)
    await new Promise((resolve) => setTimeout(resolve, i % 3))
    expect(ledger.used(ledger.account('A', START)).totalUnits).toBe(counted)
    if (i % 2 === 0) await flush
    expect(ledger.used(ledger.account('A', START)).totalUnits).toBe(counted)
  }
  await ledger.flush()
  await ledger.flush()
  expect(await store.totals('A', TODAY)).toMatchObject({ totalUnits: counted })
  expect(await store.report({ from: TODAY, to: TODAY, by: ['tool'] })).toMatchObject([{ requests: counted }])
})

test('a commit waits for a write that holds what was counted before it, not for one that was on its way', async () => {
  const { ledger, store } = await open(answerLater)
  count(ledger, 'A', START)
  const flush = ledger.flush()
  count(ledger, 'A', START)
  await ledger.commit()
  expect(await store.totals('A', TODAY)).toMatchObject({ totalUnits: 2 })
  await flush
})

test('a commit writes again what a write on its way could not', async () => {
  const state = { fails: true }
  const { ledger, store } = await open((real) => answerLater(failing(state)(real)))
  count(ledger, 'A', START)
  const flush = ledger.flush()
  count(ledger, 'A', START)
  const commit = ledger.commit()
  await expect(flush).rejects.toMatchObject({ code: 'storage_unavailable' })
  state.fails = false
  await commit
  expect(await store.totals('A', TODAY)).toMatchObject({ totalUnits: 2 })
})

test.each([
  ['at once', (store: UsageStore) => store],
  ['later', answerLater],
])('a commit rejects where its write fails: a store that answers %s', async (_, wrap) => {
  const { ledger } = await open((store) => wrap(failing({ fails: true })(store)))
  count(ledger, 'A', START)
  await expect((async () => ledger.commit())()).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(ledger.unwritten).toBe(1)
})

test('a call that ends after midnight counts for the day it began on', async () => {
  const { ledger, store } = await open()
  const account = ledger.account('A', START)
  await ledger.load(account)
  ledger.charge(account, TODAY, 4, 0)
  ledger.account('A', START + DAY_MS)
  ledger.charge(account, TODAY, -1, 7)
  ledger.record(account, 'text/diff', TODAY, COUNTS)
  await ledger.flush()
  expect(await store.totals('A', TODAY)).toEqual({ dayUnits: 3, dayBytes: 7, monthUnits: 3, totalUnits: 3 })
  expect(await store.report({ from: TODAY, to: TODAY, by: ['day'] })).toMatchObject([{ day: TODAY, requests: 1 }])
})

test('a clock that is set back over midnight gives no day back', async () => {
  const { ledger, store } = await open()
  await ledger.load(ledger.account('A', START + DAY_MS))
  count(ledger, 'A', START + DAY_MS, 3)
  count(ledger, 'A', START, 2)
  expect(ledger.used(ledger.account('A', START))).toMatchObject({ dayUnits: 5 })
  await ledger.flush()
  expect(await store.totals('A', '2026-05-31')).toMatchObject({ dayUnits: 5, monthUnits: 5 })
})

test('what another process charged is seen after the next flush', async () => {
  const { ledger, store } = await open()
  const account = ledger.account('A', START)
  await ledger.load(account)
  count(ledger, 'A', START)
  await store.add([], [{ keyId: 'A', day: TODAY, units: 10, bytes: 0 }])
  expect(ledger.used(account).totalUnits).toBe(1)
  await ledger.flush()
  expect(ledger.used(account).totalUnits).toBe(11)
})

test('the accounts of many callers are forgotten, but none with counters that are not written', async () => {
  const { ledger, store } = await open()
  count(ledger, 'first', START)
  for (let i = 0; i < 250_000; i++) ledger.account(`caller ${i}`, START)
  count(ledger, 'first', START)
  await ledger.flush()
  expect(await store.totals('first', TODAY)).toMatchObject({ totalUnits: 2 })
  expect(ledger.size).toBeLessThan(110_000)
})
