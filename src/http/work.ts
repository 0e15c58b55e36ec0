// The work of one request after its body has been read, so that it can be answered at once or kept as a job.
import type { Awaitable } from '../access/store.ts'
import type { Answer } from './exchange.ts'

export interface WorkTask {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal | undefined
  /** Told how many of the inputs are done. */
  readonly advance: (done: number) => void
  /** True where the answer is kept: then it is no stream. */
  readonly isKept: boolean
}

export interface Work {
  /** Inputs. */
  readonly total: number
  /** What was sent, to be told from another request. Empty once the work runs. */
  readonly content: readonly (string | Uint8Array)[]
  /** Reserves the units of all inputs. */
  reserve(): Awaitable<void>
  run(task: WorkTask): Awaitable<Answer>
}

export const UNWATCHED: WorkTask = { signal: undefined, advance: () => undefined, isKept: false }
