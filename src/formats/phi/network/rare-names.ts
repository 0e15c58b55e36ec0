// A name that no list has, because it is a word: `Sorrel was seen in clinic`, `Dear Cotta,`. It counts where a person stands and the network does not
// take it for a word of medicine. A word that is common counts where only a person can be meant.
import { hashWords } from '../fold.ts'
import { LEX, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, isGlued, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { isMedicalForm } from '../words/medical-forms.ts'
import { SPEAKERS } from '../words/person-verbs.ts'
import type { Likely } from './likely.ts'
import {
  hasRelation,
  isActor,
  isAddressed,
  isAged,
  isAskedAbout,
  isCredentialed,
  isDoing,
  isObject,
  isPatient,
  isSent,
  isSource,
  isVisitor,
  mayBeActor,
} from './slots/person-slots.ts'
import { hasCalling, isOfAge } from './slots/role-slots.ts'
import { supposedOdds } from './supposed-names.ts'

/** Logarithms of the odds from which a word counts where only a person stands, and where mostly a person does. */
const RARE = { sure: -8.5, likely: -6.5 }
const COMMON = { sure: -5, likely: -3 }
/** The same for a word behind one in small letters, and what the network would have to say if it were a listed surname. */
const LEAST_IN_SENTENCE = -6
const LEAST_SUPPOSED = 6
/** The same behind words that name a method or a disease as often: in stool by Culture, blood test for Rubella. */
const LEAST_BY_METHOD = 7
const METHODS = hashWords('by per via than versus vs or and for of')
const LEAST_LETTERS = 3

/** True for a word with a capital in a place where a person stands. */
export function isRareName(tokens: Tokens, at: number, { odds }: Likely): boolean {
  if (tokens.kind[at] !== KIND.word || tokens.shape[at] !== SHAPE.capital || odds[at]! < RARE.sure || !mayBeName(tokens, at)) return false
  const least = hasLex(tokens, at, LEX.common) ? COMMON : RARE
  if (odds[at]! < least.sure) return false
  if (standsForPerson(tokens, at) || (odds[at]! > least.likely && mayStandForPerson(tokens, at))) return true
  if (odds[at]! < LEAST_IN_SENTENCE || !isWithinSentence(tokens, at)) return false
  return supposedOdds(tokens, at) > (METHODS.has(tokens.hash[at - 1]!) ? LEAST_BY_METHOD : LEAST_SUPPOSED)
}

/** A capital where a word would have none: behind a word in small letters, and not in a heading. */
function isWithinSentence(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at - 1) &&
    tokens.shape[at - 1] === SHAPE.lower &&
    tokens.gap[at] === GAP.space &&
    // Dressler's, Kenward-Roger.
    tokens.hash[at + 1] !== POSSESSIVE &&
    !(isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1)) &&
    !(isWord(tokens, at + 1) && tokens.gap[at + 1] === GAP.space && tokens.shape[at + 1] !== SHAPE.lower)
  )
}

function mayBeName(tokens: Tokens, at: number): boolean {
  return (
    lengthOf(tokens, at) >= LEAST_LETTERS &&
    tokens.role[at] === 0 &&
    !hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation | LEX.organization) &&
    !isMedicalForm(tokens, at) &&
    !SPEAKERS.has(tokens.hash[at]!)
  )
}

function standsForPerson(tokens: Tokens, at: number): boolean {
  return (
    isActor(tokens, at) ||
    isPatient(tokens, at) ||
    hasRelation(tokens, at) ||
    isAddressed(tokens, at) ||
    isAged(tokens, at) ||
    isCredentialed(tokens, at) ||
    isVisitor(tokens, at) ||
    hasCalling(tokens, at)
  )
}

function mayStandForPerson(tokens: Tokens, at: number): boolean {
  return (
    isObject(tokens, at) ||
    mayBeActor(tokens, at) ||
    isAskedAbout(tokens, at) ||
    isDoing(tokens, at) ||
    isSource(tokens, at) ||
    isSent(tokens, at) ||
    isOfAge(tokens, at)
  )
}
