// What validation can find, said once: every finding names a row of this table, a place, a module and a type, never a value.
import { DICOM_ISSUES, type DicomIssueCode, formatPath, type IssueList, type Severity } from '../dicom-issue.ts'
import type { AttributeType } from '../iod/iod-table.ts'

const error = (message: string) => ({ severity: 'error', message }) as const
const warning = (message: string) => ({ severity: 'warning', message }) as const
const info = (message: string) => ({ severity: 'info', message }) as const

const FINDINGS = {
  // PS3.3: modules and attributes
  missing_type_1: error('An attribute of Type 1 is missing.'),
  missing_type_1c: error('An attribute of Type 1C is missing, and its condition is met.'),
  missing_type_2: error('An attribute of Type 2 is missing; it may be empty, but must be there.'),
  missing_type_2c: error('An attribute of Type 2C is missing, and its condition is met.'),
  open_type_1c: warning('An attribute of Type 1C is missing; the data set does not say whether this one is required or another.'),
  open_type_2c: warning('An attribute of Type 2C is missing; nothing in the data set says that its condition is not met.'),
  empty_type_1: error('An attribute of Type 1 has no value.'),
  empty_type_1c: error('An attribute of Type 1C is there without a value.'),
  missing_functional_group: error('A functional group that the IOD requires is neither shared nor in this frame.'),
  repeated_functional_group: error('A functional group is both shared and in frames.'),
  value_not_enumerated: error('The value is none of the Enumerated Values that the module gives.'),
  pixel_description: error(
    'The value is none that the pixel module of the IOD, the photometric interpretation or the transfer syntax allows.',
  ),
  several_items: error('The sequence has more than the single item that the module allows.'),
  frame_count: error('Number of Frames does not fit the offset table, the fragments or the functional groups of frames.'),
  not_in_iod: info('No module of the IOD names the attribute; a Standard Extended SOP Class may have it (PS3.2 §3.11).'),
  unknown_sop_class: warning('The SOP class is none for which the tables hold an IOD; modules and attributes were not checked.'),
  missing_sop_class: error('The data set has no SOP Class UID; modules and attributes were not checked.'),
  // PS3.6: the registry
  unknown_tag: warning('PS3.6 has no element with this tag.'),
  retired_tag: warning('The element is retired.'),
  wrong_vr: warning('The VR is not the one of PS3.6.'),
  value_multiplicity: error('The number of values is not one that PS3.6 allows.'),
  // PS3.5: values
  padding_byte: error('A value is padded otherwise than its VR allows: spaces for text, NUL for UIDs, nothing for AS and DA.'),
  uid_root: error('A UID begins with a component that no authority assigns (ISO/IEC 9834-1).'),
  // PS3.5 §7.8: private elements
  private_creator_empty: error('The element that should name the creator of a private block is empty.'),
  private_element_number: error('A private element has a number from 0001 to 000F, which no block holds.'),
  group_length: warning('The group length does not lead to the end of its group.'),
  // PS3.10 §7.1: the File Meta Information
  meta_class_mismatch: error('Media Storage SOP Class UID is not the SOP Class UID of the data set.'),
  meta_instance_mismatch: error('Media Storage SOP Instance UID is not the SOP Instance UID of the data set.'),
} as const satisfies Record<string, { severity: Severity; message: string }>

/** What the reader takes lightly, as it can read on, and the standard forbids. */
const STRICTER: Partial<Record<DicomIssueCode, Severity>> = {
  missing_preamble: 'warning',
  missing_meta: 'warning',
  meta_length: 'error',
  meta_group: 'error',
  meta_encoding: 'error',
  missing_transfer_syntax: 'error',
  wrong_transfer_syntax: 'error',
  deflate_header: 'error',
  missing_delimiter: 'error',
  stray_delimiter: 'error',
  delimiter_length: 'error',
  unknown_vr: 'error',
  implicit_in_explicit: 'error',
  undefined_length_vr: 'error',
  odd_length: 'error',
  duplicate_tag: 'error',
  tag_order: 'error',
  missing_creator: 'warning',
  fragment_alignment: 'error',
  offset_table: 'error',
  pixel_length: 'error',
  value_length: 'error',
  value_syntax: 'error',
  value_too_long: 'error',
  charset_unknown: 'error',
  charset_spelling: 'error',
  charset_bytes: 'error',
  charset_escape: 'error',
}

export type FindingCode = keyof typeof FINDINGS | DicomIssueCode

/** Every code with its severity and what it means. */
export const FINDING_CODES: Readonly<Record<FindingCode, { readonly severity: Severity; readonly message: string }>> = {
  ...(Object.fromEntries(
    Object.entries(DICOM_ISSUES).map(([code, row]) => [code, { ...row, severity: STRICTER[code as DicomIssueCode] ?? row.severity }]),
  ) as Record<DicomIssueCode, { severity: Severity; message: string }>),
  ...FINDINGS,
}

export interface Finding {
  readonly code: FindingCode
  readonly path: string | undefined
  /** The module or macro of PS3.3 that demands it. */
  readonly module: string | undefined
  readonly type: AttributeType | undefined
  /** Offset in the file; of the deflated data set where it is deflated. For what is missing, where it would stand. */
  readonly byteOffset: number
  readonly inflatedOffset: number | undefined
}

/** Findings beyond this number are counted, not listed; no code may crowd out the others. */
const MAX_FINDINGS = 2_000
const MAX_FINDINGS_PER_CODE = 500

/** Collects findings; those of one code at one place are one, the first module standing for all. */
export class FindingList {
  readonly counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 }
  omitted = 0
  private readonly findings: Finding[] = []
  private readonly seen = new Set<string>()
  private readonly perCode = new Map<FindingCode, number>()
  /** The offset of a deflated data set; undefined while offsets count in the file. */
  deflatedAt: number | undefined

  add(code: FindingCode, steps: readonly number[], offset: number, module?: string, type?: AttributeType): void {
    const place = this.deflatedAt === undefined ? { byteOffset: offset } : { byteOffset: this.deflatedAt, inflatedOffset: offset }
    this.push({ code, path: steps.length > 0 ? formatPath(steps) : undefined, module, type, inflatedOffset: undefined, ...place })
  }

  /** What the reader and the decoders have found. */
  addIssues({ issues, omitted }: IssueList): void {
    this.omitted += omitted
    for (const { code, path, byteOffset, inflatedOffset } of issues) {
      this.push({ code, path, module: undefined, type: undefined, byteOffset, inflatedOffset })
    }
  }

  /** In the order of the file. */
  list(): Finding[] {
    return this.findings.toSorted((a, b) => a.byteOffset - b.byteOffset || (a.inflatedOffset ?? 0) - (b.inflatedOffset ?? 0))
  }

  private push(finding: Finding): void {
    const { code, path, byteOffset, inflatedOffset } = finding
    const key = `${code} ${path} ${path === undefined ? `${byteOffset} ${inflatedOffset}` : ''}`
    if (this.seen.has(key)) return
    const count = this.perCode.get(code) ?? 0
    this.perCode.set(code, count + 1)
    this.counts[FINDING_CODES[code].severity]++
    if (count >= MAX_FINDINGS_PER_CODE || this.findings.length >= MAX_FINDINGS) {
      this.omitted++
      return
    }
    this.seen.add(key)
    this.findings.push(finding)
  }
}
