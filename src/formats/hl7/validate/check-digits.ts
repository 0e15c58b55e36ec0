// Check digits: of identifiers that name their scheme (HL7 v2.5.1 §2.A.14.2), and of the codes of LOINC.
import type { Span } from '../field-spans.ts'
import { type FieldPlace, formatPlace, type MessageContext } from './message-context.ts'

interface Positions {
  readonly number: number
  readonly digit: number
  readonly scheme: number
}

/** By data type, the components of the number, of its check digit and of the code of the scheme (table 0061). */
const CHECKED_NUMBERS: ReadonlyMap<string, Positions> = new Map([
  ['CX', { number: 1, digit: 2, scheme: 3 }],
  ['XON', { number: 3, digit: 4, scheme: 5 }],
  ['XCN', { number: 1, digit: 11, scheme: 12 }],
  ['CNN', { number: 1, digit: 9, scheme: 10 }],
])

/** By data type, the pairs of a code and its system. */
const CODED: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map(
  ['CE', 'CWE', 'CNE', 'CF'].map((type) => [
    type,
    [
      [1, 3],
      [4, 6],
    ],
  ]),
)

/** @param parts the components, or subcomponents, of one value of the type */
export function checkDigits(
  { document, issues }: MessageContext,
  composite: string,
  parts: readonly Span[],
  placeOf: (position: number) => FieldPlace,
): void {
  if (issues.isOff('dataType')) return
  const textAt = (position: number) => {
    const part = parts[position - 1]
    return part ? document.index.text.slice(part.start, part.end) : ''
  }
  const report = (position: number, expected: string) =>
    issues.add(
      'dataType',
      'check_digit_wrong',
      { ...parts[position - 1]!, path: () => formatPlace(placeOf(position)), expected },
      { lowered: true },
    )
  const numbered = CHECKED_NUMBERS.get(composite)
  if (numbered && parts.length >= numbered.scheme) {
    const wanted = checkDigitOf(textAt(numbered.number), textAt(numbered.scheme))
    const given = textAt(numbered.digit)
    if (wanted !== undefined && given !== '' && given !== wanted) report(numbered.digit, 'the check digit of the number by its scheme')
  }
  for (const [code, system] of CODED.get(composite) ?? []) {
    if (parts.length >= system && textAt(system) === 'LN' && textAt(code) !== '' && !isLoinc(textAt(code)))
      report(code, 'a code of LOINC: digits, a hyphen and the check digit')
  }
}

/** @returns undefined where the number has letters, or the scheme is not one that HL7 defines */
function checkDigitOf(number: string, scheme: string): string | undefined {
  if (!/^[0-9]{1,40}$/.test(number)) return undefined
  if (scheme === 'M10') return String(mod10(number))
  return scheme === 'M11' ? String(mod11(number)) : undefined
}

/** Every second digit from the right, the last one included, counts twice. */
function mod10(number: string): number {
  let sum = 0
  for (let i = 0; i < number.length; i++) {
    const digit = Number(number[number.length - 1 - i])
    const counted = i % 2 === 0 ? 2 * digit : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return (10 - (sum % 10)) % 10
}

/** Weights of 2 to 7 from the right. */
function mod11(number: string): number {
  let sum = 0
  for (let i = 0; i < number.length; i++) sum += Number(number[number.length - 1 - i]) * (2 + (i % 6))
  return (11 - (sum % 11 || 1)) % 10
}

/** Codes of parts, groups and answers begin with letters; how their digit is made LOINC does not tell. */
function isLoinc(code: string): boolean {
  if (/^L[APGL][0-9]{1,9}-[0-9]$/.test(code)) return true
  const [, number = '', digit] = /^([0-9]{1,9})-([0-9])$/.exec(code) ?? []
  return digit !== undefined && mod10(number) === Number(digit)
}
