// What speaks against a place or an organization that the tagger names: the scores, studies and diseases that are called after places, drugs and
// instruments in a row, abbreviations.
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { EVERY_SITES } from './slot-words.ts'

const THINGS_FOLLOW = hashWords(
  'tx rx meds medications medication drips gtt abx antibiotics monitor device imaging dressing dressings equipment scale on',
)

/** Abbreviations that are written with dots. */
const DOTTED = hashWords(
  'md do us uk po pm am iv im sc os od ou ed er bp pt ot or dc ny la rn np pa hs tb ie eg bid tid qid qd qod prn phd usa eu un hr rr gi gu cv ns cns pns id sw st ad ac pc ua ci hb ih ob gyn ba bs ms ma jd rs dr mr ptsd cpr ekg ecg mri ct ivf iud std sti aids hiv copd chf dvt pe mi tia cva ent icu ecoli ve al vs ca ng og jp',
)

const RESULTS = hashWords('neg negative normal absent intact equivocal unremarkable vtx vertex breech')

/** Allen normal, Watson neg, Allen ok.: a test that is called after a person, where nobody is spoken of. */
export function isTestResult(tokens: Tokens, first: number, last: number): boolean {
  const result = last + 1
  if (first !== last || tokens.gap[result] !== GAP.space || !isWord(tokens, result) || tokens.shape[result] !== SHAPE.lower) return false
  if (hasRole(tokens, first - 1, ROLE.title | ROLE.relation | ROLE.person)) return false
  if (isSign(tokens, first - 1, '.') && hasRole(tokens, first - 2, ROLE.title)) return false
  const ends = tokens.gap[result + 1]! >= GAP.line || tokens.kind[result + 1] === KIND.sign
  if (textOf(tokens, result) === 'ok') return ends
  return RESULTS.has(tokens.hash[result]!) && !(isWord(tokens, result + 1) && textOf(tokens, result + 1) === 'for')
}

/** T.B., E.K.G.: letters with dots that are a word of the field, not a person. */
export function isDottedAbbreviation(tokens: Tokens, first: number, last: number): boolean {
  let letters = ''
  for (let i = first; i <= last; i++) {
    if (isSign(tokens, i, '.')) continue
    if (tokens.shape[i] !== SHAPE.initial) return false
    letters += textOf(tokens, i)
  }
  return DOTTED.has(hashWord(letters.toLowerCase()))
}

/** Telma 40; Monitor: Lifepak; on Glycomet: a word of no list with a dose behind it or a heading of things before it. */
export function isDosed(tokens: Tokens, at: number): boolean {
  if (tokens.lex[at] !== 0) return false
  if (tokens.kind[at + 1] === KIND.number && tokens.gap[at + 1] === GAP.space) return true
  const before = isSign(tokens, at - 1, ':') ? at - 2 : at - 1
  return isWord(tokens, before) && THINGS_FOLLOW.has(tokens.hash[before]!)
}

/** E.F., K: letters alone are measures and elements; which of them are persons is for the layers that read letters. */
export function isLetters(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (isWord(tokens, i) && lengthOf(tokens, i) > 1) return false
  return true
}

/** PaCO2, CIN2, CRVO: capitals of no list with a number glued behind, or without a preposition of place in front. */
export function isStrayCapitals(tokens: Tokens, first: number, last: number): boolean {
  if (first !== last || hasRole(tokens, first - 1, ROLE.title | ROLE.relation)) return false
  const shape = tokens.shape[first]
  if (shape !== SHAPE.upper && shape !== SHAPE.mixed) return false
  if (isNumber(tokens, first + 1) && isGlued(tokens, first + 1) && lengthOf(tokens, first) <= 5) return true
  // 1425 HU
  if (shape === SHAPE.upper && isNumber(tokens, first - 1) && tokens.gap[first] === GAP.space && lengthOf(tokens, first) <= 3) return true
  if (shape !== SHAPE.upper || tokens.lex[first] !== 0 || lengthOf(tokens, first) > 4 || tokens.shape[first - 1] === SHAPE.upper)
    return false
  return isWord(tokens, first - 1) && /^(?:for|of|with|and|in|on|or|using|per|after|before|as)$/.test(textOf(tokens, first - 1))
}

/** Lyme in Connecticut, TB in India: a state or a country alone tells of nobody. */
export function isBareState(tokens: Tokens, first: number, last: number, category: PhiCategory): boolean {
  return category === 'location' && first === last && hasLex(tokens, first, LEX.region) && !hasRole(tokens, first - 1, ROLE.placeVerb)
}

/** True for Boston criteria, Kansas City Cardiomyopathy Questionnaire, Stratafix and Ethibond, T12, EF. */
export function isNoPlace(tokens: Tokens, first: number, last: number, category: PhiCategory): boolean {
  if (first === last && isNumber(tokens, first + 1) && isGlued(tokens, first + 1) && lengthOf(tokens, first) <= 2) return true
  if (first === last && (isStrayAbbreviation(tokens, first) || EVERY_SITES.has(tokens.hash[first]!))) return true
  if (first === last && hasLex(tokens, first, LEX.word) && !hasLex(tokens, first, LEX_NAME | LEX.city | LEX.region | LEX.organization))
    return true
  if (
    category === 'organization' &&
    /^(?:Group|Type|Class|Grade|Stage|Task|Home|Case|Physical|Occupational|Speech)$/.test(textOf(tokens, first)) &&
    !hasRole(tokens, last, ROLE.facility)
  )
    return true
  if (isEponymPair(tokens, first, last) || isNumeral(tokens, first) || isNumeral(tokens, last)) return true
  if (category === 'organization' && holdsProduct(tokens, first, last)) return true
  if (category === 'organization' && isAllGeneric(tokens, first, last)) return true
  if (isAllMedical(tokens, first, last)) return true
  return hasHeadNear(tokens, last) && !isPlaced(tokens, first)
}

/** General Surgery, Pain Clinic, Home Health: a service of any hospital. */
function isAllGeneric(tokens: Tokens, first: number, last: number): boolean {
  let capitals = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    if (tokens.shape[i] !== SHAPE.lower) capitals++
    else if (!hasRole(tokens, i, ROLE.function)) return false
    if (tokens.shape[i] !== SHAPE.lower && !GENERIC.has(tokens.hash[i]!) && !EVERY_SITES.has(tokens.hash[i]!)) return false
  }
  return capitals > 0
}

/** Denver II, IIB Hodgkin: an edition, a stage. */
function isNumeral(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:II|III|IV|VI|VII|VIII|IX)[ABC]?$/.test(textOf(tokens, at))
}

/** Denys-Drash, Charcot-Leyden: no place is called after two persons. */
function isEponymPair(tokens: Tokens, first: number, last: number): boolean {
  return (
    last === first + 2 &&
    isSign(tokens, first + 1, '-') &&
    isGlued(tokens, last) &&
    (hasLex(tokens, first, LEX.eponym) || hasLex(tokens, last, LEX.eponym)) &&
    !hasLex(tokens, last, LEX.city | LEX.region)
  )
}

const REACH = 4

/** A score, a test or a disease within the next words of the same phrase. */
function hasHeadNear(tokens: Tokens, last: number): boolean {
  for (let i = last + 1; i <= last + REACH && i < tokens.count; i++) {
    if (tokens.gap[i]! > GAP.space) return false
    if (hasRole(tokens, i, ROLE.medicalHead)) return !/^(?:area|areas|study|set|position|beds?)$/i.test(textOf(tokens, i))
    if (isSign(tokens, i, '-') || (tokens.kind[i] === KIND.sign && tokens.hash[i] === POSSESSIVE)) continue
    if (!isWord(tokens, i) || hasRole(tokens, i, ROLE.function | ROLE.unit | ROLE.person | ROLE.relation)) return false
    if (!hasLex(tokens, i, LEX_ENGLISH | LEX_MEDICAL) && !hasLex(tokens, i, LEX.city)) return false
  }
  return false
}

/** Lives in, from, at: somebody is there. */
function isPlaced(tokens: Tokens, first: number): boolean {
  return isWord(tokens, first - 1) && /^(?:in|from|at|near|to|outside|via)$/i.test(textOf(tokens, first - 1))
}

/** EF, METs: capitals or mixed letters that no list knows as a place. */
function isStrayAbbreviation(tokens: Tokens, at: number): boolean {
  if (hasLex(tokens, at, LEX.region | LEX.organization) || hasRole(tokens, at, ROLE.state)) return false
  if (tokens.shape[at] === SHAPE.mixed) return !hasLex(tokens, at, LEX_PROPER)
  // PMID 12345678
  if (tokens.shape[at] === SHAPE.upper && tokens.lex[at] === 0 && isNumber(tokens, at + 1)) return true
  return tokens.shape[at] === SHAPE.upper && lengthOf(tokens, at) <= 3 && !hasLex(tokens, at, LEX.city)
}

/** Drugs and instruments in a row. */
function holdsProduct(tokens: Tokens, first: number, last: number): boolean {
  let products = 0
  for (let i = first; i <= last; i++) {
    if (hasRole(tokens, i, ROLE.facility | ROLE.organization)) return false
    if (hasLex(tokens, i, LEX.drug | LEX.test) && !hasLex(tokens, i, LEX.organization)) products++
  }
  return products > 0
}

/** Every word an eponym, a test, an abbreviation, an organism or plain language, and none of them a place. */
function isAllMedical(tokens: Tokens, first: number, last: number): boolean {
  let medical = 0
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] === SHAPE.initial || tokens.shape[i] === SHAPE.lower) continue
    if (hasLex(tokens, i, LEX.city | LEX.region | LEX.organization) || hasRole(tokens, i, ROLE.facility | ROLE.organization)) return false
    if (hasLex(tokens, i, LEX_MEDICAL)) medical++
    else if (hasLex(tokens, i, LEX_NAME) || !hasLex(tokens, i, LEX_ENGLISH | LEX.abbreviation)) return false
  }
  return medical > 0
}
