// Addresses in forms of their own: crossings (5th and Main, Route 9 & Maple St), county roads, rural delivery and military boxes, Eircodes, streets of Spain and
// America by two numbers, German streets behind a preposition, places that stand behind an institution and `in`.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const CROSSED = hashWords('at on near off corner intersection from of by to and')
const NUMBERED_ROADS = hashWords('route rte rt hwy highway road cr sr fm interstate us county')
const CARRERAS = hashWords('cra carrera cr kr calle cl avenida av diagonal dg transversal tv')
const SERVED = hashWords(
  'clinic hospital gym store school church shop market restaurant pharmacy office bar cafe mall hotel casino prison jail plant factory warehouse shelter facility home',
)

const ROADS = hashWords('cr sr fm hwy highway road rd route rte county state')
const DELIVERIES = hashWords('apo fpo dpo rmb pmb cmr psc rd star general')
const GERMAN = hashWords('am an im in auf unter zum zur hinter bei vor')
const SHOUTED = hashWords('street st avenue ave road rd lane ln blvd drive pkwy hwy terrace')
const IN = hashWord('in')

export function findLooseStreets(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) {
      readCrossing(context, i)
      readHouseBeforeStreet(context, i)
    }
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (tokens.shape[i]! >= SHAPE.capital) {
      readCrossing(context, i)
      if (ROADS.has(hash)) readNumberedRoad(context, i)
      if (DELIVERIES.has(hash)) readDelivery(context, i)
      if (tokens.shape[i] === SHAPE.initial) readEircode(context, i)
      if (GERMAN.has(hash)) readGermanStreet(context, i)
      if (SHOUTED.has(hash)) readShoutedStreet(context, i)
      if (CARRERAS.has(hash)) readCarrera(context, i)
    } else if (hash === IN) readBehindPlace(context, i)
  }
}

findLooseStreets.starts = { words: [[IN]], shapes: CAPITALS, numbers: true }

const add = (context: LayerContext, first: number, last: number, rule: string, score = 0.8): void =>
  addTokens(context, first, last, 'location', score, `address/${rule}`, RANK.pattern)

/** The last token of one arm of a crossing: Main St, 5th, Route 9, Halsted; -1 where none begins. */
function endOfArm(tokens: Tokens, at: number): number {
  if (isNumber(tokens, at)) {
    if (!isWord(tokens, at + 1) || !isGlued(tokens, at + 1) || !/^(?:st|nd|rd|th)$/i.test(textOf(tokens, at + 1))) return -1
    return isStreet(tokens, at + 2) ? at + 2 : at + 1
  }
  if (!isWord(tokens, at) || tokens.shape[at]! < SHAPE.capital) return -1
  if (NUMBERED_ROADS.has(tokens.hash[at]!) && isNumber(tokens, at + 1) && tokens.gap[at + 1]! <= GAP.space) return at + 1
  if (
    hasRole(tokens, at, ROLE.title | ROLE.person | ROLE.relation | ROLE.month | ROLE.weekday | ROLE.unit | ROLE.medicalHead) ||
    lengthOf(tokens, at) < 3
  )
    return -1
  return isStreet(tokens, at + 1) ? at + 1 : at
}

function isStreet(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && hasRole(tokens, at, ROLE.street) && tokens.shape[at]! >= SHAPE.capital && tokens.gap[at] === GAP.space
}

/** Corner of Maple & 3rd St; at 5th and Main: one arm is a street by its form, both stand behind a word of place. */
function readCrossing(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isWord(tokens, at - 1) || !CROSSED.has(tokens.hash[at - 1]!) || tokens.gap[at]! > GAP.space) return
  const end = endOfArm(tokens, at)
  if (end < 0) return
  const joint = end + 1
  if (!isSign(tokens, joint, '&') && !isSign(tokens, joint, '/') && !(isWord(tokens, joint) && /^(?:and|at)$/i.test(textOf(tokens, joint))))
    return
  const last = tokens.gap[joint + 1]! <= GAP.space ? endOfArm(tokens, joint + 1) : -1
  if (last < 0) return
  const isCorner = isWord(tokens, at - 2) && /^(?:corner|intersection)$/i.test(textOf(tokens, at - 2))
  const arms = (isStreet(tokens, end) || isRoad(tokens, end) ? 1 : 0) + (isStreet(tokens, last) || isRoad(tokens, last) ? 1 : 0)
  const ordinals = (isOrdinal(tokens, at, end) ? 1 : 0) + (isOrdinal(tokens, joint + 1, last) ? 1 : 0)
  const isNamed = (i: number, j: number) => isWord(tokens, i) && hasLex(tokens, i, LEX_PROPER) && !hasLex(tokens, i, LEX_MEDICAL) && j === i
  const mixed = ordinals === 1 && (isNamed(at, end) || isNamed(joint + 1, last)) && !isWordOfBody(tokens, last + 1)
  if (isCorner || arms > 0 || mixed) add(context, at, last, 'crossing')
}

function isOrdinal(tokens: Tokens, first: number, last: number): boolean {
  return isNumber(tokens, first) && last > first
}

function isRoad(tokens: Tokens, at: number): boolean {
  return isNumber(tokens, at) && isWord(tokens, at - 1) && NUMBERED_ROADS.has(tokens.hash[at - 1]!)
}

/** 3rd and Fourth digits, toes, ribs. */
function isWordOfBody(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.shape[at] === SHAPE.lower && !hasRole(tokens, at, ROLE.function)
}

/** 881 CR 12; N4418 Hwy 22; 2281 State Hwy 37 S: a house on a road with a number. */
function readNumberedRoad(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!/^(?:CR|SR|FM|Hwy|HWY|Highway|Road|Rd|Route|Rte|County|State)$/.test(textOf(tokens, at))) return
  let first = at - 1
  if (/^(?:County|State|Old|US)$/.test(isWord(tokens, first) ? textOf(tokens, first) : '')) first--
  if (!isNumber(tokens, first) || lengthOf(tokens, first) < 2 || lengthOf(tokens, first) > 5 || tokens.gap[first + 1] !== GAP.space) return
  let number = at + 1
  if (/^(?:County|State)$/.test(textOf(tokens, at))) {
    if (!isWord(tokens, number) || !NUMBERED_ROADS.has(tokens.hash[number]!)) return
    number++
  }
  const isLetter = tokens.shape[number] === SHAPE.initial || (tokens.shape[number] === SHAPE.upper && lengthOf(tokens, number) === 2)
  if ((!isNumber(tokens, number) && !isLetter) || tokens.gap[number] !== GAP.space || lengthOf(tokens, number) > 4) return
  const start = isGlued(tokens, first) && isWord(tokens, first - 1) && lengthOf(tokens, first - 1) === 1 ? first - 1 : first
  add(context, start, number, 'road')
}

/** RD 4, Te Awamutu; RMB 2214; Star Route 4; PMB 118; APO AE 09114; Roadside Delivery. */
function readDelivery(context: LayerContext, at: number): void {
  const { tokens } = context
  const word = textOf(tokens, at)
  const next = at + 1
  if (/^(?:APO|FPO|DPO)$/.test(word) && isWord(tokens, next) && /^A[EAP]$/.test(textOf(tokens, next)) && lengthOf(tokens, at + 2) === 5)
    add(context, at, at + 2, 'military')
  else if (/^(?:RMB|PMB|CMR|PSC)$/.test(word) && isNumber(tokens, next) && tokens.gap[next] === GAP.space)
    add(context, at, next, 'delivery')
  else if (
    word === 'RD' &&
    isNumber(tokens, next) &&
    lengthOf(tokens, next) <= 2 &&
    isSign(tokens, at + 2, ',') &&
    isCapitalized(tokens, at + 3)
  )
    add(context, at, next, 'delivery')
  else if (/^Star$/.test(word) && isWord(tokens, next) && /^Route$/.test(textOf(tokens, next)) && isNumber(tokens, at + 2))
    add(context, at, at + 2, 'delivery')
  else if (/^General$/.test(word) && isWord(tokens, next) && /^Delivery$/.test(textOf(tokens, next)) && isSign(tokens, at + 2, ','))
    add(context, at, next, 'delivery')
}

/** H91 X2N4: a routing key and four units of the letters that An Post uses. */
function readEircode(context: LayerContext, at: number): void {
  const { tokens } = context
  if (tokens.shape[at] !== SHAPE.initial || isGlued(tokens, at) || !isNumber(tokens, at + 1) || !isGlued(tokens, at + 1)) return
  const start = tokens.start[at]!
  const match = /^[ACDEFHKNPRTVWXY]\d[\dW] ?([0-9ACDEFHKNPRTVWXY]{4})(?![\p{L}\d])/u.exec(tokens.text.slice(start, start + 9))
  if (!match || !/[A-Z]/.test(match[1]!) || !/\d/.test(match[1]!)) return
  let last = at
  while (tokens.end[last]! < start + match[0].length) last++
  add(context, at, last, 'eircode', 0.85)
}

/** Carrera 15 No. 88-21; Cra 7 # 45-12; Calle 60 No. 412. */
function readCarrera(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isNumber(tokens, at + 1) || tokens.gap[at + 1] !== GAP.space) return
  let number = at + 2
  if (isWord(tokens, number) && isGlued(tokens, number) && lengthOf(tokens, number) === 1) number++
  if (isSign(tokens, number, '#')) number++
  else if (isWord(tokens, number) && /^(?:no|nº|núm)$/i.test(textOf(tokens, number))) number += isSign(tokens, number + 1, '.') ? 2 : 1
  else return
  if (!isNumber(tokens, number) || tokens.gap[number]! > GAP.space) return
  const last = isSign(tokens, number + 1, '-') && isGlued(tokens, number + 1) && isNumber(tokens, number + 2) ? number + 2 : number
  add(context, at, last, 'carrera')
}

/** Unter den Linden 5, An der Mühle 9, Am Markt 7, 24103 Kiel. */
function readGermanStreet(context: LayerContext, at: number): void {
  const { tokens } = context
  const word = textOf(tokens, at)
  if (!/^(?:Am|An|Im|In|Auf|Unter|Zum|Zur|Hinter|Bei|Vor)$/.test(word)) return
  let name = at + 1
  const article = isWord(tokens, name) && /^(?:der|den|dem)$/.test(textOf(tokens, name))
  if (article) name++
  else if (!/^(?:Am|Im|Zum|Zur)$/.test(word)) return
  let last = name
  while (last - name < 2 && isCapitalized(tokens, last) && isCapitalized(tokens, last + 1) && tokens.gap[last + 1] === GAP.space) last++
  const house = last + 1
  if (tokens.shape[name] !== SHAPE.capital || !isNumber(tokens, house) || lengthOf(tokens, house) > 3 || tokens.gap[house] !== GAP.space)
    return
  const end = isWord(tokens, house + 1) && isGlued(tokens, house + 1) && lengthOf(tokens, house + 1) === 1 ? house + 1 : house
  const isFollowed = isSign(tokens, end + 1, ',') && isNumber(tokens, end + 2) && lengthOf(tokens, end + 2) === 5
  const isAlone = article && (tokens.gap[end + 1]! >= GAP.line || isSign(tokens, end + 1, ',') || isSign(tokens, end + 1, '.'))
  if (isFollowed || isAlone) add(context, at, end, 'german')
}

const STREET_FIRST = hashWords(
  'rue avenue av bd boulevard place allée allee chemin impasse quai route cours square passage via viale piazza corso vicolo calle avenida plaza jalan jl lorong rua travessa praça ulica ul',
)

/** 12 rue des Lilas; 12 bis, rue Victor Hugo; 12 Lorong 3: the house before a street that begins with its word. */
function readHouseBeforeStreet(context: LayerContext, at: number): void {
  const { tokens } = context
  if (
    lengthOf(tokens, at) > 4 ||
    (isGlued(tokens, at) && !isSign(tokens, at - 1, '(')) ||
    isGlued(tokens, at + 1) === isWord(tokens, at + 1)
  )
    return
  let street = at + 1
  if (isWord(tokens, street) && /^(?:bis|ter)$/i.test(textOf(tokens, street))) street++
  if (isSign(tokens, street, ',')) street++
  if (!isWord(tokens, street) || tokens.gap[street] !== GAP.space || !STREET_FIRST.has(tokens.hash[street]!)) return
  // 25 via NP: of the words that English has, too, the small ones want a particle behind them.
  const isEnglish = /^(?:via|place|route|cours|square|passage|court)$/.test(textOf(tokens, street))
  if (isEnglish && !(isWord(tokens, street + 1) && /^(?:de|du|des|d|della|dei|del)$/.test(textOf(tokens, street + 1)))) return
  let last = street
  let names = 0
  for (let i = street + 1; i < street + 7 && tokens.gap[i]! <= GAP.space; i++) {
    if (isSign(tokens, i, "'") || (isSign(tokens, i, '-') && isGlued(tokens, i))) continue
    if (isCapitalized(tokens, i) || (names === 0 && isNumber(tokens, i))) names++
    else if (!isWord(tokens, i) || !hasRole(tokens, i, ROLE.particle)) break
    if (isCapitalized(tokens, i) || isNumber(tokens, i)) last = i
  }
  if (names > 0) add(context, at, last, 'street-behind-house')
}

/** ON CEDAR AVE S, on Cedar Ave S. */
function readShoutedStreet(context: LayerContext, at: number): void {
  const { tokens } = context
  if (
    tokens.shape[at] !== SHAPE.upper ||
    !/^(?:STREET|ST|AVENUE|AVE|ROAD|RD|LANE|LN|BLVD|DRIVE|PKWY|HWY|TERRACE)$/.test(textOf(tokens, at))
  )
    return
  let first = at
  while (
    at - first < 3 &&
    tokens.shape[first - 1] === SHAPE.upper &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.function)
  )
    first--
  if (first === at || hasLex(tokens, first, LEX.abbreviation | LEX_MEDICAL) || !isWord(tokens, first - 1)) return
  if (!/^(?:ON|AT|NEAR|OFF)$/i.test(textOf(tokens, first - 1)) || (!hasLex(tokens, first, LEX_PROPER) && tokens.lex[first] !== 0)) return
  const isDirected = hasRole(tokens, at + 1, ROLE.direction) && tokens.gap[at + 1] === GAP.space && tokens.shape[at + 1]! >= SHAPE.upper
  add(context, first, isDirected ? at + 1 : at, 'street-name')
}

/** The gym in Reseda, Walmart in Elko: a capital that is no other word behind an institution. */
function readBehindPlace(context: LayerContext, preposition: number): void {
  const { tokens } = context
  const place = preposition + 1
  const before = preposition - 1
  if (tokens.gap[preposition] !== GAP.space || tokens.gap[place] !== GAP.space || tokens.shape[place] !== SHAPE.capital) return
  const isServed =
    isWord(tokens, before) &&
    (SERVED.has(tokens.hash[before]!) ||
      hasLex(tokens, before, LEX.organization) ||
      (isCapitalized(tokens, before) && hasRole(tokens, before, ROLE.facility | ROLE.organization)))
  if (!isServed || tokens.role[place] !== 0 || lengthOf(tokens, place) < 3) return
  if (hasLex(tokens, place, LEX_MEDICAL | LEX.abbreviation | LEX_ENGLISH)) return
  if (tokens.lex[place] !== 0 && !hasLex(tokens, place, LEX.city | LEX.region | LEX.proper | LEX.rareProper | LEX_NAME)) return
  let last = place
  if (
    isCapitalized(tokens, last + 1) &&
    tokens.gap[last + 1] === GAP.space &&
    hasLex(tokens, last + 1, LEX_PROPER) &&
    numberAt(tokens, last + 2) < 0
  )
    last++
  // Which hospital in a town is one of many counts beside somebody only.
  const [start, end] = [tokens.start[place]!, tokens.end[last]!]
  const margin = Number.POSITIVE_INFINITY
  context.doubtful.push({ start, end, category: 'location', score: 0.6, rule: 'place/behind-institution', rank: RANK.tagger, margin })
}
