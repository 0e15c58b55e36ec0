// Refusals of credentials, counted by the address of the caller, so that nobody can try many.
import { ProblemError } from '../core/problem.ts'
import { BoundedMap } from './bounded-map.ts'
import { addressGroup } from './proxy/network.ts'
import type { RateLimit } from './quota/plan.ts'
import { type Bucket, FULL_BUCKET, spendCalls } from './quota/rate.ts'

const MAX_ADDRESSES = 100_000

export class Refusals {
  readonly #limit: RateLimit | null
  readonly #buckets = new BoundedMap<string, Bucket>(MAX_ADDRESSES)

  /** @param limit how many refusals an address gets; null: no limit */
  constructor(limit: RateLimit | null) {
    this.#limit = limit
  }

  /** Counts a refusal. @returns the error to throw: `rate_limited` if there were too many, else `reason`, else one without details */
  count(address: string | undefined, now: number, reason?: ProblemError): ProblemError {
    if (this.#limit) {
      const group = addressGroup(address)
      const decision = spendCalls(this.#limit, this.#buckets.get(group) ?? FULL_BUCKET, now)
      this.#buckets.set(group, decision.bucket)
      if (!decision.allowed) {
        return new ProblemError('Too many failed authentication attempts from this address.', {
          code: 'rate_limited',
          retryAfterSeconds: decision.retryAfterSeconds,
        })
      }
    }
    return reason ?? new ProblemError('The credentials are not accepted.', { code: 'invalid_credentials' })
  }
}
