// Carries names that the layers found on over what belongs to them by form: a nickname in quotes, the initial of a surname, a second name behind a slash.
import type { Candidate } from './candidate.ts'
import { NO_NAME_HERE } from './layers/small-names.ts'
import { isMedicalForm } from './layers/unknown-words.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from './lexicon-bits.ts'
import { hasLex, isCapitalized, isGlued, isSign, isSmallLatin, isWord, lengthOf, tokenAt } from './token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'

/** Jacklyn S.; Mateo C.; Brendon "Skip" Prosacco: a longer candidate for each name that goes on. */
export function extendNames(tokens: Tokens, found: Candidate[]): void {
  for (let i = 0, count = found.length; i < count; i++) {
    const candidate = found[i]!
    if (candidate.category !== 'name') continue
    const last = tokenAt(tokens.end, tokens.count, candidate.end)
    if (last >= 0 && tokens.shape[last] === SHAPE.lower) extendSmall(tokens, found, candidate, last)
    if (last < 0 || tokens.shape[last] !== SHAPE.capital) continue
    const extended = endOfExtent(tokens, last)
    if (extended > last) found.push({ ...candidate, end: tokens.end[extended]! })
    readBeside(tokens, found, candidate, last)
  }
}

/** Destiny huel, balwinder samanci: the other half of a name in small letters, which is a name, too, or no word at all. */
function extendSmall(tokens: Tokens, found: Candidate[], candidate: Candidate, last: number): void {
  if (tokens.start[last] !== candidate.start) return
  const next = last + 1
  const before = last - 1
  if (tokens.gap[next] === GAP.space && isOtherHalf(tokens, next) && endsBehind(tokens, next + 1))
    found.push({ ...candidate, end: tokens.end[next]! })
  else if (
    tokens.gap[last] === GAP.space &&
    isOtherHalf(tokens, before) &&
    hasLex(tokens, last, LEX.last) &&
    tokens.gap[before]! <= GAP.paragraph
  )
    found.push({ ...candidate, start: tokens.start[before]! })
}

function isOtherHalf(tokens: Tokens, at: number): boolean {
  if (!isSmallLatin(tokens, at) || tokens.role[at] !== 0 || lengthOf(tokens, at) < 3) return false
  if (NO_NAME_HERE.has(tokens.hash[at]!) || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.common)) return false
  if (tokens.lex[at] === 0) return lengthOf(tokens, at) > 3 && !isMedicalForm(tokens, at)
  return hasLex(tokens, at, LEX_PROPER) && !(hasLex(tokens, at, LEX.word) && !hasLex(tokens, at, LEX.last))
}

/** A sign, a number, a small word, or a word that goes on with the sentence: no word of no list. */
function endsBehind(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! > GAP.space || tokens.kind[at] !== KIND.word || tokens.lex[at] !== 0 || tokens.role[at] !== 0
}

/** Moro/Lind, Moro/KT at the end of a line, Ada Moro ("Tempe"): who stands beside the person in the same form. */
function readBeside(tokens: Tokens, found: Candidate[], candidate: Candidate, last: number): void {
  const sign = last + 1
  if (isSign(tokens, sign, '/') && isGlued(tokens, sign) && isGlued(tokens, sign + 1) && mayStandBeside(tokens, sign + 1)) {
    found.push({ ...candidate, start: tokens.start[sign + 1]!, end: tokens.end[sign + 1]!, score: candidate.score * 0.9 })
  }
  const quoted =
    isSign(tokens, sign, '(') && isSign(tokens, sign + 1, '"') && isSign(tokens, sign + 3, '"') && isSign(tokens, sign + 4, ')')
  if (quoted && isCapitalized(tokens, sign + 2)) {
    found.push({ ...candidate, start: tokens.start[sign + 2]!, end: tokens.end[sign + 2]!, score: candidate.score * 0.9 })
  }
}

function mayStandBeside(tokens: Tokens, at: number): boolean {
  if (tokens.role[at] !== 0 || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)) return false
  const ends = at + 1 >= tokens.count || tokens.gap[at + 1]! >= GAP.line || isSign(tokens, at + 1, '.')
  if (tokens.shape[at] === SHAPE.upper) return ends && lengthOf(tokens, at) <= 3
  return tokens.shape[at] === SHAPE.capital && (!hasLex(tokens, at, LEX_ENGLISH) || hasLex(tokens, at, LEX.last))
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
