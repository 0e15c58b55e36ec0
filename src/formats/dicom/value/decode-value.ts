// Decodes the value of one element into what JSON can hold, up to a number of bytes.
import { encodeBase64 } from '../../../core/wire.ts'
import type { DicomElement } from '../dicom-file.ts'
import type { DicomIssueCode } from '../dicom-issue.ts'
import { readTag, readUint16 } from '../read/element-header.ts'
import type { CharacterSet } from './character-set.ts'
import { readDecimal } from './decimal-string.ts'
import { decodeAscii, decodeText, isAscii, type TextProblem } from './decode-text.ts'
import { countValues } from './split-values.ts'
import { traitsOf, type Vr } from './vr.ts'
import { checkText, type ValueProblem } from './vr-rules.ts'

export interface DecodedValue {
  /**
   * Text as written without padding; numbers; `NaN`, `Infinity`, `-Infinity` and integers beyond 2^53 as text; tags as numbers.
   * Empty for opaque bytes.
   */
  readonly values: (string | number)[]
  /** The number of values in the element, also of those that were cut off (PS3.5 §6.4). */
  readonly count: number
  /** The value is longer than what was decoded. */
  readonly cut: boolean
  readonly problems: ReadonlySet<DicomIssueCode>
}

const NO_PROBLEMS: ReadonlySet<DicomIssueCode> = new Set()
const DECIMAL_VRS: ReadonlySet<Vr> = new Set(['DS', 'IS'])

/**
 * @param vr the VR to decode by, which for elements of VR UN is the dictionary's
 * @param maxBytes values longer than this are decoded up to the last value or character that is whole
 */
export function decodeValue(bytes: Uint8Array, element: DicomElement, vr: Vr, set: CharacterSet, maxBytes: number): DecodedValue {
  const { kind } = traitsOf(vr)
  if (kind === 'text') return decodeTextValue(bytes, element, vr, set, maxBytes)
  if (kind === 'number' || kind === 'tag') return decodeNumbers(bytes, element, vr, maxBytes)
  const length = element.valueEnd - element.valueStart
  return { values: [], count: length > 0 ? 1 : 0, cut: length > maxBytes, problems: NO_PROBLEMS }
}

/** Base64 of the first bytes of a value. */
export function encodeValue(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement, maxBytes = Number.POSITIVE_INFINITY): string {
  return encodeBase64(bytes.subarray(valueStart, Math.min(valueEnd, valueStart + maxBytes)))
}

/** The value as text of the default repertoire, for UIDs and code strings; padding removed. */
export function readAsciiValue(bytes: Uint8Array, { valueStart, valueEnd }: DicomElement, maxBytes = 1024): string {
  return trimPadding(decodeAscii(bytes, valueStart, Math.min(valueEnd, valueStart + maxBytes)), true)
}

function decodeTextValue(
  bytes: Uint8Array,
  { valueStart, valueEnd }: DicomElement,
  vr: Vr,
  set: CharacterSet,
  maxBytes: number,
): DecodedValue {
  const traits = traitsOf(vr)
  const end = Math.min(valueEnd, valueStart + maxBytes)
  const cut = end < valueEnd
  const problems = new Problems()
  let text: string
  if (traits.localized)
    text = decodeText(bytes.subarray(valueStart, end), set, { multiple: traits.multiple, isName: vr === 'PN' }, problems)
  else text = decodeDefault(bytes.subarray(valueStart, end), problems)
  // The last character may be cut in two; the last of several values is left out.
  if (cut && text.endsWith('\ufffd')) {
    text = text.slice(0, -1)
    if (!text.includes('\ufffd')) problems.found?.delete('charset_bytes')
  }
  if (!traits.multiple) {
    const values = text === '' ? [] : [readText(text, vr, false, problems)]
    return { values, count: valueEnd > valueStart ? 1 : 0, cut, problems: problems.found ?? NO_PROBLEMS }
  }
  if (!cut) text = trimEnd(text)
  if (text === '' && !cut) return { values: [], count: 0, cut, problems: problems.found ?? NO_PROBLEMS }
  const values: (string | number)[] = []
  // Most values are single ones.
  if (!text.includes('\\')) values.push(readText(text, vr, traits.trimStart, problems))
  else {
    const parts = text.split('\\')
    if (cut) parts.pop()
    for (const part of parts) values.push(readText(part, vr, traits.trimStart, problems))
  }
  const count = cut ? countValues(bytes, valueStart, valueEnd, traits.localized ? set : undefined) : values.length
  return { values, count, cut, problems: problems.found ?? NO_PROBLEMS }
}

/** What is wrong with a text: nothing with most, for which no set is made. */
class Problems {
  found: Set<TextProblem | ValueProblem> | undefined

  add(problem: TextProblem | ValueProblem): void {
    this.found ??= new Set()
    this.found.add(problem)
  }
}

function readText(part: string, vr: Vr, trimStart: boolean, problems: Problems): string | number {
  const text = trimPadding(part, trimStart)
  const problem = checkText(vr, text)
  if (problem) problems.add(problem)
  return DECIMAL_VRS.has(vr) ? (readDecimal(text) ?? text) : text
}

/** Bytes above 0x7F have no meaning here; each is given as the character of its number, so that none is lost. */
function decodeDefault(bytes: Uint8Array, problems: Problems): string {
  if (isAscii(bytes)) return decodeAscii(bytes)
  problems.add('charset_bytes')
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}

/** Spaces and NULs fill a value up to even length (PS3.5 §6.2); NUL where it should be a space is common. */
function trimPadding(text: string, trimStart: boolean): string {
  const trimmed = trimEnd(text)
  if (!trimStart) return trimmed
  let start = 0
  while (trimmed.charCodeAt(start) === 0x20) start++
  return start === 0 ? trimmed : trimmed.slice(start)
}

function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === 0x20 || text.charCodeAt(end - 1) === 0)) end--
  return end === text.length ? text : text.slice(0, end)
}

function decodeNumbers(bytes: Uint8Array, element: DicomElement, vr: Vr, maxBytes: number): DecodedValue {
  const { valueStart, valueEnd, littleEndian } = element
  const { unit } = traitsOf(vr)
  const count = Math.floor((valueEnd - valueStart) / unit)
  const requested = Math.min(count, Math.floor(maxBytes / unit))
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const values: (string | number)[] = []
  for (let i = 0; i < requested; i++) values.push(readNumber(bytes, view, valueStart + i * unit, vr, littleEndian))
  const problems = (valueEnd - valueStart) % unit === 0 ? NO_PROBLEMS : new Set<DicomIssueCode>(['value_length'])
  return { values, count, cut: requested < count, problems }
}

function readNumber(bytes: Uint8Array, view: DataView, at: number, vr: Vr, littleEndian: boolean): string | number {
  switch (vr) {
    case 'US':
      return readUint16(bytes, at, littleEndian)
    case 'SS':
      return view.getInt16(at, littleEndian)
    case 'UL':
      return view.getUint32(at, littleEndian)
    case 'SL':
      return view.getInt32(at, littleEndian)
    case 'FL':
      return finite(view.getFloat32(at, littleEndian))
    case 'FD':
      return finite(view.getFloat64(at, littleEndian))
    case 'UV':
      return exact(view.getBigUint64(at, littleEndian))
    case 'SV':
      return exact(view.getBigInt64(at, littleEndian))
    default:
      return readTag(bytes, at, littleEndian)
  }
}

/** JSON has no word for NaN and Infinity, and -0 has no sign there. */
function finite(number: number): string | number {
  return Number.isFinite(number) ? number + 0 : String(number)
}

function exact(integer: bigint): string | number {
  const number = Number(integer)
  return Number.isSafeInteger(number) ? number : String(integer)
}
