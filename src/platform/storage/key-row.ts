// The row of a key as both databases give it.
import type { KeyKind } from '../../access/keys/key-text.ts'
import type { KeyRecord } from '../../access/store.ts'

/** Lists are JSON texts in SQLite and come read from PostgreSQL. */
export interface KeyRow<List> {
  readonly id: string
  readonly kind: KeyKind
  readonly owner: string
  readonly note: string
  readonly plan: string
  readonly scopes: List
  readonly networks: List
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly rotated_at: number | null
  readonly previous_until: number | null
  readonly last_used_at: number | null
  readonly trial_quota: number | null
  readonly hash: string
  readonly previous_hash: string | null
}

export function recordOf<List>(row: KeyRow<List>, readList: (list: List) => string[]): KeyRecord {
  return {
    id: row.id,
    kind: row.kind,
    owner: row.owner,
    note: row.note,
    plan: row.plan,
    scopes: readList(row.scopes),
    networks: readList(row.networks),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    rotatedAt: row.rotated_at,
    previousUntil: row.previous_until,
    lastUsedAt: row.last_used_at,
    trialQuota: row.trial_quota,
  }
}
