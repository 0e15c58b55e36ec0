// Prose of other languages than English, whose surroundings the network has not learned: what counts there.
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole } from '../token-tests.ts'
import { KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

const LAST_OF_LATIN = 0x24f
/** Fewer words do not tell a language. */
const LEAST_FOREIGN_WORDS = 2
/** Logarithm of the odds of a name in small letters in prose of another language. */
const LEAST_SMALL_FOREIGN = 2
/** The same of a word with a capital that no list has. */
const LEAST_UNLISTED_FOREIGN = 0

/** True where words of grammar of other languages, and words with other letters than English has, outweigh the English grammar. */
export function isForeignProse(tokens: Tokens): boolean {
  let foreign = 0
  let english = 0
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower) continue
    if (FOREIGN_GRAMMAR.has(tokens.hash[i]!) || hasForeignLetter(tokens, i)) foreign++
    else if (hasRole(tokens, i, ROLE.function | ROLE.pronoun)) english++
  }
  return foreign >= LEAST_FOREIGN_WORDS && foreign > english
}

/** German, French, Spanish, Italian, Dutch, Portuguese; no word that English or its short forms have. */
const FOREIGN_GRAMMAR = hashWords(
  'der das und ist nicht mit ein eine einen einem den dem des zu zum zur im am auf von für wurde wird bei nach le les une du est pas avec pour dans sur au aux qui que ce cette par plus sans depuis et el los las una con por del al se su lo sin sobre desde fue presenta hay il della dello delle dei degli nel nella che non è gli per dal dalla alla sono ha het een van en op te met niet zijn voor naar heeft bij uit om aan os uma com não da dos das em na no nos nas pelo pela foi são ao às mas ou',
)

function hasForeignLetter({ text, start, end }: Tokens, at: number): boolean {
  for (let i = start[at]!; i < end[at]!; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0xdf && code <= LAST_OF_LATIN) return true
  }
  return false
}

/** In prose of another language only numbers, and words that the lexicon knows as names. */
export function mayBeForeignName(tokens: Tokens, at: number, odds: number): boolean {
  if (tokens.kind[at] !== KIND.word) return true
  if (tokens.shape[at]! >= SHAPE.capital)
    return (
      (odds > LEAST_UNLISTED_FOREIGN && tokens.lex[at] === 0) || hasLex(tokens, at, LEX_NAME | LEX.city | LEX.region | LEX.organization)
    )
  return odds > LEAST_SMALL_FOREIGN && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_ENGLISH)
}
