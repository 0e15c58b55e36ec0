// The statements of jobs in PostgreSQL. Each of them is right among several nodes by itself.
import type { JobState } from '../../http/jobs/job-directory.ts'

export interface JobRow extends Record<string, unknown> {
  readonly id: string
  readonly tool: string
  readonly created_at: string
  readonly finished_at: string | null
  readonly status: number | null
  readonly total: string
  readonly done: string
  readonly errors: string
  readonly parts: number
  readonly is_list: boolean
  readonly is_direct: boolean
  readonly fingerprint: string | null
  readonly result_bytes: string
}

const COLUMNS = 'id, tool, created_at, finished_at, status, total, done, errors, parts, is_list, is_direct, fingerprint, result_bytes'

export const FIND = `SELECT ${COLUMNS} FROM health_tools.jobs WHERE id = $1 AND owner = $2`
export const FIND_REPEATED = `SELECT ${COLUMNS} FROM health_tools.jobs WHERE owner = $1 AND repeat_key = $2`
export const LIST = `SELECT ${COLUMNS} FROM health_tools.jobs WHERE owner = $1 ORDER BY created_at DESC, id`

export const ROOM = `SELECT count(*)::int AS jobs, coalesce(sum(result_bytes), 0)::float8 AS bytes,
  (SELECT count(*)::int FROM health_tools.jobs) AS "allJobs", (SELECT coalesce(sum(result_bytes), 0)::float8 FROM health_tools.jobs) AS "allBytes"
FROM health_tools.jobs WHERE owner = $1`

export const INSERT_JOB = `INSERT INTO health_tools.jobs
  (id, owner, plan, tool, request_id, day, is_list, total, parts, bytes_in, repeat_key, fingerprint)
VALUES ($1, $2, $3, $4, $5, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), $6, $7, $8, $9, $10, $11)
ON CONFLICT DO NOTHING RETURNING ${COLUMNS}, day`

/**
 * Callers take turns: the parts of a job come behind those of the same caller, and at first beside the foremost of everybody else's, however
 * many those have in the queue.
 */
export const INSERT_PARTS = `INSERT INTO health_tools.job_parts (job_id, part, owner, queue_id, turn, inputs)
SELECT $1, n.part, $2, n."queueId", base.turn + n.part, n.inputs
FROM jsonb_to_recordset($3::jsonb) AS n(part integer, "queueId" uuid, inputs bigint),
  (SELECT greatest(
    (SELECT coalesce(min(turn), 0) FROM health_tools.job_parts WHERE NOT is_done),
    (SELECT coalesce(max(turn) + 1, 0) FROM health_tools.job_parts WHERE NOT is_done AND owner = $2)) AS turn) AS base
RETURNING part, turn`

export const FIND_PART = `SELECT j.tool, j.owner, j.request_id AS "requestId", p.is_done AS "isDone"
FROM health_tools.job_parts p JOIN health_tools.jobs j ON j.id = p.job_id WHERE p.job_id = $1 AND p.part = $2`

/** The job first, so that two nodes that finish parts of it at once wait for each other. */
export const LOCK_JOB = `SELECT id FROM health_tools.jobs WHERE id = $1 AND finished_at IS NULL FOR UPDATE`

export const FINISH_PART = `UPDATE health_tools.job_parts SET is_done = true, status = $3, errors = $4, slot = $5
WHERE job_id = $1 AND part = $2 AND NOT is_done RETURNING inputs::float8 AS inputs`

export const ADVANCE = `UPDATE health_tools.jobs SET done = done + $2, units = units + $3, errors = errors + $4, parts_done = parts_done + 1,
  result_bytes = result_bytes + $5
WHERE id = $1 RETURNING parts_done AS "partsDone", parts, owner, tool, day, total::float8 AS total, units::float8 AS units,
  errors::float8 AS errors, bytes_in::float8 AS "bytesIn", result_bytes::float8 AS "resultBytes", created_at::float8 AS "createdAt",
  health_tools.now_ms()::float8 AS now, is_list AS "isList",
  (SELECT coalesce(sum(o.result_bytes), 0)::float8 FROM health_tools.jobs o WHERE o.owner = jobs.owner AND o.id <> jobs.id) AS "otherBytes",
  (SELECT p.status FROM health_tools.job_parts p WHERE p.job_id = $1 AND p.status >= 400 ORDER BY p.part LIMIT 1) AS "failedStatus"`

/** With the result bytes as they are after the answer is known: a refused result takes no room. */
export const FINISH_JOB = `UPDATE health_tools.jobs SET finished_at = health_tools.now_ms(), status = $2, result_bytes = $3, is_list = $4, done = total
WHERE id = $1`

export const SLOTS = 'SELECT part, slot, status FROM health_tools.job_parts WHERE job_id = $1 ORDER BY part'

export const DELETE_JOB = `DELETE FROM health_tools.jobs WHERE id = $1 AND owner = $2
RETURNING finished_at IS NULL AS "isUnfinished", tool, day, total::float8 AS total, units::float8 AS units, errors::float8 AS errors,
  bytes_in::float8 AS "bytesIn", created_at::float8 AS "createdAt", health_tools.now_ms()::float8 AS now`
export const QUEUED_OF_JOB = 'SELECT queue_id AS id FROM health_tools.job_parts WHERE job_id = $1 AND NOT is_done'
export const DELETE_PAYLOADS = 'DELETE FROM health_tools.job_payloads WHERE job_id = ANY($1::text[])'
export const DELETE_OTHER_SLOTS = `DELETE FROM health_tools.job_payloads WHERE job_id = $1 AND slot LIKE $2 AND slot <> $3`

export const MARK_DIRECT = 'UPDATE health_tools.jobs SET is_direct = true WHERE id = $1 AND repeat_key IS NOT NULL RETURNING 1'

export const EXPIRE = `DELETE FROM health_tools.jobs WHERE id IN (
  SELECT id FROM health_tools.jobs WHERE finished_at < health_tools.now_ms() - $1 ORDER BY finished_at LIMIT 500 FOR UPDATE SKIP LOCKED
) RETURNING id`

/** Contents that no job refers to: of a request or a worker that a crash cut off. */
export const SWEEP_PAYLOADS = `DELETE FROM health_tools.job_payloads p WHERE p.made_at < health_tools.now_ms() - $1 AND (
  NOT EXISTS (SELECT 1 FROM health_tools.jobs j WHERE j.id = p.job_id)
  OR EXISTS (SELECT 1 FROM health_tools.jobs j WHERE j.id = p.job_id AND j.finished_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM health_tools.job_parts t WHERE t.job_id = p.job_id AND t.slot = p.slot))`

export function stateOf(row: JobRow): JobState {
  return {
    id: row.id,
    toolId: row.tool,
    createdAt: Number(row.created_at),
    finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
    status: row.status ?? undefined,
    total: Number(row.total),
    done: Number(row.done),
  }
}
