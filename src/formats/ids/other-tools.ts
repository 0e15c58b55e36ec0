// UDIs and units of measure: identifiers that have tools of their own. check-id judges them with those tools' readers, and names the tool.
import { checkUnit } from '../ucum/check-unit.ts'
import { readUdi } from '../udi/read-udi.ts'
import { DEFAULT_YEAR } from '../udi/udi-date.ts'
import { isError, type ReadUdi, type IssueCode as UdiIssueCode } from '../udi/udi-result.ts'
import type { InputId, JudgeOptions, Match } from './judge-id.ts'
import type { CheckKind, Reason } from './scheme.ts'

export const OTHER_TYPES = ['udi', 'ucum'] as const
export type OtherType = (typeof OTHER_TYPES)[number]

/** An application identifier of two digits, and a check digit, in bits. */
const IDENTIFIER_BITS = 6.6
const CHECK_BITS = 3.3
/** A unit has a letter, a percent sign, a special symbol or minutes and seconds of arc. */
const UNIT_CHARACTER = /[A-Za-z%['"]/

const UDI_REASONS: Readonly<Partial<Record<UdiIssueCode, Reason>>> = {
  check_digit: 'check_digit',
  link_character: 'check_digit',
  date: 'date',
  time: 'date',
  length: 'length',
  range: 'range',
  code_list: 'range',
  company_prefix: 'range',
}

/** True for texts that begin like a UDI with a prefix, brackets, an agency's flag, or the address of a Digital Link. */
export function beginsAsUdi(text: string): boolean {
  return /^(?:\][A-Za-z]\d|\((?:01|8013|8014)\)|01\d{14}|\*?\+[A-Z]|[=&][A-Z0-9%>+,)</]|\[\)>|9N\d{4}|https?:\/\/[^?#]*\/(?:01\/\d|801[34]\/))/i.test(
    text,
  )
}

/** For texts that are valid in no scheme: a unit of measure, or a UDI with a device identifier; undefined for others. */
export function findOther(given: InputId, options: JudgeOptions): Match | undefined {
  if (!UNIT_CHARACTER.test(given.text)) return undefined
  const unit = judgeUnit(given)
  if (unit.valid) return unit
  const read = readAsUdi(given, options)
  const hasDevice = read.elements.some(({ role }) => role === 'di' || role === 'basicUdiDi' || role === 'masterUdiDi')
  if (!hasDevice) return undefined
  const match = describeUdi(read, given, options)
  return match.valid ? match : undefined
}

export function isOtherType(type: string): type is OtherType {
  return OTHER_TYPES.some((each) => each === type)
}

/** Never throws. */
export function judgeByOtherTool(given: InputId, type: OtherType, options: JudgeOptions): Match {
  return type === 'udi' ? describeUdi(readAsUdi(given, options), given, options) : judgeUnit(given)
}

const NOTHING = { country: null, issued: null, decoded: null, converted: null } as const

function readAsUdi({ text }: InputId, { today }: JudgeOptions): ReadUdi {
  return readUdi(text, 'auto', today?.year ?? DEFAULT_YEAR)
}

function describeUdi(read: ReadUdi, { text, offset }: InputId, { decode }: JudgeOptions): Match {
  const error = [...read.issues, ...read.elements.flatMap(({ issues }) => issues)].find(isError)
  // A text that lost its separators can be read in more than one way: it is not valid, and no character of it is to blame.
  const valid = error === undefined && (read.readings?.length ?? 0) < 2
  return {
    ...NOTHING,
    type: 'udi',
    name: 'Unique Device Identifier (UDI)',
    valid,
    checked: checkedOf(read),
    normalized: read.aidc ?? text,
    formatted: read.hrf ?? text,
    reason: error ? (UDI_REASONS[error.code] ?? 'character') : null,
    position: error ? offset + error.start : null,
    decoded: decode && valid ? { issuingAgency: read.agency! } : null,
    strength: strengthOf(read),
    tool: 'code/udi',
  }
}

function checkedOf({ elements }: ReadUdi): CheckKind[] {
  const hasDate = elements.some(({ date }) => date !== undefined)
  const hasCheck = elements.some(({ checks }) => checks.length > 0)
  return ['length', 'alphabet', ...(hasDate ? ['date' as const] : []), ...(hasCheck ? ['check' as const] : [])]
}

function strengthOf({ elements }: ReadUdi): number {
  return elements.reduce((sum, { checks }) => sum + IDENTIFIER_BITS + checks.length * CHECK_BITS, 0)
}

const UNIT_SETTINGS = {
  to: undefined,
  property: undefined,
  molarMass: undefined,
  charge: undefined,
  caseInsensitive: false,
  maxSuggestions: 0,
  digits: 17,
} as const

/** A unit, or a value with its unit. A bare number is not a unit here, although UCUM allows integers. */
function judgeUnit({ text, offset }: InputId): Match {
  const { valid, issues } = checkUnit(text, 0, true, UNIT_SETTINGS)
  const error = issues.find(({ severity }) => severity === 'error')
  const isUnit = valid && !error && UNIT_CHARACTER.test(text)
  return {
    ...NOTHING,
    type: 'ucum',
    name: 'Unit of measure (UCUM)',
    valid: isUnit,
    checked: ['length', 'alphabet'],
    normalized: text,
    formatted: text,
    reason: isUnit ? null : 'character',
    position: error ? offset + error.start : null,
    strength: 0,
    tool: 'code/ucum',
  }
}
