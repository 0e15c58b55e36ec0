// The refusals of a job for which there is no room, wherever jobs are kept.
import { ProblemError } from '../../core/problem.ts'
import type { JobLimits } from './job-limits.ts'

const FULL_RETRY_SECONDS = 5

export function fullOfOwn({ maxJobsOfOne, maxResultBytesOfOne }: JobLimits): ProblemError {
  return new ProblemError('The limit for jobs of this caller is reached. Delete jobs that are no longer needed.', {
    code: 'too_many_concurrent',
    retryAfterSeconds: FULL_RETRY_SECONDS,
    facts: { limit: maxJobsOfOne, limitBytes: maxResultBytesOfOne },
  })
}

export function fullOfAll(): ProblemError {
  return new ProblemError('The limit for jobs of all callers is reached.', { code: 'overloaded', retryAfterSeconds: FULL_RETRY_SECONDS })
}
