// Dates inside of identifiers: what stands on the calendar, centuries that are left open, and rules over both.
import type { CivilDay, Context, Rule } from './scheme.ts'

/** What a number says of a birth date. A year of two digits whose century the number does not tell is left open. */
export interface NumberDate {
  /** Four digits, or two where `century` is open. */
  readonly year: number
  readonly month: number
  readonly day: number
  /** `open`: the year has two digits, resolved against today. */
  readonly century?: 'open'
}

/** True for a day of the proleptic Gregorian calendar. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  if (month === 2) return day <= (isLeap(year) ? 29 : 28)
  return day <= (month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** Negative where the first day is earlier. */
export function compareDays(a: CivilDay, b: CivilDay): number {
  return a.year - b.year || a.month - b.month || a.day - b.day
}

/** True for a year that is not after today's. */
export function isPastYear(year: number, { today }: Context): boolean {
  return today === undefined || year <= today.year
}

/**
 * Four-digit years that a year of two digits may mean: the hundred years up to today, the latest first, and the century before.
 * People live to more than a hundred years, so the second is possible, but less likely.
 */
function possibleYears(twoDigits: number, { today }: Context): readonly number[] {
  if (!today) return [2000 + twoDigits, 1900 + twoDigits]
  const century = today.year - (today.year % 100)
  const latest = century + twoDigits <= today.year ? century + twoDigits : century - 100 + twoDigits
  return [latest, latest - 100]
}

function isPastDay(date: CivilDay, { today }: Context): boolean {
  return isDay(date.year, date.month, date.day) && (today === undefined || compareDays(date, today) <= 0)
}

/** True where the date stands on the calendar in one of its possible years and is not after today. */
function isPast(date: NumberDate, context: Context): boolean {
  if (date.century !== 'open') return isPastDay(date, context)
  return possibleYears(date.year, context).some((year) => isPastDay({ ...date, year }, context))
}

/** A birth date as results show it: `1970-01-31`; `--01-31` where the century is open. Nobody is taken to be 110 years old. */
export function writeDate(date: NumberDate, context: Context): string {
  const rest = `${pad(date.month)}-${pad(date.day)}`
  if (date.century !== 'open') return `${String(date.year).padStart(4, '0')}-${rest}`
  const { today } = context
  if (!today) return `--${rest}`
  const fitting = possibleYears(date.year, context).filter((year) => isPastDay({ ...date, year }, context) && today.year - year < 110)
  return fitting.length === 1 ? `${fitting[0]}-${rest}` : `--${rest}`
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}

/** The rule that a number holds a date of the past; undefined where a number of the scheme need not hold one. */
export function dateRule(read: (text: string) => NumberDate | undefined): Rule {
  return {
    kind: 'date',
    bits: 4,
    test(text, context) {
      const date = read(text)
      return date === undefined || isPast(date, context) ? undefined : { reason: 'date' }
    },
  }
}

/** Two digits of a text as a number. */
export function two(text: string, at: number): number {
  return Number(text.slice(at, at + 2))
}
