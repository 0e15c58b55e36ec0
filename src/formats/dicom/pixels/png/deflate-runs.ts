// Deflate (RFC 1951) of filtered rows of pixels: runs of one byte and Huffman codes. Rows that were filtered hold few other repetitions, and the
// search for them takes most of the time of a general deflate.
import { limitedLengths, prefixCodes } from './huffman.ts'

/** Symbols of a block: each has codes of its own. */
const BLOCK_SYMBOLS = 1 << 16
const LEAST_RUN = 4
const GREATEST_RUN = 258
/** A run of n bytes is the symbol RUN + n until it is written. */
const RUN = 256
const END_OF_BLOCK = 256
const LITERALS_AND_LENGTHS = 286
const GREATEST_CODE_LENGTH = 15
/** RFC 1951 §3.2.7: the order in which the lengths of the codes of lengths stand. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
const NO_DISTANCE = [0]

/** RFC 1951 §3.2.5: symbol, extra bits and their number by the length of a match. */
const LENGTH_SYMBOL = new Uint16Array(GREATEST_RUN + 1)
const LENGTH_BASE = new Uint16Array(GREATEST_RUN + 1)
const LENGTH_EXTRA = new Uint8Array(GREATEST_RUN + 1)
for (let symbol = 257, length = 3; symbol < 285; symbol++) {
  const extra = symbol < 265 ? 0 : (symbol - 261) >> 2
  for (let base = length; length < Math.min(base + (1 << extra), GREATEST_RUN); length++) {
    LENGTH_SYMBOL[length] = symbol
    LENGTH_BASE[length] = base
    LENGTH_EXTRA[length] = extra
  }
}
LENGTH_SYMBOL[GREATEST_RUN] = 285
LENGTH_BASE[GREATEST_RUN] = GREATEST_RUN

interface BitSink {
  readonly bytes: Uint8Array
  at: number
  bits: number
  count: number
}

/** @returns a raw deflate stream */
export function deflateRuns(data: Uint8Array): Uint8Array {
  // A symbol takes 9 bits or less on average, a run is of four bytes or more, and the codes of a block take 300 bytes.
  const sink: BitSink = {
    bytes: new Uint8Array(Math.ceil(data.length * 1.5) + 600 + 300 * Math.ceil(data.length / BLOCK_SYMBOLS)),
    at: 0,
    bits: 0,
    count: 0,
  }
  const symbols = new Uint16Array(BLOCK_SYMBOLS)
  const frequencies = new Uint32Array(LITERALS_AND_LENGTHS)
  let at = 0
  do {
    frequencies.fill(0)
    let count = 0
    let runs = 0
    while (at < data.length && count < BLOCK_SYMBOLS) {
      const byte = data[at]!
      // Bytes behind the end are undefined and equal to none.
      if (at > 0 && byte === data[at - 1] && byte === data[at + 1] && byte === data[at + 2] && byte === data[at + 3]) {
        let end = at + LEAST_RUN
        const limit = Math.min(data.length, at + GREATEST_RUN)
        while (end < limit && data[end] === byte) end++
        symbols[count++] = RUN + end - at
        frequencies[LENGTH_SYMBOL[end - at]!]!++
        runs++
        at = end
      } else {
        symbols[count++] = byte
        frequencies[byte]!++
        at++
      }
    }
    frequencies[END_OF_BLOCK] = 1
    writeBlock(sink, symbols.subarray(0, count), frequencies, { isLast: at === data.length, hasRuns: runs > 0 })
  } while (at < data.length)
  while (sink.count > 0) flushByte(sink)
  return sink.bytes.subarray(0, sink.at)
}

function writeBlock(
  sink: BitSink,
  symbols: Uint16Array,
  frequencies: Uint32Array,
  { isLast, hasRuns }: { readonly isLast: boolean; readonly hasRuns: boolean },
): void {
  const lengths = limitedLengths(frequencies, GREATEST_CODE_LENGTH)
  writeBits(sink, isLast ? 1 : 0, 1)
  writeBits(sink, 2, 2)
  // One code of distances, of one bit: the byte before; none where there are no runs.
  writeCodes(sink, lengths, hasRuns ? [1] : NO_DISTANCE)
  writeSymbols(sink, symbols, lengths)
}

/** RFC 1951 §3.2.7, without repetitions. */
function writeCodes(sink: BitSink, lengths: Uint8Array, distances: readonly number[]): void {
  const all = [...lengths, ...distances]
  const frequencies = new Uint32Array(LENGTH_ORDER.length)
  for (const length of all) frequencies[length]!++
  const lengthsOfLengths = limitedLengths(frequencies, 7)
  const codes = prefixCodes(lengthsOfLengths)
  writeBits(sink, LITERALS_AND_LENGTHS - 257, 5)
  writeBits(sink, distances.length - 1, 5)
  writeBits(sink, LENGTH_ORDER.length - 4, 4)
  for (const symbol of LENGTH_ORDER) writeBits(sink, lengthsOfLengths[symbol]!, 3)
  for (const length of all) writeBits(sink, codes[length]!, lengthsOfLengths[length]!)
}

function writeSymbols(sink: BitSink, symbols: Uint16Array, lengths: Uint8Array): void {
  const codes = prefixCodes(lengths)
  const { bytes } = sink
  let { at, bits, count } = sink
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i]!
    if (symbol < RUN) {
      bits |= codes[symbol]! << count
      count += lengths[symbol]!
    } else {
      const run = symbol - RUN
      const code = LENGTH_SYMBOL[run]!
      bits |= codes[code]! << count
      count += lengths[code]!
      if (count >= 16) {
        bytes[at++] = bits & 255
        bytes[at++] = (bits >>> 8) & 255
        bits >>>= 16
        count -= 16
      }
      // Behind the extra bits the distance, whose code is a zero.
      bits |= (run - LENGTH_BASE[run]!) << count
      count += LENGTH_EXTRA[run]! + 1
    }
    if (count >= 16) {
      bytes[at++] = bits & 255
      bytes[at++] = (bits >>> 8) & 255
      bits >>>= 16
      count -= 16
    }
  }
  Object.assign(sink, { at, bits, count })
  writeBits(sink, codes[END_OF_BLOCK]!, lengths[END_OF_BLOCK]!)
}

/** @param length up to 15 */
function writeBits(sink: BitSink, value: number, length: number): void {
  sink.bits |= value << sink.count
  sink.count += length
  while (sink.count >= 8) flushByte(sink)
}

function flushByte(sink: BitSink): void {
  sink.bytes[sink.at++] = sink.bits & 255
  sink.bits >>>= 8
  sink.count = Math.max(0, sink.count - 8)
}
