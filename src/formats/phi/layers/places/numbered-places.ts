// Places with a number: rooms and beds with their wing, highways. An operating or examination room is nobody's.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const PLACES = hashWords('room rm bed bay cubicle cabin cell stall')
const NOT_OWN = hashWords('operating exam examination emergency recovery delivery waiting trauma treatment procedure or class')
const HIGHWAYS = hashWords('i us sr hwy highway interstate route rte')
const WARDS = hashWords('tower pavilion wing ward pod bay north south east west')
const MAX_TOKENS = 6

export function findNumberedPlaces(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.word && tokens.shape[i]! >= SHAPE.capital) {
      readHighway(context, i)
      readWard(context, i)
    }
    if (tokens.kind[i] !== KIND.word || !PLACES.has(tokens.hash[i]!) || NOT_OWN.has(tokens.hash[i - 1] ?? 0)) continue
    let first = i + 1
    while (isSign(tokens, first, '.') || isSign(tokens, first, '#') || isSign(tokens, first, ':')) first++
    if (tokens.gap[first]! > GAP.space || !isNumber(tokens, first) || lengthOf(tokens, first) > 4) continue
    const last = endOfValue(tokens, first)
    if (isMeasure(tokens, last)) continue
    readOccupant(context, last + 1)
    const wing = startOfWing(tokens, i)
    addTokens(context, wing < i ? wing : first, last, 'location', 0.75, 'place/bed', RANK.pattern)
    i = last
  }
}

findNumberedPlaces.starts = { words: [PLACES, HIGHWAYS, WARDS], shapes: [SHAPE.upper] }

/** Rm 15 Styger - TBI; bed 4 Okafor: who lies there. */
function readOccupant(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.shape[at] !== SHAPE.capital || tokens.kind[at] !== KIND.word || tokens.gap[at] !== GAP.space) return
  const isName = hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)
  if (!isName || tokens.role[at] !== 0) return
  addTokens(context, at, at, 'name', 0.7, 'name/occupant', RANK.network)
}

/** I-94, US 31, Hwy 51, Route 9, State Road 60. */
function readHighway(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!HIGHWAYS.has(tokens.hash[at]!)) return
  const name = textOf(tokens, at)
  const isLetter = /^(?:I|US|SR)$/.test(name)
  if (!isLetter && !/^(?:Hwy|Highway|Interstate|Route|Rte)$/.test(name)) return
  const number = isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1) ? at + 2 : at + 1
  if (!isNumber(tokens, number) || lengthOf(tokens, number) > 3 || tokens.gap[number]! > GAP.space) return
  if (isLetter && (number === at + 1 ? !isOnRoad(tokens, at) : !isGlued(tokens, number) || !isOnRoad(tokens, at))) return
  if (/^(?:Route|Rte)$/.test(name) && !isOnRoad(tokens, at)) return
  addTokens(context, at, number, 'location', 0.75, 'place/highway', RANK.pattern)
}

/** POD 9 is the ninth day after an operation. */
function isNumberedPart(name: string): boolean {
  return name !== 'POD' && /^(?:tower|pavilion|wing|ward|pod|bay)$/i.test(name)
}

/** CCU-7, TOWER 8, nurse from 4 North: a ward by its number. */
function readWard(context: LayerContext, at: number): void {
  const { tokens } = context
  const name = textOf(tokens, at)
  if (isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1) && isGlued(tokens, at + 2) && /^(?:[A-Z]{0,2}ICU|CCU|PACU)$/.test(name)) {
    if (isNumber(tokens, at + 2)) addTokens(context, at, endOfValue(tokens, at + 2), 'location', 0.7, 'place/ward', RANK.pattern)
  } else if (isNumber(tokens, at + 1) && tokens.gap[at + 1] === GAP.space && isNumberedPart(name)) {
    if (lengthOf(tokens, at + 1) <= 3 && !isMeasure(tokens, at + 1))
      addTokens(context, at, at + 1, 'location', 0.7, 'place/ward', RANK.pattern)
  } else if (
    isNumber(tokens, at - 1) &&
    lengthOf(tokens, at - 1) <= 2 &&
    tokens.gap[at] === GAP.space &&
    /^(?:North|South|East|West)$/.test(name)
  ) {
    if (isWord(tokens, at - 2) && /^(?:from|to|on|at|nurse|unit|floor|in)$/i.test(textOf(tokens, at - 2)))
      addTokens(context, at - 1, at, 'location', 0.7, 'place/ward', RANK.pattern)
  }
}

function isOnRoad(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && /^(?:on|off|near|along|of|from|via|take|old|to)$/i.test(textOf(tokens, at - 1))
}

/** 412B, 114-B, 2O4, 6/2. */
function endOfValue(tokens: Tokens, first: number): number {
  let last = first
  for (let at = first + 1; at < first + MAX_TOKENS && isGlued(tokens, at); at++) {
    if (isNumber(tokens, at) || (isWord(tokens, at) && lengthOf(tokens, at) <= 2)) last = at
    else if (!isSign(tokens, at, '-') && !isSign(tokens, at, '/')) break
  }
  return last
}

/** Bed 2 weeks, room 20 m: a measure. */
function isMeasure(tokens: Tokens, last: number): boolean {
  const next = last + 1
  return (
    (isSign(tokens, next, '.') && isNumber(tokens, next + 1) && isGlued(tokens, next + 1)) ||
    isSign(tokens, next, '%') ||
    (hasRole(tokens, next, ROLE.unit) && tokens.gap[next]! <= GAP.space && tokens.shape[next] === SHAPE.lower)
  )
}

/** 4 West bed 12: the floor and its wing. */
function startOfWing(tokens: Tokens, at: number): number {
  const wing = at - 1
  return isWord(tokens, wing) && hasRole(tokens, wing, ROLE.direction) && isNumber(tokens, wing - 1) && /^[A-Z]/.test(textOf(tokens, wing))
    ? wing - 1
    : at
}
