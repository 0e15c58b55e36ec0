// Dates that are no numbers in a row: holidays behind a word of time, a month that such a word makes a day of the record, seasons with their year,
// and birth dates in digits that only their label tells from other numbers.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { HOLIDAYS, JOINERS } from '../../words/date-cues.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const SEASONS = hashWords(
  'spring summer fall autumn winter frühjahr frühling sommer herbst printemps été automne hiver primavera verano otoño invierno estate autunno inverno verão outono lente zomer herfst',
)
const BEFORE_HOLIDAY = hashWords(
  'on at since before after during for until till by last this next around over to past near pre post through thru el am',
)
/** Boxing Day, Labor Day: the word before `day` or `eve`. */
const DAYS = hashWords(
  "boxing labor labour memorial veterans veteran's valentine valentines valentine's mother mothers mother's father fathers father's independence columbus presidents president's mlk groundhog bastille canada victoria anzac australia christmas new year years year's patrick patricks patrick's indigenous remembrance armistice earth easter thanksgiving",
)
const OTHER_PAIRS = new Set(['good friday', 'ash wednesday', 'palm sunday', 'rosh hashanah', 'yom kippur', 'mardi gras', 'cinco de'])
/** What a holiday may begin with, beside the words of `HOLIDAYS` and `DAYS`. */
const OPENINGS = hashWords(['st new', ...OTHER_PAIRS].join(' '))
const HABIT = hashWords('time season every each dinner party lunch meal break weight plant lily seal disease tree lights')
const BEFORE_MONTH = hashWords('mid early late since last until till')
const BIRTH = hashWords('dob d.o.b born birth birthdate birthday bday b geb geboren nac nacimiento nacido nacida né née')

export function findOccasions(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (SEASONS.has(hash)) readSeason(context, i)
    if (tokens.shape[i]! >= SHAPE.capital || HOLIDAYS.has(hash)) readHoliday(context, i)
    if (tokens.shape[i]! >= SHAPE.capital && hasRole(tokens, i, ROLE.month)) readMonth(context, i)
    if (BIRTH.has(hash)) readBirthDigits(context, i)
  }
}

function add(context: LayerContext, first: number, last: number, rule: string, score: number): void {
  addTokens(context, first, last, 'date', score, `date/${rule}`, RANK.pattern)
}

/** Spring 2022, fall of 2019, fall of '09. */
function readSeason(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.gap[at + 1] !== GAP.space) return
  const year = isWord(tokens, at + 1) && JOINERS.has(tokens.hash[at + 1]!) ? at + 2 : at + 1
  if (tokens.gap[year] !== GAP.space) return
  const value = numberAt(tokens, year)
  if (lengthOf(tokens, year) === 4 && value >= 1850 && value <= 2150) add(context, at, year, 'season', 0.8)
  else if (isSign(tokens, year, "'") && isNumber(tokens, year + 1) && lengthOf(tokens, year + 1) === 2)
    add(context, at, year + 1, 'season', 0.8)
}

function readHoliday(context: LayerContext, at: number): void {
  const { tokens } = context
  const last = endOfHoliday(tokens, at)
  if (last < 0) return
  const isWhen = isWord(tokens, at - 1) && BEFORE_HOLIDAY.has(tokens.hash[at - 1]!) && tokens.gap[at]! <= GAP.space
  const isDated = isNumber(tokens, last + 1) && lengthOf(tokens, last + 1) === 4
  if ((!isWhen && !isDated && last === at && !endsClause(tokens, last)) || (isWord(tokens, last + 1) && HABIT.has(tokens.hash[last + 1]!)))
    return
  if (
    !isWhen &&
    !isDated &&
    !isDayWord(tokens, last) &&
    !OTHER_PAIRS_END.test(textOf(tokens, last)) &&
    last === at &&
    !endsClause(tokens, at)
  )
    return
  add(context, at, isDated ? last + 1 : last, 'holiday', 0.7)
}

/** Last filled xmas. Birth goats Thanksgiving: behind a word of the same clause, and nothing behind it. */
function endsClause(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || tokens.gap[at] !== GAP.space || !SURE_HOLIDAYS.has(tokens.hash[at]!)) return false
  return tokens.gap[at + 1]! >= GAP.line || isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, ',') || isSign(tokens, at + 1, ';')
}

const SURE_HOLIDAYS = hashWords('thanksgiving xmas christmas halloween hanukkah juneteenth easter')
const OTHER_PAIRS_END = /^(?:friday|wednesday|sunday|hashanah|kippur|gras|mayo)$/i

/** The last token of the holiday that begins at the token, or -1. */
function endOfHoliday(tokens: Tokens, at: number): number {
  let next = at + 1
  if (isSign(tokens, next, '.')) next++
  // St. Patrick's Day
  if (/^(?:st|new)$/i.test(textOf(tokens, at)) && isWord(tokens, next) && DAYS.has(tokens.hash[next]!)) {
    const end = dayBehind(tokens, next)
    return end > next ? end : -1
  }
  if (DAYS.has(tokens.hash[at]!)) {
    const end = dayBehind(tokens, at)
    if (end > at) return end
  }
  if (isWord(tokens, at + 1) && tokens.gap[at + 1] === GAP.space) {
    const pair = `${textOf(tokens, at)} ${textOf(tokens, at + 1)}`.toLowerCase()
    if (OTHER_PAIRS.has(pair)) return pair === 'cinco de' ? at + 2 : at + 1
  }
  if (!HOLIDAYS.has(tokens.hash[at]!)) return -1
  return isWord(tokens, at + 1) && /^(?:eve|day|sunday|monday)$/i.test(textOf(tokens, at + 1)) ? at + 1 : at
}

/** `Day` or `Eve` behind the word and its genitive; the token itself where there is none. */
function dayBehind(tokens: Tokens, at: number): number {
  const next = tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] === POSSESSIVE ? at + 2 : at + 1
  return isDayWord(tokens, next) && tokens.gap[next] === GAP.space ? next : at
}

function isDayWord(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:Day|Eve|DAY|EVE)$/.test(textOf(tokens, at))
}

/** Mid-May, late March, since October: the month alone, where a word of time makes it one of this record. */
function readMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const before = isSign(tokens, at - 1, '-') && isGlued(tokens, at) ? at - 2 : at - 1
  if (isNumber(tokens, at + 1) || !isWord(tokens, before)) return
  const word = tokens.hash[before]!
  const isPart = /^(?:mid|early|late)$/i.test(textOf(tokens, before))
  if (BEFORE_MONTH.has(word)) add(context, isPart ? before : at, at, 'month', 0.7)
}

/** DOB 07 08 1991; born 1991 08 07; DOB 070891: digits that a label makes a date. */
function readBirthDigits(context: LayerContext, label: number): void {
  const { tokens } = context
  let at = label + 1
  while (at - label < 4 && (isSign(tokens, at, ':') || isSign(tokens, at, '.') || isSign(tokens, at, '#'))) at++
  if (!isNumber(tokens, at) || tokens.gap[at]! > GAP.space) return
  const size = lengthOf(tokens, at)
  if ((size === 6 || size === 8) && !isGlued(tokens, at + 1)) {
    add(context, at, at, 'birth-digits', 0.85)
    return
  }
  const spaced =
    isNumber(tokens, at + 1) && isNumber(tokens, at + 2) && tokens.gap[at + 1] === GAP.space && tokens.gap[at + 2] === GAP.space
  if (!spaced) return
  const sizes = `${size}${lengthOf(tokens, at + 1)}${lengthOf(tokens, at + 2)}`
  if (/^(?:[12][12][24]|4[12][12])$/.test(sizes)) add(context, at, at + 2, 'birth-digits', 0.85)
}

findOccasions.starts = { words: [SEASONS, HOLIDAYS, DAYS, OPENINGS, BIRTH], roles: ROLE.month }
