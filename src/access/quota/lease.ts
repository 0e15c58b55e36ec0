// One admitted call: the units that it holds, from the reservation before the work to the settlement after it.
import { ProblemError } from '../../core/problem.ts'
import type { Awaitable, QuotaTotals, UsageStore } from '../store.ts'
import type { Account, CallCounts, UsageLedger } from './ledger.ts'
import { orUndo } from './or-undo.ts'
import type { Plan, Quota } from './plan.ts'
import { findBreach, type QuotaName, remainingOf, renewalOf, standingsOf } from './quota.ts'

/** A plan as it holds for one credential. */
export interface Terms {
  readonly plan: Plan
  readonly quota: Quota
  /** Units are written durably before the work. */
  readonly strict: boolean
  /** The answer waits until what the call used is in the store. */
  readonly durable: boolean
  /** The RateLimit-Policy header. */
  readonly policy: string
}

/** What a call used. Without `units` it used what was reserved; a call that no tool ran on used none. */
export interface CallOutcome extends Omit<CallCounts, 'units'> {
  readonly units?: number
}

export class Lease {
  readonly #ledger: UsageLedger
  readonly #usage: UsageStore
  readonly #terms: Terms
  readonly #account: Account
  readonly #toolId: string
  readonly #day: string
  #reserved = 0
  /** Of the announced body, held until it is known how long it was. */
  #heldBytes = 0
  #isSettled = false

  constructor(ledger: UsageLedger, usage: UsageStore, terms: Terms, account: Account, toolId: string) {
    this.#ledger = ledger
    this.#usage = usage
    this.#terms = terms
    this.#account = account
    this.#toolId = toolId
    this.#day = account.day
  }

  get plan(): Plan {
    return this.#terms.plan
  }

  get isDurable(): boolean {
    return this.#terms.durable
  }

  /**
   * Reserves units up to this number in all: 1 when the call is admitted, more once the items of a batch are counted and before any of
   * them is worked on.
   * @param bytes that are announced and not yet read
   * @throws ProblemError `quota_exhausted`; then nothing more is reserved than was before
   */
  reserve(units: number, now: number, bytes = 0): Awaitable<void> {
    if (units <= this.#reserved) return undefined
    const { quota } = this.#terms
    const loaded = hasLimit(quota) ? this.#ledger.load(this.#account) : undefined
    return loaded instanceof Promise ? loaded.then(() => this.#reserve(units, now, bytes)) : this.#reserve(units, now, bytes)
  }

  /** Must be called once, however the call ended; later calls do nothing. */
  settle({ units = this.#reserved, bytesIn, bytesOut, errors, ms }: CallOutcome): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#account.active--
    const unused = this.#reserved - units
    // The store alone says what a strict plan has left: what it holds for nothing would be refused to the next call until the next flush.
    if (unused > 0 && this.#terms.strict && limitsUnits(this.#terms.quota)) void this.#giveBack(unused)
    else if (unused !== 0) this.#ledger.charge(this.#account, this.#day, -unused, 0)
    this.#ledger.charge(this.#account, this.#day, 0, bytesIn - this.#heldBytes)
    this.#ledger.record(this.#account, this.#toolId, this.#day, { units, bytesIn, bytesOut, errors, ms })
  }

  /** Gives back all that was reserved and counts nothing, because a job counts the call. Instead of settle. */
  handOver(): Awaitable<void> {
    if (this.#isSettled) return undefined
    this.#isSettled = true
    this.#account.active--
    this.#ledger.charge(this.#account, this.#day, 0, -this.#heldBytes)
    // The job has charged the store past the ledger.
    this.#ledger.forget(this.#account)
    if (this.#reserved > 0 && this.#terms.strict && limitsUnits(this.#terms.quota)) return this.#giveBack(this.#reserved)
    this.#ledger.charge(this.#account, this.#day, -this.#reserved, 0)
  }

  /** Where the store fails, the units are given back with the counters. */
  #giveBack(unused: number): Awaitable<void> {
    const later = (): void => this.#ledger.charge(this.#account, this.#day, -unused, 0)
    try {
      const added = this.#usage.add([], [{ keyId: this.#account.keyId, day: this.#day, units: -unused, bytes: 0 }])
      if (added instanceof Promise) return added.then(() => this.#ledger.forget(this.#account), later)
      this.#ledger.forget(this.#account)
    } catch {
      later()
    }
  }

  #reserve(units: number, now: number, bytes: number): Awaitable<void> {
    const { strict } = this.#terms
    // What was admitted once holds its bytes already.
    const quota = this.#reserved === 0 ? this.#terms.quota : { ...this.#terms.quota, bytesPerDay: null }
    const more = units - this.#reserved
    const used = this.#ledger.used(this.#account)
    if (strict && limitsUnits(quota)) {
      if (findBreach(bytesOnly(quota), used, 0, bytes)) throw this.#exhausted('day-bytes', used, bytes, now)
      this.#holdBytes(quota, bytes)
      return orUndo(
        () => this.#reserveStrictly(units, more, now),
        () => this.#holdBytes(quota, -bytes),
      )
    }
    const breach = findBreach(quota, used, more, bytes)
    if (breach) throw this.#exhausted(breach, used, breach === 'day-bytes' ? bytes : units, now)
    this.#holdBytes(quota, bytes)
    this.#ledger.charge(this.#account, this.#day, more, 0)
    this.#reserved = units
  }

  /** Of calls that come at the same moment each sees what the others have announced: together they do not pass the limit. */
  #holdBytes({ bytesPerDay }: Quota, bytes: number): void {
    if (bytesPerDay === null) return
    this.#heldBytes += bytes
    this.#ledger.charge(this.#account, this.#day, 0, bytes)
  }

  /** The store decides, not the memory: it alone knows what was granted before a crash or by another process. */
  #reserveStrictly(units: number, more: number, now: number): Awaitable<void> {
    const finish = ({ granted, totals }: { readonly granted: boolean; readonly totals: QuotaTotals }): void => {
      if (this.#account.day === this.#day) this.#account.base = totals
      if (!granted) {
        const breach = findBreach(this.#terms.quota, totals, more) ?? 'total'
        throw this.#exhausted(breach, totals, units, now)
      }
      this.#reserved = units
    }
    const answer = this.#usage.reserve({ keyId: this.#account.keyId, day: this.#day, units: more, quota: this.#terms.quota })
    return answer instanceof Promise ? answer.then(finish) : finish(answer)
  }

  #exhausted(name: QuotaName, totals: QuotaTotals, needed: number, now: number): ProblemError {
    const standing = standingsOf(this.#terms.quota, totals).find((candidate) => candidate.name === name)
    const own = name === 'day-bytes' ? 0 : this.#reserved
    const remaining = (standing ? remainingOf(standing) : 0) + own
    const renewal = renewalOf(name, now)
    return new ProblemError(MESSAGES[name], {
      code: 'quota_exhausted',
      facts: { quota: name, needed, remaining },
      ...(renewal === null ? { retryable: false } : { retryAfterSeconds: Math.ceil((renewal - now) / 1000) }),
    })
  }
}

const MESSAGES: Readonly<Record<QuotaName, string>> = {
  day: 'The remaining units of this day (UTC) do not cover the call.',
  month: 'The remaining units of this month (UTC) do not cover the call.',
  total: 'The remaining units of this credential do not cover the call, and they do not renew.',
  'day-bytes': 'The remaining bytes of this day (UTC) do not cover the call.',
}

function limitsUnits({ unitsPerDay, unitsPerMonth, unitsTotal }: Quota): boolean {
  return unitsPerDay !== null || unitsPerMonth !== null || unitsTotal !== null
}

export function hasLimit(quota: Quota): boolean {
  return limitsUnits(quota) || quota.bytesPerDay !== null
}

function bytesOnly({ bytesPerDay }: Quota): Quota {
  return { unitsPerDay: null, unitsPerMonth: null, unitsTotal: null, bytesPerDay }
}
