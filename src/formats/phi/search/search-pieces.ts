// Searches many short texts together, in large stretches, so that each place helps to understand the others.
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type JudgeRest, type PhiSpan } from '../detect-phi.ts'
import { isWordOfTerminology } from '../hl7/coded-displays.ts'

export interface TextPiece {
  readonly text: string
  /** It stands beside a code of a terminology: words that nobody knows may be of the terminology. */
  readonly isCoded: boolean
  /** The name of the code itself: words of language and medicine in it are no identifiers. */
  readonly isDisplay: boolean
}

/** Characters that are searched in one go. */
const CHUNK = 200_000
/** A longer piece is searched in windows: what the detector remembers of a text is a hundred times as large. */
const LONGEST = 2 * CHUNK
/** Around each window: no name, address or sentence that tells of one is longer. */
const MARGIN = 4_000

/** @returns the spans of each piece, by its own offsets @throws ProblemError where a text cannot be searched to its end */
export function searchPieces(pieces: readonly TextPiece[], options: DetectOptions, judge?: JudgeRest): PhiSpan[][] {
  const found: PhiSpan[][] = pieces.map(() => [])
  let first = 0
  let length = 0
  for (let i = 0; i < pieces.length; i++) {
    const size = pieces[i]!.text.length
    if (size > LONGEST) {
      searchChunk(pieces.slice(first, i), found.slice(first, i), options, judge)
      found[i] = searchWindows(pieces[i]!.text, options, judge)
      first = i + 1
      length = 0
      continue
    }
    length += size
    if (length <= CHUNK) continue
    searchChunk(pieces.slice(first, i + 1), found.slice(first, i + 1), options, judge)
    first = i + 1
    length = 0
  }
  searchChunk(pieces.slice(first), found.slice(first), options, judge)
  return found
}

/** A span is of the window in which it begins. */
function searchWindows(text: string, options: DetectOptions, judge: JudgeRest | undefined): PhiSpan[] {
  const found: PhiSpan[] = []
  let last = 0
  for (let start = 0; start < text.length; start += CHUNK) {
    const from = blankBefore(text, Math.max(0, start - MARGIN))
    const to = blankBefore(text, Math.min(text.length, start + CHUNK + MARGIN))
    for (const span of detectPhi(text.slice(from, to), options, judge)) {
      const moved = { ...span, start: Math.max(last, from + span.start), end: from + span.end }
      if (from + span.start >= start + CHUNK || moved.end <= Math.max(start, last)) continue
      found.push(moved)
      last = moved.end
    }
  }
  return found
}

/** So that no word is cut, where one is near. */
function blankBefore(text: string, at: number): number {
  if (at === 0 || at === text.length) return at
  for (let i = at; i > at - MARGIN / 2 && i > 0; i--) if (/\s/.test(text[i]!)) return i
  return at
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
  let place = 0
  for (const span of detectPhi(chunk.map(({ text }) => text).join('\n\n'), options, judge)) {
    while (place + 1 < starts.length && starts[place + 1]! <= span.start) place++
    for (let k = place; k < starts.length && starts[k]! < span.end; k++) {
      const { text, isDisplay } = chunk[k]!
      const from = Math.max(0, span.start - starts[k]!)
      const to = Math.min(text.length, span.end - starts[k]!)
      if (to <= from || (isDisplay && isBalanced && isWordOfTerminology(text, { ...span, start: from, end: to }))) continue
      found[k]!.push({ ...span, start: from, end: to })
    }
  }
}
