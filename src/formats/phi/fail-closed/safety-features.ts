// Features of a word or number that no layer found: its form, its entries in the lexicon, the scores of the tagger, and its neighbors.
import { isMedicalForm } from '../layers/unknown-words.ts'
import { LEX, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { marginOf, type TaggerModel } from '../tagger-model.ts'
import { isGlued, isNumber, lengthOf, numberAt } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'

/** Rows of the table of weights; features share them by hash. */
export const SAFETY_TABLE_SIZE = 1 << 15
/** More than any token has. */
const MOST_FEATURES = 256
const LEX_BITS = Object.values(LEX)
const ROLE_BITS = 20
/** Tags of the tagger that begin a name, a place, an organization. */
const TAGS = [1, 3, 5] as const

/** What the layers found in the text. */
export interface Findings {
  /** 1 for each token of a finding. */
  readonly covered: Uint8Array
  /** True where the text has a finding at all. */
  readonly hasAny: boolean
}

/** The features of one token as rows of the table, reused for the next token. */
export class SafetyFeatures {
  readonly rows = new Int32Array(MOST_FEATURES)
  count = 0

  add(kind: number, value: number, other = 0): void {
    const mixed = Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(value + 0x7f4a7c15, 0x85ebca6b) ^ Math.imul(other + 0x165667b1, 0xc2b2ae35)
    if (this.count < MOST_FEATURES) this.rows[this.count++] = (mixed ^ (mixed >>> 15)) & (SAFETY_TABLE_SIZE - 1)
  }
}

/** Reads the features of a word or number into `features`. */
export function readSafetyFeatures(tokens: Tokens, at: number, findings: Findings, model: TaggerModel, features: SafetyFeatures): void {
  features.count = 0
  const form = formOf(tokens, at)
  features.add(0, form)
  features.add(1, form, findings.hasAny ? 1 : 0)
  if (tokens.kind[at] === KIND.number) addNumber(tokens, at, features)
  else addWord(tokens, at, findings, model, features)
  for (const distance of [-3, -2, -1, 1, 2, 3]) addNeighbour(tokens, at, distance, form, findings, features)
}

/** Shape and place in the sentence; numbers by their length. */
function formOf(tokens: Tokens, at: number): number {
  if (tokens.kind[at] === KIND.number) return 32 + Math.min(lengthOf(tokens, at), 10)
  return tokens.shape[at]! * 2 + (opensSentence(tokens, at) ? 1 : 0)
}

const ENDS = new Set(['.', ':', '?', '!'].map((sign) => sign.charCodeAt(0)))

function opensSentence(tokens: Tokens, at: number): boolean {
  return at === 0 || tokens.gap[at]! >= GAP.line || (tokens.kind[at - 1] === KIND.sign && ENDS.has(tokens.hash[at - 1]!))
}

function addWord(tokens: Tokens, at: number, { hasAny }: Findings, model: TaggerModel, features: SafetyFeatures): void {
  const shape = tokens.shape[at]!
  const lex = tokens.lex[at]!
  const known = kindOfWord(lex)
  features.add(2, known, shape)
  features.add(3, known, formOf(tokens, at))
  features.add(4, known, shape * 2 + (hasAny ? 1 : 0))
  if (lex === 0) features.add(5, 0, shape)
  for (const bit of LEX_BITS) {
    if ((lex & bit) === 0) continue
    features.add(6, bit)
    features.add(7, bit, shape)
  }
  addRoles(tokens, at, 8, shape, features)
  features.add(9, Math.min(lengthOf(tokens, at), 12), shape)
  features.add(10, endingOf(tokens, at), lex === 0 ? 1 : 0)
  if (isMedicalForm(tokens, at)) features.add(11, shape)
  addMargins(tokens, at, (lex & (LEX.common | LEX.word)) !== 0 ? 1 : 0, model, features)
}

/** Name, plain word, medicine, other proper noun, short form: which of them the lexicon has. */
function kindOfWord(lex: number): number {
  const plain = (lex & LEX.common) !== 0 ? 2 : (lex & LEX.word) !== 0 ? 1 : 0
  return (
    plain +
    ((lex & LEX_NAME) !== 0 ? 4 : 0) +
    ((lex & LEX_MEDICAL) !== 0 ? 8 : 0) +
    ((lex & LEX_PROPER & ~LEX_NAME) !== 0 ? 16 : 0) +
    ((lex & LEX.abbreviation) !== 0 ? 32 : 0)
  )
}

/** The last three letters. */
function endingOf({ text, start, end }: Tokens, at: number): number {
  let hash = 0
  for (let i = Math.max(start[at]!, end[at]! - 3); i < end[at]!; i++) hash = Math.imul(hash, 1_021) + (text.charCodeAt(i) | 32)
  return hash
}

/** How much the tagger prefers a name, a place or an organization to none, in steps. */
function addMargins(tokens: Tokens, at: number, isEnglish: number, model: TaggerModel, features: SafetyFeatures): void {
  let best = Number.NEGATIVE_INFINITY
  for (const [kind, tag] of TAGS.entries()) {
    const margin = marginOf(tokens, at, at, tag, model)
    best = Math.max(best, margin)
    for (let step = LEAST_MARGIN; step < margin && step <= MOST_MARGIN; step += 200)
      features.add(12 + kind, step, kind === 0 ? isEnglish : 0)
  }
  for (let step = LEAST_MARGIN; step < best && step <= MOST_MARGIN; step += 100) features.add(15, step)
}

/** In the unit of the tagger's weights. */
const LEAST_MARGIN = -1_600
const MOST_MARGIN = 800

function addNumber(tokens: Tokens, at: number, features: SafetyFeatures): void {
  const length = lengthOf(tokens, at)
  const size = length > 6 ? 9 : sizeOf(numberAt(tokens, at))
  features.add(16, size)
  features.add(17, size, joinOf(tokens, at) * 256 + joinOf(tokens, at + 1))
  if (tokens.text.charCodeAt(tokens.start[at]!) === 0x30) features.add(18, length)
  for (const other of [at - 2, at + 2])
    if (isNumber(tokens, other))
      features.add(19, size, sizeOf(numberAt(tokens, other)) * 512 + joinOf(tokens, Math.max(other, at)) * 2 + (other > at ? 1 : 0))
}

/** The sign that is glued to the front of a token, 1 for a word or number, 0 for none. */
function joinOf(tokens: Tokens, at: number): number {
  if (!isGlued(tokens, at)) return 0
  return tokens.kind[at - 1] === KIND.sign ? tokens.hash[at - 1]! & 255 : 1
}

const SIZES = [0, 5, 10, 12, 31, 60, 89, 115, 1_899, 2_100]

/** Hours, days, ages, years and what is larger. */
function sizeOf(value: number): number {
  const place = SIZES.findIndex((most) => value <= most)
  return place < 0 ? SIZES.length : place
}

function addNeighbour(tokens: Tokens, at: number, distance: number, form: number, { covered }: Findings, features: SafetyFeatures): void {
  const other = at + distance
  const kind = 32 + (distance + 3) * 8
  if (isBeyondLine(tokens, at, other)) {
    features.add(kind, form)
    return
  }
  const isNear = Math.abs(distance) === 1
  if (tokens.kind[other] === KIND.sign) features.add(kind + 1, tokens.hash[other]!, isNear ? form : 0)
  else if (tokens.kind[other] === KIND.number) features.add(kind + 2, Math.min(lengthOf(tokens, other), 6), form)
  else {
    features.add(kind + 3, tokens.shape[other]!, form)
    features.add(kind + 4, kindOfWord(tokens.lex[other]!), form)
    addRoles(tokens, other, kind + 5, isNear ? form : 0, features)
    if (Math.abs(distance) <= 2) features.add(kind + 6, tokens.hash[other]!, tokens.kind[at]!)
  }
  if (covered[other] === 1) features.add(kind + 7, form)
}

function isBeyondLine(tokens: Tokens, at: number, other: number): boolean {
  if (other < 0 || other >= tokens.count) return true
  for (let i = Math.min(at, other) + 1; i <= Math.max(at, other); i++) if (tokens.gap[i]! >= GAP.line) return true
  return false
}

function addRoles(tokens: Tokens, at: number, kind: number, form: number, features: SafetyFeatures): void {
  const roles = tokens.role[at]!
  if (roles === 0) features.add(kind, ROLE_BITS, form)
  for (let bit = 0; bit < ROLE_BITS; bit++) if ((roles & (1 << bit)) !== 0) features.add(kind, bit, form)
}
