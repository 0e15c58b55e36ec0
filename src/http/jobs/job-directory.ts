// What the routes of jobs need of the place where jobs are kept: the memory of this process, or a database that all nodes share.
import type { Awaitable } from '../../access/store.ts'
import type { Answer } from '../routes/exchange-types.ts'

/** A job as its owner sees it. */
export interface JobState {
  readonly id: string
  readonly toolId: string
  /** Milliseconds since 1970 UTC. */
  readonly createdAt: number
  /** Undefined while the job waits or runs. */
  readonly finishedAt: number | undefined
  /** HTTP status of the result; undefined while the job waits or runs. */
  readonly status: number | undefined
  /** Inputs, and how many of them are done. */
  readonly total: number
  readonly done: number
}

export interface JobDirectory {
  /** How long a result is kept, in milliseconds. */
  readonly keepMs: number
  /** @throws ProblemError `job_not_found`; `job_gone` if this caller had such a job */
  find(id: string, owner: string): Awaitable<JobState>
  /** The jobs of an owner, newest first. */
  list(owner: string): Awaitable<readonly JobState[]>
  /**
   * The answer of a finished job; undefined while it waits or runs.
   * @throws as find
   */
  resultOf(id: string, owner: string): Awaitable<Answer | undefined>
  /**
   * Cancels a job that waits or runs and deletes the job, its input and its result.
   * @throws as find
   */
  end(id: string, owner: string): Awaitable<void>
}
