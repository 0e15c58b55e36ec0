// Dates in part: Tue 14, Q3 2023, KW 23/2024, 3/xx/19, 14.III.2024, 3 maj 2024,
// months in small letters behind a word of time, and the year behind a label of birth.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isThe } from './date-spans.ts'

/** Months of languages whose other words the roles do not hold; they count behind a day only. */
const MORE_MONTHS = hashWords(
  'maj augusti oktober tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta ocak şubat nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık január február március április május június július szeptember október januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
)
const WEEKS = hashWords('week wk kw semaine semana settimana')
const BIRTH = hashWords('dob yob born birthdate birthyear')
const BEFORE_SMALL = hashWords('on since until till from before after due by in last next this around dob appt appointment seen admitted')
const BEFORE_DAY = hashWords('on since until till from before after due by dob appt appointment seen admitted')
const EVENTS = hashWords(
  'onset visit dx stroke surgery screened admitted discharged dos dob dod doa drawn collected placed removed done operated delivered died extubated intubated',
)
/** Verbs and adverbs as well; in small letters these are a month only behind a preposition of time. */
const NOT_ALONE = hashWords('may march mar set out mai mag jun sat sun mars dec ago gen abr')

export function findWrittenDays(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) {
      readForeignMonth(context, i)
      readRomanMonth(context, i)
      readUnsure(context, i)
      readBehindEvent(context, i)
      continue
    }
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (hasRole(tokens, i, ROLE.weekday)) readWeekday(context, i)
    if (hasRole(tokens, i, ROLE.month)) readMonth(context, i)
    if (WEEKS.has(hash)) readWeek(context, i)
    if (BIRTH.has(hash)) readBirthYear(context, i)
    if (tokens.shape[i] === SHAPE.initial) readQuarter(context, i)
  }
}

findWrittenDays.starts = { words: [WEEKS, BIRTH], shapes: [SHAPE.initial], roles: ROLE.weekday | ROLE.month, numbers: true }

function add(context: LayerContext, first: number, last: number, rule: string, score = 0.8): void {
  addTokens(context, first, last, 'date', score, `date/${rule}`, RANK.pattern)
}

/** The year behind a month or a day, or the token itself. */
function withYear(tokens: Tokens, last: number): number {
  const year = isSign(tokens, last + 1, ',') || isSign(tokens, last + 1, "'") || isSign(tokens, last + 1, '/') ? last + 2 : last + 1
  return isYear(tokens, year) && tokens.gap[year]! <= GAP.space ? year : last
}

function isYear(tokens: Tokens, at: number): boolean {
  return isNumber(tokens, at) && lengthOf(tokens, at) === 4 && numberAt(tokens, at) >= 1900 && numberAt(tokens, at) <= 2100
}

/** Tue 14: a day of the week and two digits that a clause ends behind; but Sat 94 %, Sun 3 pm, Mon 10-12. */
function readWeekday(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.shape[at]! < SHAPE.capital || lengthOf(tokens, at) < 3) return
  let day = isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, ',') ? at + 2 : at + 1
  if (isThe(tokens, day)) day++
  const value = numberAt(tokens, day)
  if (value < 1 || value > 31 || lengthOf(tokens, day) !== 2 || tokens.gap[day] !== GAP.space) return
  if (tokens.gap[day + 1]! >= GAP.line || isSign(tokens, day + 1, ',') || isSign(tokens, day + 1, ';'))
    add(context, day, day, 'weekday-day', 0.7)
}

/** Jan/Feb 2024, Aug/2019, Jan, 2024; on march 3, in march. */
function readMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const capital = tokens.shape[at]! >= SHAPE.capital
  if (capital) {
    if (isSign(tokens, at + 1, '/') || isSign(tokens, at + 1, ',')) {
      if (isYear(tokens, at + 2)) {
        add(context, at, at + 2, 'month-year')
        return
      }
    }
    const other = at + 2
    const isJoint = isSign(tokens, at + 1, '/') || (isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1))
    if (isJoint && hasRole(tokens, other, ROLE.month) && isGlued(tokens, other) && withYear(tokens, other) > other)
      add(context, at, withYear(tokens, other), 'month-range')
    return
  }
  readSmallMonth(context, at)
}

function readSmallMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || tokens.shape[at] !== SHAPE.lower) return
  const day = numberAt(tokens, at + 1)
  if (
    day >= 1 &&
    day <= 31 &&
    BEFORE_DAY.has(tokens.hash[before]!) &&
    tokens.gap[at + 1] === GAP.space &&
    !hasRole(tokens, at + 2, ROLE.unit)
  ) {
    add(context, at, at + 1, 'small-month', 0.75)
    return
  }
  if (!BEFORE_SMALL.has(tokens.hash[before]!) || lengthOf(tokens, at) < 3) return
  const ends = tokens.gap[at + 1]! >= GAP.line || isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, ',')
  const isSure = !NOT_ALONE.has(tokens.hash[at]!) || /^(?:since|until|till)$/.test(textOf(tokens, before))
  if (isSure && ends) add(context, at, at, 'small-month', 0.65)
}

/** Week 23/2024, KW 23/2024. */
function readWeek(context: LayerContext, at: number): void {
  const { tokens } = context
  const week = numberAt(tokens, at + 1)
  if (week < 1 || week > 53 || tokens.gap[at + 1]! > GAP.space) return
  if ((isSign(tokens, at + 2, '/') || isSign(tokens, at + 2, ',')) && isYear(tokens, at + 3)) add(context, at + 1, at + 3, 'week')
}

/** DOB 1948, born in 1948. */
function readBirthYear(context: LayerContext, at: number): void {
  const { tokens } = context
  let year = at + 1
  while (year - at < 3 && (isSign(tokens, year, ':') || (isWord(tokens, year) && /^(?:in|year)$/i.test(textOf(tokens, year))))) year++
  if (isYear(tokens, year) && tokens.gap[year]! <= GAP.space && !isSign(tokens, year + 1, '-')) add(context, year, year, 'birth-year', 0.7)
}

/** Q3 2023, Q3/23. */
function readQuarter(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!/^[QH]$/.test(textOf(tokens, at)) || !isGlued(tokens, at + 1) || lengthOf(tokens, at + 1) !== 1) return
  const quarter = numberAt(tokens, at + 1)
  if (quarter < 1 || quarter > 4) return
  const year = isSign(tokens, at + 2, '/') || isSign(tokens, at + 2, '-') ? at + 3 : at + 2
  if (isYear(tokens, year) && tokens.gap[year]! <= GAP.space) add(context, at, year, 'quarter', 0.75)
}

/** 3 maj 2024, 3. maaliskuuta 2024, 1er mars. */
function readForeignMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const day = numberAt(tokens, at)
  if (day < 1 || day > 31 || lengthOf(tokens, at) > 2) return
  const isFirst = isWord(tokens, at + 1) && isGlued(tokens, at + 1) && /^(?:er|ro|º|ª|ième)$/i.test(textOf(tokens, at + 1))
  const month = isFirst || isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  if (!isWord(tokens, month) || tokens.gap[month] !== GAP.space) return
  if (MORE_MONTHS.has(tokens.hash[month]!) || (isFirst && hasRole(tokens, month, ROLE.month)))
    add(context, at, withYear(tokens, month), 'day-month')
}

/** 14.III.2024, 10.iv.24 */
function readRomanMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const day = numberAt(tokens, at)
  if (day < 1 || day > 31 || !isWord(tokens, at + 2) || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return
  const sign = textOf(tokens, at + 1)
  if (!/^[./-]$/.test(sign) || !/^(?:I{1,3}|IV|VI{0,3}|IX|XI{0,2}|X)$/i.test(textOf(tokens, at + 2))) return
  if (
    isSign(tokens, at + 3, sign) &&
    isNumber(tokens, at + 4) &&
    isGlued(tokens, at + 4) &&
    /^(?:2|4)$/.test(String(lengthOf(tokens, at + 4)))
  )
    add(context, at, at + 4, 'roman-month')
}

/** Onset 7-1., stroke 4-19: a month and a day behind what has one day, and nothing behind it. */
function readBehindEvent(context: LayerContext, at: number): void {
  const { tokens } = context
  const [month, day] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (!isWord(tokens, at - 1) || !EVENTS.has(tokens.hash[at - 1]!) || tokens.gap[at] !== GAP.space) return
  if (!isSign(tokens, at + 1, '-') || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return
  if (month < 1 || month > 12 || day < 1 || day > 31 || lengthOf(tokens, at + 2) > 2) return
  const next = at + 3
  const isDecimal = isGlued(tokens, next) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1)
  if (tokens.gap[next]! >= GAP.line || (/^[.,;)]$/.test(textOf(tokens, next)) && !isDecimal)) add(context, at, at + 2, 'event-day', 0.7)
}

/** 3/xx/19, 00/03/2019: a part that is not known. */
function readUnsure(context: LayerContext, at: number): void {
  const { tokens } = context
  const [sign, middle] = [at + 1, at + 2]
  if (!isSign(tokens, sign, '/') && !isSign(tokens, sign, '-')) return
  const separator = textOf(tokens, sign)
  if (isWord(tokens, middle) && /^(?:xx|xxx|unk|uk|un)$/i.test(textOf(tokens, middle)) && isSign(tokens, at + 3, separator)) {
    if (isNumber(tokens, at + 4) && isGlued(tokens, at + 4)) add(context, at, at + 4, 'unsure')
  } else if (numberAt(tokens, at) === 0 && lengthOf(tokens, at) === 2 && isSign(tokens, at + 3, separator) && isYear(tokens, at + 4)) {
    if (isGlued(tokens, at + 4) && numberAt(tokens, middle) <= 12) add(context, at, at + 4, 'unsure')
  }
}
