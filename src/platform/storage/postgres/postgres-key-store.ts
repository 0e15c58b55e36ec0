// The keys in PostgreSQL. A change by any node is told to all; while this node does not hear, it asks for every key again.
import type { KeyRecord, KeyStore, StoredKey } from '../../../access/store.ts'
import { type KeyRow, recordOf } from '../key-row.ts'
import type { Postgres } from './postgres.ts'
import type { KeyChanges } from './postgres-changes.ts'

type Row = KeyRow<string[]>

/** The driver gives bigint as text; these fit into a double. */
const COLUMNS = `id, kind, owner, note, plan, scopes, networks, created_at::float8, expires_at::float8, revoked_at::float8, rotated_at::float8,
  previous_until::float8, last_used_at::float8, trial_quota::float8, hash, previous_hash`

const INSERT = `INSERT INTO health_tools.keys (id, kind, owner, note, plan, scopes, networks, created_at, expires_at, revoked_at, rotated_at,
  previous_until, last_used_at, trial_quota, hash, previous_hash)
SELECT * FROM jsonb_to_recordset($1::jsonb) AS r(id text, kind text, owner text, note text, plan text, scopes jsonb, networks jsonb,
  "createdAt" bigint, "expiresAt" bigint, "revokedAt" bigint, "rotatedAt" bigint, "previousUntil" bigint, "lastUsedAt" bigint,
  "trialQuota" bigint, hash text, "previousHash" text)`

/** One statement stays far below its time limit. */
const KEYS_A_STATEMENT = 5_000

export class PostgresKeyStore implements KeyStore {
  readonly #database: Postgres
  readonly #changes: KeyChanges | undefined

  /** @param changes undefined for a command that asks once and ends */
  constructor(database: Postgres, changes?: KeyChanges) {
    this.#database = database
    this.#changes = changes
  }

  async create(key: StoredKey): Promise<void> {
    await this.#write(() => this.#database.query(INSERT, [JSON.stringify([rowOf(key)])]))
  }

  async createAll(keys: readonly StoredKey[]): Promise<string[]> {
    return this.#write(() =>
      this.#database.transact(async (client) => {
        const taken: string[] = []
        for (let from = 0; from < keys.length; from += KEYS_A_STATEMENT) {
          const part = keys.slice(from, from + KEYS_A_STATEMENT)
          const { rows } = await client.query<{ id: string }>(`${INSERT} ON CONFLICT DO NOTHING RETURNING id`, [
            JSON.stringify(part.map(rowOf)),
          ])
          const made = new Set(rows.map(({ id }) => id))
          taken.push(...part.map(({ record }) => record.id).filter((id) => !made.delete(id)))
        }
        if (taken.length > 0) await client.query('ROLLBACK')
        return taken
      }),
    )
  }

  async find(id: string): Promise<StoredKey | undefined> {
    const [row] = await this.#database.query<Row>(`SELECT ${COLUMNS} FROM health_tools.keys WHERE id = $1`, [id], 'find-key')
    return row && { record: recordOf(row, readList), hash: row.hash, previousHash: row.previous_hash }
  }

  async list({ after, limit }: { readonly after?: KeyRecord; readonly limit: number }): Promise<KeyRecord[]> {
    const rows = await this.#database.query<Row>(
      `SELECT ${COLUMNS} FROM health_tools.keys WHERE (keys.created_at, id) > ($1, $2) ORDER BY keys.created_at, id LIMIT $3`,
      [after?.createdAt ?? Number.MIN_SAFE_INTEGER, after?.id ?? '', limit],
    )
    return rows.map((row) => recordOf(row, readList))
  }

  rotate(
    id: string,
    { hash, rotatedAt, previousUntil }: { readonly hash: string; readonly rotatedAt: number; readonly previousUntil: number },
  ): Promise<KeyRecord | undefined> {
    return this.#change('previous_hash = hash, hash = $2, rotated_at = $3, previous_until = $4', id, [hash, rotatedAt, previousUntil])
  }

  revoke(id: string, at: number): Promise<KeyRecord | undefined> {
    return this.#change('revoked_at = coalesce(revoked_at, $2)', id, [at])
  }

  expire(id: string, at: number): Promise<KeyRecord | undefined> {
    return this.#change('expires_at = $2', id, [at])
  }

  async touch(uses: readonly { readonly id: string; readonly at: number }[]): Promise<void> {
    await this.#database.query(
      `UPDATE health_tools.keys AS k SET last_used_at = greatest(k.last_used_at, u.at)
        FROM jsonb_to_recordset($1::jsonb) AS u(id text, at bigint) WHERE k.id = u.id`,
      [JSON.stringify(uses)],
    )
  }

  revision(): number {
    return this.#changes?.revision() ?? 0
  }

  async #change(assignments: string, id: string, values: readonly (string | number)[]): Promise<KeyRecord | undefined> {
    const statement = `UPDATE health_tools.keys SET ${assignments} WHERE id = $1 RETURNING ${COLUMNS}`
    const [row] = await this.#write(() => this.#database.query<Row>(statement, [id, ...values]))
    return row && recordOf(row, readList)
  }

  async #write<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } finally {
      await this.#changes?.lookAgain()
    }
  }
}

function rowOf({ record, hash, previousHash }: StoredKey): Record<string, unknown> {
  return { ...record, hash, previousHash }
}

/** The driver has read them. */
const readList = (list: string[]): string[] => list
