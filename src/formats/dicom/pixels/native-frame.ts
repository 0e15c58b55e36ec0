// Cuts one frame from uncompressed pixel data (PS3.5 §8.1.1, §8.2) and brings it to little endian, interleaved samples.
import type { PixelFormat } from './pixel-format.ts'

export interface NativeEncoding {
  readonly littleEndian: boolean
  /** Samples of 8 bits in big endian words: the two bytes of a word stand swapped. */
  readonly words: boolean
}

/** Two pixels share their chrominance: Y1 Y2 Cb Cr (PS3.3 §C.7.6.3.1.2). */
export function isSubsampled({ photometric }: PixelFormat): boolean {
  return photometric === 'YBR_FULL_422' || photometric === 'YBR_PARTIAL_422'
}

/** Bits of one frame. @param subsampled the data really have two samples a pixel, not three */
export function frameBits({ rows, columns, samplesPerPixel, bitsAllocated }: PixelFormat, subsampled: boolean): number {
  return rows * columns * (subsampled ? 2 : samplesPerPixel) * bitsAllocated
}

/**
 * Bytes of all frames. @param actual bytes that are there: chrominance is only as subsampled as it says where they are too few
 */
export function framesBytes(format: PixelFormat, actual: number): number {
  const whole = (subsampled: boolean) => Math.ceil((frameBits(format, subsampled) * format.frames) / 8)
  return whole(isSubsampled(format) && whole(false) > actual)
}

/**
 * @param pixels the data of all frames, which must hold the frame in whole
 * @returns a new buffer: little endian, interleaved, three samples where chrominance was subsampled
 */
export function cutFrame(
  pixels: Uint8Array,
  index: number,
  format: PixelFormat,
  encoding: NativeEncoding,
  subsampled: boolean,
): Uint8Array {
  const bits = frameBits(format, subsampled)
  if (format.bitsAllocated === 1) return unpackBits(pixels, index * bits, bits, encoding)
  const start = (index * bits) / 8
  const bytes = cutBytes(pixels, start, bits / 8, encoding)
  if (!encoding.littleEndian && format.bitsAllocated > 8) swapBytes(bytes, format.bitsAllocated / 8)
  const unit = format.bitsAllocated / 8
  if (subsampled) return spreadChrominance(bytes, format, unit)
  return format.planar ? interleavePlanes(bytes, format.samplesPerPixel, unit) : bytes
}

function cutBytes(pixels: Uint8Array, start: number, length: number, { littleEndian, words }: NativeEncoding): Uint8Array {
  // Not slice: in a Buffer of Node that is a view.
  if (littleEndian || !words) return new Uint8Array(pixels.subarray(start, start + length))
  const bytes = new Uint8Array(length)
  for (let i = 0; i < length; i++) bytes[i] = pixels[(start + i) ^ 1] ?? 0
  return bytes
}

/** Frames follow each other without padding; the first pixel is the lowest bit (PS3.5 §8.1.1). */
function unpackBits(pixels: Uint8Array, firstBit: number, count: number, { littleEndian, words }: NativeEncoding): Uint8Array {
  const flip = !littleEndian && words ? 1 : 0
  const bytes = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const bit = firstBit + i
    bytes[i] = ((pixels[Math.floor(bit / 8) ^ flip] ?? 0) >> (bit % 8)) & 1
  }
  return bytes
}

function swapBytes(bytes: Uint8Array, unit: number): void {
  for (let at = 0; at + unit <= bytes.length; at += unit) {
    for (let low = at, high = at + unit - 1; low < high; low++, high--) {
      const byte = bytes[low]!
      bytes[low] = bytes[high]!
      bytes[high] = byte
    }
  }
}

/** R…R G…G B…B to RGB RGB (PS3.3 §C.7.6.3.1.3). @param unit bytes of a sample */
export function interleavePlanes(bytes: Uint8Array, samples: number, unit: number): Uint8Array {
  const result = new Uint8Array(bytes.length)
  const pixels = bytes.length / (samples * unit)
  let from = 0
  for (let sample = 0; sample < samples; sample++) {
    for (let pixel = 0; pixel < pixels; pixel++) {
      const to = (pixel * samples + sample) * unit
      for (let i = 0; i < unit; i++) result[to + i] = bytes[from++]!
    }
  }
  return result
}

function spreadChrominance(bytes: Uint8Array, { rows, columns }: PixelFormat, unit: number): Uint8Array {
  const result = new Uint8Array(rows * columns * 3 * unit)
  const copy = (from: number, to: number): void => result.set(bytes.subarray(from, from + unit), to)
  for (let pair = 0; pair * 2 < rows * columns; pair++) {
    const from = pair * 4 * unit
    for (let i = 0; i < 2; i++) {
      const to = (pair * 2 + i) * 3 * unit
      copy(from + i * unit, to)
      copy(from + 2 * unit, to + unit)
      copy(from + 3 * unit, to + 2 * unit)
    }
  }
  return result
}
