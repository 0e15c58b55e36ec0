// Encodes elements, items and delimiters (PS3.5 §7.1 and §7.5); values are padded to even length as their VR wants it.
import { ITEM } from '../tag.ts'
import type { Encoding } from '../transfer-syntax.ts'
import { traitsOf, type Vr } from '../vr.ts'
import { joinViews } from './part-list.ts'

/** @param value bytes of even length, numbers already in the byte order of the encoding */
export function encodeElement(tag: number, vr: Vr, value: Uint8Array, encoding: Encoding): Uint8Array {
  const header = encodeHeader(tag, vr, value.length, encoding)
  const bytes = new Uint8Array(header.length + value.length)
  bytes.set(header)
  bytes.set(value, header.length)
  return bytes
}

/** @param length of the value, or that of one whose end is marked */
export function encodeHeader(tag: number, vr: Vr, length: number, { explicit, littleEndian }: Encoding): Uint8Array {
  const isLong = explicit && traitsOf(vr).long
  const bytes = new Uint8Array(isLong ? 12 : 8)
  const view = new DataView(bytes.buffer)
  writeTag(view, tag, littleEndian)
  if (!explicit) view.setUint32(4, length, littleEndian)
  else {
    bytes[4] = vr.charCodeAt(0)
    bytes[5] = vr.charCodeAt(1)
    if (isLong) view.setUint32(8, length, littleEndian)
    else view.setUint16(6, length, littleEndian)
  }
  return bytes
}

/** The header of an item, of a delimiter with length 0. */
export function encodeItemHeader(length: number, littleEndian: boolean, tag: number = ITEM): Uint8Array {
  const bytes = new Uint8Array(8)
  const view = new DataView(bytes.buffer)
  writeTag(view, tag, littleEndian)
  view.setUint32(4, length, littleEndian)
  return bytes
}

function writeTag(view: DataView, tag: number, littleEndian: boolean): void {
  view.setUint16(0, tag >>> 16, littleEndian)
  view.setUint16(2, tag & 0xffff, littleEndian)
}

/** Text of the default repertoire, padded: UI with NUL, others with a space (PS3.5 §6.2). */
export function encodeAscii(text: string, vr: Vr): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return padValue(bytes, vr)
}

export function padValue(bytes: Uint8Array, vr: Vr): Uint8Array {
  if (bytes.length % 2 === 0) return bytes
  const padded = new Uint8Array(bytes.length + 1)
  padded.set(bytes)
  padded[bytes.length] = vr === 'UI' || traitsOf(vr).kind === 'bytes' ? 0 : 0x20
  return padded
}

export function encodeUint16(value: number, littleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2)
  new DataView(bytes.buffer).setUint16(0, value, littleEndian)
  return bytes
}

/** A sequence of items of defined length, each with the elements given. */
export function encodeSequence(tag: number, items: readonly (readonly Uint8Array[])[], encoding: Encoding): Uint8Array {
  const value = joinViews(
    items.flatMap((elements) => [
      encodeItemHeader(
        elements.reduce((sum, element) => sum + element.length, 0),
        encoding.littleEndian,
      ),
      ...elements,
    ]),
  )
  return encodeElement(tag, 'SQ', value, encoding)
}
