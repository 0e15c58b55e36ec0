// Usage counters and quota totals in PostgreSQL, shared by all nodes. A reservation is one statement that charges or refuses.
import { findBreach } from '../../../access/quota/quota.ts'
import type {
  Charge,
  CredentialOwner,
  QuotaTotals,
  UsageGrouping,
  UsageQuery,
  UsageReportRow,
  UsageRow,
  UsageStore,
} from '../../../access/store.ts'
import { ASSIGNMENTS } from '../quota-assignments.ts'
import { type QuotaRow, totalsOf } from '../quota-row.ts'
import type { Postgres } from './postgres.ts'

const MAKE_ROWS = `INSERT INTO health_tools.quota (key_id, day, day_units, day_bytes, month_units, total_units)
SELECT DISTINCT "keyId", '', 0, 0, 0, 0 FROM jsonb_to_recordset($1::jsonb) AS r("keyId" text) ORDER BY 1
ON CONFLICT DO NOTHING`

const COLUMNS = 'day, day_units::float8, day_bytes::float8, month_units::float8, total_units::float8'

/** Charges where every limit still holds; a limit that is null holds always. A day that has passed is treated as the row's. */
const RESERVE = `UPDATE health_tools.quota AS q SET ${ASSIGNMENTS}
FROM (SELECT $2::text AS day, $3::bigint AS units, 0::bigint AS bytes) AS n
WHERE q.key_id = $1
  AND ($4::bigint IS NULL OR n.units + CASE WHEN q.day >= n.day THEN q.day_units ELSE 0 END <= $4)
  AND ($5::bigint IS NULL OR n.units + CASE WHEN q.day >= n.day OR left(q.day, 7) = left(n.day, 7) THEN q.month_units ELSE 0 END <= $5)
  AND ($6::bigint IS NULL OR n.units + q.total_units <= $6)
RETURNING q.day, q.day_units::float8, q.day_bytes::float8, q.month_units::float8, q.total_units::float8`

const SUMS = `sum(u.requests)::float8 AS requests, sum(u.units)::float8 AS units, sum(u.bytes_in)::float8 AS "bytesIn",
  sum(u.bytes_out)::float8 AS "bytesOut", sum(u.errors)::float8 AS errors, sum(u.ms) AS ms`

/** Ordered by code units, as everywhere in the program. */
const OWNER = `coalesce(k.owner, o.owner, '') COLLATE "C"`
/** The column by which a grouping is known, and what it is by. */
const GROUPINGS: Readonly<Record<UsageGrouping, readonly [name: string, by: string]>> = {
  owner: ['owner', OWNER],
  key: ['keyId', 'u.key_id'],
  tool: ['tool', 'u.tool'],
  day: ['day', 'u.day'],
  month: ['month', 'left(u.day, 7)'],
}

const NAME_OWNERS = `INSERT INTO health_tools.owners (credential, owner)
SELECT "credentialId", owner FROM jsonb_to_recordset($1::jsonb) AS r("credentialId" text, owner text) ORDER BY 1
ON CONFLICT (credential) DO UPDATE SET owner = excluded.owner`

export class PostgresUsageStore implements UsageStore {
  readonly #database: Postgres

  constructor(database: Postgres) {
    this.#database = database
  }

  async add(rows: readonly UsageRow[], charges: readonly Charge[], owners: readonly CredentialOwner[] = []): Promise<void> {
    if (rows.length === 0 && charges.length === 0 && owners.length === 0) return
    await this.#database.transact(async (client) => {
      if (rows.length > 0) await client.query('SELECT health_tools.add_usage($1)', [JSON.stringify(rows)])
      if (charges.length > 0) await client.query('SELECT health_tools.charge($1)', [JSON.stringify(charges)])
      if (owners.length > 0) await client.query(NAME_OWNERS, [JSON.stringify(owners)])
    })
  }

  async totals(keyId: string, day: string): Promise<QuotaTotals> {
    const [row] = await this.#database.query<QuotaRow>(`SELECT ${COLUMNS} FROM health_tools.quota WHERE key_id = $1`, [keyId], 'totals')
    return totalsOf(row, day)
  }

  async reserve({ keyId, day, units, quota }: Parameters<UsageStore['reserve']>[0]): Promise<{ granted: boolean; totals: QuotaTotals }> {
    const { unitsPerDay, unitsPerMonth, unitsTotal } = quota
    const attempt = (): Promise<QuotaRow[]> =>
      this.#database.query<QuotaRow>(RESERVE, [keyId, day, units, unitsPerDay, unitsPerMonth, unitsTotal], 'reserve')
    for (;;) {
      const [charged] = await attempt()
      if (charged) return { granted: true, totals: totalsOf(charged, day) }
      const totals = await this.totals(keyId, day)
      if (findBreach({ ...quota, bytesPerDay: null }, totals, units)) return { granted: false, totals }
      // There was no row yet, or units were given back in between.
      await this.#database.query(MAKE_ROWS, [JSON.stringify([{ keyId }])])
    }
  }

  report({ from, to, by, keyId }: UsageQuery): Promise<UsageReportRow[]> {
    const groups = by.map((grouping) => GROUPINGS[grouping])
    const columns = groups.map(([name, expression]) => `${expression} AS "${name}"`)
    const group = groups.map(([, expression]) => expression)
    if (by.includes('key') && !by.includes('owner')) {
      columns.push(`${OWNER} AS owner`)
      group.push(OWNER)
    }
    const own = keyId === undefined ? '' : 'AND u.key_id = $3'
    return this.#database.query<UsageReportRow & Record<string, unknown>>(
      `SELECT ${columns.join(', ')}, ${SUMS} FROM health_tools.usage u LEFT JOIN health_tools.keys k ON k.id = u.key_id
        LEFT JOIN health_tools.owners o ON o.credential = u.key_id
        WHERE u.day BETWEEN $1 AND $2 ${own} GROUP BY ${group.join(', ')} ORDER BY ${group.join(', ')}`,
      [from, to, ...(keyId === undefined ? [] : [keyId])],
    )
  }

  async prune(beforeDay: string): Promise<number> {
    return (await this.#database.query('DELETE FROM health_tools.usage WHERE day < $1 RETURNING 1', [beforeDay])).length
  }
}
