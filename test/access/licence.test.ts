// Licences: how they begin and end by the day, and what they leave of the plans of a site.
import { describe, expect, test } from 'vitest'
import { type Ceilings, judgeLicence, type Licence, licenceInForce, limitPlans } from '../../src/access/licence.ts'
import type { Plan } from '../../src/access/quota/plan.ts'

const DAY = 86_400_000
const MEGABYTE = 1024 * 1024
const END = Date.UTC(2027, 0, 1)
const NO_CEILINGS: Ceilings = {
  perMinute: null,
  burst: null,
  concurrent: null,
  unitsPerDay: null,
  unitsPerMonth: null,
  bytesPerDay: null,
  maxBodyBytes: null,
  maxBatchItems: null,
}

function licence(facts: Partial<Licence> = {}): Licence {
  const branding = { name: null, contact: null, logo: null }
  return {
    id: 'L-1',
    licensee: 'Hospital',
    startsAt: END - 365 * DAY,
    endsAt: END,
    ceilings: NO_CEILINGS,
    features: ['*'],
    branding,
    ...facts,
  }
}

describe('a licence with 30 days of grace', () => {
  test.each([
    ['before its first day', END - 365 * DAY - 1, 'not-started', false],
    ['on its first day', END - 365 * DAY, 'valid', true],
    ['31 days before its end', END - 31 * DAY, 'valid', true],
    ['30 days before its end', END - 30 * DAY, 'ending', true],
    ['in its last millisecond', END - 1, 'ending', true],
    ['at its end', END, 'grace', true],
    ['in the last millisecond of grace', END + 30 * DAY - 1, 'grace', true],
    ['after the grace', END + 30 * DAY, 'ended', false],
  ])('%s', (_name, now, state, holds) => {
    const standing = judgeLicence({ kind: 'licence', licence: licence() }, 30 * DAY, now)
    expect([standing.state, licenceInForce(standing) !== undefined]).toEqual([state, holds])
    expect(standing.trialFrom).toBe(holds ? END + 30 * DAY : null)
  })

  test('without an end it is valid for ever, and without grace it ends at once', () => {
    expect(judgeLicence({ kind: 'licence', licence: licence({ endsAt: null }) }, 0, END + 9_999 * DAY).state).toBe('valid')
    expect(judgeLicence({ kind: 'licence', licence: licence() }, 0, END).state).toBe('ended')
  })

  test('that is refused holds never, and where none is asked for nothing is limited', () => {
    expect(judgeLicence({ kind: 'refused', reason: 'x' }, 30 * DAY, END)).toMatchObject({ state: 'refused', trialFrom: null })
    expect(judgeLicence({ kind: 'none' }, 0, END).state).toBe('none')
  })
})

const PLAN: Plan = {
  name: 'standard',
  rate: { perMinute: 300, burst: 60 },
  concurrent: null,
  quota: { unitsPerDay: 50_000, unitsPerMonth: null, unitsTotal: 7, bytesPerDay: null },
  maxBodyBytes: null,
  maxBatchItems: 500,
  tools: ['hl7/*', 'text/diff'],
  strict: true,
}
const FREE: Plan = {
  ...PLAN,
  name: 'free',
  rate: null,
  quota: { unitsPerDay: null, unitsPerMonth: null, unitsTotal: null, bytesPerDay: null },
  tools: ['*'],
}
const PLANS = new Map([
  ['standard', PLAN],
  ['free', FREE],
])

function limited(facts: Partial<Licence>, name = 'standard'): Plan {
  return limitPlans(PLANS, judgeLicence({ kind: 'licence', licence: licence(facts) }, 0, END - 100 * DAY)).get(name)!
}

describe('the plans of a site', () => {
  test('stay as they are where no licence is asked for, and under one without ceilings', () => {
    expect(limitPlans(PLANS, judgeLicence({ kind: 'none' }, 0, END))).toBe(PLANS)
    expect(limited({})).toEqual(PLAN)
  })

  test.each<[string, Partial<Ceilings>, Partial<Plan>]>([
    ['a lower rate', { perMinute: 100 }, { rate: { perMinute: 100, burst: 60 } }],
    ['a lower burst', { burst: 5 }, { rate: { perMinute: 300, burst: 5 } }],
    ['a higher rate', { perMinute: 1000 }, { rate: PLAN.rate }],
    ['calls at once', { concurrent: 4 }, { concurrent: 4 }],
    ['units of a day', { unitsPerDay: 10 }, { quota: { ...PLAN.quota, unitsPerDay: 10 } }],
    ['more units of a day', { unitsPerDay: 60_000 }, { quota: PLAN.quota }],
    ['units of a month', { unitsPerMonth: 20 }, { quota: { ...PLAN.quota, unitsPerMonth: 20 } }],
    ['bytes of a day', { bytesPerDay: 30 }, { quota: { ...PLAN.quota, bytesPerDay: 30 } }],
    ['bytes of a body', { maxBodyBytes: 40 }, { maxBodyBytes: 40 }],
    ['items of a batch', { maxBatchItems: 50 }, { maxBatchItems: 50 }],
  ])('are held to %s', (_name, ceilings, expected) => {
    expect(limited({ ceilings: { ...NO_CEILINGS, ...ceilings } })).toEqual({ ...PLAN, ...expected })
  })

  test('without a rate of their own get the one of the licence', () => {
    expect(limited({ ceilings: { ...NO_CEILINGS, perMinute: 90 } }, 'free').rate).toEqual({ perMinute: 90, burst: 90 })
    expect(limited({ ceilings: { ...NO_CEILINGS, perMinute: 90, burst: 3 } }, 'free').rate).toEqual({ perMinute: 90, burst: 3 })
  })

  test.each([
    [['*'], ['hl7/*', 'text/diff'], ['*']],
    [['hl7/parse'], ['hl7/parse'], ['hl7/parse']],
    [['hl7/*'], ['hl7/*'], ['hl7/*']],
    [['text/*'], ['text/diff'], ['text/*']],
    [['dicom/*'], [], ['dicom/*']],
  ])('reach the tools that the licence covers: %j', (features, standard, free) => {
    expect(limited({ features }).tools).toEqual(standard)
    expect(limited({ features }, 'free').tools).toEqual(free)
  })

  test('get the limits of a trial where the licence does not hold, and keep what is tighter', () => {
    for (const found of [{ kind: 'refused', reason: 'x' } as const, { kind: 'licence', licence: licence() } as const]) {
      const plans = limitPlans(PLANS, judgeLicence(found, 0, END + DAY))
      expect(plans.get('free')).toEqual({
        ...FREE,
        rate: { perMinute: 30, burst: 10 },
        quota: { unitsPerDay: 200, unitsPerMonth: null, unitsTotal: null, bytesPerDay: 200 * MEGABYTE },
        maxBodyBytes: 20 * MEGABYTE,
      })
      expect(plans.get('standard')).toMatchObject({ rate: { perMinute: 30, burst: 10 }, quota: { unitsTotal: 7 }, tools: PLAN.tools })
    }
  })
})
