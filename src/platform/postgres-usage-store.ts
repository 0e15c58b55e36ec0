// Usage counters and quota totals in PostgreSQL, shared by all nodes. A reservation is one statement that charges or refuses.
import type { PoolClient } from 'pg'
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
import type { Postgres } from './postgres.ts'
import { type QuotaRow, totalsOf } from './quota-row.ts'

/** In the order of the keys, so that nodes that write at once wait for each other and do not lock each other out. */
export const ADD_USAGE = `INSERT INTO health_tools.usage AS u (key_id, day, tool, requests, units, bytes_in, bytes_out, errors, ms)
SELECT "keyId", day, tool, sum(requests), sum(units), sum("bytesIn"), sum("bytesOut"), sum(errors), sum(ms)
FROM jsonb_to_recordset($1::jsonb) AS r("keyId" text, day text, tool text, requests bigint, units bigint, "bytesIn" bigint, "bytesOut" bigint,
  errors bigint, ms float8)
GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
ON CONFLICT (key_id, day, tool) DO UPDATE SET
  requests = u.requests + excluded.requests,
  units = u.units + excluded.units,
  bytes_in = u.bytes_in + excluded.bytes_in,
  bytes_out = u.bytes_out + excluded.bytes_out,
  errors = u.errors + excluded.errors,
  ms = u.ms + excluded.ms`

/** A row is of the latest day seen. A charge of an earlier day counts for what still runs of it: its month, and the total. */
const ASSIGNMENTS = `
  day_units = CASE WHEN n.day > q.day THEN greatest(0, n.units) WHEN n.day = q.day THEN greatest(0, q.day_units + n.units) ELSE q.day_units END,
  day_bytes = CASE WHEN n.day > q.day THEN n.bytes WHEN n.day = q.day THEN q.day_bytes + n.bytes ELSE q.day_bytes END,
  month_units = CASE
    WHEN left(n.day, 7) > left(q.day, 7) THEN greatest(0, n.units)
    WHEN left(n.day, 7) = left(q.day, 7) THEN greatest(0, q.month_units + n.units)
    ELSE q.month_units END,
  total_units = greatest(0, q.total_units + n.units),
  day = greatest(q.day, n.day)`

const MAKE_ROWS = `INSERT INTO health_tools.quota (key_id, day, day_units, day_bytes, month_units, total_units)
SELECT DISTINCT "keyId", '', 0, 0, 0, 0 FROM jsonb_to_recordset($1::jsonb) AS r("keyId" text) ORDER BY 1
ON CONFLICT DO NOTHING`

const LOCK_ROWS = `SELECT 1 FROM health_tools.quota
WHERE key_id IN (SELECT "keyId" FROM jsonb_to_recordset($1::jsonb) AS r("keyId" text)) ORDER BY key_id FOR UPDATE`

const ADD_CHARGES = `UPDATE health_tools.quota AS q SET ${ASSIGNMENTS}
FROM jsonb_to_recordset($1::jsonb) AS n("keyId" text, day text, units bigint, bytes bigint) WHERE q.key_id = n."keyId"`

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
      if (rows.length > 0) await client.query(ADD_USAGE, [JSON.stringify(rows)])
      if (charges.length > 0) await addCharges(client, charges)
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

/** One statement changes a row once: charges of the same key stand in different rounds. */
export async function addCharges(client: PoolClient, charges: readonly Charge[]): Promise<void> {
  const all = JSON.stringify(charges)
  await client.query(MAKE_ROWS, [all])
  if (charges.length > 1) await client.query(LOCK_ROWS, [all])
  let rest = charges
  while (rest.length > 0) {
    const seen = new Set<string>()
    const [round, later] = [[] as Charge[], [] as Charge[]]
    for (const charge of rest) {
      const isLater = seen.has(charge.keyId)
      seen.add(charge.keyId)
      if (isLater) later.push(charge)
      else round.push(charge)
    }
    await client.query(ADD_CHARGES, [JSON.stringify(round)])
    rest = later
  }
}
