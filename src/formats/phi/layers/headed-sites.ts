// Places and institutions by the noun that stands behind them in small letters or is no hospital: the Burnside Bridge, the Tyson plant, the Dorchester area,
// Dingle health centre, Univ. of Wollongong, USS Nimitz, a cashier, Bashas'.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import { CAPITALS, type StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { GENERIC } from './institution-words.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { BESIDE_SITES, COLOURS, NEVER_SLOT } from './slot-words.ts'

const LANDMARKS = hashWords(
  'bridge tunnel stadium arena airport station pier wharf cemetery mall overpass underpass trailhead campground campgrounds zoo monument tower towers dam reservoir peak butte buttes gorge cave caverns forest preserve lighthouse fairgrounds boardwalk casino raceway ballpark speedway plaza square needle viaduct marina harbor lagoon desert quarter neighborhood neighbourhood',
)
const AREAS = hashWords('area neighborhood neighbourhood suburbs suburb district outskirts side section region corridor subdivision')
const PLANTS = hashWords(
  'plant refinery factory warehouse mill mine shipyard depot terminal foundry smelter cannery dairy fulfillment campus dorm dorms dormitory payroll jobsite worksite franchise reservation control',
)
const CENTRES = hashWords(
  'health medical community primary secondary high middle elementary police fire nursing care day county state district surgery birth wellness walk',
)
const CENTRE_NOUNS = hashWords('centre center hospital clinic school station home jail prison practice surgery department office college')
const WORKERS = hashWords(
  'employee employees worker driver cashier clerk janitor custodian machinist welder mechanic operator retiree lineman stocker dispatcher engineer barista server bartender picker packer foreman trucker roughneck',
)
const OPENINGS = hashWords('uss usns uscgc hms hmcs hmas fv univ inst coll sch hosp acad children women shriner shriners our st')
const SEATS = hashWords('consulate embassy diocese archdiocese')
const NAMED = hashWords('hospice pharmacy clinic snf alf daycare')
const STUDENTS = hashWords('student teacher professor prof nurse paramedic firefighter secretary manager supervisor')
const ST = hashWord('st')
const PLACED = hashWords('at from to in near of the by on off past under beneath through via around outside crossing')

export function findHeadedSites(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(1); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    const hash = tokens.hash[i]!
    const isSmall = tokens.shape[i] === SHAPE.lower
    if (LANDMARKS.has(hash) && tokens.shape[i] === SHAPE.capital) readLandmark(context, i)
    if (isSmall && AREAS.has(hash)) readArea(context, i)
    if (isSmall && PLANTS.has(hash)) readPlant(context, i)
    if (isSmall && CENTRE_NOUNS.has(hash)) readCentre(context, i)
    if (WORKERS.has(hash) || STUDENTS.has(hash)) readWorker(context, i)
    if (hash === ST && textOf(tokens, i) === 'St') readStreet(context, i)
    if (isSmall) continue
    if (OPENINGS.has(hash)) readByOpening(context, i)
    if (isWord(tokens, i - 2) && SEATS.has(tokens.hash[i - 2]!)) readSeat(context, i)
    if (COLOURS.has(hash) && isWord(tokens, i - 1) && NAMED.has(tokens.hash[i - 1]!)) readBehindNoun(context, i)
  }
}

findHeadedSites.starts = { words: [AREAS, PLANTS, CENTRE_NOUNS, WORKERS, STUDENTS], shapes: CAPITALS }

function add(context: LayerContext, first: number, last: number, category: PhiCategory, rule: string): void {
  addTokens(context, first, last, category, 0.7, `${category === 'location' ? 'place' : 'institution'}/${rule}`, RANK.tagger)
}

/** A capital that tells something apart: no plain word, no drug, no ward. */
function isName(tokens: Tokens, at: number): boolean {
  if (!isCapitalized(tokens, at) || lengthOf(tokens, at) < 3 || hasRole(tokens, at, BESIDE_SITES)) return false
  if (GENERIC.has(tokens.hash[at]!) || NEVER_SLOT.has(tokens.hash[at]!)) return false
  if (hasLex(tokens, at, LEX.drug | LEX.test | LEX.abbreviation) && !hasLex(tokens, at, LEX.organization)) return false
  if (hasLex(tokens, at, LEX.eponym) && !hasLex(tokens, at, LEX.city | LEX.region | LEX.organization)) return false
  return !hasLex(tokens, at, LEX_ENGLISH) || hasLex(tokens, at, LEX.organization | LEX.city) || isRareWord(tokens, at)
}

/** Dingle, Rosewood: a rare word that is a name, too. */
const isRareWord = (tokens: Tokens, at: number): boolean =>
  !hasLex(tokens, at, LEX.common) && hasLex(tokens, at, LEX.rareProper | LEX.proper)

function startOfCapitals(tokens: Tokens, head: number): number {
  let first = head
  while (
    head - first < 3 &&
    isCapitalized(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    tokens.shape[first - 1] !== SHAPE.initial &&
    !hasRole(tokens, first - 1, BESIDE_SITES)
  )
    first--
  return first
}

const isPlaced = (tokens: Tokens, first: number): boolean =>
  isWord(tokens, first - 1) && PLACED.has(tokens.hash[first - 1]!) && tokens.gap[first]! <= GAP.space

const isHeaded = (tokens: Tokens, last: number): boolean =>
  hasRole(tokens, last + 1, ROLE.medicalHead) && tokens.gap[last + 1]! <= GAP.space

/** Burnside Bridge; behind a preposition a plain word will do: past Slim Buttes, near the Space Needle. */
function readLandmark(context: LayerContext, head: number): void {
  const { tokens } = context
  const first = startOfCapitals(tokens, head)
  if (first === head || isHeaded(tokens, head) || hasLex(tokens, first, LEX_MEDICAL | LEX.abbreviation)) return
  const placed = isPlaced(tokens, first)
  let named = 0
  for (let at = first; at < head; at++) if (isName(tokens, at)) named++
  const isPlainPlaced =
    placed && tokens.gap[first - 1]! <= GAP.space && !GENERIC.has(tokens.hash[first]!) && !NEVER_SLOT.has(tokens.hash[first]!)
  if ((named > 0 && (placed || !hasLex(tokens, head, LEX_MEDICAL))) || isPlainPlaced) add(context, first, head, 'location', 'landmark')
}

/** The Dorchester neighborhood, from the muskogee area. */
function readArea(context: LayerContext, head: number): void {
  const { tokens } = context
  const name = head - 1
  if (tokens.gap[head] !== GAP.space || !isWord(tokens, name) || hasLex(tokens, name, LEX_ENGLISH | LEX_MEDICAL) || tokens.role[name] !== 0)
    return
  if (!hasLex(tokens, name, LEX_PROPER) && !(tokens.lex[name] === 0 && isCapitalized(tokens, name))) return
  let first = name
  while (
    name - first < 2 &&
    isCapitalized(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, BESIDE_SITES)
  )
    first--
  if (isWord(tokens, first - 1) && /^(?:the|greater|a)$/i.test(textOf(tokens, first - 1))) add(context, first, name, 'location', 'area')
}

/** The Tyson plant, the TVA control room, at the GM plant. */
function readPlant(context: LayerContext, head: number): void {
  const { tokens } = context
  const name = head - 1
  if (tokens.gap[head] !== GAP.space || !isWord(tokens, name) || tokens.shape[name]! < SHAPE.capital) return
  const short = tokens.shape[name] === SHAPE.upper
  const first = short ? name : startOfCapitals(tokens, head)
  if (first === head || !isWord(tokens, first - 1) || !/^(?:the|a|an|at|from)$/i.test(textOf(tokens, first - 1))) return
  const isWork = /^(?:plant|refinery|factory|warehouse|mill|mine|shipyard|foundry|smelter|cannery|dairy|terminal)$/.test(
    textOf(tokens, head),
  )
  const isRoom = /^control$/.test(textOf(tokens, head)) && isWord(tokens, head + 1) && /^room$/.test(textOf(tokens, head + 1))
  if (/^control$/.test(textOf(tokens, head)) && !isRoom) return
  const told = short ? isRoom || (isWork && tokens.role[name] !== ROLE.ward) : isName(tokens, first) || isName(tokens, name)
  if (told) add(context, first, name, 'organization', 'plant')
}

/** GM, BP and TVA: two letters and more that are a company or nothing that a list knows. */
function isFirmShort(tokens: Tokens, at: number): boolean {
  if (NEVER_SLOT.has(tokens.hash[at]!) || GENERIC.has(tokens.hash[at]!)) return false
  return (
    hasLex(tokens, at, LEX.organization) ||
    /^(?:GM|BP|GE|UP|BNSF|CSX)$/.test(textOf(tokens, at)) ||
    (tokens.lex[at] === 0 && tokens.role[at] === 0)
  )
}

/** Dingle health centre, Mangonui primary school, Ocala fire station. */
function readCentre(context: LayerContext, noun: number): void {
  const { tokens } = context
  const kind = noun - 1
  const name = noun - 2
  if (!isWord(tokens, kind) || !CENTRES.has(tokens.hash[kind]!) || tokens.shape[kind] !== SHAPE.lower || tokens.gap[noun] !== GAP.space)
    return
  if (tokens.gap[kind] !== GAP.space || tokens.shape[name] !== SHAPE.capital || !isName(tokens, name)) return
  const first = startOfCapitals(tokens, kind)
  const isFacility = !/^(?:school|station|jail|prison|college|department|office)$/.test(textOf(tokens, noun))
  add(context, first, noun, isFacility ? 'facility' : 'organization', 'centre')
}

/** Works as a cashier, Bashas'; LANL janitor, Kroger stocker. */
function readWorker(context: LayerContext, worker: number): void {
  const { tokens } = context
  const behind = worker + 2
  if (isSign(tokens, worker + 1, ',') && tokens.gap[behind] === GAP.space && isName(tokens, behind) && !hasLex(tokens, behind, LEX.first)) {
    let last = behind
    while (
      last - behind < 3 &&
      isCapitalized(tokens, last + 1) &&
      tokens.gap[last + 1] === GAP.space &&
      !hasRole(tokens, last + 1, BESIDE_SITES)
    )
      last++
    if (!isHeaded(tokens, last)) add(context, behind, last, 'organization', 'employer')
  }
  const name = worker - 1
  if (
    tokens.shape[worker] !== SHAPE.lower ||
    tokens.gap[worker] !== GAP.space ||
    !isWord(tokens, name) ||
    tokens.shape[name]! < SHAPE.capital
  )
    return
  const short = tokens.shape[name] === SHAPE.upper
  if (short ? lengthOf(tokens, name) > 2 && isFirmShort(tokens, name) : isName(tokens, name) && !hasLex(tokens, name, LEX.first | LEX.last))
    add(context, name, name, 'organization', 'worker')
}

/** Our Lady of the Lake. */
function readLady(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!/^of$/.test(textOf(tokens, at + 2))) return
  const name = isWord(tokens, at + 3) && /^the$/.test(textOf(tokens, at + 3)) ? at + 4 : at + 3
  if (isCapitalized(tokens, name))
    add(context, at, isCapitalized(tokens, name + 1) && tokens.gap[name + 1] === GAP.space ? name + 1 : name, 'facility', 'lady')
}

/** St Barnabas OR busy till 6: a ward behind the saint. */
function readSaint(context: LayerContext, at: number): void {
  const { tokens } = context
  const name = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  const ward = tokens.kind[name + 1] === KIND.sign && tokens.hash[name + 1] === POSSESSIVE ? name + 2 : name + 1
  if (!isCapitalized(tokens, name) || !hasLex(tokens, name, LEX.first | LEX.proper) || tokens.gap[name]! > GAP.space) return
  if (isWord(tokens, ward) && /^(?:OR|ED|ER|ICU|NICU|PICU|OB|peds|triage|ward|maternity|cath|hospice|rehab)$/.test(textOf(tokens, ward)))
    add(context, at, name, 'facility', 'saint-ward')
}

/** Crossing Delancey St: no saint stands behind it, and a name in front. */
function readStreet(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = startOfCapitals(tokens, at)
  const dot = isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  if (first === at || (isCapitalized(tokens, dot) && tokens.gap[dot]! <= GAP.space) || !isPlaced(tokens, first)) return
  if (!hasLex(tokens, first, LEX_MEDICAL | LEX.abbreviation)) add(context, first, at, 'location', 'street')
}

/** Univ. of Wollongong; USS Nimitz; Children's of the Plains. */
function readByOpening(context: LayerContext, at: number): void {
  const { tokens } = context
  const word = textOf(tokens, at)
  if (/^(?:USS|USNS|USCGC|HMS|HMCS|HMAS|FV)$/.test(word) && isCapitalized(tokens, at + 1) && tokens.gap[at + 1] === GAP.space) {
    const last = isCapitalized(tokens, at + 2) && tokens.gap[at + 2] === GAP.space ? at + 2 : at + 1
    if (lengthOf(tokens, at + 1) > 2) add(context, at, last, 'organization', 'ship')
  }
  const dot = isSign(tokens, at + 1, '.') && isGlued(tokens, at + 1) ? at + 2 : at + 1
  if (/^(?:Univ|Inst|Coll|Sch|Hosp|Acad)$/.test(word) && isWord(tokens, dot) && /^of$/.test(textOf(tokens, dot))) {
    const name = isWord(tokens, dot + 1) && /^the$/.test(textOf(tokens, dot + 1)) ? dot + 2 : dot + 1
    if (isCapitalized(tokens, name) && !GENERIC.has(tokens.hash[name]!))
      add(context, at, name, word === 'Hosp' ? 'facility' : 'organization', 'shortened')
  }
  const isGenitive = tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] === POSSESSIVE
  if (
    /^(?:Children|Women|Shriner|Shriners)$/.test(word) &&
    isGenitive &&
    isWord(tokens, at + 2) &&
    /^(?:of|and)$/.test(textOf(tokens, at + 2))
  ) {
    const name = isWord(tokens, at + 3) && /^the$/.test(textOf(tokens, at + 3)) ? at + 4 : at + 3
    if (isCapitalized(tokens, name)) add(context, at, name, 'facility', 'of')
  }
  if (/^Our$/.test(word) && isWord(tokens, at + 1) && /^Lady$/.test(textOf(tokens, at + 1)) && isWord(tokens, at + 2)) readLady(context, at)
  if (/^St$/.test(word)) readSaint(context, at)
}

/** The consulate of Mexico. */
function readSeat(context: LayerContext, at: number): void {
  const { tokens } = context
  if (
    tokens.shape[at - 2] === SHAPE.lower &&
    isWord(tokens, at - 1) &&
    /^of$/.test(textOf(tokens, at - 1)) &&
    !hasRole(tokens, at, BESIDE_SITES)
  )
    add(context, at - 2, at, 'organization', 'seat')
}

/** Pharmacy Oak Street, hospice Gold Coast: a plain word with a capital opens names of two words. */
function readBehindNoun(context: LayerContext, at: number): void {
  const { tokens } = context
  const next = at + 1
  if (isCapitalized(tokens, next) && tokens.gap[next] === GAP.space && !hasRole(tokens, next, BESIDE_SITES) && !isHeaded(tokens, next))
    add(context, at, next, 'facility', 'behind-noun')
}
