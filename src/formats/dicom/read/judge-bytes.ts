// Judges by the bytes at hand what headers leave open: whether a value holds items, how they are encoded, where they end.
import { ITEM, SEQUENCE_DELIMITER } from '../tag.ts'
import { vrFromCode } from '../value/vr.ts'
import { readTag, readUint32 } from './element-header.ts'
import { type Encoding, encodingOf } from './transfer-syntax.ts'

export function startsWithItem(bytes: Uint8Array, valueStart: number, limit: number, littleEndian: boolean): boolean {
  if (valueStart + 8 > limit) return false
  const tag = readTag(bytes, valueStart, littleEndian)
  // Items in little endian inside a big endian data set are those of an element of VR UN.
  return tag === ITEM || tag === SEQUENCE_DELIMITER || (!littleEndian && readTag(bytes, valueStart, true) === ITEM)
}

/**
 * The encoding of the items of a sequence.
 * @param outer the encoding of the element itself
 * @param isUnknown the VR is UN: PS3.5 §6.2.2 has its items in Implicit VR Little Endian
 */
export function innerEncoding(bytes: Uint8Array, valueStart: number, limit: number, outer: Encoding, isUnknown: boolean): Encoding {
  const first = valueStart + 8
  const littleEndian = outer.littleEndian || (first <= limit && readTag(bytes, valueStart, true) === ITEM)
  if (outer.explicit && !isUnknown) return encodingOf(true, littleEndian)
  // Letters of a VR where a length should be: some writers copy private sequences with their VRs.
  const hasVr = first + 8 <= limit && vrFromCode((bytes[first + 4]! << 8) | bytes[first + 5]!) !== undefined
  return encodingOf(hasVr && first + 8 + readUint32(bytes, first + 4, littleEndian) > limit, littleEndian)
}

/** At a delimiter inside an item of defined length: an item or the end of the sequence behind it proves that length wrong. */
export function provesItemEnd(bytes: Uint8Array, next: number, limit: number, littleEndian: boolean): boolean {
  if (next + 8 > limit) return false
  const following = readTag(bytes, next, littleEndian)
  return following === ITEM || following === SEQUENCE_DELIMITER
}

/** At a delimiter inside a sequence of defined length: an element that may follow the sequence proves that length wrong. */
export function provesSequenceEnd(bytes: Uint8Array, next: number, limit: number, littleEndian: boolean, sequenceTag: number): boolean {
  if (next + 8 > limit) return false
  const following = readTag(bytes, next, littleEndian)
  return following !== ITEM && following > sequenceTag
}
