// Dates of UDI carriers: years of two digits by GS1's window, day 00, days of the year, hours; month 13 is never rolled over.
import { isDay } from '../ids/calendar.ts'

/** Y year, M month, D day, J day of the year, H hour, m minute, s second. Three digits of year are the last three (ISBT 128). */
export type DateFormat =
  | 'YYMMDD'
  | 'YYYYMMDD'
  | 'MMYY'
  | 'MMDDYY'
  | 'YYMMDDHH'
  | 'YYMMDDHHmm'
  | 'YYMMDDHHmmss'
  | 'YYYYMMDDHHmm'
  | 'YYJJJ'
  | 'YYJJJHH'
  | 'YYYJJJ'
  | 'YYYJJJHHmm'

export interface UdiDate {
  readonly original: string
  readonly format: DateFormat
  /** ISO 8601; null if the digits are no date. */
  readonly date: string | null
  /** Such as 16:00; null if the date has no time. */
  readonly time: string | null
}

/** Without today: years 76 to 99 are 1976 to 1999, all others 2000 to 2075. */
export const DEFAULT_YEAR = 2025

/**
 * @param currentYear for years of two digits (GS1 General Specifications 7.12)
 * @returns `date` null if the digits are no date on the calendar
 */
export function readUdiDate(original: string, format: DateFormat, currentYear: number, dayZero: 'last-day' | 'refused'): UdiDate {
  return { original, format, ...(readDay(original, format, currentYear, dayZero) ?? { date: null, time: null }) }
}

type Day = { readonly date: string; readonly time: string | null }

function readDay(original: string, format: DateFormat, currentYear: number, dayZero: 'last-day' | 'refused'): Day | undefined {
  if (original.length !== format.length || !/^[0-9]*$/.test(original)) return undefined
  const places = placesOf(format)
  const year = fullYear(partOf(original, places.year), currentYear)
  const time = isEmpty(places.hour)
    ? null
    : readTime(partOf(original, places.hour), partOf(original, places.minute), partOf(original, places.second))
  if (time === undefined) return undefined
  if (!isEmpty(places.dayOfYear)) return readDayOfYear(year, Number(partOf(original, places.dayOfYear)), time)
  const month = Number(partOf(original, places.month))
  const dayDigits = partOf(original, places.day)
  if (dayDigits === '00' && dayZero === 'refused') return undefined
  // Day 00, or none, is the last day of the month (GS1 General Specifications 3.4.7, ANSI/HIBC 2.6).
  const day = Number(dayDigits) === 0 ? lastDay(year, month) : Number(dayDigits)
  return isDay(year, month, day) ? { date: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`, time } : undefined
}

type Range = readonly [start: number, end: number]

/** Where the digits of each part stand; an empty range for a part that the format does not have. */
interface Places {
  readonly year: Range
  readonly month: Range
  readonly day: Range
  readonly dayOfYear: Range
  readonly hour: Range
  readonly minute: Range
  readonly second: Range
}

const placesByFormat = new Map<DateFormat, Places>()

/** Found once for each format: a date of lost separators is read in many ways. */
function placesOf(format: DateFormat): Places {
  const known = placesByFormat.get(format)
  if (known) return known
  const rangeOf = (letter: string): Range => {
    const start = format.indexOf(letter)
    return start < 0 ? [0, 0] : [start, format.lastIndexOf(letter) + 1]
  }
  const found = {
    year: rangeOf('Y'),
    month: rangeOf('M'),
    day: rangeOf('D'),
    dayOfYear: rangeOf('J'),
    hour: rangeOf('H'),
    minute: rangeOf('m'),
    second: rangeOf('s'),
  }
  placesByFormat.set(format, found)
  return found
}

function partOf(text: string, [start, end]: Range): string {
  return text.slice(start, end)
}

function isEmpty([start, end]: Range): boolean {
  return start === end
}

function fullYear(digits: string, currentYear: number): number {
  const value = Number(digits)
  if (digits.length === 4) return value
  if (digits.length === 3) return value >= 900 ? 1000 + value : 2000 + value
  const century = currentYear - (currentYear % 100)
  const ahead = value - (currentYear % 100)
  return century + value + (ahead >= 51 ? -100 : ahead <= -50 ? 100 : 0)
}

/** @returns undefined for a time that no clock shows */
function readTime(hour: string, minute: string, second: string): string | undefined {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return `${hour}:${minute || '00'}${second === '' ? '' : `:${second}`}`
}

function readDayOfYear(year: number, dayOfYear: number, time: string | null): Day | undefined {
  let day = dayOfYear
  if (day < 1) return undefined
  for (let month = 1; month <= 12; month++) {
    const last = lastDay(year, month)
    if (day <= last) return { date: `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`, time }
    day -= last
  }
  return undefined
}

function lastDay(year: number, month: number): number {
  for (let day = 31; day > 28; day--) if (isDay(year, month, day)) return day
  return 28
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
