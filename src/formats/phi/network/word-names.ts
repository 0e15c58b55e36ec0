// A single name that is also a word: `Called Hope at home`, `Price ambulated`, `I told Art that`. The network doubts it where nothing else is near. What
// stands beside it tells whether a person is meant.
import { hashWords } from '../fold.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { endsClause } from '../words/clause-ends.ts'
import { ACTS, DONE, MORE_ACTS, NEEDS, STATES, TO_PERSONS, TREATED, WITH_PERSONS } from '../words/person-verbs.ts'
import type { Likely } from './likely.ts'
import { NAME } from './name-evidence.ts'

/** Logarithms of the odds from which such a word counts: where only a person can be meant, where hardly anything else can, and for a capital in a sentence. */
const LEAST_SURE = -6.5
const LEAST_TYPICAL = -2
const LEAST_CAPITAL = -0.5
/** Names, places and institutions, by their kinds. */
const LAST_OF_NAMES = 3
const LEAST_LETTERS = 3
const BE = hashWords('is was')
const SAYS = hashWords('says said states stated wants')
const PLURALS = hashWords('reports requests states')
const ASKING = hashWords('does did is was has can could should would may')
const AND = hashWords('and')
const HIS = hashWords('his her')
const HAVE = hashWords('has had')
const PREPOSITIONS = hashWords('with to for from about of')
/** Words behind a person as an object. What else follows goes on with the noun: hope line. */
const BEHIND = hashWords(
  'at about re regarding with to that and in on for from back twice again this today yesterday tomorrow she he her his who w after before when why how whether is was tonight overnight home via by',
)
/** By Guthrie card, per Stanley and Brown: methods, unless somebody did something, which told-names.ts knows. */
const METHODS = hashWords('by per via than versus vs or')
const LABELS = hashWords('patient pt')

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

/** Price ambulated; hope is tearful; Brown was admitted. */
function isActor(tokens: Tokens, at: number): boolean {
  if (!beginsClause(tokens, at) || !goesOn(tokens, at + 1)) return false
  const verb = at + 1
  if (ACTS.has(tokens.hash[verb]!)) return !isPlural(tokens, verb) && !isFormula(tokens, verb)
  return (
    BE.has(tokens.hash[verb]!) && goesOn(tokens, verb + 1) && (STATES.has(tokens.hash[verb + 1]!) || TREATED.has(tokens.hash[verb + 1]!))
  )
}

/** Long reports are: a noun in the plural. */
function isPlural(tokens: Tokens, verb: number): boolean {
  return (
    PLURALS.has(tokens.hash[verb]!) &&
    isWord(tokens, verb + 1) &&
    /^(?:are|were|of|from|have|show|showed)$/i.test(tokens.text.slice(tokens.start[verb + 1]!, tokens.end[verb + 1]!))
  )
}

/** Brooke says 2, Parkland says 4. */
function isFormula(tokens: Tokens, verb: number): boolean {
  return isNumber(tokens, verb + 1) && SAYS.has(tokens.hash[verb]!)
}

/** May fell; Summer has had. */
function mayBeActor(tokens: Tokens, at: number): boolean {
  if (!beginsClause(tokens, at) || !goesOn(tokens, at + 1)) return false
  const verb = at + 1
  if (MORE_ACTS.has(tokens.hash[verb]!) || HAVE.has(tokens.hash[verb]!)) return true
  return (
    BE.has(tokens.hash[verb]!) &&
    goesOn(tokens, verb + 1) &&
    /ing$/i.test(tokens.text.slice(tokens.start[verb + 1]!, tokens.end[verb + 1]!))
  )
}

/** Does Frank still need the catheter? */
function isAskedAbout(tokens: Tokens, at: number): boolean {
  const verb = at - 1
  return (
    isWord(tokens, verb) &&
    ASKING.has(tokens.hash[verb]!) &&
    beginsClause(tokens, verb) &&
    tokens.gap[at] === GAP.space &&
    tokens.shape[at] === SHAPE.capital &&
    goesOn(tokens, at + 1) &&
    NEEDS.has(tokens.hash[at + 1]!)
  )
}

/** Grace's mother; faith and her husband. */
function hasRelation(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (tokens.hash[next] === POSSESSIVE && tokens.kind[next] === KIND.sign)
    return tokens.shape[at] === SHAPE.capital && isWord(tokens, next + 1) && hasRole(tokens, next + 1, ROLE.relation)
  return (
    isWord(tokens, next) &&
    AND.has(tokens.hash[next]!) &&
    isWord(tokens, next + 1) &&
    HIS.has(tokens.hash[next + 1]!) &&
    isWord(tokens, next + 2) &&
    hasRole(tokens, next + 2, ROLE.relation)
  )
}

/** Patient Wickham seen in clinic. */
function isPatient(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.capital &&
    isWord(tokens, at - 1) &&
    LABELS.has(tokens.hash[at - 1]!) &&
    tokens.gap[at] === GAP.space &&
    goesOn(tokens, at + 1) &&
    tokens.shape[at + 1] === SHAPE.lower &&
    (ACTS.has(tokens.hash[at + 1]!) || DONE.has(tokens.hash[at + 1]!) || BE.has(tokens.hash[at + 1]!))
  )
}

/** Called Hope at home; spoke with Grace about; letter to faith explaining. */
function isObject(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || !endsAsPerson(tokens, at + 1)) return false
  if (TO_PERSONS.has(tokens.hash[before]!)) return true
  return (
    PREPOSITIONS.has(tokens.hash[before]!) &&
    isWord(tokens, before - 1) &&
    tokens.gap[before] === GAP.space &&
    WITH_PERSONS.has(tokens.hash[before - 1]!)
  )
}

function endsAsPerson(tokens: Tokens, at: number): boolean {
  if (at >= tokens.count || tokens.gap[at]! > GAP.space) return true
  if (tokens.hash[at] === POSSESSIVE && tokens.kind[at] === KIND.sign) return false
  return isWord(tokens, at)
    ? BEHIND.has(tokens.hash[at]!)
    : !isNumber(tokens, at) && !['-', '/', "'", '’'].some((sign) => isSign(tokens, at, sign))
}

/** Should I start Rose on: a capital where a word would have none. */
function isCapitalInSentence(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.capital &&
    isWord(tokens, at - 1) &&
    tokens.gap[at] === GAP.space &&
    tokens.shape[at - 1] === SHAPE.lower &&
    !METHODS.has(tokens.hash[at - 1]!) &&
    isWord(tokens, at + 1) &&
    tokens.gap[at + 1] === GAP.space &&
    tokens.shape[at + 1] === SHAPE.lower &&
    !hasRole(tokens, at, ROLE.month) &&
    !hasRole(tokens, at + 1, ROLE.medicalHead | ROLE.facility)
  )
}

function beginsClause(tokens: Tokens, at: number): boolean {
  return at === 0 || tokens.gap[at]! >= GAP.line || endsClause(tokens, at - 1)
}

function goesOn(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space
}
