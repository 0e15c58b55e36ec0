// Searches many short texts together, in large stretches, so that each place helps to understand the others.
import type { DetectOptions } from './compiled-options.ts'
import { detectPhi, type PhiSpan } from './detect-phi.ts'
import { isWordOfTerminology } from './hl7/coded-displays.ts'

export interface TextPiece {
  readonly text: string
  /** The name of a code of a terminology: its own words are no identifiers. */
  readonly isCoded: boolean
}

/** Characters that are searched in one go. */
const CHUNK = 200_000

/** @returns the spans of each piece, by its own offsets @throws Fault where a text cannot be searched to its end */
export function searchPieces(pieces: readonly TextPiece[], options: DetectOptions): PhiSpan[][] {
  const found: PhiSpan[][] = pieces.map(() => [])
  let first = 0
  let length = 0
  for (let i = 0; i < pieces.length; i++) {
    length += pieces[i]!.text.length
    if (length <= CHUNK) continue
    searchChunk(pieces, first, i + 1, options, found)
    first = i + 1
    length = 0
  }
  searchChunk(pieces, first, pieces.length, options, found)
  return found
}

function searchChunk(pieces: readonly TextPiece[], first: number, end: number, options: DetectOptions, found: PhiSpan[][]): void {
  const isBalanced = (options.mode ?? 'balanced') === 'balanced'
  const chunk = pieces.slice(first, end)
  const starts: number[] = []
  let at = 0
  for (const { text } of chunk) {
    starts.push(at)
    at += text.length + 2
  }
  let place = 0
  for (const span of detectPhi(chunk.map(({ text }) => text).join('\n\n'), options)) {
    while (place + 1 < starts.length && starts[place + 1]! <= span.start) place++
    for (let k = place; k < starts.length && starts[k]! < span.end; k++) {
      const { text, isCoded } = chunk[k]!
      const from = Math.max(0, span.start - starts[k]!)
      const to = Math.min(text.length, span.end - starts[k]!)
      if (to <= from || (isCoded && isBalanced && isWordOfTerminology(text.slice(from, to), span))) continue
      found[first + k]!.push({ ...span, start: from, end: to })
    }
  }
}
