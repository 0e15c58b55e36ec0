// What work is told while it runs.

export interface WorkTask {
  /** Aborted when nobody wants the answer any more. */
  readonly signal: AbortSignal | undefined
  /** Told how many of the inputs are done. */
  readonly advance: (done: number) => void
  /** True where the answer is kept: then it is no stream. */
  readonly isKept: boolean
}
