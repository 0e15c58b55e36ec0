// A job for its owner: how far it is, its result, its end.
import { Fault } from '../core/fault.ts'
import type { Answer, Exchange } from './exchange.ts'
import type { Job, JobStore } from './job-store.ts'

/** `GET /v1/jobs/{id}`. */
export function answerStatus(exchange: Exchange, jobs: JobStore): Answer {
  const job = findJob(exchange, jobs)
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  if (!job.outcome) headers['Retry-After'] = '1'
  return { status: 200, body: JSON.stringify(describeJob(job, jobPath(exchange.target.path, job.id), jobs.limits.keepMs)), headers }
}

/** `GET /v1/jobs`: those of the caller, the newest first. */
export function listJobs({ caller, target }: Exchange, jobs: JobStore): Answer {
  const own = jobs.list(caller!.credentialId).map((job) => describeJob(job, jobPath(`${target.path}/`, job.id), jobs.limits.keepMs))
  return { status: 200, body: JSON.stringify({ jobs: own }), headers: { 'Content-Type': 'application/json' } }
}

/** `GET /v1/jobs/{id}/result`: what the call itself would have answered. */
export function answerResult(exchange: Exchange, jobs: JobStore): Answer {
  const { outcome, done, total } = findJob(exchange, jobs)
  if (outcome) return outcome
  throw new Fault('The job is not finished.', { code: 'job_not_finished', retryAfterSeconds: 1, facts: { done, total } })
}

/** `DELETE /v1/jobs/{id}`. */
export function deleteJob(exchange: Exchange, jobs: JobStore): Answer {
  jobs.remove(findJob(exchange, jobs))
  return { status: 204, body: null, headers: {} }
}

/** The path of a job under the prefix of another path of the API. */
export function jobPath(path: string, id: string): string {
  return `${path.slice(0, path.lastIndexOf('/v1/'))}/v1/jobs/${id}`
}

/** @param keepMs where the job may be done: how long its result is kept */
export function describeJob({ id, toolId, createdAt, finishedAt, outcome, done, total }: Job, path: string, keepMs: number | undefined) {
  const finished = finishedAt !== undefined && keepMs !== undefined
  return {
    id,
    tool: toolId,
    status: !outcome ? 'running' : outcome.status < 400 ? 'succeeded' : 'failed',
    progress: { done, total },
    createdAt: new Date(createdAt).toISOString(),
    ...(finished ? { finishedAt: new Date(finishedAt).toISOString(), expiresAt: new Date(finishedAt + keepMs).toISOString() } : {}),
    links: { self: path, result: `${path}/result` },
  }
}

function findJob({ target, caller }: Exchange, jobs: JobStore): Job {
  return jobs.find(target.param('id') ?? '', caller!.credentialId)
}
