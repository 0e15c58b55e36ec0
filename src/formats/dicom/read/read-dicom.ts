// Reads a whole file into a tree of spans. Nothing but a ProblemError is thrown; a damaged file gives what can be read and issues.
import { ProblemError } from '../../../core/problem.ts'
import type { DicomFile, DicomItem, Span } from '../dicom-file.ts'
import { findIn } from '../dicom-file.ts'
import { IssueList } from '../dicom-issue.ts'
import { readAsciiValue } from '../value/decode-value.ts'
import { descendUnknown } from './descend-unknown.ts'
import { inflateDataset } from './inflate-dataset.ts'
import { locateDataset } from './locate-dataset.ts'
import type { ReadContext, ReadLimits } from './read-context.ts'
import { judgeEncoding, sniffEncoding } from './sniff-encoding.ts'
import { describeTransferSyntax, type Encoding, EXPLICIT_LITTLE, type TransferSyntax } from './transfer-syntax.ts'
import { walkDataset } from './walk-dataset.ts'

const TRANSFER_SYNTAX_UID = 0x00020010
const MAX_UID_BYTES = 64

export interface DicomLimits extends ReadLimits {
  /** Bytes of a deflated data set once inflated. */
  readonly maxInflatedBytes: number
}

/** They bound the time and memory that a hostile file can claim; real files stay far below them. */
export const DEFAULT_DICOM_LIMITS: DicomLimits = { maxDepth: 64, maxElements: 1_000_000, maxInflatedBytes: 200 * 1024 * 1024 }

/**
 * @throws ProblemError `unreadable_input` where the bytes are not DICOM, `resource_limit` or `inflated_too_large` where a limit is exceeded
 */
export function readDicom(bytes: Uint8Array, limits: DicomLimits = DEFAULT_DICOM_LIMITS): DicomFile {
  const issues = new IssueList()
  const context: ReadContext = { issues, limits, count: 0, complete: true }
  const { preamble, meta, datasetStart, declared } = readHead(bytes, context)
  const source = openDataset(bytes, datasetStart, declared, limits, issues)
  if (!source.complete) context.complete = false
  const { data, start, transferSyntax } = source
  if (start === data.length) issues.add('empty_dataset', start)
  const dataset = walkDataset(data, { start, end: data.length, encoding: transferSyntax.encoding }, context)
  descendUnknown(data, dataset, context)
  return {
    bytes,
    preamble,
    meta,
    declaredTransferSyntax: declared,
    transferSyntax,
    deflated: source.deflated,
    data,
    dataset,
    complete: context.complete,
    issues,
  }
}

/**
 * Whether the file declares a data set that is neither deflated nor holds compressed pixels, and is read as such: then its length bounds
 * the work. False where that cannot be told.
 */
export function declaresPlain(bytes: Uint8Array): boolean {
  try {
    const { declared } = readHead(bytes, { issues: new IssueList(), limits: DEFAULT_DICOM_LIMITS, count: 0, complete: true })
    const known = describeTransferSyntax(declared)
    return known !== undefined && !known.deflated && !known.encapsulated
  } catch (error) {
    if (error instanceof ProblemError) return false
    throw error
  }
}

interface FileHead {
  readonly preamble: Span | undefined
  readonly meta: DicomItem | undefined
  readonly datasetStart: number
  /** The transfer syntax as it is declared; empty where none is. */
  readonly declared: string
}

/** The File Meta Information, and what it says of the data set behind it. */
export function readHead(bytes: Uint8Array, context: ReadContext): FileHead {
  const { preamble, meta: span, metaEncoding } = locateDataset(bytes, context.issues)
  const meta = span.end > span.start ? walkDataset(bytes.subarray(0, span.end), { ...span, encoding: metaEncoding }, context) : undefined
  const declaration = findIn(meta, TRANSFER_SYNTAX_UID)
  const declared = declaration ? readAsciiValue(bytes, declaration, MAX_UID_BYTES) : ''
  return { preamble, meta, datasetStart: span.end, declared }
}

interface DatasetSource {
  readonly data: Uint8Array
  readonly start: number
  readonly transferSyntax: TransferSyntax
  readonly deflated: Span | undefined
  readonly complete: boolean
}

function openDataset(bytes: Uint8Array, start: number, declared: string, limits: DicomLimits, issues: IssueList): DatasetSource {
  const known = describeTransferSyntax(declared)
  if (known?.deflated) {
    const inflated = inflateDataset(bytes, start, limits.maxInflatedBytes)
    if (inflated.complete || inflated.data.length >= 8) {
      issues.deflatedAt = start
      if (inflated.zlibHeader) issues.add('deflate_header', 0)
      if (!inflated.complete) issues.add('deflate_damaged', inflated.data.length)
      const encoding = chooseEncoding(inflated.data, 0, known.encoding, issues)
      const deflated = { start, end: bytes.length }
      return { data: inflated.data, start: 0, transferSyntax: { ...known, encoding }, deflated, complete: inflated.complete }
    }
    // Nothing could be inflated: some writers declare deflate and do not apply it.
    issues.add(judgeEncoding(bytes, start, EXPLICIT_LITTLE).headers > 0 ? 'wrong_transfer_syntax' : 'deflate_damaged', start)
  }
  if (!declared) issues.add('missing_transfer_syntax', start)
  else if (!known) issues.add('unknown_transfer_syntax', start, { path: '(0002,0010)' })
  const encoding = chooseEncoding(bytes, start, known?.encoding, issues)
  const transferSyntax = { encoding, deflated: false, encapsulated: known?.encapsulated ?? false }
  return { data: bytes, start, transferSyntax, deflated: undefined, complete: true }
}

/** The declared encoding, unless another reads clearly further. */
function chooseEncoding(bytes: Uint8Array, start: number, declared: Encoding | undefined, issues: IssueList): Encoding {
  if (!declared) return sniffEncoding(bytes, start, true).encoding
  const judged = judgeEncoding(bytes, start, declared, true)
  if (judged.headers >= 4 || judged.whole) return declared
  const best = sniffEncoding(bytes, start, true)
  if (best.headers < judged.headers + 2 || best.encoding === declared) return declared
  issues.add('wrong_transfer_syntax', start)
  return best.encoding
}
