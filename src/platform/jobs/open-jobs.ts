// Opens jobs in PostgreSQL: key, queue and signals, the part of a node that makes and answers jobs, and the regular work around them.
import type { KeyedHash } from '../../access/keys/key.ts'
import { ProblemError } from '../../core/problem.ts'
import type { JobIds } from '../../http/jobs/job-id.ts'
import type { JobFigures, QueueFigures } from '../../http/jobs/job-store.ts'
import type { SharedJobs } from '../../http/jobs/shared-jobs.ts'
import { problemOf } from '../../http/response/problem.ts'
import type { Config } from '../config/config.ts'
import type { Postgres } from '../storage/postgres/postgres.ts'
import { removeGoneObjects } from './gone-objects.ts'
import { createFinishBatcher, finishPart } from './job-finish.ts'
import { LOST_PARTS, openJobQueue } from './job-queue.ts'
import { EXPIRE, type QueuedPart, SWEEP_PAYLOADS, SWEEP_ROOM } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { openJobSignals } from './job-signals.ts'
import { openObjectStore } from './object-store.ts'
import { openPayloadCipher, wrongPayloadKey } from './payload-cipher.ts'
import { openPayloads } from './payload-store.ts'
import { createPostgresJobs } from './postgres-jobs.ts'

export interface OpenedJobs {
  readonly jobs: SharedJobs
  readonly services: JobServices
  /** Of all nodes; what became of jobs counts those that this node saw. */
  figures(): Promise<JobFigures>
  queueFigures(): Promise<readonly QueueFigures[]>
  /** Deletes what has been kept long enough and what a crash left behind; to be called every second or so. */
  sweep(): Promise<void>
  close(): Promise<void>
}

interface Surroundings {
  readonly database: Postgres
  readonly ids: JobIds
  readonly hash: KeyedHash
  readonly problemBase: string
  readonly logError: (error: unknown) => void
}

/** Contents without a job may belong to a request that is still being received; it may wait for its sender for as long as a request may take. */
const ORPHAN_MS = 480_000
/** Every so many sweeps it is looked for what a crash left behind. */
const DEEP_SWEEP = 10

/** @throws ProblemError `bad_configuration` (key of payloads, object store, a newer schema), `storage_unavailable` */
export async function openSharedJobs({ jobs: limits, node, server }: Config, around: Surroundings): Promise<OpenedJobs> {
  const { database, ids, hash, problemBase, logError } = around
  const source = limits.payloadKey!
  const cipher = openPayloadCipher(source)
  await checkSame(database, 'payload_check', cipher.check, NO_JOBS, () => wrongPayloadKey(source.path))
  const objects = limits.objects ? openObjectStore(limits.objects) : undefined
  await checkSame(database, 'payload_place', objects?.place ?? IN_DATABASE, `${NO_JOBS} AND ${NO_OBJECTS}`, wrongPayloadPlace)
  await objects?.check()
  const queue = await openJobQueue(database, node.isWorker, logError)
  const signals = await openJobSignals(database)
  const counts = { created: 0, succeeded: 0, failed: 0, cancelled: 0, expired: 0 }
  const services: JobServices = {
    database,
    payloads: openPayloads(database, cipher, objects),
    queue,
    signals,
    finishes: createFinishBatcher({ database, limits }),
    limits,
    problemBase,
    counts,
  }
  let sweeps = 0
  return {
    jobs: createPostgresJobs(services, ids, hash),
    services,
    async figures() {
      const [row] = await database.query<{ running: number; kept: number; keptBytes: number }>(
        `SELECT count(*) FILTER (WHERE finished_at IS NULL)::int AS running, count(finished_at)::int AS kept,
          coalesce(sum(result_bytes), 0)::float8 AS "keptBytes" FROM health_tools.jobs`,
      )
      return { ...row!, ...counts }
    },
    queueFigures: () => queue.figures(),
    async sweep() {
      const gone = await database.query<{ id: string }>(
        `WITH gone AS (${EXPIRE}), contents AS (DELETE FROM health_tools.job_payloads WHERE job_id IN (SELECT id FROM gone)) SELECT id FROM gone`,
        [limits.keepMs],
      )
      counts.expired += gone.length
      if (++sweeps % DEEP_SWEEP === 1) {
        await database.query(SWEEP_PAYLOADS, [ORPHAN_MS + server.timeouts.requestMs])
        await database.query(SWEEP_ROOM)
        for (const lost of await database.query<QueuedPart & Record<string, unknown>>(LOST_PARTS)) await giveUp(services, lost)
      }
      if (objects) await removeGoneObjects(database, objects)
    },
    async close() {
      await queue.close()
      await signals.close()
      objects?.close()
    },
  }
}

/** Ends the job of a part whose workers all died. */
async function giveUp(services: JobServices, part: QueuedPart): Promise<void> {
  const lost = new ProblemError('The workers that took this job ended before it was done. Send the request again, or divide it.', {
    code: 'internal',
  })
  const answer = problemOf(lost, '', services.problemBase)
  await finishPart(services, part, { answer, units: 0, errors: 1 })
}

const IN_DATABASE = 'database'
const NO_JOBS = 'NOT EXISTS (SELECT 1 FROM health_tools.jobs)'
/** None that this node would have to delete. */
const NO_OBJECTS = 'NOT EXISTS (SELECT 1 FROM health_tools.job_objects_gone)'

/** The first node writes the value. Every other one must have the same, unless a condition allows another one. */
async function checkSame(database: Postgres, name: string, value: string, mayDiffer: string, differs: () => ProblemError): Promise<void> {
  const known = await database.transact(async (client) => {
    await client.query(
      `INSERT INTO health_tools.meta VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE ${mayDiffer}`,
      [name, value],
    )
    const { rows } = await client.query<{ value: string }>('SELECT value FROM health_tools.meta WHERE name = $1', [name])
    return rows[0]?.value
  })
  if (known !== value) throw differs()
}

function wrongPayloadPlace(): ProblemError {
  return new ProblemError(
    'The contents of jobs in this database are stored elsewhere. All nodes need the same jobs.s3. To change it, wait until all jobs have expired, then stop all nodes.',
    { code: 'bad_configuration' },
  )
}
