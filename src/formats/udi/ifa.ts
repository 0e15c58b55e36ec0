// The IFA Coding System: pharmacy product numbers and production data behind ASC data identifiers, in the 06 envelope or without it.
import { gs1CheckDigit, ifaCheckDigits, isPzn } from '../ids/check-sums.ts'
import { dateCost, type Field, findWays, likelihoods, lotLengthCost, serialLengthCost, type Way } from './lost-separators.ts'
import { EOT, GS, RS, type Separated } from './separators.ts'
import { type DateFormat, readUdiDate } from './udi-date.ts'
import {
  isError,
  makeIssue,
  type ReadUdi,
  type Role,
  repeatedElements,
  type UdiCheck,
  type UdiElement,
  type UdiIssue,
} from './udi-result.ts'

interface Identifier {
  readonly id: string
  readonly title: string
  readonly min: number
  readonly max: number
  readonly shape: RegExp
  readonly role?: Role
  /** Bits, as in lost-separators.ts. */
  readonly cost: number
}

const NUMBER = /^[0-9A-Za-z\-_.+/]+$/
/** Data identifiers of the IFA Coding System (ANS MH10.8.2). */
const IDENTIFIERS: readonly Identifier[] = [
  { id: '9N', title: 'Pharmacy product number', min: 4, max: 22, shape: /^[0-9A-Z\-.]+$/, role: 'di', cost: 1 },
  { id: '8P', title: 'GTIN', min: 14, max: 14, shape: /^\d+$/, cost: 4 },
  { id: '1T', title: 'Lot or batch number', min: 1, max: 20, shape: NUMBER, role: 'lotNumber', cost: 1.5 },
  { id: 'D', title: 'Expiration date', min: 6, max: 8, shape: /^\d+$/, role: 'expiration', cost: 1 },
  { id: '14D', title: 'Expiration date', min: 8, max: 8, shape: /^\d+$/, role: 'expiration', cost: 4 },
  { id: '16D', title: 'Manufacturing date', min: 6, max: 8, shape: /^\d+$/, role: 'manufacturing', cost: 3 },
  { id: 'S', title: 'Serial number', min: 1, max: 20, shape: NUMBER, role: 'serialNumber', cost: 1.5 },
  { id: 'Q', title: 'Quantity', min: 1, max: 8, shape: /^\d+$/, role: 'quantity', cost: 6 },
  { id: '27Q', title: 'Number of items in the package', min: 1, max: 8, shape: /^\d+$/, role: 'quantity', cost: 7 },
  { id: '33L', title: 'Uniform resource locator', min: 1, max: 90, shape: /^[!-~]+$/, cost: 9 },
]
const BY_ID = new Map(IDENTIFIERS.map((identifier) => [identifier.id, identifier]))
const UNLIKELY = 0.02

export function isIfa(text: string): boolean {
  return text.startsWith('[)>') || /^9N\d/.test(text)
}

/** @param separated the text behind any symbology identifier, with control characters for separators */
export function readIfa({ text, offsets }: Separated, currentYear: number): ReadUdi {
  const issues: UdiIssue[] = []
  let from = 0
  let to = text.length
  const isEnveloped = text.startsWith('[)>')
  if (isEnveloped) {
    const head = /^\[\)>\x1e?0?6\x1d?/.exec(text)!
    const tail = /\x1d?(?:\x1e\x04?|\x04)?$/.exec(text)!
    from = head[0].length
    to = Math.max(from, tail.index)
    const isWhole = head[0] === `[)>${RS}06${GS}` && text.endsWith(RS + EOT)
    if (!isWhole) issues.push(makeIssue('envelope_incomplete', offsets[0]!, offsets[text.length]!))
  }
  const isTrusted = text.slice(from, to).includes(GS)
  let elements: UdiElement[] = []
  let readings: ReadUdi['readings']
  for (let at = from; at < to; ) {
    const next = text.indexOf(GS, at)
    const end = next < 0 || next > to ? to : next
    if (end > at) {
      const read = readField(text, { at, end, isTrusted }, offsets, currentYear)
      if (read.readings && !readings) {
        const before = elements
        readings = read.readings.map(({ elements: own, likelihood }) => ({ elements: [...before, ...own], likelihood }))
        issues.push(makeIssue('separator_missing', offsets[at]!, offsets[end]!))
      } else if (readings) readings = readings.map((reading) => ({ ...reading, elements: [...reading.elements, ...read.elements] }))
      elements = [...elements, ...read.elements]
    }
    at = end + 1
  }
  const written = elements.map(({ id, value }) => id + value).join(GS)
  return {
    agency: 'IFA',
    form: isEnveloped ? 'format-06' : 'data-identifiers',
    elements,
    issues: [...issues, ...repeatedElements(elements)],
    hrf: elements.map(({ id, value }) => (id === '' ? value : `(${id})${value}`)).join(''),
    aidc: isEnveloped ? `[)>${RS}06${GS}${written}${RS}${EOT}` : written,
    ...(readings ? { readings } : {}),
  }
}

interface FieldSpan {
  readonly at: number
  readonly end: number
  readonly isTrusted: boolean
}

/** One field, or several whose separators were lost. */
function readField(
  text: string,
  { at, end, isTrusted }: FieldSpan,
  offsets: readonly number[],
  currentYear: number,
): { elements: UdiElement[]; readings?: NonNullable<ReadUdi['readings']> } {
  const check = (from: number, to: number): UdiElement => readElement(text, from, to, offsets, currentYear)
  const whole = check(at, end)
  if (isTrusted && !whole.issues.some(isError)) return { elements: [whole] }
  const ways = findWays(text, { from: at, to: end, taken: new Set() }, (of, place) => fieldAt(of, place, currentYear))
  if (ways.length === 0) return { elements: [whole] }
  const elementsOf = ({ parts }: Way): UdiElement[] => parts.map((part) => check(part.start, part.end))
  const shares = likelihoods(ways.map(({ cost }) => cost))
  const elements = elementsOf(ways[0]!)
  if (ways[0]!.missing === 0 && (shares[1] ?? 0) < UNLIKELY) return { elements }
  return { elements, readings: ways.map((way, i) => ({ elements: elementsOf(way), likelihood: shares[i]! })) }
}

function identifierAt(text: string, at: number): string | undefined {
  return /^\d{0,3}[A-Z]/.exec(text.slice(at, at + 4))?.[0]
}

function readElement(text: string, at: number, end: number, offsets: readonly number[], currentYear: number): UdiElement {
  const id = identifierAt(text, at) ?? ''
  const value = text.slice(at + id.length, end)
  const identifier = BY_ID.get(id)
  const place = { start: offsets[at]!, end: offsets[end]! }
  if (!identifier) {
    return { id, title: '', value, ...place, issues: [makeIssue('unknown_identifier', place.start, place.end)], checks: [] }
  }
  const valueAt = offsets[at + id.length]!
  const issues: UdiIssue[] = []
  if (value.length < identifier.min || value.length > identifier.max) issues.push(makeIssue('length', valueAt, place.end))
  else if (!identifier.shape.test(value)) issues.push(makeIssue('character', valueAt, place.end))
  const checks = issues.length === 0 ? checksOf(id, value) : []
  if (checks.some(({ valid }) => !valid)) issues.push(makeIssue('check_digit', place.end - 2, place.end))
  const format: DateFormat = value.length === 8 ? 'YYYYMMDD' : 'YYMMDD'
  const isDate = identifier.role === 'expiration' || identifier.role === 'manufacturing'
  const date = isDate ? readUdiDate(value, format, currentYear, 'last-day') : undefined
  if (date && issues.length === 0 && date.date === null) issues.push(makeIssue('date', valueAt, place.end))
  return { id, title: identifier.title, value, ...place, issues, checks, role: identifier.role, date }
}

/** Two check digits of a product number, and those of the national number inside of it. */
function checksOf(id: string, value: string): UdiCheck[] {
  if (id === '8P') {
    const expected = gs1CheckDigit(value.slice(0, -1))
    return [{ what: 'gs1_check_digit', element: id, valid: value.endsWith(expected), expected }]
  }
  if (id !== '9N') return []
  const expected = ifaCheckDigits(value.slice(0, -2))
  const own: UdiCheck = { what: 'ppn_check_digits', element: id, valid: value.endsWith(expected), expected }
  // Agency 11 is IFA itself, whose numbers are PZN of eight digits.
  if (!value.startsWith('11')) return [own]
  const pzn = value.slice(2, -2)
  const valid = /^\d{8}$/.test(pzn) && isPzn(pzn)
  return [own, { what: 'pzn_check_digit', element: id, valid, expected: null }]
}

function fieldAt(text: string, at: number, currentYear: number): Field | undefined {
  const id = identifierAt(text, at)
  const identifier = id === undefined ? undefined : BY_ID.get(id)
  if (!identifier) return undefined
  const { min, max, cost, role } = identifier
  return {
    id: identifier.id,
    min,
    max,
    needsSeparator: true,
    cost,
    isFree: false,
    costOfLength: (length) => (role === 'lotNumber' ? lotLengthCost(length) : role === 'serialNumber' ? serialLengthCost(length) : 0),
    costOfValue: (value) => valueCost(identifier, value, currentYear),
  }
}

function valueCost({ id, role }: Identifier, value: string, currentYear: number): number | undefined {
  const text = id + value
  const offsets = Array.from({ length: text.length + 1 }, (_, i) => i)
  const element = readElement(text, 0, text.length, offsets, currentYear)
  if (element.issues.some(isError)) return undefined
  if (element.date?.date) {
    const made = role === 'manufacturing'
    return dateCost(Number(element.date.date.slice(0, 4)), [currentYear - (made ? 12 : 6), currentYear + (made ? 1 : 12)])
  }
  if (element.checks.length > 0) return (value.length - 2) * 3.3
  let bits = 0
  for (let i = 0; i < value.length; i++) bits += /\d/.test(value[i]!) ? 3.5 : 5
  return bits
}
