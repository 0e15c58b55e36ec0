// The weights of a network, unpacked from a generated file.
import { decodeBase64 } from '../normalize/decode-base64.ts'
import { inflate } from '../normalize/inflate.ts'
import { CHAR_CLASSES } from './token-input.ts'

/** Channels between the layers; build/phi-network/train.py and kernel.c have the same. */
export const WIDTH = 64
export const VECTOR = 32
export const CHAR_WIDTH = 12
export const GRAMS = 32
/** Behind the bits of the lexicon: bits of the roles, shapes, gaps and kinds of tokens. */
export const FLAG_PARTS = [20, 6, 4, 3] as const
const FLAGS = FLAG_PARTS.reduce((sum, size) => sum + size, 0)
export const DILATIONS = [1, 2, 4, 8] as const
/** Seven tags, then eight kinds. */
export const OUTPUTS = 15

export interface NetworkWeights {
  /** Bits of the lexicon that it reads. */
  readonly lexBits: number
  /** Hashes of the words that have a vector, in order. */
  readonly hashes: Int32Array
  /** Rows of `VECTOR`. */
  readonly vectors: Int8Array
  /** Rows of `CHAR_WIDTH`. */
  readonly chars: Float32Array
  /** Gram, row of `CHAR_WIDTH`, three taps. */
  readonly grams: Float32Array
  readonly gramBias: Float32Array
  /** Output, then input: vector, grams, flags. */
  readonly word: Float32Array
  readonly wordBias: Float32Array
  /** Output, input, three taps. */
  readonly layers: readonly { readonly weights: Float32Array; readonly bias: Float32Array }[]
  /** Output, input. */
  readonly head: Float32Array
  readonly headBias: Float32Array
}

/** A vector's byte of 32 is 1. */
const VECTOR_UNIT = 32

export function unpackNetwork(packed: string, lexBits: number): NetworkWeights {
  const bytes = inflate(decodeBase64(packed))
  const inputs = VECTOR + GRAMS + lexBits + FLAGS
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const words = view.getInt32(0, true)
  let at = 4
  const take = (size: number): ArrayBuffer => {
    const part = bytes.slice(at, at + size).buffer
    at += size
    return part
  }
  const hashes = new Int32Array(take(words * 4))
  const vectors = new Int8Array(take(words * VECTOR))
  const tensor = (size: number): Float32Array => {
    const unit = new Float32Array(take(4))[0]!
    const values = new Int16Array(take(size * 2))
    const scaled = new Float32Array(size)
    for (let i = 0; i < size; i++) scaled[i] = values[i]! * unit
    return scaled
  }
  return {
    lexBits,
    hashes,
    vectors,
    chars: tensor(CHAR_CLASSES * CHAR_WIDTH),
    grams: tensor(GRAMS * CHAR_WIDTH * 3),
    gramBias: tensor(GRAMS),
    word: ofBytes(tensor(WIDTH * inputs), inputs),
    wordBias: tensor(WIDTH),
    layers: DILATIONS.map(() => ({ weights: tensor(WIDTH * WIDTH * 3), bias: tensor(WIDTH) })),
    head: tensor(OUTPUTS * WIDTH),
    headBias: tensor(OUTPUTS),
  }
}

/** Weights of a vector's bytes. */
function ofBytes(word: Float32Array, inputs: number): Float32Array {
  for (let i = 0; i < word.length; i++) if (i % inputs < VECTOR) word[i]! /= VECTOR_UNIT
  return word
}
