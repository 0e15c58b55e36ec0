// Spare bits of samples in RLE frames: they are in the bytes of one plane or another, and these can be changed where they are.
import type { PixelFormat } from '../../pixels/pixel-format.ts'

/**
 * Clears in place what `format` does not store. The frame is one that rleGaps accepts.
 * @returns whether any bit was set to anything else than the sign or zero
 */
export function clearRleBits(bytes: Uint8Array, { samplesPerPixel, bitsAllocated, bitsStored, highBit, signed }: PixelFormat): boolean {
  const planes = bitsAllocated / 8
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let isDirty = false
  for (let segment = 0; segment < samplesPerPixel * planes; segment++) {
    // The most significant byte comes first.
    const lowest = 8 * (planes - 1 - (segment % planes))
    const mask = maskOf(lowest, highBit + 1 - bitsStored, highBit)
    if (mask === 255) continue
    const sign = signed && highBit >= lowest && highBit < lowest + 8 ? 1 << (highBit - lowest) : 0
    const start = view.getUint32(4 + 4 * segment, true)
    const limit = segment + 1 < samplesPerPixel * planes ? view.getUint32(8 + 4 * segment, true) : bytes.length
    if (clearSegment(bytes, start, limit, { mask, sign, isFill: signed && highBit < lowest })) isDirty = true
  }
  return isDirty
}

/** The bits from `first` to `last` of the sample in the byte that begins at bit `lowest`. */
function maskOf(lowest: number, first: number, last: number): number {
  let mask = 0
  for (let bit = 0; bit < 8; bit++) if (lowest + bit >= first && lowest + bit <= last) mask |= 1 << bit
  return mask
}

interface Rule {
  readonly mask: number
  /** Bit of the sign in this byte; 0 where it is in another, or there is none. */
  readonly sign: number
  /** The whole byte may be copies of a sign in another. */
  readonly isFill: boolean
}

function clearSegment(bytes: Uint8Array, start: number, limit: number, { mask, sign, isFill }: Rule): boolean {
  const copies = sign ? 255 & ~(2 * sign - 1) : 0
  let isDirty = false
  for (let at = start; at < limit; ) {
    const control = bytes[at++]!
    if (control === 128) continue
    const end = Math.min(at + (control < 128 ? control + 1 : 1), limit)
    for (; at < end; at++) {
      const value = bytes[at]!
      const expected = isFill && value === 255 ? 255 : (value & mask) | (value & sign ? copies : 0)
      if (value === expected || (value & ~mask) === 0) continue
      bytes[at] = expected
      isDirty = true
    }
  }
  return isDirty
}
