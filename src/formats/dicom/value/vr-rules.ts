// The rules of PS3.5 Table 6.2-1 for values that are text: characters, form and length.
import { isDecimal } from './decimal-string.ts'
import type { Vr } from './vr.ts'

export type ValueProblem = 'value_syntax' | 'value_too_long'

/** Characters of one value; bytes of it in UI. LO, LT, SH and ST count characters, PN those of a component group. */
const MAX_LENGTH: Partial<Record<Vr, number>> = { AE: 16, AS: 4, CS: 16, DS: 16, IS: 12, LO: 64, LT: 10240, SH: 16, ST: 1024, UI: 64 }
const MAX_NAME_GROUP = 64

/** @param value one value without padding; empty values break no rule */
export function checkText(vr: Vr, value: string): ValueProblem | undefined {
  if (value === '') return undefined
  if (!hasForm(vr, value)) return 'value_syntax'
  if (vr === 'PN') return value.split('=').some((group) => group.length > MAX_NAME_GROUP) ? 'value_too_long' : undefined
  const max = MAX_LENGTH[vr]
  return max !== undefined && value.length > max ? 'value_too_long' : undefined
}

function hasForm(vr: Vr, value: string): boolean {
  switch (vr) {
    case 'AE':
      return isPrintable(value)
    case 'AS':
      return /^[0-9]{3}[DWMY]$/.test(value)
    case 'CS':
      return isCode(value)
    case 'DA':
      return isDate(value)
    case 'DS':
      return isDecimal(value)
    case 'DT':
      return isDateTime(value)
    case 'IS':
      return isInteger(value)
    case 'PN':
      return value.split('=').length <= 3 && value.split('=').every((group) => group.split('^').length <= 5)
    case 'TM':
      return isTime(value)
    case 'UI':
      return isUid(value)
    case 'UR':
      return isPrintable(value) && !value.includes(' ')
    case 'LO':
    case 'SH':
      return !/[\u0000-\u001a\u001c-\u001f]/.test(value)
    default:
      return true
  }
}

/** Capitals, digits, space and underscore. */
function isCode(value: string): boolean {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (!isDigit(code) && (code < 0x41 || code > 0x5a) && code !== 0x20 && code !== 0x5f) return false
  }
  return true
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function isPrintable(value: string): boolean {
  return /^[\u0020-\u007e]*$/.test(value)
}

/** YYYYMMDD; dates before 1 January 1 do not occur, and the calendar is Gregorian. */
function isDate(value: string): boolean {
  return /^[0-9]{8}$/.test(value) && isDay(value)
}

function isDay(digits: string): boolean {
  const month = Number(digits.slice(4, 6))
  const day = Number(digits.slice(6, 8))
  if (digits.length >= 6 && (month < 1 || month > 12)) return false
  if (digits.length < 8) return true
  const year = Number(digits.slice(0, 4))
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day >= 1 && day <= days
}

/** HH, HHMM, HHMMSS or HHMMSS.F to .FFFFFF; second 60 is a leap second. */
function isTime(value: string): boolean {
  return /^(?:[0-9]{2}){1,3}$|^[0-9]{6}\.[0-9]{1,6}$/.test(value) && isClock(value)
}

function isClock(digits: string): boolean {
  return Number(digits.slice(0, 2)) <= 23 && Number(digits.slice(2, 4)) <= 59 && Number(digits.slice(4, 6)) <= 60
}

/** YYYYMMDDHHMMSS.FFFFFF&ZZXX, cut off anywhere behind the year, with or without offset. */
function isDateTime(value: string): boolean {
  const match = /^([0-9]{4}(?:[0-9]{2}){0,5})(?:\.[0-9]{1,6})?([+-][0-9]{4})?$/.exec(value)
  if (!match || (value.includes('.') && match[1]!.length !== 14)) return false
  const [, digits = '', offset = '+0000'] = match
  return isDay(digits.slice(0, 8)) && isClock(digits.slice(8)) && Number(offset.slice(1, 3)) <= 14 && Number(offset.slice(3)) <= 59
}

function isInteger(value: string): boolean {
  if (!/^[+-]?[0-9]+$/.test(value)) return false
  const number = Number(value)
  return number >= -2147483648 && number <= 2147483647
}

const DOT = 0x2e

/** Components of digits without leading zero (PS3.5 §9.1). */
function isUid(value: string): boolean {
  let start = 0
  for (let i = 0; i <= value.length; i++) {
    const code = i < value.length ? value.charCodeAt(i) : DOT
    if (code === DOT) {
      if (i === start || (value.charCodeAt(start) === 0x30 && i > start + 1)) return false
      start = i + 1
    } else if (!isDigit(code)) return false
  }
  return true
}
