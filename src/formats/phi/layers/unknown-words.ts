// The modes that would rather hide too much: words that no list knows as safe, places as large as a state, years, and numbers and codes without a unit.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { endOfObjectIdentifier, hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { EPONYM_NAMES } from './eponym-names.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { hasMedicalAffix } from './medical-forms.ts'
import { SHORT_FORMS } from './short-forms.ts'
import { isDottedAbbreviation } from './tagger-guards.ts'
import { isSpeaker } from './unsafe-subjects.ts'

export function findUnknown(context: LayerContext): void {
  const { tokens, mode } = context
  if (mode === 'balanced') return
  const strict = mode === 'fail-closed'
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.shape[i] === SHAPE.initial) {
      const last = endOfDotted(tokens, i, strict)
      if (last > i) addTokens(context, i, last, 'name', 0.5, 'unknown', RANK.lexicon)
    } else if (tokens.kind[i] === KIND.word) {
      const category = strict ? unsafeWord(tokens, i) : doubtfulWord(tokens, i)
      if (strict && isSpeaker(tokens, i)) add(context, i, 'name')
      if (!category) continue
      if (strict && !isSubject(tokens, i)) addBeside(context, i, category)
      else add(context, i, category)
    } else if (tokens.kind[i] === KIND.number && strict) {
      const category = unsafeNumber(tokens, i)
      if (!category) continue
      if (isCode(tokens, i)) addBeside(context, i, category)
      else add(context, i, category)
    }
  }
}

const MOST_LETTERS = 4

/** The last letter of J.R. and A.B.C., wherever they stand; the token itself for a single letter and for an abbreviation of the field. */
function endOfDotted(tokens: Tokens, first: number, strict: boolean): number {
  if (isGlued(tokens, first) && (isSign(tokens, first - 1, '.') || isWord(tokens, first - 1))) return first
  let last = first
  for (let letters = 1; letters < MOST_LETTERS && isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1); letters++) {
    if (tokens.shape[last + 2] !== SHAPE.initial || !isGlued(tokens, last + 2)) break
    last += 2
  }
  if (last === first || !isDottedAbbreviation(tokens, first, last)) return last
  // J.R. and A.C. are a part of a name and an hour of meals, too.
  return strict &&
    last === first + 2 &&
    !/^(?:T\.B|P\.O|[PA]\.M|I\.[VM]|S\.C|U\.[SK]|O\.[DSU]|H\.[SR]|R\.[RN]|M\.D|D\.O|N\.P|P\.A)$/.test(lettersOf(tokens, first, last))
    ? last
    : first
}

function lettersOf(tokens: Tokens, first: number, last: number): string {
  return tokens.text.slice(tokens.start[first]!, tokens.end[last]!)
}

function add(context: LayerContext, at: number, category: PhiCategory): void {
  addTokens(context, at, at, category, 0.4, 'unknown', RANK.lexicon)
}

const CODES = /^(?:cpt|icd|snomed|loinc|rxnorm|ndc|nct|pmid|omim|codes?)$/i

function isCode(tokens: Tokens, at: number): boolean {
  for (let i = Math.max(0, at - 3); i <= at + 3 && i < tokens.count; i++)
    if (isWord(tokens, i) && CODES.test(textOf(tokens, i))) return true
  return false
}

/** Counts only where the text surely speaks of somebody. */
function addBeside({ tokens, doubtful }: LayerContext, at: number, category: PhiCategory): void {
  const [start, end] = [tokens.start[at]!, tokens.end[at]!]
  doubtful.push({ start, end, category, score: 0.4, rule: 'unknown', rank: RANK.lexicon, margin: 0 })
}

const BEFORE_SOMEBODY =
  /^(?:for|re|about|regarding|tell|ask|call|called|remind|told|asked|saw|seen|see|pt|patient|client|resident|mr|mrs|ms|miss|dr|with|is|does|did|has|can|should|will|was)$/i

/** Renally, cisternal, postictal: words that are made of others. */
const LEARNED_FORM =
  /(?:ally|ely|ively|nal|ral|tal|cal|eal|ial|ual|oid|ous|ary|tic|nic|mic|ric|gic|able|ible|ation|ing|ized|ised|less|ness)$/

/** A word that may be somebody's name by its form, or that stands where somebody is spoken of: what else no list knows is mostly a new drug or a test. */
function isSubject(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] === SHAPE.capital) return lengthOf(tokens, at) > 2 && !EPONYM_NAMES.has(tokens.hash[at]!)
  if (tokens.gap[at]! > GAP.space) return lengthOf(tokens, at) > 2 && tokens.shape[at] !== SHAPE.mixed
  if (tokens.shape[at] !== SHAPE.lower) return false
  const before = isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':') ? at - 2 : at - 1
  return !LEARNED_FORM.test(textOf(tokens, at)) || (isWord(tokens, before) && BEFORE_SOMEBODY.test(textOf(tokens, before)))
}

const SAFE_WORDS = LEX_ENGLISH | LEX.drug | LEX.test | LEX.abbreviation

/** High recall: a capital that no list knows, a state or country. */
export function doubtfulWord(tokens: Tokens, at: number): PhiCategory | undefined {
  if (tokens.shape[at] !== SHAPE.capital && tokens.shape[at] !== SHAPE.mixed) return undefined
  const lex = tokens.lex[at]!
  if (hasLex(tokens, at, LEX.region) && !hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL)) return 'location'
  if (tokens.role[at] !== 0 || lengthOf(tokens, at) < 3 || hasHeadBehind(tokens, at)) return undefined
  if (lex === 0) return 'name'
  return (lex & LEX_NAME) !== 0 && (lex & (SAFE_WORDS | LEX.eponym)) === 0 ? 'name' : undefined
}

/** Fail closed: every word that is neither plain language nor medicine; a name that is also a plain word where it stands inside a sentence with a capital. */
function unsafeWord(tokens: Tokens, at: number): PhiCategory | undefined {
  const lex = tokens.lex[at]!
  const role = tokens.role[at]!
  const length = lengthOf(tokens, at)
  const shape = tokens.shape[at]!
  if (length < 2 || isWeekday(tokens, at)) return undefined
  if (isGlued(tokens, at) && tokens.kind[at - 1] === KIND.number) return undefined
  if ((lex & (LEX.region | LEX.city)) !== 0 && hasHeadNear(tokens, at)) return undefined
  if ((lex & LEX.region) !== 0 && shape >= SHAPE.capital && (lex & LEX_MEDICAL) === 0) return 'location'
  if ((lex & LEX.eponym) !== 0 && isGraded(tokens, at)) return undefined
  if (lex === 0 && shape === SHAPE.lower && isMedicalForm(tokens, at)) return undefined
  if ((role & ~(ROLE.namePart | ROLE.state | ROLE.street | ROLE.particle | ROLE.facilityPart | ROLE.direction)) !== 0) return undefined
  if (lex === 0) return role === 0 && (length > 2 || shape === SHAPE.capital) ? 'name' : undefined
  if ((lex & LEX.eponym) !== 0 && (lex & LEX_ENGLISH) === 0)
    return shape >= SHAPE.capital && !hasHeadNear(tokens, at) && (lex & LEX_NAME) !== 0 ? 'name' : undefined
  if ((lex & SAFE_WORDS) === 0) return (lex & LEX.city) !== 0 && (lex & LEX_NAME) === 0 ? 'location' : 'name'
  const both = (lex & (LEX_NAME | LEX.city)) !== 0 && shape === SHAPE.capital && !isSentenceStart(tokens, at) && !hasHeadNear(tokens, at)
  return both && (lex & (LEX.drug | LEX.test)) === 0 ? 'name' : undefined
}

/** Mondays, on Sundays. */
function isWeekday(tokens: Tokens, at: number): boolean {
  return /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/i.test(textOf(tokens, at))
}

/** Braden 14, Denver II, Gleason 4+3, Stanford type A, Salter-Harris: a scale and its value. */
function isGraded(tokens: Tokens, at: number): boolean {
  const behind = at + 1
  if (isSign(tokens, behind, '-') && isGlued(tokens, behind) && hasLex(tokens, at + 2, LEX.eponym)) return true
  if (isSign(tokens, at - 1, '-') && isGlued(tokens, at) && hasLex(tokens, at - 2, LEX.eponym)) return true
  if (tokens.gap[behind]! > GAP.space || hasRole(tokens, at - 1, ROLE.title | ROLE.relation | ROLE.person | ROLE.credential)) return false
  if (tokens.kind[behind] === KIND.number) return lengthOf(tokens, behind) <= 3
  return (
    isWord(tokens, behind) &&
    /^(?:I{1,3}|IV|V|VI|type|class|stage|grade|level|zone|balloon)$/.test(tokens.text.slice(tokens.start[behind]!, tokens.end[behind]!))
  )
}

/** A word that is built as only words of medicine are, or a short form of the field. */
export function isMedicalForm(tokens: Tokens, at: number): boolean {
  return SHORT_FORMS.has(tokens.hash[at]!) || (lengthOf(tokens, at) > 6 && hasMedicalAffix(textOf(tokens, at).toLowerCase()))
}

function hasHeadBehind(tokens: Tokens, at: number): boolean {
  const behind = tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] === POSSESSIVE ? at + 2 : at + 1
  return tokens.gap[behind]! <= GAP.space && hasRole(tokens, behind, ROLE.medicalHead)
}

/** The word that makes an eponym of it stands within the next four tokens: Dix-Hallpike maneuver, Child-Turcotte-Pugh score. */
function hasHeadNear(tokens: Tokens, at: number): boolean {
  for (let i = at + 1; i <= at + 5; i++) {
    if (tokens.gap[i]! > GAP.space) return false
    if (hasRole(tokens, i, ROLE.medicalHead)) return true
    if (
      !isWord(tokens, i)
        ? !isSign(tokens, i, '-') && tokens.hash[i] !== POSSESSIVE
        : !hasLex(tokens, i, LEX_MEDICAL | LEX_ENGLISH | LEX_NAME)
    )
      return false
  }
  return false
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line ||
    isSign(tokens, at - 1, '.') ||
    isSign(tokens, at - 1, ':') ||
    isSign(tokens, at - 1, '?') ||
    isSign(tokens, at - 1, '-')
  )
}

const TEXTS = hashWords(
  'guideline guidelines update updated recommendation recommendations consensus statement criteria edition standards trial act report definition classification revision',
)

/** d-dimer 1200, platelets 1500, at 0600: a test, a measure or an hour. */
function isResult(tokens: Tokens, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - 3; i--) {
    if (tokens.gap[i + 1]! > GAP.space) break
    if (isWord(tokens, i) && (hasLex(tokens, i, LEX.test | LEX.abbreviation | LEX.drug | LEX.word) || hasRole(tokens, i, ROLE.medicalHead)))
      return true
    if (isSign(tokens, i, '@') || isSign(tokens, i, '<') || isSign(tokens, i, '>')) return true
  }
  return /^(?:[01]\d|2[0-3])[0-5]\d$/.test(tokens.text.slice(tokens.start[at]!, tokens.end[at]!))
}

/** The 2021 ACC/AHA guideline: the year of a publication. */
function isYearOfText(tokens: Tokens, at: number): boolean {
  for (let i = at + 1; i <= at + 8 && i < tokens.count && tokens.gap[i]! <= GAP.space; i++) {
    if (isWord(tokens, i) && TEXTS.has(tokens.hash[i]!)) return true
    if (isSign(tokens, i, '.') || isSign(tokens, i, ';') || isSign(tokens, i, '?')) return false
    if (isWord(tokens, i) && tokens.shape[i] === SHAPE.lower && !hasRole(tokens, i, ROLE.function)) return false
  }
  return false
}

/** A later arc of an object identifier. */
function isInsideObjectIdentifier(tokens: Tokens, at: number): boolean {
  let first = at
  while (
    at - first < 48 &&
    isSign(tokens, first - 1, '.') &&
    isGlued(tokens, first) &&
    isGlued(tokens, first - 1) &&
    isNumber(tokens, first - 2)
  )
    first -= 2
  return endOfObjectIdentifier(tokens, first) >= at
}

/** Four digits that are no year and no result, or five and more without a unit. */
function unsafeNumber(tokens: Tokens, at: number): PhiCategory | undefined {
  const length = lengthOf(tokens, at)
  if (isInsideObjectIdentifier(tokens, at)) return undefined
  if (length < 4 || hasRole(tokens, at + 1, ROLE.unit) || isSign(tokens, at + 1, '%') || isSign(tokens, at - 1, '.')) return undefined
  if (length >= 5) return 'other-id'
  return isYear(tokens, at) || isResult(tokens, at) ? undefined : 'other-id'
}

function isYear(tokens: Tokens, at: number): boolean {
  return lengthOf(tokens, at) === 4 && numberAt(tokens, at) >= 1900 && numberAt(tokens, at) <= 2100
}

/** A year or a weekday: no identifier of anybody, and more than enough beside one. */
export function isLooseDate(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] === KIND.word) return hasRole(tokens, at, ROLE.weekday) && lengthOf(tokens, at) > 5
  const isMeasure = hasRole(tokens, at + 1, ROLE.unit) || isSign(tokens, at + 1, '%') || isSign(tokens, at - 1, '.')
  return isYear(tokens, at) && !isMeasure && !isInsideObjectIdentifier(tokens, at) && !isYearOfText(tokens, at)
}
