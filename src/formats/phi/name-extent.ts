// Carries names that the layers found on over what belongs to them by form: a nickname in quotes, the initial of a surname.
import type { Candidate } from './candidate.ts'
import { isCapitalized, isGlued, isSign, isWord } from './token-tests.ts'
import { GAP, SHAPE, type Tokens } from './tokens.ts'

/** Jacklyn S.; Mateo C.; Brendon "Skip" Prosacco: a longer candidate for each name that goes on. */
export function extendNames(tokens: Tokens, found: Candidate[]): void {
  if (!found.some(({ category }) => category === 'name')) return
  const ends = new Map<number, number>()
  for (let i = 0; i < tokens.count; i++) ends.set(tokens.end[i]!, i)
  for (let i = 0, count = found.length; i < count; i++) {
    const candidate = found[i]!
    if (candidate.category !== 'name') continue
    const last = ends.get(candidate.end)
    if (last === undefined || tokens.shape[last] !== SHAPE.capital) continue
    const extended = endOfExtent(tokens, last)
    if (extended > last) found.push({ ...candidate, end: tokens.end[extended]! })
  }
}

function endOfExtent(tokens: Tokens, last: number): number {
  const next = last + 1
  if (tokens.gap[next] !== GAP.space) return last
  if (isWord(tokens, next) && tokens.shape[next] === SHAPE.initial && isSign(tokens, next + 1, '.') && isGlued(tokens, next + 1)) {
    // John S. Smith is read by the layers themselves.
    return isCapitalized(tokens, next + 2) && tokens.gap[next + 2] === GAP.space ? last : next
  }
  const isQuoted = isSign(tokens, next, '"') && isCapitalized(tokens, next + 1) && isSign(tokens, next + 2, '"')
  if (!isQuoted) return last
  return isCapitalized(tokens, next + 3) && tokens.gap[next + 3] === GAP.space ? next + 3 : next + 1
}
