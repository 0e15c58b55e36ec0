// Names of two parts whose parts are words or diseases, too: `Hope Baker came in`, `I spoke with J. Ross`, `Rhea J. Stone lives alone`, `MARY STONE`.
// The network is unsure about each part, but gives ordinary words even lower odds.
import { type Candidate, RANK } from '../../candidate.ts'
import { hashWord, hashWords } from '../../fold.ts'
import { ENGLISH } from '../../language/languages.ts'
import { lookUp } from '../../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import type { Likely } from '../likely.ts'

/** Logarithm of the odds of a part from which it can count. */
const LEAST_PART = -6.5
/** The same of both parts added up, by how they are written. */
const LEAST_SUM = { capital: -11, upper: -8, loud: -5, lower: -6, doubtful: -2, middle: -12, comma: -6 }
/** The same of the surname behind an initial. */
const LEAST_INITIALED = -5
/** Names, places and institutions, by their kinds. */
const LAST_OF_NAMES = 3
const LEAST_LETTERS = 3
const MOST_INITIALS = 2
/** Given names of some language that are things, parts of the body or organisms in English records: Bone Marrow, Cord Blood, Red Top. */
const THINGS = hashWords(
  'anal arch base bear beat bone brain candida cord deck dura early fair fine floor lap lobar minor nail oral ova port read red rim ring shell tab temp tone trace valid vena vital wash',
)
/** Rare surnames that are mostly the end of a phrase: TED HOSE, BEAR WEIGHT. */
const PHRASE_ENDS = hashWords('hose weight')
/** Entries of two words that are also ordinary names of persons, which no other rule finds. */
const PERSONS_TOO = new Set(['austin moore', 'denis browne', 'john cunningham', 'mason allen', 'robert jones'].map(hashWord))
/** Behind such an entry, where it is no person: Robert Jones bandage. */
const NAMED_THINGS = hashWords(
  'bandage bandages bar boot boots compression dressing dressings hemiarthroplasty implant position prosthesis splint stem stirrups stitch suture sutures type virus wrap',
)
const ARTICLES = hashWords('a an the')

/** Given names with surnames and initials with surnames, in order. */
export function listFullNames(tokens: Tokens, likely: Likely): Candidate[] {
  const found: Candidate[] = []
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i) || isGlued(tokens, i)) continue
    const end = endOfFullName(tokens, i, likely)
    if (end < 0) continue
    const last = behindHyphen(tokens, end)
    found.push({ start: tokens.start[i]!, end: tokens.end[last]!, category: 'name', score: 0.9, rule: 'name/full', rank: RANK.network })
    i = last
  }
  return found
}

/** The last token of the name that begins there; -1 if none does. */
function endOfFullName(tokens: Tokens, first: number, likely: Likely): number {
  if (likely.languages[first] !== ENGLISH) return -1
  const last = surnameBehind(tokens, first)
  if (last < 0 || !isPart(tokens, last, likely) || !isSurname(tokens, last) || goesOn(tokens, last + 1))
    return endOfReversed(tokens, first, likely)
  if (tokens.shape[first] === SHAPE.initial) return isInitialed(tokens, first, last, likely) ? last : -1
  if (!isPart(tokens, first, likely) || !isGiven(tokens, first) || isPhrase(tokens, first, last)) return -1
  return likely.odds[first]! + likely.odds[last]! > leastOf(tokens, first, last) ? last : endOfReversed(tokens, first, likely)
}

/** Hope Baker-Jones. */
function behindHyphen(tokens: Tokens, last: number): number {
  const second = last + 2
  const isDouble =
    isSign(tokens, last + 1, '-') &&
    isGlued(tokens, last + 1) &&
    isWord(tokens, second) &&
    isGlued(tokens, second) &&
    lengthOf(tokens, second) >= LEAST_LETTERS &&
    tokens.shape[second] === tokens.shape[last]
  return isDouble ? second : last
}

/** Behind a given name or an initial, with at most two initials between. @returns -1 where no word follows */
function surnameBehind(tokens: Tokens, first: number): number {
  let at = first
  for (let initials = 0; initials <= MOST_INITIALS; initials++) {
    if (tokens.shape[at] === SHAPE.initial) {
      if (isSign(tokens, at + 1, '.') && isGlued(tokens, at + 1)) at++
      // Hope K Baker and Luke A Alexander, but neither K Baker nor Will I Need or GRANT A LEAVE.
      else if (at === first || hasRole(tokens, at, tokens.shape[first] === SHAPE.capital ? ROLE.pronoun : ROLE.function)) return -1
    }
    at++
    if (
      !isWord(tokens, at) ||
      tokens.gap[at]! > GAP.space ||
      (tokens.gap[at] === GAP.none && tokens.shape[at] !== SHAPE.initial && !isSign(tokens, at - 1, '.'))
    )
      return -1
    if (tokens.shape[at] !== SHAPE.initial) return at
  }
  return -1
}

/** Ross, Joey. */
function endOfReversed(tokens: Tokens, first: number, likely: Likely): number {
  const given = first + 2
  const isReversed =
    isSign(tokens, first + 1, ',') &&
    isGlued(tokens, first + 1) &&
    isWord(tokens, given) &&
    tokens.gap[given] === GAP.space &&
    (tokens.shape[first] === SHAPE.capital || tokens.shape[first] === SHAPE.upper) &&
    tokens.shape[first] === tokens.shape[given] &&
    isPart(tokens, first, likely) &&
    isPart(tokens, given, likely) &&
    isSurname(tokens, first) &&
    isGiven(tokens, given) &&
    likely.odds[first]! + likely.odds[given]! > LEAST_SUM.comma
  return isReversed ? given : -1
}

function isPart(tokens: Tokens, at: number, { odds, kinds }: Likely): boolean {
  return kinds[at]! <= LAST_OF_NAMES && odds[at]! > LEAST_PART && lengthOf(tokens, at) >= LEAST_LETTERS
}

function leastOf({ shape, lex, role }: Tokens, first: number, last: number): number {
  if (shape[first] === SHAPE.capital && shape[last] === SHAPE.capital) return last > first + 1 ? LEAST_SUM.middle : LEAST_SUM.capital
  if (shape[first] === SHAPE.upper && shape[last] === SHAPE.upper) {
    // In a text of capitals, a word of no list is no sign of a name.
    const isOrdinary = (lex[first]! & lex[last]! & LEX_ENGLISH) !== 0 || lex[last] === 0
    return isOrdinary ? LEAST_SUM.loud : LEAST_SUM.upper
  }
  // Cody works, nurse candy holding: verbs are surnames, too.
  const isSmall = shape[first] === SHAPE.lower && shape[last] === SHAPE.lower && (lex[first]! & lex[last]! & LEX.common) === 0
  if (!isSmall || (lex[last]! & (LEX.last | LEX.proper)) === 0) return Number.POSITIVE_INFINITY
  // A green hogan.
  if ((role[first]! & ROLE.facilityPart) !== 0) return Number.POSITIVE_INFINITY
  return (lex[first]! & LEX.common) === 0 ? LEAST_SUM.lower : LEAST_SUM.doubtful
}

/** J. Ross, but neither the first letter of a line, `A. Price`, nor the last one of a name, `Miami J. Mark the skin`. */
function isInitialed(tokens: Tokens, first: number, last: number, { odds }: Likely): boolean {
  const isListed = tokens.gap[first]! >= GAP.line && hasLex(tokens, last, LEX_ENGLISH)
  const isLoud = tokens.shape[last] === SHAPE.upper && tokens.lex[last] === 0
  const isLast =
    isWord(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    tokens.shape[first - 1] === SHAPE.capital &&
    hasLex(tokens, first - 1, LEX_ENGLISH | LEX_MEDICAL | LEX.city | LEX.region) &&
    !hasLex(tokens, first - 1, LEX_NAME) &&
    tokens.role[first - 1] === 0
  return !isListed && !isLoud && !isLast && tokens.shape[last]! >= SHAPE.capital && odds[last]! > LEAST_INITIALED
}

function isGiven(tokens: Tokens, at: number): boolean {
  return (
    hasLex(tokens, at, LEX.first) &&
    !THINGS.has(tokens.hash[at]!) &&
    !hasLex(tokens, at, LEX.drug | LEX.abbreviation) &&
    !hasRole(tokens, at, ROLE.title | ROLE.relation | ROLE.person | ROLE.direction) &&
    // Will, but not The.
    !(hasRole(tokens, at, ROLE.function) && (tokens.shape[at] !== SHAPE.capital || lengthOf(tokens, at) <= LEAST_LETTERS))
  )
}

function isSurname(tokens: Tokens, at: number): boolean {
  return (
    (hasLex(tokens, at, LEX_NAME) || tokens.lex[at] === 0 || (lookUp(tokens.hash[at]!) & LEX.census) !== 0) &&
    !PHRASE_ENDS.has(tokens.hash[at]!) &&
    !hasLex(tokens, at, LEX.drug | LEX.abbreviation) &&
    !hasRole(
      tokens,
      at,
      ROLE.medicalHead | ROLE.title | ROLE.month | ROLE.weekday | ROLE.relation | ROLE.person | ROLE.function | ROLE.unit,
    )
  )
}

/** Ramsay Hunt, San Francisco, Bence Jones: an entry of two words. Robert Jones is one only in front of a bandage and the like. */
function isPhrase(tokens: Tokens, first: number, last: number): boolean {
  if (hasLex(tokens, first, LEX.inPhrase) && hasLex(tokens, last, LEX.inPhrase)) return true
  const phrase = hashWord(`${textOf(tokens, first)} ${textOf(tokens, last)}`)
  if (PERSONS_TOO.has(phrase)) return ARTICLES.has(tokens.hash[first - 1]!) || NAMED_THINGS.has(tokens.hash[last + 1]!)
  return lookUp(phrase) !== 0
}

/** A heading, or the name of a disease, a test or an institution. */
function goesOn(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  return (tokens.shape[at] === SHAPE.capital && !hasRole(tokens, at, ROLE.credential)) || hasRole(tokens, at, ROLE.medicalHead)
}
