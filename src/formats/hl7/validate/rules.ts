// The rules of the validator, how grave a breach of each is by default, and the codes of table 0357 that stand for them.
import { codeTable } from '../dictionary/code-tables.ts'
import type { Hl7Version } from '../dictionary/versions.ts'

export const VALIDATION_RULES = ['structure', 'required', 'length', 'cardinality', 'dataType', 'table', 'dates', 'batchCounts'] as const
export type ValidationRule = (typeof VALIDATION_RULES)[number]

export const RULE_LEVELS = ['off', 'info', 'warning', 'error'] as const
export type RuleLevel = (typeof RULE_LEVELS)[number]
export type RuleLevels = Readonly<Record<ValidationRule, RuleLevel>>

/** Lengths are advice since 2.7 (chapter 2.5.5.2) and were often too short before; batch counts do not change what a message says. */
export const DEFAULT_LEVELS: RuleLevels = {
  structure: 'error',
  required: 'error',
  length: 'warning',
  cardinality: 'error',
  dataType: 'error',
  table: 'error',
  dates: 'error',
  batchCounts: 'warning',
}

/** What a receiving system refuses, and little else: the header, and a type that nobody knows. Everything else is told of. */
export const LENIENT_LEVELS: RuleLevels = {
  structure: 'warning',
  required: 'warning',
  length: 'info',
  cardinality: 'info',
  dataType: 'warning',
  table: 'info',
  dates: 'warning',
  batchCounts: 'info',
}

export const STRICTNESS = ['strict', 'lenient'] as const
export type Strictness = (typeof STRICTNESS)[number]

/** Fields without which no message can be processed or answered. */
const HEADER_FIELDS: ReadonlySet<string | null> = new Set(['MSH-9', 'MSH-10', 'MSH-12'])

/** True for a finding that a receiving system refuses a message for, whatever the level of its rule. */
export function isRefused(code: IssueCode, path: string | null): boolean {
  if (code === 'header_missing' || code === 'structure_unknown' || code === 'processing_id_unknown') return true
  return code === 'field_missing' && HEADER_FIELDS.has(path)
}

/** One step down, for a finding that the standard allows a site to bring about. */
export function lowerLevel(level: RuleLevel): RuleLevel {
  return level === 'error' ? 'warning' : level === 'warning' ? 'info' : level
}

/** A finding of a kind, and the condition of table 0357 for it. */
export const ISSUE_CODES = {
  segment_missing: '100',
  segment_unexpected: '100',
  segment_repeated: '100',
  segment_undefined: '100',
  segment_not_used: '100',
  structure_unknown: '200',
  event_unknown: '201',
  structure_differs: '200',
  field_missing: '101',
  component_missing: '101',
  value_type_missing: '101',
  field_undefined: '207',
  field_withdrawn: '207',
  component_undefined: '102',
  repetition_not_allowed: '198',
  repetitions_too_few: '198',
  repetitions_too_many: '198',
  value_too_long: '104',
  value_too_short: '102',
  number_invalid: '102',
  sequence_number_invalid: '102',
  code_format_invalid: '102',
  comparator_invalid: '102',
  universal_id_invalid: '102',
  universal_id_type_missing: '101',
  escape_invalid: '102',
  control_character: '102',
  unit_not_escaped: '102',
  set_id_repeated: '102',
  check_digit_wrong: '102',
  event_differs: '201',
  order_number_differs: '207',
  merge_with_itself: '207',
  times_reversed: '207',
  required_value_null: '101',
  control_id_repeated: '205',
  date_invalid: '102',
  time_invalid: '102',
  date_time_invalid: '102',
  offset_invalid: '102',
  precision_not_allowed: '102',
  code_not_in_table: '103',
  processing_id_unknown: '202',
  version_unknown: '203',
  value_type_unknown: '103',
  value_not_used: '207',
  constant_differs: '103',
  batch_count_wrong: '207',
  batch_count_invalid: '102',
  batch_incomplete: '100',
  header_missing: '100',
} as const satisfies Record<string, string>
export type IssueCode = keyof typeof ISSUE_CODES

/** The catch-all that every version has. */
const OTHER_ERROR = '207'

/** @returns the code of table 0357; 104 and 198 came with later versions, before them their nearest code stands in */
export function hl7ErrorCode(version: Hl7Version, code: IssueCode): string {
  const expected = ISSUE_CODES[code]
  if (expected === '104' || expected === '198') {
    const isDefined = codeTable(version, '0357')?.codes.get(expected)?.inVersion === true
    return isDefined ? expected : expected === '104' ? '102' : OTHER_ERROR
  }
  return expected
}
