// Answers a request as a job that all nodes share: stores it, and waits for its result as long as the caller wants to.
import { ProblemError } from '../../core/problem.ts'
import { headerValues } from '../request/environment.ts'
import type { AsyncWish } from '../request/prefer.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import type { Work } from '../routes/work.ts'
import { accepted, applied } from './accepted.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { RepeatedJob, SharedJobs } from './shared-jobs.ts'

/** The room for jobs is checked before longer bodies are read. */
const LONG_BYTES = 1 << 18

/**
 * @param prepare reads the body
 * @throws ProblemError of the body, `idempotency_conflict`, `too_many_concurrent`, `overloaded`, `quota_exhausted`, `storage_unavailable`
 */
export async function answerShared(
  toolId: string,
  exchange: Exchange,
  jobs: SharedJobs,
  prepare: () => Work | Promise<Work>,
  wish: AsyncWish,
): Promise<Answer> {
  const { credentialId: owner, plan } = exchange.caller!
  const key = wish.idempotencyKey
  let known = key === undefined ? undefined : await jobs.repeated(owner, key)
  if (!known && isLong(exchange)) await jobs.checkRoom(owner)
  const work = await prepare()
  const repeat = key === undefined ? undefined : { key, fingerprint: await fingerprintOf(exchange, work) }
  if (known) return answerAgain(exchange, jobs, known, repeat!.fingerprint, wish)
  await work.reserve()
  const facts = { owner, plan, toolId, requestId: exchange.requestId, total: work.total, bytesIn: exchange.bytesIn, repeat }
  const job = await jobs.submit(facts, work.portable())
  if (!job) {
    known = await jobs.repeated(owner, key!)
    if (known) return answerAgain(exchange, jobs, known, repeat!.fingerprint, wish)
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
