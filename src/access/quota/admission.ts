// Whether a caller may make this call now, and what the call used. Asked before the body is read; settled when the answer is there.
import { ProblemError } from '../../core/problem.ts'
import type { Authenticate } from '../authenticate.ts'
import { type Caller, isKeyOfStore, matchesTool, mayUseTool } from '../caller.ts'
import type { Connection } from '../proxy/connection.ts'
import type { Awaitable, RateStore, UsageReportRow, UsageStore } from '../store.ts'
import type { TokenOffice } from '../tokens/token-office.ts'
import { createGroupCommit } from './group-commit.ts'
import { hasLimit, Lease, type Terms } from './lease.ts'
import { type Account, UsageLedger } from './ledger.ts'
import { composeLimitHeaders, composePolicy, type LimitHeaders, NO_LIMITS } from './limit-headers.ts'
import { orUndo } from './or-undo.ts'
import type { Plan, Plans, RateLimit } from './plan.ts'
import { dayOf, type QuotaName, remainingOf, renewalOf, standingsOf } from './quota.ts'
import { describeTaking, type RateDecision, spendCalls } from './rate.ts'

/** What the HTTP surface needs to know of access. */
export interface Access {
  readonly authenticate: Authenticate
  /** The caller's address: of the socket, or what a proven proxy says of its own; undefined where it is not known. */
  readonly clientAddressOf: (rawHeaders: readonly string[], connection: Connection) => string | undefined
  readonly admission: Admission
  /** What callers with access tokens can learn without one (RFC 9728); null: nothing. */
  readonly resource: ProtectedResource | null
  /** Issues access tokens; null: none are issued here. */
  readonly tokenOffice: TokenOffice | null
}

export interface ProtectedResource {
  /** The address of the metadata, for WWW-Authenticate. */
  readonly metadataUrl: string
  readonly metadata: Readonly<Record<string, unknown>>
  /** RFC 8414, where this server issues tokens itself. */
  readonly issuerMetadata: Readonly<Record<string, unknown>> | null
}

export interface Counting {
  /** True: every answer waits for the store. False: only those of credentials with a quota do, others are counted in memory first. */
  readonly durable: boolean
  /** Calls back in the next turn of the event loop. */
  readonly nextTurn: (callback: () => void) => void
  /** Milliseconds that only grow. */
  readonly clock: () => number
  /** Where several processes share rates; without it each keeps its own. */
  readonly rates?: RateStore
}

export interface ToolCall {
  readonly caller: Caller
  readonly toolId: string
  /** Milliseconds since 1970 UTC. */
  readonly now: number
  /** What is known of the call before its body is read: 1 unit for one input. */
  readonly units: number
  /** Content-Length, or 0 where it is not announced. */
  readonly bytes: number
}

/** What a caller is told of its own limits. */
export interface Standing {
  readonly credentialId: string
  readonly kind: Caller['kind']
  readonly owner: string
  readonly plan: string
  readonly scopes: readonly string[]
  readonly expiresAt: string | null
  readonly limits: {
    readonly callsPerMinute: number | null
    readonly burst: number | null
    readonly concurrent: number | null
    readonly maxBodyBytes: number | null
    readonly maxBatchItems: number | null
    readonly tools: readonly string[]
  }
  readonly quota: readonly {
    readonly name: QuotaName
    readonly limit: number
    readonly used: number
    readonly remaining: number
    readonly renewsAt: string | null
  }[]
  /** Since the first of the month (UTC), by tool; without what ran in the last seconds. */
  readonly usage: readonly UsageReportRow[]
}

/** What may wait for a store that does not answer; then calls are refused, because nobody would ever count them. */
const MAX_UNWRITTEN = 200_000
const CONCURRENT_RETRY_SECONDS = 1
const MAX_TRIAL_QUOTAS = 1_000

/** The terms of one plan by the kind of the credential and its own trial quota. */
type PlanTerms = Readonly<Record<Caller['kind'], Map<number | null, Terms>>>

export class Admission {
  readonly #ledger: UsageLedger
  readonly #usage: UsageStore
  readonly #durable: boolean
  readonly #commit: () => Promise<void>
  readonly #rates: RateStore | undefined
  #plans: Plans
  #terms = new Map<string, PlanTerms>()

  constructor(usage: UsageStore, plans: Plans, { durable, nextTurn, clock, rates }: Counting) {
    this.#rates = rates
    this.#usage = usage
    this.#ledger = new UsageLedger(usage)
    this.#durable = durable
    this.#commit = createGroupCommit(() => this.#ledger.commit(), nextTurn, clock)
    this.#plans = plans
  }

  /** Other plans from the next call on; counters and buckets stay. */
  replacePlans(plans: Plans): void {
    this.#plans = plans
    this.#terms = new Map()
  }

  /**
   * Admits a call of a tool and reserves its units.
   * @throws ProblemError `tool_not_allowed`, `plan_restricted`, `rate_limited`, `too_many_concurrent`, `quota_exhausted`, `storage_unavailable`
   */
  admit(call: ToolCall): Awaitable<Lease> {
    const terms = this.#termsOf(call.caller)
    const account = this.#ledger.account(call.caller.credentialId, call.now)
    const taken = this.#takeCall(terms.plan, account, call.now)
    return taken instanceof Promise ? taken.then(() => this.#admitCounted(call, terms, account)) : this.#admitCounted(call, terms, account)
  }

  #admitCounted(call: ToolCall, terms: Terms, account: Account): Awaitable<Lease> {
    const { caller, toolId } = call
    checkTool(caller, terms.plan, toolId)
    if (terms.plan.concurrent !== null && account.active >= terms.plan.concurrent) {
      const { concurrent } = terms.plan
      throw new ProblemError(`The plan allows ${concurrent} concurrent calls.`, {
        code: 'too_many_concurrent',
        retryAfterSeconds: CONCURRENT_RETRY_SECONDS,
        facts: { limit: concurrent },
      })
    }
    if (this.#ledger.unwritten > MAX_UNWRITTEN) {
      throw new ProblemError('The usage counters cannot be written.', { code: 'storage_unavailable' })
    }
    return this.#open(call, terms, account)
  }

  /** Whether the credential and its plan include a tool; no call is counted. @throws ProblemError `tool_not_allowed`, `plan_restricted` */
  checkTool(caller: Caller, toolId: string): void {
    checkTool(caller, this.planOf(caller), toolId)
  }

  /** @throws ProblemError `plan_restricted` where the configuration no longer has it */
  planOf(caller: Caller): Plan {
    return this.#termsOf(caller).plan
  }

  /**
   * Admits a request that runs no tool: it counts against the rate alone.
   * @throws ProblemError `plan_restricted`, `rate_limited`
   */
  admitRequest({ caller, now }: { readonly caller: Caller; readonly now: number }): Awaitable<void> {
    return this.#takeCall(this.planOf(caller), this.#ledger.account(caller.credentialId, now), now)
  }

  /** The headers of any answer to this caller, refusals too. */
  headersOf(caller: Caller, now: number): LimitHeaders {
    const terms = this.#findTerms(caller)
    if (!terms || terms.policy === '') return NO_LIMITS
    const account = this.#ledger.account(caller.credentialId, now)
    const { bucket, active } = account
    const totals = account.base && this.#ledger.used(account)
    return composeLimitHeaders(terms.policy, terms.plan, terms.quota, { bucket, active, totals }, now)
  }

  /** What the caller may ask of itself. */
  standing(caller: Caller, now: number): Awaitable<Standing> {
    const terms = this.#termsOf(caller)
    const account = this.#ledger.account(caller.credentialId, now)
    const day = dayOf(now)
    const usage = this.#usage.report({ from: `${day.slice(0, 7)}-01`, to: day, by: ['tool'], keyId: caller.credentialId })
    const loaded = this.#ledger.load(account)
    const describe = (rows: readonly UsageReportRow[]): Standing => this.#describe(caller, terms, account, rows, now)
    if (!(usage instanceof Promise) && !(loaded instanceof Promise)) return describe(usage)
    return Promise.all([usage, loaded]).then(([rows]) => describe(rows))
  }

  /** Writes the counters. What cannot be written is kept for the next time, and the ProblemError of the store is thrown. */
  flush(): Promise<void> {
    return this.#ledger.flush()
  }

  /**
   * Must be waited for before a call is answered: a crash afterwards loses nothing of it.
   * @returns undefined where nothing has to be waited for; rejects with the ProblemError of the store
   */
  commit(lease: Lease): Promise<void> | undefined {
    return lease.isDurable ? this.#commit() : undefined
  }

  #takeCall({ rate }: Plan, account: Account, now: number): Awaitable<void> {
    if (!rate) return
    const taken = this.#rates?.take(account.keyId, rate)
    if (!taken) return applyDecision(rate, account, spendCalls(rate, account.bucket, now))
    if (!(taken instanceof Promise)) return applyDecision(rate, account, describeTaking(rate, taken, now))
    return taken.then((answer) => applyDecision(rate, account, describeTaking(rate, answer, now)))
  }

  #open(call: ToolCall, terms: Terms, account: Account): Awaitable<Lease> {
    const { caller, now, units, bytes, toolId } = call
    if (!isKeyOfStore(caller)) this.#ledger.nameOwner(account, caller.owner)
    const lease = new Lease(this.#ledger, this.#usage, terms, account, toolId)
    account.active++
    return orUndo(
      () => {
        const reserved = lease.reserve(units, now, bytes)
        return reserved instanceof Promise ? reserved.then(() => lease) : lease
      },
      () => account.active--,
    )
  }

  #termsOf(caller: Caller): Terms {
    const terms = this.#findTerms(caller)
    if (!terms) throw new ProblemError('The plan of this credential is no longer configured.', { code: 'plan_restricted' })
    return terms
  }

  #findTerms({ plan: name, kind, trialQuota }: Caller): Terms | undefined {
    const known = this.#terms.get(name)?.[kind].get(trialQuota)
    if (known) return known
    const plan = this.#plans.get(name)
    if (!plan) return undefined
    const quota = trialQuota === null ? plan.quota : { ...plan.quota, unitsTotal: trialQuota }
    const strict = plan.strict || kind === 'trial'
    const durable = this.#durable || strict || hasLimit(quota)
    const terms: Terms = { plan, quota, strict, durable, policy: composePolicy(plan, quota) }
    let ofPlan = this.#terms.get(name)
    if (!ofPlan) {
      ofPlan = { live: new Map(), trial: new Map() }
      this.#terms.set(name, ofPlan)
    }
    // Administrators choose trial quotas; the map cannot grow without bound for all that.
    if (ofPlan[kind].size >= MAX_TRIAL_QUOTAS) ofPlan[kind].clear()
    ofPlan[kind].set(trialQuota, terms)
    return terms
  }

  #describe(caller: Caller, { plan, quota }: Terms, account: Account, usage: readonly UsageReportRow[], now: number): Standing {
    const { credentialId, kind, owner, scopes, expiresAt } = caller
    return {
      credentialId,
      kind,
      owner,
      plan: plan.name,
      scopes,
      expiresAt: instantText(expiresAt),
      limits: {
        callsPerMinute: plan.rate?.perMinute ?? null,
        burst: plan.rate?.burst ?? null,
        concurrent: plan.concurrent,
        maxBodyBytes: plan.maxBodyBytes,
        maxBatchItems: plan.maxBatchItems,
        tools: plan.tools,
      },
      quota: standingsOf(quota, this.#ledger.used(account)).map((standing) => ({
        ...standing,
        remaining: remainingOf(standing),
        renewsAt: instantText(renewalOf(standing.name, now)),
      })),
      usage,
    }
  }
}

function checkTool(caller: Caller, plan: Plan, toolId: string): void {
  if (!mayUseTool(caller, toolId))
    throw new ProblemError('The scopes of the credential do not include this tool.', { code: 'tool_not_allowed' })
  if (!plan.tools.some((pattern) => matchesTool(pattern, toolId)))
    throw new ProblemError('The plan does not include this tool.', { code: 'plan_restricted' })
}

function applyDecision(rate: RateLimit, account: Account, decision: RateDecision): void {
  account.bucket = decision.bucket
  if (decision.allowed) return
  throw new ProblemError(`The plan allows ${rate.perMinute} requests per minute, with bursts of ${rate.burst}.`, {
    code: 'rate_limited',
    retryAfterSeconds: decision.retryAfterSeconds,
  })
}

function instantText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
