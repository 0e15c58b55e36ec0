// The parts of work as data.
import type { BatchWork } from '../batch/batch-run.ts'
import type { ToolCall } from '../routes/call.ts'

/** A part of a job: what one worker does without a break. */
export type PortablePart =
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'batch'; readonly batch: BatchWork }
  | { readonly kind: 'share'; readonly share: BatchWork }

export interface PortableWork {
  readonly parts: readonly PortablePart[]
  /** True if the result is the list of what the parts answer, in their order; otherwise there is one part, whose answer it is. */
  readonly isList: boolean
}
