// What other words say of a name that is not likely enough by itself: the surname behind a given name, and the same word elsewhere in the text.
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { Likely } from './likely.ts'

export const NAME = 1
/** Logarithm of the odds of a given name and of the surname behind it, added up, from which both count. */
const LEAST_PAIR = 1
/** The same where both are listed as names and neither as a place. */
const LEAST_LISTED_PAIR = -2
/** The same for a surname, a comma and a given name at the start of a line or behind a colon. */
const LEAST_SURNAME_FIRST = -12
/** Logarithm of the odds from which a word counts that is a name elsewhere in the text. */
const LEAST_ELSEWHERE = -4
const LEAST_LETTERS = 3
/** Particles in small letters that are names of persons, too, so that they have no role: a patient may be called Rohit Dal. */
const RARER_PARTICLES = hashWords('dal dalla dallo vd')
/** Between a given name and a surname: de la, van der. */
const MOST_PARTICLES = 2

/** Robert Thorne: a given name and a surname with capitals, of which neither is likely enough by itself. */
export function isPaired(tokens: Tokens, at: number, likely: Likely): boolean {
  return (
    tokens.kind[at] === KIND.word &&
    (isPairOfNames(tokens, beforeParticles(tokens, at - 1), at, likely) ||
      isPairOfNames(tokens, at, behindParticles(tokens, at + 1), likely) ||
      isSurnameFirst(tokens, at, likely) ||
      isSurnameFirst(tokens, at - 2, likely))
  )
}

/** `Thorne, Robert` in a list or as a heading. */
function isSurnameFirst(tokens: Tokens, at: number, { odds }: Likely): boolean {
  const given = at + 2
  return (
    (hasLex(tokens, at, LEX.last) || !hasLex(tokens, at, LEX_ENGLISH)) &&
    tokens.shape[at]! >= SHAPE.capital &&
    tokens.shape[at] !== SHAPE.initial &&
    (at === 0 || tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, ':')) &&
    isSign(tokens, at + 1, ',') &&
    isGlued(tokens, at + 1) &&
    hasLex(tokens, given, LEX.first) &&
    !hasLex(tokens, given, LEX_MEDICAL) &&
    tokens.shape[given]! >= SHAPE.capital &&
    tokens.gap[given] === GAP.space &&
    odds[at]! + odds[given]! > LEAST_SURNAME_FIRST
  )
}

/** Maria da Silva. */
function beforeParticles(tokens: Tokens, from: number): number {
  let at = from
  while (from - at < MOST_PARTICLES && isParticle(tokens, at)) at--
  return at
}

function behindParticles(tokens: Tokens, from: number): number {
  let at = from
  while (at - from < MOST_PARTICLES && isParticle(tokens, at)) at++
  return at
}

/** True for a word in small letters, behind another one, that belongs to the name behind it. */
export function isParticle(tokens: Tokens, at: number): boolean {
  return (
    (hasRole(tokens, at, ROLE.particle) || RARER_PARTICLES.has(tokens.hash[at]!)) &&
    tokens.shape[at] === SHAPE.lower &&
    lengthOf(tokens, at) > 1 &&
    tokens.gap[at] === GAP.space
  )
}

function isPairOfNames(tokens: Tokens, first: number, last: number, { odds, kinds }: Likely): boolean {
  return (
    hasLex(tokens, first, LEX.first) &&
    (hasLex(tokens, last, LEX_NAME) || !hasLex(tokens, last, LEX_ENGLISH | LEX_MEDICAL)) &&
    kinds[first] === NAME &&
    kinds[last] === NAME &&
    tokens.gap[last] === GAP.space &&
    // Of johnSmith, too.
    (tokens.shape[first] === SHAPE.capital || tokens.end[first] === tokens.start[last]) &&
    tokens.shape[last] === SHAPE.capital &&
    odds[first]! + odds[last]! > (isOnlyName(tokens, first) && isOnlyName(tokens, last) ? LEAST_LISTED_PAIR : LEAST_PAIR)
  )
}

function isOnlyName(tokens: Tokens, at: number): boolean {
  return hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.city | LEX.region)
}

/** Words, by their hashes, that count as names somewhere in the text and may be repeated. */
export function listNames(tokens: Tokens, likely: Likely, counts: (at: number) => boolean): ReadonlySet<number> {
  const names = new Set<number>()
  for (let i = 0; i < tokens.count; i++) if (mayRepeat(tokens, i, likely) && likely.odds[i]! > 0 && counts(i)) names.add(tokens.hash[i]!)
  return names
}

/** Whether a word is a name elsewhere, and may be one here. */
export function isNameElsewhere(tokens: Tokens, at: number, likely: Likely, names: ReadonlySet<number>): boolean {
  return likely.odds[at]! > LEAST_ELSEWHERE && mayRepeat(tokens, at, likely) && names.has(tokens.hash[at]!)
}

/** No eponym, drug or test, and no word of grammar. */
function mayRepeat(tokens: Tokens, at: number, { kinds }: Likely): boolean {
  return (
    kinds[at] === NAME &&
    tokens.kind[at] === KIND.word &&
    tokens.shape[at]! >= SHAPE.capital &&
    lengthOf(tokens, at) >= LEAST_LETTERS &&
    !hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation) &&
    !hasRole(tokens, at, ROLE.function | ROLE.title | ROLE.month | ROLE.person | ROLE.relation)
  )
}
