// What every credential has used: counted in memory, written to the store in batches, and never lost between the two.
import { chain } from '../../core/chain.ts'
import { BoundedMap } from '../bounded-map.ts'
import type { Awaitable, Charge, QuotaTotals, UsageRow, UsageStore } from '../store.ts'
import { dayOf, monthOf, NO_TOTALS } from './quota.ts'
import { type Bucket, emptyAt, FULL_BUCKET } from './rate.ts'

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The counters of one credential. */
export interface Account {
  readonly keyId: string
  /** The UTC day that the counters below are of. */
  day: string
  /** Of its rate. */
  bucket: Bucket
  /** Calls that run. */
  active: number
  /** What the store said last; undefined until it was asked. */
  base: QuotaTotals | undefined
  loading: Promise<void> | undefined
  /** Not yet in the store. */
  charge: Mutable<Charge> | undefined
  /** On the way to the store. */
  sending: Charge | undefined
  readonly rows: Map<string, Mutable<UsageRow>>
  /** As the store knows it, or will with the next write; undefined where the store of keys does. */
  owner: string | undefined
}

/** What one call added to the counters of its tool. */
export interface CallCounts {
  readonly units: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly errors: number
  readonly ms: number
}

const MAX_ACCOUNTS = 100_000

export class UsageLedger {
  readonly #store: UsageStore
  readonly #accounts: BoundedMap<string, Account>
  readonly #unwritten = new Set<Account>()
  #closedRows: UsageRow[] = []
  #closedCharges: Charge[] = []
  #owners = new Map<string, string>()
  #flushing: Promise<void> | undefined
  #latest = 0

  constructor(store: UsageStore) {
    this.#store = store
    this.#accounts = new BoundedMap(MAX_ACCOUNTS, (account) => this.#isInUse(account))
  }

  /** Accounts in memory. */
  get size(): number {
    return this.#accounts.size
  }

  /** Credentials and finished days whose counters the store does not have yet. */
  get unwritten(): number {
    return this.#unwritten.size + this.#closedRows.length + this.#closedCharges.length
  }

  account(keyId: string, now: number): Account {
    this.#latest = now
    let account = this.#accounts.get(keyId)
    if (!account) {
      account = {
        keyId,
        day: dayOf(now),
        bucket: FULL_BUCKET,
        active: 0,
        base: undefined,
        loading: undefined,
        charge: undefined,
        sending: undefined,
        rows: new Map(),
        owner: undefined,
      }
      this.#accounts.set(keyId, account)
    } else {
      this.#startDay(account, dayOf(now))
    }
    return account
  }

  /** Asks the store for the totals where they are not known yet. */
  load(account: Account): Awaitable<void> {
    if (account.base || account.loading) return account.loading
    const totals = this.#store.totals(account.keyId, account.day)
    if (totals instanceof Promise) {
      account.loading = this.#loadLater(account, account.day, totals)
      return account.loading
    }
    account.base = totals
    return undefined
  }

  async #loadLater(account: Account, day: string, totals: Promise<QuotaTotals>): Promise<void> {
    try {
      const found = await totals
      account.base ??= account.day === day ? found : await this.#store.totals(account.keyId, account.day)
    } finally {
      account.loading = undefined
    }
  }

  /** The totals with everything that is counted but not yet written. */
  used(account: Account): QuotaTotals {
    const { base = NO_TOTALS, charge, sending } = account
    const sent = sending?.day === account.day ? addTotals(base, sending) : base
    return charge ? addTotals(sent, charge) : sent
  }

  /** Counts units and bytes against the quotas of a day. */
  charge(account: Account, day: string, units: number, bytes: number): void {
    if (units === 0 && bytes === 0) return
    if (day !== account.day) {
      this.#closedCharges.push({ keyId: account.keyId, day, units, bytes })
      return
    }
    account.charge ??= { keyId: account.keyId, day, units: 0, bytes: 0 }
    account.charge.units += units
    account.charge.bytes += bytes
    this.#unwritten.add(account)
  }

  /** Has the store know whose the credential is, from the next write on. */
  nameOwner(account: Account, owner: string): void {
    if (account.owner === owner) return
    account.owner = owner
    this.#owners.set(account.keyId, owner)
  }

  /** Has the totals asked for again, after they were changed past the ledger. */
  forget(account: Account): void {
    account.base = undefined
  }

  /** Counts one call of a tool. */
  record(account: Account, tool: string, day: string, counts: CallCounts): void {
    const row = day === account.day ? account.rows.get(tool) : undefined
    if (row) {
      row.requests++
      addCounts(row, counts)
      this.#unwritten.add(account)
      return
    }
    this.#addRow(account, { keyId: account.keyId, tool, day, requests: 1, ...counts })
  }

  #addRow(account: Account, added: UsageRow): void {
    if (added.day !== account.day) {
      this.#closedRows.push(added)
      return
    }
    const row = account.rows.get(added.tool)
    if (row) {
      row.requests += added.requests
      addCounts(row, added)
    } else account.rows.set(added.tool, { ...added })
    this.#unwritten.add(account)
  }

  /** Writes what is counted. What cannot be written is kept for the next time, and it rejects with the ProblemError of the store. */
  async flush(): Promise<void> {
    await this.#flush()
  }

  /**
   * Writes all that was counted before this call, also what a write that is under way does not hold; at once where the store does.
   * @throws or rejects as flush does
   */
  commit(): Awaitable<void> {
    if (!this.#flushing) return this.#flush()
    const next = (): Awaitable<void> => this.#flush()
    return this.#flushing.then(next, next)
  }

  #flush(): Awaitable<void> {
    if (this.#flushing) return this.#flushing
    const written = this.#write()
    if (!(written instanceof Promise)) return undefined
    this.#flushing = written.finally(() => {
      this.#flushing = undefined
    })
    return this.#flushing
  }

  #write(): Awaitable<void> {
    if (this.unwritten === 0) return undefined
    const accounts = [...this.#unwritten]
    const closed = { rows: this.#closedRows, charges: this.#closedCharges }
    this.#unwritten.clear()
    this.#closedRows = []
    this.#closedCharges = []
    const owners = this.#owners
    this.#owners = new Map()
    const open = accounts.map((account) => ({ account, rows: [...account.rows.values()], charge: account.charge }))
    for (const { account, charge } of open) {
      account.rows.clear()
      account.sending = charge
      account.charge = undefined
    }
    const restore = (error: unknown): never => {
      this.#closedRows = closed.rows.concat(this.#closedRows)
      this.#closedCharges = closed.charges.concat(this.#closedCharges)
      for (const { account, rows } of open) this.#takeBack(account, rows)
      for (const [id, owner] of owners) if (!this.#owners.has(id)) this.#owners.set(id, owner)
      throw error
    }
    let added: Awaitable<void>
    try {
      added = this.#store.add(
        [...closed.rows, ...open.flatMap(({ rows }) => rows)],
        [...closed.charges, ...open.flatMap(({ charge }) => charge ?? [])],
        Array.from(owners, ([credentialId, owner]) => ({ credentialId, owner })),
      )
    } catch (error) {
      return restore(error)
    }
    return added instanceof Promise ? added.then(() => this.#settle(accounts), restore) : this.#settle(accounts)
  }

  #settle(accounts: readonly Account[]): Awaitable<void> {
    for (const account of accounts) settleSending(account)
    return accounts.reduce<Awaitable<void>>((before, account) => chain(before, () => this.#refresh(account)), undefined)
  }

  #takeBack(account: Account, rows: readonly UsageRow[]): void {
    const { sending } = account
    account.sending = undefined
    if (sending) this.charge(account, sending.day, sending.units, sending.bytes)
    for (const row of rows) this.#addRow(account, row)
  }

  /** Other processes may have charged the same credential. */
  #refresh(account: Account): Awaitable<void> {
    if (!account.base) return undefined
    const { day } = account
    return chain(this.#store.totals(account.keyId, day), (totals) => {
      if (account.day === day) account.base = totals
    })
  }

  #startDay(account: Account, day: string): void {
    // Where the clock was set back, the later day goes on: nobody gets a day twice.
    if (day <= account.day) return
    const used = this.used(account)
    const keepsMonth = monthOf(day) === monthOf(account.day)
    if (account.base) account.base = { dayUnits: 0, dayBytes: 0, monthUnits: keepsMonth ? used.monthUnits : 0, totalUnits: used.totalUnits }
    this.#closedRows.push(...account.rows.values())
    account.rows.clear()
    if (account.charge) this.#closedCharges.push(account.charge)
    account.charge = undefined
    account.day = day
  }

  #isInUse(account: Account): boolean {
    return account.active > 0 || emptyAt(account.bucket, this.#latest) > 0 || account.sending !== undefined || this.#unwritten.has(account)
  }
}

/** What the store has taken belongs to the totals that it said before. */
function settleSending(account: Account): void {
  const { base, sending } = account
  account.sending = undefined
  // A day that began in the meantime took these units over when it began.
  if (base && sending?.day === account.day) account.base = addTotals(base, sending)
}

function addTotals(base: QuotaTotals, { units, bytes }: Charge): QuotaTotals {
  return {
    dayUnits: base.dayUnits + units,
    dayBytes: base.dayBytes + bytes,
    monthUnits: base.monthUnits + units,
    totalUnits: base.totalUnits + units,
  }
}

function addCounts(row: Mutable<UsageRow>, counts: CallCounts): void {
  row.units += counts.units
  row.bytesIn += counts.bytesIn
  row.bytesOut += counts.bytesOut
  row.errors += counts.errors
  row.ms += counts.ms
}
