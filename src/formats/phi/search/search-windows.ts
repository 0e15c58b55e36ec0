// Searches a long text in windows: what the detector remembers of a text is a hundred times as large.
import type { DetectOptions } from '../compiled-options.ts'
import { detectPhi, type JudgeRest, type PhiSpan } from '../detect-phi.ts'

/** Characters that are searched in one go. */
export const WINDOW = 200_000
/** A longer text is searched in windows. */
export const MOST_AT_ONCE = 2 * WINDOW
/** Around each window: no name, address or sentence that tells of one is longer. */
const MARGIN = 4_000

/** A span is of the window in which it begins. @throws ProblemError as detectPhi */
export function detectInWindows(text: string, options: DetectOptions, judge?: JudgeRest): PhiSpan[] {
  if (text.length <= MOST_AT_ONCE) return detectPhi(text, options, judge)
  const found: PhiSpan[] = []
  let last = 0
  for (let start = 0; start < text.length; start += WINDOW) {
    const from = blankBefore(text, Math.max(0, start - MARGIN))
    const to = blankBefore(text, Math.min(text.length, start + WINDOW + MARGIN))
    for (const span of detectPhi(text.slice(from, to), options, judge)) {
      const moved = { ...span, start: Math.max(last, from + span.start), end: from + span.end }
      if (from + span.start >= start + WINDOW || moved.end <= Math.max(start, last)) continue
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
