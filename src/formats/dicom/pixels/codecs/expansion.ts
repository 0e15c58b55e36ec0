// How few bytes a frame takes at least in each coding: a stream of a kilobyte must not claim the memory of the machine.
import { ProblemError } from '../../../../core/problem.ts'
import type { JpegHeader } from './jpeg-header.ts'
import { FRAME_LS } from './jpeg-markers.ts'

/** Of a smaller frame, what is left of its stream is decoded, however little. In bytes, decoded. */
const FREE_BYTES = 16 * 1024 * 1024
/** Above this, JPEG 2000, JPEG XL, JPEG-LS and arithmetic coding can hold a picture of one color in next to nothing. In bytes, decoded. */
const LARGE_BYTES = 64 * 1024 * 1024
/** Deflate reaches 1,032. */
const MAX_EXPANSION = 1_100

/** A run of 128 bytes takes two (PS3.5 §G.3.2). */
const RLE_EXPANSION = 64
/** A match of 258 bytes takes a bit for its length and one for its distance (RFC 1951 §3.2.5). */
const DEFLATE_EXPANSION = 1_032

const PROGRESSIVE = 0xc2
const LOSSLESS = 0xc3
const BLOCK_SAMPLES = 64

/** @param frameBytes of the decoded frame */
export function leastRleBytes(frameBytes: number): number {
  return Math.ceil(frameBytes / RLE_EXPANSION)
}

/** @param frameBytes of the decoded frame */
export function leastDeflateBytes(frameBytes: number): number {
  return Math.ceil(frameBytes / DEFLATE_EXPANSION)
}

/** No Huffman code is shorter than a bit (ISO/IEC 10918-1 §C). Arithmetic codes have no such bound: 0. */
export function leastJpegBytes({ frameMarker, rows, columns, components, samplesPerPixel, interleaved }: JpegHeader): number {
  // A run ends with its line at the latest (14495-1 §A.7.1).
  if (frameMarker === FRAME_LS) return Math.ceil((rows * (interleaved ? 1 : components)) / 8)
  if (frameMarker > LOSSLESS) return 0
  const samples = rows * columns * samplesPerPixel
  if (frameMarker === LOSSLESS) return Math.floor(samples / 8)
  // Of a block, a code for DC; in one scan with it, another for the end of AC. What AC a progressive frame has may be in runs of blocks, or nothing.
  return Math.floor((samples / BLOCK_SAMPLES / 8) * (frameMarker === PROGRESSIVE ? 1 : 2))
}

/**
 * @param frameBytes of the decoded frame
 * @param leastBytes that a whole stream of such a frame has
 * @param byteOffset of the frame, for errors
 * @throws ProblemError `unreadable_input` where a large frame cannot be in so few bytes, `inflated_too_large`
 */
export function checkExpansion(actualBytes: number, frameBytes: number, leastBytes: number, byteOffset: number): void {
  if (frameBytes <= FREE_BYTES) return
  if (actualBytes < leastBytes) {
    throw new ProblemError('The compressed frame is too short for its Rows and Columns.', {
      code: 'unreadable_input',
      at: { byteOffset },
      facts: { expectedBytes: leastBytes, actualBytes },
    })
  }
  if (frameBytes <= LARGE_BYTES || frameBytes <= MAX_EXPANSION * actualBytes) return
  throw new ProblemError('The compressed frame expands more than 1,100-fold.', {
    code: 'inflated_too_large',
    at: { byteOffset },
    facts: { limitRatio: MAX_EXPANSION },
  })
}
