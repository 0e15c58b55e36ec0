// The statements of jobs in PostgreSQL. Each of them is right among several nodes by itself.
import type { JobState } from '../../http/jobs/job-directory.ts'
import type { Batcher } from './batcher.ts'

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

export const ROOM = `SELECT coalesce(sum(jobs) FILTER (WHERE owner = $1), 0)::float8 AS jobs,
  coalesce(sum(bytes) FILTER (WHERE owner = $1), 0)::float8 AS bytes,
  coalesce(sum(jobs), 0)::float8 AS "allJobs", coalesce(sum(bytes), 0)::float8 AS "allBytes" FROM health_tools.job_room`

export const SWEEP_ROOM = `DELETE FROM health_tools.job_room WHERE owner IN (
  SELECT owner FROM health_tools.job_room WHERE jobs = 0 LIMIT 500 FOR UPDATE SKIP LOCKED) AND jobs = 0`

/** What a worker needs for the parts that it took. Parts that are done, or whose job is gone, have no row. */
export const FIND_PARTS = `SELECT t.n::integer AS n, j.tool, j.owner, j.request_id AS "requestId", p.input
FROM unnest($1::text[], $2::integer[]) WITH ORDINALITY AS t(job, part, n) JOIN health_tools.job_parts p ON p.job_id = t.job AND p.part = t.part
JOIN health_tools.jobs j ON j.id = p.job_id WHERE NOT p.is_done AND j.finished_at IS NULL`

export const TAKE_DIRECT = 'SELECT slot, output FROM health_tools.take_direct($1, $2)'
export const END_JOB = 'SELECT "isUnfinished" FROM health_tools.end_job($1, $2)'

export const SLOTS = 'SELECT part, slot, status FROM health_tools.job_parts WHERE job_id = $1 ORDER BY part'

export const SHORT_OUTPUT = 'SELECT output FROM health_tools.job_parts WHERE job_id = $1 AND part = $2'

export const MARK_DIRECT = 'UPDATE health_tools.jobs SET is_direct = true WHERE id = $1 AND repeat_key IS NOT NULL RETURNING 1'

export const EXPIRE = `DELETE FROM health_tools.jobs WHERE id IN (
  SELECT id FROM health_tools.jobs WHERE finished_at < health_tools.now_ms() - $1 ORDER BY finished_at LIMIT 500 FOR UPDATE SKIP LOCKED
) RETURNING id`

/** Contents that no job refers to: of a request or a worker that a crash cut off. A request that still comes in has newer chunks. */
export const SWEEP_PAYLOADS = `DELETE FROM health_tools.job_payloads p WHERE p.made_at < health_tools.now_ms() - $1 AND (
  NOT EXISTS (SELECT 1 FROM health_tools.jobs j WHERE j.id = p.job_id)
    AND NOT EXISTS (SELECT 1 FROM health_tools.job_payloads n WHERE n.job_id = p.job_id AND n.made_at >= health_tools.now_ms() - $1)
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

/** A part in the queue. */
export interface QueuedPart {
  readonly job: string
  readonly part: number
  readonly queueId: string
}

export interface FinishedPart extends QueuedPart {
  readonly status: number
  readonly units: number
  readonly errors: number
  readonly bytes: number
  readonly slot: string
  /** True for the problem that takes the place of a result for which there is no room. */
  readonly isRefusal: boolean
  readonly output: Buffer | undefined
}

export interface FinishRow extends Record<string, unknown> {
  readonly n: number
  readonly outcome: 'stale' | 'done' | 'finished' | 'too_large'
  readonly jobStatus: number | null
}

export type FinishBatcher = Batcher<FinishedPart, FinishRow>
