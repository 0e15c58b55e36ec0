// Postal addresses: house number and street in either order, boxes, post codes, and the city, state and post code around them.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { mayBeHouse } from './house-numbers.ts'
import { readLetterPostcode, readPostcode } from './postcodes.ts'

const STREET_BEFORE = hashWords(
  'calle c avenida avda plaza paseo ronda travesía travesia camino carretera urbanización via viale piazza corso vicolo rue avenue boulevard place allée allee chemin impasse quai route rua travessa praça strada șoseaua soseaua ulica ul улица bulevar jalan jl ulice đường duong',
)
/** The first word of what `readBox` reads. */
const BOXES = hashWords('p po pobox post rural rr apartado postfach box')
const ARTICLES = hashWords('dei delle degli dello della')
const UNIT_WORDS = hashWords(
  'apt apartment unit suite ste room rm floor fl lot trailer bldg building flat no piso puerta escalera planta esc dpto wohnung',
)

export function findAddresses(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) {
    let last = -1
    if (tokens.kind[i] === KIND.number) {
      last = readHouseFirst(context, i)
      if (last < 0) last = readPostcode(context, i)
    } else if (tokens.kind[i] === KIND.word) last = readFromWord(context, i)
    if (last > i) i = last
  }
}

const add = (context: LayerContext, first: number, last: number, rule: string, score: number): number => {
  addTokens(context, first, last, 'location', score, `address/${rule}`, RANK.pattern)
  return readPlaceBehind(context, last)
}

const MAX_STREET_WORDS = 5

/** 4410 N. Damen Ave #2R; 12 Old Mill Road, Apt 4. */
function readHouseFirst(context: LayerContext, at: number): number {
  const { tokens } = context
  if (!mayBeHouse(tokens, at)) return -1
  let i = at + 1
  if (isGlued(tokens, i) && isWord(tokens, i) && lengthOf(tokens, i) === 1) i++
  else if (isGlued(tokens, i) && isSign(tokens, i, '-') && (isNumber(tokens, i + 1) || isWord(tokens, i + 1))) i += 2
  let words = 0
  let street = -1
  for (; words < MAX_STREET_WORDS && i < tokens.count && tokens.gap[i]! <= GAP.space; i++) {
    if (isSign(tokens, i, '.') && (hasRole(tokens, i - 1, ROLE.direction | ROLE.street) || lengthOf(tokens, i - 1) <= 3)) continue
    if (isSign(tokens, i, '-') && isGlued(tokens, i) && isGlued(tokens, i + 1)) continue
    if (words > 0 && isStreetWord(tokens, i)) street = i
    if (isNumber(tokens, i) && isWord(tokens, i + 1) && isGlued(tokens, i + 1) && /^(?:st|nd|rd|th)$/i.test(textOf(tokens, i + 1))) i++
    else if (
      !isCapitalized(tokens, i) &&
      !hasRole(tokens, i, ROLE.particle) &&
      !(street === i) &&
      !hasLex(tokens, i, LEX.last | LEX.city | LEX.first)
    )
      break
    words++
  }
  if (street < 0) return readSuffixStreet(context, at)
  if (hasRole(tokens, street, ROLE.unit) && tokens.shape[street] === SHAPE.lower && lengthOf(tokens, street) <= 2) return -1
  return add(context, at, withUnit(tokens, withDirection(tokens, street)), 'street', 0.95)
}

function isStreetWord(tokens: Tokens, at: number): boolean {
  if (!hasRole(tokens, at, ROLE.street)) return false
  return (
    tokens.shape[at]! >= SHAPE.capital ||
    (lengthOf(tokens, at) > 2 &&
      (isCapitalized(tokens, at - 1) || hasLex(tokens, at - 1, LEX.last)) &&
      !/^(?:place|run|pass|way|court|place|row|walk|path|rise|loop|crossing|bend)$/i.test(textOf(tokens, at)))
  )
}

function withDirection(tokens: Tokens, at: number): number {
  let last = at
  if (isSign(tokens, last + 1, '.') && lengthOf(tokens, at) <= 4 && isGlued(tokens, last + 1)) last++
  if (
    isWord(tokens, last + 1) &&
    hasRole(tokens, last + 1, ROLE.direction) &&
    tokens.shape[last + 1]! >= SHAPE.capital &&
    tokens.gap[last + 1]! <= GAP.space &&
    !(isSign(tokens, last + 2, '.') && lengthOf(tokens, last + 1) === 1)
  )
    return last + 1
  return isSign(tokens, last, '.') && !hasUnit(tokens, last + 1) ? last - 1 : last
}

function hasUnit(tokens: Tokens, at: number): boolean {
  const i = isSign(tokens, at, ',') ? at + 1 : at
  return isSign(tokens, i, '#') || (isWord(tokens, i) && UNIT_WORDS.has(tokens.hash[i]!))
}

/** #2R, Apt 4B, , Suite 100, and further ones. */
function withUnit(tokens: Tokens, at: number): number {
  let last = at
  for (let rounds = 0; rounds < 3 && hasUnit(tokens, last + 1); rounds++) {
    let i = last + 1
    if (tokens.gap[i]! > GAP.line) return last
    if (isSign(tokens, i, ',')) i++
    if (isWord(tokens, i)) i++
    while (isSign(tokens, i, '.') || isSign(tokens, i, '#')) i++
    if ((!isNumber(tokens, i) && !isWord(tokens, i)) || tokens.gap[i]! > GAP.space) return last
    if (isWord(tokens, i) && lengthOf(tokens, i) > 2 && !isNumber(tokens, i + 1)) return last
    while (
      isGlued(tokens, i + 1) &&
      (isWord(tokens, i + 1) ||
        isNumber(tokens, i + 1) ||
        (isSign(tokens, i + 1, '-') && isGlued(tokens, i + 2) && !isSign(tokens, i + 2, '.')))
    )
      i++
    last = i
  }
  return last
}

const SUFFIX_STREET =
  /^\p{L}{3,30}(?:stra(?:ss|ß)e|str|gasse|allee|platz|weg|ring|damm|straat|laan|plein|gracht|kade|weg|dreef|hof|markt|ufer|steig|graben|kamp|gatan|vägen|veien|vej|gade|gata|katu|tie|utca|kerkstraat)$/iu

/** 18 Kerkstraat; 6750 Koskikatu. */
function readSuffixStreet(context: LayerContext, at: number): number {
  const { tokens } = context
  const next = at + 1
  if (
    !isCapitalized(tokens, next) ||
    tokens.gap[next]! > GAP.space ||
    lengthOf(tokens, next) < 6 ||
    !SUFFIX_STREET.test(textOf(tokens, next))
  )
    return -1
  const last = isNumber(tokens, next + 1) && tokens.gap[next + 1]! <= GAP.space ? next + 1 : next
  return add(context, at, last, 'street-suffix', 0.85)
}

function readFromWord(context: LayerContext, at: number): number {
  const { tokens } = context
  const box = BOXES.has(tokens.hash[at]!) ? readBox(context, at) : -1
  if (box > 0) return box
  if (
    isCapitalized(tokens, at) &&
    lengthOf(tokens, at) >= 6 &&
    isNumber(tokens, houseBehind(tokens, at)) &&
    tokens.gap[houseBehind(tokens, at)] === GAP.space &&
    SUFFIX_STREET.test(textOf(tokens, at)) &&
    (houseBehind(tokens, at) === at + 1 || /str$/i.test(textOf(tokens, at)))
  ) {
    return add(context, withStreetWords(tokens, at), withHouseSuffix(tokens, houseBehind(tokens, at)), 'street-suffix', 0.92)
  }
  if (STREET_BEFORE.has(tokens.hash[at]!) && !isGlued(tokens, at) && (tokens.shape[at]! >= SHAPE.capital || lengthOf(tokens, at) > 4))
    return readStreetFirst(context, at)
  if (tokens.shape[at]! >= SHAPE.upper && tokens.shape[at] !== SHAPE.mixed) {
    const code = readLetterPostcode(context, at)
    if (code > 0) return code
  }
  if (hasRole(tokens, at, ROLE.street) && tokens.shape[at] === SHAPE.capital) return readStreetWithoutHouse(context, at)
  return -1
}

/** Where the number of the house stands: Kerkstraat 18, Lindenstr. 14. */
function houseBehind(tokens: Tokens, at: number): number {
  return isSign(tokens, at + 1, '.') && isGlued(tokens, at + 1) ? at + 2 : at + 1
}

/** Am Alten Markt-style names: capitals in front of the word belong to it. */
function withStreetWords(tokens: Tokens, at: number): number {
  let first = at
  while (
    at - first < 3 &&
    isWord(tokens, first - 1) &&
    tokens.shape[first - 1] === SHAPE.capital &&
    tokens.gap[first]! === GAP.space &&
    /^(?:am|an|der|alte|alten|neue|große|kleine|sankt|dronning|kong|prins)$/i.test(textOf(tokens, first - 1))
  )
    first--
  return first
}

function withHouseSuffix(tokens: Tokens, at: number): number {
  let last = at
  if (isWord(tokens, last + 1) && isGlued(tokens, last + 1) && lengthOf(tokens, last + 1) === 1) last++
  if (isSign(tokens, last + 1, '-') && isNumber(tokens, last + 2) && isGlued(tokens, last + 2)) last += 2
  return last
}

/** PO Box 123; P.O. Box 9; Rural Route 2, Box 88; RR 3. */
function readBox(context: LayerContext, at: number): number {
  const { tokens } = context
  const start = tokens.start[at]!
  const match = /^(?:p\.? ?o\.? ?box|post office box|rural route|rr|apartado|postfach|box) #?\d{1,6}(?:,? box \d{1,6})?/i.exec(
    tokens.text.slice(start, start + 60),
  )
  if (
    !match ||
    (/^box/i.test(match[0]) && !(isSign(tokens, at - 1, ',') && tokens.shape[at] === SHAPE.capital)) ||
    (/^rr/i.test(match[0]) && !/box/i.test(match[0]))
  )
    return -1
  let last = at
  while (tokens.end[last]! < start + match[0].length) last++
  return add(context, at, last, 'box', 0.9)
}

/** Calle Serrano 42; Calle Carmen Romero, 23, 1D; Via Roma 12. */
function readStreetFirst(context: LayerContext, at: number): number {
  const { tokens } = context
  let i = at + 1
  if (isSign(tokens, i, '/') && isGlued(tokens, i + 1) && lengthOf(tokens, i + 1) === 1) return -1
  if (isSign(tokens, i, '.') || isSign(tokens, i, '/')) i++
  let words = 0
  for (; words < 7 && isWord(tokens, i) && tokens.gap[i]! <= GAP.space; i++) {
    if (!isCapitalized(tokens, i) && !hasRole(tokens, i, ROLE.particle) && !ARTICLES.has(tokens.hash[i]!)) break
    if (isCapitalized(tokens, i)) words++
    if (isSign(tokens, i + 1, '.') && lengthOf(tokens, i) <= 2) i++
  }
  if (words === 0) return -1
  let house = isSign(tokens, i, ',') ? i + 1 : i
  if (isWord(tokens, house) && /^(?:n|nº|no|núm|num)$/i.test(textOf(tokens, house))) house++
  while (isSign(tokens, house, '.') || isSign(tokens, house, 'º') || isSign(tokens, house, '°')) house++
  if (!isNumber(tokens, house) || tokens.gap[house]! > GAP.space || lengthOf(tokens, house) > 5)
    return words > 0 && /^(?:calle|avenida|avda|plaza|rue|via|viale|piazza)$/i.test(textOf(tokens, at))
      ? add(context, at, i - 1, 'street-first', 0.7)
      : -1
  let last = withHouseSuffix(tokens, house)
  for (let rounds = 0; rounds < 3 && isSign(tokens, last + 1, ','); rounds++) {
    const next = last + 2
    if (!isNumber(tokens, next) || lengthOf(tokens, next) > 2 || tokens.gap[next]! > GAP.space) break
    last = next
    while (isGlued(tokens, last + 1) && (isWord(tokens, last + 1) || isSign(tokens, last + 1, 'º') || isSign(tokens, last + 1, 'ª'))) last++
    if (
      isWord(tokens, last + 1) &&
      tokens.gap[last + 1]! <= GAP.space &&
      lengthOf(tokens, last + 1) <= 2 &&
      isCapitalized(tokens, last + 1)
    )
      last++
  }
  return add(context, at, last, 'street-first', 0.92)
}

/** Lives on Coral Way: a street without a number needs `on`, `at` or `near` before it. */
function readStreetWithoutHouse(context: LayerContext, at: number): number {
  const { tokens } = context
  let first = at
  while (
    at - first < 3 &&
    isWord(tokens, first - 1) &&
    tokens.shape[first - 1] === SHAPE.capital &&
    tokens.gap[first]! === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.medicalHead)
  )
    first--
  const bracketed = isSign(tokens, first - 1, '(') && isSign(tokens, at + 1, ')')
  if (
    first === at ||
    (!bracketed && !isWord(tokens, first - 1)) ||
    (!bracketed && !/^(?:on|at|near|off|along|to|from|down|up)$/i.test(textOf(tokens, first - 1))) ||
    !/^(?:street|avenue|ave|road|rd|drive|lane|ln|boulevard|blvd|parkway|pkwy|highway|terrace|way|st|pike|trail|court|ct|circle)$/i.test(
      textOf(tokens, at),
    )
  )
    return -1
  return add(context, first, at, 'street-name', 0.8)
}

/** Behind a street: `, 111 20 Stockholm`, `, 24768 Rendsburg`, `, 1012 AB Amsterdam`. */
function readPostcodeCity(context: LayerContext, last: number): number {
  const { tokens } = context
  const first = isSign(tokens, last + 1, ',') ? last + 2 : last + 1
  if (!isNumber(tokens, first) || tokens.gap[first]! > GAP.line || (first === last + 1 && tokens.gap[first] !== GAP.line)) return last
  const size = lengthOf(tokens, first)
  let city = first + 1
  if (size === 3 && isNumber(tokens, city) && lengthOf(tokens, city) === 2 && tokens.gap[city] === GAP.space) city++
  else if (size === 4 && isWord(tokens, city) && tokens.shape[city] === SHAPE.upper && lengthOf(tokens, city) === 2) city++
  else if (size !== 4 && size !== 5) return last
  if (!isCapitalized(tokens, city) || tokens.gap[city] !== GAP.space) return last
  if (/^(?:Bad|Sankt|St|Den|Le|La|Los|San|Santa|Nova|Novo|New|Alt|Neu|Groß)$/.test(textOf(tokens, city)) && isCapitalized(tokens, city + 1))
    city++
  addTokens(context, first, city, 'location', 0.9, 'address/postcode-city', RANK.pattern)
  return city
}

/** Behind a street: `, Springfield, IL 62704`, `Chicago 60625`. */
function readPlaceBehind(context: LayerContext, last: number): number {
  const { tokens } = context
  let at = last + 1
  let found = last
  if (isSign(tokens, at, ',') || isSign(tokens, at, '.')) at++
  const first = at
  for (let words = 0; words < 3 && isCapitalized(tokens, at) && tokens.gap[at]! <= GAP.line && !isSign(tokens, at + 1, ':'); words++) {
    if (tokens.gap[at] === GAP.line && !hasLex(tokens, at, LEX.city | LEX.region | LEX.proper)) break
    if (words > 0 && tokens.gap[at]! > GAP.space) break
    // The letters of a post code: Leeds LS6 2QT.
    if (isNumber(tokens, at + 1) && isGlued(tokens, at + 1)) break
    found = at++
  }
  if (found === last) return readPostcodeCity(context, last)
  const comma = isSign(tokens, last + 1, ',')
  if (!comma && !hasLex(tokens, found, LEX.city | LEX.region) && !hasRole(tokens, found, ROLE.state)) return last
  if (isSign(tokens, last + 1, '.') && tokens.gap[first]! > GAP.none && !hasLex(tokens, first, LEX.city)) return last
  if (
    isSign(tokens, at, ',') &&
    isCapitalized(tokens, at + 1) &&
    (hasRole(tokens, at + 1, ROLE.state) || hasLex(tokens, at + 1, LEX.region))
  )
    found = at + 1
  addTokens(context, first, found, 'location', 0.9, 'address/city', RANK.pattern)
  return found
}
