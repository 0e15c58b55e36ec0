// Limits of the jobs in memory.

export interface JobLimits {
  /** How long a result is kept, in milliseconds. */
  readonly keepMs: number
  readonly maxJobs: number
  readonly maxJobsOfOne: number
  readonly maxResultBytes: number
  readonly maxResultBytesOfOne: number
}
