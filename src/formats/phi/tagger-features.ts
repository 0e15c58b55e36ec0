// What the tagger sees of a token: the word and its shape, what the lexicon and the roles say of it and of two tokens on either side.
// Training and detection share this file, so that the weights mean the same to both.
import { foldUnit } from './fold.ts'
import { LEX, LEX_ENGLISH } from './lexicon-bits.ts'
import { startsColumn } from './token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

/** Outside, then beginning and inside of names, locations and organizations. */
export const TAG_COUNT = 7
export const FEATURE_COUNT = 30
const TABLE_BITS = 16
export const TABLE_SIZE = 1 << TABLE_BITS

const LEX_SHOWN = ~(LEX.opensPhrase | LEX.inPhrase)
const CONNECTORS = ROLE.particle | ROLE.function

/** True for a token that may belong to a name: a word with a capital, or a small one that is a name or that nobody knows. */
export function isTaggable(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] !== KIND.word) return false
  const shape = tokens.shape[at]!
  const role = tokens.role[at]!
  if (shape >= SHAPE.capital) return true
  if ((role & (ROLE.function | ROLE.unit | ROLE.month | ROLE.pronoun)) !== 0) return false
  const lex = tokens.lex[at]!
  const length = tokens.end[at]! - tokens.start[at]!
  if (lex === 0) return role === 0 && length > 3 && isBesideSmallName(tokens, at)
  return (
    (lex & (LEX.first | LEX.last | LEX.city | LEX.region | LEX.organization)) !== 0 &&
    (lex & (LEX.common | LEX.drug | LEX.test)) === 0 &&
    length > 2
  )
}

/** An unknown word in small letters: only behind a name in small letters, a title, a relation or a word such as `patient`. */
function isBesideSmallName({ lex, role, shape, kind }: Tokens, at: number): boolean {
  const before = at - 1
  if (before < 0 || kind[before] !== KIND.word) return false
  if ((role[before]! & (ROLE.title | ROLE.relation | ROLE.person)) !== 0) return true
  return shape[before] === SHAPE.lower && (lex[before]! & LEX.first) !== 0 && (lex[before]! & LEX.common) === 0
}

/** The last token of the run that begins at a taggable token: taggable ones and what joins two of them in one line. */
export function endOfRun(tokens: Tokens, first: number): number {
  let last = first
  for (let at = first + 1; at < tokens.count && at - last <= 2 && at - first < MAX_RUN; at++) {
    if (tokens.gap[at]! > GAP.space || startsColumn(tokens, at)) break
    if (isTaggable(tokens, at)) last = at
    else if (!isJoint(tokens, at)) break
  }
  return last
}

const MAX_RUN = 64

function isJoint(tokens: Tokens, at: number): boolean {
  if (tokens.kind[at] === KIND.word) return (tokens.role[at]! & CONNECTORS) !== 0
  const sign = tokens.hash[at]!
  if (sign === 0x2e && tokens.kind[at] === KIND.sign) return isAbbreviationDot(tokens, at)
  return tokens.kind[at] === KIND.sign && (sign === 0x2d || sign === 0x26 || sign === 0x2773 || sign === 0x2c)
}

/** The dot of J., St. and Dr.; the one behind a longer word ends a sentence. */
function isAbbreviationDot({ start, end, role, shape, kind }: Tokens, at: number): boolean {
  const before = at - 1
  if (shape[before] === SHAPE.initial) return before === 0 || kind[before - 1] !== KIND.number
  return (
    (role[before]! & (ROLE.title | ROLE.particle | ROLE.namePart)) !== 0 ||
    (shape[before] === SHAPE.capital && end[before]! - start[before]! === 2)
  )
}

/** Fills `features` with the table rows of a token; `FEATURE_COUNT` of them. */
export function readFeatures(tokens: Tokens, at: number, features: Int32Array): void {
  const { hash, role, shape } = tokens
  const before = at - 1
  const before2 = at - 2
  const after = at + 1
  const after2 = at + 2
  const lex0 = lexOf(tokens, at)
  const lexBefore = lexOf(tokens, before)
  const lexAfter = lexOf(tokens, after)
  const role0 = role[at]!
  const roleBefore = roleOf(tokens, before)
  const roleAfter = roleOf(tokens, after)
  const wordBefore = hashOf(tokens, before)
  const wordAfter = hashOf(tokens, after)
  const form = shape[at]! | (isLineStart(tokens, at) ? 8 : 0) | (isSentenceStart(tokens, at) ? 16 : 0)
  const suffix = suffixOf(tokens, at, 3)
  let n = 0
  const add = (value: number): void => {
    features[n] = (Math.imul(value ^ Math.imul(n + 1, 0x9e3779b1), 0x85ebca6b) >>> (32 - TABLE_BITS)) | 0
    n++
  }
  add(0)
  add(hash[at]!)
  add(mix(lex0, form))
  add(mix(lex0, role0))
  add(suffix)
  add(suffixOf(tokens, at, 2))
  add(mix(suffix, lex0 & LEX_ENGLISH))
  add(wordBefore)
  add(wordAfter)
  add(hashOf(tokens, before2))
  add(hashOf(tokens, after2))
  add(mix(wordBefore, wordAfter))
  add(mix(hashOf(tokens, before2), wordBefore))
  add(mix(wordAfter, hashOf(tokens, after2)))
  add(roleBefore)
  add(roleAfter)
  add(mix(roleBefore, form))
  add(mix(roleAfter, form))
  add(mix(roleBefore, lex0))
  add(mix(roleAfter, lex0))
  add(mix(roleOf(tokens, before2), roleBefore))
  add(mix(roleOf(tokens, after2), roleAfter))
  add(mix(lexBefore, lex0))
  add(mix(lexAfter, lex0))
  add(mix(shapeOf(tokens, before) | (shapeOf(tokens, after) << 4), form))
  add(mix(wordBefore, form))
  add(mix(wordAfter, form))
  add(mix(wordBefore, lex0))
  add(mix(wordAfter, lex0))
  add(mix(lengthClass(tokens, at), form))
}

function mix(a: number, b: number): number {
  return Math.imul(a, 0x01000193) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35)
}

function lexOf(tokens: Tokens, at: number): number {
  return at < 0 || at >= tokens.count ? -1 : tokens.lex[at]! & LEX_SHOWN
}

function roleOf(tokens: Tokens, at: number): number {
  return at < 0 || at >= tokens.count ? -1 : tokens.role[at]!
}

function shapeOf(tokens: Tokens, at: number): number {
  return at < 0 || at >= tokens.count ? 7 : tokens.shape[at]!
}

/** A word's hash, a sign's code; all numbers are one, and so are the two ends of the text and the ends of paragraphs. */
function hashOf(tokens: Tokens, at: number): number {
  if (at < 0 || at >= tokens.count) return 3
  return tokens.kind[at] === KIND.number ? 5 : tokens.hash[at]!
}

function isLineStart(tokens: Tokens, at: number): boolean {
  return tokens.gap[at]! >= GAP.line
}

function isSentenceStart(tokens: Tokens, at: number): boolean {
  const sign = at > 0 && tokens.kind[at - 1] === KIND.sign ? tokens.hash[at - 1]! : 0
  return at === 0 || sign === 0x2e || sign === 0x3a || sign === 0x3f || sign === 0x21
}

function suffixOf({ text, start, end }: Tokens, at: number, size: number): number {
  let value = size
  for (let i = Math.max(start[at]!, end[at]! - size); i < end[at]!; i++) value = Math.imul(value ^ foldUnit(text.charCodeAt(i)), 0x01000193)
  return value
}

function lengthClass({ start, end }: Tokens, at: number): number {
  const length = end[at]! - start[at]!
  return length > 8 ? 9 : length
}
