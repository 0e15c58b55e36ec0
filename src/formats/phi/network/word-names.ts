// A single name that is also a word: `Called Hope at home`, `Price ambulated`, `I told Art that`. The network doubts it where nothing else is near. What
// stands beside it tells whether a person is meant.
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, lengthOf } from '../token-tests.ts'
import { KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { Likely } from './likely.ts'
import { NAME } from './name-evidence.ts'
import { hasRelation, isActor, isAskedAbout, isCapitalInSentence, isObject, isPatient, mayBeActor } from './slots/person-slots.ts'

/** Logarithms of the odds from which such a word counts: where only a person can be meant, where hardly anything else can, and for a capital in a sentence. */
const LEAST_SURE = -6.5
const LEAST_TYPICAL = -2
const LEAST_CAPITAL = -0.5
/** Names, places and institutions, by their kinds. */
const LAST_OF_NAMES = 3
const LEAST_LETTERS = 3

/** True for a word that may be a name, in a place where a person stands. */
export function isWordName(tokens: Tokens, at: number, { odds, kinds }: Likely): boolean {
  if (tokens.kind[at] !== KIND.word || odds[at]! < LEAST_SURE || kinds[at]! > LAST_OF_NAMES || !mayBeName(tokens, at)) return false
  if (isActor(tokens, at) || isPatient(tokens, at) || hasRelation(tokens, at)) return true
  if (isObject(tokens, at) && (tokens.shape[at] === SHAPE.capital || odds[at]! > LEAST_TYPICAL)) return true
  // Of a disease or a score as often: Moro has gone, with Hashimoto get.
  if (hasLex(tokens, at, LEX.eponym) && !hasLex(tokens, at, LEX.first)) return false
  if (odds[at]! > LEAST_TYPICAL && (mayBeActor(tokens, at) || isAskedAbout(tokens, at))) return true
  return kinds[at] === NAME && odds[at]! > LEAST_CAPITAL && isCapitalInSentence(tokens, at)
}

function mayBeName(tokens: Tokens, at: number): boolean {
  return (
    lengthOf(tokens, at) >= LEAST_LETTERS &&
    hasLex(tokens, at, LEX_NAME | LEX.eponym) &&
    hasLex(tokens, at, LEX.proper | LEX.last | LEX.eponym) &&
    !hasLex(tokens, at, LEX.drug | LEX.abbreviation) &&
    !hasRole(tokens, at, ROLE.weekday | ROLE.title | ROLE.person | ROLE.relation | ROLE.facility | ROLE.credential | ROLE.medicalHead)
  )
}
