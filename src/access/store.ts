// What access needs of a database. Another engine is another implementation that passes the same contract suite.
//
// Every method may answer at once or later, because the engine beside the process (SQLite) answers in microseconds and one behind a
// socket cannot; callers on the hot path look before they wait. All methods throw ProblemError `storage_unavailable` where the database fails.
import type { KeyKind } from './keys/key-text.ts'
import type { Quota, RateLimit } from './quota/plan.ts'

export type Awaitable<T> = T | Promise<T>

/** What is known of a key but its secret. Instants are milliseconds since 1970 UTC. */
export interface KeyRecord {
  readonly id: string
  readonly kind: KeyKind
  readonly owner: string
  readonly note: string
  readonly plan: string
  readonly scopes: readonly string[]
  /** CIDR blocks from which the key is taken; empty: from everywhere. */
  readonly networks: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly rotatedAt: number | null
  /** Until when the secret before the last rotation is still taken. */
  readonly previousUntil: number | null
  readonly lastUsedAt: number | null
  readonly trialQuota: number | null
}

/** A record with the keyed hashes (hexadecimal HMAC-SHA-256) of its secret and of the one before. */
export interface StoredKey {
  readonly record: KeyRecord
  readonly hash: string
  readonly previousHash: string | null
}

export interface KeyStore {
  /** Durable when it returns, as are rotate, revoke and expire. */
  create(key: StoredKey): Awaitable<void>
  /** All or none: where an id is taken, or stands twice, nothing is created and such ids are given back. Durable when it returns. */
  createAll(keys: readonly StoredKey[]): Awaitable<readonly string[]>
  find(id: string): Awaitable<StoredKey | undefined>
  /** Oldest first, by creation and id; `after` is the last record of the page before. */
  list(page: { readonly after?: KeyRecord; readonly limit: number }): Awaitable<readonly KeyRecord[]>
  /** The hash that was current is taken until previousUntil. Undefined where there is no such key. */
  rotate(
    id: string,
    rotation: { readonly hash: string; readonly rotatedAt: number; readonly previousUntil: number },
  ): Awaitable<KeyRecord | undefined>
  /** The first revocation stands. Undefined where there is no such key. */
  revoke(id: string, at: number): Awaitable<KeyRecord | undefined>
  /** Sets the instant from which the key is refused. Undefined where there is no such key. */
  expire(id: string, at: number): Awaitable<KeyRecord | undefined>
  /** Notes last uses; later ones win, unknown ids are skipped. Need not be durable at once. */
  touch(uses: readonly { readonly id: string; readonly at: number }[]): Awaitable<void>
  /** A number that has changed when any key was created, rotated, revoked or expired by whatever process since it was last read. */
  revision(): number
}

/** Counters of one key, tool and UTC day (`2026-05-31`). */
export interface UsageRow {
  readonly keyId: string
  readonly tool: string
  readonly day: string
  readonly requests: number
  readonly units: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly errors: number
  readonly ms: number
}

/** What counts against the quotas of one key on one day; units given back are negative. */
export interface Charge {
  readonly keyId: string
  readonly day: string
  readonly units: number
  readonly bytes: number
}

/** What one key has used of its quotas. */
export interface QuotaTotals {
  readonly dayUnits: number
  readonly dayBytes: number
  readonly monthUnits: number
  readonly totalUnits: number
}

/** Rates that several processes share. */
export interface RateStore {
  /** Takes one call from the bucket of a credential, or none where it is not there; emptyMs until the bucket is full again. */
  take(credentialId: string, limit: RateLimit): Awaitable<{ readonly allowed: boolean; readonly emptyMs: number }>
  /** Forgets full buckets. */
  sweep(): Awaitable<void>
}

/** Whose a credential is that is no key of the store, such as a user of a directory. */
export interface CredentialOwner {
  readonly credentialId: string
  readonly owner: string
}

/** What usage is summed by. `key` is any credential, and brings its owner. */
export type UsageGrouping = 'owner' | 'key' | 'tool' | 'day' | 'month'

/** `owner`, `keyId`, `tool`, `day` and `month` are there as the groupings give them. Owner is empty where nobody knows it any more. */
export interface UsageReportRow {
  readonly owner?: string
  readonly keyId?: string
  readonly tool?: string
  readonly day?: string
  /** `2026-05`. */
  readonly month?: string
  readonly requests: number
  readonly units: number
  readonly bytesIn: number
  readonly bytesOut: number
  readonly errors: number
  readonly ms: number
}

export interface UsageQuery {
  readonly from: string
  readonly to: string
  /** One row for each combination, in this order. */
  readonly by: readonly UsageGrouping[]
  /** Only this key's. */
  readonly keyId?: string
}

export interface UsageStore {
  /** Adds the counters and the charges in one transaction, all or nothing, and notes owners: of each credential the last one counts. */
  add(rows: readonly UsageRow[], charges: readonly Charge[], owners?: readonly CredentialOwner[]): Awaitable<void>
  /** What the key has used on this day, in its month and in all. */
  totals(keyId: string, day: string): Awaitable<QuotaTotals>
  /**
   * Charges units unless one of the limits would be passed; then nothing is charged. Durable when it returns, and right among several
   * processes. The totals are those after the charge, or the ones that forbade it.
   */
  reserve(claim: {
    readonly keyId: string
    readonly day: string
    readonly units: number
    readonly quota: Quota
  }): Awaitable<{ readonly granted: boolean; readonly totals: QuotaTotals }>
  /** Sums of the days from `from` to `to`, both included, in the order of what they are grouped by. */
  report(query: UsageQuery): Awaitable<readonly UsageReportRow[]>
  /** Forgets the counters (not the quota totals) of days before this one; returns how many rows went. */
  prune(beforeDay: string): Awaitable<number>
}
