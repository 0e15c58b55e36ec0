// The end of a part, and of a job with its last part: one transaction that stores the answer, takes the part off the queue and counts the units.
// Of two workers that did the same part, the second finds it done and changes nothing.
import type { PoolClient } from 'pg'
import { Fault } from '../../core/fault.ts'
import type { PartOutcome } from '../../http/jobs/portable-work.ts'
import { problemOf } from '../../http/problem.ts'
import { ADD_USAGE, addCharges } from '../postgres-usage-store.ts'
import type { PartData, TakenPart } from './job-queue.ts'
import { ADVANCE, DELETE_OTHER_SLOTS, FINISH_JOB, FINISH_PART, LOCK_JOB } from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { piecesOfAnswer } from './part-format.ts'

interface Progress extends Record<string, unknown> {
  readonly partsDone: number
  readonly parts: number
  readonly owner: string
  readonly tool: string
  readonly day: string
  readonly total: number
  readonly units: number
  readonly errors: number
  readonly bytesIn: number
  readonly resultBytes: number
  readonly createdAt: number
  readonly now: number
  readonly isList: boolean
  readonly otherBytes: number
  readonly failedStatus: number | null
}

/** Answers up to this size are written in the transaction that finishes the part; longer ones before it. */
const SMALL_BYTES = 1 << 18

/**
 * @param taken undefined for a part that no queue has any more
 * @throws Fault `storage_unavailable`; then nothing is changed
 */
export async function finishPart(
  services: JobServices,
  { job, part }: PartData,
  outcome: PartOutcome,
  attempt: string,
  taken: TakenPart | undefined,
): Promise<void> {
  const { database, payloads, queue, signals } = services
  const slot = `out/${part}/${attempt}`
  const bytes = lengthOf(outcome.answer.body)
  if (bytes > SMALL_BYTES) await payloads.write(job, slot, piecesOfAnswer(outcome.answer))
  await database.transact(async (client) => {
    const { rows: open } = await client.query(LOCK_JOB, [job])
    const { status } = outcome.answer
    const { rows } =
      open.length > 0 ? await client.query<{ inputs: number }>(FINISH_PART, [job, part, status, outcome.errors, slot]) : { rows: [] }
    if (taken) await queue.complete(client, taken)
    if (!rows[0]) return
    if (bytes <= SMALL_BYTES) await payloads.write(job, slot, piecesOfAnswer(outcome.answer), client)
    await client.query(DELETE_OTHER_SLOTS, [job, `out/${part}/%`, slot])
    await client.query('DELETE FROM health_tools.job_payloads WHERE job_id = $1 AND slot = $2', [job, `in/${part}`])
    const { rows: advanced } = await client.query<Progress>(ADVANCE, [job, rows[0].inputs, outcome.units, outcome.errors, bytes])
    const progress = advanced[0]!
    if (progress.partsDone < progress.parts) return
    await signals.send(client, { kind: 'finished', id: job })
    await finishJob(services, client, job, slot, progress, outcome)
    if ((progress.failedStatus ?? status) < 400) services.counts.succeeded++
    else services.counts.failed++
  })
}

async function finishJob(
  { payloads, limits, problemBase }: JobServices,
  client: PoolClient,
  job: string,
  slot: string,
  progress: Progress,
  outcome: PartOutcome,
): Promise<void> {
  const { failedStatus, resultBytes, otherBytes, isList } = progress
  const isTooLarge = otherBytes + resultBytes > limits.maxResultBytesOfOne
  if (isTooLarge) {
    await client.query('DELETE FROM health_tools.job_payloads WHERE job_id = $1 AND slot <> $2', [job, slot])
    await client.query('DELETE FROM health_tools.job_payloads WHERE job_id = $1', [job])
    const tooLarge = new Fault('The space for job results is full. Delete other jobs, or send the request without respond-async.', {
      code: 'resource_limit',
      facts: { limitBytes: limits.maxResultBytesOfOne },
    })
    const problem = problemOf(tooLarge, '', problemBase)
    await payloads.write(job, slot, piecesOfAnswer(problem), client)
    await client.query('UPDATE health_tools.job_parts SET status = $2 WHERE job_id = $1 AND slot = $3', [job, problem.status, slot])
    await client.query(FINISH_JOB, [job, problem.status, problem.body.length, false])
    await countJob(client, { ...progress, units: 0, errors: 1, resultBytes: problem.body.length })
    return
  }
  const isFailed = failedStatus !== null
  const status = failedStatus ?? outcome.answer.status
  await client.query(FINISH_JOB, [job, status, resultBytes, isList && !isFailed])
  await countJob(client, { ...progress, errors: Math.max(progress.errors, isFailed ? 1 : 0) })
}

/** What the units cost beyond, or below, what was charged when the job was made; and the call itself. */
export async function countJob(
  client: PoolClient,
  {
    owner,
    day,
    tool,
    total,
    units,
    errors,
    bytesIn,
    resultBytes,
    createdAt,
    now,
  }: Pick<Progress, 'owner' | 'day' | 'tool' | 'total' | 'units' | 'errors' | 'bytesIn' | 'resultBytes' | 'createdAt' | 'now'>,
): Promise<void> {
  const row = { keyId: owner, day, tool, requests: 1, units, bytesIn, bytesOut: resultBytes, errors, ms: now - createdAt }
  // In the order in which the counters are flushed.
  await client.query(ADD_USAGE, [JSON.stringify([row])])
  if (units !== total) await addCharges(client, [{ keyId: owner, day, units: units - total, bytes: 0 }])
}

function lengthOf(body: PartOutcome['answer']['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.length : 0
}
