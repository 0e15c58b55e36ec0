// Dates and times: their form, precision and offset by data type and version, and whether the calendar has them.
//
// HL7 v2.2 chapter 2.8 and v2.3 chapter 2.8 give whole days and minutes; v2.3 lets a date end at year or month; v2.5 chapter 2.A.21 lets a time
// end at the hour.
import { HL7_VERSIONS, type Hl7Version } from '../dictionary/versions.ts'
import type { IssueCode } from './rules.ts'

export interface DateTimeProblem {
  readonly code: IssueCode
  /** The form that the version asks for. */
  readonly expected: string
}

/** TS stands for the first component of a time stamp. */
export type DateTimeType = 'DT' | 'TM' | 'DTM' | 'TS'

interface Forms {
  /** Digits that a value may have before its fraction. */
  readonly lengths: readonly number[]
  readonly form: string
}

const DAY = { lengths: [8], form: 'YYYYMMDD' }
const PARTIAL_DAY = { lengths: [4, 6, 8], form: 'YYYY[MM[DD]]' }
const MINUTES = { lengths: [4, 6], form: 'HHMM[SS[.S[S[S[S]]]]][+/-ZZZZ]' }
const HOURS = { lengths: [2, 4, 6], form: 'HH[MM[SS[.S[S[S[S]]]]]][+/-ZZZZ]' }
const DAY_AND_MINUTES = { lengths: [8, 12, 14], form: 'YYYYMMDD[HHMM[SS[.S[S[S[S]]]]]][+/-ZZZZ]' }
const PARTIAL_AND_MINUTES = { lengths: [4, 6, 8, 12, 14], form: 'YYYY[MM[DD[HHMM[SS[.S[S[S[S]]]]]]]][+/-ZZZZ]' }
const PARTIAL_AND_HOURS = { lengths: [4, 6, 8, 10, 12, 14], form: 'YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ]' }

function formsOf(type: DateTimeType, version: Hl7Version): Forms {
  const place = HL7_VERSIONS.indexOf(version)
  const before23 = place < HL7_VERSIONS.indexOf('2.3')
  if (type === 'DT') return before23 ? DAY : PARTIAL_DAY
  if (type === 'TM') return before23 ? MINUTES : HOURS
  if (before23) return DAY_AND_MINUTES
  return place < HL7_VERSIONS.indexOf('2.5') ? PARTIAL_AND_MINUTES : PARTIAL_AND_HOURS
}

/** @param text the value as it stands, not empty. @returns undefined where it is as the version wants it */
export function checkDateTime(type: DateTimeType, text: string, version: Hl7Version): DateTimeProblem | undefined {
  const { lengths, form } = formsOf(type, version)
  const code = type === 'DT' ? 'date_invalid' : type === 'TM' ? 'time_invalid' : 'date_time_invalid'
  const error = (of: IssueCode = code): DateTimeProblem => ({ code: of, expected: form })
  const digits = countDigits(text, 0)
  if (digits === 0) return error()
  let i = digits
  let fraction = false
  if (text[i] === '.' && type !== 'DT') {
    const places = countDigits(text, i + 1)
    if (places < 1 || places > 4) return error()
    fraction = true
    i += 1 + places
  }
  if (i < text.length) {
    const offset = text[i] === '+' || text[i] === '-'
    if (!offset || type === 'DT') return error()
    if (!isOffset(text.slice(i + 1))) return { code: 'offset_invalid', expected: '+/-HHMM, from -1200 to +1400' }
  }
  const full = type === 'TM' ? 6 : type === 'DT' ? 8 : 14
  if (!lengths.includes(digits)) return error(digits % 2 === 0 && digits < full && digits >= 2 ? 'precision_not_allowed' : code)
  if (fraction && digits !== full) return error()
  return isPossible(type, text.slice(0, digits)) ? undefined : error()
}

function countDigits(text: string, start: number): number {
  let i = start
  while (i < text.length && text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) i++
  return i - start
}

function isOffset(text: string): boolean {
  if (!/^[0-9]{4}$/.test(text)) return false
  return Number(text.slice(0, 2)) <= 14 && Number(text.slice(2)) < 60
}

/** True where the calendar and the clock have the value. */
function isPossible(type: DateTimeType, digits: string): boolean {
  const clock = type === 'TM' ? digits : digits.slice(8)
  if (type !== 'TM' && !isCalendarDay(digits)) return false
  return partOf(clock, 0, 0) < 24 && partOf(clock, 2, 0) < 60 && partOf(clock, 4, 0) < 60
}

function isCalendarDay(digits: string): boolean {
  const year = Number(digits.slice(0, 4))
  const month = partOf(digits, 4, 1)
  const day = partOf(digits, 6, 1)
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
}

/** Two digits, or the value for a part that is left out. */
function partOf(digits: string, start: number, absent: number): number {
  return start < digits.length ? Number(digits.slice(start, start + 2)) : absent
}

function daysOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}
