// Says whether two elements mean the same value, whatever byte order, padding and character set they are written in.
import type { DicomElement, Fragment } from '../dicom-file.ts'
import { formatTag } from '../tag.ts'
import type { CharacterSet } from '../value/character-set.ts'
import { decodeValue } from '../value/decode-value.ts'
import { traitsOf, type Vr } from '../value/vr.ts'

/** One element with what is needed to read it. */
export interface Side {
  readonly bytes: Uint8Array
  readonly element: DicomElement
  /** The VR to read the value by: that of the file, or for UN the one that is known from elsewhere. */
  readonly vr: Vr
  readonly set: CharacterSet
}

/** DS and IS are compared as they are written: 1.0 and 1.00 are two texts. */
const WRITTEN_AS_TEXT: ReadonlySet<Vr> = new Set(['DS', 'IS'])

export function haveEqualValues(left: Side, right: Side): boolean {
  if (left.element.fragments || right.element.fragments) return haveEqualFragments(left, right)
  const sameForm = left.vr === right.vr && left.set === right.set
  const unit = traitsOf(left.vr).unit
  const sameOrder = left.element.littleEndian === right.element.littleEndian || unit === 1
  if (sameForm && sameOrder && haveEqualBytes(left, right, 1)) return true
  const kinds = [traitsOf(left.vr).kind, traitsOf(right.vr).kind]
  if (kinds[0] === 'text' && kinds[1] === 'text') return haveEqualTexts(left, right)
  if (kinds.every((kind) => kind === 'number' || kind === 'tag')) return haveEqualNumbers(left, right)
  if (unit !== traitsOf(right.vr).unit) return haveEqualBytes(left, right, 1)
  return haveEqualBytes(left, right, sameOrder ? 1 : unit)
}

function haveEqualTexts(left: Side, right: Side): boolean {
  const a = readTexts(left)
  const b = readTexts(right)
  return a !== undefined && b !== undefined && a.length === b.length && a.every((text, i) => text === b[i])
}

/** The values as text, padding removed; undefined where bytes have no meaning, so that different ones could look alike. */
function readTexts({ bytes, element, vr, set }: Side): string[] | undefined {
  const length = element.valueEnd - element.valueStart
  const { values, problems } = decodeValue(bytes, element, WRITTEN_AS_TEXT.has(vr) ? 'CS' : vr, set, length)
  return problems.has('charset_bytes') ? undefined : values.map(String)
}

function haveEqualNumbers(left: Side, right: Side): boolean {
  const a = decodeValue(left.bytes, left.element, left.vr, left.set, Number.POSITIVE_INFINITY)
  const b = decodeValue(right.bytes, right.element, right.vr, right.set, Number.POSITIVE_INFINITY)
  if (a.problems.size > 0 || b.problems.size > 0) return haveEqualBytes(left, right, 1)
  return a.count === b.count && a.values.every((value, i) => value === b.values[i])
}

/** @param swap bytes of a word whose order is turned round on one side; 1 where none is */
function haveEqualBytes(left: Side, right: Side, swap: number): boolean {
  const { valueStart: a, valueEnd } = left.element
  const { valueStart: b } = right.element
  const length = valueEnd - a
  if (length !== right.element.valueEnd - b || length % swap !== 0) return false
  for (let i = 0; i < length; i++) {
    const turned = swap === 1 ? i : i - (i % swap) + (swap - 1 - (i % swap))
    if (left.bytes[a + i] !== right.bytes[b + turned]) return false
  }
  return true
}

function haveEqualFragments(left: Side, right: Side): boolean {
  const a = left.element.fragments
  const b = right.element.fragments
  if (!a || !b || a.length !== b.length) return false
  return a.every((fragment, i) => isEqualFragment(left.bytes, fragment, right.bytes, b[i]!))
}

function isEqualFragment(leftBytes: Uint8Array, left: Fragment, rightBytes: Uint8Array, right: Fragment): boolean {
  const length = left.end - left.valueStart
  if (length !== right.end - right.valueStart) return false
  for (let i = 0; i < length; i++) if (leftBytes[left.valueStart + i] !== rightBytes[right.valueStart + i]) return false
  return true
}

export interface DisplayValue {
  /** Values separated by backslashes; null for bytes, sequences and what is empty of both. */
  readonly text: string | null
  readonly cut: boolean
}

/** The value for people, up to a number of characters. */
export function showValue({ bytes, element, vr, set }: Side, maxChars: number): DisplayValue {
  const { kind } = traitsOf(vr)
  if (element.fragments || element.items || kind === 'bytes' || kind === 'items') return { text: null, cut: false }
  // Four bytes hold at least one character or the escape that leads to it; what is longer is cut anyway.
  const decoded = decodeValue(bytes, element, WRITTEN_AS_TEXT.has(vr) ? 'CS' : vr, set, maxChars * 4 + 16)
  const text = decoded.values.map((value) => (kind === 'tag' ? formatTag(value as number) : String(value))).join('\\')
  return text.length > maxChars ? { text: sliceCodePoints(text, maxChars), cut: true } : { text, cut: decoded.cut }
}

/** Never half of a surrogate pair. */
function sliceCodePoints(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
