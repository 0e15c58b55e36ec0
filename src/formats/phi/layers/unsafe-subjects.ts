// Fail closed, in a text where something was found: plain words with a capital that stand where persons stand: behind a relative or an initial, before 's, an
// age or somebody's verb, two at the beginning of a sentence, one at the end of a message. In other places such a word only opens a sentence.
import { hashWords } from '../fold.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'

const PERSONS = ROLE.title | ROLE.relation | ROLE.person
const OTHER =
  ROLE.month | ROLE.weekday | ROLE.function | ROLE.pronoun | ROLE.unit | ROLE.medicalHead | ROLE.credential | ROLE.ward | PERSONS
const ACTING =
  /^(?:asks|asked|says|said|reports|reported|denies|denied|states|stated|called|calls|wants|wanted|lives|works|told|tells|thinks|needs|takes|took|came|comes|fell|walked|here|wrote|got|gets|refuses|refused|agrees|agreed|prefers|hates|weighs|turned|turns)$/
const BEING = /^(?:is|was|has|had|will)$/
const STATE =
  /^(?:on|from|refusing|allergic|pregnant|asking|taking|having|getting|coming|here|my|our|scheduled|admitted|due|back|home|still|now)$/

/** A message in one line: longer texts have headings and lists, where such words stand for anything. */
const MOST_UNITS = 320

/** A word in the place of a person, or in small letters behind a title or where somebody stays. */
export function isUnsafeSubject(tokens: Tokens, at: number): boolean {
  if (tokens.text.length > MOST_UNITS || tokens.text.includes('\n')) return false
  const shape = tokens.shape[at]!
  if (shape === SHAPE.lower) return isBehindTitle(tokens, at) || isStay(tokens, at) || isTown(tokens, at)
  if (shape !== SHAPE.capital && shape !== SHAPE.upper) return false
  if (lengthOf(tokens, at) < 3 || hasRole(tokens, at, OTHER) || isAbbreviation(tokens, at)) return false
  if (isBehindPerson(tokens, at) || isBehindInitial(tokens, at)) return true
  if (shape === SHAPE.upper) return hasLex(tokens, at, LEX_NAME | LEX.city | LEX.proper) && !isShouted(tokens, at)
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.eponym)) return false
  if (isOwner(tokens, at) || isSignature(tokens, at)) return true
  return opensSentence(tokens, at) && isSubject(tokens, at)
}

const NOBODY = hashWords(
  'everyone everybody nobody somebody someone anyone anybody one people google internet label chart insurance insurer medicare medicaid report guideline literature textbook article study evidence family policy protocol law it this that uptodate wikipedia staff team',
)

/** Winsome asks whether: a plain word with a capital that speaks. */
export function isSpeaker(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.capital || lengthOf(tokens, at) < 3 || hasRole(tokens, at, OTHER) || NOBODY.has(tokens.hash[at]!))
    return false
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.eponym | LEX.organization) || tokens.gap[at + 1] !== GAP.space) return false
  return (
    isWord(tokens, at + 1) &&
    /^(?:asks|asked|says|said|wants|wanted|told|denies|denied|called|refuses|refused)$/.test(textOf(tokens, at + 1))
  )
}

const TITLES = /^(?:mr|mrs|ms|miss|mx|uncle|aunt|auntie|tía|tío)$/i
const NO_STAY = hashWords(
  'night home rest work school noon midnight bedside baseline least most risk all once bedtime discharge time age level dose first present day week month birth this that these those what which any no times the a an his her my our their your its each one two three breakfast lunch dinner dawn dusk sea room rate admission presentation onset peak trough steady full low high max maximum minimum target goal end start beginning top bottom hand large length will hospital clinic er ed icu triage intake pharmacy dialysis rehab daycare both different same',
)

/** Mr ogilvie, uncle ray, dr ashworth. */
function isBehindTitle(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, '.') && isGlued(tokens, at - 1) ? at - 2 : at - 1
  if (!isWord(tokens, before) || tokens.gap[at] !== GAP.space || lengthOf(tokens, at) < 3 || hasRole(tokens, at, OTHER)) return false
  const title = textOf(tokens, before)
  const word = textOf(tokens, at)
  if (ACTING.test(word) || BEING.test(word) || /^(?:who|and|just|also|now|cannot|cant|didnt|doesnt|isnt)$/.test(word)) return false
  return TITLES.test(title) || (/^(?:dr|child|named|doc|nurse|pharmacist)$/i.test(title) && !hasLex(tokens, at, LEX.common | LEX.drug))
}

/** At lahey, at sparrow, at (the) merchants quay: the words behind the preposition up to the next small word. */
function isStay(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) < 4 || hasRole(tokens, at, OTHER) || NO_STAY.has(tokens.hash[at]!) || hasLex(tokens, at, LEX.drug)) return false
  let before = at - 1
  if (isWord(tokens, before) && /^the$/.test(textOf(tokens, before))) before--
  if (isWord(tokens, before) && /^at$/.test(textOf(tokens, before)) && tokens.gap[at] === GAP.space) return !isNumber(tokens, at + 1)
  return (
    isWord(tokens, at - 1) &&
    tokens.shape[at - 1] === SHAPE.lower &&
    tokens.gap[at] === GAP.space &&
    isWord(tokens, at - 2) &&
    isStay(tokens, at - 1)
  )
}

/** In nice, from wheeling, on halsted: a town or a name in small letters behind a preposition of place, where the phrase ends. */
function isTown(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) < 4 || hasRole(tokens, at, OTHER) || NO_STAY.has(tokens.hash[at]!) || hasLex(tokens, at, LEX.drug)) return false
  if (!hasLex(tokens, at, LEX.city | LEX.region | LEX_NAME) || tokens.gap[at] !== GAP.space) return false
  if (!isWord(tokens, at - 1) || !/^(?:in|from|off|near|outside|on)$/i.test(textOf(tokens, at - 1))) return false
  const next = at + 1
  if (tokens.gap[next]! >= GAP.line) return true
  return isWord(tokens, next) ? hasRole(tokens, next, ROLE.function) : /^[,.;?!)]$/.test(textOf(tokens, next))
}

function isAbbreviation(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.upper &&
    (hasLex(tokens, at, LEX.abbreviation | LEX.test | LEX.drug | LEX.eponym) || lengthOf(tokens, at) < 3)
  )
}

/** Child Posy, Uncle RAY, name is Mossy: not a drug that the patient takes. */
function isBehindPerson(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  const is = isWord(tokens, at - 1) && /^is$/i.test(textOf(tokens, at - 1))
  const before = is ? at - 2 : at - 1
  if (!isWord(tokens, before)) return false
  if (/^(?:name|named|himself|herself|themselves|called)$/i.test(textOf(tokens, before))) return true
  return !is && hasRole(tokens, before, ROLE.relation | ROLE.title) && !hasHeadBehind(tokens, at)
}

function hasHeadBehind(tokens: Tokens, at: number): boolean {
  return tokens.gap[at + 1]! <= GAP.space && hasRole(tokens, at + 1, ROLE.medicalHead)
}

/** R. Silver, K. Silver-Baker: the letter is no level of anything. */
function isBehindInitial(tokens: Tokens, at: number): boolean {
  const letter = at - 2
  if (!isSign(tokens, at - 1, '.') || !isGlued(tokens, at - 1) || tokens.gap[at]! > GAP.space || !isWord(tokens, letter)) return false
  return lengthOf(tokens, letter) === 1 && !isGlued(tokens, letter) && tokens.shape[at] === SHAPE.capital
}

/** Copper's mother, Walker's class: an eponym has its disease behind it. */
function isOwner(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at + 1] !== KIND.sign || tokens.hash[at + 1] !== POSSESSIVE || !isWord(tokens, at + 2)) return false
  return !hasRole(tokens, at + 2, ROLE.medicalHead) && tokens.shape[at + 2] === SHAPE.lower
}

/** … right? Poppy: alone at the end of the text, behind the end of a sentence or a dash. */
function isSignature(tokens: Tokens, at: number): boolean {
  const end = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  return (
    end >= tokens.count &&
    tokens.kind[at - 1] === KIND.sign &&
    /^[-—–?.!,]$/.test(textOf(tokens, Math.max(0, at - 1))) &&
    tokens.gap[at]! >= GAP.space
  )
}

function isShouted(tokens: Tokens, at: number): boolean {
  return tokens.shape[at + 1] === SHAPE.upper && tokens.shape[at - 1] === SHAPE.upper
}

function opensSentence(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line || (tokens.kind[at - 1] === KIND.sign && /^[.:?!—–-]$/.test(textOf(tokens, Math.max(0, at - 1))))
}

/** Copper is on, Lantern wants, Silver Baker 67F, Gentle, female: what stands behind tells of a person. */
function isSubject(tokens: Tokens, at: number): boolean {
  let last = at
  while (last - at < 3 && mayGoOn(tokens, last + 1)) last++
  const next = last + 1
  if (tokens.gap[next]! > GAP.space) return false
  if (isNumber(tokens, next)) return isAge(tokens, next)
  if (isSign(tokens, next, ',') || isSign(tokens, next, '('))
    return isDescribed(tokens, next + 1) || (last > at && isSign(tokens, next, ','))
  if (!isWord(tokens, next)) return false
  const word = textOf(tokens, next)
  if (ACTING.test(word)) return true
  if (!BEING.test(word))
    return (
      /^and$/.test(word) && mayGoOn(tokens, next + 1) && isWord(tokens, next + 2) && /^(?:are|were|have|is)$/.test(textOf(tokens, next + 2))
    )
  return last > at || isNumber(tokens, next + 1) || (isWord(tokens, next + 1) && STATE.test(textOf(tokens, next + 1)))
}

function mayGoOn(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.capital || tokens.gap[at] !== GAP.space) return false
  return !hasRole(tokens, at, OTHER) && !hasLex(tokens, at, LEX.drug | LEX.test)
}

function isAge(tokens: Tokens, at: number): boolean {
  if (numberAt(tokens, at) < 0 || numberAt(tokens, at) > 115) return false
  return (
    isWord(tokens, at + 1) &&
    tokens.gap[at + 1]! <= GAP.space &&
    (isGlued(tokens, at + 1) ? /^[MFmf]$/ : /^(?:yo[mf]?|male|female)$/).test(textOf(tokens, at + 1))
  )
}

function isDescribed(tokens: Tokens, at: number): boolean {
  if (isNumber(tokens, at)) return numberAt(tokens, at) >= 0 && numberAt(tokens, at) <= 115
  return (
    hasRole(tokens, at, ROLE.relation | ROLE.pronoun) ||
    (isWord(tokens, at) && /^(?:female|male|a|an|dementia|our|my)$/i.test(textOf(tokens, at)))
  )
}
