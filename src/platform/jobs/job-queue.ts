// The queue of parts: pg-boss on the connections of this program. It keeps ids, priorities and attempts; contents are elsewhere.
import type { PgBoss } from 'pg-boss'
import { ProblemError } from '../../core/problem.ts'
import type { QueueFigures } from '../../http/jobs/job-store.ts'
import { type Postgres, postgresError } from '../storage/postgres/postgres.ts'

/** A part that this node has taken, and which attempt at it this is. */
export interface ClaimedPart {
  /** Of its place in the queue. */
  readonly id: string
  readonly retryCount: number
  /** A try that ends without a result is the last one if its number is this. */
  readonly retryLimit: number
  readonly job: string
  readonly part: number
}

export interface JobQueue {
  /** The statement that adds parts, for the function that makes jobs. Its parameter: JSON of [{id, priority, data}]; greater priorities first. */
  readonly insertion: string
  /** Takes parts that wait, those of greater priority first. */
  take(limit: number): Promise<ClaimedPart[]>
  /** Says that this node has parts that were tried before and does not work on them yet: if it dies now, that is not their failure. */
  spare(parts: readonly ClaimedPart[]): Promise<void>
  /** Counts the try of such a part, which begins now. */
  countTry(part: ClaimedPart): Promise<void>
  /** Says that this node still works on the parts. */
  touch(parts: readonly ClaimedPart[]): Promise<void>
  /** Takes a part off the queue whose job is gone. */
  remove(part: ClaimedPart): Promise<void>
  /** Gives a part back for another worker. */
  giveBack(part: ClaimedPart): Promise<void>
  figures(): Promise<QueueFigures[]>
  close(): Promise<void>
}

const QUEUE = 'parts'
export const QUEUE_SCHEMA = 'health_tools_queue'
/** Parts that their worker has said nothing of for so long are taken from it; pg-boss allows no less. */
const LEASE_SECONDS = 10
/** How often one of the workers looks for such parts. */
const SUPERVISE_SECONDS = 3
/** A part fails after this many further tries. Each begins because the worker that had the part died. */
const MAX_RETRIES = 10
/** pg-boss allows no more than a day. */
const MAX_RUN_SECONDS = 23 * 3600
const MAX_WAIT_SECONDS = 365 * 86_400

/** The number of a try cannot change, because the queue recognises by it a worker that has lost its part. So the limit changes. */
const SET_LIMITS = `UPDATE ${QUEUE_SCHEMA}.job q SET retry_limit = t.tries FROM unnest($1::uuid[], $2::integer[], $3::integer[]) AS t(id, try, tries)
WHERE q.name = '${QUEUE}' AND q.id = t.id AND q.retry_count = t.try AND q.state = 'active'`

const FIGURES = `SELECT data->>'plan' AS plan, count(*) FILTER (WHERE state < 'active')::int AS waiting,
  count(*) FILTER (WHERE state = 'active')::int AS running,
  coalesce(extract(epoch FROM now() - min(created_on) FILTER (WHERE state < 'active')), 0)::float8 AS "oldestSeconds"
FROM ${QUEUE_SCHEMA}.job WHERE name = '${QUEUE}' AND state <= 'active' GROUP BY 1`

/** Parts whose place in the queue is lost: it failed too often, or waited too long. */
export const LOST_PARTS = `SELECT p.job_id AS job, p.part, p.queue_id AS "queueId" FROM health_tools.job_parts p JOIN health_tools.jobs j ON j.id = p.job_id
WHERE NOT p.is_done AND j.finished_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job q WHERE q.name = '${QUEUE}' AND q.id = p.queue_id AND q.state <= 'active') LIMIT 100`

/**
 * @param isWorker whether this node looks after parts of workers that died
 * @throws ProblemError `storage_unavailable`, `bad_configuration` (a newer schema)
 */
export async function openJobQueue(database: Postgres, isWorker: boolean, logError: (error: unknown) => void): Promise<JobQueue> {
  const { PgBoss } = await import('pg-boss')
  let insertion = ''
  const boss = new PgBoss({
    schema: QUEUE_SCHEMA,
    // Nothing here has to survive a crash of the server: a part that was taken is then taken again.
    db: { executeSql: (text, values) => database.executeRelaxed(text, values) },
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    registerInstance: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', logError)
  try {
    await boss.start()
    checkQueueSchema(await boss.schemaVersion())
    await boss.createQueue(QUEUE, {
      retryLimit: MAX_RETRIES,
      retryDelay: 0,
      heartbeatSeconds: LEASE_SECONDS,
      expireInSeconds: MAX_RUN_SECONDS,
      retentionSeconds: MAX_WAIT_SECONDS,
      deleteAfterSeconds: 60,
    })
    insertion = await insertionOf(boss)
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw postgresError(error)
  }
  const setLimits = async (parts: readonly ClaimedPart[], more: number): Promise<void> => {
    const columns = [parts.map(({ id }) => id), parts.map(({ retryCount }) => retryCount), parts.map(({ retryLimit }) => retryLimit + more)]
    await database.executeRelaxed(SET_LIMITS, columns)
  }
  return {
    insertion,
    async take(limit) {
      const taken = await boss.fetch<Pick<ClaimedPart, 'job' | 'part'>>(QUEUE, { batchSize: limit, includeMetadata: true })
      return taken.map(({ id, retryCount, retryLimit, data: { job, part } }) => ({ id, retryCount, retryLimit, job, part }))
    },
    spare: (parts) => setLimits(parts, 1),
    countTry: (part) => setLimits([part], 0),
    async touch(parts) {
      if (parts.length > 0) await boss.touch(QUEUE, [...parts])
    },
    async remove({ id }) {
      await boss.deleteJob(QUEUE, id)
    },
    async giveBack(part) {
      await boss.fail(QUEUE, part)
    },
    figures: () => database.query<QueueFigures & Record<string, unknown>>(FIGURES),
    close: () => boss.stop({ graceful: false }),
  }
}

/** The statement by which the engine adds jobs: it is handed one to keep it. */
async function insertionOf(boss: PgBoss): Promise<string> {
  let found = ''
  const executeSql = async (text: string): Promise<{ rows: [] }> => {
    found = text
    return { rows: [] }
  }
  await boss.insert(QUEUE, [{ data: {} }], { db: { executeSql } })
  return found
}

/** The schema that this version of pg-boss makes. */
const PGBOSS_SCHEMA_VERSION = 46

/** @throws ProblemError `bad_configuration` where the queue is newer than this program */
export function checkQueueSchema(version: number | null): void {
  if (version === null || version <= PGBOSS_SCHEMA_VERSION) return
  throw new ProblemError(
    `The job queue has schema ${version}; this program supports ${PGBOSS_SCHEMA_VERSION}. Run the newer program on every node, or restore a backup of the database that was made before its first start.`,
    { code: 'bad_configuration' },
  )
}
