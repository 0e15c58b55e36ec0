// How a run over many inputs ends: its sums as the last line, what a person should know, and the exit code.
import type { BatchSummary } from '../../core/batch.ts'
import { PROBLEMS } from '../../core/problem.ts'
import type { FeedEnvelope } from '../../core/tool.ts'
import type { Terminal } from '../command-line/verb.ts'

export interface RunEnd {
  /** With `skipped` where a former run may have done some. */
  readonly summary: BatchSummary & { readonly skipped?: number; readonly envelope?: FeedEnvelope | undefined }
  readonly wasInterrupted: boolean
  /** `files`, `lines` or `messages`. */
  readonly what: string
  readonly notes: readonly string[]
  /** True where standard output may hold nothing but documents: the sums go to standard error. */
  readonly isBare?: boolean
}

/** @returns 0, 65 where an input failed, 75 where a signal ended the run */
export function reportEnd({ summary, wasInterrupted, what, notes, isBare }: RunEnd, { out, err }: Terminal): number {
  const print = isBare === true ? err : out
  print(`${JSON.stringify({ summary: wasInterrupted ? { ...summary, complete: false } : summary })}\n`)
  const { total, failed } = summary
  if (failed > 0) err(`health-tools: ${failed} of ${total} ${what} failed\n`)
  for (const note of notes) err(`health-tools: ${note}\n`)
  if (wasInterrupted) err('health-tools: stopped before the end\n')
  if (wasInterrupted) return PROBLEMS.draining.exit
  return failed > 0 ? PROBLEMS.unreadable_input.exit : 0
}
