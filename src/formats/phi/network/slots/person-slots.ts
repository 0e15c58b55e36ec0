// Where in an English sentence a person stands: before what only persons do, behind what is done to them, where they are addressed.
import { hashWords } from '../../fold.ts'
import { hasRole, isGlued, isNumber, isSign, isWord } from '../../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { ACTS, DOING, DONE, MORE_ACTS, NEEDS, STATES, TO_PERSONS, TREATED, WITH_PERSONS } from '../../words/person-verbs.ts'

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
const GREETINGS = hashWords('dear hi hello hey')
const PER = hashWords('per')
const ACCORDING = hashWords('according')
const TO = hashWords('to')
const BY = hashWords('by with per to from notified paged')
const ARTICLES = hashWords('a an')
const YEARS = hashWords('y yo yr yrs year years yof yom month mo')
const SEEN = hashWords('seen')
/** Behind was seen: of a person alone. A stone is seen in the duct, on a film, at the base. */
const OF_VISITS = hashWords('by today yesterday tonight for')
const AT = hashWords('in at')
const VISITED = hashWords('clinic office er ed consultation consult follow followup triage urgent person')
const REFERRED = hashWords('referring refer referred')
const FOR = hashWords('to for')
const HAVING = hashWords('have let')
const COMES = hashWords('come return call stop take continue follow start schedule stay go bring')
/** Behind came and lives: of persons alone. */
const CAME = hashWords('came comes presents presented returned returns walks walked went lives')
const BEEN = hashWords('been')
const THIS = hashWords('this that these those it them everything')
const HOW = hashWords('in to for with alone by today unaccompanied')

/** Price ambulated; hope is tearful; Brown was admitted. */
export function isActor(tokens: Tokens, at: number): boolean {
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
export function mayBeActor(tokens: Tokens, at: number): boolean {
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
export function isAskedAbout(tokens: Tokens, at: number): boolean {
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
export function hasRelation(tokens: Tokens, at: number): boolean {
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
export function isPatient(tokens: Tokens, at: number): boolean {
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
export function isObject(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || !endsAsPerson(tokens, at + 1)) return false
  if (TO_PERSONS.has(tokens.hash[before]!)) return true
  return (
    PREPOSITIONS.has(tokens.hash[before]!) &&
    tokens.gap[before] === GAP.space &&
    (isJoining(tokens, before - 1) || (THIS.has(tokens.hash[before - 1]!) && isJoining(tokens, before - 2)))
  )
}

/** Spoke with; reviewed this with. */
function isJoining(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && WITH_PERSONS.has(tokens.hash[at]!)
}

function endsAsPerson(tokens: Tokens, at: number): boolean {
  if (at >= tokens.count || tokens.gap[at]! > GAP.space) return true
  if (tokens.hash[at] === POSSESSIVE && tokens.kind[at] === KIND.sign) return false
  return isWord(tokens, at)
    ? BEHIND.has(tokens.hash[at]!)
    : !isNumber(tokens, at) && !['-', '/', "'", '’'].some((sign) => isSign(tokens, at, sign))
}

/** Should I start Rose on: a capital where a word would have none. */
export function isCapitalInSentence(tokens: Tokens, at: number): boolean {
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

/** Dear Sorrel, */
export function isAddressed(tokens: Tokens, at: number): boolean {
  const before = at - 1
  return (
    isWord(tokens, before) &&
    GREETINGS.has(tokens.hash[before]!) &&
    beginsClause(tokens, before) &&
    tokens.gap[at] === GAP.space &&
    (at + 1 >= tokens.count || endsClause(tokens, at + 1) || isSign(tokens, at + 1, '-'))
  )
}

/** Sorrel is a 67 year old; Sorrel, 67 yo. */
export function isAged(tokens: Tokens, at: number): boolean {
  if (!beginsClause(tokens, at)) return false
  let next = at + 1
  if (goesOn(tokens, next) && BE.has(tokens.hash[next]!)) next++
  else if (isSign(tokens, next, ',')) next++
  else return false
  if (isWord(tokens, next) && ARTICLES.has(tokens.hash[next]!)) next++
  if (!isNumber(tokens, next)) return false
  if (isSign(tokens, next + 1, '-')) next++
  return isWord(tokens, next + 1) && YEARS.has(tokens.hash[next + 1]!)
}

/** Seen by Sorrel, RN. */
export function isCredentialed(tokens: Tokens, at: number): boolean {
  const credential = at + 2
  return (
    isWord(tokens, at - 1) &&
    BY.has(tokens.hash[at - 1]!) &&
    tokens.gap[at] === GAP.space &&
    isSign(tokens, at + 1, ',') &&
    isGlued(tokens, at + 1) &&
    isWord(tokens, credential) &&
    tokens.shape[credential]! > SHAPE.capital &&
    hasRole(tokens, credential, ROLE.credential)
  )
}

/** Sorrel was seen by, was seen in clinic; Sorrel came in; Sorrel returned for. */
export function isVisitor(tokens: Tokens, at: number): boolean {
  const verb = at + 1
  if (!beginsClause(tokens, at) || !goesOn(tokens, verb)) return false
  if (CAME.has(tokens.hash[verb]!)) return goesOn(tokens, verb + 1) && HOW.has(tokens.hash[verb + 1]!)
  const isSeen = BE.has(tokens.hash[verb]!) && isWord(tokens, verb + 1) && SEEN.has(tokens.hash[verb + 1]!) && goesOn(tokens, verb + 2)
  if (!isSeen) return false
  if (OF_VISITS.has(tokens.hash[verb + 2]!)) return true
  if (!AT.has(tokens.hash[verb + 2]!)) return false
  const place =
    isWord(tokens, verb + 3) && /^(?:the|our|my)$/i.test(tokens.text.slice(tokens.start[verb + 3]!, tokens.end[verb + 3]!)) ? 4 : 3
  return isWord(tokens, verb + place) && VISITED.has(tokens.hash[verb + place]!)
}

/** Sorrel is taking, has been having. */
export function isDoing(tokens: Tokens, at: number): boolean {
  let verb = at + 1
  if (!beginsClause(tokens, at) || !goesOn(tokens, verb)) return false
  if (HAVE.has(tokens.hash[verb]!) && isWord(tokens, verb + 1) && BEEN.has(tokens.hash[verb + 1]!)) verb++
  else if (!BE.has(tokens.hash[verb]!)) return false
  return goesOn(tokens, verb + 1) && DOING.has(tokens.hash[verb + 1]!)
}

/** Per Sorrel, the pain began; according to Sorrel, the rash is new. */
export function isSource(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || !isSign(tokens, at + 1, ',')) return false
  if (PER.has(tokens.hash[before]!)) return beginsClause(tokens, before)
  return TO.has(tokens.hash[before]!) && isWord(tokens, before - 1) && ACCORDING.has(tokens.hash[before - 1]!)
}

/** Thank you for referring Sorrel to us; have Sorrel come back. */
export function isSent(tokens: Tokens, at: number): boolean {
  const before = at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || !goesOn(tokens, at + 1)) return false
  if (REFERRED.has(tokens.hash[before]!)) return FOR.has(tokens.hash[at + 1]!)
  return HAVING.has(tokens.hash[before]!) && COMES.has(tokens.hash[at + 1]!)
}
