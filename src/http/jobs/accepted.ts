// The two answers to a request that became a job: that it was accepted, or its result if that was there in time.
import type { AsyncWish } from '../request/prefer.ts'
import type { Answer, Exchange } from '../routes/exchange-types.ts'
import type { JobState } from './job-directory.ts'
import { describeJob, jobPath } from './job-routes.ts'

export function accepted(exchange: Exchange, job: JobState, { wait }: AsyncWish): Answer {
  const path = jobPath(exchange.target.path, job.id)
  const headers = {
    'Content-Type': 'application/json',
    Location: path,
    'Retry-After': '1',
    'Preference-Applied': wait === undefined ? 'respond-async' : `respond-async, wait=${wait}`,
  }
  return { status: 202, body: JSON.stringify(describeJob(job, path, undefined)), headers }
}

export function applied({ status, headers, body, code }: Answer, { wait }: AsyncWish): Answer {
  return { status, body, code, headers: { ...headers, 'Preference-Applied': `wait=${wait}` } }
}
