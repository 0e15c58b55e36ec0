// Whether a caller may make a call: scope, plan, rate, concurrency and quotas, on the real store, answering at once and later.
import { describe, expect, test, vi } from 'vitest'
import { Admission } from '../../../src/access/quota/admission.ts'
import { DAY_MS, loadTestConfig, START } from '../../platform/access/open-test-access.ts'
import { COUNTING, caller, DONE, open, rejectionOf, TOOL } from './open-admission.ts'

describe.each([
  ['at once', false],
  ['later', true],
])('with a store that answers %s', (_title, later) => {
  test('scopes come before plans', async () => {
    const { admit } = await open(later)
    expect((await rejectionOf(admit(caller('free', { scopes: ['tools:phi/*'] })))).code).toBe('tool_not_allowed')
    expect((await rejectionOf(admit(caller('narrow'), { toolId: 'hl7/parse' }))).code).toBe('plan_restricted')
    expect((await rejectionOf(admit(caller('gone')))).code).toBe('plan_restricted')
    expect((await admit(caller('narrow'))).plan.name).toBe('narrow')
    expect((await admit(caller('narrow'), { toolId: 'phi/detect' })).plan.tools).toEqual(['phi/*', 'text/diff'])
  })

  test('a rate holds for tools and other requests together, and lets calls through again in time', async () => {
    const { admit, admission } = await open(later)
    const who = caller('rated')
    ;(await admit(who)).settle(DONE)
    admission.admitRequest({ caller: who, now: START })
    ;(await admit(who)).settle(DONE)
    const fault = await rejectionOf(admit(who))
    expect(fault).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 })
    expect(() => admission.admitRequest({ caller: who, now: START })).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    expect(admission.headersOf(who, START)).toEqual({ policy: '"burst";q=3;w=3', limit: '"burst";r=0;t=3' })
    ;(await admit(who, { now: START + 1000 })).settle(DONE)
    expect((await admit(caller('rated', { credentialId: 'B' }))).plan.name).toBe('rated')
  })

  test('calls at the same time are limited, and a settled one makes room', async () => {
    const { admit, admission } = await open(later)
    const who = caller('pair')
    const first = await admit(who)
    const second = await admit(who)
    expect(await rejectionOf(admit(who))).toMatchObject({ code: 'too_many_concurrent', retryAfterSeconds: 1, facts: { limit: 2 } })
    expect(admission.headersOf(who, START).limit).toBe('"concurrent";r=0')
    first.settle(DONE)
    first.settle(DONE)
    const third = await admit(who)
    expect((await rejectionOf(admit(who))).code).toBe('too_many_concurrent')
    second.settle(DONE)
    third.settle(DONE)
    expect(admission.headersOf(who, START).limit).toBe('"concurrent";r=2')
  })

  test.each(['', 'usage: { strict: [one] }\n'])('a refused call leaves nothing behind: %s', async (usage) => {
    const { admit, admission } = await open(later, `plans: { one: { concurrent: 1, quota: { per_day: 1 } } }\n${usage}`)
    const who = caller('one')
    ;(await admit(who)).settle(DONE)
    for (let i = 0; i < 3; i++) expect((await rejectionOf(admit(who))).code).toBe('quota_exhausted')
    expect(admission.headersOf(who, START).limit).toContain('"concurrent";r=1, "day";r=0')
  })

  test('units of the day renew at midnight UTC, those of the month at its end', async () => {
    const { admit } = await open(later)
    const who = caller('daily')
    const take = async (count: number, now: number): Promise<void> => {
      for (let i = 0; i < count; i++) (await admit(who, { now })).settle(DONE)
    }
    await take(5, START)
    const day = await rejectionOf(admit(who, { now: START }))
    expect(day).toMatchObject({ code: 'quota_exhausted', facts: { quota: 'day', needed: 1, remaining: 0 }, retryAfterSeconds: 12 * 3600 })
    await take(3, START + DAY_MS)
    const month = await rejectionOf(admit(who, { now: START + DAY_MS }))
    expect(month).toMatchObject({ facts: { quota: 'month', remaining: 0 }, retryAfterSeconds: 12 * 3600 })
    await take(5, START + 2 * DAY_MS)
  })

  test('units in all do not renew', async () => {
    const { admit } = await open(later)
    const who = caller('total')
    for (let i = 0; i < 3; i++) (await admit(who)).settle(DONE)
    const fault = await rejectionOf(admit(who, { now: START + 400 * DAY_MS }))
    expect(fault).toMatchObject({ code: 'quota_exhausted', facts: { quota: 'total' }, retryable: false })
    expect(fault.retryAfterSeconds).toBeUndefined()
  })

  test('a batch larger than what is left is refused whole, with what it needs and what there is', async () => {
    const { admit } = await open(later)
    const who = caller('daily')
    const lease = await admit(who)
    await lease.reserve(3, START)
    lease.settle(DONE)
    const next = await admit(who)
    const fault = await rejectionOf(Promise.resolve().then(() => next.reserve(3, START)))
    expect(fault).toMatchObject({ code: 'quota_exhausted', facts: { quota: 'day', needed: 3, remaining: 2 } })
    await next.reserve(2, START)
    next.settle(DONE)
    expect((await rejectionOf(admit(who))).code).toBe('quota_exhausted')
  })

  test('units that were not used come back', async () => {
    const { admit, admission } = await open(later)
    const who = caller('daily')
    for (let i = 0; i < 20; i++) {
      const lease = await admit(who)
      await lease.reserve(4, START)
      lease.settle({ ...DONE, units: 0 })
    }
    expect(admission.headersOf(who, START).limit).toMatch(/^"day";r=5;t=43200, "month";r=8;t=\d+$/)
  })

  test('bytes of the day count when they are read, and an announced body that is too much is refused before', async () => {
    const { admit } = await open(later)
    const who = caller('bytes')
    const megabyte = 1024 * 1024
    expect(await rejectionOf(admit(who, { bytes: megabyte + 1 }))).toMatchObject({
      facts: { quota: 'day-bytes', needed: megabyte + 1, remaining: megabyte },
    })
    ;(await admit(who, { bytes: megabyte })).settle({ ...DONE, bytesIn: megabyte - 1 })
    ;(await admit(who)).settle({ ...DONE, bytesIn: 500 })
    expect((await rejectionOf(admit(who))).facts).toMatchObject({ quota: 'day-bytes', remaining: 0 })
  })

  test('what is flushed is in the store, and a new process goes on from there', async () => {
    const { admit, admission, usageStore, store, config } = await open(later)
    const who = caller('daily')
    for (let i = 0; i < 3; i++) (await admit(who)).settle({ bytesIn: 10, bytesOut: 20, errors: 1, ms: 0.5 })
    expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ totalUnits: 0 })
    await admission.flush()
    await admission.flush()
    expect(await usageStore.totals(who.credentialId, '2026-05-30')).toEqual({ dayUnits: 3, dayBytes: 30, monthUnits: 3, totalUnits: 3 })
    expect(await usageStore.report({ from: '2026-05-30', to: '2026-05-30', by: ['tool'] })).toEqual([
      { tool: TOOL, requests: 3, units: 3, bytesIn: 30, bytesOut: 60, errors: 3, ms: 1.5 },
    ])
    const next = new Admission(store, config.plans, COUNTING)
    const again = async () => next.admit({ caller: who, toolId: TOOL, now: START, units: 1, bytes: 0 })
    ;(await again()).settle(DONE)
    ;(await again()).settle(DONE)
    expect((await rejectionOf(again())).code).toBe('quota_exhausted')
  })

  test('a strict plan has the unit in the store before the work, what was not used back at once, and the rest with the next flush', async () => {
    const { admit, admission, usageStore } = await open(later)
    const who = caller('guarded')
    const lease = await admit(who)
    expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ dayUnits: 1, totalUnits: 1 })
    lease.settle({ ...DONE, units: 0 })
    await vi.waitFor(async () =>
      expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ dayUnits: 0, totalUnits: 0 }),
    )
    await admission.flush()
    expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ dayUnits: 0, dayBytes: 10, totalUnits: 0 })
    ;(await admit(who)).settle(DONE)
    ;(await admit(who)).settle(DONE)
    expect(await rejectionOf(admit(who))).toMatchObject({ facts: { quota: 'day', needed: 1, remaining: 0 } })
    ;(await admit(who, { now: START + DAY_MS })).settle(DONE)
    expect(await rejectionOf(admit(who, { now: START + DAY_MS }))).toMatchObject({ facts: { quota: 'total' } })
  })

  test('a trial key has its own total, counted strictly whatever its plan says', async () => {
    const { admit, usageStore, admission } = await open(later)
    const who = caller('total', { kind: 'trial', trialQuota: 2 })
    ;(await admit(who)).settle(DONE)
    expect(await usageStore.totals(who.credentialId, '2026-05-30')).toMatchObject({ totalUnits: 1 })
    const lease = await admit(who)
    expect(await rejectionOf(Promise.resolve().then(() => lease.reserve(2, START)))).toMatchObject({
      facts: { quota: 'total', needed: 2, remaining: 1 },
    })
    lease.settle(DONE)
    expect((await rejectionOf(admit(who))).facts).toMatchObject({ quota: 'total', needed: 1, remaining: 0 })
    expect(admission.headersOf(who, START)).toEqual({ policy: '"total";q=2', limit: '"total";r=0' })
  })

  test('many calls at the same moment never pass a limit', async () => {
    const { admit } = await open(later)
    for (const plan of ['daily', 'guarded', 'total']) {
      const who = caller(plan, { credentialId: plan })
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => admit(who)))
      const granted = outcomes.filter(({ status }) => status === 'fulfilled').length
      expect([plan, granted]).toEqual([plan, { daily: 5, guarded: 2, total: 3 }[plan]])
    }
  })

  test('other plans hold from the next call on, and counters stay', async () => {
    const { admit, admission } = await open(later)
    const who = caller('daily')
    for (let i = 0; i < 5; i++) (await admit(who)).settle(DONE)
    admission.replacePlans(loadTestConfig('plans: { daily: { quota: { per_day: 6 } } }\n').plans)
    ;(await admit(who)).settle(DONE)
    expect((await rejectionOf(admit(who))).facts).toMatchObject({ quota: 'day', remaining: 0 })
    admission.replacePlans(loadTestConfig('plans: { other: {} }\n').plans)
    expect((await rejectionOf(admit(who))).code).toBe('plan_restricted')
    expect(admission.headersOf(who, START)).toEqual({})
  })

  test('a caller may ask for its standing', async () => {
    const { admit, admission } = await open(later)
    const who = caller('daily', { expiresAt: START + DAY_MS })
    ;(await admit(who)).settle(DONE)
    await admission.flush()
    ;(await admit(who)).settle(DONE)
    expect(await admission.standing(who, START)).toEqual({
      credentialId: 'AAAAAAAAAAAA',
      kind: 'live',
      owner: 'Ward 7',
      plan: 'daily',
      scopes: ['tools:*'],
      expiresAt: '2026-05-31T12:00:00.000Z',
      limits: { callsPerMinute: null, burst: null, concurrent: null, maxBodyBytes: null, maxBatchItems: null, tools: ['*'] },
      quota: [
        { name: 'day', limit: 5, used: 2, remaining: 3, renewsAt: '2026-05-31T00:00:00.000Z' },
        { name: 'month', limit: 8, used: 2, remaining: 6, renewsAt: '2026-06-01T00:00:00.000Z' },
      ],
      usage: [{ tool: TOOL, requests: 1, units: 1, bytesIn: 10, bytesOut: 20, errors: 0, ms: 1 }],
    })
  })
})

test('a plan without limits has no headers, and one with all has all', async () => {
  const { admission, admit } = await open(
    false,
    'plans: { free: {}, all: { rate: { per_minute: 300, burst: 60 }, concurrent: 4, quota: { per_day: 10, per_month: 20, total: 30, mb_per_day: 1 } } }\n',
  )
  expect(admission.headersOf(caller('free'), START)).toEqual({})
  const who = caller('all')
  expect(admission.headersOf(who, START).limit).toBe('"burst";r=60;t=0, "concurrent";r=4')
  await admit(who)
  expect(admission.headersOf(who, START)).toEqual({
    policy:
      '"burst";q=60;w=12, "concurrent";q=4;qu="concurrent-requests", "day";q=10;w=86400, "month";q=20;w=2592000, "total";q=30, "day-bytes";q=1048576;w=86400;qu="content-bytes"',
    limit: '"burst";r=59;t=1, "concurrent";r=3, "day";r=9;t=43200, "month";r=19;t=129600, "total";r=29, "day-bytes";r=1048576;t=43200',
  })
})
