// Objects whose row in the table of chunks is gone: the database notes them in the transaction that deletes the row, and every node deletes
// noted objects. So none stays for good if the object store was unavailable for a while.
import type { Postgres } from '../storage/postgres/postgres.ts'
import type { ObjectStore } from './object-store.ts'
import { objectName } from './payload-store.ts'

/** Longer than a request to the object store takes: one that timed out may still take effect. */
const LATE_MS = 60_000
const AT_ONCE = 64

interface GoneObject extends Record<string, unknown> {
  readonly job_id: string
  readonly slot: string
  readonly chunk: number
  readonly isLast: boolean
}

/** One node claims each, and claims it again after a while, so that an object that was written late is deleted, too. */
const CLAIM = `UPDATE health_tools.job_objects_gone SET next_at = health_tools.now_ms() + ${LATE_MS} WHERE (job_id, slot, chunk) IN (
  SELECT job_id, slot, chunk FROM health_tools.job_objects_gone WHERE next_at <= health_tools.now_ms() ORDER BY next_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
) RETURNING job_id, slot, chunk, gone_at <= health_tools.now_ms() - ${LATE_MS} AS "isLast"`
const FORGET = `DELETE FROM health_tools.job_objects_gone WHERE (job_id, slot, chunk) IN (
  SELECT * FROM unnest($1::text[], $2::text[], $3::integer[]))`

/** @throws ProblemError `storage_unavailable`; what was not deleted is tried again a minute later */
export async function removeGoneObjects(database: Postgres, objects: ObjectStore): Promise<void> {
  for (;;) {
    const gone = await database.query<GoneObject>(CLAIM)
    await Promise.all(gone.map(({ job_id, slot, chunk }) => objects.remove(objectName(job_id, slot, chunk))))
    const done = gone.filter(({ isLast }) => isLast)
    if (done.length > 0) {
      await database.query(FORGET, [done.map(({ job_id }) => job_id), done.map(({ slot }) => slot), done.map(({ chunk }) => chunk)])
    }
    if (gone.length < AT_ONCE) return
  }
}
