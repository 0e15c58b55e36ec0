// Reads the header of one element: tag, VR and length (PS3.5 §7.1), with the deviations that real files show.
import { findElement } from '../dictionary/dictionary.ts'
import { ITEM, isPrivateTag, UNDEFINED_LENGTH } from '../tag.ts'
import { traitsOf, type Vr, vrFromCode } from '../value/vr.ts'
import type { Encoding } from './transfer-syntax.ts'

/** Reused for every element, so that a leaf costs no object but its own. */
export interface ElementHeader {
  tag: number
  /** Undefined in implicit encoding, for delimiters, and where the VR is none of PS3.5. */
  vr: Vr | undefined
  length: number
  valueStart: number
  /** What was odd about it. */
  deviation: '' | 'unknown_vr' | 'implicit_in_explicit'
}

export function newHeader(): ElementHeader {
  return { tag: 0, vr: undefined, length: 0, valueStart: 0, deviation: '' }
}

export function readUint16(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  return littleEndian ? bytes[at]! | (bytes[at + 1]! << 8) : (bytes[at]! << 8) | bytes[at + 1]!
}

export function readUint32(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  return littleEndian
    ? (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 0
    : ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0
}

export function readTag(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  return littleEndian
    ? ((bytes[at + 1]! << 24) | (bytes[at]! << 16) | (bytes[at + 3]! << 8) | bytes[at + 2]!) >>> 0
    : readUint32(bytes, at, false)
}

/**
 * Reads the header at `position`, where at least 8 bytes must remain before `limit`.
 * @returns `ok`; `cut` where the limit lies inside the header; `unreadable` where the bytes are no header
 */
export function readHeader(
  bytes: Uint8Array,
  position: number,
  limit: number,
  encoding: Encoding,
  header: ElementHeader,
): 'ok' | 'cut' | 'unreadable' {
  const { littleEndian } = encoding
  const tag = readTag(bytes, position, littleEndian)
  header.tag = tag
  header.deviation = ''
  header.vr = undefined
  if (!encoding.explicit || tag >>> 16 === 0xfffe) {
    header.length = readUint32(bytes, position + 4, littleEndian)
    header.valueStart = position + 8
    return 'ok'
  }
  const vr = vrFromCode((bytes[position + 4]! << 8) | bytes[position + 5]!)
  if (!vr) return readUnknownVrHeader(bytes, position, limit, littleEndian, header)
  header.vr = vr
  return traitsOf(vr).long
    ? readLongForm(bytes, position, limit, littleEndian, header)
    : readShortForm(bytes, position, littleEndian, header)
}

function readShortForm(bytes: Uint8Array, position: number, littleEndian: boolean, header: ElementHeader): 'ok' {
  header.length = readUint16(bytes, position + 6, littleEndian)
  header.valueStart = position + 8
  return 'ok'
}

function readLongForm(bytes: Uint8Array, position: number, limit: number, littleEndian: boolean, header: ElementHeader): 'ok' | 'cut' {
  if (position + 12 > limit) return 'cut'
  header.length = readUint32(bytes, position + 8, littleEndian)
  header.valueStart = position + 12
  return 'ok'
}

/** A header whose VR is not in PS3.5: a future VR, a writer's slip, or an element without VR. */
function readUnknownVrHeader(
  bytes: Uint8Array,
  position: number,
  limit: number,
  littleEndian: boolean,
  header: ElementHeader,
): 'ok' | 'cut' | 'unreadable' {
  const first = bytes[position + 4]!
  const second = bytes[position + 5]!
  header.deviation = 'unknown_vr'
  if (isUpperLetter(first) && isUpperLetter(second)) {
    // PS3.5 §6.2: VRs that later editions add have the long form.
    const read = readLongForm(bytes, position, limit, littleEndian, header)
    if (read === 'cut' || fits(header, limit)) return read
    readShortForm(bytes, position, littleEndian, header)
    return fits(header, limit) ? 'ok' : 'unreadable'
  }
  if (!isPrintable(first) || !isPrintable(second)) {
    header.length = readUint32(bytes, position + 4, littleEndian)
    header.valueStart = position + 8
    header.deviation = 'implicit_in_explicit'
    const known = isPrivateTag(header.tag) || findElement(header.tag) !== undefined
    if (known && header.tag > 0xffff && (fits(header, limit) || opensSequence(bytes, limit, littleEndian, header))) return 'ok'
    header.deviation = 'unknown_vr'
    readShortForm(bytes, position, littleEndian, header)
    return fits(header, limit) && (known || leadsToHeader(bytes, limit, header)) ? 'ok' : 'unreadable'
  }
  readShortForm(bytes, position, littleEndian, header)
  return fits(header, limit) ? 'ok' : 'unreadable'
}

/** The end, or an element with a VR, where the value ends: neither comes by chance. */
function leadsToHeader(bytes: Uint8Array, limit: number, { valueStart, length }: ElementHeader): boolean {
  const next = valueStart + length
  return next === limit || (next + 8 <= limit && vrFromCode((bytes[next + 4]! << 8) | bytes[next + 5]!) !== undefined)
}

function fits(header: ElementHeader, limit: number): boolean {
  return header.valueStart + header.length <= limit
}

function opensSequence(bytes: Uint8Array, limit: number, littleEndian: boolean, { length, valueStart }: ElementHeader): boolean {
  return length === UNDEFINED_LENGTH && valueStart + 8 <= limit && readTag(bytes, valueStart, littleEndian) === ITEM
}

function isUpperLetter(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a
}

function isPrintable(byte: number): boolean {
  return byte >= 0x20 && byte <= 0x7e
}
