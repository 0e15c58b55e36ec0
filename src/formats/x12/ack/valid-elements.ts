// Elements of headers as an acknowledgment repeats them: in the form that they must have there (X12.5, X12.6). An invalid one is not repeated: an
// acknowledgment that is invalid itself is rejected and not read.
import type { Delimiters } from '../delimiters.ts'
import type { Group } from '../envelope.ts'

export const QUALIFIER = /^[0-9A-Z]{2}$/
export const DATE = /^[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])$/
export const TIME = /^(?:[01][0-9]|2[0-3])[0-5][0-9]$/
const INTERCHANGE_CONTROL = /^[0-9]{9}$/
const GROUP_CONTROL = /^[0-9]{1,9}$/
export const SET_CONTROL = /^(?=.*\S).{1,9}$/
export const SET_TYPE = /^[0-9]{3}$/
const GROUP_TYPE = /^[0-9A-Z]{2}$/
export const GROUP_AGENCY = /^[TX]$/
/** ISA06 and ISA08 have one length, GS02 and GS03 at most that. */
export const PARTNER_LENGTH = 15
export const VERSION_LENGTH = 12
export const GUIDE_LENGTH = 35
/** The transaction set of each functional group (GS01). */
export const TYPE_OF_GROUP: Readonly<Record<string, string>> = {
  BE: '834',
  HB: '271',
  HC: '837',
  HI: '278',
  HN: '277',
  HP: '835',
  HR: '276',
  HS: '270',
  RA: '820',
}
/** For AK101, which is mandatory. */
const NO_GROUP_TYPE = 'ZZ'

/** GS01; by the type of its first transaction set if it is invalid. */
export function groupType({ header, transactions }: Group): string {
  const type = transactions[0]?.type
  const likely = Object.keys(TYPE_OF_GROUP).find((id) => TYPE_OF_GROUP[id] === type)
  return orElse(header.elements[0] ?? '', GROUP_TYPE, likely ?? NO_GROUP_TYPE)
}

export function orElse(text: string, form: RegExp, other: string): string {
  return form.test(text) ? text : other
}

/** N0 9/9: blanks in place of leading zeros do not change the number. */
export function interchangeControl(text: string): string {
  return orElse(text.trim().padStart(9, '0'), INTERCHANGE_CONTROL, '000000000')
}

/** N0 1/9: leading zeros are none of its digits. */
export function groupControl(text: string): string {
  const number = text.trim()
  return orElse(number.length > 9 ? number.replace(/^0+(?=.)/, '') : number, GROUP_CONTROL, '0')
}

/** AN 2/15, filled up to its least length (X12.6); that of the interchange in place of a missing one. */
export function groupPartner(text: string, ofInterchange: string): string {
  const own = text.trim() === '' ? ofInterchange : text
  return own.trimEnd().slice(0, PARTNER_LENGTH).padEnd(2)
}

/** A letter, digit or blank would divide the elements of the acknowledgment itself; its own ISA says what stands in its place. */
export function usableDelimiters(given: Delimiters): Delimiters {
  if (!/[0-9A-Za-z ]/.test(given.component)) return given
  const others = [given.element, given.segment, given.repetition]
  return { ...given, component: [...':>|^'].find((mark) => !others.includes(mark))! }
}
