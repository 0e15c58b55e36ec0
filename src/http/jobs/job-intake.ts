// Takes the input of a job while its request comes in, so that a long one is never whole in memory.
import { type BodyReading, readBody } from '../request/body-limit.ts'
import type { Work } from '../routes/work.ts'
import type { JobState } from './job-directory.ts'
import type { NewSharedJob } from './new-shared-job.ts'
import type { StoredWork } from './stored-part.ts'

/** SHA-256 of bytes that come bit by bit. */
export interface RunningDigest {
  update(bytes: Uint8Array): void
  end(): Uint8Array
}

export interface JobIntake {
  /** What it keeps in memory while it receives. */
  readonly bufferBytes: number
  /** Adds bytes to the documents of the part that is being received. They are copied. */
  write(bytes: Uint8Array): void
  /** What is written next belongs to the following part. */
  endPart(): void
  /**
   * Stores what is complete, encrypted. To be awaited before more is written; undefined if there is nothing to wait for.
   * @throws ProblemError `storage_unavailable`
   */
  flush(): Promise<void> | undefined
  openDigest(): RunningDigest
  /** As submit of shared jobs, for parts whose documents were written and ended. */
  submit(job: NewSharedJob, work: StoredWork): Promise<JobState | undefined>
  /** Deletes what is stored, unless it became a job. */
  discard(): Promise<void>
}

/** Work whose documents are stored. */
export interface ReceivedWork extends Pick<Work, 'total' | 'content' | 'reserve'> {
  readonly stored: StoredWork
}

/**
 * Reads a body for an intake. The sender waits while chunks are stored.
 * @param take gets each chunk, which nobody uses afterwards
 * @throws as readBody, `storage_unavailable`, `overloaded`
 */
export async function receiveBody(reading: BodyReading, intake: JobIntake, take: (chunk: Uint8Array) => void): Promise<void> {
  reading.hold(intake.bufferBytes)
  await readBody({ ...reading, hold: ignore }, (chunk) => {
    take(chunk)
    return intake.flush()
  })
}

/** Bytes of the body do not stay. Those that do are counted where they are taken. */
const ignore = (): void => undefined
