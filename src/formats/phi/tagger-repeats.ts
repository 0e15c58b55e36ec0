// How a word stands elsewhere in its text: in small letters, behind a title, as a given name before another word with a capital, how often.
import { LEX } from './lexicon-bits.ts'
import { KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

const SEEN = { lower: 1, capital: 2, titled: 4, given: 8 } as const
const SEEN_BITS = 4
const MOST_COUNTED = 3

/** For each token the union of `SEEN` over all places of its word, and above it their number, up to `MOST_COUNTED`. */
export function countElsewhere(tokens: Tokens): Uint8Array {
  const { count, kind, hash } = tokens
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 2)) - 1
  const words = new Int32Array(mask + 1)
  const seen = new Uint8Array(mask + 1)
  const places = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    if (kind[at] !== KIND.word) continue
    const place = placeOf(words, seen, hash[at]!, mask)
    places[at] = place
    words[place] = hash[at]!
    const times = Math.min((seen[place]! >> SEEN_BITS) + 1, MOST_COUNTED)
    seen[place] = (seen[place]! & ((1 << SEEN_BITS) - 1)) | seenOf(tokens, at) | (times << SEEN_BITS)
  }
  const repeats = new Uint8Array(count)
  for (let at = 0; at < count; at++) if (kind[at] === KIND.word) repeats[at] = seen[places[at]!]!
  return repeats
}

/** Open addressing; a place without a word has seen nothing. */
function placeOf(words: Int32Array, seen: Uint8Array, hash: number, mask: number): number {
  let place = (hash ^ (hash >>> 15)) & mask
  while (seen[place] !== 0 && words[place] !== hash) place = (place + 1) & mask
  return place
}

function seenOf({ kind, hash, role, shape, lex, count }: Tokens, at: number): number {
  let seen: number = shape[at] === SHAPE.lower ? SEEN.lower : SEEN.capital
  const before = at - 1 - (at > 0 && kind[at - 1] === KIND.sign && hash[at - 1] === 0x2e ? 1 : 0)
  if (before >= 0 && (role[before]! & ROLE.title) !== 0) seen |= SEEN.titled
  const isBeforeCapital = at + 1 < count && kind[at + 1] === KIND.word && shape[at + 1]! >= SHAPE.capital
  if (shape[at]! >= SHAPE.capital && (lex[at]! & LEX.first) !== 0 && isBeforeCapital) seen |= SEEN.given
  return seen
}
