// Idempotency-Keys of jobs that nodes keep in their memory: where nodes share a database, one key makes one job on all of them.
import type { KeyedHash } from '../../access/keys/key.ts'
import { ProblemError } from '../../core/problem.ts'
import type { KeyHolder } from '../../http/jobs/job-store.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'

/** Longer than a job runs. */
const RUN_MS = 3_600_000
/** Keys of a node that nobody has heard of for so long are free: its jobs were in its memory. */
const NODE_MS = 60_000

const SEEN =
  'INSERT INTO health_tools.job_nodes VALUES ($1, health_tools.now_ms()) ON CONFLICT (node) DO UPDATE SET seen_at = excluded.seen_at'
const HOLD = `WITH alive AS (INSERT INTO health_tools.job_nodes VALUES ($3, health_tools.now_ms())
  ON CONFLICT (node) DO UPDATE SET seen_at = excluded.seen_at)
INSERT INTO health_tools.job_keys AS k (owner, repeat_key, node, until) VALUES ($1, $2, $3, health_tools.now_ms() + $4)
ON CONFLICT (owner, repeat_key) DO UPDATE SET node = excluded.node, until = excluded.until
WHERE k.node = excluded.node OR k.until < health_tools.now_ms()
  OR NOT EXISTS (SELECT 1 FROM health_tools.job_nodes n WHERE n.node = k.node AND n.seen_at > health_tools.now_ms() - ${NODE_MS}) RETURNING 1`
const RELEASE = 'DELETE FROM health_tools.job_keys WHERE owner = $1 AND repeat_key = $2 AND node = $3'
const LEAVE = `WITH gone AS (DELETE FROM health_tools.job_keys WHERE node = $1) DELETE FROM health_tools.job_nodes WHERE node = $1`
const SWEEP = `WITH gone AS (DELETE FROM health_tools.job_nodes WHERE seen_at < health_tools.now_ms() - ${NODE_MS} RETURNING node)
DELETE FROM health_tools.job_keys WHERE until < health_tools.now_ms() OR node IN (SELECT node FROM gone)`

export interface SharedKeys extends KeyHolder {
  /** Says that this node is alive and frees the keys of nodes that are not; to be called several times a minute. */
  sweep(): Promise<void>
  /** Frees the keys of this node, which forgets its jobs. */
  leave(): Promise<void>
}

/** @param node its name; the same after a restart frees the keys of the jobs that it lost at once, another one a minute later */
export function openSharedKeys(database: Postgres, hash: KeyedHash, node: string, keepMs: number): SharedKeys {
  const nodeMark = hash(`node ${node}`)
  const valuesOf = (owner: string, key: string): string[] => [owner, hash(`job repeat ${owner} ${key}`), nodeMark]
  return {
    async hold(owner, key) {
      const reserved = await database.query(HOLD, [...valuesOf(owner, key), keepMs + RUN_MS])
      if (reserved.length > 0) return
      throw new ProblemError(
        'This Idempotency-Key created a job on another node, which keeps it in memory. Send the request to that node, or set jobs.backend: postgres on every node.',
        { code: 'idempotency_conflict' },
      )
    },
    release(owner, key) {
      // One that cannot be given up now ends with its time.
      database.query(RELEASE, valuesOf(owner, key)).catch(() => undefined)
    },
    async sweep() {
      await database.query(SEEN, [nodeMark])
      await database.query(SWEEP)
    },
    async leave() {
      await database.query(LEAVE, [nodeMark])
    },
  }
}
