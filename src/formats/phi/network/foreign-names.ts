// Limits what counts as a name in languages that the networks have not learned.
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex } from '../token-tests.ts'
import { KIND, SHAPE, type Tokens } from '../tokens.ts'

/** Logarithm of the odds of a name in small letters in prose of another language. */
const LEAST_SMALL_FOREIGN = 2
/** The same of a word with a capital that no list has. */
const LEAST_UNLISTED_FOREIGN = 0

/** In prose of another language only numbers, and words that the lexicon knows as names. */
export function mayBeForeignName(tokens: Tokens, at: number, odds: number): boolean {
  if (tokens.kind[at] !== KIND.word) return true
  if (tokens.shape[at]! >= SHAPE.capital)
    return (
      (odds > LEAST_UNLISTED_FOREIGN && tokens.lex[at] === 0) || hasLex(tokens, at, LEX_NAME | LEX.city | LEX.region | LEX.organization)
    )
  return odds > LEAST_SMALL_FOREIGN && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_ENGLISH)
}
