// A month and a day without a year. A number with a slash is a date only where it cannot be a score, a dose or a ratio: a word in front that only a date
// follows, a time behind, a day that no scale counts to, or other dates in the text.

import { hashWords } from '../../fold.ts'
import { LEX, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { COUNTED_BEHIND, DATE_WORDS, GERMAN_DAY_WORDS, NO_DATE_WORDS } from '../../words/date-cues.ts'
import type { LayerContext } from '../layer.ts'
import { addDate } from './date-spans.ts'

/** 3/3, 3/10 & 3/17; 5/1 to 6/15: the second of two dates. */
export function isBesideDate(tokens: Tokens, at: number, lastDate: number): boolean {
  if (lastDate < 0 || at - lastDate !== 2) return false
  const joint = textOf(tokens, lastDate + 1)
  if (!isMonthAndDay(tokens, at, joint === '-' || joint === '–')) return false
  return /^(?:,|&|-|–|;|and|to|thru|through|until|or)$/i.test(joint) && !isUnitBehind(tokens, at + 2)
}

/** 3/17, glued, with nothing glued to either side. */
function isMonthAndDay(tokens: Tokens, at: number, mayBeGlued = false): boolean {
  const second = at + 2
  return (
    isSign(tokens, at + 1, '/') &&
    isGlued(tokens, at + 1) &&
    isNumber(tokens, second) &&
    isGlued(tokens, second) &&
    isMonthNumber(tokens, at) &&
    isDay(tokens, second) &&
    (mayBeGlued || !isGlued(tokens, at) || at === 0 || isSign(tokens, at - 1, '(') || isSign(tokens, at - 1, '?')) &&
    !(isGlued(tokens, second + 1) && (isWord(tokens, second + 1) || /^[/%'"]$/.test(textOf(tokens, second + 1))))
  )
}

/** In a text with dates a month and a day without a word of time: no test, drug or scale stands before it, no measure behind. */
export function mayBeMonthDay({ tokens }: LayerContext, at: number): boolean {
  const second = at + 2
  if (isBottleCount(tokens, at)) return false
  if (isHyphenDay(tokens, at) || isDayFirst(tokens, at))
    return !isScoreSpot(tokens, at) && !isTestSpot(tokens, at) && !isUnitBehind(tokens, second)
  if (tokens.gap[at]! >= GAP.line && isMonthAndDay(tokens, at) && isWord(tokens, second + 1))
    return !isUnitBehind(tokens, second) || isSign(tokens, second + 2, '.')
  if (!isMonthAndDay(tokens, at) || isOutOf(tokens, at, second) || isScoreSpot(tokens, at) || isTestSpot(tokens, at)) return false
  if (isUnitBehind(tokens, second) || isSign(tokens, at - 1, '=') || hasLex(tokens, at - 1, LEX.eponym | LEX.drug)) return false
  const day = numberAt(tokens, second)
  if (MOSTS.has(day)) return tokens.shape[at - 1] !== SHAPE.upper && day > 15
  if (day > 12) return true
  if (isSign(tokens, second + 1, '@') || (isWord(tokens, second + 1) && /^(?:at|w|with|by|per)$/i.test(textOf(tokens, second + 1))))
    return true
  return (day > 5 || numberAt(tokens, at) > day) && tokens.shape[at - 1] !== SHAPE.upper && goesOn(tokens, second + 1)
}

/** Stroke 4-19, onset 7-21: no range ends above twelve with a month in front, unless a measure or a noun follows. */
function isHyphenDay(tokens: Tokens, at: number): boolean {
  const second = at + 2
  if (!isSign(tokens, at + 1, '-') || !isGlued(tokens, at + 1) || !isNumber(tokens, second) || !isGlued(tokens, second)) return false
  if (!isMonthNumber(tokens, at) || !isDay(tokens, second) || numberAt(tokens, second) <= 12 || isGlued(tokens, at)) return false
  if (!isWord(tokens, at - 1) || hasLex(tokens, at - 1, LEX.eponym | LEX.drug | LEX.abbreviation) || tokens.gap[at]! > GAP.space)
    return false
  if (hasRole(tokens, at - 1, ROLE.function) && !/^(?:on|since|from|until|by)$/i.test(textOf(tokens, at - 1))) return false
  return !isGlued(tokens, second + 1) ||
    isSign(tokens, second + 1, '.') ||
    isSign(tokens, second + 1, ',') ||
    isSign(tokens, second + 1, ';')
    ? goesOn(tokens, second + 1)
    : false
}

/** 14/2 on board, 16/2: needle: the day in front is more than any month. */
function isDayFirst(tokens: Tokens, at: number): boolean {
  const second = at + 2
  if (!isSign(tokens, at + 1, '/') || !isGlued(tokens, at + 1) || !isNumber(tokens, second) || !isGlued(tokens, second)) return false
  if (!isDay(tokens, at) || !isMonthNumber(tokens, second) || numberAt(tokens, at) <= 12 || isGlued(tokens, at)) return false
  if (isWord(tokens, at - 1) && hasLex(tokens, at - 1, LEX.eponym | LEX.drug | LEX.abbreviation)) return false
  return tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || goesOn(tokens, second + 1) || isSign(tokens, second + 1, ':')
}

const BEHIND_DAY = hashWords(
  'because and for then ok okay after until when but if so to she he they was is as or in from on by with at w per',
)

/** The phrase ends behind the day, or a small word goes on. */
function goesOn(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line) return true
  if (isWord(tokens, at)) return tokens.gap[at] === GAP.space && BEHIND_DAY.has(tokens.hash[at]!)
  return isSign(tokens, at, '.') || isSign(tokens, at, ',') || isSign(tokens, at, ';') || isSign(tokens, at, ')')
}

export function isDay(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return value >= 1 && value <= 31 && lengthOf(tokens, at) <= 2
}

export function isMonthNumber(tokens: Tokens, at: number): boolean {
  const value = numberAt(tokens, at)
  return value >= 1 && value <= 12 && lengthOf(tokens, at) <= 2
}

/** The result of a test stands before a run of numbers: HVLT 8-10-11. */
export function isTestSpot(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || isDischarge(tokens, at)) return false
  // Dr Moro 12/11
  if (hasRole(tokens, isSign(tokens, at - 2, '.') ? at - 3 : at - 2, ROLE.title) && tokens.shape[at - 1] === SHAPE.capital) return false
  return hasLex(tokens, at - 1, LEX.test) || NO_DATE_WORDS.has(tokens.hash[at - 1]!)
}

/** D/C 3/9: the letter is no level of the spine. */
function isDischarge(tokens: Tokens, at: number): boolean {
  return (
    isSign(tokens, at - 2, '/') && isGlued(tokens, at - 1) && /^[cC]$/.test(textOf(tokens, at - 1)) && /^d$/i.test(textOf(tokens, at - 3))
  )
}

export function isScoreSpot(tokens: Tokens, at: number): boolean {
  // Nodes 3/14
  if (isWord(tokens, at - 1) && /^(?:nodes|cores)$/i.test(textOf(tokens, at - 1)) && numberAt(tokens, at) <= numberAt(tokens, at + 2))
    return true
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    if (tokens.gap[i + 1]! > GAP.space || isSign(tokens, i, ';') || isDischarge(tokens, at)) return false
    if (isWord(tokens, i) && DATE_WORDS.has(tokens.hash[i]!)) return false
    if (isWord(tokens, i) && NO_DATE_WORDS.has(tokens.hash[i]!)) return true
  }
  return false
}

/** 3/12: a date where a word of time stands before it, or a second date or a time of day behind it. */
export function readMonthDay(context: LayerContext, at: number, separator: string): number {
  const { tokens, mode } = context
  const second = at + 2
  if (separator === '.' && isGermanDay(tokens, at)) return addDate(context, at, second, 'day-month', 0.75)
  if (separator === '.' || (isGlued(tokens, at) && at > 0 && !isSign(tokens, at - 1, '(') && !isSign(tokens, at - 1, '~'))) return -1
  const us = isMonthNumber(tokens, at) && isDay(tokens, second)
  const other = isDay(tokens, at) && isMonthNumber(tokens, second)
  if (
    (!us && !other) ||
    (isGlued(tokens, second + 1) && (isWord(tokens, second + 1) || isSign(tokens, second + 1, '/') || isSign(tokens, second + 1, '%')))
  )
    return -1
  if (isUnitBehind(tokens, second) || isBottleCount(tokens, at)) return -1
  const isSaid = separator === '/' && (isTimeBehind(tokens, second) || isBehindWeekday(tokens, at))
  if (isSaid && !isTestSpot(tokens, at)) return addDate(context, at, second, 'month-day', 0.8)
  if (isScoreSpot(tokens, at)) return -1
  if (isTimeBehind(tokens, second)) return addDate(context, at, second, 'month-day', 0.8)
  if (isOutOf(tokens, at, second)) return -1
  if (separator === '/' && (isDateWordBefore(tokens, at) || isInBrackets(tokens, at)))
    return addDate(context, at, second, 'month-day', 0.75)
  const chained = isSign(tokens, second + 1, '&') || isSign(tokens, second + 1, '-')
  if (separator === '/' && chained && isSign(tokens, second + 3, '/') && isMonthNumber(tokens, second + 2))
    return addDate(context, at, second, 'month-day', 0.75)
  if (separator === '/' && tokens.gap[at]! >= GAP.line && (isSign(tokens, second + 1, ':') || isSign(tokens, second + 1, '-')))
    return addDate(context, at, second, 'month-day', 0.7)
  if (separator === '/' && (context.locale.isDayFirst ? other : us) && isNoScale(tokens, at, second, context.locale.isDayFirst))
    return addDate(context, at, second, 'month-day', 0.7)
  return mode !== 'balanced' && separator === '/' && isLoose(context, at) ? addDate(context, at, second, 'month-day-loose', 0.5) : -1
}

function isBehindWeekday(tokens: Tokens, at: number): boolean {
  return hasRole(tokens, at - 1, ROLE.weekday) && lengthOf(tokens, at - 1) > 2 && tokens.gap[at] === GAP.space
}

function isLoose({ tokens, locale }: LayerContext, at: number): boolean {
  const second = at + 2
  const isFraction = numberAt(tokens, second) <= 5 && numberAt(tokens, at) <= 5
  return ((isMonthNumber(tokens, at) && isDay(tokens, second)) || locale.isDayFirst) && !isFraction && numberAt(tokens, second) !== 10
}

/** BCx 2/4: bottles of a culture that grew something. */
function isBottleCount(tokens: Tokens, at: number): boolean {
  const most = numberAt(tokens, at + 2)
  if ((most !== 2 && most !== 4) || numberAt(tokens, at) > most || !isWord(tokens, at - 1)) return false
  return /^(?:bcx|bcxs|cx|cultures?|bottles?)$/i.test(textOf(tokens, at - 1))
}

/** W/ is with, not weeks. */
export function isWithSign(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1) && /^w$/i.test(textOf(tokens, at))
}

/** Vom 12.2. bis: the day and the month in German, each with its dot. */
function isGermanDay(tokens: Tokens, at: number): boolean {
  return (
    isDay(tokens, at) &&
    isMonthNumber(tokens, at + 2) &&
    isSign(tokens, at + 3, '.') &&
    isGlued(tokens, at + 3) &&
    isWord(tokens, at - 1) &&
    GERMAN_DAY_WORDS.has(tokens.hash[at - 1]!)
  )
}

/** 1/2 in, 3/4 tab; but `on 5/30 in the clinic`. */
function isUnitBehind(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (isWord(tokens, next) && tokens.gap[next] === GAP.space && COUNTED_BEHIND.has(tokens.hash[next]!)) return true
  if (!hasRole(tokens, next, ROLE.unit) || tokens.gap[next]! > GAP.space || isWithSign(tokens, next)) return false
  // 9/7 L forearm: the left side, where the number is no fraction.
  if (/^L$/.test(textOf(tokens, next)) && numberAt(tokens, last) > 4) return false
  if (tokens.shape[next] === SHAPE.initial && !/^[LFC]$/.test(textOf(tokens, next))) return false
  return !/^(?:in|am|pm|d|m)$/.test(textOf(tokens, next)) || !isWord(tokens, next + 1)
}

/** The most that scores, scales and charts count to. */
const MOSTS: ReadonlySet<number> = new Set([15, 16, 18, 20, 21, 22, 23, 24, 25, 27, 28, 30])

/** 4/17, 6/29: no scale ends there, no test stands before it. */
function isNoScale(tokens: Tokens, first: number, second: number, isDayFirst: boolean): boolean {
  const day = numberAt(tokens, isDayFirst ? first : second)
  if (
    isSign(tokens, second + 1, '/') ||
    isSign(tokens, first - 1, '/') ||
    isSign(tokens, first - 1, '=') ||
    (isGlued(tokens, first) && !isSign(tokens, first - 1, '('))
  )
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
    /^(?:on|since|until|dob|dos|doa|doi|lmp|edd|edc|dated|due|admitted|discharged|seen|visit|appt|appointment|died|born)$/i.test(
      textOf(tokens, first - 1),
    )
  )
}

const PROCEDURE = /(?:ectomy|otomy|ostomy|plasty|scopy|graphy|centesis|section|biopsy|surgery)$/i
const MOST_WORDS_BETWEEN = 8

/** Seen by Dr. M. Moro 3/4: names stand between the word of time and the day. */
function isBehindNamedAct(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! > GAP.space || isWord(tokens, at + 1) || hasLex(tokens, at - 1, LEX.eponym | LEX.test)) return false
  let names = 0
  for (let i = at - 1; i >= 0 && i >= at - MOST_WORDS_BETWEEN; i--) {
    if (tokens.gap[i + 1]! > GAP.space) return false
    if (isSign(tokens, i, '.') || (isWord(tokens, i) && /^(?:by|at|with|w)$/i.test(textOf(tokens, i)))) continue
    if (!isWord(tokens, i)) return false
    if (names > 0 && DATE_WORDS.has(tokens.hash[i]!)) return true
    if (hasRole(tokens, i, ROLE.title) || hasLex(tokens, i, LEX_NAME) || tokens.lex[i] === 0 || isPlainCapital(tokens, i)) names++
    else return false
  }
  return false
}

function isPlainCapital(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital && !hasLex(tokens, at, LEX.drug | LEX.test)
}

function isDateWordBefore(tokens: Tokens, at: number): boolean {
  if (isDischarge(tokens, at) || isBehindNamedAct(tokens, at)) return true
  if (isWord(tokens, at - 1) && tokens.gap[at]! <= GAP.space && PROCEDURE.test(textOf(tokens, at - 1))) return true
  let i = at - 1
  if (isSign(tokens, i, '(') || isSign(tokens, i, ':')) i--
  if (isBehindWeekday(tokens, at)) return true
  return (
    isWord(tokens, i) &&
    tokens.gap[at]! <= GAP.space &&
    (DATE_WORDS.has(tokens.hash[i]!) || /^[a-z]+'d$/i.test(textOf(tokens, i)) || isPlanned(tokens, i))
  )
}

/** F/u 4/22, scheduled for 4/22, moved to 5/6. */
function isPlanned(tokens: Tokens, at: number): boolean {
  const word = textOf(tokens, at)
  if (/^[uU]$/.test(word)) return isSign(tokens, at - 1, '/') && isGlued(tokens, at) && /^f$/i.test(textOf(tokens, at - 2))
  if (!/^(?:for|to)$/i.test(word) || !isWord(tokens, at - 1)) return false
  return /^(?:scheduled|rescheduled|booked|set|planned|plan|due|moved|changed|pushed|postponed|delayed|extended|up|appt|appointment|surgery|ready)$/i.test(
    textOf(tokens, at - 1),
  )
}

const TIMES = hashWords('ago yesterday today tomorrow tonight morning afternoon evening night week month last next weekend')

/** Two days ago (5/18), Monday (5/15). */
function isInBrackets(tokens: Tokens, at: number): boolean {
  const before = at - 2
  if (!isSign(tokens, at - 1, '(') || !isSign(tokens, at + 3, ')')) return false
  // A1c 8.2 (4/22), Cr 1.2 (1/3): a result and its day.
  if (isNumber(tokens, before)) return !isScoreSpot(tokens, before) && ![5, 10].includes(numberAt(tokens, at + 2))
  if (!isWord(tokens, before)) return false
  return TIMES.has(tokens.hash[before]!) || (hasRole(tokens, before, ROLE.weekday) && lengthOf(tokens, before) > 2)
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
