// What can be wrong in a DICOM file, said once: every issue names a row of this table, a place and lengths, never a value.
import { formatTag } from './tag.ts'

export type Severity = 'error' | 'warning' | 'info'

const error = (message: string) => ({ severity: 'error', message }) as const
const warning = (message: string) => ({ severity: 'warning', message }) as const
const info = (message: string) => ({ severity: 'info', message }) as const

export const DICOM_ISSUES = {
  // PS3.10: the file around the data set
  missing_preamble: info('The file has no preamble and prefix (PS3.10 §7.1); its start was judged by its bytes.'),
  missing_meta: info('The file has no File Meta Information (PS3.10 §7.1).'),
  meta_length: warning('The length of the File Meta Information (0002,0000) does not lead to its end.'),
  meta_group: warning('The File Meta Information holds an element of another group.'),
  meta_encoding: warning('The File Meta Information is not in Explicit VR Little Endian.'),
  missing_transfer_syntax: warning('The file declares no transfer syntax; the encoding was judged by the data.'),
  unknown_transfer_syntax: warning('The declared transfer syntax is not known; the encoding was judged by the data.'),
  wrong_transfer_syntax: warning('The data set is not encoded as the declared transfer syntax says; it was read as it is.'),
  deflate_header: warning('The deflated data set begins with a zlib header, which PS3.5 §A.5 does not allow.'),
  deflate_damaged: error('The deflated data set is cut or damaged; what could be inflated was read.'),
  empty_dataset: warning('The file has no data set.'),
  // PS3.5 §7: structure
  truncated: error('The file ends before the end of this element.'),
  length_exceeds_container: error('The length leads beyond the end of the enclosing item or sequence; the value was cut there.'),
  missing_delimiter: warning('The delimiter of an item or sequence of undefined length is missing.'),
  stray_delimiter: warning('An unexpected item or delimiter was skipped.'),
  delimiter_length: warning('A delimiter has a length other than 0.'),
  not_a_sequence: error('The value of a sequence does not consist of items.'),
  unreadable: error('The bytes here are no data element; the rest of the item or data set was not read.'),
  unknown_vr: warning('The VR is none of PS3.5; the value was read as UN.'),
  implicit_in_explicit: warning('The data set has VRs, but one element has none.'),
  undefined_length_vr: warning('The VR does not allow an undefined length.'),
  odd_length: warning('The length of the value is odd.'),
  padding: info('Zero bytes follow the last element.'),
  duplicate_tag: warning('The element occurs more than once in its data set or item; all are listed.'),
  tag_order: warning('The elements of the data set or item are not in ascending order.'),
  missing_creator: info('No element names the creator of this private block.'),
  // PS3.5 §A.4: encapsulated data
  fragment_alignment: warning('A fragment of odd length is followed by a padding byte that its length does not count.'),
  offset_table: warning('The offset table does not lead to starts of fragments.'),
  pixel_length: warning('The length of the pixel data does not fit rows, columns, samples, bits and frames.'),
  // PS3.5 §6: values
  value_length: warning('The length of the value is no multiple of the size of its VR.'),
  value_syntax: warning('A value breaks the rules of its VR (PS3.5 §6.2); it is given as it is.'),
  value_too_long: info('A value is longer than its VR allows (PS3.5 §6.2); it is given as it is.'),
  charset_unknown: warning(
    'Specific Character Set (0008,0005) names a character set that PS3.3 §C.12.1.1.2 does not; another was assumed.',
  ),
  charset_spelling: info('Specific Character Set (0008,0005) is spelt otherwise than PS3.3 §C.12.1.1.2 says.'),
  charset_bytes: warning('The text has bytes that its character set does not define.'),
  charset_escape: warning(
    'The text switches to a character set that Specific Character Set (0008,0005) does not announce, or fails to switch.',
  ),
} as const satisfies Record<string, { severity: Severity; message: string }>

export type DicomIssueCode = keyof typeof DICOM_ISSUES

export interface DicomIssue {
  readonly code: DicomIssueCode
  /** Path of the element, such as `(0040,A730)[0].(0040,A168)`; items count from 0. Absent where the issue concerns the file. */
  readonly path?: string
  /** Offset in the file; for a deflated data set the offset of the compressed data. */
  readonly byteOffset: number
  /** Offset in the inflated data set, where the data set is deflated. */
  readonly inflatedOffset?: number
  /** The length that is declared, and the one that is there. */
  readonly expectedBytes?: number
  readonly actualBytes?: number
}

/** Issues beyond this number are counted, not listed: a broken file of 200 MB could name millions. */
const MAX_ISSUES = 500
/** No code may crowd out the others. */
const MAX_ISSUES_PER_CODE = 100

/** Collects issues; `deflatedAt` is the file offset of the deflated data set, once offsets count in what was inflated from it. */
export class IssueList {
  readonly issues: DicomIssue[] = []
  omitted = 0
  deflatedAt: number | undefined
  private readonly counts = new Map<DicomIssueCode, number>()

  add(code: DicomIssueCode, offset: number, details: Omit<DicomIssue, 'code' | 'byteOffset' | 'inflatedOffset'> = {}): void {
    const count = this.counts.get(code) ?? 0
    this.counts.set(code, count + 1)
    if (count >= MAX_ISSUES_PER_CODE || this.issues.length >= MAX_ISSUES) {
      this.omitted++
      return
    }
    const { path, ...rest } = details
    const place = this.deflatedAt === undefined ? { byteOffset: offset } : { byteOffset: this.deflatedAt, inflatedOffset: offset }
    this.issues.push(path ? { code, path, ...rest, ...place } : { code, ...rest, ...place })
  }
}

/** `(0040,A730)[0].(0040,A168)` from tags and item numbers in turn. */
export function formatPath(steps: readonly number[]): string {
  let path = ''
  steps.forEach((step, i) => {
    if (i % 2 === 1) path += `[${step}]`
    else path += i === 0 ? formatTag(step) : `.${formatTag(step)}`
  })
  return path
}

/** In the order of the file. */
export function sortIssues(issues: readonly DicomIssue[]): DicomIssue[] {
  return issues.toSorted((a, b) => a.byteOffset - b.byteOffset || (a.inflatedOffset ?? 0) - (b.inflatedOffset ?? 0))
}
