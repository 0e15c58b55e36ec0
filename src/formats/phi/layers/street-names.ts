// Addresses without what the grammar of addresses begins with: a street without a house (Louisiana Street), a house without the word street (2208 W Fullerton #3R),
// rural routes and plots (HC 61 Box 2290, Plot 18, Sector 9).
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const STREETS = hashWords('street avenue ave road rd highway hwy boulevard blvd lane ln parkway pkwy')
const ROUTES = new Set(['RR', 'HC', 'FM', 'CR', 'SR'])
const PLOTS = hashWords('plot lot')
const MOST_PARTS = 5

export function findStreetNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) readHouse(context, i)
    if (!isWord(tokens, i) || tokens.shape[i]! < SHAPE.capital) continue
    if (STREETS.has(tokens.hash[i]!)) readStreet(context, i)
    else if (PLOTS.has(tokens.hash[i]!)) readPlot(context, i)
    else if (ROUTES.has(textOf(tokens, i))) readRoute(context, i)
  }
}

findStreetNames.starts = { shapes: CAPITALS, numbers: true }

const add = (context: LayerContext, first: number, last: number, rule: string, rank: number = RANK.pattern): void =>
  addTokens(context, first, last, 'location', 0.9, `address/${rule}`, rank)

/** Durham Hwy, Louisiana Street: a name in front of the whole word. */
function readStreet(context: LayerContext, street: number): void {
  const { tokens } = context
  let first = street
  while (
    street - first < 3 &&
    isWord(tokens, first - 1) &&
    isCapitalized(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.function | ROLE.medicalHead | ROLE.title | ROLE.person | ROLE.relation)
  )
    first--
  if (first === street) return
  const name = street - 1
  const known = hasLex(tokens, name, LEX_PROPER) || (tokens.lex[name] === 0 && lengthOf(tokens, name) > 2)
  if (
    !known ||
    hasLex(tokens, name, LEX_MEDICAL | LEX.abbreviation) ||
    (tokens.shape[street] === SHAPE.upper && tokens.shape[name] !== SHAPE.upper)
  )
    return
  if (hasLex(tokens, name, LEX.common) && tokens.gap[first]! >= GAP.line) return
  const end =
    isWord(tokens, street + 1) && hasRole(tokens, street + 1, ROLE.direction) && tokens.shape[street + 1]! >= SHAPE.upper
      ? street + 1
      : street
  add(context, first, end, 'street-alone', RANK.tagger)
}

/** 2208 W Fullerton #3R; 418 N Oakley Apt 2. */
function readHouse(context: LayerContext, at: number): void {
  const { tokens } = context
  const direction = at + 1
  const name = isSign(tokens, at + 2, '.') ? at + 3 : at + 2
  if (lengthOf(tokens, at) < 2 || lengthOf(tokens, at) > 5 || isGlued(tokens, at) || tokens.gap[direction] !== GAP.space) return
  if (!isWord(tokens, direction) || !/^(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)$/.test(textOf(tokens, direction))) return
  if (!isWord(tokens, name) || tokens.shape[name] !== SHAPE.capital || tokens.gap[name] !== GAP.space) return
  if (hasLex(tokens, name, LEX_ENGLISH) && !hasLex(tokens, name, LEX_PROPER)) return
  const unit = name + 1
  const last = isSign(tokens, unit, '#') && (isNumber(tokens, unit + 1) || isWord(tokens, unit + 1)) ? endGlued(tokens, unit + 1) : name
  add(context, at, last, 'house-direction')
}

function endGlued(tokens: Tokens, at: number): number {
  let last = at
  while (last - at < 3 && isGlued(tokens, last + 1) && (isWord(tokens, last + 1) || isNumber(tokens, last + 1))) last++
  return last
}

/** HC 61 Box 2290, RR 2 Box 88A, RR1. */
function readRoute(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isNumber(tokens, at + 1) || tokens.gap[at + 1]! > GAP.space) return
  const box = at + 2
  if (isWord(tokens, box) && /^box$/i.test(textOf(tokens, box)) && isNumber(tokens, box + 1)) {
    const last = isWord(tokens, box + 2) && isGlued(tokens, box + 2) && lengthOf(tokens, box + 2) === 1 ? box + 2 : box + 1
    add(context, at, withPlaces(tokens, last), 'route')
  } else if (textOf(tokens, at) === 'RR' && isGlued(tokens, at + 1) && isSign(tokens, at + 2, ',') && isCapitalized(tokens, at + 3))
    add(context, at, withPlaces(tokens, at + 1), 'route')
}

/** Plot 18, Sector 9, Kharghar, Navi Mumbai 410210; Lot 44, Kg Sungai Rambai, 77400 Melaka. */
function readPlot(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isNumber(tokens, at + 1) || tokens.gap[at + 1] !== GAP.space || !isSign(tokens, at + 2, ',') || !isCapitalized(tokens, at + 3))
    return
  const last = withPlaces(tokens, at + 1)
  // A lot is a batch of drugs, too, unless a post code follows.
  if (last > at + 3 && (hasPostcode(tokens, at + 2, last) || /^plot$/i.test(textOf(tokens, at)))) add(context, at, last, 'plot')
}

function hasPostcode(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (isNumber(tokens, i) && lengthOf(tokens, i) >= 5) return true
  return false
}

/** Parts behind commas: capitals, small numbers and a post code. */
function withPlaces(tokens: Tokens, given: number): number {
  let last = given
  for (let parts = 0; parts < MOST_PARTS && isSign(tokens, last + 1, ',') && tokens.gap[last + 2] === GAP.space; parts++) {
    let at = last + 2
    const start = at
    while (
      at - start < 4 &&
      (at === start || tokens.gap[at] === GAP.space) &&
      ((isCapitalized(tokens, at) && tokens.shape[at] !== SHAPE.initial && !hasRole(tokens, at, ROLE.title | ROLE.person)) ||
        (isNumber(tokens, at) && lengthOf(tokens, at) <= 6))
    )
      at++
    if (at === start || (at === start + 1 && isNumber(tokens, start))) break
    last = at - 1
  }
  return last
}
