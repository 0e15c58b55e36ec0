// Answers a request as a job that all nodes share: stores it, and waits for its result as long as the caller wants to.
import { ProblemError } from '../../core/problem.ts'
import { headerValues } from '../request/environment.ts'
import type { AsyncWish } from '../request/prefer.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import type { Work } from '../routes/work.ts'
import { accepted, applied } from './accepted.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { JobState } from './job-directory.ts'
import type { JobIntake, ReceivedWork } from './job-intake.ts'
import type { NewSharedJob } from './new-shared-job.ts'
import type { RepeatedJob, SharedJobs } from './shared-jobs.ts'

/** The room for jobs is checked before longer bodies are read, and they are stored as they come. */
const LONG_BYTES = 1 << 18

/** How the work of a request is read. */
export interface WorkReading {
  /** Reads the whole body. */
  readonly prepare: () => Work | Promise<Work>
  /** Stores the body as it comes; undefined if the work needs it whole. */
  readonly receive: ((intake: JobIntake) => Promise<ReceivedWork>) | undefined
}

/** @throws ProblemError of the body, `idempotency_conflict`, `too_many_concurrent`, `overloaded`, `quota_exhausted`, `storage_unavailable` */
export async function answerShared(
  toolId: string,
  exchange: Exchange,
  jobs: SharedJobs,
  { prepare, receive }: WorkReading,
  wish: AsyncWish,
): Promise<Answer> {
  const { credentialId: owner } = exchange.caller!
  const key = wish.idempotencyKey
  const known = key === undefined ? undefined : await jobs.repeated(owner, key)
  const mayReceive = !known && isLong(exchange)
  if (mayReceive) await jobs.checkRoom(owner)
  if (!mayReceive || !receive) {
    const work = await prepare()
    return answerJob(toolId, exchange, jobs, work, (job) => jobs.submit(job, work.portable()), known, wish)
  }
  const intake = jobs.receive(owner)
  try {
    const work = await receive(intake)
    return await answerJob(toolId, exchange, jobs, work, (job) => intake.submit(job, work.stored), undefined, wish)
  } finally {
    await intake.discard()
  }
}

async function answerJob(
  toolId: string,
  exchange: Exchange,
  jobs: SharedJobs,
  work: Pick<Work, 'total' | 'content' | 'reserve'>,
  submit: (job: NewSharedJob) => Promise<JobState | undefined>,
  known: RepeatedJob | undefined,
  wish: AsyncWish,
): Promise<Answer> {
  const { credentialId: owner, plan } = exchange.caller!
  const key = wish.idempotencyKey
  const repeat = key === undefined ? undefined : { key, fingerprint: await fingerprintOf(exchange, work) }
  if (known) return answerAgain(exchange, jobs, known, repeat!.fingerprint, wish)
  await work.reserve()
  const job = await submit({
    owner,
    plan,
    toolId,
    requestId: exchange.requestId,
    total: work.total,
    bytesIn: exchange.bytesIn,
    repeat,
  })
  if (!job) {
    const first = await jobs.repeated(owner, key!)
    if (first) return answerAgain(exchange, jobs, first, repeat!.fingerprint, wish)
    throw new ProblemError('The job of this Idempotency-Key was just deleted. Try again.', {
      code: 'idempotency_conflict',
      retryAfterSeconds: 1,
    })
  }
  await exchange.handOver()
  if (wish.waitSeconds === 0) return accepted(exchange, job, wish)
  const answer = await jobs.takeWithin(job.id, owner, wish.waitSeconds * 1000)
  return answer ? applied(answer, wish) : accepted(exchange, await jobs.find(job.id, owner), wish)
}

/** Whether the body is announced as a long one, or its length is not known. */
function isLong({ environment }: Exchange): boolean {
  const [length] = headerValues(environment.rawHeaders, 'content-length')
  return length === undefined || Number(length) > LONG_BYTES
}

/** A repetition is charged nothing. */
async function answerAgain(
  exchange: Exchange,
  jobs: SharedJobs,
  { job, isDirect, isSameRequest }: RepeatedJob,
  fingerprint: string,
  wish: AsyncWish,
): Promise<Answer> {
  exchange.units = 0
  if (!isSameRequest(fingerprint))
    throw new ProblemError('This Idempotency-Key was used for another request.', { code: 'idempotency_conflict' })
  const answer = isDirect && job.status !== undefined ? await jobs.resultOf(job.id, exchange.caller!.credentialId) : undefined
  return answer ? applied(answer, wish) : accepted(exchange, job, wish)
}
