// Carries institutions that the layers found on over what belongs to them by form: Costwell warehouse 14, tulloch fencing, Our Lady's Hospice, Bord na Móna, the Rotunda.
import type { Candidate } from './candidate.ts'
import { hashWords } from './fold.ts'
import { BESIDE_SITES } from './layers/slot-words.ts'
import { LEX } from './lexicon-bits.ts'
import {
  hasLex,
  hasRole,
  isCapitalized,
  isGlued,
  isNumber,
  isSign,
  isSmallLatin,
  isWord,
  lengthOf,
  textOf,
  tokenAt,
} from './token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from './tokens.ts'
import { ROLE } from './word-roles.ts'

/** Nouns behind a name that make a firm of it, whoever bears the name: gillespie haulage. */
const SURE_HEADS = hashWords(
  'poultry haulage hauling fencing roofing plumbing paving scaffolding joinery carpets kitchens joiners masonry welding drywall landscaping trucking logistics freight haulers quarry foundry forge sawmill shipyard steelworks ironworks glassworks coachworks brickworks cannery brewery distillery creamery winery fisheries seafoods seafood meats orchards nurseries timber lumber plastics textiles mutual casualty paratransit offshore motors catering florist florists bakery butchers cafe steel concrete electric electrical coop co-op grange depot annex primary elementary academy infants montessori daycare preschool playgroup packing packers trawlers ferries coaches taxis cabs',
)
/** Nouns that name a part or the kind of an institution behind its name. */
const HEADS = hashWords(
  'warehouse plant mill factory yard yards mine refinery store shop canteen pool pub bar hotel school schools college nursery clinic hospital surgery practice pharmacy chemist drug manor lodge home homes unit wing pavilion campus lab labs partnership partners trust group associates foundation institute centre center dental dentistry house buses bus station depot shelter hostel hall church parish mosque temple club gym league works society med ctr mtc rr hosp hlth peds path co inc ltd union council leisure office offices kids bank',
)
/** What may stand between the name and the noun. */
const MIDDLES = hashWords(
  'army navy air force gift coffee quick emi ems bus body eye dental medical med health family school primary secondary high middle elementary infant infants junior senior care nursing packing fish meat chicken pork auto tyre tire repair sugar cotton oil gas coal power car truck county township parish grange distribution fulfillment fulfilment call data day youth sports football rugby soccer golf tennis swim swimming community leisure garden funeral tea minor home credit',
)
/** Nouns that a number follows. */
const NUMBERED = hashWords('warehouse depot shaft plant store pit mine terminal pier dock building bldg block hall mill depot site school')
/** Nouns that make an institution of a town in front of them. */
const TOWN_HEADS = hashWords('med hosp hospital ctr clinic infirmary campus mtc practice')
/** Words that open the names of institutions alone, whatever was found behind them. */
const SURE_LEADS = hashWords(
  'congregation ysgol scoil gaelscoil ardscoil laerskool hoërskool masjid gurdwara bord bus camp hmp convent kita escuela colegio fort ft',
)
const LEADS = hashWords('our all st mt mount saint')
const ORDINALS = hashWords('main first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth')
const QUALIFIERS = hashWords('primary elementary electric steel concrete drug home house lab labs dental med body mutual park path peds')
const QUALIFIED = hashWords(
  'complaint care closure survey diagnosis repair doc doctor provider physician team scooter wheelchair wire plate rod rods screw mesh results result values work draw test tests screen level levels study studies visit visits therapy meds medications list reconciliation allergy interaction report note notes implant implants caries pain problem agreement consent ct mri bp',
)
const JOINTS = hashWords('na of de del da do di van von am an')
const NO_COMPOUND = hashWords(
  'based affiliated area run owned type style sponsored like related issued approved wide led trained employed free',
)
const MOST_WORDS = 4
const STOPS = ROLE.function | ROLE.pronoun

/** A longer candidate for each institution that goes on. */
export function extendSites(tokens: Tokens, found: Candidate[]): void {
  for (let i = 0, count = found.length; i < count; i++) {
    const candidate = found[i]!
    const kind = kindOf(candidate)
    if (kind === undefined) continue
    const first = tokenAt(tokens.start, tokens.count, candidate.start)
    const last = tokenAt(tokens.end, tokens.count, candidate.end)
    if (first < 0 || last < 0) continue
    const end = endOfSite(tokens, last, kind)
    const start = startOfSite(tokens, first, last, kind)
    if (start === first && end === last) continue
    const category = kind === 'site' ? candidate.category : TOWN_HEADS.has(tokens.hash[end]!) ? 'facility' : 'organization'
    found.push({ ...candidate, category, start: tokens.start[start]!, end: tokens.end[end]! })
  }
}

type Kind = 'site' | 'person' | 'town'

/** A person or a town by the tagger may be the first word of a firm. */
function kindOf({ category, rule }: Candidate): Kind | undefined {
  if (category === 'facility' || category === 'organization') return 'site'
  if (!/^(?:tagger|beside|place\/small)/.test(rule)) return undefined
  return category === 'name' ? 'person' : category === 'location' ? 'town' : undefined
}

function endOfSite(tokens: Tokens, last: number, given: Kind): number {
  let end = last
  let kind = given
  for (let words = 0; words < MOST_WORDS; words++) {
    const next = stepBehind(tokens, end, kind)
    if (next <= end) break
    end = next
    kind = 'site'
  }
  return end
}

function stepBehind(tokens: Tokens, last: number, kind: Kind): number {
  const next = last + 1
  if (next >= tokens.count || tokens.gap[next]! > GAP.space) return last
  const head = endOfHead(tokens, last, kind)
  if (head > last || kind !== 'site') return head
  if (tokens.kind[next] === KIND.sign && tokens.hash[next] === POSSESSIVE && isGlued(tokens, next)) return next
  if (isSign(tokens, next, '-') && isGlued(tokens, next) && isGlued(tokens, next + 1) && isWord(tokens, next + 1))
    return NO_COMPOUND.has(tokens.hash[next + 1]!) ? last : next + 1
  if (isNumber(tokens, next)) return endOfNumber(tokens, last)
  if (isWord(tokens, next) && /^on$/.test(textOf(tokens, next))) return endOfStreet(tokens, last)
  const isJoint = isSign(tokens, next, '&') || (tokens.shape[next] === SHAPE.lower && JOINTS.has(tokens.hash[next]!))
  if (isJoint && isNamePart(tokens, next + 1)) return next + 1
  return last
}

/** The noun behind the name, at most one word between them; `last` where none stands there. */
function endOfHead(tokens: Tokens, last: number, kind: Kind): number {
  for (let at = last + 1; at <= last + 2 && isWord(tokens, at) && tokens.gap[at] === GAP.space; at++) {
    const hash = tokens.hash[at]!
    const isHead = SURE_HEADS.has(hash) || (kind === 'site' && HEADS.has(hash)) || (kind === 'town' && TOWN_HEADS.has(hash))
    if (isHead && !(MIDDLES.has(hash) && endOfHead(tokens, at, kind) > at))
      return hasRole(tokens, at + 1, ROLE.medicalHead) || isPlainKind(tokens, at) ? last : at
    if (!MIDDLES.has(hash)) break
  }
  return last
}

/** Primary care, electric scooter: the noun qualifies what follows. */
function isPlainKind(tokens: Tokens, at: number): boolean {
  return (
    QUALIFIERS.has(tokens.hash[at]!) &&
    isSmallLatin(tokens, at) &&
    tokens.gap[at + 1] === GAP.space &&
    QUALIFIED.has(tokens.hash[at + 1] ?? 0)
  )
}

/** Warehouse 14; Bellweather Regional 4 East. */
function endOfNumber(tokens: Tokens, last: number): number {
  const number = last + 1
  const next = number + 1
  if (
    lengthOf(tokens, number) > 3 ||
    tokens.gap[number] !== GAP.space ||
    (isGlued(tokens, next) && !isSign(tokens, next, ',') && !isSign(tokens, next, '.'))
  )
    return last
  if (lengthOf(tokens, number) <= 2 && hasRole(tokens, next, ROLE.direction) && lengthOf(tokens, next) > 2 && isCapitalized(tokens, next))
    return next
  return NUMBERED.has(tokens.hash[last]!) && !(hasRole(tokens, next, ROLE.unit) && !hasRole(tokens, next, ROLE.function)) ? number : last
}

/** Saint Luke's on the Plaza, Duane's on Front Street, Hope on Ninth. */
function endOfStreet(tokens: Tokens, last: number): number {
  const isBehindThe = isWord(tokens, last + 2) && /^the$/.test(textOf(tokens, last + 2))
  const first = isBehindThe ? last + 3 : last + 2
  if (!isNamePart(tokens, first) || tokens.shape[first] === SHAPE.upper || hasLex(tokens, first, LEX.drug | LEX.test)) return last
  if (hasLex(tokens, first, LEX.eponym) && !hasLex(tokens, first, LEX.city)) return last
  if (hasRole(tokens, first + 1, ROLE.street) && isNamePart(tokens, first + 1)) return first + 1
  return isBehindThe || ORDINALS.has(tokens.hash[first]!) ? first : last
}

function isNamePart(tokens: Tokens, at: number): boolean {
  return (
    isCapitalized(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    lengthOf(tokens, at) > 1 &&
    !hasRole(tokens, at, BESIDE_SITES & ~ROLE.title)
  )
}

function startOfSite(tokens: Tokens, first: number, last: number, kind: Kind): number {
  const at = isSign(tokens, first - 1, '.') ? first - 2 : first - 1
  if (isWord(tokens, at) && tokens.gap[first] === GAP.space && opensName(tokens, at, first, kind)) return at
  return kind === 'site' && isNickname(tokens, first, last) ? first - 1 : first
}

/** Our Lady's Hospice, All Hallows; camp kickapoo, Bus Éireann, Fort Linden. */
function opensName(tokens: Tokens, at: number, next: number, kind: Kind): boolean {
  const hash = tokens.hash[at]!
  if (SURE_LEADS.has(hash)) return isCapitalized(tokens, at) ? isCapitalized(tokens, next) : isSmallLatin(tokens, next)
  return kind === 'site' && LEADS.has(hash) && isCapitalized(tokens, at) && isCapitalized(tokens, next)
}

/** The Vic, the Coombe: one word that is no head of its own, and the end of the phrase behind it. */
function isNickname(tokens: Tokens, first: number, last: number): boolean {
  if (
    last !== first ||
    tokens.shape[first] === SHAPE.upper ||
    !isWord(tokens, first - 1) ||
    tokens.gap[first] !== GAP.space ||
    !/^[Tt]he$/.test(textOf(tokens, first - 1))
  )
    return false
  if (!isWord(tokens, first - 2) || !/^(?:at|from|to|into|in)$/i.test(textOf(tokens, first - 2))) return false
  const next = last + 1
  return tokens.gap[next]! >= GAP.line || tokens.kind[next] !== KIND.word || hasRole(tokens, next, STOPS)
}
