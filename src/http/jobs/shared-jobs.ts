// Jobs that all nodes share: what a request needs of them to become a job. The database behind it is another layer's.
import type { Answer } from '../routes/exchange-types.ts'
import type { JobDirectory, JobState } from './job-directory.ts'
import type { JobIntake } from './job-intake.ts'
import type { NewSharedJob } from './new-shared-job.ts'
import type { PortableWork } from './portable-part.ts'

export interface RepeatedJob {
  readonly job: JobState
  /** True if the first request got the result itself. */
  readonly isDirect: boolean
  isSameRequest(fingerprint: string): boolean
}

export interface SharedJobs extends JobDirectory {
  /**
   * For a request whose body is worth refusing before it is read: submit checks it again.
   * @throws ProblemError `too_many_concurrent` (limit of this caller), `overloaded` (limit of all callers), `storage_unavailable`
   */
  checkRoom(owner: string): Promise<void>
  /** The job that this caller already made with this Idempotency-Key. */
  repeated(owner: string, key: string): Promise<RepeatedJob | undefined>
  /**
   * Stores the input, charges the units and puts the parts into the queue, all or nothing. The job counts the call from then on.
   * @returns undefined if another request with the same Idempotency-Key came first
   * @throws ProblemError as checkRoom
   */
  submit(job: NewSharedJob, work: PortableWork): Promise<JobState | undefined>
  /** Takes the input of a job that begins when all of it has come. */
  receive(owner: string): JobIntake
  /**
   * The result of a job for the answer to its own request. Repetitions get it, too; a job without a key is deleted once the result is sent.
   * @returns undefined if the job is not finished in time
   * @throws as find
   */
  takeWithin(id: string, owner: string, milliseconds: number): Promise<Answer | undefined>
}
