// Searches a long text in windows: what the detector remembers of a text is a hundred times as large.
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type JudgeRest, type PhiSpan } from '../detect-phi.ts'
import { NamedWords } from './named-words.ts'

/** Characters that are searched in one go. */
export const WINDOW = 200_000
/** A longer text is searched in windows. */
export const MOST_AT_ONCE = 2 * WINDOW
/** Around each window: no name, address or sentence that tells of one is longer. */
const MARGIN = 4_000
/** Encoded data that is cut can no longer be decoded. */
const LONGEST_WORD = 100_000

/**
 * A span is of the window in which it begins. What one window says is a name is one in all of them.
 * @param named for one of several parts of a text, which share their names
 * @throws ProblemError as detectPhi
 */
export function detectInWindows(text: string, options: DetectOptions, judge?: JudgeRest, named?: NamedWords): PhiSpan[] {
  if (text.length <= MOST_AT_ONCE) return detectPhi(text, options, judge, named)
  const shared = named ?? new NamedWords()
  const search = (start: number) => {
    const from = endOfWord(text, Math.max(0, start - MARGIN), -1)
    const to = endOfWord(text, Math.min(text.length, start + WINDOW + MARGIN), 1)
    const spans = detectPhi(text.slice(from, to), options, judge, shared)
    return { start, from, spans, revision: shared.revision }
  }
  const windows = []
  for (let start = 0; start < text.length; start += WINDOW) windows.push(search(start))
  if (!named) shared.complete()
  return windows.reduce<PhiSpan[]>((found, first) => {
    const window = first.revision === shared.revision ? first : search(first.start)
    addSpans(found, window)
    return found
  }, [])
}

interface SearchedWindow {
  readonly start: number
  /** Where the text begins that was searched. */
  readonly from: number
  readonly spans: readonly PhiSpan[]
}

function addSpans(found: PhiSpan[], { start, from, spans }: SearchedWindow): void {
  for (const span of spans) {
    const last = found.at(-1)?.end ?? 0
    const moved = { ...span, start: Math.max(last, from + span.start), end: from + span.end }
    if (from + span.start < start + WINDOW && moved.end > Math.max(start, last)) found.push(moved)
  }
}

/** So that no word is cut. @param step 1 for the end behind `at`, -1 for the one before it */
function endOfWord(text: string, at: number, step: 1 | -1): number {
  const isEnd = (i: number) => i <= 0 || i >= text.length || /\s/.test(text[i]!)
  for (let i = at, steps = 0; steps <= LONGEST_WORD; i += step, steps++) if (isEnd(i)) return i
  return at
}
