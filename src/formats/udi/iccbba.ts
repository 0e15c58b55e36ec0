// ISBT 128 (ICCBBA): data structures one behind the other, each with a data identifier that begins with = or &.
import { mod37And2Character, mod37And2Value } from '../ids/check-sums.ts'
import { type DateFormat, readUdiDate } from './udi-date.ts'
import { makeIssue, type ReadUdi, type Role, repeatedElements, type UdiCheck, type UdiElement, type UdiIssue } from './udi-result.ts'

interface Structure {
  readonly id: string
  readonly title: string
  readonly length: number
  readonly shape: RegExp
  readonly role?: Role
  readonly format?: DateFormat
}

const ANY = /^[0-9A-Za-z*]+$/
const DIGITS = /^\d+$/
/** Data structures of ISBT 128 Standard Technical Specification, by their identifiers. */
const STRUCTURES: readonly Structure[] = [
  { id: '&,1', title: 'MPHO lot number', length: 18, shape: ANY, role: 'lotNumber' },
  { id: '=/', title: 'Processor product identification code', length: 16, shape: /^[0-9A-Z]+$/, role: 'di' },
  { id: '=,', title: 'Product divisions', length: 6, shape: ANY, role: 'serialNumber' },
  { id: '=>', title: 'Expiration date', length: 6, shape: DIGITS, role: 'expiration', format: 'YYYJJJ' },
  { id: '&>', title: 'Expiration date and time', length: 10, shape: DIGITS, role: 'expiration', format: 'YYYJJJHHmm' },
  { id: '=}', title: 'Production date', length: 6, shape: DIGITS, role: 'manufacturing', format: 'YYYJJJ' },
  { id: '&}', title: 'Production date and time', length: 10, shape: DIGITS, role: 'manufacturing', format: 'YYYJJJHHmm' },
  { id: '=*', title: 'Collection date', length: 6, shape: DIGITS, format: 'YYYJJJ' },
  { id: '&*', title: 'Collection date and time', length: 10, shape: DIGITS, format: 'YYYJJJHHmm' },
  { id: '=)', title: 'Container manufacturer and catalog number', length: 10, shape: /^[0-9A-Z]+$/, role: 'di' },
  { id: '&)', title: 'Container lot number', length: 10, shape: /^[0-9A-Z]+$/, role: 'lotNumber' },
  { id: '=<', title: 'Product code', length: 8, shape: /^[0-9A-Z]+$/i },
  { id: '=%', title: 'Blood groups', length: 4, shape: ANY },
  { id: '=+', title: 'Compound message', length: 5, shape: DIGITS },
]
/** Country or facility, year, sequence, and two flag characters. */
const DONATION = { id: '=', title: 'Donation identification number', length: 15, shape: /^[0-9A-NP-Z]{5}\d{8}[0-9A-Z*]{2}$/ } as const

/** @param base offset of `text` in the text as given */
export function readIsbt(text: string, base: number, currentYear: number): ReadUdi {
  const elements: UdiElement[] = []
  for (let at = 0; at < text.length; ) {
    const structure = structureAt(text, at)
    const element = structure ? readStructure(structure, text, at, base, currentYear) : readUnknown(text, at, base)
    elements.push(element)
    at = element.end - base
  }
  return {
    agency: 'ICCBBA',
    form: 'isbt-128',
    elements,
    issues: repeatedElements(elements),
    hrf: text,
    aidc: text,
    isBlood: elements.some(({ id }) => id === '=)') && !elements.some(({ id }) => id === '=/'),
  }
}

function structureAt(text: string, at: number): Structure | undefined {
  const known = STRUCTURES.find(({ id }) => text.startsWith(id, at))
  if (known) return known
  return /^=[0-9A-NP-Z]/.test(text.slice(at, at + 2)) ? DONATION : undefined
}

function readStructure(structure: Structure, text: string, at: number, base: number, currentYear: number): UdiElement {
  const { id, title, length, shape, role, format } = structure
  const from = at + id.length
  const value = text.slice(from, from + length)
  const place = { start: base + at, end: base + from + value.length }
  const issues: UdiIssue[] = []
  if (value.length < length) issues.push(makeIssue('length', base + from, place.end))
  else if (!shape.test(value)) issues.push(makeIssue('character', base + from, place.end))
  const date = format && readUdiDate(value, format, currentYear, 'refused')
  if (date && issues.length === 0 && date.date === null) issues.push(makeIssue('date', base + from, place.end))
  if (structure !== DONATION) return { id, title, value, ...place, issues, checks: [], role, date }
  return readDonation(value, text.slice(from + length), place, issues)
}

/** Flags from 60 to 96 hold the check value; a keyboard check character may stand behind the number. */
function readDonation(value: string, rest: string, place: { start: number; end: number }, issues: UdiIssue[]): UdiElement {
  const checks: UdiCheck[] = []
  const flags = Number(value.slice(13))
  let end = place.end
  if (issues.length === 0) {
    const expected = mod37And2Value(value.slice(0, 13))
    if (flags >= 60 && flags <= 96) add('isbt_check_value', flags === 60 + expected, String(60 + expected), end - 2, end)
    if (/^[0-9A-Z*](?:$|[=&])/.test(rest)) {
      const character = mod37And2Character(expected)
      add('isbt_check_character', rest[0] === character, character, end, end + 1)
      end++
    }
  }
  return { id: '=', title: DONATION.title, value, start: place.start, end, issues, checks, role: 'donationId' }

  function add(what: UdiCheck['what'], valid: boolean, expected: string, from: number, to: number): void {
    checks.push({ what, element: '=', valid, expected })
    if (!valid) issues.push(makeIssue('check_digit', from, to))
  }
}

/** Up to the next identifier that is known. */
function readUnknown(text: string, at: number, base: number): UdiElement {
  let end = at + 1
  while (end < text.length && !structureAt(text, end)) end++
  const place = { start: base + at, end: base + end }
  const isIdentifier = /^[=&]./.test(text.slice(at, end))
  return {
    id: isIdentifier ? text.slice(at, at + 2) : '',
    title: '',
    value: text.slice(isIdentifier ? at + 2 : at, end),
    ...place,
    issues: [makeIssue('unknown_identifier', place.start, place.end)],
    checks: [],
  }
}
