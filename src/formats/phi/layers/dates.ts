// Dates in every usual spelling. A number with slashes is a date only where it cannot be a score, a dose, a ratio or a level:
// month and day alone need a word in front that only a date follows.
import { RANK } from '../candidate.ts'
import { AMBIGUOUS, DATE_WORDS, JOINERS, NO_DATE_WORDS } from '../date-cues.ts'
import { LEX } from '../lexicon-bits.ts'
import { endOfObjectIdentifier, hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

export function findDates(context: LayerContext): void {
  const { tokens } = context
  const { count, kind } = tokens
  for (let i = 0; i < count; i++) {
    let last = -1
    if (kind[i] === KIND.number) {
      const identifier = endOfObjectIdentifier(tokens, i)
      last = identifier > i ? identifier : readFromNumber(context, i)
    } else if (kind[i] === KIND.word) {
      if (hasRole(tokens, i, ROLE.month)) last = readFromMonth(context, i, i)
    }
    if (last > i) i = last
  }
}

function add(context: LayerContext, first: number, last: number, rule: string, score: number): number {
  const start = withMisreadDigit(context.tokens, first)
  addTokens(context, start < first ? start : withWeekday(context.tokens, first), last, 'date', score, `date/${rule}`, RANK.pattern)
  return last
}

/** O5/21/1939, l2/03/1926: a scanner's letter for a digit. */
function withMisreadDigit(tokens: Tokens, first: number): number {
  const before = first - 1
  const isLetter = isWord(tokens, before) && isGlued(tokens, first) && !isGlued(tokens, before) && lengthOf(tokens, before) === 1
  return isLetter && isNumber(tokens, first) && /^[OolI]$/.test(textOf(tokens, before)) ? before : first
}

/** Wed 3 Apr 2024; Mon, 15 Jan 2024. */
function withWeekday(tokens: Tokens, first: number): number {
  let at = first - 1
  if (isSign(tokens, at, ',') || isSign(tokens, at, '.')) at--
  return at >= 0 && hasRole(tokens, at, ROLE.weekday) && tokens.gap[first]! <= GAP.space && lengthOf(tokens, at) > 2 ? at : first
}

function isYear(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return lengthOf(tokens, at) === 4 && value >= 1850 && value <= 2150
}

function isDay(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return value >= 1 && value <= 31 && lengthOf(tokens, at) <= 2
}

function isMonthNumber(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return value >= 1 && value <= 12 && lengthOf(tokens, at) <= 2
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
  return add(context, at, at, 'compact', 0.9)
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
    return add(context, at, at + 2, 'year-month', 0.8)
  if (separator !== '.' && isMonthNumber(tokens, at) && isYear(tokens, at + 2) && !isRatioSpot(tokens, at) && !isScoreSpot(tokens, at))
    return add(context, at, at + 2, 'month-year', 0.85)
  if (separator === '.' && isMonthNumber(tokens, at) && isYear(tokens, at + 2) && lengthOf(tokens, at) === 2)
    return add(context, at, at + 2, 'month-year', 0.7)
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
  if (isoOrder) return add(context, at, withTime(tokens, c), 'iso', 0.97)
  if (!dayMonth) return -1
  if (isYear(tokens, c)) return add(context, at, c, 'numeric', 0.97)
  if (yearLength !== 2) return -1
  if (separator !== '/' && (isTestSpot(tokens, at) || (separator === '.' && !isGlued(tokens, at + 1)))) return -1
  if (separator === '/' && isTestSpot(tokens, at) && !/^(?:of|to|by|on)$/i.test(textOf(tokens, at - 1))) return -1
  return add(context, at, c, 'numeric-short-year', separator === '/' ? 0.9 : 0.8)
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

/** The result of a test stands before a run of numbers: HVLT 8-10-11. */
function isTestSpot(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && (hasLex(tokens, at - 1, LEX.test) || NO_DATE_WORDS.has(tokens.hash[at - 1]!))
}

function isScoreSpot(tokens: Tokens, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    if (tokens.gap[i + 1]! > GAP.space || isSign(tokens, i, ';')) return false
    if (isWord(tokens, i) && DATE_WORDS.has(tokens.hash[i]!)) return false
    if (isWord(tokens, i) && NO_DATE_WORDS.has(tokens.hash[i]!)) return true
  }
  return false
}

function isRatioSpot(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at - 1, '/') || isSign(tokens, at - 1, '.')
}

/** 3/12: a date where a word of time stands before it, or a second date or a time of day behind it. */
function readMonthDay(context: LayerContext, at: number, separator: string): number {
  const { tokens, mode } = context
  const second = at + 2
  if (separator === '.' || (isGlued(tokens, at) && at > 0 && !isSign(tokens, at - 1, '('))) return -1
  const us = isMonthNumber(tokens, at) && isDay(tokens, second)
  const other = isDay(tokens, at) && isMonthNumber(tokens, second)
  if (
    (!us && !other) ||
    (isGlued(tokens, second + 1) && (isWord(tokens, second + 1) || isSign(tokens, second + 1, '/') || isSign(tokens, second + 1, '%')))
  )
    return -1
  if (isUnitBehind(tokens, second) || isScoreSpot(tokens, at)) return -1
  if (isTimeBehind(tokens, second)) return add(context, at, second, 'month-day', 0.8)
  if (isOutOf(tokens, at, second)) return -1
  if (separator === '/' && isDateWordBefore(tokens, at)) return add(context, at, second, 'month-day', 0.75)
  const chained = isSign(tokens, second + 1, '&') || isSign(tokens, second + 1, '-')
  if (separator === '/' && chained && isSign(tokens, second + 3, '/') && isMonthNumber(tokens, second + 2))
    return add(context, at, second, 'month-day', 0.75)
  if (separator === '/' && tokens.gap[at]! >= GAP.line && (isSign(tokens, second + 1, ':') || isSign(tokens, second + 1, '-')))
    return add(context, at, second, 'month-day', 0.7)
  if (separator === '/' && (context.locale.isDayFirst ? other : us) && isNoScale(tokens, at, second, context.locale.isDayFirst))
    return add(context, at, second, 'month-day', 0.7)
  const loose =
    mode !== 'balanced' &&
    separator === '/' &&
    (us || context.locale.isDayFirst) &&
    !(numberAt(tokens, second) <= 5 && numberAt(tokens, at) <= 5) &&
    numberAt(tokens, second) !== 10
  return loose ? add(context, at, second, 'month-day-loose', 0.5) : -1
}

/** 1/2 in, 3/4 tab; but `on 5/30 in the clinic`. */
function isUnitBehind(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (!hasRole(tokens, next, ROLE.unit) || tokens.gap[next]! > GAP.space) return false
  return !/^(?:in|am|pm|d|m)$/.test(textOf(tokens, next)) || !isWord(tokens, next + 1)
}

/** The most that scores, scales and charts count to. */
const MOSTS: ReadonlySet<number> = new Set([15, 16, 18, 20, 21, 22, 23, 24, 25, 27, 28, 30])

/** 4/17, 6/29: no scale ends there, no test stands before it. */
function isNoScale(tokens: Tokens, first: number, second: number, isDayFirst: boolean): boolean {
  const day = numberAt(tokens, isDayFirst ? first : second)
  if (isSign(tokens, second + 1, '/') || isSign(tokens, first - 1, '/') || isSign(tokens, first - 1, '=') || isGlued(tokens, first))
    return false
  // 11/8, 9/2: no score is more than its most.
  if (!isDayFirst && day < numberAt(tokens, first) && day > 0 && !isTestSpot(tokens, first)) return true
  if (day <= 12 || (!isDayFirst && MOSTS.has(day)) || isTestSpot(tokens, first)) return false
  return !isSign(tokens, second + 1, '/') && !isSign(tokens, first - 1, '/') && !isSign(tokens, first - 1, '=')
}

/** 8/10, 4/5, 2/6: a score out of its most; a date only behind the words that nothing but a date follows. */
function isOutOf(tokens: Tokens, first: number, second: number): boolean {
  const most = numberAt(tokens, second)
  if ((most !== 10 && most !== 5 && most !== 6) || numberAt(tokens, first) > most) return false
  if (hasRole(tokens, first - 1, ROLE.weekday) && lengthOf(tokens, first - 1) > 2) return false
  return !(
    isWord(tokens, first - 1) &&
    /^(?:on|since|until|dob|dos|dated|due|admitted|discharged|seen|visit|appt|appointment)$/i.test(textOf(tokens, first - 1))
  )
}

function isDateWordBefore(tokens: Tokens, at: number): boolean {
  let i = at - 1
  if (isSign(tokens, i, '(') || isSign(tokens, i, ':')) i--
  if (isWord(tokens, at - 1) && hasRole(tokens, at - 1, ROLE.weekday) && lengthOf(tokens, at - 1) > 2 && tokens.gap[at]! <= GAP.space)
    return true
  return isWord(tokens, i) && tokens.gap[at]! <= GAP.space && DATE_WORDS.has(tokens.hash[i]!)
}

/** 0530, 10:15, 3 pm, @ 10. */
function isTimeBehind(tokens: Tokens, last: number): boolean {
  let at = last + 1
  if (tokens.gap[at]! > GAP.space) return false
  if (isSign(tokens, at, '@') || (isWord(tokens, at) && /^(?:at|a|am|pm)$/i.test(textOf(tokens, at)))) {
    if (/^[ap]m$/i.test(textOf(tokens, at))) return true
    at++
  }
  if (!isNumber(tokens, at)) return false
  if (isSign(tokens, at + 1, ':') && isNumber(tokens, at + 2) && lengthOf(tokens, at + 2) === 2) return true
  if (isWord(tokens, at + 1) && /^[ap]m$/i.test(textOf(tokens, at + 1))) return true
  return lengthOf(tokens, at) === 4 && numberAt(tokens, at) < 2400 && !hasRole(tokens, at + 1, ROLE.unit)
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
  const end = readYearBehind(tokens, month)
  const compact = isGlued(tokens, month) || month > at + 1
  const capital = tokens.shape[month]! >= SHAPE.capital
  if (end === month && AMBIGUOUS.has(tokens.hash[month]!) && !compact && !capital) return -1
  if (end === month && isGlued(tokens, month) && !capital) return -1
  return add(context, firstOfRange(tokens, at), end, 'day-month', 0.93)
}

/** 12-14 March: the first number belongs to the date. */
function firstOfRange(tokens: Tokens, at: number): number {
  return isSign(tokens, at - 1, '-') && isDay(tokens, at - 2) ? at - 2 : at
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
    return add(context, first, at + 1, 'month-year', 0.85)
  if (!isNumber(tokens, at)) return -1
  if (isYear(tokens, at) && !isTimeOfDay(tokens, at)) return add(context, first, at, 'month-year', capital ? 0.92 : 0.8)
  // FEV1 is no first of February.
  if (!isDay(tokens, at) || isGlued(tokens, at)) return -1
  const day = withOrdinal(tokens, withRange(tokens, at))
  const end = readYearBehind(tokens, day)
  if (end === day && isGlued(tokens, at + 1) && (isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, '/')) && isNumber(tokens, at + 2))
    return -1
  if (end === day && (!capital || hasRole(tokens, day + 1, ROLE.unit))) if (AMBIGUOUS.has(tokens.hash[month]!) && day === at) return -1
  return add(context, first, end, 'month-day-year', capital ? 0.93 : 0.85)
}

function withOrdinal(tokens: Tokens, at: number): number {
  return isWord(tokens, at + 1) && isGlued(tokens, at + 1) && /^(?:st|nd|rd|th)$/i.test(textOf(tokens, at + 1)) ? at + 1 : at
}

function withRange(tokens: Tokens, at: number): number {
  return isSign(tokens, at + 1, '-') && isDay(tokens, at + 2) && !isSign(tokens, at + 3, '-') && !isSign(tokens, at + 3, '/') ? at + 2 : at
}
