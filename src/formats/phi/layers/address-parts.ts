// The parts of an address around what the other layers found of it: unit and building in front of the street, suburb, state, district and post code behind.
// A part ends at a comma or a line; titles, labels, medicine and plain words in small letters are none.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LABEL_OPENERS } from '../id-labels.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf, tokenAt } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const MOST_PARTS = 6
const MOST_PART_TOKENS = 9
const NO_PART = BESIDE_NAMES | ROLE.pronoun
/** Words in small letters inside of a part: 3º izq., 12 bis, apto 52, 2. tv. */
const SMALL = hashWords(
  'izq izda dcha der dch bajo piso puerta esc escalera planta apto apt esq bis ter tv th mf fl floor rd apartment suite unit bloque portal int interior',
)
/** Words that a part may begin with although lists of English have them. */
const PLACE_WORDS = hashWords(
  'co county col colonia fracc sector block phase tower taman kampung kg nagar colony sub district village estate park city town cdmx blk flat unit apt level floor fl',
)
const ABBREVIATED = hashWords('co col fracc st ste mt ft pto sta sto dr av no esc apt º ª')
/** What stands in front of the street and names the home. */
const UNITS = hashWords('unit flat apt apartment suite shop level lot house blk block no number villa room plot stand erf tower')
const HOMES = hashWords(
  'cottage house hall farm lodge court mews villa villas manor towers apartments bungalow mansions flats heights gardens barn rectory vicarage mill',
)

export function findAddressParts(context: LayerContext, positions: StartPositions): void {
  const { tokens, found } = context
  const count = found.length
  for (let i = 0; i < count; i++) {
    const { start, end, rule } = found[i]!
    if (!rule.startsWith('address/') || rule === 'address/zip' || rule === 'address/line') continue
    const first = tokenAt(tokens.start, tokens.count, start)
    const last = tokenAt(tokens.end, tokens.count, end)
    if (first < 0 || last < 0) continue
    extend(context, first, last, rule.includes('postcode'))
  }
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) if (isPostNumber(tokens, i)) readBehindCity(context, i)
}

findAddressParts.starts = { numbers: true }

/** Banjara Hills, Hyderabad 500034; Chennai - 600020: a town and its post code behind parts of an address. */
function readBehindCity(context: LayerContext, post: number): void {
  const { tokens } = context
  const town = isSign(tokens, post - 1, '-') ? post - 2 : post - 1
  if (tokens.gap[post]! > GAP.space || !isPlaceName(tokens, town) || tokens.shape[town] === SHAPE.initial) return
  let first = town
  while (town - first < 2 && isPlaceName(tokens, first - 1) && tokens.gap[first] === GAP.space) first--
  const begin = startBehindComma(tokens, first)
  if (begin < first) addTokens(context, begin, post, 'location', 0.8, 'address-part/city', RANK.pattern)
}

function extend(context: LayerContext, first: number, last: number, isPost: boolean): void {
  const { tokens } = context
  const begin = isPost ? startBehindComma(tokens, first) : startOfParts(tokens, first)
  const end = endOfParts(tokens, last)
  if (end > last) addTokens(context, last + 1, end, 'location', 0.75, 'address-part/behind', RANK.pattern)
  if (begin < first) addTokens(context, begin, first - 1, 'location', 0.75, 'address-part/before', RANK.pattern)
}

function endOfParts(tokens: Tokens, given: number): number {
  let last = endOfTail(tokens, given)
  for (let parts = 0; parts < MOST_PARTS; parts++) {
    const at = last + 1
    if (!isSign(tokens, at, ',') || tokens.gap[at + 1]! > GAP.line) return last
    const end = endOfPart(tokens, at + 1)
    if (end < 0) return last
    last = end
  }
  return last
}

/** What follows without a comma: a direction, a state and a post code, the town in front of these. */
function endOfTail(tokens: Tokens, last: number): number {
  let at = last + 1
  if (isSign(tokens, at, '.') && isGlued(tokens, at) && lengthOf(tokens, last) <= 4 && isSign(tokens, at + 1, ',')) return at
  if ((isSign(tokens, at, '/') || isSign(tokens, at, '-')) && isGlued(tokens, at) && isGlued(tokens, at + 1)) {
    while (at - last < 6 && isGlued(tokens, at + 1) && (isNumber(tokens, at + 1) || isWord(tokens, at + 1) || isSign(tokens, at + 1, '/')))
      at++
    return at
  }
  if (
    isWord(tokens, at) &&
    hasRole(tokens, at, ROLE.direction) &&
    tokens.shape[at]! >= SHAPE.upper &&
    tokens.gap[at] === GAP.space &&
    !isGlued(tokens, at + 1)
  )
    last = at++
  let town = at
  while (town - at < 3 && isPlaceName(tokens, town) && tokens.gap[town] === GAP.space && !isStateAbbreviation(tokens, town)) town++
  const state = isStateAbbreviation(tokens, town) ? town + 1 : town
  if (isPostNumber(tokens, state) && tokens.gap[state] === GAP.space && state > at) return state
  return state > town && town > at ? town : last
}

function isPlaceName(tokens: Tokens, at: number): boolean {
  return (
    isCapitalized(tokens, at) &&
    !hasRole(tokens, at, NO_PART & ~ROLE.credential) &&
    !hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation) &&
    (hasLex(tokens, at, LEX_PROPER) || tokens.lex[at] === 0 || hasRole(tokens, at, ROLE.facilityPart | ROLE.street))
  )
}

const STATES = new Set(
  'NSW VIC QLD WA SA TAS ACT NT AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT WV WI WY DC PR ON QC BC AB MB SK NS NB NL PE YT NU CDMX SP RJ MG'.split(
    ' ',
  ),
)

function isStateAbbreviation(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.upper && STATES.has(textOf(tokens, at))
}

function isPostNumber(tokens: Tokens, at: number): boolean {
  const size = lengthOf(tokens, at)
  return isNumber(tokens, at) && size >= 4 && size <= 6 && !isGlued(tokens, at) && !hasRole(tokens, at + 1, ROLE.unit)
}

/** The last token of a part that begins at the token, -1 where none does. */
function endOfPart(tokens: Tokens, first: number): number {
  let last = -1
  let isKnown = false
  let names = 0
  for (let at = first; at < tokens.count && at - first < MOST_PART_TOKENS; at++) {
    if (tokens.gap[at]! > GAP.space && at > first) break
    if (isSign(tokens, at + 1, ':')) return -1
    if (isNumber(tokens, at)) {
      if (lengthOf(tokens, at) > 6 || (isSign(tokens, at + 1, '/') && isNumber(tokens, at + 2) && isSign(tokens, at + 3, '/'))) return -1
      if (isPostNumber(tokens, at) || isOrdinalSign(tokens, at + 1)) isKnown = true
      last = at
    } else if (isWord(tokens, at)) {
      if (!isPartWord(tokens, at)) break
      if (isCapitalized(tokens, at)) names++
      if (isCapitalized(tokens, at) && isTelling(tokens, at)) isKnown = true
      last = at
    } else if (!isInside(tokens, at)) break
  }
  if (last < 0 || (names === 0 && !isKnown) || !isKnown) return -1
  return endsPart(tokens, last) ? last : -1
}

function isOrdinalSign(tokens: Tokens, at: number): boolean {
  return at < tokens.count && isGlued(tokens, at) && /^[ºª°]$/.test(textOf(tokens, at))
}

function isInside(tokens: Tokens, at: number): boolean {
  const sign = textOf(tokens, at)
  if (/^[ºª°#'’]$/.test(sign)) return true
  if (sign === '.') return isGlued(tokens, at) && ABBREVIATED.has(tokens.hash[at - 1]!)
  if (sign === '/') return isGlued(tokens, at) && isGlued(tokens, at + 1)
  return sign === '-' || (tokens.kind[at] === KIND.sign && tokens.hash[at] === 0x2773)
}

function isPartWord(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] === SHAPE.lower)
    return (
      SMALL.has(tokens.hash[at]!) ||
      hasRole(tokens, at, ROLE.particle) ||
      (isGlued(tokens, at) && isNumber(tokens, at - 1) && lengthOf(tokens, at) <= 2)
    )
  if (PLACE_WORDS.has(tokens.hash[at]!) || isStateAbbreviation(tokens, at)) return true
  if (isGlued(tokens, at) || isGlued(tokens, at + 1)) return lengthOf(tokens, at) <= 4 || isPlaceName(tokens, at)
  if (tokens.shape[at] === SHAPE.initial) return true
  if (hasRole(tokens, at, NO_PART) || LABEL_OPENERS.has(tokens.hash[at]!)) return false
  return !hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation) || hasLex(tokens, at, LEX.city | LEX.region)
}

/** A city, a state, a word of places, or a word that no dictionary of English has. */
function isTelling(tokens: Tokens, at: number): boolean {
  if (PLACE_WORDS.has(tokens.hash[at]!) || isStateAbbreviation(tokens, at)) return true
  if (hasLex(tokens, at, LEX.city | LEX.region)) return true
  if (hasRole(tokens, at, ROLE.street | ROLE.direction)) return true
  return lengthOf(tokens, at) > 3 && !hasLex(tokens, at, LEX_ENGLISH | LEX.first)
}

/** A comma, a sign, a line or a word in small letters behind it. */
function endsPart(tokens: Tokens, last: number): boolean {
  const next = last + 1
  if (tokens.gap[next]! >= GAP.line || tokens.kind[next] === KIND.sign || isNumber(tokens, next)) return true
  return tokens.shape[next] === SHAPE.lower || hasRole(tokens, next, NO_PART)
}

/** Unit 4, / 4/ / Flat 3, / U4/ / No. / Rose Cottage, in front of the street. */
function startOfParts(tokens: Tokens, first: number): number {
  let begin = first
  if (isSign(tokens, begin - 1, '/') && isGlued(tokens, begin) && isGlued(tokens, begin - 1)) {
    if (isNumber(tokens, begin - 2) && lengthOf(tokens, begin - 2) <= 4) begin -= 2
    if (isWord(tokens, begin - 1) && isGlued(tokens, begin) && lengthOf(tokens, begin - 1) <= 2) begin--
  }
  const dot = isSign(tokens, begin - 1, '.') ? begin - 2 : begin - 1
  if (isNumber(tokens, begin) && isWord(tokens, dot) && /^(?:no|nº|blk|lot)$/i.test(textOf(tokens, dot)) && tokens.gap[begin]! <= GAP.space)
    begin = dot
  for (let parts = 0; parts < 3 && isSign(tokens, begin - 1, ',') && tokens.gap[begin]! <= GAP.line; parts++) {
    const start = startOfPart(tokens, begin - 2)
    if (start < 0) break
    begin = start
  }
  return begin
}

const MOST_BACK = 5

/** Goes back over parts of which one has a number: H. No. 4-5-88, Banjara Hills, | Hyderabad 500034. */
function startBehindComma(tokens: Tokens, first: number): number {
  let begin = first
  let [at, numbers] = [first, 0]
  for (let parts = 0; parts < MOST_BACK && isSign(tokens, at - 1, ',') && tokens.gap[at]! <= GAP.line; parts++) {
    let start = at - 1
    let isPart = false
    while (at - start < MOST_PART_TOKENS && start > 0 && tokens.gap[start]! <= GAP.space && isBackToken(tokens, start - 1)) {
      start--
      if (isNumber(tokens, start)) numbers++
      if (isCapitalized(tokens, start) || isNumber(tokens, start)) isPart = true
    }
    while (start < at && tokens.kind[start] === KIND.sign) start++
    const isEnd = start === 0 || tokens.gap[start]! >= GAP.line || !isWord(tokens, start - 1) || tokens.shape[start - 1] === SHAPE.lower
    if (!isPart || !isEnd || isSign(tokens, at - 2, ':')) break
    at = start
    if (numbers > 0) begin = start
  }
  return begin
}

function isBackToken(tokens: Tokens, at: number): boolean {
  if (isNumber(tokens, at)) return lengthOf(tokens, at) <= 5
  if (isWord(tokens, at)) return isPartWord(tokens, at) && !hasLex(tokens, at, LEX.first)
  return /^[-/.º°ª#'&]$/.test(textOf(tokens, at))
}

/** The first token of a part that ends at the token: Flat 302, Ashgrove House. */
function startOfPart(tokens: Tokens, last: number): number {
  let at = last
  while (
    last - at < 5 &&
    at >= 0 &&
    tokens.gap[at]! <= GAP.space &&
    (isCapitalized(tokens, at) || isNumber(tokens, at) || isSign(tokens, at, '-') || isSign(tokens, at, '.'))
  )
    at--
  let first = tokens.gap[Math.max(at, 0)]! > GAP.space && at >= 0 && (isCapitalized(tokens, at) || isNumber(tokens, at)) ? at : at + 1
  while (first < last && !isCapitalized(tokens, first)) first++
  for (let i = first; i <= last; i++) {
    if (isWord(tokens, i) && UNITS.has(tokens.hash[i]!) && (isNumber(tokens, i + 1) || isSign(tokens, i + 1, '.')) && i < last) return i
    if (isWord(tokens, i) && HOMES.has(tokens.hash[i]!) && i === last && i > first) return first
  }
  return -1
}
