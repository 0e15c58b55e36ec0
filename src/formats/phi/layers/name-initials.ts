// Initials by the place where they stand: behind a label, in brackets, at the end of a line, as the subject of a sentence.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LEX, LEX_ENGLISH } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

function add(context: LayerContext, first: number, last: number, rule: string, score: number, rank: number = RANK.pattern): void {
  addTokens(context, first, last, 'name', score, `name/${rule}`, rank)
}

export function findInitials(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (INITIALS.has(hash)) readInitials(context, i)
    if (TYPED_BY.has(hash)) readTypist(context, i)
    if (tokens.shape[i] === SHAPE.lower && lengthOf(tokens, i) === 1 && isBehindDay(tokens, i)) readSubjectInitials(context, i)
    if (tokens.shape[i] === SHAPE.initial) {
      readSubjectInitials(context, i)
      readDottedInBrackets(context, i)
    }
    if (tokens.shape[i] === SHAPE.upper) readSignedInitials(context, i)
    if (tokens.shape[i] === SHAPE.upper || isSign(tokens, i + 1, '/')) readTypistPair(context, i)
    if ((tokens.role[i]! & (ROLE.person | ROLE.relation)) !== 0) readBracketedInitials(context, i)
  }
}

const INITIALS = hashWords('initials')

/** Labels behind which clerks and staff put their initials, in small letters, too. */
const TYPED_BY = hashWords('transcribed typed dictated dict trans transcriptionist typist grossed entered initials tr td')

/** Services and bodies that do and order things as persons do. */
const CLINICAL_LETTERS = hashWords(
  'gi gu ent sho ho reg ob gyn id ir er ed icu or pt ot st sw cm cv ct mri us rt bh ems sl slp pcp np pa md do rn ama cdc fda who nih lab pharm peds psych neuro ortho uro vsc vna hh it hr',
)

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
  const closing = lengthOf(tokens, at) === 2 && isClosing(tokens, at)
  if ((dashed || slashed || closing) && !hasLex(tokens, at, LEX.abbreviation)) add(context, at, at, 'signed-initials', 0.7)
}

/** Per the front desk. - BO; TY 3/15: two letters that end the text behind a dash, or with a day in its last line. */
function isClosing(tokens: Tokens, at: number): boolean {
  const isDashed = isSign(tokens, at - 1, '-') && tokens.gap[at] === GAP.space && isSign(tokens, at - 2, '.')
  if (isDashed) return at + 1 === tokens.count
  const isDay = isSign(tokens, at + 2, '/') && numberAt(tokens, at + 1) <= 12 && numberAt(tokens, at + 3) <= 31 && at + 4 === tokens.count
  return (
    isDay && tokens.gap[at]! >= GAP.line && at > 0 && tokens.lex[at] === 0 && numberAt(tokens, at + 3) > 0 && numberAt(tokens, at + 1) > 0
  )
}

/** JDS/mlk, NS/KL alone in a line: who dictated and who typed. */
function readTypistPair(context: LayerContext, at: number): void {
  const { tokens } = context
  const typist = at + 2
  const isPair =
    (tokens.gap[at]! >= GAP.line || isBehindTypistLabel(tokens, at)) &&
    isSign(tokens, at + 1, '/') &&
    isGlued(tokens, at + 1) &&
    isGlued(tokens, typist) &&
    isWord(tokens, typist) &&
    (isEndOfLine(tokens, typist) || isBehindTypistLabel(tokens, at))
  if (!isPair || (tokens.shape[typist] !== SHAPE.lower && tokens.shape[typist] !== SHAPE.upper)) return
  for (const each of [at, typist]) {
    const length = lengthOf(tokens, each)
    if (length < 2 || length > 3) return
    if (!isDictated(tokens, at) && (tokens.role[each] !== 0 || hasLex(tokens, each, LEX.common | LEX.abbreviation | LEX.test))) return
  }
  add(context, at, typist, 'typist', 0.7)
}

/** Dictated WD/SP: capitals on both sides. */
function isDictated(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at - 1) &&
    tokens.gap[at] === GAP.space &&
    /^(?:dictated|transcribed|typed)$/i.test(textOf(tokens, at - 1)) &&
    tokens.shape[at] === SHAPE.upper &&
    tokens.shape[at + 2] === SHAPE.upper
  )
}

/** Dictated by: TW/kls; tech: jb/mwk. */
function isBehindTypistLabel(tokens: Tokens, at: number): boolean {
  if (isDictated(tokens, at)) return true
  if (!isSign(tokens, at - 1, ':') || tokens.gap[at]! > GAP.space) return false
  const label = isWord(tokens, at - 2) && /^by$/i.test(textOf(tokens, at - 2)) ? at - 3 : at - 2
  return isWord(tokens, label) && (TYPED_BY.has(tokens.hash[label]!) || /^(?:tech|technologist|scribe)$/i.test(textOf(tokens, label)))
}

/** Abbreviations with dots, which stand in brackets as initials do. */
const DOTTED = hashWords('md do us uk po pm am iv im od os ed er bp pt or dc ny la rn np pa hs tb sc ie eg bid tid qid prn phd usa')

/** (V.B.), (T.K.L.): initials behind a name. */
function readDottedInBrackets(context: LayerContext, first: number): void {
  const { tokens } = context
  if (!isSign(tokens, first - 1, '(')) return
  if (isSign(tokens, first + 1, '-') && tokens.shape[first + 2] === SHAPE.initial && isGlued(tokens, first + 2)) {
    const end = isSign(tokens, first + 3, '-') && tokens.shape[first + 4] === SHAPE.initial ? first + 4 : first + 2
    if (isCloser(tokens, end + 1, ')')) add(context, first, end, 'bracketed-initials', 0.7)
    return
  }
  if (!isSign(tokens, first + 1, '.')) return
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
    lengthOf(tokens, last + 2) === 1 &&
    isWord(tokens, last + 2) &&
    isGlued(tokens, last + 2)
  )
    last += 2
  if (last === first || last - first > 4) return
  const behind = isSign(tokens, last + 1, '.') ? last + 2 : last + 1
  if (isSign(tokens, behind, '-') && tokens.gap[behind] === GAP.space && isBehindDay(tokens, first)) {
    add(context, first, last, 'log-initials', 0.75)
    return
  }
  if (!isWord(tokens, behind) || tokens.gap[behind] !== GAP.space) return
  if (
    /^(?:is|was|has|had|presents|presented|reports|reported|denies|denied|states|stated|says|said|lives|returns|complains)$/.test(
      textOf(tokens, behind),
    )
  )
    add(context, first, last, 'subject-initials', 0.75)
}

/** 6/11 l.t. - called: the initials of who wrote an entry of a log stand behind its day. */
function isBehindDay(tokens: Tokens, at: number): boolean {
  return (
    tokens.kind[at - 1] === KIND.number && tokens.gap[at] === GAP.space && isSign(tokens, at - 2, '/') && tokens.gap[at - 3]! >= GAP.line
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

/** JT, KLM: two or three capitals that are no abbreviation of the wards. */
export function isBareInitials(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.shape[at] !== SHAPE.upper || lengthOf(tokens, at) > 3 || tokens.gap[at]! > GAP.space) return false
  return (
    (tokens.role[at]! & ~(ROLE.state | ROLE.direction)) === 0 &&
    !hasLex(tokens, at, LEX.test | LEX.drug | LEX.organization | LEX_ENGLISH) &&
    !CLINICAL_LETTERS.has(tokens.hash[at]!)
  )
}

/** Given in the left arm by MK. */
export function isEndOfLine(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at + 1, '.') ? tokens.gap[at + 2]! >= GAP.line || at + 2 >= tokens.count : tokens.gap[at + 1]! >= GAP.line
}
