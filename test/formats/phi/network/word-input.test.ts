// The first layer of the network: what it keeps of earlier tokens changes no later one.
import { expect, test } from 'vitest'
import { hashWord } from '../../../../src/formats/phi/fold.ts'
import { unpackNetwork, WIDTH } from '../../../../src/formats/phi/network/network-weights.ts'
import { NETWORK_WEIGHTS } from '../../../../src/formats/phi/network/phi-weights.generated.ts'
import { WordInput } from '../../../../src/formats/phi/network/word-input.ts'
import { tokenize } from '../../../../src/formats/phi/tokens.ts'

const weights = unpackNetwork(NETWORK_WEIGHTS, 15)

function read(input: WordInput, word: string): number[] {
  const row = new Float32Array(WIDTH)
  const tokens = tokenize(word)
  input.read(tokens, 0, tokens.lex[0]!, row, 0)
  return [...row]
}

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
  const input = new WordInput(weights)
  const other = read(input, first)
  expect(read(input, second)).toEqual(read(new WordInput(weights), second))
  expect(read(input, second)).not.toEqual(other)
})

test('the forms of a word are read apart, whatever was read between them', () => {
  const forms = ['lindqvist', 'Lindqvist', 'LINDQVIST', '4471', '44710']
  const fresh = forms.map((form) => read(new WordInput(weights), form))
  const input = new WordInput(weights)
  for (let round = 0; round < 3; round++) {
    expect(forms.map((form) => read(input, form))).toEqual(fresh)
    for (let i = 0; i < 17_000; i++) read(input, `w${i.toString(36)}`)
  }
})
