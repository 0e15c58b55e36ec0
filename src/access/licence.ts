// What a licence lets a site do: ceilings over its plans, the tools, its own name on the pages, and how that ends.
// A licence never stops the service and never touches a call that runs: where it does not hold, the limits of a trial do.
import { matchesTool } from './caller.ts'
import type { Plan, Plans } from './quota/plan.ts'

/** Limits that no plan of the site passes; null: none. They hold for each credential. */
export interface Ceilings {
  readonly perMinute: number | null
  readonly burst: number | null
  readonly concurrent: number | null
  readonly unitsPerDay: number | null
  readonly unitsPerMonth: number | null
  readonly bytesPerDay: number | null
  readonly maxBodyBytes: number | null
  readonly maxBatchItems: number | null
}

export interface Licence {
  readonly id: string
  readonly licensee: string
  /** Milliseconds since 1970 UTC. */
  readonly startsAt: number
  /** The first instant after its last day; null: it does not end. */
  readonly endsAt: number | null
  readonly ceilings: Ceilings
  /** Patterns of the tools that it covers. */
  readonly features: readonly string[]
  /** How the site calls the service; null: what the configuration says. */
  readonly branding: { readonly name: string | null; readonly contact: string | null; readonly logo: Uint8Array | null }
}

/** What was found: nothing is asked for, a licence, or a file that is missing or no licence of this vendor, and why. */
export type FoundLicence = { readonly kind: 'none' } | { readonly kind: 'licence'; readonly licence: Licence } | RefusedLicence
export interface RefusedLicence {
  readonly kind: 'refused'
  readonly reason: string
}

/** `ending`: within the last 30 days. `grace`: ended, and all of it still holds. */
export type LicenceState = 'none' | 'valid' | 'ending' | 'grace' | 'ended' | 'not-started' | 'refused'

export interface LicenceStanding {
  readonly found: FoundLicence
  readonly state: LicenceState
  /** When the limits of a trial begin, unless another licence comes; null: they do not, or hold already. */
  readonly trialFrom: number | null
}

const ENDING_MS = 30 * 86_400_000
const MEGABYTE = 1024 * 1024

/** Those of the plan `trial` as it comes, without its total: a site that lost its licence goes on, slowly. */
const TRIAL_CEILINGS: Ceilings = {
  perMinute: 30,
  burst: 10,
  concurrent: null,
  unitsPerDay: 200,
  unitsPerMonth: null,
  bytesPerDay: 200 * MEGABYTE,
  maxBodyBytes: 20 * MEGABYTE,
  maxBatchItems: null,
}

/** @param now milliseconds since 1970 UTC */
export function judgeLicence(found: FoundLicence, graceMs: number, now: number): LicenceStanding {
  if (found.kind === 'none') return { found, state: 'none', trialFrom: null }
  if (found.kind === 'refused') return { found, state: 'refused', trialFrom: null }
  const { startsAt, endsAt } = found.licence
  if (now < startsAt) return { found, state: 'not-started', trialFrom: null }
  if (endsAt === null) return { found, state: 'valid', trialFrom: null }
  const trialFrom = endsAt + graceMs
  if (now >= trialFrom) return { found, state: 'ended', trialFrom: null }
  const state = now >= endsAt ? 'grace' : now >= endsAt - ENDING_MS ? 'ending' : 'valid'
  return { found, state, trialFrom }
}

/** Whether what the licence says holds now; false where there is none. */
export function licenceInForce({ found, state }: LicenceStanding): Licence | undefined {
  const holds = state === 'valid' || state === 'ending' || state === 'grace'
  return holds && found.kind === 'licence' ? found.licence : undefined
}

/** The plans of the configuration as they may be used. */
export function limitPlans(plans: Plans, standing: LicenceStanding): Plans {
  if (standing.state === 'none') return plans
  const licence = licenceInForce(standing)
  const ceilings = licence?.ceilings ?? TRIAL_CEILINGS
  return new Map(Array.from(plans, ([name, plan]) => [name, limitPlan(plan, ceilings, licence?.features ?? ['*'])]))
}

function limitPlan(plan: Plan, ceilings: Ceilings, features: readonly string[]): Plan {
  const { quota } = plan
  return {
    ...plan,
    rate: limitRate(plan.rate, ceilings),
    concurrent: lower(plan.concurrent, ceilings.concurrent),
    quota: {
      unitsPerDay: lower(quota.unitsPerDay, ceilings.unitsPerDay),
      unitsPerMonth: lower(quota.unitsPerMonth, ceilings.unitsPerMonth),
      unitsTotal: quota.unitsTotal,
      bytesPerDay: lower(quota.bytesPerDay, ceilings.bytesPerDay),
    },
    maxBodyBytes: lower(plan.maxBodyBytes, ceilings.maxBodyBytes),
    maxBatchItems: lower(plan.maxBatchItems, ceilings.maxBatchItems),
    tools: shareTools(plan.tools, features),
  }
}

function limitRate(rate: Plan['rate'], { perMinute, burst }: Ceilings): Plan['rate'] {
  if (perMinute === null && burst === null) return rate
  const lowest = lower(rate?.perMinute ?? null, perMinute)
  if (lowest === null) return null
  return { perMinute: lowest, burst: lower(rate?.burst ?? Math.max(1, Math.ceil(lowest)), burst)! }
}

function lower(limit: number | null, ceiling: number | null): number | null {
  if (limit === null || ceiling === null) return limit ?? ceiling
  return Math.min(limit, ceiling)
}

/** Patterns of what both lists cover. Of two patterns one covers the other, or they have nothing in common. */
function shareTools(tools: readonly string[], features: readonly string[]): string[] {
  const shared = tools.flatMap((tool) =>
    features.flatMap((feature) => {
      if (covers(feature, tool)) return [tool]
      return covers(tool, feature) ? [feature] : []
    }),
  )
  return [...new Set(shared)]
}

function covers(pattern: string, other: string): boolean {
  return pattern === '*' || pattern === other || (other !== '*' && matchesTool(pattern, other))
}
