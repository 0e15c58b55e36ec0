// One GS1 element: its value checked component by component, with check digits and dates.
import { alphaCheckPair, gs1CheckDigit } from '../../ids/check-sums.ts'
import { type DateFormat, readUdiDate, type UdiDate } from '../udi-date.ts'
import { isError, makeIssue, type Role, type UdiCheck, type UdiElement, type UdiIssue } from '../udi-result.ts'
import type { AiEntry, Component } from './ai-table.ts'
import { SYNTAX_TESTS } from './syntax-tests.ts'

/** Where a value stands in the text as given. */
export interface ValuePlace {
  /** Of the identifier. */
  readonly start: number
  readonly valueStart: number
  readonly end: number
}

const ROLES: Readonly<Record<string, Role>> = {
  '01': 'di',
  '10': 'lotNumber',
  '11': 'manufacturing',
  '17': 'expiration',
  '21': 'serialNumber',
  '30': 'quantity',
  '37': 'quantity',
  '7003': 'expiration',
  '8008': 'manufacturing',
  '8012': 'softwareVersion',
  '8013': 'basicUdiDi',
  '8014': 'masterUdiDi',
}

const SETS: Readonly<Record<Component['set'], RegExp>> = {
  N: /^\d*$/,
  X: /^[!-"%-/0-9:-?A-Z_a-z]*$/,
  Y: /^[#\-/0-9A-Z]*$/,
  Z: /^[-\w]*={0,2}$/,
}

const DATE_TESTS: Readonly<Record<string, { readonly format: DateFormat; readonly dayZero: 'last-day' | 'refused' }>> = {
  yymmd0: { format: 'YYMMDD', dayZero: 'last-day' },
  yymmdd: { format: 'YYMMDD', dayZero: 'refused' },
  yyyymmdd: { format: 'YYYYMMDD', dayZero: 'refused' },
}

/** Formats of a date whose hours, minutes and seconds are components of their own. */
const TIMED: Readonly<Record<string, DateFormat>> = {
  'YYMMDD+2': 'YYMMDDHH',
  'YYMMDD+4': 'YYMMDDHHmm',
  'YYMMDD+6': 'YYMMDDHHmmss',
  'YYYYMMDD+4': 'YYYYMMDDHHmm',
}

interface Findings {
  readonly issues: UdiIssue[]
  readonly checks: UdiCheck[]
  date: UdiDate | undefined
}

/** Checks a value by its entry. @param place offsets of the value in the text as given; percent-encoded values span more characters */
export function checkElement(entry: AiEntry, value: string, place: ValuePlace, currentYear: number): UdiElement {
  const findings: Findings = { issues: [], checks: [], date: undefined }
  const isPlain = place.end - place.valueStart === value.length
  let at = 0
  for (const component of entry.components) {
    const part = value.slice(at, at + component.max)
    if (part === '' && component.optional) break
    const start = isPlain ? place.valueStart + at : place.valueStart
    const end = isPlain ? start + part.length : place.end
    checkComponent(component, part, entry, { start, end }, findings, currentYear)
    at += component.max
  }
  if (value.length > at) findings.issues.push(makeIssue('length', isPlain ? place.valueStart + at : place.valueStart, place.end))
  return {
    id: entry.ai,
    title: entry.title,
    value,
    start: place.start,
    end: place.end,
    issues: findings.issues,
    checks: findings.checks,
    role: ROLES[entry.ai],
    date: withTime(entry, value, findings, currentYear),
  }
}

/** True if the value holds by every rule of its entry. */
export function fitsEntry(entry: AiEntry, value: string, currentYear: number): boolean {
  return !checkElement(entry, value, { start: 0, valueStart: 0, end: value.length }, currentYear).issues.some(isError)
}

function checkComponent(
  { set, min, tests }: Component,
  part: string,
  entry: AiEntry,
  { start, end }: { readonly start: number; readonly end: number },
  findings: Findings,
  currentYear: number,
): void {
  if (part.length < min) {
    findings.issues.push(makeIssue('length', start, end))
    return
  }
  if (!SETS[set].test(part)) {
    findings.issues.push(makeIssue('character', start, end))
    return
  }
  for (const name of tests) {
    const dates = DATE_TESTS[name]
    if (dates) {
      const read = readUdiDate(part, dates.format, currentYear, dates.dayZero)
      findings.date ??= read
      if (read.date === null) findings.issues.push(makeIssue('date', start, end))
    } else if (name === 'csum') checkSum('gs1_check_digit', part.at(-1)!, gs1CheckDigit(part.slice(0, -1)))
    else if (name === 'csumalpha') checkSum('gs1_check_pair', part.slice(-2), alphaCheckPair(part.slice(0, -2)) ?? null)
    else {
      const code = SYNTAX_TESTS[name]?.(part)
      if (code) findings.issues.push(makeIssue(code, start, end))
    }
  }

  function checkSum(what: UdiCheck['what'], found: string, expected: string | null): void {
    const valid = found === expected
    findings.checks.push({ what, element: entry.ai, valid, expected })
    if (!valid) findings.issues.push(makeIssue('check_digit', end - found.length, end))
  }
}

/** The date with the hours, minutes and seconds of the components behind it. */
function withTime({ components }: AiEntry, value: string, { date }: Findings, currentYear: number): UdiDate | undefined {
  if (date === undefined || date.date === null) return date
  if (!components.some(({ tests }) => tests.includes('hh') || tests.includes('hhmi'))) return date
  const format = TIMED[`${date.format}+${value.length - date.format.length}`]
  return format ? readUdiDate(value, format, currentYear, 'refused') : date
}
