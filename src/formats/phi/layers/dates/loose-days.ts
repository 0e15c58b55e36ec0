// Days that the words around them make dates: the night of 5/30, her 4/9 labs, next visit is 9/12, condom broke sat nov 2, Febuary 3, 2Q21, xmas 22, and
// ordinals that words of time make days.
import { RANK } from '../../candidate.ts'
import { hashWord, hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { BIRTH_WORDS, DATE_WORDS, DAY_EVENTS, DAY_SPANS, HOLIDAYS } from '../../words/date-cues.ts'
import { ORDINAL_WORDS } from '../../words/ordinal-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { addDate, firstOfDays } from './date-spans.ts'
import { isDay, isMonthNumber } from './month-days.ts'
import { readOrdinalDays, startOfMonthPart } from './ordinal-days.ts'
import { pairedDay } from './paired-days.ts'

const WHOSE = hashWords('her his their my your our the a an this that last next pts patients')
const MONTHS = hashWords(
  'jan feb apr jun jul aug sep sept oct nov january february april june july august september october november december',
)
const MONTHS_TOO = hashWords('mar dec may march')

export function findLooseDays(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) {
      if (isSlashDay(tokens, i)) readSlashDay(context, i)
      const paired = pairedDay(tokens, i)
      if (paired) addDate(context, i, i + 2, paired, 0.7)
      else if (isPlainDigits(tokens, i)) add(context, i, i, 'digits')
      else if (isSpacedDate(tokens, i)) add(context, i, i + 2, 'spaced')
      else if (isOrdinal(tokens, i)) i = readOrdinalDays(context, i)
      else {
        readDayBeforeMonth(context, i)
        readHalfQuarter(context, i)
      }
    } else if (isWord(tokens, i)) {
      const hash = tokens.hash[i]!
      if ((tokens.role[i]! & ROLE.month) !== 0 || (tokens.lex[i] === 0 && MISSPELT.has(hash))) readMonth(context, i)
      else if (HOLIDAYS.has(hash)) readHolidayYear(context, i)
      else if (tokens.shape[i] === SHAPE.initial) readQuarter(context, i)
      else i = readOrdinalDays(context, i)
    }
  }
}

function add(context: LayerContext, first: number, last: number, rule: string): void {
  addTokens(context, first, last, 'date', 0.7, `date/${rule}`, RANK.pattern)
}

function isSlashDay(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at + 1, '/') || !isGlued(tokens, at + 1) || !isNumber(tokens, at + 2) || !isGlued(tokens, at + 2)) return false
  if (isGlued(tokens, at) && !isSign(tokens, at - 1, '(')) return false
  const isDate = (isMonthNumber(tokens, at) && isDay(tokens, at + 2)) || (isDay(tokens, at) && isMonthNumber(tokens, at + 2))
  const next = at + 3
  if (!isDate || (isGlued(tokens, next) && (isWord(tokens, next) || !/^[.,;:?!)]$/.test(textOf(tokens, next))))) return false
  return !(isGlued(tokens, next) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1))
}

function readSlashDay(context: LayerContext, at: number): void {
  const { tokens } = context
  if (isOfSpan(tokens, at) || isOfEvent(tokens, at) || isSaidOfEvent(tokens, at)) addDate(context, at, at + 2, 'loose-day', 0.7)
}

/** The week of 6/3, the night of 5/30, as of 9/12. */
function isOfSpan(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || !/^(?:of|o)$/i.test(textOf(tokens, at - 1)) || tokens.gap[at] !== GAP.space) return false
  return isWord(tokens, at - 2) && DAY_SPANS.has(tokens.hash[at - 2]!) && !isUnit(tokens, at + 3)
}

/** Her 4/9 labs, a 9/12 biopsy: neither 1/2 nor 3/4 of anything. */
function isOfEvent(tokens: Tokens, at: number): boolean {
  const noun = at + 3
  if (!isWord(tokens, noun) || tokens.gap[noun] !== GAP.space || !DAY_EVENTS.has(tokens.hash[noun]!)) return false
  if (!isWord(tokens, at - 1) || tokens.gap[at] !== GAP.space || !WHOSE.has(tokens.hash[at - 1]!)) return false
  const [first, second] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  return second > 5 || first > second || !/^(?:a|an|the)$/i.test(textOf(tokens, at - 1))
}

const MOST_WORDS_BEFORE = 5

/** Her next injection is 9/12., surgery was 9/12, due date: the phrase ends behind the day. */
function isSaidOfEvent(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || !/^(?:is|was|are|were)$/i.test(textOf(tokens, at - 1)) || !endsClause(tokens, at + 3)) return false
  for (let i = at - 2; i >= 0 && i >= at - MOST_WORDS_BEFORE; i--) {
    if (!isWord(tokens, i) || tokens.gap[i + 1]! > GAP.space) return false
    if (/^(?:strength|pain|reflex|reflexes|score|vision|power|motor|murmur|pulse|pulses|grade|level|bp|pressure)$/i.test(textOf(tokens, i)))
      return false
    if (/^(?:next|last|due)$/i.test(textOf(tokens, i)) || (DAY_EVENTS.has(tokens.hash[i]!) && i === at - 2)) return true
  }
  return false
}

const DRAWN = hashWords('drawn collected dated date dos admitted discharged seen visit lmp edd edc exp expires received')

/** Drawn 060524: six digits that are a month, a day and a year in one of the usual orders. */
function isPlainDigits(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) !== 6 || !isBehindDrawn(tokens, at) || (isGlued(tokens, at + 1) && !endsClause(tokens, at + 1))) return false
  const [a, b, c] = [0, 2, 4].map((from) => Number(textOf(tokens, at).slice(from, from + 2))) as [number, number, number]
  const isDayOf = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12
  return isDayOf(a, b) || isDayOf(b, a) || isDayOf(c, b)
}

/** Seen 05 12 2024: two pairs of digits and a year. */
function isSpacedDate(tokens: Tokens, at: number): boolean {
  const isParted = [at + 1, at + 2].every((part) => isNumber(tokens, part) && tokens.gap[part] === GAP.space)
  if (!isParted || lengthOf(tokens, at) !== 2 || lengthOf(tokens, at + 1) !== 2 || lengthOf(tokens, at + 2) !== 4) return false
  const year = numberAt(tokens, at + 2)
  const isDate = (isMonthNumber(tokens, at) && isDay(tokens, at + 1)) || (isDay(tokens, at) && isMonthNumber(tokens, at + 1))
  return isDate && year >= 1900 && year <= 2100 && isBehindDrawn(tokens, at)
}

function isBehindDrawn(tokens: Tokens, at: number): boolean {
  const word = isSign(tokens, at - 1, ':') || isSign(tokens, at - 1, '.') ? at - 2 : at - 1
  return (
    isWord(tokens, word) && tokens.gap[at]! <= GAP.space && (DRAWN.has(tokens.hash[word]!) || /^(?:on|since)$/i.test(textOf(tokens, word)))
  )
}

function isOrdinal(tokens: Tokens, at: number): boolean {
  return isDay(tokens, at) && isWord(tokens, at + 1) && isGlued(tokens, at + 1) && /^(?:st|nd|rd|th)$/i.test(textOf(tokens, at + 1))
}

function isThenWord(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    /^(?:at|w|with|if|because|but|when|so|please|pls|instead)$/i.test(textOf(tokens, at))
  )
}

/** Seen 4 jan, edc 12 sept 24, 5/jun/2024: a month in small letters behind its day. */
function readDayBeforeMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isDay(tokens, at) || (isGlued(tokens, at) && at > 0)) return
  const isSlashed = isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1) && isGlued(tokens, at + 2)
  const month = isSlashed ? at + 2 : at + 1
  if (!isWord(tokens, month) || (!isSlashed && tokens.gap[month] !== GAP.space) || !isMonthName(tokens, month)) return
  if (isSlashed) {
    if (isSign(tokens, month + 1, '/') && isNumber(tokens, month + 2)) add(context, at, month + 2, 'day-month')
    return
  }
  const isCued = isWord(tokens, at - 1) && (DATE_WORDS.has(tokens.hash[at - 1]!) || BIRTH_WORDS.has(tokens.hash[at - 1]!))
  const isAlone = MONTHS.has(tokens.hash[month]!) && tokens.shape[month] === SHAPE.lower && goesOn(tokens, month + 1)
  if (isCued || isAlone || MISSPELT.has(tokens.hash[month]!))
    add(context, firstOfDays(tokens, at), withShortYear(tokens, month), 'day-month')
}

/** Found 26 jan, still; but 2 oct scans. */
function goesOn(tokens: Tokens, at: number): boolean {
  return endsClause(tokens, at) || (isWord(tokens, at) && hasRole(tokens, at, ROLE.function))
}

function isMonthName(tokens: Tokens, at: number): boolean {
  const hash = tokens.hash[at]!
  return MONTHS.has(hash) || MONTHS_TOO.has(hash) || MISSPELT.has(hash)
}

/** The year of four or two digits behind the month or the day, or the token itself. */
function withShortYear(tokens: Tokens, last: number): number {
  const year = isSign(tokens, last + 1, ',') || isSign(tokens, last + 1, "'") ? last + 2 : last + 1
  if (!isNumber(tokens, year) || tokens.gap[year]! > GAP.space || isUnit(tokens, year + 1)) return last
  const isYear =
    lengthOf(tokens, year) === 2 || (lengthOf(tokens, year) === 4 && numberAt(tokens, year) >= 1880 && numberAt(tokens, year) <= 2100)
  return isYear && !(isGlued(tokens, year + 1) && isWord(tokens, year + 1)) ? year : last
}

/** Nov 2 and sept 12 in small letters, may 3rd, sat nov 2, Febuary 3rd 2024; June 5 through 9, June 5, 9 and 12. */
function readMonth(context: LayerContext, month: number): void {
  const { tokens } = context
  const part = startOfMonthPart(tokens, month)
  if (part !== undefined) add(context, part, month, 'month-part')
  const day = month + 1
  if (!isDay(tokens, day) || tokens.gap[day] !== GAP.space) return
  const hasSuffix = isOrdinal(tokens, day)
  const last = hasSuffix ? day + 1 : day
  const isSmall = tokens.shape[month] === SHAPE.lower
  const hash = tokens.hash[month]!
  const isFree =
    endsClause(tokens, last + 1) ||
    withShortYear(tokens, last) > last ||
    (isWord(tokens, last + 1) && !isUnit(tokens, last + 1) && !isGlued(tokens, last + 1))
  if (MISSPELT.has(hash) && isFree) add(context, month, withShortYear(tokens, last), 'misspelt')
  else if (isSmall && MONTHS.has(hash) && isFree) addDate(context, month, last, 'small-month', 0.7)
  else if (isSmall && MONTHS_TOO.has(hash) && (hasSuffix || isCuedSmall(tokens, month)) && isFree)
    addDate(context, month, last, 'small-month', 0.7)
  if (MONTHS.has(hash) || (MONTHS_TOO.has(hash) && !isSmall)) readMoreDays(context, last)
}

function isCuedSmall(tokens: Tokens, month: number): boolean {
  // The day she graduated, may 17.
  if (/^(?:may|march)$/.test(textOf(tokens, month)) && /^[,(-]$/.test(textOf(tokens, Math.max(0, month - 1))))
    return endsClause(tokens, month + 2)
  return isWord(tokens, month - 1) && (BIRTH_WORDS.has(tokens.hash[month - 1]!) || hasRole(tokens, month - 1, ROLE.weekday))
}

/** The days behind the first one: June 5 through 9, June 5, 9 and 12. */
function readMoreDays(context: LayerContext, from: number): void {
  const { tokens } = context
  let [last, listed] = [from, from]
  for (let rounds = 0; rounds < 6; rounds++) {
    let at = last + 1
    if (!/^(?:,|&|and|or|to|thru|through|until)$/i.test(textOf(tokens, Math.min(at, tokens.count - 1)))) break
    at++
    if (isSign(tokens, last + 1, ',') && isWord(tokens, at) && /^(?:and|or)$/i.test(textOf(tokens, at))) at++
    if (isWord(tokens, at) && /^the$/i.test(textOf(tokens, at))) at++
    if (!isDay(tokens, at) || tokens.gap[at]! > GAP.space || (isGlued(tokens, at + 1) && isNumber(tokens, at + 2))) break
    const end = isOrdinal(tokens, at) ? at + 1 : at
    const goesOn = /^(?:,|&|and|or)$/i.test(textOf(tokens, Math.min(end + 1, tokens.count - 1)))
    if (endsClause(tokens, end + 1) || isThenWord(tokens, end + 1)) listed = end
    else if (!goesOn) break
    last = end
  }
  if (listed > from) add(context, isWord(tokens, from + 1) ? from + 1 : from + 2, listed, 'more-days')
}

/** 2Q21, 1Q 2021. */
function readHalfQuarter(context: LayerContext, at: number): void {
  const { tokens } = context
  const quarter = numberAt(tokens, at)
  if (quarter < 1 || quarter > 4 || lengthOf(tokens, at) !== 1 || (isGlued(tokens, at) && at > 0)) return
  if (!isWord(tokens, at + 1) || !isGlued(tokens, at + 1) || textOf(tokens, at + 1) !== 'Q') return
  const year = at + 2
  if (isNumber(tokens, year) && tokens.gap[year]! <= GAP.space && isQuarterYear(tokens, year)) add(context, at, year, 'quarter')
}

/** Q2 '21. */
function readQuarter(context: LayerContext, at: number): void {
  const { tokens } = context
  if (textOf(tokens, at) !== 'Q' || !isGlued(tokens, at + 1) || lengthOf(tokens, at + 1) !== 1) return
  const quarter = numberAt(tokens, at + 1)
  const isQuoted = quarter >= 1 && quarter <= 4 && isSign(tokens, at + 2, "'") && isNumber(tokens, at + 3) && isGlued(tokens, at + 3)
  if (isQuoted && lengthOf(tokens, at + 3) === 2) add(context, at, at + 3, 'quarter')
}

function isQuarterYear(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return (lengthOf(tokens, at) === 2 && isGlued(tokens, at) && value < 40) || (lengthOf(tokens, at) === 4 && value >= 1950 && value <= 2100)
}

/** Xmas 22, Easter '22: no season of a habit stands so. */
function readHolidayYear(context: LayerContext, at: number): void {
  const { tokens } = context
  const year = isSign(tokens, at + 1, "'") ? at + 2 : at + 1
  if (!isNumber(tokens, year) || lengthOf(tokens, year) !== 2 || tokens.gap[at + 1] !== GAP.space || isUnit(tokens, year + 1)) return
  if (year === at + 2 || endsClause(tokens, year + 1)) add(context, at, year, 'holiday')
}

function isUnit(tokens: Tokens, at: number): boolean {
  if (!hasRole(tokens, at, ROLE.unit) || tokens.gap[at]! > GAP.space) return false
  return !(isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1) && /^w$/i.test(textOf(tokens, at)))
}

/** Months and days of the week with one letter left out, doubled or two that changed places: Febuary, Ocotber, Decmber. */
const MISSPELT = misspellings('january february august september october november december'.split(' '))

function misspellings(names: readonly string[]): ReadonlySet<number> {
  const spellings = new Set<number>()
  for (const name of names) {
    for (let at = 1; at < name.length; at++) {
      spellings.add(hashWord(name.slice(0, at) + name.slice(at + 1)))
      spellings.add(hashWord(name.slice(0, at) + name[at]! + name.slice(at)))
      if (at + 1 < name.length) spellings.add(hashWord(name.slice(0, at) + name[at + 1]! + name[at]! + name.slice(at + 2)))
    }
    spellings.delete(hashWord(name))
  }
  return spellings
}

findLooseDays.starts = { words: [MISSPELT, HOLIDAYS, ORDINAL_WORDS], shapes: [SHAPE.initial], roles: ROLE.month, numbers: true }
