// Names that a line end divides: `Dr. Alan` and `Whitfield` below it, and a surname whose second half stands behind a hyphen on the next line.
import type { Candidate } from '../candidate.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, isCapitalized, isGlued, isSign, isWord } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'

const LEAST_SCORE = 0.8

/** Adds a longer candidate for each name that goes on behind the end of its line. */
export function wrapNames(tokens: Tokens, found: Candidate[]): void {
  const names = found.filter(({ category, score }) => category === 'name' && score >= LEAST_SCORE)
  if (names.length === 0) return
  const ends = new Map<number, number>()
  for (let i = 0; i < tokens.count; i++) if (isLineEnd(tokens, i)) ends.set(tokens.end[i]!, i)
  for (const name of names) {
    const last = ends.get(name.end)
    if (last === undefined || !isCapitalized(tokens, last)) continue
    const end = endOnNextLine(tokens, last, name)
    if (end > last) found.push({ ...name, end: tokens.end[end]! })
  }
}

/** Whether the line ends behind the token, or behind a hyphen that follows it. */
function isLineEnd(tokens: Tokens, at: number): boolean {
  return tokens.gap[at + 1] === GAP.line || (isHyphen(tokens, at + 1) && tokens.gap[at + 2] === GAP.line)
}

function isHyphen(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '-') && isGlued(tokens, at)
}

function endOnNextLine(tokens: Tokens, last: number, name: Candidate): number {
  if (isHyphen(tokens, last + 1)) return isWord(tokens, last + 2) && tokens.shape[last + 2] === SHAPE.lower ? last + 2 : last
  // Only a given name waits for its surname, and a label or another entry of a list is none.
  if (tokens.start[last] !== name.start || !isWord(tokens, last + 1) || !isCapitalized(tokens, last + 1)) return last
  if (isSign(tokens, last + 2, ':') || tokens.gap[last + 2]! >= GAP.line) return last
  return hasLex(tokens, last + 1, LEX.last) || !hasLex(tokens, last + 1, LEX_ENGLISH | LEX.drug | LEX.test) ? last + 1 : last
}
