// The message that operations are carried out on, and where they leave their traces.
import { ProblemError } from '../../../core/problem.ts'
import type { Charset } from '../charset/charsets.ts'
import type { EditableMessage } from './editable-message.ts'
import type { Operation } from './operations.ts'
import type { SegmentEdit } from './segment-text.ts'

export const SKIP_REASONS = [
  'when_false',
  'no_segment',
  'no_part',
  'no_source',
  'not_in_table',
  'no_match',
  'does_not_fit',
  'already_so',
] as const
export type SkipReason = (typeof SKIP_REASONS)[number]
export type IfMissing = 'create' | 'report' | 'fail'

/** Where an operation leaves its traces. */
export interface EditTrace {
  change(path: string): void
  skip(reason: SkipReason, path: string | null): void
}

export interface EditTarget {
  readonly message: EditableMessage
  /** Null for a document that came as text. */
  readonly charset: Charset | null
  readonly ifMissing: IfMissing
  readonly trace: EditTrace
  /** Takes the edits of a segment, from the back to the front, that are made together at the end. */
  readonly pending?: SegmentEdit[]
}

/** Reports that a place is not there. @throws ProblemError `invalid_input` where that is to fail */
export function missing({ ifMissing, trace }: EditTarget, { pointer }: Operation, reason: SkipReason, path: string | null): void {
  if (ifMissing !== 'fail') {
    trace.skip(reason, path)
    return
  }
  throw new ProblemError('The target of an operation is missing in a message.', {
    code: 'invalid_input',
    at: { pointer, ...(path !== null && { path }) },
    errors: [{ pointer, code: reason, detail: 'a message does not have this place' }],
  })
}
