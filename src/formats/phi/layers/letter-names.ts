// Persons by one or few letters and by the slot they stand in: clozapine for T.J., RN: KM, 0900 KM RN, MD / MA tj, 09/25/2024 /mdq, w/o Sundararajan K,
// his partner, Jun, by phone; two boys, Kauri and Nikau; compadre Nacho; H. v. d. Berg. Doses, routes and services in letters stay.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isBareInitials, isEndOfLine } from './name-initials.ts'
import { PERSON } from './person-words.ts'
import { hurriedGrade } from './plain-names.ts'
import { isDottedAbbreviation } from './tagger-guards.ts'

const BEFORE_DOTTED = hashWords(
  'for about re of pt patient client told tell ask asked call called with by from mother father parents regarding regards saw see seen discuss discussed remind resident student sibling wife husband son daughter brother sister and said cc',
)
const BEHIND_DOTTED = hashWords(
  'is was has had presents presented reports reported denies denied states stated says said lives returns complains asked called told came needs wants will can missed started stopped refuses refused agrees agreed continues continued appears appeared remains tolerated feels felt endorses endorsed attended arrived left died passed fell slipped vomited ate slept walked eloped',
)
const BEFORE_INITIALS = /^(?:rn|lpn|lvn|cna|tech|paged|cosign|cosigned|nurse|initials|init)$/i
const ACTED = /^(?:verified|given|witnessed|checked|signed|typed|seen|reviewed|staffed|cosigned|drawn|placed|done)$/i
const CREDENTIALS = /^(?:RN|LPN|LVN|CNA|MA|RT|RRT|PT|OT|MD|DO|NP|PA|PGY\d?|MS\d|EMT|CRNA|PCA|LCSW)$/
const CHILDREN = hashWords(
  'boys girls twins sons daughters kids children siblings brothers sisters triplets grandsons granddaughters grandkids cousins nieces nephews parents nurses aides roommates toddlers babies',
)
const KIN_ABROAD = hashWords(
  'compadre comadre primo prima tío tía tio tia abuela abuelo amigo amiga vecino vecina novio novia cuñado cuñada suegra suegro oma opa onkel tante zio zia nonna nonno lola lolo tita tito kuya halmoni dadi nani chacha didi bhai bibi whaea matua kuia tatay nanay',
)

export function findLetterNames(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (tokens.shape[i] === SHAPE.initial && (!isGlued(tokens, i) || isSign(tokens, i - 1, '"'))) {
      readDotted(context, i)
      readAbbreviatedParticles(context, i)
    }
    if (tokens.shape[i] === SHAPE.upper && lengthOf(tokens, i) <= 3) readCapitals(context, i)
    if (tokens.shape[i] === SHAPE.lower && lengthOf(tokens, i) >= 2 && lengthOf(tokens, i) <= 3) readSmallTypist(context, i)
    if (hash === OF) readFiliation(context, i)
    if (KIN_ABROAD.has(hash) && tokens.shape[i] === SHAPE.lower) readBehindKin(context, i + 1, true)
    if (hasRole(tokens, i, ROLE.relation) && isSign(tokens, i + 1, ',')) readApposition(context, i)
    if (!CHILDREN.has(hash)) continue
    if (isSign(tokens, i + 1, ',') || isSign(tokens, i + 1, '(')) readChildren(context, i + 2)
    else if (tokens.gap[i + 1] === GAP.space && isGiven(tokens, i + 1) && isAnd(tokens, i + 2)) readChildren(context, i + 1)
  }
}

const OF = hashWord('o')

function add(context: LayerContext, first: number, last: number, rule: string): void {
  addTokens(context, first, last, 'name', 0.7, `name/${rule}`, RANK.tagger)
}

/** T.J., J.R.M., A. B.: behind a word that a person stands behind, or before a verb or an age of one. */
function readDotted(context: LayerContext, first: number): void {
  const { tokens } = context
  let last = first
  let letters = textOf(tokens, first)
  while (letters.length < 4 && isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1)) {
    const next = last + 2
    if (tokens.shape[next] !== SHAPE.initial || !isWord(tokens, next) || tokens.gap[next]! > GAP.space) break
    letters += textOf(tokens, next)
    last = next
  }
  if (letters.length < 2 || !isSign(tokens, last + 1, '.') || !isGlued(tokens, last + 1) || isDottedAbbreviation(tokens, first, last))
    return
  const behind = last + 2
  // J. R. Moro is read by the layers of names.
  if (isCapitalized(tokens, behind) && tokens.gap[behind] === GAP.space && lengthOf(tokens, behind) > 1) return
  const isNamed = isWord(tokens, first - 1) && tokens.gap[first] === GAP.space && BEFORE_DOTTED.has(tokens.hash[first - 1]!)
  const isSubject = isWord(tokens, behind) && tokens.gap[behind] === GAP.space && BEHIND_DOTTED.has(tokens.hash[behind]!)
  const age = isSign(tokens, behind, ',') || isSign(tokens, behind, '(') ? behind + 1 : behind
  const isAged = isNumber(tokens, age) && lengthOf(tokens, age) <= 2 && age > behind
  const isArticle =
    isSign(tokens, behind, ',') && isWord(tokens, behind + 1) && /^an?$/.test(textOf(tokens, behind + 1)) && isNumber(tokens, behind + 2)
  // Signed the sheet as "D.L.", Rm 8 E.B., J.K. in the corner bed
  const isQuoted = isSign(tokens, first - 1, '"') && isSign(tokens, behind, '"') && isGlued(tokens, behind)
  if (isNamed || isSubject || isAged || isArticle || isQuoted || isBedded(tokens, first, behind)) add(context, first, last, 'letters')
}

/** Rm 8 E.B.; J.K. in bed 4, in the corner bed. */
function isBedded(tokens: Tokens, first: number, behind: number): boolean {
  if (isNumber(tokens, first - 1) && isWord(tokens, first - 2) && /^(?:rm|room|bed|bay)$/i.test(textOf(tokens, first - 2)))
    return tokens.gap[first] === GAP.space && tokens.gap[first - 1]! <= GAP.space
  if (!isWord(tokens, behind) || textOf(tokens, behind) !== 'in' || tokens.gap[behind] !== GAP.space) return false
  for (let at = behind + 1; at <= behind + 4 && isWord(tokens, at); at++)
    if (/^(?:rm|room|bed|bay|resus)$/i.test(textOf(tokens, at))) return true
  return false
}

/** H. v. d. Berg, J. v.d. Velde. */
function readAbbreviatedParticles(context: LayerContext, first: number): void {
  const { tokens } = context
  let at = first + 1
  if (!isSign(tokens, at, '.')) return
  at++
  let particles = 0
  while (particles < 2 && isWord(tokens, at) && /^(?:v|d|vd|z|a)$/.test(textOf(tokens, at)) && isSign(tokens, at + 1, '.')) {
    particles++
    at += 2
  }
  if (particles > 0 && isCapitalized(tokens, at) && lengthOf(tokens, at) > 2 && tokens.gap[at]! <= GAP.space)
    add(context, first, at, 'particles')
}

/** RN: KM; paged KM; given by KM RN; 0900 KM RN; KM/RN; GML PGY2. */
function readCapitals(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isBareInitials(tokens, at) || hasLex(tokens, at, LEX.abbreviation) || lengthOf(tokens, at) < 2) return
  const before = isSign(tokens, at - 1, ':') || isSign(tokens, at - 1, '/') ? at - 2 : at - 1
  const next = isSign(tokens, at + 1, '/') || isSign(tokens, at + 1, ',') ? at + 2 : at + 1
  const hasCredential = isWord(tokens, next) && tokens.gap[next]! <= GAP.space && CREDENTIALS.test(textOf(tokens, next))
  const isBy =
    isWord(tokens, before) &&
    /^(?:by|with|w)$/i.test(textOf(tokens, before)) &&
    isWord(tokens, before - 1) &&
    ACTED.test(textOf(tokens, before - 1))
  const isStaff = isWord(tokens, before) && tokens.gap[at]! <= GAP.space && (isBy || BEFORE_INITIALS.test(textOf(tokens, before)))
  const isLabelled = isStaff && isSign(tokens, at - 1, ':')
  const ends = isEndOfLine(tokens, at) || tokens.kind[at + 1] === KIND.sign
  // 5-FU is a drug.
  const isCounted = isGlued(tokens, at - 1) && isNumber(tokens, at - 2) && lengthOf(tokens, at - 2) === 1
  const isDashed =
    !isCounted && isSign(tokens, at - 1, '-') && isEndOfLine(tokens, at) && (isGlued(tokens, at) || isSign(tokens, at - 2, '-'))
  const isActed = isStaff && (ends || hasCredential || hasRole(tokens, at + 1, ROLE.function))
  const isTimed =
    hasCredential && (isNumber(tokens, at - 1) || tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '-'))
  if (isLabelled || isActed || isTimed || isDashed || (hasCredential && next === at + 2 && isSign(tokens, at + 1, '/')))
    add(context, at, at, 'staff-letters')
}

/** 09/25/2024 /mdq, MD:mdq, MD / MA tj, Amundsen/hb: who typed or wrote, in small letters. */
function readSmallTypist(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.role[at] !== 0 || hasLex(tokens, at, LEX.common | LEX.test | LEX.drug)) return
  const sign = at - 1
  const before = at - 2
  const ends = isEndOfLine(tokens, at) || tokens.gap[at + 1]! >= GAP.line
  const isSlash = isSign(tokens, sign, '/') && isGlued(tokens, at)
  const isBehindDay = isSlash && ends && tokens.gap[sign]! > GAP.none && isNumber(tokens, before)
  const isBehindCredential =
    isGlued(tokens, at) &&
    (isSlash || isSign(tokens, sign, ':')) &&
    ends &&
    isWord(tokens, before) &&
    /^(?:MD|DO|NP|PA|RN)$/.test(textOf(tokens, before))
  const isBehindName =
    isSlash &&
    isGlued(tokens, sign) &&
    (ends || isSign(tokens, at + 1, ':')) &&
    tokens.shape[before] === SHAPE.capital &&
    (hasLex(tokens, before, LEX.last) || tokens.lex[before] === 0) &&
    !hasLex(tokens, before, LEX_MEDICAL | LEX.abbreviation)
  const isAssistant =
    isWord(tokens, sign) && /^(?:MA|RN|LPN)$/.test(textOf(tokens, sign)) && isSign(tokens, before, '/') && tokens.gap[at] === GAP.space
  if (isBehindDay || isBehindCredential || isBehindName || isAssistant) add(context, at, at, 'typist')
}

/** W/o Sundararajan K, s/o Kumar: wife, son or daughter of; without, where a drug or a word follows. */
function readFiliation(context: LayerContext, of: number): void {
  const { tokens } = context
  if (!isSign(tokens, of - 1, '/') || !isGlued(tokens, of) || !isGlued(tokens, of - 1) || !/^[wsdcb]$/i.test(textOf(tokens, of - 2))) return
  const at = of + 1
  // Kumar b/o priyanka: baby of.
  if (/^b$/i.test(textOf(tokens, of - 2)) && tokens.gap[at] === GAP.space && hurriedGrade(tokens, at) !== PERSON.none)
    add(context, at, at, 'kin')
  else readBehindKin(context, at, false)
}

function readBehindKin(context: LayerContext, at: number, mayBePlain: boolean): void {
  const { tokens } = context
  if (!isGiven(tokens, at, mayBePlain) || tokens.gap[at] !== GAP.space) return
  let last = at
  while (
    last - at < 2 &&
    isCapitalized(tokens, last + 1) &&
    tokens.gap[last + 1] === GAP.space &&
    !hasRole(tokens, last + 1, ROLE.credential | ROLE.function)
  )
    last++
  add(context, at, last, 'kin')
}

/** A capital that is a given name, or no word of medicine and of English at all. */
function isGiven(tokens: Tokens, at: number, mayBePlain = false): boolean {
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.capital || lengthOf(tokens, at) < 3) return false
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation) && !hasRole(tokens, at, ROLE.month)) return false
  if (hasLex(tokens, at, LEX.first)) return mayBePlain || !hasLex(tokens, at, LEX.eponym)
  return !hasLex(tokens, at, LEX_MEDICAL) && (!hasLex(tokens, at, LEX_ENGLISH) || mayBePlain) && (tokens.role[at]! & ~ROLE.month) === 0
}

/** His partner, Jun, by phone: a name between commas behind the relation. */
function readApposition(context: LayerContext, relation: number): void {
  const { tokens } = context
  const at = relation + 2
  if (!isGiven(tokens, at, false) && !(hasRole(tokens, at, ROLE.month) && tokens.shape[at] === SHAPE.capital)) return
  if (isSign(tokens, at + 1, ',') && tokens.gap[at] === GAP.space) add(context, at, at, 'apposition')
}

function isAnd(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '&') || (isWord(tokens, at) && textOf(tokens, at) === 'and')
}

/** Your two boys, Kauri and Nikau, can: names in a row behind children; two capitals are names where one might be a word. */
function readChildren(context: LayerContext, first: number): void {
  const { tokens } = context
  let isRow = false
  for (let at = first, names = 0; names < 5; names++) {
    const joint = at + 1
    const goesOn = isAnd(tokens, joint) || isSign(tokens, joint, ',')
    const next = isWord(tokens, joint + 1) && textOf(tokens, joint + 1) === 'and' ? joint + 2 : joint + 1
    isRow ||= goesOn && tokens.shape[next] === SHAPE.capital && tokens.gap[next] === GAP.space
    if (!isGiven(tokens, at, isRow) || tokens.gap[at]! > GAP.space || (!isRow && !isSign(tokens, joint, ')'))) return
    add(context, at, at, 'children')
    if (!goesOn) return
    at = next
  }
}
