// Numbers as laboratories send them in OBX-5: with a comparator in the text, or in the parts of SN.
import { type Decimal, readDecimal } from '../decimal.ts'
import type { Part } from '../fhir-node.ts'
import { partAt } from '../source-message.ts'

/** A number and the comparator before it, one of R4's `<`, `<=`, `>`, `>=`, or none. */
export interface ComparedNumber {
  readonly comparator: string
  readonly value: Decimal
}

const COMPARATORS: Readonly<Record<string, string>> = { '': '', '=': '', '<': '<', '<=': '<=', '≤': '<=', '>': '>', '>=': '>=', '≥': '>=' }

/** `<5`, `>= 10`, `5.40`; undefined for what is more than a number, or none. */
export function comparedNumber(text: string): ComparedNumber | undefined {
  const [, sign = '', rest = ''] = /^\s{0,9}([<>]?=?|[≤≥]) {0,9}([+-]?[0-9.]{1,40})\s{0,9}$/.exec(text) ?? []
  const comparator = COMPARATORS[sign]
  const value = readDecimal(rest)
  return comparator === undefined || value === undefined ? undefined : { comparator, value }
}

export function isPlainNumber(text: string): boolean {
  return comparedNumber(text)?.comparator === '' && !text.includes('=')
}

const SIGNS: ReadonlySet<string> = new Set(['', '=', '<', '>', '<=', '>=', '<>'])
const SEPARATORS: ReadonlySet<string> = new Set(['', '-', '+', '/', ':'])

/** True for an SN of its own rules: comparator, number, separator and number (HL7 v2.5.1 §2.A.70), a range with its ends in order. */
export function holdsNumberForm(part: Part): boolean {
  const [sign = '', first = '', separator = '', second = ''] = [1, 2, 3, 4].map((i) => partAt(part, i)?.value.trim() ?? '')
  if (!part.parts || part.parts.length > 4 || part.parts.some((each) => each?.parts)) return false
  if (!SIGNS.has(sign) || !SEPARATORS.has(separator) || !isPlainNumber(first)) return false
  if (separator === '' || second === '') return separator === '' && second === ''
  if (!isPlainNumber(second)) return false
  // A comparator before a range is of neither end.
  if (separator === '-') return (sign === '' || sign === '=') && Number(first) <= Number(second)
  return true
}
