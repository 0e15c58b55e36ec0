// A job for its owner: how far it is, its result, its end.
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import type { JobDirectory, JobState } from './job-directory.ts'

/** `GET /v1/jobs/{id}`. */
export function answerStatus(exchange: Exchange, jobs: JobDirectory): Awaitable<Answer> {
  return chain(jobs.find(...namedIn(exchange)), (job) => {
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (job.status === undefined) headers['Retry-After'] = '1'
    return { status: 200, body: JSON.stringify(describeJob(job, jobPath(exchange.target.path, job.id), jobs.keepMs)), headers }
  })
}

/** `GET /v1/jobs`: those of the caller, the newest first. */
export function listJobs({ caller, target }: Exchange, jobs: JobDirectory): Awaitable<Answer> {
  return chain(jobs.list(caller!.credentialId), (own) => {
    const described = own.map((job) => describeJob(job, jobPath(`${target.path}/`, job.id), jobs.keepMs))
    return { status: 200, body: JSON.stringify({ jobs: described }), headers: { 'Content-Type': 'application/json' } }
  })
}

/** `GET /v1/jobs/{id}/result`: what the call itself would have answered. */
export function answerResult(exchange: Exchange, jobs: JobDirectory): Awaitable<Answer> {
  return chain(jobs.resultOf(...namedIn(exchange)), (answer) => {
    if (answer) return answer
    return chain(jobs.find(...namedIn(exchange)), ({ done, total }) => {
      throw new ProblemError('The job is not finished.', { code: 'job_not_finished', retryAfterSeconds: 1, facts: { done, total } })
    })
  })
}

/** `DELETE /v1/jobs/{id}`. */
export function deleteJob(exchange: Exchange, jobs: JobDirectory): Awaitable<Answer> {
  return chain(jobs.end(...namedIn(exchange)), () => ({ status: 204, body: null, headers: {} }))
}

/** The path of a job under the prefix of another path of the API. */
export function jobPath(path: string, id: string): string {
  return `${path.slice(0, path.lastIndexOf('/v1/'))}/v1/jobs/${id}`
}

/** @param keepMs where the job may be done: how long its result is kept */
export function describeJob(
  { id, toolId, createdAt, finishedAt, status, done, total }: JobState,
  path: string,
  keepMs: number | undefined,
): Record<string, unknown> {
  const finished = finishedAt !== undefined && keepMs !== undefined
  return {
    id,
    tool: toolId,
    status: status === undefined ? 'running' : status < 400 ? 'succeeded' : 'failed',
    progress: { done, total },
    createdAt: new Date(createdAt).toISOString(),
    ...(finished ? { finishedAt: new Date(finishedAt).toISOString(), expiresAt: new Date(finishedAt + keepMs).toISOString() } : {}),
    links: { self: path, result: `${path}/result` },
  }
}

function namedIn({ target, caller }: Exchange): [id: string, owner: string] {
  return [target.param('id') ?? '', caller!.credentialId]
}
