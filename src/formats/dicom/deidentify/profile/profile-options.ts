// The options of the Basic Application Level Confidentiality Profile (PS3.15 §E.3) with their codes (PS3.16 CID 7050).
import * as z from 'zod'
import { ProblemError } from '../../../../core/problem.ts'
import type { IdentityKind } from '../check/identity.ts'

interface OptionRow {
  /** Column of Table E.1-1, by the letter of the packed table; absent where the option has none. */
  readonly column?: string
  readonly code: string
  readonly meaning: string
}

export const PROFILE_OPTIONS = {
  'retain-safe-private': { column: 'p', code: '113111', meaning: 'Retain Safe Private Option' },
  'retain-uids': { column: 'u', code: '113110', meaning: 'Retain UIDs Option' },
  'retain-device': { column: 'd', code: '113109', meaning: 'Retain Device Identity Option' },
  'retain-institution': { column: 'i', code: '113112', meaning: 'Retain Institution Identity Option' },
  'retain-patient-characteristics': { column: 'c', code: '113108', meaning: 'Retain Patient Characteristics Option' },
  'retain-full-dates': { column: 'f', code: '113106', meaning: 'Retain Longitudinal Temporal Information Full Dates Option' },
  'retain-modified-dates': { column: 'm', code: '113107', meaning: 'Retain Longitudinal Temporal Information Modified Dates Option' },
  'clean-descriptors': { column: 't', code: '113105', meaning: 'Clean Descriptors Option' },
  'clean-structured-content': { column: 's', code: '113104', meaning: 'Clean Structured Content Option' },
  'clean-graphics': { column: 'g', code: '113103', meaning: 'Clean Graphics Option' },
  'clean-pixel-data': { code: '113101', meaning: 'Clean Pixel Data Option' },
} as const satisfies Record<string, OptionRow>

export type ProfileOption = keyof typeof PROFILE_OPTIONS

const NAMES = Object.keys(PROFILE_OPTIONS) as [ProfileOption, ...ProfileOption[]]

export const BASIC_PROFILE = { code: '113100', meaning: 'Basic Application Confidentiality Profile' }

export const profileOptionsField = z
  .array(z.enum(NAMES))
  .max(NAMES.length)
  .default([])
  .describe(
    'Options of PS3.15 §E.3. clean-graphics keeps drawings of presentation states and cleans their texts; overlays and curves are always removed. retain-device keeps devices, retain-modified-dates shifts dates by the days of the subject.',
  )

/** @throws ProblemError `invalid_input` where an option stands twice or two contradict each other */
export function checkProfileOptions(options: readonly ProfileOption[]): ReadonlySet<ProfileOption> {
  const chosen = new Set(options)
  if (chosen.size < options.length) throw refuse('duplicate', 'an option is repeated')
  if (chosen.has('retain-full-dates') && chosen.has('retain-modified-dates')) {
    throw refuse('contradiction', 'dates are kept in full or modified, not both')
  }
  return chosen
}

/** Kinds of original values that the options let stay. */
export function listRetainedKinds(options: ReadonlySet<ProfileOption>): ReadonlySet<IdentityKind> {
  const kinds = new Set<IdentityKind>()
  if (options.has('retain-uids')) kinds.add('uid')
  if (options.has('retain-full-dates')) kinds.add('date')
  if (options.has('retain-institution')) kinds.add('institution')
  return kinds
}

function refuse(code: string, detail: string): ProblemError {
  return new ProblemError('The options contradict each other.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/options', code, detail }],
  })
}

/** The columns of Table E.1-1 in force. */
export function columnsOf(options: ReadonlySet<ProfileOption>): string {
  return NAMES.filter((name) => options.has(name))
    .map((name) => (PROFILE_OPTIONS[name] as OptionRow).column ?? '')
    .join('')
}
