// How far a name reaches from a token on: capitals, initials, particles, hyphens, nicknames in quotes, Jr. and III.
import { LABEL_OPENERS } from './id-labels.ts'
import { LEX, LEX_ENGLISH, LEX_NAME, LEX_PROPER } from './lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, startsColumn } from './token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

const NO_NAME =
  ROLE.facility | ROLE.organization | ROLE.month | ROLE.weekday | ROLE.pronoun | ROLE.credential | ROLE.medicalHead | ROLE.ward

/** Words that stand beside the names of persons and institutions and are never in them. */
export const BESIDE_NAMES =
  ROLE.title | ROLE.relation | ROLE.credential | ROLE.month | ROLE.weekday | ROLE.person | ROLE.medicalHead | ROLE.unit | ROLE.function

/** True where the word may be a part of a name by its form and is none of the words that stand around names. */
export function mayBeNamePart(tokens: Tokens, at: number): boolean {
  if (!isCapitalized(tokens, at)) return false
  const lex = tokens.lex[at]!
  const role = tokens.role[at]!
  const isLabelForm = tokens.shape[at] === SHAPE.upper || tokens.shape[at] === SHAPE.mixed
  if (isLabelForm && (lex & LEX_NAME) === 0 && LABEL_OPENERS.has(tokens.hash[at]!)) return false
  if (tokens.shape[at] === SHAPE.initial) return isSign(tokens, at + 1, '.') || isCapitalized(tokens, at + 1)
  if ((role & ROLE.function) !== 0 && (lex & LEX_NAME) === 0) return false
  if ((role & ROLE.relation) !== 0 && (lex & LEX.last) === 0) return false
  if ((role & NO_NAME) !== 0 && (lex & LEX_NAME) === 0 && (role & ROLE.facilityPart) === 0)
    return (role & ROLE.month) !== 0 && isWordOfName(lex)
  return true
}

function isWordOfName(lex: number): boolean {
  return (lex & LEX_NAME) !== 0
}

/** True for a word that is a name or not known at all: no plain English, no drug. */
export function isLikelyName(tokens: Tokens, at: number): boolean {
  const lex = tokens.lex[at]!
  if ((lex & LEX.drug) !== 0 && (lex & LEX_NAME) === 0) return false
  if ((lex & (LEX.common | LEX.word)) !== 0) return (lex & LEX_NAME) !== 0
  return (lex & LEX_PROPER) !== 0 || (tokens.role[at]! === 0 && lengthOf(tokens, at) > 2)
}

/** The last token of the name that begins at `first`, of at most `maxWords` words. */
export function endOfName(tokens: Tokens, first: number, maxWords: number): number {
  let last = first
  let at = first
  for (let words = 0; words < maxWords && at < tokens.count; ) {
    if (words > 0 && (tokens.gap[at]! > GAP.space || startsColumn(tokens, at))) break
    if (words > 0 && hasRole(tokens, at, ROLE.namePart) && isCapitalized(tokens, at)) return withDot(tokens, at)
    if (words > 0 && hasRole(tokens, at, ROLE.particle) && tokens.shape[at] === SHAPE.lower && isNameBehindParticle(tokens, at + 1)) {
      at++
      continue
    }
    if (!mayBeNamePart(tokens, at)) break
    last = at
    words++
    at++
    if (isSign(tokens, at, '.') && isInitialDot(tokens, at)) at++
    else if (isSign(tokens, at, '-') && isGlued(tokens, at) && isGlued(tokens, at + 1) && isWord(tokens, at + 1)) {
      at++
      if (!isCapitalized(tokens, at)) last = at
      words--
    } else if (isSign(tokens, at, '"') || isSign(tokens, at, '(')) at = behindNickname(tokens, at)
  }
  return withSuffix(tokens, last)
}

function isInitialDot(tokens: Tokens, dot: number): boolean {
  return isGlued(tokens, dot) && tokens.shape[dot - 1] === SHAPE.initial
}

/** Temperance "Tempe" Gray: the token behind the nickname, where a name goes on there. */
function behindNickname(tokens: Tokens, open: number): number {
  const close = open + 2
  return isCapitalized(tokens, open + 1) &&
    (isSign(tokens, close, '"') || isSign(tokens, close, ')')) &&
    mayBeNamePart(tokens, close + 1) &&
    tokens.gap[close + 1]! <= GAP.space
    ? close + 1
    : open
}

function isNameBehindParticle(tokens: Tokens, at: number): boolean {
  const next = hasRole(tokens, at, ROLE.particle) && tokens.shape[at] === SHAPE.lower ? at + 1 : at
  return tokens.gap[at]! <= GAP.space && isCapitalized(tokens, next) && mayBeNamePart(tokens, next)
}

function withSuffix(tokens: Tokens, last: number): number {
  const at = isSign(tokens, last + 1, ',') ? last + 2 : last + 1
  return isWord(tokens, at) && hasRole(tokens, at, ROLE.namePart) && tokens.gap[at]! <= GAP.space && isCapitalized(tokens, at)
    ? withDot(tokens, at)
    : last
}

function withDot(tokens: Tokens, at: number): number {
  return isSign(tokens, at + 1, '.') && lengthOf(tokens, at) === 2 && isGlued(tokens, at + 1) ? at + 1 : at
}

/** The first token of the name that ends at `last`, going back over at most `maxWords` words. */
export function startOfName(tokens: Tokens, last: number, maxWords: number): number {
  let first = last
  let at = last
  for (let words = 1; words < maxWords; words++) {
    let before = at - 1
    if (isSign(tokens, before, '-') && isGlued(tokens, at) && isGlued(tokens, before)) before--
    else if (isSign(tokens, before, '.') && tokens.shape[before - 1] === SHAPE.initial && isGlued(tokens, before)) before--
    if (before < 0 || tokens.kind[before] !== KIND.word || tokens.gap[before + 1]! > GAP.space || tokens.gap[at]! > GAP.space) break
    if (hasRole(tokens, before, ROLE.particle) && tokens.shape[before] === SHAPE.lower) {
      at = before
      continue
    }
    if (!mayBeNamePart(tokens, before) || hasRole(tokens, before, ROLE.title | ROLE.person | ROLE.relation)) break
    if ((tokens.lex[before]! & (LEX.common | LEX.word)) !== 0 && (tokens.lex[before]! & LEX_NAME) === 0) break
    first = before
    at = before
  }
  return first
}

/** Dr. Vance Recommended: a plain English word at the end of a name in running text is none of it. */
export function trimPlainTail(tokens: Tokens, first: number, last: number): number {
  let end = last
  // Jae-won: the half behind a hyphen is none of the sentence.
  const isHalf = isSign(tokens, end - 1, '-') && isGlued(tokens, end) && isGlued(tokens, end - 1)
  if (isHalf) return end
  while (end > first + 1 && isWord(tokens, end) && hasLex(tokens, end, LEX_ENGLISH) && !hasLex(tokens, end, LEX_NAME | LEX.proper)) end--
  return end
}
