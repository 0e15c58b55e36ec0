// Finds where the File Meta Information and the data set of a file begin (PS3.10 §7), also where preamble, prefix or group are missing.
import { ProblemError } from '../../../core/problem.ts'
import type { Span } from '../dicom-file.ts'
import type { IssueList } from '../dicom-issue.ts'
import { newHeader, readHeader, readUint16, readUint32 } from './element-header.ts'
import { judgeEncoding, sniffEncoding } from './sniff-encoding.ts'
import { type Encoding, EXPLICIT_BIG, EXPLICIT_LITTLE, IMPLICIT_LITTLE } from './transfer-syntax.ts'

const PREAMBLE_BYTES = 128
/** Credible headers that must follow each other where nothing else says that the bytes are DICOM. */
const MIN_HEADERS = 3

interface Location {
  readonly preamble: Span | undefined
  /** The elements of group 0002, empty where there are none. */
  readonly meta: Span
  readonly metaEncoding: Encoding
}

/** @throws ProblemError `unreadable_input` where nothing in the bytes is DICOM */
export function locateDataset(bytes: Uint8Array, issues: IssueList): Location {
  const start = findStart(bytes)
  if (start === undefined) {
    throw new ProblemError('The bytes are not a DICOM file: no DICM prefix and no credible data set.', {
      code: 'unreadable_input',
      at: { byteOffset: 0 },
    })
  }
  const hasPrefix = start >= 4 && isPrefix(bytes, start - 4)
  if (start !== PREAMBLE_BYTES + 4 || !hasPrefix) issues.add('missing_preamble', 0)
  if (hasPrefix && start === bytes.length) {
    throw new ProblemError('The file ends after the DICM prefix.', { code: 'unreadable_input', at: { byteOffset: start } })
  }
  const preamble = start >= PREAMBLE_BYTES ? { start: 0, end: PREAMBLE_BYTES } : undefined
  return { preamble, ...findMeta(bytes, start, issues) }
}

/** Offset of the first element. */
function findStart(bytes: Uint8Array): number | undefined {
  if (isPrefix(bytes, PREAMBLE_BYTES)) return PREAMBLE_BYTES + 4
  if (isPrefix(bytes, 0)) return 4
  for (const start of [0, PREAMBLE_BYTES, PREAMBLE_BYTES + 4]) {
    const { headers, whole } = sniffEncoding(bytes, start)
    if (headers >= MIN_HEADERS || (start === 0 && whole)) return start
  }
  return undefined
}

function isPrefix(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x44 && bytes[at + 1] === 0x49 && bytes[at + 2] === 0x43 && bytes[at + 3] === 0x4d
}

/** Group 0002 is in Explicit VR Little Endian whatever follows (PS3.10 §7.1); some writers did otherwise. */
function findMeta(bytes: Uint8Array, start: number, issues: IssueList): { meta: Span; metaEncoding: Encoding } {
  const encoding = [EXPLICIT_LITTLE, IMPLICIT_LITTLE, EXPLICIT_BIG].find(
    (candidate) => readUint16(bytes, start, candidate.littleEndian) === 2 && judgeEncoding(bytes, start, candidate).headers > 0,
  )
  if (!encoding) {
    issues.add('missing_meta', start)
    return { meta: { start, end: start }, metaEncoding: EXPLICIT_LITTLE }
  }
  if (encoding !== EXPLICIT_LITTLE) issues.add('meta_encoding', start)
  const declaredEnd = readDeclaredEnd(bytes, start, encoding)
  let position = skipMeta(bytes, start, encoding)
  if (declaredEnd !== undefined && resumesMeta(bytes, position, declaredEnd, encoding)) {
    issues.add('meta_group', position)
    position = declaredEnd
  }
  if (declaredEnd !== undefined && declaredEnd !== position) {
    issues.add('meta_length', start, { path: '(0002,0000)', expectedBytes: declaredEnd - start, actualBytes: position - start })
  }
  return { meta: { start, end: position }, metaEncoding: encoding }
}

/** Where the length of the group (0002,0000) leads, undefined where there is none. */
function readDeclaredEnd(bytes: Uint8Array, start: number, encoding: Encoding): number | undefined {
  const header = newHeader()
  if (start + 8 > bytes.length || readHeader(bytes, start, bytes.length, encoding, header) !== 'ok') return undefined
  const end = header.valueStart + 4
  if (header.tag !== 0x00020000 || header.length !== 4 || end > bytes.length) return undefined
  return end + readUint32(bytes, header.valueStart, encoding.littleEndian)
}

/** The end of the elements of group 0002. */
function skipMeta(bytes: Uint8Array, start: number, encoding: Encoding): number {
  const header = newHeader()
  const { length } = bytes
  let position = start
  while (position + 8 <= length && readUint16(bytes, position, encoding.littleEndian) === 2) {
    if (readHeader(bytes, position, length, encoding, header) !== 'ok') break
    position = Math.min(header.valueStart + header.length, length)
  }
  return position
}

/** True where the group goes on behind an element of another group, up to the end that its length gives. */
function resumesMeta(bytes: Uint8Array, start: number, end: number, encoding: Encoding): boolean {
  const header = newHeader()
  let position = start
  let resumes = false
  while (position + 8 <= Math.min(end, bytes.length)) {
    if (readHeader(bytes, position, bytes.length, encoding, header) !== 'ok') return false
    if (header.tag >>> 16 === 2) resumes = true
    position = header.valueStart + header.length
  }
  return resumes && position === end
}
