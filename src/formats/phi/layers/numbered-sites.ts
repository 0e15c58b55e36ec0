// Institutions and spots that a number tells apart, in any case: PS 118, local 512, 7-Eleven, Medic 12, the 101st Airborne, exit 12 off I-90, mm 112, lot 14.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const CREWS = hashWords('medic engine rescue ladder truck squad unit ambulance reach lifeflight lifestar airlife squadron station')
const SPOKEN = hashWords(
  'brought arrived transported responded found picked called on at crew reports en enroute rolled took paramedic paramedics emt ems advises',
)
const UNIONS = hashWords('local lodge troop pack post chapter')
const UNION_BEHIND = hashWords(
  'of union from member teamsters ironworkers carpenters electricians plumbers boilermakers pipefitters ibew uaw seiu ufcw afscme steelworkers vfw legion amvets elks moose eagles scout cub boy girl scouts',
)
const CORPS = hashWords(
  'airborne infantry marines marine cavalry division battalion brigade regiment armored artillery fighter bomber wing',
)
const NOUNS = hashWords(
  'ps is ms jhs hs medic engine rescue ladder truck squad unit ambulance reach lifeflight lifestar airlife squadron station local lodge troop pack post chapter mm milepost exit marker lot space slip site rr us i sr cr fm hwy highway interstate route rte state county zip zipcode code of',
)
const NUMBER_BRANDS = hashWords('eleven')
const ROADS = /^(?:us|i|sr|cr|fm|hwy|highway|interstate|route|rte|state|county)$/i

export function findNumberedSites(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (!isNumber(tokens, i) || lengthOf(tokens, i) > 5) continue
    readBehindNumber(context, i)
    const isHash = isSign(tokens, i - 1, '#') && isGlued(tokens, i)
    const noun = isHash ? i - 2 : i - 1
    if (!isWord(tokens, noun) || tokens.gap[isHash ? i - 1 : i]! > GAP.space) {
      readDottedSchool(context, i)
      readHyphenRoad(context, i)
      continue
    }
    readBehindNoun(context, noun, i)
  }
}

findNumberedSites.starts = { numbers: true }

const add = (context: LayerContext, first: number, last: number, category: PhiCategory): void =>
  addTokens(context, first, last, category, 0.75, `${category === 'location' ? 'place' : 'institution'}/numbered-site`, RANK.pattern)

function readBehindNoun(context: LayerContext, noun: number, number: number): void {
  const { tokens } = context
  const hash = tokens.hash[noun]!
  if (!NOUNS.has(hash) || isMeasure(tokens, number)) return
  if (isSchool(tokens, noun, number)) add(context, noun, number, 'organization')
  else if (CREWS.has(hash) && isCrew(tokens, noun, number)) add(context, noun, number, 'organization')
  else if (UNIONS.has(hash) && isUnion(tokens, noun, number)) add(context, startOfUnion(tokens, noun), number, 'organization')
  else if (/^(?:mm|milepost|exit)$/i.test(textOf(tokens, noun)) || isMarker(tokens, noun)) readMile(context, noun, number)
  else if (/^(?:lot|unit|space|slip|site)$/i.test(textOf(tokens, noun))) readPitch(context, noun, number)
  else if (
    /^rr$/i.test(textOf(tokens, noun)) &&
    isWord(tokens, noun - 1) &&
    /^(?:on|at|off|address|lives)$/i.test(textOf(tokens, noun - 1))
  )
    add(context, noun, number, 'location')
  else if (ROADS.test(textOf(tokens, noun)) && isOnRoad(tokens, noun)) add(context, noun, number, 'location')
  else if (isZipLabel(tokens, noun) && lengthOf(tokens, number) === 5) add(context, number, number, 'location')
}

/** 7-Eleven; served with the 101st Airborne. */
function readBehindNumber(context: LayerContext, number: number): void {
  const { tokens } = context
  const next = number + 1
  if (isSign(tokens, next, '-') && isGlued(tokens, next) && isGlued(tokens, next + 1) && NUMBER_BRANDS.has(tokens.hash[next + 1]!))
    add(context, number, next + 1, 'organization')
  if (!isWord(tokens, next) || !isGlued(tokens, next) || !/^(?:st|nd|rd|th|d)$/i.test(textOf(tokens, next))) return
  // The 10th Mountain Division
  const unit = next + 2
  if (isCapitalized(tokens, next + 1) && isCapitalized(tokens, unit) && CORPS.has(tokens.hash[unit]!) && tokens.gap[unit] === GAP.space) {
    add(context, number, unit, 'organization')
    return
  }
  if (
    isWord(tokens, next + 1) &&
    CORPS.has(tokens.hash[next + 1]!) &&
    tokens.gap[next + 1] === GAP.space &&
    isInCorps(tokens, number, next + 1)
  ) {
    let last = next + 1
    while (isCapitalized(tokens, last + 1) && CORPS.has(tokens.hash[last + 1]!) && tokens.gap[last + 1] === GAP.space) last++
    add(context, number, last, 'organization')
  }
}

function isInCorps(tokens: Tokens, number: number, corps: number): boolean {
  if (isCapitalized(tokens, corps)) return true
  return (
    isWord(tokens, number - 1) &&
    /^(?:the|with|in)$/i.test(textOf(tokens, number - 1)) &&
    !/^(?:division|wing)$/.test(textOf(tokens, corps))
  )
}

/** PS 118, MS 22, IS 61 behind a word of school; P.S. with dots is no other thing. */
function isSchool(tokens: Tokens, noun: number, number: number): boolean {
  if (lengthOf(tokens, number) > 3 || !/^(?:ps|is|ms|jhs|hs)$/i.test(textOf(tokens, noun))) return false
  for (let i = noun - 1; i >= noun - 4 && i >= 0 && tokens.gap[i + 1]! <= GAP.space; i--)
    if (
      isWord(tokens, i) &&
      /^(?:grader?|school|student|teacher|teaches|attends|class|kindergarten|kindergartner|pre-?k|goes|nurse)$/i.test(textOf(tokens, i))
    )
      return isWord(tokens, noun - 1) && /^(?:at|in|to|from|attends|school|of)$/i.test(textOf(tokens, noun - 1))
  return false
}

/** P.S. 118. */
function readDottedSchool(context: LayerContext, number: number): void {
  const { tokens } = context
  if (
    !isSign(tokens, number - 1, '.') ||
    !isSign(tokens, number - 3, '.') ||
    tokens.gap[number] !== GAP.space ||
    lengthOf(tokens, number) > 3
  )
    return
  const letters = isWord(tokens, number - 4) && isWord(tokens, number - 2) ? textOf(tokens, number - 4) + textOf(tokens, number - 2) : ''
  if (/^(?:PS|IS|MS)$/.test(letters)) add(context, number - 4, number, 'organization')
}

/** Medic 12 brought him; Engine 44 on scene. */
function isCrew(tokens: Tokens, noun: number, number: number): boolean {
  const name = textOf(tokens, noun)
  if (lengthOf(tokens, number) > 3 || /^(?:unit|truck|station)$/i.test(name)) return false
  const spoken = isWord(tokens, number + 1) && SPOKEN.has(tokens.hash[number + 1]!) && tokens.gap[number + 1] === GAP.space
  return (
    spoken ||
    (tokens.shape[noun]! >= SHAPE.capital && isWord(tokens, noun - 1) && /^(?:by|via|per|with|crew|from)$/i.test(textOf(tokens, noun - 1)))
  )
}

function isUnion(tokens: Tokens, noun: number, number: number): boolean {
  if (lengthOf(tokens, number) > 4 || numberAt(tokens, number) < 2) return false
  return isWord(tokens, noun - 1) && UNION_BEHIND.has(tokens.hash[noun - 1]!) && tokens.gap[noun]! <= GAP.space
}

function startOfUnion(tokens: Tokens, noun: number): number {
  return /^(?:of|from|member|the)$/i.test(textOf(tokens, noun - 1)) ? noun : noun - 1
}

/** Mile marker 112, mile post 9. */
function isMarker(tokens: Tokens, at: number): boolean {
  return /^(?:marker|post)$/i.test(textOf(tokens, at)) && isWord(tokens, at - 1) && /^mile$/i.test(textOf(tokens, at - 1))
}

/** I-40 mm 212; exit 12 off I-90; milepost 14 Route 6: only beside a road, since mm is a measure, too. */
function readMile(context: LayerContext, noun: number, number: number): void {
  const { tokens } = context
  const first = isMarker(tokens, noun) ? noun - 1 : noun
  if (isRoadNumber(tokens, first - 1)) add(context, first, number, 'location')
  const link = isWord(tokens, number + 1) && /^(?:off|on|of|along)$/i.test(textOf(tokens, number + 1)) ? number + 2 : number + 1
  const road = isWord(tokens, link) && /^the$/i.test(textOf(tokens, link)) ? link + 1 : link
  const end = endOfRoad(tokens, road)
  if (end > road) add(context, first, end, 'location')
  else if (first < noun || /^milepost$/i.test(textOf(tokens, noun))) add(context, first, number, 'location')
}

function isRoadNumber(tokens: Tokens, given: number): boolean {
  const at = isSign(tokens, given, ',') ? given - 1 : given
  if (!isNumber(tokens, at)) return false
  const name = isSign(tokens, at - 1, '-') ? at - 2 : at - 1
  return isWord(tokens, name) && ROADS.test(textOf(tokens, name))
}

/** The last token of I-90, US 64, Route 6; the first one where no road begins. */
function endOfRoad(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) || !ROADS.test(textOf(tokens, at)) || tokens.gap[at]! > GAP.space) return at
  const number = isSign(tokens, at + 1, '-') ? at + 2 : at + 1
  return isNumber(tokens, number) && lengthOf(tokens, number) <= 4 && tokens.gap[number]! <= GAP.space ? number : at
}

/** On i-80, off route 9: a road by its number behind a word of place. */
function readHyphenRoad(context: LayerContext, number: number): void {
  const { tokens } = context
  if (!isSign(tokens, number - 1, '-') || !isGlued(tokens, number) || !isGlued(tokens, number - 1) || lengthOf(tokens, number) > 3) return
  const name = number - 2
  if (isWord(tokens, name) && /^(?:us|i|sr|fm|hwy)$/i.test(textOf(tokens, name)) && isOnRoad(tokens, name))
    add(context, name, number, 'location')
}

/** Behind a word of roads, and where the letters are other words, too, behind one of driving. */
function isOnRoad(tokens: Tokens, name: number): boolean {
  const before = name - 1
  if (
    !isWord(tokens, before) ||
    tokens.gap[name] !== GAP.space ||
    !/^(?:on|off|near|past|along|via|down|from|bia|old|mva|mvc|wreck|rollover)$/i.test(textOf(tokens, before))
  )
    return false
  if (/^(?:route|rte|hwy|highway|interstate)$/i.test(textOf(tokens, name))) return true
  for (let i = before; i >= 0 && i >= before - 6 && tokens.gap[i + 1]! <= GAP.space; i--)
    if (
      isWord(tokens, i) &&
      /^(?:mvc|mva|lives|crash|crashed|accident|wreck|rollover|drove|driving|hit|house|farm|trailer|collision|rolled|found|motorcycle|truck|car|gravel|past|turn|miles)$/i.test(
        textOf(tokens, i),
      )
    )
      return true
  return false
}

/** Lot 14 Shady Acres; unit 6, Oakmead Park: a pitch with a name behind it. A lot of a vaccine has none. */
function readPitch(context: LayerContext, noun: number, number: number): void {
  const { tokens } = context
  let at = number + 1
  if (isWord(tokens, at) && isGlued(tokens, at) && lengthOf(tokens, at) === 1) at++
  if (isSign(tokens, at, ',')) at++
  let last = at - 1
  while (last - at < 3 && isWord(tokens, last + 1) && tokens.gap[last + 1] === GAP.space && !hasRole(tokens, last + 1, ROLE.function))
    last++
  if (last < at + 1 || !isHomeHead(tokens, last) || hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)) {
    if (last <= at + 1 || !isHomeHead(tokens, last - 1)) return
    last--
  }
  add(context, noun, last, 'location')
}

function isHomeHead(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    /^(?:acres|estates|park|village|court|mhp|trailer|campground|marina|manor|mobile|grove|terrace|gardens|homes)$/i.test(
      textOf(tokens, at),
    )
  )
}

/** Zip is 60614; zip code: 60614. */
function isZipLabel(tokens: Tokens, given: number): boolean {
  const at = /^(?:is|of|code)$/i.test(textOf(tokens, given)) ? given - 1 : given
  if (!isWord(tokens, at)) return false
  if (at < given && /^code$/i.test(textOf(tokens, at))) return isWord(tokens, at - 1) && /^zip$/i.test(textOf(tokens, at - 1))
  return /^(?:zip|zipcode)$/i.test(textOf(tokens, at))
}

/** Engine 44 mg, local 3 days: the number counts something. */
function isMeasure(tokens: Tokens, number: number): boolean {
  const next = number + 1
  if (
    isSign(tokens, next, '%') ||
    ((isSign(tokens, next, '.') || isSign(tokens, next, '/')) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1))
  )
    return true
  return (
    tokens.kind[next] === KIND.word &&
    hasRole(tokens, next, ROLE.unit) &&
    tokens.gap[next]! <= GAP.space &&
    tokens.shape[next] === SHAPE.lower
  )
}
