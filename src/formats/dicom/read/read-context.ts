// What the readings of one file share: issues, limits, and the counts against them.
import { ProblemError } from '../../../core/problem.ts'
import type { IssueList } from '../dicom-issue.ts'

export interface ReadLimits {
  /** Sequences inside sequences. */
  readonly maxDepth: number
  /** Elements, items and fragments of one file. */
  readonly maxElements: number
}

export interface ReadContext {
  readonly issues: IssueList
  readonly limits: ReadLimits
  /** Elements, items and fragments so far. */
  count: number
  /** False once bytes are missing or could not be read. */
  complete: boolean
}

/** @throws ProblemError `resource_limit` where there are too many */
export function countElement(context: ReadContext, offset: number): void {
  context.count++
  if (context.count > context.limits.maxElements) refuse(context, 'The file has too many elements.', context.limits.maxElements, offset)
}

/** @throws ProblemError `resource_limit` where sequences nest too deep */
export function checkDepth(context: ReadContext, depth: number, offset: number): void {
  if (depth > context.limits.maxDepth) refuse(context, 'The sequences are nested too deeply.', context.limits.maxDepth, offset)
}

function refuse(context: ReadContext, message: string, limit: number, offset: number): never {
  const byteOffset = context.issues.deflatedAt ?? offset
  throw new ProblemError(message, { code: 'resource_limit', at: { byteOffset }, facts: { limit } })
}
