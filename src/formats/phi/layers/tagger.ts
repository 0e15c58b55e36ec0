// Names, places and organizations by the trained tagger. Eponyms, drugs and tests that stand alone are left to the layers that know their surroundings.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { HOLIDAYS } from '../date-cues.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { endOfRun, isTaggable } from '../tagger-features.ts'
import { bestTags, loadModel, marginOf } from '../tagger-model.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isNoInitial } from './initial-names.ts'
import { addTokens, type LayerContext, type PhiMode } from './layer.ts'
import { isGuarded } from './tagger-eponyms.ts'
import { isSupported, isSurnameAlone } from './tagger-evidence.ts'
import { isBareState, isDosed, isLetters, isNoPlace, isStrayCapitals, isTestResult } from './tagger-guards.ts'
import { isOnlyName } from './things.ts'

/** How much "no name" is held back, in the unit of the weights. */
const OUTSIDE_BIAS: Readonly<Record<PhiMode, number>> = { balanced: -400, 'high-recall': -500, 'fail-closed': -400 }
/** How far the tagger must be from "no name", in the same unit: where plain English stands there, */
const PLAIN_MARGIN = 100
/** with nothing else that speaks for it, */
const PLAIN_ALONE_MARGIN = 450
/** the same in brackets, */
const BRACKETED_MARGIN = 750
/** to count beside a surer finding where an eponym, a drug, a test or a score may stand there, */
const GUARDED_MARGIN = -150
/** the same where it is a capital word among capitals, or a place beside a drug, */
const SHOUTED_MARGIN = 0
/** and to need no other support. */
const SURE_MARGIN = 150
/** How sure of "no name" it may be of a place or an organization, which go by the words around them more than a name does. */
const LEAST_PLACE_MARGIN = -350
const CATEGORIES: readonly PhiCategory[] = ['name', 'location', 'organization']

export function findTagged(context: LayerContext): void {
  const { tokens, mode } = context
  const model = loadModel()
  const foreign = context.locale.isEnglish === undefined ? isForeignProse(tokens) : !context.locale.isEnglish
  for (let i = 0; i < tokens.count; i++) {
    if (!isTaggable(tokens, i)) continue
    const last = endOfRun(tokens, i)
    const tags = bestTags(tokens, i, last, model, OUTSIDE_BIAS[mode])
    for (let at = 0; at < tags.length; at++) {
      if (tags[at] === 0) continue
      let end = at
      while (end + 1 < tags.length && tags[end + 1] !== 0 && tags[end + 1]! % 2 === 0) end++
      if (!foreign || isNamedThroughout(tokens, i + at, i + end)) addParts(context, i + at, i + end, CATEGORIES[(tags[at]! - 1) >> 1]!)
      at = end
    }
    i = last
  }
}

/** True where fewer than half of the words in small letters are English: the tagger learned English surroundings. */
function isForeignProse(tokens: Tokens): boolean {
  let small = 0
  let english = 0
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower || lengthOf(tokens, i) < 3) continue
    small++
    if (hasLex(tokens, i, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation) || hasRole(tokens, i, ROLE.function | ROLE.unit)) english++
  }
  return small >= 8 && english * 2 < small
}

/** In prose of another language only what the lexicon knows as a name, with capitals. */
function isNamedThroughout(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word || hasRole(tokens, i, ROLE.particle | ROLE.function)) continue
    if (tokens.shape[i]! < SHAPE.capital || !hasLex(tokens, i, LEX_NAME | LEX.city | LEX.region | LEX.organization)) return false
  }
  return true
}

/** A list is taken name by name; one comma in a name stands between surname and given name. */
function addParts(context: LayerContext, first: number, last: number, category: PhiCategory): void {
  const { tokens } = context
  let commas = 0
  for (let i = first; i <= last; i++) if (isSign(tokens, i, ',')) commas++
  if (commas === 0 || (commas === 1 && category === 'name' && !isRemark(tokens, last))) {
    addTagged(context, first, last, category)
    return
  }
  if (isSupported(tokens, first, last, category) && category !== 'name') addTagged(context, first, last, category)
  let from = first
  for (let i = first; i <= last + 1; i++) {
    if (i <= last && !isSign(tokens, i, ',')) continue
    if (i > from) addTagged(context, from, i - 1, category)
    from = i + 1
  }
}

/** Sunita, bili 14: what follows a comma in small letters is no given name. */
function isRemark(tokens: Tokens, last: number): boolean {
  return (
    isSign(tokens, last - 1, ',') && tokens.shape[last] === SHAPE.lower && (!hasLex(tokens, last, LEX_NAME) || isNumber(tokens, last + 1))
  )
}

function addTagged(context: LayerContext, from: number, to: number, category: PhiCategory): void {
  const { tokens } = context
  let first = from
  let last = to
  while (last > first && !isContent(tokens, last)) last--
  while (first < last && !isContent(tokens, first)) first++
  while (first < last && isPlainOpening(tokens, first, category)) first++
  if (!isContent(tokens, first)) return
  const margin = marginOf(tokens, first, last, 1 + 2 * CATEGORIES.indexOf(category), loadModel())
  if (
    (HOLIDAYS.has(tokens.hash[last]!) && (first === last || hasLex(tokens, first, LEX.common))) ||
    isProductForm(tokens, first, last, category) ||
    ((context.mode === 'balanced' || category !== 'name') && isLetters(tokens, first, last)) ||
    (context.mode !== 'high-recall' && (isBehindNoInitial(tokens, first, last) || isTestResult(tokens, first, last))) ||
    (first === last && tokens.shape[first] === SHAPE.upper && LABEL_OPENERS.has(tokens.hash[first]!) && !hasLex(tokens, first, LEX_NAME)) ||
    (context.mode !== 'high-recall' && category !== 'name' && margin < LEAST_PLACE_MARGIN) ||
    (isPlainProse(tokens, first, last) && margin < plainMargin(tokens, first, last, category))
  )
    return
  const isPlace = category !== 'name'
  const isBrand = isPlace && holdsDrug(tokens, first, last) && !isSupported(tokens, first, last, category)
  if (isBrand || isGuarded(tokens, first, last, isPlace) || (isPlace && isNoPlace(tokens, first, last, category))) {
    if (margin >= (isBrand ? SHOUTED_MARGIN : GUARDED_MARGIN)) addDoubtful(context, first, last, category, margin)
    return
  }
  if (context.mode !== 'high-recall' && (isStrayCapitals(tokens, first, last) || isBareState(tokens, first, last, category))) {
    addDoubtful(context, first, last, category, margin)
    return
  }
  if (context.mode !== 'high-recall' && !isSupported(tokens, first, last, category) && margin < sureMargin(tokens, first, last, category)) {
    const isName =
      isSurnameAlone(tokens, first, last) ||
      (category !== 'name' && !isAllEnglish(tokens, first, last) && isSupported(tokens, first, last, 'name'))
    if (isName) addTokens(context, first, last, 'name', 0.6, 'tagger/name', RANK.tagger)
    // COOK REFUSED PM VITALS
    else if (category === 'name' || tokens.shape[first] !== SHAPE.upper || margin >= SHOUTED_MARGIN)
      addDoubtful(context, first, last, category, margin)
    return
  }
  const facility = category === 'organization' && hasFacilityWord(tokens, first, last)
  addTokens(context, first, last, facility ? 'facility' : category, 0.7, `tagger/${category}`, RANK.tagger)
}

/** What stands in brackets behind a noun mostly explains it: the pharmacy (Generic Name). */
function plainMargin(tokens: Tokens, first: number, last: number, category: PhiCategory): number {
  return isSupported(tokens, first, last, category) ? PLAIN_MARGIN : aloneMargin(tokens, first, last)
}

function aloneMargin(tokens: Tokens, first: number, last: number): number {
  return isSign(tokens, first - 1, '(') && isSign(tokens, last + 1, ')') ? BRACKETED_MARGIN : PLAIN_ALONE_MARGIN
}

/** How far the tagger must be from "no name" for a stretch that nothing else supports: Ask Tamika about it. */
function sureMargin(tokens: Tokens, first: number, last: number, category: PhiCategory): number {
  if (category !== 'name') return isAllEnglish(tokens, first, last) ? aloneMargin(tokens, first, last) : SURE_MARGIN
  for (let i = first; i <= last; i++)
    if (tokens.kind[i] === KIND.word && !(tokens.shape[i] === SHAPE.capital && tokens.role[i] === 0 && isOnlyName(tokens, i)))
      return SURE_MARGIN
  return 0
}

function addDoubtful({ tokens, doubtful }: LayerContext, first: number, last: number, category: PhiCategory, margin: number): void {
  if (
    first === last &&
    (isDosed(tokens, first) || isDrugAlone(tokens, first) || (category === 'location' && hasRole(tokens, first, ROLE.facility)))
  )
    return
  const found = category === 'organization' && hasFacilityWord(tokens, first, last) ? 'facility' : category
  const [start, end] = [tokens.start[first]!, tokens.end[last]!]
  doubtful.push({ start, end, category: found, score: 0.5, rule: 'tagger/beside', rank: RANK.tagger, margin })
}

/** Propofol Lipuro: the brand behind a drug, too. */
function holdsDrug(tokens: Tokens, first: number, last: number): boolean {
  for (let i = tokens.gap[first] === GAP.space ? first - 1 : first; i <= last; i++) if (hasLex(tokens, i, LEX.drug)) return true
  return false
}

function isDrugAlone(tokens: Tokens, at: number): boolean {
  return hasLex(tokens, at, LEX.drug) && !hasLex(tokens, at, LEX_NAME | LEX.city)
}

/** T. Glycovane 2: tablet, before a brand that no list has. */
function isBehindNoInitial(tokens: Tokens, first: number, last: number): boolean {
  return last === first + 2 && tokens.shape[first] === SHAPE.initial && isSign(tokens, first + 1, '.') && isNoInitial(tokens, first, last)
}

function isAllEnglish(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (tokens.kind[i] === KIND.word && !hasLex(tokens, i, LEX_ENGLISH)) return false
  return first < last || !hasLex(tokens, first, LEX_NAME)
}

/** IgA, RxPONDER, mTOR, NeuMoDx Vantage: capitals inside of a word that no list has and no surname is written with. */
function isProductForm(tokens: Tokens, first: number, last: number, category: PhiCategory): boolean {
  if (first !== last && category !== 'name') return false
  if (tokens.shape[first] !== SHAPE.mixed || hasLex(tokens, first, LEX_PROPER | LEX.organization)) return false
  const text = tokens.text.slice(tokens.start[first]!, tokens.end[first]!)
  return !/^(?:Mc|Mac|Fitz|De|Del|Di|Da|Du|La|Le|Van|Von|St|O'|D'|L'|Al|El|Ben)\p{Lu}\p{Ll}{1,20}$/u.test(text)
}

/** Later Lindqvist signed: the first word of a sentence is no name because a name follows. */
function isPlainOpening(tokens: Tokens, at: number, category: PhiCategory): boolean {
  if (tokens.kind[at] !== KIND.word) return true
  if (hasRole(tokens, at, ROLE.function) && lengthOf(tokens, at) > 1 && !hasRole(tokens, at, ROLE.particle)) return true
  if (hasRole(tokens, at, ROLE.title) && category !== 'organization') return isSign(tokens, at + 1, '.') || isWord(tokens, at + 1)
  if (
    category !== 'name' &&
    (hasRole(tokens, at, ROLE.facilityPart | ROLE.facility | ROLE.organization | ROLE.direction) || !isSentenceStart(tokens, at))
  )
    return false
  return (
    hasLex(tokens, at, LEX_ENGLISH | LEX.abbreviation) &&
    !hasLex(tokens, at, LEX_NAME | LEX.city | LEX.proper) &&
    lengthOf(tokens, at) > 1 &&
    isWord(tokens, at + 1)
  )
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  return (
    at === 0 || tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, ':') || isSign(tokens, at - 1, '?')
  )
}

function isContent(tokens: Tokens, at: number): boolean {
  return (
    tokens.kind[at] === KIND.word &&
    !(tokens.shape[at] === SHAPE.lower && hasRole(tokens, at, ROLE.function | ROLE.particle)) &&
    !(lengthOf(tokens, at) === 1 && tokens.shape[at] === SHAPE.lower)
  )
}

function hasFacilityWord(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (hasRole(tokens, i, ROLE.facility)) return true
  return false
}

/** Only words of English, of the wards and of headings: no name, whatever the tagger makes of their surroundings. */
function isPlainProse(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) {
    if (tokens.kind[i] !== KIND.word) continue
    const lex = tokens.lex[i]!
    const role = tokens.role[i]!
    if (first === last && (role & (ROLE.month | ROLE.weekday)) !== 0) continue
    if (first === last && (role & ROLE.credential) !== 0 && tokens.shape[i] === SHAPE.upper) continue
    if ((role & (ROLE.function | ROLE.pronoun)) !== 0 && (first === last || (lex & LEX_NAME) === 0)) continue
    if (first === last && ((role & ROLE.title) !== 0 || ((role & (ROLE.person | ROLE.relation)) !== 0 && (lex & LEX.last) === 0))) continue
    if ((lex & (LEX_PROPER | LEX.organization)) !== 0 && !((lex & LEX.abbreviation) !== 0 && tokens.shape[i] === SHAPE.upper)) return false
    if (
      (lex & (LEX_ENGLISH | LEX.abbreviation | LEX.drug)) === 0 &&
      (role === 0 || (role & ROLE.facilityPart) !== 0) &&
      lengthOf(tokens, i) > 1
    )
      return false
    if ((role & (ROLE.facility | ROLE.organization)) !== 0 && first < last) return false
  }
  return true
}
