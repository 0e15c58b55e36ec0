// Names by the place where they stand in a line: greetings and signatures, "seen by", "named", initials, "Last, First M".
import { RANK } from '../candidate.ts'
import { hashWord } from '../fold.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { endOfName, isLikelyName, mayBeNamePart, trimPlainTail } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const NAMING = hashes('named called nicknamed alias aka née nee surname forename lastname firstname nickname goes prefers')
const INITIALS = hashes('initials')
/** Labels behind which clerks and staff put their initials, in small letters, too. */
const TYPED_BY = hashes('transcribed typed dictated dict trans transcriptionist typist grossed entered initials tr td')
const GREETINGS = hashes('dear hi hello hey thanks thx regards sincerely cheers attn thank')
const PROVIDER_BEFORE = hashes('by per with w')
const PEOPLE_VERBS = hashes(
  'seen referred reviewed signed dictated performed interpreted supervised assisted verified approved transcribed authored cosigned discussed ordered recommended evaluated administered prescribed obtained read prepared examined accompanied followed notified called paged spoke collected reported assessed placed contacted completed requested assigned rounded visited entered electronically translated given drawn',
)

/** Services and bodies that do and order things as persons do. */
const CLINICAL_LETTERS = hashes(
  'gi gu ent sho ho reg ob gyn id ir er ed icu or pt ot st sw cm cv ct mri us rt bh ems sl slp pcp np pa md do rn ama cdc fda who nih lab pharm peds psych neuro ortho uro vsc vna hh it hr',
)

function hashes(words: string): ReadonlySet<number> {
  return new Set(words.split(' ').map(hashWord))
}

export function findNamesInLines(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (INITIALS.has(hash)) readInitials(context, i)
    if (TYPED_BY.has(hash)) readTypist(context, i)
    if (tokens.shape[i] === SHAPE.initial) {
      readSubjectInitials(context, i)
      readDottedInBrackets(context, i)
    }
    if (tokens.shape[i] === SHAPE.upper) readSignedInitials(context, i)
    if (tokens.shape[i]! >= SHAPE.capital) readBeforeRecord(context, i)
    if ((tokens.role[i]! & (ROLE.person | ROLE.relation)) !== 0) readBracketedInitials(context, i)
    if (NAMING.has(hash)) readBehindNaming(context, i)
    if (GREETINGS.has(hash) && tokens.shape[i] !== SHAPE.lower) readGreeting(context, i)
    if (PROVIDER_BEFORE.has(hash)) readBehindBy(context, i)
    if (tokens.shape[i]! >= SHAPE.capital && isSign(tokens, i + 1, ',')) readLastFirst(context, i)
  }
}

function add(context: LayerContext, first: number, last: number, rule: string, score: number, rank: number = RANK.pattern): void {
  addTokens(context, first, last, 'name', score, `name/${rule}`, rank)
}

function readBehindNaming(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  const joined = isWord(tokens, first) && /^(?:by|to|be|as|is|was|him|her)$/i.test(textOf(tokens, first))
  if (joined) first++
  else if (/^name$/i.test(textOf(tokens, at)) && !isSign(tokens, first, ':') && !isSign(tokens, first, '?')) return
  if (isSign(tokens, first, ':') || isSign(tokens, first, '"') || isSign(tokens, first, '?')) first++
  if (tokens.gap[first]! > GAP.space || !mayBeNamePart(tokens, first) || hasRole(tokens, first, ROLE.title)) return
  if (hasLex(tokens, first, LEX_ENGLISH) && !hasLex(tokens, first, LEX_NAME)) return
  const last = trimPlainTail(tokens, first, endOfName(tokens, first, 4))
  if (!hasRole(tokens, last + 1, ROLE.medicalHead) || tokens.gap[last + 1]! > GAP.space) add(context, first, last, 'naming', 0.85)
}

/** Patient (AB), mother [KT]. */
function readBracketedInitials(context: LayerContext, at: number): void {
  const { tokens } = context
  const bracketed =
    (isSign(tokens, at + 1, '(') && isCloser(tokens, at + 3, ')')) || (isSign(tokens, at + 1, '[') && isSign(tokens, at + 3, ']'))
  if (bracketed && isBareInitials(tokens, at + 2)) add(context, at + 2, at + 2, 'bracketed-initials', 0.75)
}

/** -SN at the end of a line, / SG / behind a signature. */
function readSignedInitials(context: LayerContext, at: number): void {
  const { tokens } = context
  if (lengthOf(tokens, at) < 2 || !isBareInitials(tokens, at)) return
  const dashed = isSign(tokens, at - 1, '-') && isGlued(tokens, at) && !isGlued(tokens, at - 1) && isEndOfLine(tokens, at)
  const slashed =
    isSign(tokens, at - 1, '/') && tokens.gap[at] === GAP.space && isSign(tokens, at + 1, '/') && tokens.gap[at + 1] === GAP.space
  if ((dashed || slashed) && !hasLex(tokens, at, LEX.abbreviation)) add(context, at, at, 'signed-initials', 0.7)
}

/** Abbreviations with dots, which stand in brackets as initials do. */
const DOTTED = hashes('md do us uk po pm am iv im od os ed er bp pt or dc ny la rn np pa hs tb sc ie eg bid tid qid prn phd usa')

/** (V.B.), (T.K.L.): initials behind a name. */
function readDottedInBrackets(context: LayerContext, first: number): void {
  const { tokens } = context
  if (!isSign(tokens, first - 1, '(') || !isSign(tokens, first + 1, '.')) return
  let last = first
  let letters = textOf(tokens, first)
  while (letters.length < 4 && isSign(tokens, last + 1, '.') && tokens.shape[last + 2] === SHAPE.initial && isGlued(tokens, last + 2)) {
    last += 2
    letters += textOf(tokens, last)
  }
  const close = isSign(tokens, last + 1, '.') ? last + 2 : last + 1
  if (letters.length < 2 || DOTTED.has(hashWord(letters)) || !isCloser(tokens, close, ')')) return
  add(context, first, last, 'bracketed-initials', 0.7)
}

function isCloser(tokens: Tokens, at: number, sign: string): boolean {
  return isSign(tokens, at, sign) || isSign(tokens, at, ',')
}

/** Transcribed: kml; grossed by EVT; D: ab/td. */
function readTypist(context: LayerContext, at: number): void {
  const { tokens } = context
  const by = isWord(tokens, at + 1) && /^by$/i.test(textOf(tokens, at + 1)) ? at + 1 : at
  const first = isSign(tokens, by + 1, ':') ? by + 2 : by + 1
  if (
    (first === at + 1 && !isEndOfLine(tokens, first)) ||
    !isWord(tokens, first) ||
    tokens.gap[first]! > GAP.space ||
    lengthOf(tokens, first) > 3
  )
    return
  if (lengthOf(tokens, first) < 2 || (tokens.gap[first + 1]! === GAP.none && isWord(tokens, first + 1))) return
  if (hasRole(tokens, first, ROLE.function | ROLE.title | ROLE.unit | ROLE.person) || hasLex(tokens, first, LEX.common)) return
  if (tokens.shape[first] !== SHAPE.upper && tokens.shape[first] !== SHAPE.lower) return
  add(context, first, first, 'typist', 0.75)
}

/** A.M. is a 19-year-old; J.T. presents: initials with dots as the subject. */
function readSubjectInitials(context: LayerContext, first: number): void {
  const { tokens } = context
  if (isGlued(tokens, first)) return
  let last = first
  while (
    isSign(tokens, last + 1, '.') &&
    isGlued(tokens, last + 1) &&
    tokens.shape[last + 2] === SHAPE.initial &&
    isGlued(tokens, last + 2)
  )
    last += 2
  if (last === first || last - first > 4) return
  const behind = isSign(tokens, last + 1, '.') ? last + 2 : last + 1
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space) return
  if (
    /^(?:is|was|has|had|presents|presented|reports|reported|denies|denied|states|stated|says|said|lives|returns|complains)$/.test(
      textOf(tokens, behind),
    )
  )
    add(context, first, last, 'subject-initials', 0.75)
}

const RECORD_WORDS = hashes('mrn dob ssn mr ptid acct medrec female male f m woman man yo age aged')

/** Thea Vance (MRN 7); Pham Mi, female 39: two capitals, none of them English, before a record number, a birth date, a sex or an age. */
function readBeforeRecord(context: LayerContext, first: number): void {
  const { tokens } = context
  const second = first + 1
  if (!isCapitalized(tokens, second) || tokens.gap[second] !== GAP.space) return
  const bracket = second + 1
  const opened = isSign(tokens, bracket, '(') || isSign(tokens, bracket, ',')
  const record = bracket + 1
  if (
    opened
      ? !isWord(tokens, record) || tokens.gap[record]! > GAP.space || !RECORD_WORDS.has(tokens.hash[record]!)
      : !isAgeAndSex(tokens, bracket)
  )
    return
  for (const at of [first, second]) {
    if (!mayBeNamePart(tokens, at) || (tokens.role[at] !== 0 && !hasLex(tokens, at, LEX_NAME))) return
    if (hasLex(tokens, at, LEX_ENGLISH | LEX.drug | LEX.test | LEX.eponym | LEX.abbreviation) && !hasLex(tokens, at, LEX_NAME)) return
  }
  add(context, first, second, 'before-record', 0.8)
}

/** 67F, 45 yo M. */
function isAgeAndSex(tokens: Tokens, at: number): boolean {
  const unit = at + 1
  return (
    isNumber(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    lengthOf(tokens, at) <= 3 &&
    isWord(tokens, unit) &&
    tokens.gap[unit]! <= GAP.space &&
    /^(?:[MFmf]|yo|YO|yom|yof|y|yrs?)$/.test(textOf(tokens, unit))
  )
}

/** Initials ABK; initials: A.B. */
function readInitials(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = isSign(tokens, at + 1, ':') ? at + 2 : at + 1
  if (
    !isWord(tokens, first) ||
    tokens.gap[first]! > GAP.space ||
    (tokens.shape[first] !== SHAPE.upper && tokens.shape[first] !== SHAPE.initial) ||
    lengthOf(tokens, first) > 4
  )
    return
  let last = first
  while (isSign(tokens, last + 1, '.') && tokens.shape[last + 2] === SHAPE.initial && isGlued(tokens, last + 2)) last += 2
  add(context, first, last, 'initials', 0.9, RANK.labelled)
}

/** Hi Tammy,; Thx, KM at the end of a line. */
function readGreeting(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  if (isSign(tokens, first, ',') || isSign(tokens, first, '!')) first++
  if (
    first > at + 1 &&
    tokens.shape[first] === SHAPE.upper &&
    lengthOf(tokens, first) <= 3 &&
    tokens.gap[first + 1]! >= GAP.line &&
    tokens.role[first] === 0
  ) {
    add(context, first, first, 'signature', 0.8)
    return
  }
  if (hasRole(tokens, first, ROLE.title) || !mayBeNamePart(tokens, first) || tokens.gap[first]! > GAP.line) return
  if (tokens.gap[first] === GAP.line && !isSign(tokens, first - 1, ',')) return
  if (hasLex(tokens, first, LEX_ENGLISH) && !hasLex(tokens, first, LEX_NAME)) return
  add(context, first, trimPlainTail(tokens, first, endOfName(tokens, first, 3)), 'greeting', 0.88)
}

/** JT, KLM: two or three capitals that are no abbreviation of the wards. */
function isBareInitials(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.upper || lengthOf(tokens, at) > 3 || tokens.gap[at]! > GAP.space) return false
  return (
    (tokens.role[at]! & ~(ROLE.state | ROLE.direction)) === 0 &&
    !hasLex(tokens, at, LEX.test | LEX.drug | LEX.organization | LEX_ENGLISH) &&
    !CLINICAL_LETTERS.has(tokens.hash[at]!)
  )
}

/** Per ADA 2024 Standards, per GOLD guidelines. */
function isBodyOfRules(tokens: Tokens, first: number, last: number): boolean {
  if (first !== last || tokens.gap[last + 1]! > GAP.space) return false
  const behind = /^\d+$/.test(textOf(tokens, last + 1)) ? last + 2 : last + 1
  return (
    isWord(tokens, behind) &&
    /^(?:guidelines?|standards?|criteria|recommendations?|protocol|consensus|statement|update)$/i.test(textOf(tokens, behind))
  )
}

/** Given in the left arm by MK. */
function isEndOfLine(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, '.') ? tokens.gap[at + 2]! >= GAP.line || at + 2 >= tokens.count : tokens.gap[at + 1]! >= GAP.line
}

/** Seen by Smith; signed electronically by J. Moro; per Quint. */
function readBehindBy(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = isSign(tokens, at + 1, ':') || isSign(tokens, at + 1, '/') ? at + 2 : at + 1
  const isWith = /^with$/i.test(textOf(tokens, at))
  if ((PEOPLE_VERBS.has(tokens.hash[at - 1] ?? 0) || (isEndOfLine(tokens, first) && !isWith)) && isBareInitials(tokens, first)) {
    add(context, first, first, 'by-initials', 0.75)
    return
  }
  if (
    tokens.gap[first]! > GAP.space ||
    !mayBeNamePart(tokens, first) ||
    !isLikelyName(tokens, first) ||
    hasRole(tokens, first, ROLE.title | ROLE.person)
  )
    return
  const verb = PEOPLE_VERBS.has(tokens.hash[at - 1] ?? 0)
  const last = endOfName(tokens, first, 4)
  const initial = tokens.shape[first] === SHAPE.initial && last > first
  if (
    !verb &&
    !initial &&
    (!hasLex(tokens, first, LEX.first) || (isWord(tokens, at) && /^w(?:ith)?$/i.test(textOf(tokens, at)) && last === first))
  )
    return
  if (tokens.shape[first] === SHAPE.upper && (!hasLex(tokens, first, LEX_NAME) || isBodyOfRules(tokens, first, last))) return
  if (hasLex(tokens, first, LEX.drug | LEX.eponym | LEX.test | LEX.organization) && last === first && !verb) return
  add(context, first, trimPlainTail(tokens, first, last), 'by', 0.82)
}

/** FOWLER,IVY; Smith-Jones, Anna M.: both parts are names, or a label, a line or a number stands beside them. */
function readLastFirst(context: LayerContext, comma: number): void {
  const { tokens } = context
  const last = comma
  const given = comma + 2
  if (
    tokens.gap[given]! > GAP.space ||
    !isCapitalized(tokens, given) ||
    tokens.shape[last] === SHAPE.initial ||
    tokens.shape[given] === SHAPE.initial
  )
    return
  if (!isLikelyName(tokens, last) || (!hasLex(tokens, given, LEX.first | LEX.last) && !(tokens.lex[given] === 0))) return
  if (
    hasRole(tokens, given, ROLE.credential | ROLE.state | ROLE.month) ||
    hasRole(tokens, last, ROLE.month | ROLE.weekday | ROLE.facility | ROLE.organization)
  )
    return
  let first = last
  if (isSign(tokens, last - 1, '-') && isGlued(tokens, last) && isCapitalized(tokens, last - 2)) first = last - 2
  else if (hasRole(tokens, last - 1, ROLE.particle) && isCapitalized(tokens, last - 1) && tokens.gap[last] === GAP.space) first = last - 1
  const labelled =
    isSign(tokens, first - 1, ':') || tokens.gap[first]! >= GAP.line || isSign(tokens, first - 1, '|') || isSign(tokens, first - 1, '^')
  const bothNames = hasLex(tokens, last, LEX_NAME | LEX.proper) && hasLex(tokens, given, LEX.first)
  const tight = isGlued(tokens, given) && isGlued(tokens, comma + 1)
  const isPlace = hasLex(tokens, last, LEX.city) && hasLex(tokens, given, LEX.region)
  const isList = isSign(tokens, first - 1, ',') || (isWord(tokens, given + 1) && /^(?:and|or)$/i.test(textOf(tokens, given + 1)))
  if (
    isPlace ||
    (!labelled && !tight && (!bothNames || isList)) ||
    (!bothNames && tokens.lex[last] !== 0 && !hasLex(tokens, last, LEX_NAME | LEX.proper))
  )
    return
  if (hasLex(tokens, given, LEX.drug | LEX.test) && !hasLex(tokens, given, LEX_NAME)) return
  const end = endOfName(tokens, given, 3)
  add(context, first, end, 'last-first', labelled || tight ? 0.93 : 0.8)
}
