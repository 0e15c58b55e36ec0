// What is found in an interchange: codes, how grave they are, and what an acknowledgment says of each.

export type Severity = 'error' | 'warning'
/** Where an acknowledgment tells of it: TA105, AK905 and IK502 (AK502 of 997), IK304 (AK304). */
export type AckLevel = 'interchange' | 'group' | 'transaction' | 'segment'

/** Groups of checks, each with a severity of its own. */
type X12Check = 'envelope' | 'levels' | 'guide' | 'sums' | 'dates' | 'ids'

interface IssueRow {
  readonly check: X12Check
  readonly severity: Severity
  readonly level: AckLevel
  /** The code of the level, null for what no acknowledgment reports. */
  readonly ack: string | null
  readonly meaning: string
  /** IK403 (AK403) of the element that is wrong; null for an issue that is not about one element. */
  readonly elementAck: string | null
}

const row = (
  check: X12Check,
  severity: Severity,
  level: AckLevel,
  ack: string | null,
  meaning: string,
  elementAck: string | null = null,
): IssueRow => ({ check, severity, level, ack, meaning, elementAck })

export const ISSUES = {
  isa_length: row('envelope', 'warning', 'interchange', null, 'ISA does not have 106 characters; its elements were found by counting.'),
  iea_missing: row('envelope', 'error', 'interchange', '023', 'The interchange has no IEA.'),
  iea_control_differs: row('envelope', 'error', 'interchange', '001', 'IEA02 is not the control number of ISA13.'),
  iea_count_wrong: row('envelope', 'error', 'interchange', '021', 'IEA01 is not the number of functional groups.'),
  isa_date_invalid: row('envelope', 'error', 'interchange', '014', 'ISA09 is no date.'),
  isa_time_invalid: row('envelope', 'error', 'interchange', '015', 'ISA10 is no time.'),
  isa_control_invalid: row('envelope', 'error', 'interchange', '018', 'ISA13 does not have nine digits.'),
  isa_usage_unknown: row('envelope', 'error', 'interchange', '020', 'ISA15 is neither I, P nor T.'),
  isa_sender_qualifier_invalid: row('envelope', 'error', 'interchange', '005', 'ISA05 does not have two letters or digits.'),
  isa_sender_missing: row('envelope', 'error', 'interchange', '006', 'ISA06 is empty.'),
  isa_receiver_qualifier_invalid: row('envelope', 'error', 'interchange', '007', 'ISA07 does not have two letters or digits.'),
  isa_receiver_missing: row('envelope', 'error', 'interchange', '008', 'ISA08 is empty.'),
  isa_version_invalid: row('envelope', 'error', 'interchange', '017', 'ISA12 does not have five digits.'),
  isa_acknowledgment_unknown: row('envelope', 'error', 'interchange', '019', 'ISA14 is neither 0 nor 1.'),
  interchange_structure: row('envelope', 'error', 'interchange', '022', 'A segment stands outside of a functional group.'),
  segment_unterminated: row('envelope', 'error', 'interchange', '023', 'The last segment has no delimiter behind it.'),
  gs_type_invalid: row('envelope', 'error', 'group', '1', 'GS01 does not have two letters or digits.'),
  gs_control_invalid: row('envelope', 'error', 'group', '6', 'GS06 does not have one to nine digits.'),
  ge_missing: row('envelope', 'error', 'group', '3', 'The functional group has no GE.'),
  ge_control_differs: row('envelope', 'error', 'group', '4', 'GE02 is not the control number of GS06.'),
  ge_count_wrong: row('envelope', 'error', 'group', '5', 'GE01 is not the number of transaction sets.'),
  group_structure: row('envelope', 'error', 'group', null, 'A segment stands outside of a transaction set.'),
  se_missing: row('envelope', 'error', 'transaction', '2', 'The transaction set has no SE.'),
  se_control_differs: row('envelope', 'error', 'transaction', '3', 'SE02 is not the control number of ST02.'),
  se_count_wrong: row('envelope', 'error', 'transaction', '4', 'SE01 is not the number of segments.'),
  st_type_missing: row('envelope', 'error', 'transaction', '6', 'ST01 is empty or not three digits.'),
  st_control_missing: row('envelope', 'error', 'transaction', '7', 'ST02 is empty or longer than nine characters.'),
  st_control_repeated: row('envelope', 'error', 'transaction', '23', 'ST02 is repeated in the functional group.'),
  segment_unrecognized: row('envelope', 'error', 'segment', '1', 'The identifier of the segment is none.'),
  binary_length_wrong: row('envelope', 'error', 'segment', '8', 'The binary data is not as long as the segment says.'),
  hl_number_wrong: row('levels', 'error', 'segment', '8', 'HL01 does not count on by one.', '7'),
  hl_parent_unknown: row('levels', 'error', 'segment', '8', 'HL02 names no earlier level.', '7'),
  hl_too_deep: row('levels', 'warning', 'segment', null, 'The level lies deeper than 16 levels; it is shown in the sixteenth.'),
  segment_unexpected: row('guide', 'warning', 'segment', '2', 'The guide has no such segment in this place.'),
  segment_missing: row('guide', 'warning', 'segment', '3', 'A segment that the guide requires is missing in the loop.'),
  segment_repeated: row('guide', 'warning', 'segment', '5', 'The segment stands more often in the loop than the guide allows.'),
  segment_misplaced: row('guide', 'warning', 'segment', '7', 'The segments are not in the order of the guide.'),
  loop_missing: row('guide', 'warning', 'segment', '3', 'A loop that the guide requires is missing.'),
  loop_repeated: row('guide', 'warning', 'segment', '4', 'The loop stands more often than the guide allows.'),
  payment_unbalanced: row(
    'sums',
    'warning',
    'transaction',
    null,
    'BPR02 is not the sum of the payments less the adjustments of the provider.',
  ),
  claim_unbalanced: row('sums', 'warning', 'segment', null, 'The charge of the claim less its adjustments is not what was paid.'),
  premium_unbalanced: row(
    'sums',
    'warning',
    'transaction',
    null,
    'BPR02 is not the sum of the remittances (RMR04) and adjustments (ADX01).',
  ),
  service_unbalanced: row('sums', 'warning', 'segment', null, 'The charge of the service less its adjustments is not what was paid.'),
  claim_charge_differs: row('sums', 'warning', 'segment', null, 'The charge of the claim is not the sum of its services.'),
  date_invalid: row('dates', 'warning', 'segment', '8', 'A date is none of the calendar, or not of its format.', '8'),
  npi_invalid: row('ids', 'warning', 'segment', '8', 'A National Provider Identifier has a wrong form or check digit.', '7'),
} as const satisfies Record<string, IssueRow>

export type IssueCode = keyof typeof ISSUES

export interface Issue {
  readonly code: IssueCode
  /** `ISA[1]/GS[1]/ST[2]/SE`. */
  readonly path: string
  /** Position of the segment in its transaction set, ST being 1; null outside of one. */
  readonly position: number | null
  readonly segment: string | null
  readonly element: number | null
  /** By the guide; null where none is known, and for the transaction set itself. */
  readonly loop: string | null
  /** The segment or loop that is missing. */
  readonly expected: string | null
  /** What is missing or too much, as a decimal; null for what is no sum or count. */
  readonly difference: string | null
  readonly start: number
  readonly end: number
}

/** Severities in place of those of the issues; off leaves them out. */
type X12Severities = Readonly<Partial<Record<X12Check, Severity | 'off' | undefined>>>

export function severityOf(code: IssueCode, severities: X12Severities): Severity | 'off' {
  const { check, severity } = ISSUES[code]
  return severities[check] ?? severity
}
