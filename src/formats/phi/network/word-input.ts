// What the first layer of the network gets for a token: from its letters and its vector, and from its flags, kept for the next time that the word comes.
import { HASH_START, hashUnit } from '../fold.ts'
import { KIND, type Tokens } from '../tokens.ts'
import { CHAR_WIDTH, FLAG_PARTS, GRAMS, type NetworkWeights, VECTOR, WIDTH } from './network-weights.ts'
import { CHAR_CLASSES, CHARS, readChars } from './token-input.ts'

/** Tokens that are kept: 4 MB. */
const KEPT = 16_384

export class WordInput {
  private readonly weights: NetworkWeights
  /** Rows of `WIDTH` for each input. */
  private readonly inputs: Float32Array
  private readonly signs: Float32Array
  private readonly kept = new Float32Array(KEPT * WIDTH)
  /** Hash and form of each kept token; a form is never 0. */
  private readonly hashes = new Int32Array(KEPT)
  private readonly forms = new Int32Array(KEPT)
  /** Letters of the kept tokens, rows of `CHARS`. */
  private readonly letters = new Uint8Array(KEPT * CHARS)
  /** Letters of the token that is read. */
  private readonly chars = new Uint8Array(CHARS)
  private readonly grams = new Float32Array(GRAMS)
  private readonly sums = new Float32Array(GRAMS)

  constructor(weights: NetworkWeights) {
    this.weights = weights
    this.inputs = turned(weights.word)
    this.signs = signsOf(weights)
  }

  /**
   * Writes the row of a token.
   * @param lex bits of the lexicon, and of the language
   */
  read(tokens: Tokens, at: number, lex: number, into: Float32Array, offset: number): void {
    const { kept } = this
    const place = this.placeOf(tokens, at, lex) * WIDTH
    for (let i = 0; i < WIDTH; i++) into[offset + i] = kept[place + i]!
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
    this.readToken(tokens, at, lex, this.kept.subarray(place * WIDTH, (place + 1) * WIDTH))
    return place
  }

  private readToken(tokens: Tokens, at: number, lex: number, row: Float32Array): void {
    const [roles, shapes, gaps] = FLAG_PARTS
    row.set(this.weights.wordBias)
    this.readWord(tokens, at, row)
    let first = VECTOR + GRAMS
    this.addBits(lex, this.weights.lexBits, first, row)
    first += this.weights.lexBits
    this.addBits(tokens.role[at]!, roles, first, row)
    first += roles
    this.addInput(first + tokens.shape[at]!, 1, row)
    first += shapes
    this.addInput(first + tokens.gap[at]!, 1, row)
    this.addInput(first + gaps + tokens.kind[at]!, 1, row)
    for (let i = 0; i < WIDTH; i++) if (row[i]! < 0) row[i] = 0
  }

  private addBits(bits: number, count: number, first: number, row: Float32Array): void {
    for (let bit = 0; bit < count && bits >> bit !== 0; bit++) if (((bits >> bit) & 1) === 1) this.addInput(first + bit, 1, row)
  }

  private readWord(tokens: Tokens, at: number, row: Float32Array): void {
    const { hashes, vectors } = this.weights
    this.readGrams()
    const index = tokens.kind[at] === KIND.word ? indexOf(hashes, tokens.hash[at]!) : -1
    if (index >= 0) for (let i = 0; i < VECTOR; i++) this.addInput(i, vectors[index * VECTOR + i]!, row)
    for (let gram = 0; gram < GRAMS; gram++) this.addInput(VECTOR + gram, this.grams[gram]!, row)
  }

  private addInput(input: number, value: number, row: Float32Array): void {
    const { inputs } = this
    if (value !== 0) for (let i = 0, at = input * WIDTH; i < WIDTH; i++) row[i]! += inputs[at + i]! * value
  }

  /** Of each group of three signs the strongest. */
  private readGrams(): void {
    const { signs, grams, sums, chars } = this
    grams.fill(0)
    for (let place = 0; place < CHARS; place++) {
      sums.set(this.weights.gramBias)
      for (let tap = 0; tap < 3; tap++) {
        const sign = chars[place + tap - 1] ?? 0
        if (sign === 0) continue
        const row = (tap * CHAR_CLASSES + sign) * GRAMS
        for (let gram = 0; gram < GRAMS; gram++) sums[gram]! += signs[row + gram]!
      }
      for (let gram = 0; gram < GRAMS; gram++) if (sums[gram]! > grams[gram]!) grams[gram] = sums[gram]!
    }
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
