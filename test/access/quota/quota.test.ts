// Quotas: which limit a call breaks, and when it renews.
import { describe, expect, test } from 'vitest'
import type { Quota } from '../../../src/access/quota/plan.ts'
import { dayOf, findBreach, monthOf, renewalOf, standingsOf } from '../../../src/access/quota/quota.ts'

const NONE: Quota = { unitsPerDay: null, unitsPerMonth: null, unitsTotal: null, bytesPerDay: null }
const USED = { dayUnits: 8, dayBytes: 900, monthUnits: 80, totalUnits: 800 }

describe('a breach', () => {
  test.each([
    [{}, 1_000_000, undefined],
    [{ unitsPerDay: 10 }, 2, undefined],
    [{ unitsPerDay: 10 }, 3, 'day'],
    [{ unitsPerDay: 8 }, 0, undefined],
    [{ unitsPerMonth: 81 }, 1, undefined],
    [{ unitsPerMonth: 81 }, 2, 'month'],
    [{ unitsTotal: 800 }, 1, 'total'],
    [{ unitsPerDay: 8, unitsPerMonth: 80, unitsTotal: 800 }, 1, 'total'],
    [{ unitsPerDay: 8, unitsPerMonth: 80, unitsTotal: 801 }, 1, 'month'],
    [{ unitsPerDay: 0 }, 1, 'day'],
  ] as const)('%j with %i units: %s', (limits, units, expected) => {
    expect(findBreach({ ...NONE, ...limits }, USED, units)).toBe(expected)
  })

  test('of bytes is told by the announced length, and by nothing left where none is announced', () => {
    expect(findBreach({ ...NONE, bytesPerDay: 1000 }, USED, 1, 100)).toBeUndefined()
    expect(findBreach({ ...NONE, bytesPerDay: 1000 }, USED, 1, 101)).toBe('day-bytes')
    expect(findBreach({ ...NONE, bytesPerDay: 901 }, USED, 1)).toBeUndefined()
    expect(findBreach({ ...NONE, bytesPerDay: 900 }, USED, 1)).toBe('day-bytes')
  })
})

test('standings name the limits that there are', () => {
  expect(standingsOf(NONE, USED)).toEqual([])
  expect(standingsOf({ unitsPerDay: 1, unitsPerMonth: 2, unitsTotal: 3, bytesPerDay: 4 }, USED)).toEqual([
    { name: 'day', limit: 1, used: 8 },
    { name: 'month', limit: 2, used: 80 },
    { name: 'total', limit: 3, used: 800 },
    { name: 'day-bytes', limit: 4, used: 900 },
  ])
})

test('days and months are UTC and renew at their end', () => {
  const lastSecond = Date.UTC(2024, 11, 31, 23, 59, 59)
  expect(dayOf(lastSecond)).toBe('2024-12-31')
  expect(dayOf(lastSecond + 1000)).toBe('2025-01-01')
  expect(dayOf(lastSecond)).toBe('2024-12-31')
  expect(monthOf('2024-12-31')).toBe('2024-12')
  expect(renewalOf('day', lastSecond)).toBe(lastSecond + 1000)
  expect(renewalOf('day-bytes', lastSecond + 1000)).toBe(Date.UTC(2025, 0, 2))
  expect(renewalOf('month', lastSecond)).toBe(Date.UTC(2025, 0, 1))
  expect(renewalOf('month', Date.UTC(2024, 1, 1))).toBe(Date.UTC(2024, 2, 1))
  expect(renewalOf('total', lastSecond)).toBeNull()
})
