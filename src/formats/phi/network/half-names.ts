// What belongs to a name that counts: the other part of it, known to a list or not, and the initial before it.
import { isOrdinaryIn, ordinaryLanguages } from '../language/language-words.ts'
import { ENGLISH, isOther } from '../language/languages.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, isGlued, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { isMedicalForm } from '../words/medical-forms.ts'
import type { Likely } from './likely.ts'
import { NAME } from './name-evidence.ts'

/** Logarithm of the odds below which the network is sure that a word is no name. */
const SURELY_SAFE = -6
/** The same for a word that no list has as a name, such as Quillon. */
const LEAST_ENGLISH = -4.5
/** The same in other languages, which write more words with capitals. */
const LEAST_OTHER = -3
/** Names, places and institutions, by their kinds. */
const LAST_OF_NAMES = 3
const LEAST_LETTERS = 3

/** The first token of a name that begins at a token: `Quillon Vandermeersch`, `A. Brennan`. */
export function startOfName(tokens: Tokens, at: number, likely: Likely): number {
  if (isOtherPart(tokens, at - 1, at, likely)) return at - 1
  if (isBehindComma(tokens, at - 2, at, likely)) return at - 2
  return withInitial(tokens, at, likely)
}

/** The last token of a name that ends at a token: `Ada Lowell`, `Vandermeersch, Quillon`. */
export function endOfName(tokens: Tokens, at: number, likely: Likely): number {
  if (isOtherPart(tokens, at + 1, at, likely)) return at + 1
  return isBehindComma(tokens, at + 2, at, likely) ? at + 2 : at
}

/** Ada Lowell: a word with a capital beside a name, unless the network is sure that it is none. */
function isOtherPart(tokens: Tokens, at: number, name: number, likely: Likely): boolean {
  if (!isWord(tokens, at) || likely.kinds[name] !== NAME || tokens.shape[name]! < SHAPE.capital) return false
  if (tokens.gap[Math.max(at, name)] !== GAP.space || likely.odds[at]! < SURELY_SAFE || hasLex(tokens, at, LEX.common)) return false
  return (tokens.shape[at] === SHAPE.capital && hasLex(tokens, at, LEX_NAME)) || isUnlistedPart(tokens, at, name, likely)
}

/** Vandermeersch, Quillon: alone on a line. In a sentence these may be words of a list. */
function isBehindComma(tokens: Tokens, at: number, name: number, likely: Likely): boolean {
  const comma = (at + name) >> 1
  return (
    isWord(tokens, at) &&
    likely.kinds[name] === NAME &&
    isSign(tokens, comma, ',') &&
    isGlued(tokens, comma) &&
    tokens.gap[comma + 1] === GAP.space &&
    isLine(tokens, comma - 1, comma + 1) &&
    isUnlistedPart(tokens, at, name, likely)
  )
}

function isLine(tokens: Tokens, first: number, last: number): boolean {
  return tokens.gap[first]! >= GAP.line && tokens.gap[last + 1]! >= GAP.line
}

/** A rare word, written as the name beside it is, that the network does not take for an ordinary one. */
function isUnlistedPart(tokens: Tokens, at: number, name: number, { odds, kinds, languages }: Likely): boolean {
  const isLikely =
    languages[at] === ENGLISH ? kinds[at]! <= LAST_OF_NAMES && odds[at]! > LEAST_ENGLISH : kinds[at] === NAME && odds[at]! > LEAST_OTHER
  return (
    isLikely &&
    tokens.role[at] === 0 &&
    (tokens.shape[at] === SHAPE.capital || tokens.shape[at] === SHAPE.upper) &&
    tokens.shape[at] === tokens.shape[name] &&
    lengthOf(tokens, at) >= LEAST_LETTERS &&
    !hasLex(tokens, at, LEX.common | LEX_MEDICAL | LEX.abbreviation) &&
    !isMedicalForm(tokens, at) &&
    !(isOther(languages[at]!) && isOrdinaryIn(languages[at]!, ordinaryLanguages(tokens.hash[at]!)))
  )
}

/** `A. Brennan`: the initial before a name is part of it. */
function withInitial(tokens: Tokens, at: number, { kinds }: Likely): number {
  const initial = at - 2
  const isInitial =
    kinds[at] === NAME &&
    initial >= 0 &&
    isSign(tokens, at - 1, '.') &&
    isGlued(tokens, at - 1) &&
    tokens.gap[at]! <= GAP.space &&
    tokens.shape[at]! >= SHAPE.capital &&
    tokens.shape[initial] === SHAPE.initial &&
    !isGlued(tokens, initial)
  return isInitial ? initial : at
}
