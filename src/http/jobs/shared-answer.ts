// Answers a request as a job that all nodes share: stores it, and waits for its result as long as the caller wants to.
import { Fault } from '../../core/fault.ts'
import type { Answer, Exchange } from '../exchange.ts'
import type { AsyncWish } from '../prefer.ts'
import type { Work } from '../work.ts'
import { accepted, applied } from './accepted.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { RepeatedJob, SharedJobs } from './shared-jobs.ts'

/**
 * @param prepare reads the body
 * @throws Fault of the body, `idempotency_conflict`, `too_many_concurrent`, `overloaded`, `quota_exhausted`, `storage_unavailable`
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
  if (key === undefined || !(await jobs.repeated(owner, { key }))) await jobs.checkRoom(owner)
  const work = await prepare()
  const repeat = key === undefined ? undefined : { key, fingerprint: await fingerprintOf(exchange, work) }
  const known = repeat && (await jobs.repeated(owner, repeat))
  if (known) return answerAgain(exchange, jobs, known, owner, wish)
  await work.reserve()
  const facts = { owner, plan, toolId, requestId: exchange.requestId, total: work.total, bytesIn: exchange.bytesIn, repeat }
  const job = await jobs.submit(facts, work.portable())
  if (!job) return answerAgain(exchange, jobs, (await jobs.repeated(owner, repeat!))!, owner, wish)
  await exchange.handOver()
  if (wish.waitSeconds === 0) return accepted(exchange, job, wish)
  const state = await jobs.waitFor(job.id, owner, wish.waitSeconds * 1000)
  if (state.status === undefined) return accepted(exchange, state, wish)
  return applied(await jobs.takeDirect(job.id, owner), wish)
}

/** A repetition is charged nothing. */
async function answerAgain(exchange: Exchange, jobs: SharedJobs, known: RepeatedJob, owner: string, wish: AsyncWish): Promise<Answer> {
  exchange.units = 0
  if (!known.isSameRequest) throw new Fault('This Idempotency-Key was used for another request.', { code: 'idempotency_conflict' })
  const { job, isDirect } = known
  const answer = isDirect && job.status !== undefined ? await jobs.resultOf(job.id, owner) : undefined
  return answer ? applied(answer, wish) : accepted(exchange, job, wish)
}
