// The first layer of the network: what it keeps of earlier tokens changes no later one.
import { expect, test } from 'vitest'
import { hashWord } from '../../../../src/formats/phi/fold.ts'
import { KernelMemory } from '../../../../src/formats/phi/network/kernel-memory.ts'
import {
  CHAR_WIDTH,
  FLAG_PARTS,
  GRAMS,
  type NetworkWeights,
  unpackNetwork,
  VECTOR,
  WIDTH,
} from '../../../../src/formats/phi/network/network-weights.ts'
import { NETWORK_WEIGHTS } from '../../../../src/formats/phi/network/phi-weights.generated.ts'
import { CHARS, readChars } from '../../../../src/formats/phi/network/token-input.ts'
import { WORD_INPUT_SIZE, WordInput } from '../../../../src/formats/phi/network/word-input.ts'
import { KIND, tokenize } from '../../../../src/formats/phi/tokens.ts'

const weights = unpackNetwork(NETWORK_WEIGHTS, 15)

function open() {
  const memory = new KernelMemory(WORD_INPUT_SIZE + WIDTH * 4)
  return { memory, input: new WordInput(weights, memory), row: memory.reserve(WIDTH * 4) }
}

function read({ input, memory, row }: ReturnType<typeof open>, word: string): number[] {
  const tokens = tokenize(word)
  input.read(tokens, 0, tokens.lex[0]!, row)
  return [...memory.floats.slice(row / 4, row / 4 + WIDTH)]
}

/** The first layer as it is defined: a vector by the hash, of each three signs the strongest, flags. */
function reference({ word, wordBias, hashes, vectors, gramBias, lexBits, ...rest }: NetworkWeights, text: string): number[] {
  const tokens = tokenize(text)
  const chars = new Uint8Array(CHARS)
  readChars(tokens, 0, chars)
  const signPart = (sign: number, gram: number, tap: number) =>
    range(CHAR_WIDTH).reduce((sum, i) => sum + rest.chars[sign * CHAR_WIDTH + i]! * rest.grams[(gram * CHAR_WIDTH + i) * 3 + tap]!, 0)
  const gramAt = (gram: number, place: number) =>
    range(3).reduce((sum, tap) => sum + (chars[place + tap - 1] ? signPart(chars[place + tap - 1]!, gram, tap) : 0), gramBias[gram]!)
  const place = hashes.indexOf(tokens.hash[0]!)
  const isWord = tokens.kind[0] === KIND.word
  const values = [
    ...range(VECTOR).map((i) => (isWord && place >= 0 ? vectors[place * VECTOR + i]! : 0)),
    ...range(GRAMS).map((gram) => Math.max(0, ...range(CHARS).map((at) => gramAt(gram, at)))),
    ...bitsOf(tokens.lex[0]!, lexBits),
    ...bitsOf(tokens.role[0]!, FLAG_PARTS[0]),
    ...oneOf(tokens.shape[0]!, FLAG_PARTS[1]),
    ...oneOf(tokens.gap[0]!, FLAG_PARTS[2]),
    ...oneOf(tokens.kind[0]!, FLAG_PARTS[3]),
  ]
  return range(WIDTH).map((output) =>
    Math.max(
      0,
      values.reduce((sum, value, input) => sum + value * word[output * values.length + input]!, wordBias[output]!),
    ),
  )
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const bitsOf = (bits: number, count: number) => range(count).map((bit) => (bits >> bit) & 1)
const oneOf = (place: number, count: number) => range(count).map((i) => (i === place ? 1 : 0))

test.each(['lindqvist', 'Lindqvist', 'MRN', 'patient', '4471902', '-', 'Xq', 'pneumonoultramicroscopic', 'Müller'])(
  '%s is read as the layer is defined',
  (word) => {
    const row = read(open(), word)
    for (const [i, value] of reference(weights, word).entries()) expect(row[i]).toBeCloseTo(value, 4)
  },
)

/** Two words of seven letters with one hash. */
function twins(): [string, string] {
  const words = new Map<number, string>()
  for (let i = 0; i < 1_000_000; i++) {
    let rest = (i * 2_654_435_761) % 26 ** 7
    let word = ''
    for (let at = 0; at < 7; at++, rest = Math.floor(rest / 26)) word += String.fromCharCode(97 + (rest % 26))
    const other = words.get(hashWord(word))
    if (other !== undefined) return [other, word]
    words.set(hashWord(word), word)
  }
  throw new Error('no two words have one hash')
}

test('a word with the hash of another one is read by its own letters', () => {
  const [first, second] = twins()
  expect(hashWord(first)).toBe(hashWord(second))
  const input = open()
  const other = read(input, first)
  expect(read(input, second)).toEqual(read(open(), second))
  expect(read(input, second)).not.toEqual(other)
})

test('the forms of a word are read apart, whatever was read between them', () => {
  const forms = ['lindqvist', 'Lindqvist', 'LINDQVIST', '4471', '44710']
  const fresh = forms.map((form) => read(open(), form))
  const input = open()
  for (let round = 0; round < 3; round++) {
    expect(forms.map((form) => read(input, form))).toEqual(fresh)
    for (let i = 0; i < 17_000; i++) read(input, `w${i.toString(36)}`)
  }
})
