// Dates in every usual spelling. A number with slashes is a date only where it cannot be a score, a dose, a ratio or a level:
// month and day alone need a word in front that only a date follows.

import type { StartPositions } from '../../layer-starts.ts'
import { endOfObjectIdentifier, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { AMBIGUOUS, DATE_WORDS, DAY_EVENTS, JOINERS } from '../../words/date-cues.ts'
import type { LayerContext } from '../layer.ts'
import { addDate, firstOfDays, isThe } from './date-spans.ts'
import { isBesideDate, isDay, isMonthNumber, isScoreSpot, isTestSpot, isWithSign, mayBeMonthDay, readMonthDay } from './month-days.ts'

export function findDates(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  const { count, kind } = tokens
  const found = context.found.length
  /** Months and days that only the other dates of the text make dates. */
  const doubtful: number[] = []
  let lastDate = -1
  for (let i = positions.next(0); i < count; i = positions.next(i + 1)) {
    let last = -1
    if (kind[i] === KIND.number) {
      const identifier = endOfObjectIdentifier(tokens, i)
      const before = context.found.length
      last = identifier > i ? identifier : readFromNumber(context, i)
      if (last < 0 && isBesideDate(tokens, i, lastDate)) last = addDate(context, i, i + 2, 'month-day-list', 0.7)
      if (context.found.length > before) lastDate = last
      else if (last < 0 && mayBeMonthDay(context, i)) doubtful.push(i)
    } else if (kind[i] === KIND.word) {
      if (hasRole(tokens, i, ROLE.month)) last = readFromMonth(context, i, i)
    }
    if (last > i) i = last
  }
  if (context.found.length > found || doubtful.length > 1) for (const at of doubtful) addDate(context, at, at + 2, 'month-day-near', 0.6)
}

findDates.starts = { roles: ROLE.month, numbers: true }

function isYear(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return lengthOf(tokens, at) === 4 && value >= 1850 && value <= 2150
}

/** OD 5/2022 has a day of surgery; a titre of 1/2048 has none. */
function isRecent(tokens: Tokens, at: number): boolean {
  return numberAt(tokens, at) >= 1950 && numberAt(tokens, at) <= 2035
}

function readFromNumber(context: LayerContext, at: number): number {
  const { tokens } = context
  if (isSign(tokens, at - 1, '.') && isGlued(tokens, at) && isNumber(tokens, at - 2)) return -1
  const length = lengthOf(tokens, at)
  if (length === 8 || length === 12 || length === 14) return readCompact(context, at)
  if (length > 4) return -1
  const separator = separatorBehind(tokens, at)
  if (separator !== '') return readNumeric(context, at, separator)
  return readDayMonth(context, at)
}

/** 20240131, 202401311530. */
function readCompact(context: LayerContext, at: number): number {
  const { tokens } = context
  const text = textOf(tokens, at)
  const year = Number(text.slice(0, 4))
  const month = Number(text.slice(4, 6))
  const day = Number(text.slice(6, 8))
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31 || (isGlued(tokens, at + 1) && isWord(tokens, at + 1)))
    return -1
  return addDate(context, at, at, 'compact', 0.9)
}

function separatorBehind(tokens: Tokens, at: number): string {
  if (!isNumber(tokens, at + 2)) return ''
  const glued = isGlued(tokens, at + 1) && isGlued(tokens, at + 2)
  for (const sign of ['/', '-', '.'])
    if (isSign(tokens, at + 1, sign))
      return glued ? sign : sign !== '-' && tokens.gap[at + 1]! <= GAP.space && tokens.gap[at + 2]! <= GAP.space ? sign : ''
  return ''
}

function readNumeric(context: LayerContext, at: number, separator: string): number {
  const { tokens } = context
  const third = at + 4
  const full =
    isSign(tokens, at + 3, separator) && isNumber(tokens, third) && (isGlued(tokens, third) || tokens.gap[third] === tokens.gap[at + 2])
  if (full) return readThreeParts(context, at, separator)
  if (!isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return -1
  if (
    separator === '-' &&
    isYear(tokens, at) &&
    isMonthNumber(tokens, at + 2) &&
    lengthOf(tokens, at + 2) === 2 &&
    !isGlued(tokens, at + 3)
  )
    return addDate(context, at, at + 2, 'year-month', 0.8)
  if (
    separator !== '.' &&
    isMonthNumber(tokens, at) &&
    isYear(tokens, at + 2) &&
    !isRatioSpot(tokens, at) &&
    (isRecent(tokens, at + 2) || !isScoreSpot(tokens, at))
  )
    return addDate(context, at, at + 2, 'month-year', 0.85)
  if (separator === '.' && isMonthNumber(tokens, at) && isYear(tokens, at + 2) && lengthOf(tokens, at) === 2)
    return addDate(context, at, at + 2, 'month-year', 0.7)
  return readMonthDay(context, at, separator)
}

function readThreeParts(context: LayerContext, at: number, separator: string): number {
  const { tokens } = context
  const [a, b, c] = [at, at + 2, at + 4] as const
  if (isSign(tokens, at + 5, separator) && isNumber(tokens, at + 6) && isGlued(tokens, at + 6)) return -1
  if (isGlued(tokens, at) && isSign(tokens, at - 1, separator)) return -1
  const isoOrder = isYear(tokens, a) && isMonthNumber(tokens, b) && isDay(tokens, c)
  const dayMonth = (isDay(tokens, a) && isMonthNumber(tokens, b)) || (isMonthNumber(tokens, a) && isDay(tokens, b))
  const yearLength = lengthOf(tokens, c)
  if (isoOrder) return addDate(context, at, withTime(tokens, c), 'iso', 0.97)
  if (!dayMonth) return -1
  if (isYear(tokens, c)) return addDate(context, at, c, 'numeric', 0.97)
  if (yearLength !== 2) return -1
  if (separator !== '/' && ((isTestSpot(tokens, at) && !isOfEvent(tokens, at)) || (separator === '.' && !isGlued(tokens, at + 1))))
    return -1
  if (separator === '/' && isTestSpot(tokens, at) && !DATE_WORDS.has(tokens.hash[at - 1]!) && !/^(?:of|to)$/i.test(textOf(tokens, at - 1)))
    return -1
  return addDate(context, at, c, 'numeric-short-year', separator === '/' ? 0.9 : 0.8)
}

/** CT of 28.8.24 */
function isOfEvent(tokens: Tokens, at: number): boolean {
  return /^of$/i.test(textOf(tokens, at - 1)) && isWord(tokens, at - 2) && DAY_EVENTS.has(tokens.hash[at - 2]!)
}

/** 2024-01-31T15:30:00Z: the time is glued to the date by its letter. */
function withTime(tokens: Tokens, last: number): number {
  if (!isWord(tokens, last + 1) || !isGlued(tokens, last + 1) || !/^t$/i.test(textOf(tokens, last + 1)) || !isNumber(tokens, last + 2))
    return last
  let at = last + 2
  while (
    at - last < 12 &&
    isGlued(tokens, at + 1) &&
    (isNumber(tokens, at + 1) ||
      (/^[:.+-]$/.test(textOf(tokens, at + 1)) && isNumber(tokens, at + 2)) ||
      /^z$/i.test(textOf(tokens, at + 1)))
  )
    at++
  return at
}

function isRatioSpot(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at - 1, '/') || isSign(tokens, at - 1, '.')
}

/** 4 March 2024, 02MAY2023, 4th of July, 12-14 March, 22 de julio de 2005. */
function readDayMonth(context: LayerContext, at: number): number {
  const { tokens } = context
  if (!isDay(tokens, at)) return -1
  let month = at + 1
  if (isWord(tokens, month) && /^(?:st|nd|rd|th)$/i.test(textOf(tokens, month))) month++
  else if ((isSign(tokens, month, '.') || isSign(tokens, month, '-')) && hasRole(tokens, month + 1, ROLE.month)) month++
  if (isWord(tokens, month) && JOINERS.has(tokens.hash[month]!)) month++
  if (!hasRole(tokens, month, ROLE.month) || tokens.gap[month]! > GAP.space) return -1
  const end = withShortYear(tokens, month, readYearBehind(tokens, month))
  const compact = isGlued(tokens, month) || month > at + 1
  const capital = tokens.shape[month]! >= SHAPE.capital
  const placed = isWord(tokens, at - 1) && /^(?:on|since|until|till|from|before|after|by|due)$/i.test(textOf(tokens, at - 1))
  if (end === month && AMBIGUOUS.has(tokens.hash[month]!) && !compact && !capital && !placed) return -1
  if (end === month && isGlued(tokens, month) && !capital) return -1
  // The 1st and 2nd may be stopped.
  if (end === month && isVerbMay(tokens, month)) return -1
  return addDate(context, firstOfDays(tokens, at), end, 'day-month', 0.93)
}

function isVerbMay(tokens: Tokens, at: number): boolean {
  if (textOf(tokens, at) !== 'may' || !isWord(tokens, at + 1)) return false
  return /^(?:be|have|not|need|help|also|cause|require|take|still|show|get)$/.test(textOf(tokens, at + 1))
}

/** 03 MAR 24: two digits behind a month of three capitals, where neither a time nor a measure follows. */
function withShortYear(tokens: Tokens, month: number, end: number): number {
  const year = month + 1
  if (end !== month || tokens.shape[month]! < SHAPE.capital || lengthOf(tokens, month) !== 3 || !isNumber(tokens, year)) return end
  const isFree =
    tokens.gap[year] === GAP.space &&
    lengthOf(tokens, year) === 2 &&
    (!isGlued(tokens, year + 1) || /^[,;.)]$/.test(textOf(tokens, year + 1)))
  return isFree && !hasRole(tokens, year + 1, ROLE.unit) ? year : end
}

/** The last token of the year behind a month or a day, or the token itself. */
function readYearBehind(tokens: Tokens, last: number): number {
  let at = last + 1
  if (tokens.gap[at]! > GAP.line) return last
  if (isSign(tokens, at, ',') || isSign(tokens, at, '.') || isSign(tokens, at, '-') || isSign(tokens, at, '/')) at++
  if (isWord(tokens, at) && JOINERS.has(tokens.hash[at]!)) at++
  if (isSign(tokens, at, "'") && isNumber(tokens, at + 1) && lengthOf(tokens, at + 1) === 2) return at + 1
  if (tokens.gap[at]! <= GAP.line && isNumber(tokens, at) && isYear(tokens, at) && !isTimeOfDay(tokens, at)) return at
  if (at > last + 1 && isSign(tokens, last + 1, '-') && isNumber(tokens, at) && lengthOf(tokens, at) === 2) return at
  return isGlued(tokens, at) && isNumber(tokens, at) && lengthOf(tokens, at) === 2 && at === last + 1 ? at : last
}

function isTimeOfDay(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, ':') && isNumber(tokens, at + 2)
}

/** March 4, 2024; Mar 2024; Aug 8 '47; June 3rd; March 4-6. */
function readFromMonth(context: LayerContext, first: number, month: number): number {
  const { tokens } = context
  const capital = tokens.shape[month]! >= SHAPE.capital
  let at = month + 1
  if (isSign(tokens, at, '.') || (isSign(tokens, at, '-') && isGlued(tokens, at))) at++
  if (tokens.gap[at]! > GAP.space) return -1
  if (isWord(tokens, at) && JOINERS.has(tokens.hash[at]!)) at++
  if (isSign(tokens, at, "'") && isNumber(tokens, at + 1) && lengthOf(tokens, at + 1) === 2 && capital)
    return addDate(context, first, at + 1, 'month-year', 0.85)
  // Feb the 2nd
  if (isThe(tokens, at) && isNumber(tokens, at + 1) && withOrdinal(tokens, at + 1) > at + 1 && isDay(tokens, at + 1)) at++
  if (!isNumber(tokens, at)) return -1
  if (isYear(tokens, at) && !isTimeOfDay(tokens, at)) return addDate(context, first, at, 'month-year', capital ? 0.92 : 0.8)
  // FEV1 is no first of February.
  if (!isDay(tokens, at) || isGlued(tokens, at)) return -1
  const day = withOrdinal(tokens, withRange(tokens, at))
  const end = readYearBehind(tokens, day)
  // Mayo 3: the month of May in Spanish stands behind its day, the score in front of its value.
  if (end === day && /^mayo$/i.test(textOf(tokens, month))) return -1
  if (end === day && isGlued(tokens, at + 1) && (isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, '/')) && isNumber(tokens, at + 2))
    return -1
  // PICC out 5-10: in small letters these are other words in front of a number.
  if (!capital && (end === day ? day > at : true) && /^(?:out|set|mag|may|mar|dec|mai|ago|gen|sept)$/.test(textOf(tokens, month))) return -1
  if (end === day && (!capital || (hasRole(tokens, day + 1, ROLE.unit) && !isWithSign(tokens, day + 1))))
    if (AMBIGUOUS.has(tokens.hash[month]!) && day === at) return -1
  return addDate(context, first, end, 'month-day-year', capital ? 0.93 : 0.85)
}

function withOrdinal(tokens: Tokens, at: number): number {
  return isWord(tokens, at + 1) && isGlued(tokens, at + 1) && /^(?:st|nd|rd|th)$/i.test(textOf(tokens, at + 1)) ? at + 1 : at
}

function withRange(tokens: Tokens, at: number): number {
  return isSign(tokens, at + 1, '-') && isDay(tokens, at + 2) && !isSign(tokens, at + 3, '-') && !isSign(tokens, at + 3, '/') ? at + 2 : at
}
