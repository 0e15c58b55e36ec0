// Answers a request at once, or as a job where the caller prefers that: the same work, the same answer, one charge.
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { PROBLEMS, ProblemError } from '../../core/problem.ts'
import { type AsyncWish, readAsyncWish } from '../request/prefer.ts'
import { problemOf } from '../response/problem.ts'
import type { Reporter } from '../response/report.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import { DirectTask, type Work } from '../routes/work.ts'
import { accepted, applied } from './accepted.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { JobIntake, ReceivedWork } from './job-intake.ts'
import type { Job, JobStore, Repeat, StoredAnswer } from './job-store.ts'
import { answerShared } from './shared-answer.ts'
import type { SharedJobs } from './shared-jobs.ts'

export interface JobServices {
  readonly jobs: JobStore
  /** Jobs that all nodes share, if they are kept in a database: then no job is made in `jobs`. */
  readonly shared?: SharedJobs | undefined
  readonly reporter: Reporter
  readonly now: () => number
  /** True for paths that answer with a job, whatever the caller prefers. */
  readonly isJobPath?: boolean
}

/**
 * @param prepare reads the body
 * @param receive stores the body of a shared job as it comes; undefined if the work needs it whole
 * @throws ProblemError of the work, `idempotency_conflict`, `invalid_header`, `too_many_concurrent`, `overloaded`
 */
export function answerWork(
  toolId: string,
  exchange: Exchange,
  services: JobServices,
  prepare: () => Awaitable<Work>,
  receive?: (intake: JobIntake) => Promise<ReceivedWork>,
): Awaitable<Answer> {
  const wish = readAsyncWish(exchange.environment.rawHeaders, services.isJobPath)
  if (wish && services.shared) return answerShared(toolId, exchange, services.shared, { prepare: async () => prepare(), receive }, wish)
  if (wish) return answerWish(toolId, exchange, services, prepare, wish)
  return chain(prepare(), (work) => chain(work.reserve(), () => work.run(new DirectTask(exchange))))
}

async function answerWish(
  toolId: string,
  exchange: Exchange,
  services: JobServices,
  prepare: () => Awaitable<Work>,
  wish: AsyncWish,
): Promise<Answer> {
  const { jobs } = services
  const owner = exchange.caller!.credentialId
  const key = wish.idempotencyKey
  const release = key === undefined ? undefined : jobs.claim(owner, key)
  let giveUp: (() => void) | undefined
  try {
    if (key === undefined || !jobs.repeated(owner, key)) jobs.checkRoom(owner)
    if (key !== undefined && !jobs.repeated(owner, key)) giveUp = await jobs.lockOnAllNodes(owner, key)
    const work = await prepare()
    const repeat = key === undefined ? undefined : { key, fingerprint: await fingerprintOf(exchange, work), direct: false }
    const known = key === undefined ? undefined : jobs.repeated(owner, key)
    if (known && repeat) return await answerAgain(exchange, jobs, known, repeat, wish)
    await work.reserve()
    const { plan } = exchange.caller!
    const job = jobs.open({ owner, plan, toolId, total: work.total, createdAt: services.now(), repeat })
    return await answerJob(exchange, services, job, startWork(exchange, services, job, work), wish)
  } finally {
    giveUp?.()
    release?.()
  }
}

/** Never rejects: what the work throws is the outcome of the job. */
async function startWork(exchange: Exchange, { jobs, reporter, now }: JobServices, job: Job, work: Work): Promise<void> {
  const { signal } = job.abort
  const advance = (done: number): void => {
    job.done = done
  }
  let outcome: StoredAnswer
  try {
    const { status, body, headers } = await work.run({ signal, advance, isKept: true })
    job.done = job.total
    outcome = { status, headers, body: body as StoredAnswer['body'] }
  } catch (error) {
    if (!signal.aborted && (!(error instanceof ProblemError) || PROBLEMS[error.code].status === 500))
      reporter.internalError(error, exchange.requestId)
    outcome = problemOf(error, exchange.requestId, exchange.places.problemBase)
  }
  // Nobody can fetch what a stop ended, so nobody pays for it.
  if (jobs.isClosed) exchange.units = 0
  exchange.errors = Math.max(exchange.errors, outcome.status >= 400 ? 1 : 0)
  if (jobs.finish(job, outcome, now())) return
  exchange.units = 0
  exchange.errors = 1
  const tooLarge = new ProblemError('The memory for job results is full. Delete other jobs, or send the request without respond-async.', {
    code: 'resource_limit',
    facts: { limitBytes: jobs.limits.maxResultBytesOfOne },
  })
  if (!jobs.finish(job, problemOf(tooLarge, exchange.requestId, exchange.places.problemBase), now())) jobs.remove(job)
}

async function answerJob(exchange: Exchange, services: JobServices, job: Job, work: Promise<void>, wish: AsyncWish): Promise<Answer> {
  if (wish.waitSeconds > 0) await Promise.race([work, elapse(wish.waitSeconds * 1000, work)])
  const { outcome } = job
  if (wish.waitSeconds === 0 || !outcome) return { ...accepted(exchange, job, wish), work }
  if (job.repeat) job.repeat.direct = true
  else services.jobs.remove(job)
  return applied(outcome, wish)
}

/** A repetition is charged nothing. */
async function answerAgain(exchange: Exchange, jobs: JobStore, job: Job, { fingerprint }: Repeat, wish: AsyncWish): Promise<Answer> {
  exchange.units = 0
  if (job.repeat?.fingerprint !== fingerprint) {
    throw new ProblemError('This Idempotency-Key was used for another request.', { code: 'idempotency_conflict' })
  }
  return job.repeat.direct && job.outcome && jobs.find(job.id, job.owner) ? applied(job.outcome, wish) : accepted(exchange, job, wish)
}

/** Resolves after a time, or without a timer left behind as soon as the other is there. */
function elapse(milliseconds: number, other: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void other.then(() => clearTimeout(timer))
  })
}
