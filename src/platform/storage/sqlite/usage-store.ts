// Usage counters and quota totals in SQLite. Counters go by the configured durability; a strict reservation is on the disk when it returns.
// Several processes may write one database: each says when it does, so that the one with a journal does not keep its counts from the others.
import type { Database, Statement, Transaction } from 'better-sqlite3'
import type { Quota } from '../../../access/quota/plan.ts'
import { findBreach } from '../../../access/quota/quota.ts'
import type { QuotaTotals, UsageGrouping, UsageQuery, UsageReportRow } from '../../../access/store.ts'
import { type QuotaRow, totalsOf } from '../quota-row.ts'
import type { Counts, CountsRecord } from './counts-record.ts'
import { type CountsWriter, foldRecords, prepareCounts, readFolded } from './counts-writer.ts'
import type { KeyDatabases } from './key-store.ts'
import { guarded } from './sqlite.ts'

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

/** A row of quotas, with how often others than the process with the journal have written. */
type StandingRow = (QuotaRow | { readonly day: null }) & { readonly beside: number }

const BESIDE = "coalesce((SELECT value FROM meta WHERE name = 'counts_beside'), 0)"
const NOTE_BESIDE = "INSERT INTO meta VALUES ('counts_beside', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1"

export class SqliteUsageStore {
  readonly #durable: Database
  readonly #counters: Database
  readonly #writer: CountsWriter
  readonly #noteBeside: Statement
  readonly #reserving: CountsWriter
  readonly #totals: Statement<[string], QuotaRow>
  readonly #standing: Statement<[string], StandingRow>
  readonly #beside: Statement<[], number>
  readonly #prune: Statement<[string]>
  readonly #add: Transaction<(counts: Counts, folded: number | undefined) => void>

  constructor({ durable, counters }: KeyDatabases) {
    this.#durable = durable
    this.#counters = counters
    this.#writer = prepareCounts(counters)
    this.#reserving = prepareCounts(durable)
    this.#noteBeside = counters.prepare(NOTE_BESIDE)
    const columns = 'day, day_units, day_bytes, month_units, total_units'
    this.#totals = durable.prepare(`SELECT ${columns} FROM quota WHERE key_id = ?`)
    this.#standing = durable.prepare(`SELECT ${columns}, ${BESIDE} AS beside FROM (SELECT 1) LEFT JOIN quota ON key_id = ?`)
    this.#beside = durable.prepare<[], number>(`SELECT ${BESIDE}`).pluck()
    this.#prune = counters.prepare('DELETE FROM usage WHERE day < ?')
    this.#add = counters.transaction((counts, folded) => {
      this.#writer.write(counts, folded)
      if (folded === undefined) this.#noteBeside.run()
    })
  }

  /** @param folded the last record of the journal that is in the counts; undefined: they come past it */
  add(counts: Counts, folded: number | undefined): void {
    guarded(() => this.#add.immediate(counts, folded))
  }

  /** The row of a key, and how often counts were written past the journal by whatever process. */
  standing(keyId: string): { readonly row: QuotaRow | undefined; readonly beside: number } {
    const found = guarded(() => this.#standing.get(keyId)!)
    return { row: found.day === null ? undefined : found, beside: found.beside }
  }

  /** How often counts were written past the journal. */
  beside(): number {
    return guarded(() => this.#beside.get()!)
  }

  /** The last record of the journal that the database has. */
  folded(): number {
    return guarded(() => readFolded(this.#durable))
  }

  /** Adds what is missing of these records, and is on the disk when it returns. */
  fold(records: readonly CountsRecord[]): void {
    const fold = this.#durable.transaction(() => foldRecords(this.#durable, records))
    guarded(() => fold.immediate())
  }

  reserve({ keyId, day, units, quota }: { readonly keyId: string; readonly day: string; readonly units: number; readonly quota: Quota }) {
    const attempt = this.#durable.transaction((): { granted: boolean; totals: QuotaTotals } => {
      const totals = totalsOf(this.#totals.get(keyId), day)
      if (findBreach({ ...quota, bytesPerDay: null }, totals, units)) return { granted: false, totals }
      this.#reserving.charge({ keyId, day, units, bytes: 0 })
      return { granted: true, totals: totalsOf(this.#totals.get(keyId), day) }
    })
    return guarded(() => attempt.immediate())
  }

  /** @param records what the journal of another process holds: what is missing of it is counted in, and written by nobody */
  report(query: UsageQuery, records: readonly CountsRecord[] = []): UsageReportRow[] {
    if (records.length === 0) return guarded(() => select(this.#durable, query))
    let rows: UsageReportRow[] = []
    const look = this.#counters.transaction(() => {
      foldRecords(this.#counters, records)
      rows = select(this.#counters, query)
      throw LOOKED
    })
    return guarded(() => {
      try {
        look.immediate()
      } catch (error) {
        if (error !== LOOKED) throw error
      }
      return rows
    })
  }

  prune(beforeDay: string): number {
    return guarded(() => this.#prune.run(beforeDay)).changes
  }
}

/** Thrown out of a transaction so that nothing of it is written. */
const LOOKED = Symbol('looked')

function select(database: Database, { from, to, by, keyId }: UsageQuery): UsageReportRow[] {
  const groups = by.map((grouping) => GROUPINGS[grouping])
  const columns = groups.map(([name, expression]) => `${expression} AS ${name}`)
  if (by.includes('key') && !by.includes('owner')) columns.push(`${OWNER} AS owner`)
  const order = groups.map(([, expression]) => expression).join(', ')
  const statement = `SELECT ${columns.join(', ')}, ${SUMS} FROM usage u LEFT JOIN keys k ON k.id = u.key_id LEFT JOIN owners o ON o.credential = u.key_id
    WHERE u.day BETWEEN @from AND @to ${keyId === undefined ? '' : 'AND u.key_id = @keyId'} GROUP BY ${order} ORDER BY ${order}`
  return database.prepare(statement).all({ from, to, ...(keyId === undefined ? {} : { keyId }) }) as UsageReportRow[]
}
