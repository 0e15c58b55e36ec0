// Jobs that all nodes share, in PostgreSQL: making, finding, answering and ending them.
import { randomUUID } from 'node:crypto'
import type { KeyedHash } from '../../access/key.ts'
import { Fault } from '../../core/fault.ts'
import type { Answer } from '../../http/exchange.ts'
import type { JobState } from '../../http/jobs/job-directory.ts'
import type { JobIds } from '../../http/jobs/job-id.ts'
import { inputsOf, type PortableWork } from '../../http/jobs/portable-work.ts'
import type { NewSharedJob, SharedJobs } from '../../http/jobs/shared-jobs.ts'
import { addCharges } from '../postgres-usage-store.ts'
import { countJob } from './job-finish.ts'
import { resultOfJob } from './job-result.ts'
import * as rows from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { piecesOfPart } from './part-format.ts'

const FULL_RETRY_SECONDS = 5
/** Without a signal a job that is waited for is looked at again after this time. */
const LOOK_MS = 500
/** Inputs up to this size are written in the transaction that makes the job; longer ones before it. */
const SMALL_BYTES = 1 << 18

interface MadeJob extends rows.JobRow {
  readonly day: string
}

export function createPostgresJobs(services: JobServices, ids: JobIds, hash: KeyedHash): SharedJobs {
  const { database, limits, payloads, queue, signals } = services
  const keyOf = (owner: string, key: string): string => hash(`job repeat ${owner} ${key}`)
  const rowOf = async (id: string, owner: string): Promise<rows.JobRow> => {
    const [row] = await database.query<rows.JobRow>(rows.FIND, [id, owner], 'job')
    if (row) return row
    if (ids.judge(id, owner) === 'unknown') throw new Fault('This caller has no job with this ID.', { code: 'job_not_found' })
    throw new Fault('The job has expired or was deleted; its result is gone.', { code: 'job_gone' })
  }

  const make = async (job: NewSharedJob, id: string, work: PortableWork, isSmall: boolean): Promise<MadeJob | undefined> =>
    database.transact(async (client) => {
      const { owner, plan, toolId, requestId, total, bytesIn, repeat } = job
      const repeatKey = repeat ? keyOf(owner, repeat.key) : null
      const fingerprint = repeat ? hash(`job request ${repeat.fingerprint}`) : null
      const { parts, isList } = work
      const values = [id, owner, plan, toolId, requestId, isList, total, parts.length, bytesIn, repeatKey, fingerprint]
      const made = await client.query<MadeJob>(rows.INSERT_JOB, values)
      const row = made.rows[0]
      if (!row) return undefined
      const list = parts.map((part, i) => ({ part: i, queueId: randomUUID(), inputs: inputsOf(part) }))
      const turns = await client.query<{ part: number; turn: number }>(rows.INSERT_PARTS, [id, owner, JSON.stringify(list)])
      if (isSmall) for (const [i, part] of parts.entries()) await payloads.write(id, `in/${i}`, piecesOfPart(part), client)
      const queued = turns.rows.map(({ part, turn }) => ({ queueId: list[part]!.queueId, priority: -turn, data: { job: id, part, plan } }))
      await queue.add(client, queued)
      await signals.send(client, { kind: 'waiting' })
      // Last, because every job of this caller changes the same row: the next one waits until this is committed.
      await addCharges(client, [{ keyId: owner, day: row.day, units: total, bytes: bytesIn }])
      return row
    })

  const jobs: SharedJobs = {
    keepMs: limits.keepMs,
    async find(id, owner) {
      return rows.stateOf(await rowOf(id, owner))
    },
    async list(owner) {
      return (await database.query<rows.JobRow>(rows.LIST, [owner])).map(rows.stateOf)
    },
    async resultOf(id, owner) {
      const row = await rowOf(id, owner)
      return row.status === null ? undefined : resultOfJob(services, row)
    },
    async end(id, owner) {
      await rowOf(id, owner)
      await database.transact(async (client) => {
        const queued = await client.query<{ id: string }>(rows.QUEUED_OF_JOB, [id])
        const gone = await client.query(rows.DELETE_JOB, [id, owner])
        if (gone.rows.length === 0) return
        await queue.remove(
          client,
          queued.rows.map((row) => row.id),
        )
        await client.query(rows.DELETE_PAYLOADS, [[id]])
        const { isUnfinished, ...facts } = gone.rows[0]
        if (isUnfinished) {
          services.counts.cancelled++
          await countJob(client, { ...facts, owner, resultBytes: 0 })
        }
        await signals.send(client, { kind: 'ended', id })
      })
    },
    async checkRoom(owner) {
      const [room] = await database.query<{ jobs: number; bytes: number; allJobs: number; allBytes: number }>(rows.ROOM, [owner], 'room')
      const { maxJobs, maxJobsOfOne, maxResultBytes, maxResultBytesOfOne } = limits
      if (room!.jobs >= maxJobsOfOne || room!.bytes >= maxResultBytesOfOne) {
        throw new Fault('The limit for jobs of this caller is reached. Delete jobs that are no longer needed.', {
          code: 'too_many_concurrent',
          retryAfterSeconds: FULL_RETRY_SECONDS,
          facts: { limit: maxJobsOfOne, limitBytes: maxResultBytesOfOne },
        })
      }
      if (room!.allJobs >= maxJobs || room!.allBytes >= maxResultBytes)
        throw new Fault('The limit for jobs of all callers is reached.', { code: 'overloaded', retryAfterSeconds: FULL_RETRY_SECONDS })
    },
    async repeated(owner, { key, fingerprint }) {
      const [row] = await database.query<rows.JobRow>(rows.FIND_REPEATED, [owner, keyOf(owner, key)])
      if (!row) return undefined
      const isSameRequest = fingerprint === undefined || row.fingerprint === hash(`job request ${fingerprint}`)
      return { job: rows.stateOf(row), isSameRequest, isDirect: row.is_direct }
    },
    async submit(job, work) {
      const id = ids.make(job.owner)
      const isSmall = job.bytesIn <= SMALL_BYTES
      try {
        if (!isSmall) for (const [i, part] of work.parts.entries()) await payloads.write(id, `in/${i}`, piecesOfPart(part))
        const made = await make(job, id, work, isSmall)
        if (made) {
          services.counts.created++
          return rows.stateOf(made)
        }
      } catch (error) {
        // What remains if the database is away is swept.
        await forget(id)
        throw error
      }
      await forget(id)
      return undefined
    },
    async waitFor(id, owner, milliseconds) {
      const end = performance.now() + milliseconds
      for (;;) {
        const heard = hear(id, Math.min(LOOK_MS, end - performance.now()))
        const state: JobState = await jobs.find(id, owner)
        if (state.status !== undefined || performance.now() >= end) {
          heard.stop()
          return state
        }
        await heard.done
      }
    },
    async takeDirect(id, owner) {
      const answer = (await jobs.resultOf(id, owner))!
      const kept = await database.query(rows.MARK_DIRECT, [id])
      if (kept.length > 0) return answer
      if (!(answer.body instanceof ReadableStream)) {
        await jobs.end(id, owner)
        return answer
      }
      return { ...answer, body: endingWith(answer.body, () => void Promise.resolve(jobs.end(id, owner)).catch(() => undefined)) }
    },
  }

  const forget = async (id: string): Promise<void> => {
    await database.query(rows.DELETE_PAYLOADS, [[id]]).catch(() => undefined)
  }

  const hear = (id: string, milliseconds: number): { readonly done: Promise<void>; stop(): void } => {
    let stop: () => void = () => undefined
    const done = new Promise<void>((resolve) => {
      const timer = setTimeout(() => stop(), Math.max(0, milliseconds))
      const ignore = signals.listen((signal) => {
        if ('id' in signal && signal.id === id) stop()
      })
      stop = () => {
        clearTimeout(timer)
        ignore()
        resolve()
      }
    })
    return { done, stop }
  }
  return jobs
}

/** The same stream; `act` is called once it has been read or given up. */
function endingWith(body: ReadableStream<Uint8Array>, act: () => void): NonNullable<Answer['body']> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value, done } = await reader.read()
        if (value) controller.enqueue(value)
        if (!done) return
        controller.close()
        act()
      },
      async cancel() {
        await reader.cancel()
        act()
      },
    },
    { highWaterMark: 0 },
  )
}
