// Jobs that all nodes share, in PostgreSQL: making, finding, answering and ending them.
import type { KeyedHash } from '../../access/keys/key.ts'
import { ProblemError } from '../../core/problem.ts'
import { fullOfAll, fullOfOwn } from '../../http/jobs/full.ts'
import type { JobState } from '../../http/jobs/job-directory.ts'
import type { JobIds } from '../../http/jobs/job-id.ts'
import type { NewSharedJob } from '../../http/jobs/new-shared-job.ts'
import type { PortablePart } from '../../http/jobs/portable-part.ts'
import { inputsOf } from '../../http/jobs/portable-work.ts'
import type { RepeatedJob, SharedJobs } from '../../http/jobs/shared-jobs.ts'
import type { Answer } from '../../http/routes/exchange-types.ts'
import { mayBeDone } from '../storage/postgres/postgres.ts'
import { createCreateBatcher, type NewJobRow, type NewPart } from './job-create.ts'
import { openIntake } from './job-intake.ts'
import { resultOfJob, shortResult } from './job-result.ts'
import * as rows from './job-rows.ts'
import type { JobServices } from './job-services.ts'
import { piecesOfPart, slotOfInput } from './part-format.ts'

/** Without a signal a job that is waited for is looked at again after this time. */
const LOOK_MS = 500

export function createPostgresJobs(services: JobServices, ids: JobIds, hash: KeyedHash): SharedJobs {
  const { database, limits, payloads, signals } = services
  const creates = createCreateBatcher(services)
  const keyOf = (owner: string, key: string): string => hash(`job repeat ${owner} ${key}`)
  const rowOf = async (id: string, owner: string): Promise<rows.JobRow> => {
    const [row] = await database.query<rows.JobRow>(rows.FIND, [id, owner], 'job')
    if (row) return row
    if (ids.judge(id, owner) === 'unknown') throw new ProblemError('This caller has no job with this ID.', { code: 'job_not_found' })
    throw new ProblemError('The job has expired or was deleted. Its result is no longer available.', { code: 'job_gone' })
  }
  const end = async (id: string, owner: string): Promise<void> => {
    const [gone] = await database.query<{ isUnfinished: boolean }>(rows.END_JOB, [id, owner], 'end')
    if (gone?.isUnfinished) services.counts.cancelled++
  }

  /** Long inputs are stored before the job is made, because they take longer than a statement may. */
  const storeParts = async (id: string, parts: readonly PortablePart[]): Promise<NewPart[]> => {
    const stored: NewPart[] = []
    for (const [i, part] of parts.entries()) {
      const { short } = await payloads.store(id, slotOfInput(i), piecesOfPart(part))
      stored.push({ inputs: inputsOf(part), short })
    }
    return stored
  }
  const rowOfNew = (id: string, job: NewSharedJob, isList: boolean, parts: readonly NewPart[]): NewJobRow => {
    const { owner, plan, toolId: tool, requestId, total, bytesIn, repeat } = job
    const repeatKey = repeat ? keyOf(owner, repeat.key) : null
    const fingerprint = repeat ? hash(`job request ${repeat.fingerprint}`) : null
    return { id, owner, plan, tool, requestId, isList, total, bytesIn, repeatKey, fingerprint, parts }
  }

  /** @returns undefined if there is a job with the same key */
  const create = async (row: NewJobRow): Promise<JobState | undefined> => {
    const bytes = row.parts.reduce((sum, { short }) => sum + (short?.length ?? 0), 0)
    const { outcome, createdAt } = await creates.add(row, bytes)
    if (outcome === 'full') throw fullOfOwn(limits)
    if (outcome === 'all_full') throw fullOfAll()
    if (outcome === 'repeated') return undefined
    services.counts.created++
    return { id: row.id, toolId: row.tool, createdAt, finishedAt: undefined, status: undefined, total: row.total, done: 0 }
  }

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
      await end(id, owner)
    },
    async checkRoom(owner) {
      const [room] = await database.query<{ jobs: number; bytes: number; allJobs: number; allBytes: number }>(rows.ROOM, [owner], 'room')
      if (room!.jobs >= limits.maxJobsOfOne || room!.bytes >= limits.maxResultBytesOfOne) throw fullOfOwn(limits)
      if (room!.allJobs >= limits.maxJobs || room!.allBytes >= limits.maxResultBytes) throw fullOfAll()
    },
    async repeated(owner, key) {
      const [row] = await database.query<rows.JobRow>(rows.FIND_REPEATED, [owner, keyOf(owner, key)], 'repeated')
      return row && repeatedOf(row, hash)
    },
    async submit(job, work) {
      const id = ids.make(job.owner)
      let [isLong, isSent] = [true, false]
      try {
        const parts = await storeParts(id, work.parts)
        isLong = parts.some(({ short }) => !short)
        isSent = true
        const made = await create(rowOfNew(id, job, work.isList, parts))
        if (made) return made
      } catch (error) {
        // A job that may be there keeps its input. What remains without one, or because the database is away, is swept.
        if (isLong && !(isSent && mayBeDone(error))) await payloads.remove(id).catch(() => undefined)
        throw error
      }
      if (isLong) await payloads.remove(id).catch(() => undefined)
      return undefined
    },
    receive(owner) {
      const id = ids.make(owner)
      return openIntake(payloads, id, {
        storeParts: (parts) => storeParts(id, parts),
        create: (job, isList, parts) => create(rowOfNew(id, job, isList, parts)),
      })
    },
    async takeWithin(id, owner, milliseconds) {
      const until = performance.now() + milliseconds
      for (;;) {
        const rest = until - performance.now()
        const isHeard = await hear(id, Math.min(LOOK_MS, rest))
        const answer = await claimDirect(id, owner)
        if (answer) return answer
        // Of a job that is gone nobody hears any more.
        if (!isHeard) await rowOf(id, owner)
        if (rest <= LOOK_MS) return undefined
      }
    },
  }

  const claimDirect = async (id: string, owner: string): Promise<Answer | undefined> => {
    const [taken] = await database.query<{ slot: string | null; output: Uint8Array | null }>(rows.TAKE_DIRECT, [id, owner], 'take')
    if (!taken) return undefined
    if (taken.slot !== null && taken.output) return shortResult(services, id, taken.slot, taken.output)
    const answer = (await jobs.resultOf(id, owner))!
    const kept = await database.query(rows.MARK_DIRECT, [id])
    if (kept.length > 0) return answer
    if (!(answer.body instanceof ReadableStream)) {
      await end(id, owner)
      return answer
    }
    return { ...answer, body: endingWith(answer.body, () => void end(id, owner).catch(() => undefined)) }
  }

  /** Resolves with true once the job is finished or ended, with false after the time. */
  const hear = (id: string, milliseconds: number): Promise<boolean> =>
    new Promise((resolve) => {
      if (signals.isFinished(id)) {
        resolve(true)
        return
      }
      const stop = (isHeard: boolean): void => {
        clearTimeout(timer)
        ignore()
        resolve(isHeard)
      }
      const timer = setTimeout(() => stop(false), Math.max(0, milliseconds))
      const ignore = signals.listen((signal) => {
        if ('id' in signal && signal.id === id) stop(true)
      })
    })
  return jobs
}

function repeatedOf(row: rows.JobRow, hash: KeyedHash): RepeatedJob {
  const job: JobState = rows.stateOf(row)
  return { job, isDirect: row.is_direct, isSameRequest: (fingerprint) => row.fingerprint === hash(`job request ${fingerprint}`) }
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
