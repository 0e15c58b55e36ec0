// Places that a label, a verb such as "lives in" or a state behind a city announces.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { EVERY_SITES } from './slot-words.ts'

export function findPlaces(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    if (hasRole(tokens, i, ROLE.placeVerb)) readPlaceBehind(context, i)
    if (PLACE_LABELS.has(tokens.hash[i]!)) readPlaceLabel(context, i)
    if (tokens.shape[i] === SHAPE.lower) continue
    if (PLACE_HEADS.has(tokens.hash[i]!)) readPlaceOf(context, i)
    if (hasLex(tokens, i, LEX.city | LEX.region)) readCity(context, i)
  }
}

const PLACE_LABELS = hashWords(
  'city town village county municipality province state country address residence birthplace hometown location localidad provincia municipio ciudad país pais domicilio dirección direccion ort wohnort stadt adresse ville pays indirizzo città paese cidade endereço adres woonplaats stad',
)

const PLACE_HEADS = hashWords('port city town township county village borough parish')

/** Port of Oakland, County of Kern. */
function readPlaceOf(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isWord(tokens, at + 1) || textOf(tokens, at + 1) !== 'of' || !isCapitalized(tokens, at + 2) || tokens.gap[at + 2]! > GAP.space)
    return
  addTokens(context, at, at + 2, 'location', 0.7, 'place/of', RANK.lexicon)
}

/** Chicago, IL; Portland, Oregon. */
function readCity(context: LayerContext, at: number): void {
  const { tokens } = context
  let last = at
  while (
    hasLex(tokens, last + 1, LEX.inPhrase) &&
    hasLex(tokens, at, LEX.inPhrase) &&
    hasLex(tokens, last + 1, LEX.city) &&
    tokens.gap[last + 1] === GAP.space
  )
    last++
  if (isSign(tokens, last + 1, ',') && isCapitalized(tokens, last + 2) && tokens.gap[last + 2]! <= GAP.space) {
    const state = last + 2
    const abbreviated =
      hasRole(tokens, state, ROLE.state) &&
      tokens.shape[state] === SHAPE.upper &&
      lengthOf(tokens, state) === 2 &&
      !hasRole(tokens, state, ROLE.credential)
    if ((abbreviated || hasLex(tokens, state, LEX.region)) && hasLex(tokens, at, LEX.city)) {
      let end = state
      while (hasLex(tokens, end + 1, LEX.inPhrase) && hasLex(tokens, end + 1, LEX.region) && tokens.gap[end + 1] === GAP.space) end++
      addTokens(context, at, end, 'location', 0.85, 'place/city-state', RANK.pattern)
    }
    return
  }
  const behind = last + 1
  if (
    hasRole(tokens, behind, ROLE.state) &&
    tokens.shape[behind] === SHAPE.upper &&
    lengthOf(tokens, behind) === 2 &&
    tokens.gap[behind] === GAP.space &&
    hasLex(tokens, at, LEX.city) &&
    !hasLex(tokens, at, LEX_ENGLISH) &&
    !hasRole(tokens, behind, ROLE.credential) &&
    !hasLex(tokens, at, LEX.first)
  ) {
    addTokens(context, at, behind, 'location', 0.8, 'place/city-state', RANK.pattern)
  }
}

const PREPOSITIONS = /^(?:in|to|from|at|near|of|outside|around|en|à|a|in|aus)$/i

/** Raised in a Mormon household: `a` is Spanish for `to` only where no preposition stands before it. */
function isArticle(tokens: Tokens, at: number): boolean {
  return /^a$/i.test(textOf(tokens, at)) && isWord(tokens, at - 1) && PREPOSITIONS.test(textOf(tokens, at - 1))
}

/** Lives in Tishomingo; grew up in rural Montana; moved from Solna to Boston. */
function readPlaceBehind(context: LayerContext, verb: number): void {
  const { tokens } = context
  const own = /^(?:near|outside|native|hometown|from)$/i.test(textOf(tokens, verb))
  for (let i = verb + 1; i <= verb + 6 && i < tokens.count; i++) {
    if (tokens.gap[i]! > GAP.space || isSign(tokens, i, '.') || isSign(tokens, i, ';')) return
    if (!isWord(tokens, i)) continue
    if (tokens.shape[i] === SHAPE.lower) {
      const city =
        hasLex(tokens, i, LEX.city | LEX.region) &&
        !hasLex(tokens, i, LEX_ENGLISH) &&
        isWord(tokens, i - 1) &&
        PREPOSITIONS.test(textOf(tokens, i - 1))
      if (!city) continue
      addPlace(context, i, i)
      return
    }
    const prepositionBefore =
      isWord(tokens, i - 1) &&
      ((PREPOSITIONS.test(textOf(tokens, i - 1)) && !isArticle(tokens, i - 1)) ||
        /^(?:rural|downtown|suburban|nearby|upstate|northern|southern|eastern|western|north|south|the)$/i.test(textOf(tokens, i - 1)))
    if (!prepositionBefore && !own) continue
    if (/^from$/i.test(textOf(tokens, verb)) && !hasLex(tokens, i, LEX.city | LEX.region)) return
    if (hasRole(tokens, i, ROLE.title | ROLE.month | ROLE.weekday | ROLE.person | ROLE.relation | ROLE.ward) || hasLex(tokens, i, LEX.drug))
      return
    if (hasRole(tokens, i, ROLE.credential) && tokens.shape[i] === SHAPE.upper) return
    let last = i
    while (
      isCapitalized(tokens, last + 1) &&
      tokens.gap[last + 1] === GAP.space &&
      last - i < 4 &&
      !hasRole(tokens, last + 1, ROLE.function)
    )
      last++
    if (hasRole(tokens, last, ROLE.facility | ROLE.organization | ROLE.medicalHead)) return
    if (last === i && hasLex(tokens, i, LEX_ENGLISH) && !hasLex(tokens, i, LEX.city | LEX.region)) return
    if (last === i && tokens.shape[i] === SHAPE.upper && !hasLex(tokens, i, LEX.city | LEX.region)) return
    addPlace(context, i, last)
    if (!isWord(tokens, last + 1) || !/^(?:to|and|from|near)$/.test(textOf(tokens, last + 1))) return
    i = last
  }
}

/** City: Madrid; Localidad/Provincia: Miranda de Ebro; Address: the rest of the line up to a comma. */
function readPlaceLabel(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at + 1
  if (isSign(tokens, first, '/') && isWord(tokens, first + 1)) first += 2
  if (
    isWord(tokens, first) &&
    isSign(tokens, first + 1, ':') &&
    /^(?:of|residence|birth|name|actual|origen|nacimiento|town|state)$/i.test(textOf(tokens, first))
  )
    first++
  // País de nacimiento, lugar de residencia
  if (hasRole(tokens, first, ROLE.particle) && isWord(tokens, first + 1) && isSign(tokens, first + 2, ':')) first += 2
  if (!isSign(tokens, first, ':')) return
  first++
  if (
    !isCapitalized(tokens, first) ||
    tokens.gap[first]! > GAP.space ||
    hasRole(tokens, first, ROLE.function | ROLE.medicalHead) ||
    isSign(tokens, first + 1, ':') ||
    isPartOfBody(tokens, first)
  )
    return
  if (
    hasLex(tokens, first, LEX_ENGLISH) &&
    !hasLex(tokens, first, LEX.city | LEX.region | LEX.proper | LEX_NAME) &&
    !isCapitalized(tokens, first + 1)
  )
    return
  let last = first
  for (let i = first + 1; i < first + 8 && tokens.gap[i]! <= GAP.space; i++) {
    if (isCapitalized(tokens, i) && !isSign(tokens, i + 1, ':')) last = i
    else if (
      !isSign(tokens, i, '-') &&
      !isSign(tokens, i, "'") &&
      !isSign(tokens, i, ',') &&
      !(isWord(tokens, i) && hasRole(tokens, i, ROLE.particle | ROLE.function) && tokens.shape[i] === SHAPE.lower)
    )
      break
  }
  addTokens(context, first, last, 'location', 0.9, 'place/label', RANK.labelled)
}

/** Location: Left knee. */
function isPartOfBody(tokens: Tokens, at: number): boolean {
  return /^(?:left|right|upper|lower|mid|middle|proximal|distal|anterior|posterior|medial|lateral|bilateral|central|dorsal|ventral|superior|inferior|epigastric|chest|abdomen|back|head|neck)$/i.test(
    textOf(tokens, at),
  )
}

function addPlace(context: LayerContext, first: number, last: number): void {
  const { tokens } = context
  // From OSH: another hospital, whichever.
  if (first === last && EVERY_SITES.has(tokens.hash[first]!)) return
  let end = last
  if (
    isSign(tokens, end + 1, ',') &&
    isCapitalized(tokens, end + 2) &&
    (hasLex(tokens, end + 2, LEX.region) || (hasRole(tokens, end + 2, ROLE.state) && tokens.shape[end + 2] === SHAPE.upper))
  )
    end += 2
  addTokens(context, first, end, 'location', 0.8, 'place/verb', RANK.pattern)
}

findPlaces.starts = { words: [PLACE_LABELS, PLACE_HEADS], roles: ROLE.placeVerb, lex: LEX.city | LEX.region }
