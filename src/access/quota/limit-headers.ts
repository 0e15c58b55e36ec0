// The RateLimit and RateLimit-Policy headers (IETF httpapi draft), put together from parts that a plan composes once.
import type { QuotaTotals } from '../store.ts'
import type { Plan, Quota } from './plan.ts'
import { type QuotaName, type QuotaStanding, remainingOf, renewalOf, standingsOf } from './quota.ts'
import { type Bucket, spendCalls, windowSeconds } from './rate.ts'

export interface LimitHeaders {
  /** RateLimit-Policy; undefined where no limit holds. */
  readonly policy: string | undefined
  /** RateLimit. */
  readonly limit: string | undefined
}

export const NO_LIMITS: LimitHeaders = { policy: undefined, limit: undefined }
/** A month counts as 30 days here, because a policy has one window. */
const WINDOWS: Readonly<Record<QuotaName, string>> = {
  day: ';w=86400',
  month: ';w=2592000',
  total: '',
  'day-bytes': ';w=86400;qu="content-bytes"',
}

export function composePolicy(plan: Plan, quota: Quota): string {
  const policies: string[] = []
  if (plan.rate) policies.push(`"burst";q=${plan.rate.burst};w=${windowSeconds(plan.rate)}`)
  if (plan.concurrent !== null) policies.push(`"concurrent";q=${plan.concurrent};qu="concurrent-requests"`)
  for (const { name, limit } of standingsOf(quota, { dayUnits: 0, dayBytes: 0, monthUnits: 0, totalUnits: 0 })) {
    policies.push(`"${name}";q=${limit}${WINDOWS[name]}`)
  }
  return policies.join(', ')
}

export interface LimitState {
  readonly bucket: Bucket
  readonly active: number
  /** Undefined where nobody has asked for them yet. */
  readonly totals: QuotaTotals | undefined
}

/** @param policy what composePolicy gave for the plan and the quota */
export function composeLimitHeaders(policy: string, plan: Plan, quota: Quota, state: LimitState, now: number): LimitHeaders {
  if (policy === '') return NO_LIMITS
  let limit = ''
  if (plan.rate) {
    const { remaining, resetSeconds } = spendCalls(plan.rate, state.bucket, now, 0)
    limit = `"burst";r=${remaining};t=${resetSeconds}`
  }
  if (plan.concurrent !== null) limit = join(limit, `"concurrent";r=${Math.max(0, plan.concurrent - state.active)}`)
  if (state.totals) for (const standing of standingsOf(quota, state.totals)) limit = join(limit, describeStanding(standing, now))
  return { policy, limit: limit === '' ? undefined : limit }
}

function describeStanding(standing: QuotaStanding, now: number): string {
  const renewal = renewalOf(standing.name, now)
  const reset = renewal === null ? '' : `;t=${Math.ceil((renewal - now) / 1000)}`
  return `"${standing.name}";r=${remainingOf(standing)}${reset}`
}

function join(list: string, item: string): string {
  return list === '' ? item : `${list}, ${item}`
}
