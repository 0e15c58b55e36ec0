// A word of no list with a value behind it: a test, a score or a drug, and no person with an age, a day or a number.
import { LEX } from '../lexicon-bits.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

/** Units that no person is measured with: a child has kilograms, centimetres and years. */
const UNIT_OF_THINGS =
  /^(?:m[cg]?g|ug|ng|pg|ml|mls|mm|mmol|mol|umol|nmol|meq|units?|iu|miu|mmhg|u|%|ppm|mosm|mcl|dl|gy|hz|sec|ms|msec|puffs?|q\d*h?)$/i

/** QTc 512, ANC 0.3, hapto < 10, ttg 10x, Curosurf 2.5 mL: a word of no list with a value behind it. */
export function isMeasure(tokens: Tokens, at: number): boolean {
  const shape = tokens.shape[at]!
  if ((tokens.lex[at]! & ~(LEX.opensPhrase | LEX.inPhrase | LEX.rareProper)) !== 0 || tokens.role[at] !== 0) return false
  if (isPlaceSpot(tokens, at) || isGluedBefore(tokens, at)) return false
  const last = endOfValue(tokens, at + 1)
  if (last < 0) return false
  const isUnit = isWord(tokens, last + 1) && tokens.gap[last + 1]! <= GAP.space && UNIT_OF_THINGS.test(textOf(tokens, last + 1))
  if (isUnit || isSign(tokens, last + 1, '%')) return true
  const isHour = last === at + 1 && lengthOf(tokens, last) === MOST_DIGITS
  if (shape === SHAPE.upper) return lengthOf(tokens, at) <= 6 && !isHour && !isShouted(tokens, at)
  if (shape === SHAPE.mixed) return lengthOf(tokens, at) <= 5 && !isHour
  if (shape !== SHAPE.lower) return false
  // Tyreque 7 is a child and brockway 212 a house; 0.3 and <10 are neither.
  return tokens.kind[at + 1] === KIND.sign || last > at + 1
}

/** At RGV 4, from UCH 12: a house and its ward. */
function isPlaceSpot(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at - 1) &&
    tokens.gap[at]! <= GAP.space &&
    /^(?:at|from|in|to|unit|ward|room|rm|bed|id|no|folder|chart|policy|ref|file|case)$/i.test(textOf(tokens, at - 1))
  )
}

function isGluedBefore(tokens: Tokens, at: number): boolean {
  return (
    isGlued(tokens, at) &&
    (tokens.kind[at - 1] === KIND.number ||
      isSign(tokens, at - 1, '-') ||
      isSign(tokens, at - 1, '_') ||
      isSign(tokens, at - 1, '@') ||
      isSign(tokens, at - 1, '.'))
  )
}

function isShouted(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && tokens.shape[at - 1] === SHAPE.upper && lengthOf(tokens, at - 1) > 4
}

const MOST_DIGITS = 4

/** The last token of a value that begins at the token, -1 where none does: 512, 0.3, <10, = 1.2, 5/5; no day, no number of a person, no code. */
export function endOfValue(tokens: Tokens, at: number): number {
  let first = at
  if (tokens.gap[at]! > GAP.space) return -1
  while (first < at + 2 && tokens.kind[first] === KIND.sign && /^[<>=~±≥≤]$/.test(textOf(tokens, first))) first++
  const isSmall = isSign(tokens, first, '.') && isGlued(tokens, first + 1)
  if (isSmall) first++
  if (!isNumber(tokens, first) || tokens.gap[first]! > GAP.space || (first === at && isGlued(tokens, first))) return -1
  if (
    lengthOf(tokens, first) > MOST_DIGITS ||
    (!isSmall && lengthOf(tokens, first) > 1 && tokens.text.charCodeAt(tokens.start[first]!) === 0x30)
  )
    return -1
  let last = first
  const next = first + 1
  const isJoined = isGlued(tokens, next) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1)
  if (isJoined && isSign(tokens, next, '.') && lengthOf(tokens, next + 1) <= 2) last = next + 1
  else if (isJoined) return -1
  const behind = last + 1
  if (isNumber(tokens, behind) && tokens.gap[behind]! <= GAP.space) return -1
  if (isWord(tokens, behind) && isGlued(tokens, behind))
    return hasRole(tokens, behind, ROLE.unit) && !/^[mf]$/i.test(textOf(tokens, behind)) ? last : -1
  return last
}
