// Usage counters and quota totals in SQLite. Counters go by the configured durability; a strict reservation is on the disk when it returns.
import type { Database, Statement } from 'better-sqlite3'
import type { Quota } from '../access/plan.ts'
import { findBreach } from '../access/quota.ts'
import type {
  Charge,
  CredentialOwner,
  QuotaTotals,
  UsageGrouping,
  UsageQuery,
  UsageReportRow,
  UsageRow,
  UsageStore,
} from '../access/store.ts'
import type { KeyDatabases } from './key-store.ts'
import { type QuotaRow, totalsOf } from './quota-row.ts'
import { guarded } from './sqlite.ts'

const ADD_USAGE = `INSERT INTO usage (key_id, day, tool, requests, units, bytes_in, bytes_out, errors, ms)
VALUES (@keyId, @day, @tool, @requests, @units, @bytesIn, @bytesOut, @errors, @ms)
ON CONFLICT (key_id, day, tool) DO UPDATE SET
  requests = requests + excluded.requests,
  units = units + excluded.units,
  bytes_in = bytes_in + excluded.bytes_in,
  bytes_out = bytes_out + excluded.bytes_out,
  errors = errors + excluded.errors,
  ms = ms + excluded.ms`

/** A row is of the latest day seen. A charge of an earlier day counts for what still runs of it: its month, and the total. */
const ADD_CHARGE = `INSERT INTO quota (key_id, day, day_units, day_bytes, month_units, total_units)
VALUES (@keyId, @day, max(0, @units), @bytes, max(0, @units), max(0, @units))
ON CONFLICT (key_id) DO UPDATE SET
  day_units = CASE WHEN excluded.day > day THEN max(0, @units) WHEN excluded.day = day THEN max(0, day_units + @units) ELSE day_units END,
  day_bytes = CASE WHEN excluded.day > day THEN @bytes WHEN excluded.day = day THEN day_bytes + @bytes ELSE day_bytes END,
  month_units = CASE
    WHEN substr(excluded.day, 1, 7) > substr(day, 1, 7) THEN max(0, @units)
    WHEN substr(excluded.day, 1, 7) = substr(day, 1, 7) THEN max(0, month_units + @units)
    ELSE month_units END,
  total_units = max(0, total_units + @units),
  day = max(day, excluded.day)`

const SUMS = `sum(u.requests) AS requests, sum(u.units) AS units, sum(u.bytes_in) AS bytesIn, sum(u.bytes_out) AS bytesOut,
  sum(u.errors) AS errors, sum(u.ms) AS ms`

const OWNER = "coalesce(k.owner, o.owner, '')"
/** The column by which a grouping is known, and what it is by. */
const GROUPINGS: Readonly<Record<UsageGrouping, readonly [name: string, by: string]>> = {
  owner: ['owner', OWNER],
  key: ['keyId', 'u.key_id'],
  tool: ['tool', 'u.tool'],
  day: ['day', 'u.day'],
  month: ['month', 'substr(u.day, 1, 7)'],
}

export class SqliteUsageStore implements UsageStore {
  readonly #durable: Database
  readonly #counters: Database
  readonly #addUsage: Statement
  readonly #addCharge: Statement
  readonly #nameOwner: Statement<[string, string]>
  readonly #reserveCharge: Statement
  readonly #totals: Statement<[string], QuotaRow>
  readonly #prune: Statement<[string]>

  constructor({ durable, counters }: KeyDatabases) {
    this.#durable = durable
    this.#counters = counters
    this.#addUsage = counters.prepare(ADD_USAGE)
    this.#addCharge = counters.prepare(ADD_CHARGE)
    this.#nameOwner = counters.prepare('INSERT INTO owners VALUES (?, ?) ON CONFLICT (credential) DO UPDATE SET owner = excluded.owner')
    this.#reserveCharge = durable.prepare(ADD_CHARGE)
    this.#totals = durable.prepare('SELECT day, day_units, day_bytes, month_units, total_units FROM quota WHERE key_id = ?')
    this.#prune = counters.prepare('DELETE FROM usage WHERE day < ?')
  }

  add(rows: readonly UsageRow[], charges: readonly Charge[], owners: readonly CredentialOwner[] = []): void {
    guarded(() =>
      this.#counters
        .transaction(() => {
          for (const row of rows) this.#addUsage.run(row)
          for (const charge of charges) this.#addCharge.run(charge)
          for (const { credentialId, owner } of owners) this.#nameOwner.run(credentialId, owner)
        })
        .immediate(),
    )
  }

  totals(keyId: string, day: string): QuotaTotals {
    return guarded(() => totalsOf(this.#totals.get(keyId), day))
  }

  reserve({ keyId, day, units, quota }: { readonly keyId: string; readonly day: string; readonly units: number; readonly quota: Quota }) {
    const attempt = this.#durable.transaction((): { granted: boolean; totals: QuotaTotals } => {
      const totals = totalsOf(this.#totals.get(keyId), day)
      if (findBreach({ ...quota, bytesPerDay: null }, totals, units)) return { granted: false, totals }
      this.#reserveCharge.run({ keyId, day, units, bytes: 0 })
      return { granted: true, totals: totalsOf(this.#totals.get(keyId), day) }
    })
    return guarded(() => attempt.immediate())
  }

  report({ from, to, by, keyId }: UsageQuery): UsageReportRow[] {
    const groups = by.map((grouping) => GROUPINGS[grouping])
    const columns = groups.map(([name, expression]) => `${expression} AS ${name}`)
    if (by.includes('key') && !by.includes('owner')) columns.push(`${OWNER} AS owner`)
    const order = groups.map(([, expression]) => expression).join(', ')
    const statement = `SELECT ${columns.join(', ')}, ${SUMS} FROM usage u LEFT JOIN keys k ON k.id = u.key_id LEFT JOIN owners o ON o.credential = u.key_id
      WHERE u.day BETWEEN @from AND @to ${keyId === undefined ? '' : 'AND u.key_id = @keyId'} GROUP BY ${order} ORDER BY ${order}`
    return guarded(() => this.#durable.prepare(statement).all({ from, to, ...(keyId === undefined ? {} : { keyId }) })) as UsageReportRow[]
  }

  prune(beforeDay: string): number {
    return guarded(() => this.#prune.run(beforeDay)).changes
  }
}
