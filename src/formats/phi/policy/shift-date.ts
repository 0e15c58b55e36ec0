// Moves a date by days, or cuts it to its year, and leaves the way it is written as it was.
import { type CivilDate, fromDayNumber, isLeapYear, toDayNumber, weekdayOf } from './civil-date.ts'
import { englishOrdinal, matchCase } from './date-words.ts'
import { type DateOrder, type DateParts, fullYear, isWordPart, monthNumber, readDate } from './read-date.ts'

/**
 * The text with its date moved by days, in the same format: full dates keep their intervals to the day. A text without a day moves
 * with the middle of its month, one without a month with the middle of its year; one without a year is counted in a common year
 * (in a leap year for 29 February). A range moves at both ends. A lone time of day stays.
 * @returns undefined where the text cannot be read as a date
 */
export function shiftDate(text: string, days: number, order?: DateOrder): string | undefined {
  const parts = readDate(text, order)
  if (parts) return writeShifted(text, parts, days)
  return mapRange(text, (end) => {
    const endParts = readDate(end, order)
    return endParts && writeShifted(end, endParts, days)
  })
}

/** Years before this one can show an age over 89 until the end of 2039, so that Safe Harbor does not let them stay. */
const FIRST_YEAR_KEPT = 1950
const LAST_YEAR_KEPT = 2100

/**
 * The year of the date in four digits, years of a range joined by a dash.
 * @returns undefined where there is no year, or where it may tell an age over 89: before 1950, or two digits from 30 to 49
 */
export function yearOfDate(text: string, order?: DateOrder): string | undefined {
  const parts = readDate(text, order)
  if (!parts) {
    const range = mapRange(text, (end) => yearOfDate(end, order), '–')
    const [from, to] = range?.split('–') ?? []
    return from === to ? from : range
  }
  const { year } = parts
  if (!year) return undefined
  if (year.end - year.start <= 2 && year.value >= 30 && year.value < 50) return undefined
  const full = fullYear(year) > 2029 && year.end - year.start <= 2 ? fullYear(year) - 100 : fullYear(year)
  return full >= FIRST_YEAR_KEPT && full <= LAST_YEAR_KEPT ? String(full) : undefined
}

/** The date as YYYY-MM-DD as far as it goes, for values that are to meet in every format; undefined where it cannot be read. */
export function isoDate(text: string, order?: DateOrder): string | undefined {
  const parts = readDate(text, order)
  if (!parts?.year) return undefined
  const figures = [String(fullYear(parts.year)).padStart(4, '0')]
  if (parts.month) figures.push(String(monthNumber(parts.month)).padStart(2, '0'))
  if (parts.month && parts.day) figures.push(String(parts.day.value).padStart(2, '0'))
  return figures.join('-')
}

const RANGE_SIGNS = [' - ', ' – ', ' — ', '–', '—', ' to ', ' through ', ' until ', ' bis ', ' hasta ', ' au ']

/** Both ends of a range by the same function, or undefined where the text is no range of two readable dates. */
function mapRange(text: string, map: (end: string) => string | undefined, sign?: string): string | undefined {
  if (text.length > 120) return undefined
  for (const separator of /^\d{8}-\d{8}$/.test(text) ? ['-'] : RANGE_SIGNS) {
    const at = text.indexOf(separator)
    if (at <= 0) continue
    const from = map(text.slice(0, at))
    const to = map(text.slice(at + separator.length))
    if (from !== undefined && to !== undefined) return from + (sign ?? separator) + to
  }
  return undefined
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function writeShifted(text: string, parts: DateParts, days: number): string | undefined {
  const { year, month, day, ordinal, weekday } = parts
  const moved = moveDate(parts, days)
  if (!moved) return undefined
  const edits: Edit[] = []
  if (year) edits.push({ ...year, text: writeYear(moved.year, year.end - year.start) })
  if (month) {
    const name = isWordPart(month) ? matchCase(month.word.names[moved.month - 1]!, text.slice(month.start, month.end)) : undefined
    edits.push({ start: month.start, end: month.end, text: name ?? padLike(moved.month, month) })
  }
  if (day) edits.push({ ...day, text: isLooseDay(text, parts) ? String(moved.day) : padLike(moved.day, day) })
  if (ordinal) edits.push({ ...ordinal, text: writeOrdinal(text.slice(ordinal.start, ordinal.end), moved.day) })
  if (weekday) {
    const position = day && month && year ? weekdayOf(toDayNumber(moved)) : weekdayOf(weekday.word.position + days)
    edits.push({
      start: weekday.start,
      end: weekday.end,
      text: matchCase(weekday.word.names[position]!, text.slice(weekday.start, weekday.end)),
    })
  }
  return applyEdits(text, edits)
}

function moveDate({ year, month, day }: DateParts, days: number): CivilDate | undefined {
  const fullMonth = month ? monthNumber(month) : 7
  const fullDay = day ? day.value : month ? 15 : 1
  const nominalYear = fullMonth === 2 && fullDay === 29 ? 2000 : 2001
  const from = { year: year ? fullYear(year) : nominalYear, month: fullMonth, day: fullDay }
  const moved = fromDayNumber(toDayNumber(from) + days)
  // Without a year, 29 February would be a date that the reader cannot count back from.
  if (!year && moved && moved.month === 2 && moved.day === 29 && !isLeapYear(nominalYear)) return undefined
  return moved
}

function writeYear(year: number, width: number): string {
  return width <= 2 ? String(year % 100).padStart(2, '0') : String(year).padStart(width, '0')
}

/** Beside a month's name, as in `14 March` but not in `14-MAR-2024`, two digits are no sign that days are padded. */
function isLooseDay(text: string, { month, day }: DateParts): boolean {
  if (!month || !day || !isWordPart(month)) return false
  return text[day.start] !== '0' && text[day.end] !== '-' && text[day.start - 1] !== '-'
}

function padLike(value: number, { start, end }: { readonly start: number; readonly end: number }): string {
  return String(value).padStart(end - start, '0')
}

/** English ordinals follow the day; French has one for the first alone. */
function writeOrdinal(letters: string, day: number): string {
  if (/^(?:st|nd|rd|th)$/i.test(letters)) return matchCase(englishOrdinal(day), letters)
  if (/^(?:er|ère|re)$/i.test(letters)) return day === 1 ? letters : ''
  return letters
}

function applyEdits(text: string, edits: Edit[]): string {
  let result = ''
  let from = 0
  for (const { start, end, text: replacement } of edits.sort((a, b) => a.start - b.start)) {
    result += text.slice(from, start) + replacement
    from = end
  }
  return result + text.slice(from)
}
