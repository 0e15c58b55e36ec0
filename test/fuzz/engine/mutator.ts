// Changes inputs at random, the same way for the same seed.
import { bytesOf } from './target.ts'

export type Random = () => number

/** Numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const EDGE_BYTES = [0, 1, 0x0a, 0x0d, 0x20, 0x22, 0x27, 0x2c, 0x3b, 0x3c, 0x5c, 0x7c, 0x7e, 0x7f, 0x80, 0xc3, 0xed, 0xfe, 0xff]
const EDGE_NUMBERS = [0, 1, 2, 7, 8, 16, 127, 128, 255, 256, 32_767, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]

export class Mutator {
  readonly #random: Random
  readonly #dictionary: readonly Uint8Array[]
  readonly #maxBytes: number

  constructor(random: Random, dictionary: readonly string[], maxBytes: number) {
    this.#random = random
    this.#dictionary = dictionary.map(bytesOf)
    this.#maxBytes = maxBytes
  }

  /** One to eight changes; `other` is a second input of the corpus. */
  mutate(input: Uint8Array, other: Uint8Array): Uint8Array {
    let bytes = input
    for (let changes = 1 << this.below(4); changes > 0; changes--) bytes = this.#change(bytes, other)
    return bytes.length > this.#maxBytes ? bytes.subarray(0, this.#maxBytes) : bytes
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  #change(bytes: Uint8Array, other: Uint8Array): Uint8Array {
    const at = this.below(bytes.length + 1)
    const span = Math.min(bytes.length - at, 1 + this.below(this.below(8) === 0 ? 256 : 12))
    switch (this.below(13)) {
      case 0:
        return this.#overwrite(bytes, at, Uint8Array.of(this.below(256)))
      case 1:
        return this.#overwrite(bytes, at, Uint8Array.of((bytes[at] ?? 0) ^ (1 << this.below(8))))
      case 2:
        return splice(bytes, at, 0, Uint8Array.of(EDGE_BYTES[this.below(EDGE_BYTES.length)]!))
      case 3:
        return splice(bytes, at, span, new Uint8Array())
      case 4:
        return splice(bytes, at, 0, bytes.subarray(at, at + span))
      case 5:
        return this.#overwrite(bytes, at, this.#edgeNumber())
      case 6:
        return this.#changeDigits(bytes, at)
      case 7: {
        const from = this.below(other.length + 1)
        return splice(bytes, at, 0, other.subarray(from, from + 1 + this.below(64)))
      }
      case 8:
        return splice(bytes, at, bytes.length - at, other.subarray(this.below(other.length + 1)))
      case 9: {
        const from = this.below(bytes.length + 1)
        return splice(bytes, at, 0, bytes.subarray(from, from + span))
      }
      case 10:
        return this.#overwrite(bytes, at, this.#word())
      default:
        return splice(bytes, at, this.below(2) * span, this.#word())
    }
  }

  #word(): Uint8Array {
    return this.#dictionary[this.below(this.#dictionary.length)] ?? Uint8Array.of(this.below(256))
  }

  #edgeNumber(): Uint8Array {
    const number = EDGE_NUMBERS[this.below(EDGE_NUMBERS.length)]! + this.below(3) - 1
    const width = [1, 2, 4][this.below(3)]!
    const bytes = new Uint8Array(width)
    for (let i = 0; i < width; i++) bytes[this.below(2) === 0 ? i : width - 1 - i] = Math.floor(number / 256 ** i) & 0xff
    return bytes
  }

  /** A number in the text becomes another one. */
  #changeDigits(bytes: Uint8Array, at: number): Uint8Array {
    const isDigit = (i: number) => bytes[i]! >= 0x30 && bytes[i]! <= 0x39
    let start = at
    while (start < bytes.length && !isDigit(start)) start++
    let end = start
    while (end < bytes.length && isDigit(end)) end++
    return splice(bytes, start, end - start, bytesOf(String(EDGE_NUMBERS[this.below(EDGE_NUMBERS.length)]!)))
  }

  #overwrite(bytes: Uint8Array, at: number, piece: Uint8Array): Uint8Array {
    return splice(bytes, at, Math.min(piece.length, bytes.length - at), piece)
  }
}

function splice(bytes: Uint8Array, at: number, removed: number, piece: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length - removed + piece.length)
  result.set(bytes.subarray(0, at))
  result.set(piece, at)
  result.set(bytes.subarray(at + removed), at + piece.length)
  return result
}
