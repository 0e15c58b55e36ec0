// What a job that all nodes share begins with, beside its input.

export interface NewSharedJob {
  readonly owner: string
  readonly plan: string
  readonly toolId: string
  readonly requestId: string
  readonly total: number
  readonly bytesIn: number
  /** Undefined without an Idempotency-Key. */
  readonly repeat: { readonly key: string; readonly fingerprint: string } | undefined
}
