// Bits of native samples outside those stored (PS3.5 §8.1.1): zero, or copies of the sign. Readers ignore them, so anything may be hidden there.
import type { PixelFormat } from '../../pixels/pixel-format.ts'

type SampleBits = Pick<PixelFormat, 'kind' | 'bitsAllocated' | 'bitsStored' | 'highBit' | 'signed'>

/** Samples have such bits, in cells that are looked at here. */
export function hasSpareBits({ kind, bitsAllocated, bitsStored }: SampleBits): boolean {
  return kind === 'integer' && bitsStored < bitsAllocated && (bitsAllocated === 8 || bitsAllocated === 16 || bitsAllocated === 32)
}

/**
 * Clears them in place.
 * @returns whether any was set to anything else than the sign or zero
 */
export function clearSpareBits(bytes: Uint8Array, format: SampleBits, littleEndian: boolean): boolean {
  const { bitsAllocated, bitsStored, highBit, signed } = format
  if (!mayHaveSpareBits(bytes, format, littleEndian)) return false
  if (bitsAllocated === 32) return clearWords(bytes, format, littleEndian)
  const mask = (2 ** bitsStored - 1) << (highBit + 1 - bitsStored)
  if (bitsAllocated === 8) return clearBytes(bytes, mask, signed ? 1 << highBit : 0)
  const low = littleEndian ? 0 : 1
  const sign = signed ? 1 << highBit : 0
  const spare = 0xffff & ~mask
  // Above the sign its copies are allowed, and below the sample zeros.
  const copies = sign ? 0xffff & ~(2 ** (highBit + 1) - 1) : 0
  let isDirty = false
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const value = bytes[at + low]! | (bytes[at + 1 - low]! << 8)
    const bits = value & spare
    if (bits === 0) continue
    const expected = (value & mask) | (value & sign ? copies : 0)
    if (value === expected) continue
    bytes[at + low] = expected & 255
    bytes[at + 1 - low] = expected >> 8
    isDirty = true
  }
  return isDirty
}

/** Whether any is set, copies of a sign included. Four bytes are read at a time: most images have none, and this takes a tenth of the time. */
export function mayHaveSpareBits(bytes: Uint8Array, { bitsAllocated, bitsStored, highBit }: SampleBits, littleEndian: boolean): boolean {
  const unit = bitsAllocated / 8
  const spare = ~((2 ** bitsStored - 1) << (highBit + 1 - bitsStored))
  const maskAt = (at: number): number => (spare >>> (8 * (littleEndian ? at % unit : unit - 1 - (at % unit)))) & 255
  const areSet = (start: number, end: number): boolean => {
    for (let at = start; at < end; at++) if ((bytes[at]! & maskAt(at)) !== 0) return true
    return false
  }
  const first = -bytes.byteOffset & 3
  // No word starts in them, and an array of words has to start at one.
  if (bytes.length < first) return areSet(0, bytes.length)
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset + first, (bytes.length - first) >> 2)
  const mask = new Uint32Array(Uint8Array.from({ length: 4 }, (_, i) => maskAt(first + i)).buffer)[0]!
  let set = 0
  for (let at = 0; at < words.length; at++) set |= words[at]!
  return (set & mask) !== 0 || areSet(0, first) || areSet(first + 4 * words.length, bytes.length)
}

/** The same for samples of 32 bits; the operators of bits work on signed numbers, of which only equality counts here. */
function clearWords(bytes: Uint8Array, { bitsStored, highBit, signed }: SampleBits, littleEndian: boolean): boolean {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mask = (2 ** bitsStored - 1) << (highBit + 1 - bitsStored)
  const sign = signed ? 1 << highBit : 0
  const copies = signed && highBit < 31 ? -1 << (highBit + 1) : 0
  let isDirty = false
  for (let at = 0; at + 3 < words.byteLength; at += 4) {
    const value = words.getInt32(at, littleEndian)
    const expected = (value & mask) | (value & sign ? copies : 0)
    if ((value & ~mask) === 0 || value === expected) continue
    words.setInt32(at, expected, littleEndian)
    isDirty = true
  }
  return isDirty
}

function clearBytes(bytes: Uint8Array, mask: number, sign: number): boolean {
  const copies = sign ? 255 & ~(2 * sign - 1) : 0
  let isDirty = false
  for (let at = 0; at < bytes.length; at++) {
    const value = bytes[at]!
    const expected = (value & mask) | (value & sign ? copies : 0)
    if ((value & ~mask) === 0 || value === expected) continue
    bytes[at] = expected
    isDirty = true
  }
  return isDirty
}
