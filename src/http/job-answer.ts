// Answers a request at once, or as a job where the caller prefers that: the same work, the same answer, one charge.
import type { Awaitable } from '../access/store.ts'
import { chain } from '../core/chain.ts'
import { FAULTS, Fault } from '../core/fault.ts'
import { encodeBase64 } from '../core/wire.ts'
import { headerValues } from './environment.ts'
import type { Answer, Exchange } from './exchange.ts'
import { describeJob, jobPath } from './job-routes.ts'
import type { Job, JobStore, KeptAnswer, Repeat } from './job-store.ts'
import { type AsyncWish, readAsyncWish } from './prefer.ts'
import { problemOf } from './problem.ts'
import type { Reporter } from './report.ts'
import { DirectTask, type Work } from './work.ts'

export interface JobServices {
  readonly jobs: JobStore
  readonly reporter: Reporter
  readonly now: () => number
  /** True for paths that answer with a job, whatever the caller prefers. */
  readonly isJobPath?: boolean
}

/**
 * @param prepare reads the body
 * @throws Fault of the work, `idempotency_conflict`, `invalid_header`, `too_many_concurrent`, `overloaded`
 */
export function answerWork(toolId: string, exchange: Exchange, services: JobServices, prepare: () => Awaitable<Work>): Awaitable<Answer> {
  const wish = readAsyncWish(exchange.environment.rawHeaders, services.isJobPath)
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
  try {
    if (key === undefined || !jobs.repeated(owner, key)) jobs.checkRoom(owner)
    const work = await prepare()
    const repeat = key === undefined ? undefined : { key, fingerprint: await fingerprintOf(exchange, work), direct: false }
    const known = key === undefined ? undefined : jobs.repeated(owner, key)
    if (known && repeat) return await answerAgain(exchange, jobs, known, repeat, wish)
    await work.reserve()
    const job = jobs.open({ owner, toolId, total: work.total, createdAt: services.now(), repeat })
    return await answerJob(exchange, services, job, startWork(exchange, services, job, work), wish)
  } finally {
    release?.()
  }
}

/** Never rejects: what the work throws is the outcome of the job. */
async function startWork(exchange: Exchange, { jobs, reporter, now }: JobServices, job: Job, work: Work): Promise<void> {
  const { signal } = job.abort
  const advance = (done: number): void => {
    job.done = done
  }
  let outcome: KeptAnswer
  try {
    const { status, body, headers } = await work.run({ signal, advance, isKept: true })
    job.done = job.total
    outcome = { status, headers, body: body as KeptAnswer['body'] }
  } catch (error) {
    if (!signal.aborted && (!(error instanceof Fault) || FAULTS[error.code].status === 500))
      reporter.internalError(error, exchange.requestId)
    outcome = problemOf(error, exchange.requestId, exchange.places.problemBase)
  }
  // Nobody can fetch what a stop ended, so nobody pays for it.
  if (jobs.isClosed) exchange.units = 0
  exchange.errors = Math.max(exchange.errors, outcome.status >= 400 ? 1 : 0)
  if (jobs.finish(job, outcome, now())) return
  exchange.units = 0
  exchange.errors = 1
  const tooLarge = new Fault('The memory for job results is full. Delete other jobs, or send the request without respond-async.', {
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
    throw new Fault('This Idempotency-Key was used for another request.', { code: 'idempotency_conflict' })
  }
  return job.repeat.direct && job.outcome && jobs.find(job.id, job.owner) ? applied(job.outcome, wish) : accepted(exchange, job, wish)
}

function accepted(exchange: Exchange, job: Job, { wait }: AsyncWish): Answer {
  const path = jobPath(exchange.target.path, job.id)
  const headers = {
    'Content-Type': 'application/json',
    Location: path,
    'Retry-After': '1',
    'Preference-Applied': wait === undefined ? 'respond-async' : `respond-async, wait=${wait}`,
  }
  return { status: 202, body: JSON.stringify(describeJob(job, path, undefined)), headers }
}

function applied({ status, headers, body, code }: KeptAnswer, { wait }: AsyncWish): Answer {
  return { status, body, code, headers: { ...headers, 'Preference-Applied': `wait=${wait}` } }
}

/** Resolves after a time, or without a timer left behind as soon as the other is there. */
function elapse(milliseconds: number, other: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    void other.then(() => clearTimeout(timer))
  })
}

/**
 * Two requests are the same where path, query, type, wished answer and content are. The boundary of a form is made anew each time it is
 * sent, so its parts count instead of its bytes.
 */
async function fingerprintOf({ target: { path, url }, environment }: Exchange, { content }: Work): Promise<string> {
  const at = url.indexOf('?')
  const type = headerValues(environment.rawHeaders, 'content-type')
    .join(', ')
    .replace(/boundary=[^;]*/i, '')
  const facts = [path, at < 0 ? '' : url.slice(at), type, headerValues(environment.rawHeaders, 'accept').join(', ')]
  const digests: Uint8Array[] = []
  for (const piece of [JSON.stringify(facts), ...content]) {
    const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece
    digests.push(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as BufferSource)))
  }
  const all = new Uint8Array(digests.length * 32)
  for (const [i, digest] of digests.entries()) all.set(digest, i * 32)
  return encodeBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', all)))
}
