// What is read from a UDI carrier: elements with their places, issues, checks and dates, whichever agency issued it.
import type { UdiDate } from './udi-date.ts'

export const AGENCIES = ['GS1', 'HIBCC', 'ICCBBA', 'IFA'] as const
export type Agency = (typeof AGENCIES)[number]

export const FORMS = [
  'element-string',
  'bracketed',
  'digital-link',
  'gtin',
  'format-05',
  'hibc-primary',
  'hibc-secondary',
  'hibc-joined',
  'hibc-provider',
  'isbt-128',
  'format-06',
  'data-identifiers',
  'basic-udi-di',
] as const
export type Form = (typeof FORMS)[number]

/** Issues by severity: an error makes the element, and the UDI, invalid. */
const SEVERITIES = {
  unknown_format: 'error',
  unknown_identifier: 'error',
  unreadable: 'error',
  length: 'error',
  character: 'error',
  check_digit: 'error',
  link_character: 'error',
  company_prefix: 'error',
  date: 'error',
  time: 'error',
  range: 'error',
  code_list: 'error',
  structure: 'error',
  excluded_pair: 'error',
  repeated: 'error',
  qualifier_order: 'error',
  compressed_digital_link: 'error',
  not_a_device_identifier: 'error',
  missing_pair: 'warning',
  no_device_identifier: 'warning',
  separator_missing: 'warning',
  separator_assumed: 'warning',
  envelope_incomplete: 'warning',
  date_format_missing: 'warning',
  lower_case: 'warning',
  blanks_dropped: 'warning',
  agency_not_accredited: 'warning',
  padded: 'information',
  parameter_ignored: 'information',
} as const
export type IssueCode = keyof typeof SEVERITIES
export const ISSUE_CODES = Object.keys(SEVERITIES) as [IssueCode, ...IssueCode[]]
export const ISSUE_SEVERITIES = ['error', 'warning', 'information'] as const

/** Offsets are UTF-16 code units in the text as given, the end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface UdiIssue extends Span {
  readonly code: IssueCode
  readonly severity: (typeof ISSUE_SEVERITIES)[number]
}

export const CHECK_NAMES = [
  'gs1_check_digit',
  'gs1_check_pair',
  'hibc_check_character',
  'hibc_link_character',
  'basic_udi_di_check',
  'isbt_check_value',
  'isbt_check_character',
  'ppn_check_digits',
  'pzn_check_digit',
] as const

export interface UdiCheck {
  readonly what: (typeof CHECK_NAMES)[number]
  /** Id of the element that holds it. */
  readonly element: string
  readonly valid: boolean
  /** What the check digit or character has to be; null if it cannot be computed. */
  readonly expected: string | null
}

/** The field of the result that an element fills. */
export type Role =
  | 'di'
  | 'masterUdiDi'
  | 'basicUdiDi'
  | 'lotNumber'
  | 'serialNumber'
  | 'expiration'
  | 'manufacturing'
  | 'donationId'
  | 'softwareVersion'
  | 'quantity'

export interface UdiElement extends Span {
  /** Application identifier, data identifier or flag. */
  readonly id: string
  readonly title: string
  readonly value: string
  readonly issues: readonly UdiIssue[]
  readonly checks: readonly UdiCheck[]
  readonly role?: Role | undefined
  readonly date?: UdiDate | undefined
}

/** One way to divide a text that lost its separators. */
export interface Reading {
  readonly elements: readonly UdiElement[]
  /** Share among all readings, 0 to 1. */
  readonly likelihood: number
}

/** What a reader of one agency's forms makes of a text. */
export interface ReadUdi {
  readonly agency: Agency | null
  readonly form: Form | null
  readonly elements: readonly UdiElement[]
  /** Issues of the text as a whole. */
  readonly issues: readonly UdiIssue[]
  readonly packageLevel?: number | undefined
  /** Only if more than one reading fits, or one relies on a separator that is not there. */
  readonly readings?: readonly Reading[]
  /** Human-readable form and the string that a scanner transmits; null if nothing was read. */
  readonly hrf: string | null
  readonly aidc: string | null
  /** ICCBBA assigns two kinds of device identifiers. */
  readonly isBlood?: boolean
}

export function makeIssue(code: IssueCode, start: number, end: number): UdiIssue {
  return { code, severity: SEVERITIES[code], start, end }
}

export function isError({ severity }: UdiIssue): boolean {
  return severity === 'error'
}

/** Elements of the same identifier that say something else than the one before. */
export function repeatedElements(elements: readonly UdiElement[]): UdiIssue[] {
  const values = new Map<string, string>()
  const issues: UdiIssue[] = []
  for (const { id, value, start, end } of elements) {
    if (id === '') continue
    if ((values.get(id) ?? value) !== value) issues.push(makeIssue('repeated', start, end))
    values.set(id, value)
  }
  return issues
}

/** The text is of no known form, or of one that is refused. */
export function unread(text: string, code: IssueCode, agency: Agency | null = null, form: Form | null = null): ReadUdi {
  return { agency, form, elements: [], issues: [makeIssue(code, 0, text.length)], hrf: null, aidc: null }
}
