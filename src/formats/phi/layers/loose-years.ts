// Years and weekdays that stand alone.
import { hashWords } from '../fold.ts'
import { endOfObjectIdentifier, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

/** A year or a weekday: no identifier of anybody, and more than enough beside one. */
export function isLooseDate(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] === KIND.word) return hasRole(tokens, at, ROLE.weekday) && lengthOf(tokens, at) > 5
  const isMeasure = hasRole(tokens, at + 1, ROLE.unit) || isSign(tokens, at + 1, '%') || isSign(tokens, at - 1, '.')
  return isYear(tokens, at) && !isMeasure && !isInsideObjectIdentifier(tokens, at) && !isYearOfText(tokens, at)
}

function isYear(tokens: Tokens, at: number): boolean {
  return lengthOf(tokens, at) === 4 && numberAt(tokens, at) >= 1900 && numberAt(tokens, at) <= 2100
}

const TEXTS = hashWords(
  'guideline guidelines update updated recommendation recommendations consensus statement criteria edition standards trial act report definition classification revision',
)

/** The 2021 ACC/AHA guideline: the year of a publication. */
function isYearOfText(tokens: Tokens, at: number): boolean {
  for (let i = at + 1; i <= at + 8 && i < tokens.count && tokens.gap[i]! <= GAP.space; i++) {
    if (isWord(tokens, i) && TEXTS.has(tokens.hash[i]!)) return true
    if (isSign(tokens, i, '.') || isSign(tokens, i, ';') || isSign(tokens, i, '?')) return false
    if (isWord(tokens, i) && tokens.shape[i] === SHAPE.lower && !hasRole(tokens, i, ROLE.function)) return false
  }
  return false
}

/** A later arc of an object identifier. */
function isInsideObjectIdentifier(tokens: Tokens, at: number): boolean {
  let first = at
  while (
    at - first < 48 &&
    isSign(tokens, first - 1, '.') &&
    isGlued(tokens, first) &&
    isGlued(tokens, first - 1) &&
    isNumber(tokens, first - 2)
  )
    first -= 2
  return endOfObjectIdentifier(tokens, first) >= at
}
