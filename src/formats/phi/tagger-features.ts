// What the tagger sees of a token: the word and its shape, what the lexicon and the roles say of it and of two tokens on either side, and what
// stands further off (tagger-further-features.ts).
// Training and detection share this file, so that the weights mean the same to both.
import { foldUnit } from './fold.ts'
import { LEX, LEX_ENGLISH } from './lexicon-bits.ts'
import { mix, readFurther } from './tagger-further-features.ts'
import { startsColumn } from './token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

/** Outside, then beginning and inside of names, locations and organizations. */
export const TAG_COUNT = 7
export const FEATURE_COUNT = 58
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
  const form = tokens.shape[at]! | (isLineStart(tokens, at) ? 8 : 0) | (isSentenceStart(tokens, at) ? 16 : 0)
  const lex0 = lexOf(tokens, at)
  readNear(tokens, at, form, lex0, features)
  readFurther(tokens, at, form, lex0, features)
  for (let n = 0; n < FEATURE_COUNT; n++) features[n] = rowOf(features[n]!, n)
}

/** A feature's row in the table. */
function rowOf(value: number, number: number): number {
  return (Math.imul(value ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b) >>> (32 - TABLE_BITS)) | 0
}

/** The word and two tokens on either side: the first 35 features. */
function readNear(tokens: Tokens, at: number, form: number, lex0: number, features: Int32Array): void {
  const { hash, role } = tokens
  const before = at - 1
  const before2 = at - 2
  const after = at + 1
  const after2 = at + 2
  const lexBefore = lexOf(tokens, before)
  const lexAfter = lexOf(tokens, after)
  const role0 = role[at]!
  const roleBefore = roleOf(tokens, before)
  const roleAfter = roleOf(tokens, after)
  const wordBefore = hashOf(tokens, before)
  const wordAfter = hashOf(tokens, after)
  const suffix = suffixOf(tokens, at, 3)
  features[0] = 0
  features[1] = hash[at]!
  features[2] = mix(lex0, form)
  features[3] = mix(lex0, role0)
  features[4] = suffix
  features[5] = suffixOf(tokens, at, 2)
  features[6] = mix(suffix, lex0 & LEX_ENGLISH)
  features[7] = wordBefore
  features[8] = wordAfter
  features[9] = hashOf(tokens, before2)
  features[10] = hashOf(tokens, after2)
  features[11] = mix(wordBefore, wordAfter)
  features[12] = mix(hashOf(tokens, before2), wordBefore)
  features[13] = mix(wordAfter, hashOf(tokens, after2))
  features[14] = roleBefore
  features[15] = roleAfter
  features[16] = mix(roleBefore, form)
  features[17] = mix(roleAfter, form)
  features[18] = mix(roleBefore, lex0)
  features[19] = mix(roleAfter, lex0)
  features[20] = mix(roleOf(tokens, before2), roleBefore)
  features[21] = mix(roleOf(tokens, after2), roleAfter)
  features[22] = mix(lexBefore, lex0)
  features[23] = mix(lexAfter, lex0)
  features[24] = mix(shapeOf(tokens, before) | (shapeOf(tokens, after) << 4), form)
  features[25] = mix(wordBefore, form)
  features[26] = mix(wordAfter, form)
  features[27] = mix(wordBefore, lex0)
  features[28] = mix(wordAfter, lex0)
  features[29] = mix(lengthClass(tokens, at), form)
  features[30] = prefixOf(tokens, at, 3)
  features[31] = suffixOf(tokens, at, 4)
  features[32] = mix(mix(suffixOf(tokens, at, 1), lengthClass(tokens, at)), lex0)
  features[33] = mix(hash[at]!, wordBefore)
  features[34] = mix(hash[at]!, wordAfter)
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

function prefixOf({ text, start, end }: Tokens, at: number, size: number): number {
  let value = size
  for (let i = start[at]!; i < Math.min(end[at]!, start[at]! + size); i++)
    value = Math.imul(value ^ foldUnit(text.charCodeAt(i)), 0x01000193)
  return value
}

function lengthClass({ start, end }: Tokens, at: number): number {
  const length = end[at]! - start[at]!
  return length > 8 ? 9 : length
}
