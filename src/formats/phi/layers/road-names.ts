// Roads by their letter or number: County Road 19, on FM 523, the A9 at Dalwhinnie, 2214 Mile 7 Rd, Erf 219 Acacia; ZIP codes on letters; races through a town.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { LEX, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const ROADS = hashWords('road rd route rte highway hwy')
const OWNERS = hashWords('county state township parish ranch forest farm bia reservation provincial rural')
const ON = hashWords('on off along near down via from of')
/** Behind a road of one letter and one digit, which parts of the body are called by, too. */
const BEHIND_ROAD = hashWords('at near between outside by towards toward north south east west northbound southbound eastbound westbound')
const DRIVING =
  /^(?:crash|crashed|drove|driving|driver|drives|car|van|bus|lorry|truck|motorbike|motorcycle|bike|cyclist|hit|collision|rtc|mvc|mva|wreck|rollover|rolled|stuck|broke|traffic|layby|junction|farm|house|lives|lived|pub|services|exit)$/i
const MILE = hashWord('mile')
const PARCELS = hashWords('erf stand plot portion')
const POSTED = hashWords('postmarked postmark')
const RACES = hashWords('marathon parkrun triathlon ultramarathon ironman')
const DRIVING_REACH = 8

export function findRoadNames(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.number) {
      readNumber(context, i)
      continue
    }
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    if (PARCELS.has(hash) && tokens.shape[i] === SHAPE.capital) readParcel(context, i)
    if (POSTED.has(hash)) readPostmark(context, i)
    if (RACES.has(hash)) readRace(context, i)
  }
}

const add = (context: LayerContext, first: number, last: number, rule: string): void =>
  addTokens(context, first, last, 'location', 0.75, `place/${rule}`, RANK.pattern)

function readNumber(context: LayerContext, number: number): void {
  const { tokens } = context
  const noun = number - 1
  if (!isWord(tokens, noun) || tokens.gap[number]! > GAP.space || lengthOf(tokens, number) > 4 || isMeasured(tokens, number)) return
  const owner = noun - 1
  if (
    ROADS.has(tokens.hash[noun]!) &&
    isCapitalized(tokens, noun) &&
    isWord(tokens, owner) &&
    OWNERS.has(tokens.hash[owner]!) &&
    tokens.gap[noun] === GAP.space
  )
    add(context, owner, number, 'owned-road')
  else if (textOf(tokens, noun) === 'FM' && !isGlued(tokens, number) && isWord(tokens, owner) && ON.has(tokens.hash[owner]!))
    add(context, noun, number, 'owned-road')
  else if (tokens.hash[noun] === MILE && isNumber(tokens, owner)) readMileRoad(context, owner, number)
  else if (isGlued(tokens, number) && isLetteredRoad(tokens, noun, number)) add(context, noun, number, 'lettered-road')
}

/** 2214 Mile 7 Rd */
function readMileRoad(context: LayerContext, house: number, number: number): void {
  const { tokens } = context
  const road = number + 1
  if (isWord(tokens, road) && tokens.gap[road] === GAP.space && /^(?:rd|road|line)$/i.test(textOf(tokens, road)))
    add(context, house, road, 'owned-road')
}

/** A dose, a range or a decimal behind it. */
function isMeasured(tokens: Tokens, number: number): boolean {
  const next = number + 1
  if (hasRole(tokens, next, ROLE.unit) && !hasRole(tokens, next, ROLE.function)) return true
  return (isSign(tokens, next, '.') || isSign(tokens, next, '/')) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1)
}

/** On the A9 at Dalwhinnie, stuck on the M25; the A1 pulley, the M2 segment and B12 are none. */
function isLetteredRoad(tokens: Tokens, letter: number, number: number): boolean {
  if (tokens.shape[letter] !== SHAPE.initial || !/^[AMN]$/.test(textOf(tokens, letter)) || isGlued(tokens, letter)) return false
  const the = letter - 1
  if (!isWord(tokens, the) || !/^the$/i.test(textOf(tokens, the)) || !isWord(tokens, the - 1) || !ON.has(tokens.hash[the - 1]!))
    return false
  if (isGlued(tokens, number + 1) && !isSign(tokens, number + 1, '.') && !isSign(tokens, number + 1, ',')) return false
  const behind = number + 1
  const isNear = isWord(tokens, behind) && BEHIND_ROAD.has(tokens.hash[behind]!) && tokens.shape[behind + 1] === SHAPE.capital
  return isNear || isDriven(tokens, the)
}

function isDriven(tokens: Tokens, before: number): boolean {
  for (let at = before - 1; at >= 0 && at >= before - DRIVING_REACH && tokens.gap[at + 1]! <= GAP.space; at--)
    if (isWord(tokens, at) && DRIVING.test(textOf(tokens, at))) return true
  return false
}

/** Erf 219 Acacia Str, Stand 771 Extension 4: the number of a plot and the capitals behind it. */
function readParcel(context: LayerContext, noun: number): void {
  const { tokens } = context
  const number = noun + 1
  if (!isNumber(tokens, number) || tokens.gap[number] !== GAP.space || lengthOf(tokens, number) > 6) return
  let last = number
  while (last - number < 3 && isCapitalized(tokens, last + 1) && tokens.gap[last + 1] === GAP.space && !isBreak(tokens, last + 1)) last++
  if (last > number || /^Erf$/.test(textOf(tokens, noun))) add(context, noun, last, 'parcel')
}

const isBreak = (tokens: Tokens, at: number): boolean =>
  hasRole(tokens, at, ROLE.function | ROLE.title | ROLE.month) || hasLex(tokens, at, LEX.drug | LEX.test) || isSign(tokens, at + 1, ':')

/** Postmarked 98632. */
function readPostmark(context: LayerContext, at: number): void {
  const { tokens } = context
  const code = isWord(tokens, at + 1) && /^(?:from|in|at)$/i.test(textOf(tokens, at + 1)) ? at + 2 : at + 1
  if (isNumber(tokens, code) && lengthOf(tokens, code) === 5 && tokens.gap[code] === GAP.space) add(context, code, code, 'postmark')
}

/** The Gold Coast half marathon, Bushy parkrun: the town in front of a race. */
function readRace(context: LayerContext, race: number): void {
  const { tokens } = context
  const half = race - 1
  const last = isWord(tokens, half) && /^(?:half|full|ultra|sprint)$/i.test(textOf(tokens, half)) ? half - 1 : half
  let first = last + 1
  while (last - first < 2 && isRaceName(tokens, first - 1, last) && tokens.gap[first] === GAP.space) first--
  if (first <= last && tokens.gap[first]! <= GAP.space) add(context, first, last, 'race')
}

/** A capital inside of a sentence; in small letters a town that is no other word. */
function isRaceName(tokens: Tokens, at: number, last: number): boolean {
  if (!isWord(tokens, at) || hasRole(tokens, at, ROLE.function | ROLE.month | ROLE.weekday) || hasLex(tokens, at, LEX_MEDICAL)) return false
  if (isCapitalized(tokens, at)) return tokens.gap[at]! <= GAP.space && tokens.shape[at] === SHAPE.capital
  return at === last && hasLex(tokens, at, LEX.city) && !hasLex(tokens, at, LEX.common)
}
