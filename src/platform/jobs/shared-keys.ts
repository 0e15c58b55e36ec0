// Idempotency-Keys of jobs that nodes keep in their memory: where nodes share a database, one key makes one job on all of them.
import type { KeyedHash } from '../../access/key.ts'
import { Fault } from '../../core/fault.ts'
import type { KeyHolder } from '../../http/jobs/job-store.ts'
import type { Postgres } from '../postgres.ts'

/** Longer than a job runs; a node that dies holds its keys no longer than this beyond the time of results. */
const RUN_MS = 3_600_000

const HOLD = `INSERT INTO health_tools.job_keys AS k (owner, repeat_key, node, until) VALUES ($1, $2, $3, health_tools.now_ms() + $4)
ON CONFLICT (owner, repeat_key) DO UPDATE SET node = excluded.node, until = excluded.until
WHERE k.node = excluded.node OR k.until < health_tools.now_ms() RETURNING 1`
const RELEASE = 'DELETE FROM health_tools.job_keys WHERE owner = $1 AND repeat_key = $2 AND node = $3'
const SWEEP = 'DELETE FROM health_tools.job_keys WHERE until < health_tools.now_ms()'

export interface SharedKeys extends KeyHolder {
  sweep(): Promise<void>
}

/** @param node its name, the same after a restart, which frees the keys of the jobs that it lost */
export function openSharedKeys(database: Postgres, hash: KeyedHash, node: string, keepMs: number): SharedKeys {
  const nodeMark = hash(`node ${node}`)
  const valuesOf = (owner: string, key: string): string[] => [owner, hash(`job repeat ${owner} ${key}`), nodeMark]
  return {
    async hold(owner, key) {
      const held = await database.query(HOLD, [...valuesOf(owner, key), keepMs + RUN_MS])
      if (held.length > 0) return
      throw new Fault(
        'This Idempotency-Key made a job on another node, which keeps it in its memory. Send the request to that node, or set jobs.backend: postgres on every node.',
        { code: 'idempotency_conflict' },
      )
    },
    release(owner, key) {
      // One that cannot be given up now ends with its time.
      database.query(RELEASE, valuesOf(owner, key)).catch(() => undefined)
    },
    async sweep() {
      await database.query(SWEEP)
    },
  }
}
