// Reads size and bit depth from the beginning of a JPEG XL codestream (ISO/IEC 18181-1 §D.2, §D.3), bare or in a container.
import type { CodedImage } from './coded-image.ts'

type Coded = Omit<CodedImage, 'components' | 'signed' | 'subsampled'>

/** Distributions of U32: bits and offset by selector. */
type Choice = readonly [bits: number, offset: number]
const SIZES: readonly Choice[] = [
  [9, 1],
  [13, 1],
  [18, 1],
  [30, 1],
]
const DEPTHS: readonly Choice[] = [
  [0, 8],
  [0, 10],
  [0, 12],
  [6, 1],
]
/** Numerator and denominator by ratio number. */
const RATIOS: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 1],
  [12, 10],
  [4, 3],
  [3, 2],
  [16, 9],
  [5, 4],
  [2, 1],
]

/** Undefined where the bytes are none, or carry what no medical image carries: floats, animation, preview, another orientation. */
export function readJpegXlHeader(bytes: Uint8Array): Coded | undefined {
  const stream = findCodestream(bytes)
  if (!stream) return undefined
  const read = bitReader(stream)
  const choose = (choices: readonly Choice[]): number => {
    const [bits, offset] = choices[read(2)]!
    return read(bits) + offset
  }
  const small = read(1) === 1
  const rows = small ? (read(5) + 1) * 8 : choose(SIZES)
  const ratio = read(3)
  const [up, down] = RATIOS[ratio]!
  const columns = ratio > 0 ? Math.floor((rows * up) / down) : small ? (read(5) + 1) * 8 : choose(SIZES)
  if (read(1) === 1) return { rows, columns, precision: 8 }
  if (read(1) === 1) {
    const orientation = read(3)
    const others = read(3)
    if (orientation !== 0 || others !== 0) return undefined
  }
  if (read(1) === 1) return undefined
  return { rows, columns, precision: choose(DEPTHS) }
}

/** Bits from the lowest up; zeros behind the end. */
function bitReader(bytes: Uint8Array): (bits: number) => number {
  let position = 0
  return (bits) => {
    let value = 0
    for (let i = 0; i < bits; i++, position++) value += (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) * 2 ** i
    return value
  }
}

const CODESTREAM = 0x6a786c63
const PARTIAL_CODESTREAM = 0x6a786c70

/** The bytes behind the signature FF 0A. */
function findCodestream(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0x0a) return bytes.subarray(2)
  if (bytes.length < 12) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(0) !== 12 || view.getUint32(4) !== 0x4a584c20) return undefined
  for (let at = 0; at + 16 <= bytes.length; ) {
    const size = view.getUint32(at)
    const type = view.getUint32(at + 4)
    const start = at + (size === 1 ? 16 : 8) + (type === PARTIAL_CODESTREAM ? 4 : 0)
    if (type === CODESTREAM || type === PARTIAL_CODESTREAM) {
      return bytes[start] === 0xff && bytes[start + 1] === 0x0a ? bytes.subarray(start + 2) : undefined
    }
    const length = size === 1 ? view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : size
    if (length < 8) return undefined
    at += length
  }
  return undefined
}
