// Encodes elements, items and delimiters (PS3.5 §7.1 and §7.5); values are padded to even length as their VR wants it.
import type { Encoding } from '../read/transfer-syntax.ts'
import { ITEM } from '../tag.ts'
import { traitsOf, type Vr } from '../value/vr.ts'
import { copyBytes, joinViews } from './part-list.ts'

/** @param value bytes of even length, numbers already in the byte order of the encoding */
export function encodeElement(tag: number, vr: Vr, value: Uint8Array, encoding: Encoding): Uint8Array {
  const start = headerLength(vr, encoding)
  const bytes = new Uint8Array(start + value.length)
  writeHeader(bytes, tag, vr, value.length, encoding)
  copyBytes(value, bytes, start)
  return bytes
}

/** @param length of the value, or that of one whose end is marked */
export function encodeHeader(tag: number, vr: Vr, length: number, encoding: Encoding): Uint8Array {
  const bytes = new Uint8Array(headerLength(vr, encoding))
  writeHeader(bytes, tag, vr, length, encoding)
  return bytes
}

function headerLength(vr: Vr, { explicit }: Encoding): number {
  return explicit && traitsOf(vr).long ? 12 : 8
}

function writeHeader(bytes: Uint8Array, tag: number, vr: Vr, length: number, { explicit, littleEndian }: Encoding): void {
  writeTag(bytes, tag, littleEndian)
  if (!explicit) {
    writeUint32(bytes, 4, length, littleEndian)
    return
  }
  bytes[4] = vr.charCodeAt(0)
  bytes[5] = vr.charCodeAt(1)
  if (traitsOf(vr).long) writeUint32(bytes, 8, length, littleEndian)
  else writeUint16(bytes, 6, length, littleEndian)
}

/** The header of an item, of a delimiter with length 0. */
export function encodeItemHeader(length: number, littleEndian: boolean, tag: number = ITEM): Uint8Array {
  const bytes = new Uint8Array(8)
  writeTag(bytes, tag, littleEndian)
  writeUint32(bytes, 4, length, littleEndian)
  return bytes
}

function writeTag(bytes: Uint8Array, tag: number, littleEndian: boolean): void {
  writeUint16(bytes, 0, tag >>> 16, littleEndian)
  writeUint16(bytes, 2, tag & 0xffff, littleEndian)
}

// By hand, because a DataView for each small array costs more than what is written with it.
function writeUint16(bytes: Uint8Array, at: number, value: number, littleEndian: boolean): void {
  bytes[at] = littleEndian ? value : value >>> 8
  bytes[at + 1] = littleEndian ? value >>> 8 : value
}

export function writeUint32(bytes: Uint8Array, at: number, value: number, littleEndian: boolean): void {
  writeUint16(bytes, at, littleEndian ? value : value >>> 16, littleEndian)
  writeUint16(bytes, at + 2, littleEndian ? value >>> 16 : value, littleEndian)
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
  writeUint16(bytes, 0, value, littleEndian)
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
