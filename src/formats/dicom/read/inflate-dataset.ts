// Inflates a deflated data set (PS3.5 §A.5) up to a limit, keeping what came out of a cut or damaged stream.
import { Inflate } from 'fflate'
import { ProblemError } from '../../../core/problem.ts'

/** One push can grow 1,032-fold; small pushes let the limit act in time. */
const CHUNK_BYTES = 8_192

/** A data set that grows so many times past its first megabyte is a decompression bomb: it is refused before it takes time and memory. */
const MAX_EXPANSION = 100
const FREE_BYTES = 1024 * 1024

export interface InflatedDataset {
  readonly data: Uint8Array
  /** False where the stream is cut or damaged. */
  readonly complete: boolean
  /** The stream has the zlib header that only RFC 1950 knows. */
  readonly zlibHeader: boolean
}

/**
 * @param start offset of the compressed data, which reach to the end of the bytes or to padding before it
 * @throws ProblemError `inflated_too_large`
 */
export function inflateDataset(bytes: Uint8Array, start: number, maxInflatedBytes: number): InflatedDataset {
  const zlibHeader = hasZlibHeader(bytes, start)
  const output = new GrowingBytes(maxInflatedBytes, start)
  const inflate = new Inflate((chunk) => output.append(chunk))
  let complete = true
  try {
    let silentChunks = 0
    // The stream does not tell where it ends: two chunks without output are behind its end, or padding.
    for (let at = zlibHeader ? start + 2 : start; at < bytes.length && silentChunks < 2; at += CHUNK_BYTES) {
      const before = output.length
      output.consumed = Math.min(at + CHUNK_BYTES, bytes.length) - start
      inflate.push(bytes.subarray(at, at + CHUNK_BYTES))
      silentChunks = output.length === before ? silentChunks + 1 : 0
    }
    // A stream that has ended ignores this byte; one that has not cannot end with it and fails.
    const whole = output.length
    inflate.push(new Uint8Array(1), true)
    output.length = whole
  } catch (error) {
    if (error instanceof ProblemError) throw error
    complete = false
  }
  return { data: output.bytes(), complete, zlibHeader }
}

class GrowingBytes {
  length = 0
  /** Compressed bytes from which the output comes. */
  consumed = 0
  private buffer = new Uint8Array(65_536)
  private readonly limit: number
  private readonly start: number

  constructor(limit: number, start: number) {
    this.limit = limit
    this.start = start
  }

  append(chunk: Uint8Array): void {
    const length = this.length + chunk.length
    if (length > this.limit) {
      throw new ProblemError('The inflated data set exceeds the limit.', {
        code: 'inflated_too_large',
        at: { byteOffset: this.start },
        facts: { limitBytes: this.limit },
      })
    }
    if (length > FREE_BYTES && length > MAX_EXPANSION * this.consumed) {
      throw new ProblemError('The deflated data set expands more than 100-fold.', {
        code: 'inflated_too_large',
        at: { byteOffset: this.start },
        facts: { limitRatio: MAX_EXPANSION },
      })
    }
    if (length > this.buffer.length) {
      const grown = new Uint8Array(Math.min(Math.max(this.buffer.length * 2, length), this.limit))
      grown.set(this.buffer.subarray(0, this.length))
      this.buffer = grown
    }
    this.buffer.set(chunk, this.length)
    this.length = length
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }
}

/** 0x78.. with a right check, and not the start of a stored block, whose length would be repeated inverted. */
function hasZlibHeader(bytes: Uint8Array, start: number): boolean {
  const [method = 0, flags = 0, a = 0, b = 0, c = 0] = bytes.subarray(start, start + 5)
  if ((method & 15) !== 8 || method >> 4 > 7 || ((method << 8) | flags) % 31 !== 0) return false
  const isStored = (method & 7) === 0 && ((flags | (a << 8)) ^ (b | (c << 8))) === 0xffff
  return !isStored
}
