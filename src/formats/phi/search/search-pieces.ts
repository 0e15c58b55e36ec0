// Searches many short texts together, in large stretches, so that each place helps to understand the others.
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type JudgeRest, type PhiSpan } from '../detect-phi.ts'
import { wordsOfTerminology } from '../hl7/coded-displays.ts'
import { detectInWindows, MOST_AT_ONCE, WINDOW } from './search-windows.ts'

export interface TextPiece {
  readonly text: string
  /** It stands beside a code of a terminology: words that nobody knows may be of the terminology. */
  readonly isCoded: boolean
  /** The name of the code itself: words of language and medicine in it are no identifiers. */
  readonly isDisplay: boolean
}

/** @returns the spans of each piece, by its own offsets @throws ProblemError where a text cannot be searched to its end */
export function searchPieces(pieces: readonly TextPiece[], options: DetectOptions, judge?: JudgeRest): PhiSpan[][] {
  const found: PhiSpan[][] = pieces.map(() => [])
  let first = 0
  let length = 0
  for (let i = 0; i < pieces.length; i++) {
    const size = pieces[i]!.text.length
    if (size > MOST_AT_ONCE) {
      searchChunk(pieces.slice(first, i), found.slice(first, i), options, judge)
      found[i] = detectInWindows(pieces[i]!.text, options, judge)
      first = i + 1
      length = 0
      continue
    }
    length += size
    if (length <= WINDOW) continue
    searchChunk(pieces.slice(first, i + 1), found.slice(first, i + 1), options, judge)
    first = i + 1
    length = 0
  }
  searchChunk(pieces.slice(first), found.slice(first), options, judge)
  return found
}

/** @param found of each piece of the chunk, to be filled */
function searchChunk(chunk: readonly TextPiece[], found: readonly PhiSpan[][], options: DetectOptions, judge: JudgeRest | undefined): void {
  const isBalanced = (options.mode ?? 'balanced') === 'balanced'
  if (chunk.length === 0) return
  const starts: number[] = []
  let at = 0
  for (const { text } of chunk) {
    starts.push(at)
    at += text.length + 2
  }
  const terms = chunk.map(({ text, isDisplay }) => (isDisplay && isBalanced ? wordsOfTerminology(text) : undefined))
  let place = 0
  for (const span of detectPhi(chunk.map(({ text }) => text).join('\n\n'), options, judge)) {
    while (place + 1 < starts.length && starts[place + 1]! <= span.start) place++
    for (let k = place; k < starts.length && starts[k]! < span.end; k++) {
      const { text } = chunk[k]!
      const from = Math.max(0, span.start - starts[k]!)
      const to = Math.min(text.length, span.end - starts[k]!)
      if (to <= from || terms[k]?.({ ...span, start: from, end: to })) continue
      found[k]!.push({ ...span, start: from, end: to })
    }
  }
}
