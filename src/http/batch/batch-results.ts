// The JSON of a whole batch, from the texts that its groups gave.
import type { BatchSummary } from '../../core/batch.ts'
import { writeJson } from '../../core/write-json.ts'

/** `{"summary":…,"results":[…]}` in pieces, so that a long one need not be copied into one. */
export function composeResults(outcomes: readonly Uint8Array[], summary: BatchSummary): Uint8Array[] {
  const [head, end] = frameOf(summary)
  return [head, ...joinOutcomes(outcomes), end]
}

/** What stands before and behind the outcomes. */
export function frameOf(summary: BatchSummary): [head: Uint8Array, end: Uint8Array] {
  const encoder = new TextEncoder()
  return [encoder.encode(`{"summary":${writeJson(summary)},"results":[`), encoder.encode(']}')]
}

/** Those that are not empty, with commas between them. */
export function joinOutcomes(outcomes: readonly Uint8Array[]): Uint8Array[] {
  const comma = new TextEncoder().encode(',')
  return outcomes.filter(({ length }) => length > 0).flatMap((piece, i) => (i === 0 ? [piece] : [comma, piece]))
}

export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(lengthOf(pieces))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** One piece after the other, as fast as they are read; each is given up when it has been. */
export function streamBytes(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const rest = [...pieces].reverse()
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = rest.pop()
        if (piece) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
