// The keys in SQLite. What changes who may call is written with synchronous FULL; the last use is not worth a wait for the disk.
import type { Database, Statement } from 'better-sqlite3'
import type { KeyRecord, KeyStore, StoredKey } from '../../../access/store.ts'
import { type KeyRow, recordOf } from '../key-row.ts'
import { guarded } from './sqlite.ts'

const COLUMNS = `id, kind, owner, note, plan, scopes, networks, created_at, expires_at, revoked_at, rotated_at, previous_until,
  last_used_at, trial_quota, hash, previous_hash`

export interface KeyDatabases {
  /** Synchronous FULL. */
  readonly durable: Database
  /** Synchronous as the configuration says. */
  readonly counters: Database
}

/** A look at the database holds for so long. */
const FRESH_MS = 1

export class SqliteKeyStore implements KeyStore {
  readonly #durable: Database
  readonly #counters: Database
  readonly #insert: Statement
  readonly #find: Statement<[string], KeyRow<string>>
  readonly #page: Statement<[number, string, number], KeyRow<string>>
  readonly #touch: Statement<[number, string]>
  readonly #dataVersion: Statement<[], number>
  readonly #keysRevision: Statement<[], number>
  readonly #clock: (() => number) | undefined
  #seenDataVersion = Number.NaN
  #revision = 0
  #freshUntil = 0

  /** @param clock milliseconds that only grow; without it other processes are looked for at every call */
  constructor({ durable, counters }: KeyDatabases, clock?: () => number) {
    this.#clock = clock
    this.#durable = durable
    this.#counters = counters
    this.#insert = durable.prepare(
      `INSERT INTO keys (${COLUMNS}) VALUES (@id, @kind, @owner, @note, @plan, @scopes, @networks, @createdAt, @expiresAt, @revokedAt,
        @rotatedAt, @previousUntil, @lastUsedAt, @trialQuota, @hash, @previousHash)`,
    )
    this.#find = durable.prepare(`SELECT ${COLUMNS} FROM keys WHERE id = ?`)
    this.#page = durable.prepare(`SELECT ${COLUMNS} FROM keys WHERE (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`)
    this.#touch = counters.prepare('UPDATE keys SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?')
    this.#dataVersion = durable.prepare<[], number>('PRAGMA data_version').pluck()
    this.#keysRevision = durable.prepare<[], number>("SELECT value FROM meta WHERE name = 'keys_revision'").pluck()
  }

  create(key: StoredKey): void {
    this.#write(() => this.#insert.run(rowOf(key)))
  }

  createAll(keys: readonly StoredKey[]): string[] {
    return this.#write(() => {
      const ids = keys.map(({ record }) => record.id)
      const once = new Set(ids)
      const taken = ids.filter((id) => this.#find.get(id) !== undefined || !once.delete(id))
      if (taken.length === 0) for (const key of keys) this.#insert.run(rowOf(key))
      return taken
    })
  }

  find(id: string): StoredKey | undefined {
    const row = guarded(() => this.#find.get(id))
    return row && { record: recordOf(row, readList), hash: row.hash, previousHash: row.previous_hash }
  }

  list({ after, limit }: { readonly after?: KeyRecord; readonly limit: number }): KeyRecord[] {
    return guarded(() => this.#page.all(after?.createdAt ?? Number.MIN_SAFE_INTEGER, after?.id ?? '', limit)).map((row) =>
      recordOf(row, readList),
    )
  }

  rotate(
    id: string,
    { hash, rotatedAt, previousUntil }: { readonly hash: string; readonly rotatedAt: number; readonly previousUntil: number },
  ): KeyRecord | undefined {
    return this.#change('previous_hash = hash, hash = ?, rotated_at = ?, previous_until = ?', [hash, rotatedAt, previousUntil], id)
  }

  revoke(id: string, at: number): KeyRecord | undefined {
    return this.#change('revoked_at = coalesce(revoked_at, ?)', [at], id)
  }

  expire(id: string, at: number): KeyRecord | undefined {
    return this.#change('expires_at = ?', [at], id)
  }

  touch(uses: readonly { readonly id: string; readonly at: number }[]): void {
    guarded(() =>
      this.#counters
        .transaction(() => {
          for (const { id, at } of uses) this.#touch.run(at, id)
        })
        .immediate(),
    )
  }

  /**
   * A look costs 2 µs: SQLite tells by one number whether any other connection has written. Only then is the counter of the keys read, so
   * that the usage counters of every second do not empty the memory of the keys. One look is good for the requests of a millisecond: what
   * revokes a key takes longer to say so.
   */
  revision(): number {
    const now = this.#clock?.() ?? Number.NaN
    if (now < this.#freshUntil) return this.#revision
    guarded(() => {
      const dataVersion = this.#dataVersion.get()!
      if (dataVersion === this.#seenDataVersion) return
      this.#revision = this.#keysRevision.get()!
      this.#seenDataVersion = dataVersion
    })
    this.#freshUntil = now + FRESH_MS
    return this.#revision
  }

  #change(assignments: string, values: readonly (string | number)[], id: string): KeyRecord | undefined {
    const { changes } = this.#write(() => this.#durable.prepare(`UPDATE keys SET ${assignments} WHERE id = ?`).run(...values, id))
    return changes === 0 ? undefined : this.find(id)?.record
  }

  /** Own writes do not change the number that SQLite tells, so the counter is read again after each. */
  #write<T>(work: () => T): T {
    try {
      return guarded(() => this.#durable.transaction(work).immediate())
    } finally {
      this.#seenDataVersion = Number.NaN
      this.#freshUntil = 0
    }
  }
}

function rowOf({ record, hash, previousHash }: StoredKey): Record<string, unknown> {
  return { ...record, scopes: JSON.stringify(record.scopes), networks: JSON.stringify(record.networks), hash, previousHash }
}

const readList = (text: string): string[] => JSON.parse(text) as string[]
