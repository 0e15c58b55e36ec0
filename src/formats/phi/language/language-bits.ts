// Bits that the network for other languages than English reads in addition to those of the lexicon.
import { KIND, type Tokens } from '../tokens.ts'
import { isOrdinaryIn, ordinaryLanguages } from './language-words.ts'
import { ENGLISH } from './languages.ts'

/** Set where a word is ordinary in the language of its surroundings; the bits above it name the language, one for each but English. */
const ORDINARY_BIT = 15
const FIRST_LANGUAGE_BIT = ORDINARY_BIT + 1
/** Bits of the lexicon, the bit of ordinary words, and six languages. */
export const OTHER_LEX_BITS = FIRST_LANGUAGE_BIT + 6

/** @param language position in `LANGUAGES` of a supported language other than English */
export function languageBits(tokens: Tokens, at: number, language: number): number {
  const isOrdinary = tokens.kind[at] === KIND.word && isOrdinaryIn(language, ordinaryLanguages(tokens.hash[at]!))
  return (1 << (FIRST_LANGUAGE_BIT + language - ENGLISH - 1)) | (isOrdinary ? 1 << ORDINARY_BIT : 0)
}
