// RLE Lossless (PS3.5 Annex G): byte planes from the most significant down, each a row of runs and literals.

const HEADER_BYTES = 64
const MAX_SEGMENTS = 15

export interface RleResult {
  /** Little endian, samples interleaved by pixel. */
  readonly bytes: Uint8Array
  /** A segment ended before its plane was full; the rest is 0. */
  readonly damaged: boolean
}

interface Cells {
  readonly pixels: number
  readonly samplesPerPixel: number
  readonly bytesAllocated: number
}

/** @returns undefined where the header does not fit: another number of segments, or offsets that lead astray */
export function decodeRle(encoded: Uint8Array, { pixels, samplesPerPixel, bytesAllocated }: Cells): RleResult | undefined {
  const segments = samplesPerPixel * bytesAllocated
  const starts = readSegmentStarts(encoded, segments)
  if (!starts) return undefined
  const stride = segments
  const bytes = new Uint8Array(pixels * stride)
  let damaged = false
  for (let i = 0; i < segments; i++) {
    const sample = Math.floor(i / bytesAllocated)
    const first = sample * bytesAllocated + (bytesAllocated - 1 - (i % bytesAllocated))
    const end = starts[i + 1] ?? encoded.length
    if (unpackSegment(encoded, starts[i]!, end, bytes, first, stride, pixels) < pixels) damaged = true
  }
  return { bytes, damaged }
}

function readSegmentStarts(encoded: Uint8Array, segments: number): number[] | undefined {
  if (encoded.length < HEADER_BYTES || segments > MAX_SEGMENTS) return undefined
  const view = new DataView(encoded.buffer, encoded.byteOffset, HEADER_BYTES)
  if (view.getUint32(0, true) !== segments) return undefined
  const starts = Array.from({ length: segments }, (_, i) => view.getUint32(4 + 4 * i, true))
  const isOrdered = starts.every((start, i) => start >= (i === 0 ? HEADER_BYTES : starts[i - 1]!) && start <= encoded.length)
  return isOrdered ? starts : undefined
}

/** @returns the number of bytes that came out, at most `pixels` */
function unpackSegment(
  encoded: Uint8Array,
  start: number,
  end: number,
  target: Uint8Array,
  first: number,
  stride: number,
  pixels: number,
): number {
  let count = 0
  let to = first
  let at = start
  while (at < end && count < pixels) {
    const control = encoded[at++]!
    // 128 is no operation (PS3.5 §G.3.2).
    if (control === 128) continue
    const length = Math.min(control < 128 ? control + 1 : 257 - control, pixels - count)
    if (control < 128) {
      const whole = Math.min(length, end - at)
      for (let i = 0; i < whole; i++, to += stride) target[to] = encoded[at + i]!
      at += control + 1
      count += whole
      if (whole < length) return count
    } else {
      if (at >= end) return count
      const value = encoded[at++]!
      for (let i = 0; i < length; i++, to += stride) target[to] = value
      count += length
    }
  }
  return count
}

/**
 * @param bytes little endian, samples interleaved by pixel
 * @param columns runs end with the row (PS3.5 §G.3.1)
 * @returns one frame with its header, of even length; undefined where there are more than 15 byte planes
 */
export function encodeRle(bytes: Uint8Array, { pixels, samplesPerPixel, bytesAllocated }: Cells, columns: number): Uint8Array | undefined {
  const segments = samplesPerPixel * bytesAllocated
  if (segments > MAX_SEGMENTS) return undefined
  // A literal of 128 bytes costs one more, and each row may begin a new one; each segment may be padded.
  const rows = Math.ceil(pixels / columns)
  const output = new Uint8Array(HEADER_BYTES + segments * (pixels + rows * (Math.ceil(columns / 128) + 1) + 1))
  const view = new DataView(output.buffer)
  view.setUint32(0, segments, true)
  const row = new Uint8Array(columns)
  let at = HEADER_BYTES
  for (let i = 0; i < segments; i++) {
    view.setUint32(4 + 4 * i, at, true)
    const sample = Math.floor(i / bytesAllocated)
    let from = sample * bytesAllocated + (bytesAllocated - 1 - (i % bytesAllocated))
    for (let done = 0; done < pixels; done += columns) {
      for (let x = 0; x < columns; x++, from += segments) row[x] = bytes[from]!
      at = packRow(row, output, at)
    }
    at += at % 2
  }
  return output.slice(0, at)
}

function packRow(row: Uint8Array, output: Uint8Array, start: number): number {
  let to = start
  let at = 0
  while (at < row.length) {
    const run = runLength(row, at)
    // A run of two pays only where no literal is open; PS3.5 §G.3.1 leaves the choice.
    if (run >= 2) {
      output[to++] = 257 - run
      output[to++] = row[at]!
      at += run
      continue
    }
    const first = at
    while (at < row.length && at - first < 128 && runLength(row, at) < 3) at++
    output[to++] = at - first - 1
    output.set(row.subarray(first, at), to)
    to += at - first
  }
  return to
}

function runLength(row: Uint8Array, at: number): number {
  const limit = Math.min(row.length, at + 128)
  let end = at + 1
  while (end < limit && row[end] === row[at]) end++
  return end - at
}
