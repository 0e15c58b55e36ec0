// Fail closed, in a text where something was found: every word with a capital inside of a sentence, capitals of no list, a name that is a rare word,
// a word beside a saint, a street or a lake, and every number without a unit, a test or a drug beside it.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isSmallLatin, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { LayerContext } from './layer.ts'
import { isTestSpot } from './month-days.ts'
import { isLooseDate, isMedicalForm } from './unknown-words.ts'
import { type UnsafeStretch, unsafeStretch } from './unsafe-numbers.ts'
import { isUnsafeSubject } from './unsafe-subjects.ts'

const OTHER =
  ROLE.month |
  ROLE.weekday |
  ROLE.function |
  ROLE.pronoun |
  ROLE.unit |
  ROLE.medicalHead |
  ROLE.credential |
  ROLE.title |
  ROLE.person |
  ROLE.relation
const OF_PLACES = hashWords(
  'lake river creek county falls springs beach street st ave avenue blvd road rd lane drive court memorial general regional clinic hospital shelter school va center hospice',
)
const BEFORE_NUMBER = hashWords('room rm bed bay unit ward floor apt in from at box route local plate tag id number no')

/** Adds them to `found`, where something is in it. */
export function addUnsafe(context: LayerContext): void {
  const { tokens, found } = context
  if (context.mode !== 'fail-closed' || found.length === 0) return
  for (let i = 0; i < tokens.count; i++) {
    const stretch = unsafeStretch(tokens, i)
    if (stretch) addStretch(context, i, stretch)
    const category = isLooseDate(tokens, i) ? 'date' : unsafeToken(tokens, i)
    if (!category) continue
    const last = category === 'date' && isNumber(tokens, i + 2) && isGlued(tokens, i + 2) ? i + 2 : i
    addStretch(context, i, { last, category })
  }
}

function addStretch({ tokens, found }: LayerContext, first: number, { last, category }: UnsafeStretch): void {
  const [start, end] = [tokens.start[first]!, tokens.end[last]!]
  found.push({ start, end, category, score: 0.4, rule: 'unknown', rank: RANK.lexicon })
}

function unsafeToken(tokens: Tokens, at: number): PhiCategory | undefined {
  if (tokens.kind[at] === KIND.sign) return undefined
  return tokens.kind[at] === KIND.number ? unsafeNumber(tokens, at) : unsafeWord(tokens, at)
}

function unsafeWord(tokens: Tokens, at: number): PhiCategory | undefined {
  if (isPlaced(tokens, at)) return 'organization'
  if (isUnsafeSubject(tokens, at)) return 'name'
  if (hasRole(tokens, at, OTHER) || hasLex(tokens, at, LEX.drug | LEX.test) || isMedicalPhrase(tokens, at)) return undefined
  const length = lengthOf(tokens, at)
  const shape = tokens.shape[at]!
  if (isSignature(tokens, at)) return 'name'
  if (shape === SHAPE.initial) return isInitials(tokens, at) ? 'name' : undefined
  if (shape === SHAPE.upper)
    return length <= 5 && !hasLex(tokens, at, LEX.abbreviation | LEX.common | LEX.eponym) && !isShouted(tokens, at) ? 'name' : undefined
  if (shape === SHAPE.lower) return isSmallLatin(tokens, at) ? unsafeSmallWord(tokens, at) : undefined
  if (isSentenceStart(tokens, at)) return length > 2 && isSubject(tokens, at) ? 'name' : undefined
  if (length < 3 || hasLex(tokens, at, LEX.eponym | LEX.abbreviation)) return undefined
  return hasLex(tokens, at, LEX_NAME) ? 'name' : 'organization'
}

const ACTING =
  /^(?:asks|asked|says|said|reports|reported|denies|denied|states|stated|called|calls|wants|wanted|lives|works|told|tells|thinks|needs|takes|took|came|comes|fell|is|was|has|had|will|here)$/

/** Winsome asks, Whetstone 47F, Mater ED: a plain word that opens a sentence, with the verb or the age of a person or a department behind it. */
function isSubject(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (tokens.shape[at] !== SHAPE.capital || tokens.gap[next]! > GAP.space || hasLex(tokens, at, LEX.eponym | LEX.abbreviation)) return false
  const isOfPlace = hasRole(tokens, next, ROLE.facility) && tokens.shape[next] === SHAPE.upper
  if (!hasLex(tokens, at, LEX.common)) return isOfPlace || hasLex(tokens, at, LEX_NAME | LEX.proper | LEX.city | LEX.rareProper)
  if (isNumber(tokens, next)) return isWord(tokens, at + 2) && isGlued(tokens, at + 2) && /^(?:[MFmf]|yo)/.test(textOf(tokens, at + 2))
  if (isOfPlace) return true
  const isName = hasLex(tokens, at, LEX_NAME)
  return (
    isWord(tokens, next) && (isName || !/^(?:is|was|has|had|will|here)$/.test(textOf(tokens, next))) && ACTING.test(textOf(tokens, next))
  )
}

/** TW/kls, -mh, by CT at the end of a line: two or three letters. */
function isSignature(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) < 2 || lengthOf(tokens, at) > 3 || hasLex(tokens, at, LEX.common) || tokens.role[at] !== 0) return false
  const end = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  if (tokens.gap[end]! < GAP.line && !isSign(tokens, at + 1, '/')) return false
  if (isSign(tokens, at - 1, '/') || isSign(tokens, at - 1, '-') || isSign(tokens, at + 1, '/'))
    return isGlued(tokens, at) || isGlued(tokens, at + 1)
  return isWord(tokens, at - 1) && /^(?:by|end|signed|tech|per)$/i.test(textOf(tokens, at - 1))
}

/** From Methodist, (Mayo, with Reynolds: the name of a test, too, where somebody or a place stands. */
function isPlaced(tokens: Tokens, at: number): boolean {
  const before = isSign(tokens, at - 1, '(') || (isWord(tokens, at - 1) && /^(?:at|from|to|by|with|dr|w)$/i.test(textOf(tokens, at - 1)))
  return (
    before &&
    tokens.shape[at] === SHAPE.capital &&
    hasLex(tokens, at, LEX_NAME | LEX.proper | LEX.city) &&
    !hasLex(tokens, at, LEX.drug | LEX.common) &&
    !isMedicalPhrase(tokens, at)
  )
}

/** A name that is a rare word, too; a word that belongs to a place. */
function unsafeSmallWord(tokens: Tokens, at: number): PhiCategory | undefined {
  if (lengthOf(tokens, at) < 3) return undefined
  if (hasLex(tokens, at, LEX.city | LEX_NAME) && !hasLex(tokens, at, LEX.common | LEX_MEDICAL | LEX.abbreviation)) return 'name'
  if (hasLex(tokens, at, LEX.word) && isStay(tokens, at)) return 'facility'
  const isBefore = tokens.gap[at + 1] === GAP.space && isWord(tokens, at + 1) && OF_PLACES.has(tokens.hash[at + 1]!)
  const isBehind =
    tokens.gap[at] === GAP.space && isWord(tokens, at - 1) && /^(?:lake|st|saint|fort|mount|camp|port)$/i.test(textOf(tokens, at - 1))
  return (isBefore || isBehind) && !hasLex(tokens, at, LEX_MEDICAL | LEX.word) && hasLex(tokens, at, LEX_NAME | LEX.proper | LEX.city)
    ? 'location'
    : undefined
}

/** At larches, from methodist: a rarer word, alone behind the preposition. */
function isStay(tokens: Tokens, at: number): boolean {
  const before = isWord(tokens, at - 1) && /^the$/.test(textOf(tokens, at - 1)) ? at - 2 : at - 1
  if (!isWord(tokens, before) || !/^(?:at|from|unit|ward|@)$/.test(textOf(tokens, before)) || lengthOf(tokens, at) < 5) return false
  if (hasLex(tokens, at, LEX_MEDICAL | LEX.common) || isMedicalForm(tokens, at)) return false
  return tokens.gap[at + 1]! >= GAP.line || tokens.kind[at + 1] === KIND.sign
}

/** Part of a disease, a score or a device of several words. */
function isMedicalPhrase(tokens: Tokens, at: number): boolean {
  for (const next of [at + 1, at + 2]) {
    if (tokens.gap[next]! > GAP.space) return false
    if (hasRole(tokens, next, ROLE.medicalHead)) return true
    if (tokens.kind[next] === KIND.word && tokens.shape[next] === SHAPE.lower && hasRole(tokens, next, ROLE.function)) return false
  }
  return false
}

/** J.J., r. b. */
function isInitials(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, '.') && tokens.shape[at + 2] === SHAPE.initial && isGlued(tokens, at + 2)
}

function isShouted(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at + 1) && tokens.shape[at + 1] === SHAPE.upper && isWord(tokens, at - 1) && tokens.shape[at - 1] === SHAPE.upper
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line ||
    isSign(tokens, at - 1, '.') ||
    isSign(tokens, at - 1, ':') ||
    isSign(tokens, at - 1, '?') ||
    isSign(tokens, at - 1, '!')
  )
}

/** 6/20; both 90; in b-214; local 150. */
function unsafeNumber(tokens: Tokens, at: number): PhiCategory | undefined {
  if (isGlued(tokens, at) && (isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '/'))) return undefined
  if (isTestSpot(tokens, at) || hasLex(tokens, at - 1, LEX.drug | LEX.eponym)) return undefined
  const day = numberAt(tokens, at + 2)
  const isDate =
    isSign(tokens, at + 1, '/') && isGlued(tokens, at + 1) && isNumber(tokens, at + 2) && day <= 31 && numberAt(tokens, at) <= 12
  if (isDate) return (isCalendarDay(tokens, at) || (day !== 10 && day > 5)) && !isUnit(tokens, at + 3) ? 'date' : undefined
  if (isDottedDay(tokens, at) || isHyphenDay(tokens, at)) return 'date'
  if (isUnit(tokens, at + 1) || isSign(tokens, at + 1, '/') || isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, '%')) return undefined
  const value = numberAt(tokens, at)
  if (value >= 90 && value <= 115 && isAgeSpot(tokens, at)) return 'age'
  const label = isSign(tokens, at - 1, '-') && isGlued(tokens, at) ? at - 3 : at - 1
  return isWord(tokens, label) && BEFORE_NUMBER.has(tokens.hash[label]!) && lengthOf(tokens, at) > 1 ? 'other-id' : undefined
}

const BEFORE_DAY = hashWords('on since from until by to dated date seen due last next and till before after op surgery visit')

/** Today 4.6., on 21.2.: a day and a month behind a word of time. */
function isDottedDay(tokens: Tokens, at: number): boolean {
  const [first, second] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (!isSign(tokens, at + 1, '.') || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2) || isUnit(tokens, at + 3)) return false
  if (first < 1 || second < 1 || Math.max(first, second) > 31 || Math.min(first, second) > 12) return false
  if (
    isSign(tokens, at + 3, '%') ||
    (isGlued(tokens, at + 3) && isSign(tokens, at + 3, '.') && isGlued(tokens, at + 4) && isNumber(tokens, at + 4))
  )
    return false
  return isWord(tokens, at - 1) && (BEFORE_DAY.has(tokens.hash[at - 1]!) || BEHIND_EVENT.has(tokens.hash[at - 1]!))
}

/** Onset 7-1., done 5-6: a month and a day behind what has a day. */
function isHyphenDay(tokens: Tokens, at: number): boolean {
  const [month, day] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (!isSign(tokens, at + 1, '-') || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2) || isUnit(tokens, at + 3)) return false
  if (month < 1 || month > 12 || day < 1 || day > 31 || isGlued(tokens, at)) return false
  if (tokens.gap[at + 3]! < GAP.line && !/^[.,;)(]$/.test(textOf(tokens, at + 3))) return false
  return isWord(tokens, at - 1) && (BEHIND_EVENT.has(tokens.hash[at - 1]!) || (BEFORE_DAY.has(tokens.hash[at - 1]!) && day > month))
}

const BEHIND_EVENT = hashWords(
  'today onset done dx stroke fall fell surgery injury admitted discharged placed removed screened drawn seen dos dob',
)

/** From 5/5, on 2/10: a preposition of time tells a day from a score. */
function isCalendarDay(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && BEFORE_DAY.has(tokens.hash[at - 1]!) && numberAt(tokens, at + 2) > 0 && tokens.gap[at]! <= GAP.space
}

/** Behind a person's word or a comma, or before a comma, a bracket or the end: no measure stands there. */
function isAgeSpot(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (isGlued(tokens, at) && !isSign(tokens, at - 1, '(')) return false
  if (isSign(tokens, next, ',') || isSign(tokens, next, ')') || tokens.gap[next]! >= GAP.line) return true
  if (isSign(tokens, at - 1, ',') || isSign(tokens, at - 1, '(')) return isWord(tokens, next)
  return hasRole(tokens, at - 1, ROLE.person | ROLE.relation | ROLE.pronoun) || hasLex(tokens, at - 1, LEX.first | LEX.last)
}

function isUnit(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! <= GAP.space && hasRole(tokens, at, ROLE.unit)
}
