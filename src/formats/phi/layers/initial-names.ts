// An initial with its dot before a surname that the other layers do not know: K. BRANNIGAN, A. Fontenot-Le, (g. hallstrom), J.-P. Wamytan; Wm. Thos.
// Hardcastle; and a surname in capitals before a given name: MCALLISTER Chidi.
import { RANK } from '../candidate.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { isMedicalForm } from './unknown-words.ts'

const LEAST_SURNAME = 4

export function findInitialNames(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (!isWord(tokens, i) || (isGlued(tokens, i) && !isSign(tokens, i - 1, '('))) continue
    if (lengthOf(tokens, i) === 1) readInitial(context, i)
    else if (isShortGiven(tokens, i)) readShortGiven(context, i)
    else if (tokens.shape[i] === SHAPE.upper && lengthOf(tokens, i) >= LEAST_SURNAME) readShoutedSurname(context, i)
  }
}

function readInitial(context: LayerContext, first: number): void {
  const { tokens } = context
  let dot = first + 1
  // J.J., J.-P.
  for (let rounds = 0; rounds < 2; rounds++) {
    const next = isSign(tokens, dot + 1, '-') ? dot + 2 : dot + 1
    if (!isWord(tokens, next) || lengthOf(tokens, next) !== 1 || !isGlued(tokens, next) || !isSign(tokens, next + 1, '.')) break
    dot = next + 1
  }
  const surname = dot + 1
  if (!isSign(tokens, dot, '.') || !isGlued(tokens, first + 1) || tokens.gap[surname] !== GAP.space || !isSurname(tokens, surname)) return
  if (tokens.shape[surname] === SHAPE.lower && !isSetApart(tokens, first, surname)) return
  if (tokens.shape[surname] !== SHAPE.lower && tokens.shape[first] === SHAPE.lower) return
  if (dot === first + 1 && isNoInitial(tokens, first, surname)) return
  // Hepatitis C. Moro called: a letter that ends a sentence.
  if (
    dot === first + 1 &&
    isWord(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    hasLex(tokens, first - 1, LEX_MEDICAL | LEX.word) &&
    !hasRole(tokens, first - 1, ROLE.person | ROLE.credential)
  )
    return
  const hyphen =
    isSign(tokens, surname + 1, '-') && isGlued(tokens, surname + 1) && isWord(tokens, surname + 2) && isGlued(tokens, surname + 2)
  addTokens(context, first, hyphen ? surname + 2 : surname, 'name', 0.75, 'name/initial-surname', RANK.tagger)
}

/** Wm. and Thos., which shorten nothing but given names. */
function isShortGiven(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital && /^(?:Wm|Chas|Thos|Geo|Jas|Jos|Robt|Saml|Benj|Edw)$/.test(textOf(tokens, at))
}

/** Wm. Thos. Hardcastle, Chas. E. Drewnowski */
function readShortGiven(context: LayerContext, first: number): void {
  const { tokens } = context
  let surname = first + 2
  while (
    surname - first <= 4 &&
    isSign(tokens, surname + 1, '.') &&
    (tokens.shape[surname] === SHAPE.initial || isShortGiven(tokens, surname))
  )
    surname += 2
  if (!isSign(tokens, surname - 1, '.') || !isGlued(tokens, surname - 1) || tokens.gap[surname] !== GAP.space) return
  if (tokens.shape[surname] === SHAPE.capital && isSurname(tokens, surname))
    addTokens(context, first, surname, 'name', 0.8, 'name/short-given', RANK.tagger)
}

/** True for a letter that grades something at the end of a sentence, and for tablet and capsule before a brand. */
export function isNoInitial(tokens: Tokens, letter: number, word: number): boolean {
  return isGradeLetter(tokens, letter) || isTablet(tokens, letter, word)
}

/** Category I. Toco; group E. BiPAP: a letter that grades something ends the sentence. */
function isGradeLetter(tokens: Tokens, letter: number): boolean {
  return (
    isWord(tokens, letter - 1) &&
    tokens.gap[letter] === GAP.space &&
    /^(?:cat|category|group|class|type|grade|stage|level|phase|lead|step|zone|plan|option|section|part|table|figure|arm|cohort)$/i.test(
      textOf(tokens, letter - 1),
    )
  )
}

/** On T. Glycovane, T. Telvane 40, C. Pregavane: tablet and capsule before a brand. */
function isTablet(tokens: Tokens, letter: number, brand: number): boolean {
  if (!/^[TC]$/.test(textOf(tokens, letter)) || tokens.shape[brand] !== SHAPE.capital || hasLex(tokens, brand, LEX_NAME)) return false
  const behind = brand + 1
  if (tokens.kind[behind] === KIND.number && tokens.gap[behind] === GAP.space) return true
  if (isWord(tokens, behind) && isGlued(tokens, behind + 1) && tokens.kind[behind + 1] === KIND.number) return true
  return (
    isWord(tokens, letter - 1) &&
    /^(?:on|stopped|stop|start|started|add|added|continue|tab|take|took|takes|with)$/i.test(textOf(tokens, letter - 1))
  )
}

/** A word of no list, or a surname that is no other word. */
function isSurname(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || lengthOf(tokens, at) < LEAST_SURNAME || (tokens.role[at]! & ~ROLE.particle) !== 0 || isMedicalForm(tokens, at))
    return false
  if (tokens.shape[at] === SHAPE.mixed && hasLex(tokens, at, LEX_MEDICAL)) return false
  if (tokens.lex[at] === 0) return true
  return hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation | LEX.word | LEX.common)
}

/** In brackets: among small letters only there the letter and the dot belong to a name. */
function isSetApart(tokens: Tokens, first: number, last: number): boolean {
  if (tokens.shape[first] !== SHAPE.lower) return false
  return isSign(tokens, first - 1, '(') && isSign(tokens, last + 1, ')')
}

/** MCALLISTER-OBI Chidi: capitals of no list before a given name or another word of no list. */
function readShoutedSurname(context: LayerContext, first: number): void {
  const { tokens } = context
  let last = first
  while (
    last - first < 4 &&
    isSign(tokens, last + 1, '-') &&
    isGlued(tokens, last + 1) &&
    isWord(tokens, last + 2) &&
    isGlued(tokens, last + 2)
  )
    last += 2
  const given = last + 1
  if (tokens.shape[given] !== SHAPE.capital || tokens.gap[given] !== GAP.space || tokens.role[given] !== 0 || lengthOf(tokens, given) < 3)
    return
  if (tokens.shape[first - 1] === SHAPE.upper && tokens.gap[first] === GAP.space) return
  for (let i = first; i <= last; i++) {
    if (!isWord(tokens, i)) continue
    if (
      tokens.shape[i] !== SHAPE.upper ||
      tokens.role[i] !== 0 ||
      hasLex(tokens, i, (i > first ? LEX.common : LEX_ENGLISH) | LEX_MEDICAL | LEX.abbreviation | LEX.organization)
    )
      return
  }
  const isGiven = hasLex(tokens, given, LEX.first) && !hasLex(tokens, given, LEX_ENGLISH | LEX_MEDICAL)
  const isUnknown =
    tokens.lex[given] === 0 && last > first && !hasRole(tokens, given + 1, ROLE.medicalHead) && !isMedicalForm(tokens, given)
  if (!isGiven && !isUnknown) return
  if (/^[^AEIOUY]+$/.test(textOf(tokens, first))) return
  addTokens(context, first, given, 'name', 0.75, 'name/shouted-surname', RANK.tagger)
}
