// Where somebody lives, in forms that no street begins: R/o H.No. 4-12, Beside Hanuman Temple; Add: Stand 771 Block F; Toowoomba QLD 4350; ZIP codes such as 30310;
// 2207 Fifth Line W; Bird-in-Hand; lives 63136.
import { RANK } from '../candidate.ts'
import { endsClause } from '../clause-ends.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, startsColumn, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const MOST_TOKENS = 40
const MOST_ZIP_REACH = 24
const LABELS = hashWords('add addr address domicile resides residence')
const O = hashWord('o')
const ZIPS = hashWords('zip zips')
const LIVES = hashWords('lives live living resides residing')
const LINES = hashWords('line concession sideroad rang chemin range')
const AUSTRALIAN = new Set(['QLD', 'NSW', 'VIC', 'TAS', 'ACT', 'WA', 'SA', 'NT'])
const INDIAN = /^(?:Tq|Taluka|Taluk|Vill|Village|Mandal|Tehsil|Nagar|Colony|Sector|Gali|Chowk)$/
const ORDINALS = /^(?:First|Second|Third|Fourth|Fifth|Sixth|Seventh|Eighth|Ninth|Tenth|Eleventh|Twelfth|Town|County|Base|st|nd|rd|th)$/
const INSIDE = hashWords('in on upon by le la sur sous du de des les am an der the at of with')

export function findResidences(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.number) readRuralLine(context, i)
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (LABELS.has(hash) && isSign(tokens, i + 1, ':')) readLabelled(context, i + 2)
    if (hash === O && isSign(tokens, i - 1, '/') && isGlued(tokens, i) && isResident(tokens, i - 2)) readIndian(context, i + 1)
    if (ZIPS.has(hash)) readZips(context, i)
    if (LIVES.has(hash)) readZipAlone(context, i)
    if (tokens.shape[i] === SHAPE.upper && isNumber(tokens, i + 1) && AUSTRALIAN.has(textOf(tokens, i))) readAustralian(context, i)
    if (tokens.shape[i] === SHAPE.capital) readHyphenated(context, i)
  }
}

findResidences.starts = { words: [LABELS, [O], ZIPS, LIVES], shapes: [SHAPE.upper, SHAPE.capital], numbers: true }

const add = (context: LayerContext, first: number, last: number, rule: string): void =>
  addTokens(context, first, last, 'location', 0.8, `residence/${rule}`, RANK.tagger)

const isResident = (tokens: Tokens, at: number): boolean => isWord(tokens, at) && /^r$/i.test(textOf(tokens, at))

/** The last token of what stands in the field: up to the end of the line, a semicolon or the next column. */
function endOfField(tokens: Tokens, first: number): number {
  let last = first - 1
  for (let at = first; at < tokens.count && at < first + MOST_TOKENS; at++) {
    if (at > first && (tokens.gap[at]! >= GAP.line || isColumn(tokens, at))) break
    if (isSign(tokens, at, ';') || isSign(tokens, at, '|') || isSign(tokens, at, ':') || isSign(tokens, at, '(')) break
    last = at
  }
  while (last >= first && isSign(tokens, last, '.')) last--
  return last
}

/** Two blanks stand between the fields of a line. */
const isColumn = (tokens: Tokens, at: number): boolean => startsColumn(tokens, at) || tokens.start[at]! - tokens.end[at - 1]! >= 2

/** Add: Stand 771 Block F, Soshanguve: a number and a capital, or two capitals with a comma. */
function readLabelled(context: LayerContext, first: number): void {
  const { tokens } = context
  if (tokens.gap[first]! > GAP.space || !(isCapitalized(tokens, first) || isNumber(tokens, first))) return
  const last = endOfField(tokens, first)
  if (last <= first || isSign(tokens, last + 1, ':')) return
  let numbers = 0
  let names = 0
  let commas = 0
  for (let at = first; at <= last; at++) {
    if (isNumber(tokens, at)) numbers++
    else if (isSign(tokens, at, ',')) commas++
    else if (isWord(tokens, at) && hasLex(tokens, at, LEX.drug | LEX.test)) return
    else if (isCapitalized(tokens, at) && lengthOf(tokens, at) > 2 && (hasLex(tokens, at, LEX_PROPER) || tokens.lex[at] === 0)) names++
    else if (isWord(tokens, at) && hasRole(tokens, at, ROLE.unit) && tokens.shape[at] === SHAPE.lower) return
  }
  if (names > 0 && (numbers > 0 ? commas > 0 || names > 1 : commas > 0 && names > 1)) add(context, first, last, 'labelled')
}

/** R/o H.No. 4-12, Kundgol Tq, Dist. Dharwad: words of Indian addresses tell it from what is to be ruled out. */
function readIndian(context: LayerContext, given: number): void {
  const { tokens } = context
  const first = isSign(tokens, given, ':') ? given + 1 : given
  if (tokens.gap[first]! > GAP.space) return
  const last = endOfField(tokens, first)
  let told = isNumber(tokens, first) && isSign(tokens, first + 1, '-')
  for (let at = first; at <= last; at++) if (isWord(tokens, at) && (INDIAN.test(textOf(tokens, at)) || isHouse(tokens, at))) told = true
  if (told && last > first) add(context, first, last, 'resident')
}

/** H.No. 4-12 */
const isHouse = (tokens: Tokens, at: number): boolean =>
  /^H$/.test(textOf(tokens, at)) && isSign(tokens, at + 1, '.') && isWord(tokens, at + 2) && /^No$/i.test(textOf(tokens, at + 2))

/** ZIP codes such as 30310 and 30032-1187. */
function readZips(context: LayerContext, label: number): void {
  const { tokens } = context
  for (let at = label + 1; at < label + MOST_ZIP_REACH && at < tokens.count && tokens.gap[at]! <= GAP.line; at++) {
    if (isSign(tokens, at, '?') || isSign(tokens, at, ';')) return
    if (!isNumber(tokens, at) || lengthOf(tokens, at) !== 5 || (isGlued(tokens, at + 1) && isWord(tokens, at + 1))) continue
    const isLong = isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1) && isNumber(tokens, at + 2) && lengthOf(tokens, at + 2) === 4
    add(context, at, isLong ? at + 2 : at, 'zip')
  }
}

/** Lives 63136, lives in 63136. */
function readZipAlone(context: LayerContext, lives: number): void {
  const { tokens } = context
  const at = isWord(tokens, lives + 1) && /^(?:in|at|near|around)$/i.test(textOf(tokens, lives + 1)) ? lives + 2 : lives + 1
  const isAlone = !isGlued(tokens, at + 1) || endsClause(tokens, at + 1)
  if (isNumber(tokens, at) && lengthOf(tokens, at) === 5 && tokens.gap[at] === GAP.space && isAlone)
    addTokens(context, at, at, 'location', 0.75, 'residence/zip-alone', RANK.pattern)
}

/** Toowoomba QLD 4350. */
function readAustralian(context: LayerContext, state: number): void {
  const { tokens } = context
  const post = state + 1
  if (!isNumber(tokens, post) || lengthOf(tokens, post) !== 4 || tokens.gap[post] !== GAP.space || tokens.gap[state]! > GAP.space) return
  let first = state
  while (state - first < 3 && tokens.shape[first - 1] === SHAPE.capital && tokens.gap[first] === GAP.space && isPlain(tokens, first - 1))
    first--
  if (first < state) add(context, first, post, 'postcode')
}

const isPlain = (tokens: Tokens, at: number): boolean =>
  isWord(tokens, at) && !hasRole(tokens, at, ROLE.title | ROLE.person | ROLE.function | ROLE.month)

/** 2207 Fifth Line W, L5K; 88 Concession 4; 1402 Chemin Royal. */
function readRuralLine(context: LayerContext, at: number): void {
  const { tokens } = context
  if (lengthOf(tokens, at) < 2 || lengthOf(tokens, at) > 6 || isGlued(tokens, at)) return
  let line = at + 1
  while (line - at < 3 && isCapitalized(tokens, line) && !LINES.has(tokens.hash[line]!)) line++
  if (!isCapitalized(tokens, line) || !LINES.has(tokens.hash[line]!) || tokens.gap[line] !== GAP.space) return
  if (tokens.gap[at + 1] !== GAP.space || (/^(?:line|range)$/i.test(textOf(tokens, line)) && !ORDINALS.test(textOf(tokens, line - 1))))
    return
  let last = line
  const next = last + 1
  if (tokens.gap[next] === GAP.space && (isNumber(tokens, next) || (hasRole(tokens, next, ROLE.direction) && isCapitalized(tokens, next))))
    last = next
  if (last === line && line === at + 1) return
  add(context, at, last, 'rural')
  const forward = isSign(tokens, last + 1, ',') ? last + 2 : last + 1
  // The first half of a Canadian post code: L5K
  const isHalf = tokens.shape[forward] === SHAPE.initial && isNumber(tokens, forward + 1) && lengthOf(tokens, forward + 1) === 1
  if (isHalf && isGlued(tokens, forward + 1) && isGlued(tokens, forward + 2) && tokens.shape[forward + 2] === SHAPE.initial)
    add(context, forward, forward + 2, 'rural')
}

/** Near Bird-in-Hand, from Stratford-upon-Avon. */
function readHyphenated(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isSign(tokens, at + 1, '-') || !isGlued(tokens, at + 1) || !isWord(tokens, at + 2) || !INSIDE.has(tokens.hash[at + 2]!)) return
  const last = at + 4
  if (tokens.shape[at + 2] !== SHAPE.lower || !isSign(tokens, at + 3, '-') || tokens.shape[last] !== SHAPE.capital) return
  if (!isGlued(tokens, at + 2) || !isGlued(tokens, at + 3) || !isGlued(tokens, last)) return
  const placed = isWord(tokens, at - 1) && /^(?:in|near|from|to|at|of|outside|around)$/i.test(textOf(tokens, at - 1))
  if (placed || hasLex(tokens, at, LEX.city)) add(context, at, last, 'hyphenated')
}
