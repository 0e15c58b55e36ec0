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

/**
 * Words of grammar of German, French, Spanish, Italian, Dutch and Portuguese. None of them, without its accents, is a common word or a short form in
 * English, or a particle of names: "no", "as" and "van der" stand in English notes, too.
 */
export const FOREIGN_GRAMMAR = hashWords(
  'und ist nicht mit ein eine einen einem auf wurde wird bei nach aber auch beim durch gegen ohne seit sich sie sind über unter wegen werden hatte keine kein noch oder une avec dans sur qui cette depuis chez était être elle mais leur sous très fait après una por sobre desde fue presenta cuando donde entre está están este hasta hoy muy pero porque sus tiene también dello delle dei degli nel nella che gli dal dalla alla anche dopo più questo questa senza stato negli suo sua het een niet zijn voor naar heeft bij uit maar werd worden zonder haar deze dit wordt nog geen ook uma não nas pelo pela foi são muito também foram ele ela seu pacientes',
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
