// Rate limiting by the generic cell rate algorithm: of a credential it keeps how long its bucket would take to be full again.
import type { RateLimit } from './plan.ts'

/**
 * Kept as a span and not as the instant of its end: spans are small numbers, whose sums stay exact, and milliseconds since 1970 are not.
 */
export interface Bucket {
  /** Milliseconds until the bucket was full again, counted from asOf. */
  readonly emptyMs: number
  readonly asOf: number
}

export const FULL_BUCKET: Bucket = { emptyMs: 0, asOf: 0 }

export interface RateDecision {
  readonly allowed: boolean
  /** What to keep for the next decision. */
  readonly bucket: Bucket
  /** Calls that may still come at once. */
  readonly remaining: number
  /** Seconds until the bucket is full again, rounded up. */
  readonly resetSeconds: number
  /** Seconds until the next call is allowed, rounded up; 0 where it is allowed now. */
  readonly retryAfterSeconds: number
}

/** Sums of fractions of milliseconds miss whole calls by rounding. */
const ROUNDING_MS = 1e-6

/**
 * Takes `cost` calls from a bucket, or none where they are not all there.
 * @param bucket what the last decision left, FULL_BUCKET at first
 * @param now milliseconds
 */
export function spendCalls(limit: RateLimit, bucket: Bucket, now: number, cost = 1): RateDecision {
  const callMs = 60_000 / limit.perMinute
  const wholeMs = callMs * limit.burst
  const emptyMs = Math.min(emptyAt(bucket, now), wholeMs)
  const requested = emptyMs + callMs * cost
  const allowed = requested <= wholeMs + ROUNDING_MS
  return describeTaking(limit, { allowed, emptyMs: allowed ? requested : emptyMs }, now, cost)
}

/** The decision that somebody has made, in full: what is left and when there is more. */
export function describeTaking(
  { perMinute, burst }: RateLimit,
  { allowed, emptyMs }: { readonly allowed: boolean; readonly emptyMs: number },
  now: number,
  cost = 1,
): RateDecision {
  const callMs = 60_000 / perMinute
  const wholeMs = callMs * burst
  return {
    allowed,
    bucket: { emptyMs, asOf: now },
    remaining: Math.max(0, Math.floor((wholeMs - emptyMs + ROUNDING_MS) / callMs)),
    resetSeconds: Math.ceil((emptyMs - ROUNDING_MS) / 1000),
    retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((emptyMs + callMs * cost - wholeMs - ROUNDING_MS) / 1000)),
  }
}

/** Milliseconds that the bucket still needs at this instant. A clock that was set back counts as one that stood still. */
export function emptyAt({ emptyMs, asOf }: Bucket, now: number): number {
  return Math.max(0, emptyMs - Math.max(0, now - asOf))
}

/** Seconds in which an empty bucket fills: the window of the policy. */
export function windowSeconds(limit: RateLimit): number {
  return Math.ceil((limit.burst * 60) / limit.perMinute)
}
