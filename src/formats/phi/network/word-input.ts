// What the first layer of the network gets for a token: from its letters and its vector, and from its flags, kept for the next time that the word comes.
import { HASH_START, hashUnit } from '../fold.ts'
import { KIND, type Tokens } from '../tokens.ts'
import type { KernelMemory } from './kernel-memory.ts'
import { CHAR_WIDTH, FLAG_PARTS, GRAMS, type NetworkWeights, VECTOR, WIDTH } from './network-weights.ts'
import { CHAR_CLASSES, CHARS, readChars } from './token-input.ts'

/** Tokens that are kept: 4 MB. */
const KEPT = 16_384
/** Most flags of a token. */
const FLAGS = 72
/** In bytes: letters, vector, number of flags and flags of a token, as kernel.c reads them. */
const TOKEN = CHARS + VECTOR + 4 + FLAGS * 4
/** In bytes: what it takes of its memory. */
export const WORD_INPUT_SIZE = (KEPT * WIDTH + 192 * WIDTH + 3 * CHAR_CLASSES * GRAMS) * 4

export class WordInput {
  private readonly weights: NetworkWeights
  private readonly memory: KernelMemory
  /** Addresses of what the kernel reads: inputs, then outputs; what each sign adds to each gram. */
  private readonly inputs: number
  private readonly bias: number
  private readonly signs: number
  private readonly gramBias: number
  /** Address of the kept rows of `WIDTH`. */
  private readonly kept: number
  /** Hash and form of each kept token; a form is never 0. */
  private readonly hashes = new Int32Array(KEPT)
  private readonly forms = new Int32Array(KEPT)
  /** Letters of the kept tokens, rows of `CHARS`. */
  private readonly letters = new Uint8Array(KEPT * CHARS)
  /** The token that is read, in the memory of the kernel. */
  private readonly token: number
  private readonly chars: Uint8Array
  private readonly vector: Int8Array
  private readonly flags: Int32Array
  private flagCount = 0

  constructor(weights: NetworkWeights, memory: KernelMemory) {
    this.weights = weights
    this.memory = memory
    this.inputs = memory.put(turned(weights.word))
    this.bias = memory.put(weights.wordBias)
    this.signs = memory.put(signsOf(weights))
    this.gramBias = memory.put(weights.gramBias)
    this.kept = memory.reserve(KEPT * WIDTH * 4)
    this.token = memory.reserve(TOKEN)
    const { buffer } = memory.bytes
    this.chars = new Uint8Array(buffer, this.token, CHARS)
    this.vector = new Int8Array(buffer, this.token + CHARS, VECTOR)
    this.flags = new Int32Array(buffer, this.token + CHARS + VECTOR, 1 + FLAGS)
  }

  /**
   * Writes the row of a token.
   * @param lex bits of the lexicon, and of the language
   * @param into address of `WIDTH` numbers in the memory of the kernel
   */
  read(tokens: Tokens, at: number, lex: number, into: number): void {
    const from = this.kept / 4 + this.placeOf(tokens, at, lex) * WIDTH
    this.memory.floats.copyWithin(into / 4, from, from + WIDTH)
  }

  /**
   * Each token has one place, which another one may take. A row depends on the hash, the entries in the lexicon, the form and the letters of a token.
   * All of them are compared, because the texts that came before must not change the result.
   */
  private placeOf(tokens: Tokens, at: number, lex: number): number {
    const { chars, letters, hashes, forms } = this
    const hash = tokens.kind[at] === KIND.number ? hashNumber(tokens, at) : tokens.hash[at]!
    const form = formOf(tokens, at, lex)
    const place = mix(hash, form) & (KEPT - 1)
    readChars(tokens, at, chars)
    if (hashes[place] === hash && forms[place] === form && hasLetters(letters, place * CHARS, chars)) return place
    hashes[place] = hash
    forms[place] = form
    letters.set(chars, place * CHARS)
    this.readToken(tokens, at, lex, this.kept + place * WIDTH * 4)
    return place
  }

  private readToken(tokens: Tokens, at: number, lex: number, row: number): void {
    const [roles, shapes, gaps] = FLAG_PARTS
    this.readVector(tokens, at)
    this.flagCount = 0
    let first = VECTOR + GRAMS
    this.addBits(lex, this.weights.lexBits, first)
    first += this.weights.lexBits
    this.addBits(tokens.role[at]!, roles, first)
    first += roles
    this.addFlag(first + tokens.shape[at]!)
    first += shapes
    this.addFlag(first + tokens.gap[at]!)
    this.addFlag(first + gaps + tokens.kind[at]!)
    this.flags[0] = this.flagCount
    this.memory.functions.word(this.token, row, this.signs, this.gramBias, this.inputs, this.bias)
  }

  private readVector(tokens: Tokens, at: number): void {
    const { hashes, vectors } = this.weights
    const index = tokens.kind[at] === KIND.word ? indexOf(hashes, tokens.hash[at]!) : -1
    if (index < 0) this.vector.fill(0)
    else this.vector.set(vectors.subarray(index * VECTOR, (index + 1) * VECTOR))
  }

  private addBits(bits: number, count: number, first: number): void {
    for (let bit = 0; bit < count && bits >> bit !== 0; bit++) if (((bits >> bit) & 1) === 1) this.addFlag(first + bit)
  }

  private addFlag(input: number): void {
    this.flags[++this.flagCount] = input
  }
}

/** What each class of sign adds to each gram, at each of the three places. */
function signsOf({ chars, grams }: NetworkWeights): Float32Array {
  const signs = new Float32Array(3 * CHAR_CLASSES * GRAMS)
  for (let tap = 0; tap < 3; tap++)
    for (let sign = 1; sign < CHAR_CLASSES; sign++)
      for (let gram = 0; gram < GRAMS; gram++) {
        let sum = 0
        for (let i = 0; i < CHAR_WIDTH; i++) sum += chars[sign * CHAR_WIDTH + i]! * grams[(gram * CHAR_WIDTH + i) * 3 + tap]!
        signs[(tap * CHAR_CLASSES + sign) * GRAMS + gram] = sum
      }
  return signs
}

/** From outputs by inputs to inputs by outputs. */
function turned(word: Float32Array): Float32Array {
  const inputs = word.length / WIDTH
  return word.map((_, i) => word[(i % WIDTH) * inputs + Math.floor(i / WIDTH)]!)
}

/** Entries in the lexicon, language, kind, shape and the space before a token in one number, with a bit above them all. */
function formOf({ kind, shape, gap }: Tokens, at: number, lex: number): number {
  return (1 << 30) | (lex << 7) | (kind[at]! << 5) | (shape[at]! << 2) | gap[at]!
}

function mix(hash: number, form: number): number {
  const mixed = Math.imul(hash ^ Math.imul(form, 0x85ebca6b), 0x9e3779b1)
  return mixed ^ (mixed >>> 16)
}

/** Numbers have no hash. */
function hashNumber({ text, start, end }: Tokens, at: number): number {
  let hash = HASH_START
  for (let i = start[at]!; i < end[at]!; i++) hash = hashUnit(hash, text.charCodeAt(i))
  return hash
}

function hasLetters(letters: Uint8Array, offset: number, chars: Uint8Array): boolean {
  for (let i = 0; i < CHARS; i++) if (letters[offset + i] !== chars[i]) return false
  return true
}

function indexOf(hashes: Int32Array, hash: number): number {
  let [low, high] = [0, hashes.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    if (hashes[middle] === hash) return middle
    if (hashes[middle]! < hash) low = middle + 1
    else high = middle - 1
  }
  return -1
}
