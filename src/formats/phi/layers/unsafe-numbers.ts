// Fail closed, in a text where something was found: days that only their form gives away (14/8, by 22nd, since 1-15, 44 Feb), groups of digits behind a
// letter, spelled digits, and numbers of the age of the old without a measure.
import type { PhiCategory } from '../category.ts'
import { endsClause } from '../clause-ends.ts'
import { hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isMeasureOfPerson } from './age-subjects.ts'
import { isScoreSpot, isTestSpot } from './month-days.ts'
import { isBehindMeasure, isMeasureBehind, OLDEST, YOUNGEST } from './old-ages.ts'

export interface UnsafeStretch {
  readonly last: number
  readonly category: PhiCategory
}

/** What must go of the token and of those behind it; undefined where nothing must. */
export function unsafeStretch(tokens: Tokens, at: number): UnsafeStretch | undefined {
  if (tokens.kind[at] === KIND.word) return isMonthAlone(tokens, at) ? { last: at, category: 'date' } : unsafeSpelled(tokens, at)
  if (!isNumber(tokens, at)) return undefined
  if (isDayFirst(tokens, at) || isDayOfYear(tokens, at) || isHyphenDay(tokens, at)) return { last: at + 2, category: 'date' }
  if (isOrdinalDay(tokens, at)) return { last: at + 1, category: 'date' }
  if (isShortYear(tokens, at)) return { last: at, category: 'date' }
  if (isToldAge(tokens, at) || isUnmeasuredAge(tokens, at)) return { last: at, category: 'age' }
  const last = endOfGroups(tokens, at)
  return last > at ? { last, category: 'other-id' } : undefined
}

/** 14/8: the day is more than any month, and no test stands before it. */
function isDayFirst(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at + 1, '/') || !isPair(tokens, at) || isScoreSpot(tokens, at) || isTestSpot(tokens, at)) return false
  const [day, month] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  return day > 12 && day <= 31 && month >= 1 && month <= 12 && !hasLex(tokens, at - 1, LEX.drug)
}

/** Of scores, grades and sight: 4/5, 3/10, 2/6, 6/9. */
const FULL_MARKS: ReadonlySet<number> = new Set([3, 4, 5, 6, 10])

/** 11/8, 7/2: a month and a day that are no part of a whole, and no test stands before them. */
function isDayOfYear(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at + 1, '/') || !isPair(tokens, at) || isScoreSpot(tokens, at) || isTestSpot(tokens, at)) return false
  const [first, second] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (first < 1 || first > 12 || second < 1 || second > 31 || first === second || first === 6) return false
  return !(FULL_MARKS.has(second) && first <= second) && !hasLex(tokens, at - 1, LEX.drug | LEX.test)
}

const BEFORE_DAY = hashWords('on since from until till by to dated before after due last next around thru through')

/** Since 1-15, on 6-8: behind a preposition of time and before no measure. */
function isHyphenDay(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at + 1, '-') || !isPair(tokens, at) || !isWord(tokens, at - 1) || !BEFORE_DAY.has(tokens.hash[at - 1]!)) return false
  const [month, day] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  if (/^(?:from|by|to|after|before|around|next|last)$/i.test(textOf(tokens, at - 1)) && day <= 12 && month < day)
    return endsClause(tokens, at + 3)
  return true
}

/** Two numbers of at most two digits, glued by a sign, with nothing glued behind and no measure. */
function isPair(tokens: Tokens, at: number): boolean {
  const second = at + 2
  if (!isGlued(tokens, at + 1) || !isNumber(tokens, second) || !isGlued(tokens, second) || lengthOf(tokens, at) > 2) return false
  if (lengthOf(tokens, second) > 2 || (isGlued(tokens, at) && !isSign(tokens, at - 1, '('))) return false
  const next = second + 1
  if (isGlued(tokens, next) && (isWord(tokens, next) || (/^[/%-]$/.test(textOf(tokens, next)) && isGlued(tokens, next + 1)))) return false
  if (isSign(tokens, next, '.') && isGlued(tokens, next) && isNumber(tokens, next + 1) && isGlued(tokens, next + 1)) return false
  return !isUnit(tokens, next)
}

/** By 22nd, the 3rd.: no noun follows that could be counted. */
function isOrdinalDay(tokens: Tokens, at: number): boolean {
  const suffix = at + 1
  if (!isWord(tokens, suffix) || !isGlued(tokens, suffix) || !/^(?:st|nd|rd|th)$/i.test(textOf(tokens, suffix))) return false
  const value = numberAt(tokens, at)
  return value >= 1 && value <= 31 && endsClause(tokens, suffix + 1) && isWord(tokens, at - 1) && !hasRole(tokens, at - 1, ROLE.unit)
}

/** In '09, late '21. */
function isShortYear(tokens: Tokens, at: number): boolean {
  const isQuoted = isGlued(tokens, at) && isSign(tokens, at - 1, "'") && !isGlued(tokens, at - 1)
  return isQuoted && lengthOf(tokens, at) === 2 && (!isGlued(tokens, at + 1) || endsClause(tokens, at + 1))
}

/** 44 Feb, 51 Aug: May and March may be words. */
function isMonthAlone(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.capital || !hasRole(tokens, at, ROLE.month) || hasRole(tokens, at + 1, ROLE.medicalHead)) return false
  if (isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1)) return false
  const isWordToo = /^(?:May|March|Mar|Dec|Set|Mai|Mag|Out|Ago|Gen|August|April|June|Jan|Abr)$/.test(textOf(tokens, at))
  return !isWordToo || (isWord(tokens, at - 1) && tokens.gap[at] === GAP.space) || isNumber(tokens, at - 1)
}

/** Gaines, 95: …; at 90...: a number of old age, whatever was measured before it. */
function isToldAge(tokens: Tokens, at: number): boolean {
  if (!isBareAge(tokens, at)) return false
  if (isSign(tokens, at - 1, ',') && isWord(tokens, at - 2))
    return tokens.shape[at - 2]! >= SHAPE.capital && !hasLex(tokens, at - 2, LEX.test)
  return (
    isWord(tokens, at - 1) &&
    /^(?:at|is|age|aged|turns|turned|and|now|pt|patient)$/i.test(textOf(tokens, at - 1)) &&
    endsClause(tokens, at + 1)
  )
}

/** A number of the age of the old that no measure stands beside: both 90, married. */
export function isUnmeasuredAge(tokens: Tokens, at: number): boolean {
  if (!isBareAge(tokens, at)) return false
  return !isMeasureBehind(tokens, at + 1) && !isMeasureOfPerson(tokens, at) && !isBehindMeasure(tokens, at - 1)
}

/** With nothing glued to it and no unit behind it. */
function isBareAge(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  if (value < YOUNGEST || value > OLDEST || isGlued(tokens, at) || isUnit(tokens, at + 1)) return false
  const next = at + 1
  if (isGlued(tokens, next) && (/^[/%°+-]$/.test(textOf(tokens, next)) || isWord(tokens, next))) return false
  return !(isSign(tokens, next, '.') && isGlued(tokens, next + 1) && isNumber(tokens, next + 1))
}

const MOST_TOKENS = 12
const LEAST_DIGITS = 7

/** 28 771 043: groups with one blank or hyphen between them, seven digits and more, and no measure behind. */
function endOfGroups(tokens: Tokens, at: number): number {
  if (isNumber(tokens, at - 1) || hasLex(tokens, at - 1, LEX.drug | LEX.test)) return at
  let [last, digits, groups] = [at, lengthOf(tokens, at), 1]
  for (let i = at + 1; i - at < MOST_TOKENS; i++) {
    if (isSign(tokens, i, '-') && isGlued(tokens, i) && isGlued(tokens, i + 1)) continue
    if (!isNumber(tokens, i) || tokens.gap[i]! > GAP.space || lengthOf(tokens, i) < 2) break
    digits += lengthOf(tokens, i)
    groups++
    last = i
  }
  return groups > 1 && digits >= LEAST_DIGITS && !isUnit(tokens, last + 1) && !isSign(tokens, last + 1, '/') ? last : at
}

const DIGITS = hashWords('zero oh one two three four five six seven eight nine')

/** Four four seven: three digits in words and more. */
function unsafeSpelled(tokens: Tokens, at: number): UnsafeStretch | undefined {
  if (!DIGITS.has(tokens.hash[at]!) || (isWord(tokens, at - 1) && DIGITS.has(tokens.hash[at - 1]!))) return undefined
  let last = at
  while (last - at < MOST_TOKENS && isWord(tokens, last + 1) && DIGITS.has(tokens.hash[last + 1]!) && tokens.gap[last + 1]! <= GAP.space)
    last++
  return last - at >= 2 ? { last, category: 'other-id' } : undefined
}

function isUnit(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! <= GAP.space && hasRole(tokens, at, ROLE.unit) && !(isSign(tokens, at + 1, '/') && /^w$/i.test(textOf(tokens, at)))
}
