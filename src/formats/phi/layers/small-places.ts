// Places in small letters: 16 miller lane, near lake norfork, in ciudad juarez, on delmar blvd, ward 4b. A lone street word says nothing.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isSmallLatin, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

/** Words that nothing but a street ends with. */
const STREETS = hashWords('blvd boulevard ave avenue lane ln rd road pkwy parkway hwy highway turnpike terrace')
/** Those that are other words, too: behind a house number and a word that tells the street. */
const LOOSE_STREETS = hashWords('st street drive dr court ct way circle cir trail place pl square loop')
const NATURE = hashWords(
  'lake fort ft port mount mt camp river new north south east west san santa los las el la ciudad villa puerto grand cape point big palm long little',
)
const BEHIND = hashWords('lake river creek county falls springs beach island heights valley bay park reservation township ranch')
const BEFORE = hashWords('in from near at to of on outside around off by')
const STREET_BEFORE = hashWords('on at off near of and lives')
const WARDS = hashWords('ward tower wing pod unit')

export function findSmallPlaces(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] === KIND.number) {
      readHouse(context, i)
      continue
    }
    if (tokens.kind[i] !== KIND.word || tokens.shape[i] !== SHAPE.lower) continue
    const hash = tokens.hash[i]!
    if (STREETS.has(hash)) readStreet(context, i)
    if (BEFORE.has(hash)) readPlace(context, i + 1)
    if (WARDS.has(hash)) readWard(context, i)
  }
}

findSmallPlaces.starts = { words: [STREETS, BEFORE, WARDS], numbers: true }

function add(context: LayerContext, first: number, last: number, rule: string): void {
  addTokens(context, first, last, 'location', 0.7, `place/small-${rule}`, RANK.pattern)
}

/** 16 miller lane; 41 beech st; 22 n oak ave apt 3. */
function readHouse(context: LayerContext, at: number): void {
  const { tokens } = context
  if (lengthOf(tokens, at) > 5 || isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '/') || tokens.shape[at + 1] !== SHAPE.lower) return
  let i = at + 1
  if (tokens.gap[i] !== GAP.space) return
  if (hasRole(tokens, i, ROLE.direction)) i++
  for (let words = 0; words < 3; words++, i++) {
    if (!isWord(tokens, i) || tokens.gap[i] !== GAP.space || tokens.shape[i] !== SHAPE.lower) return
    const named = words > 0 && !hasRole(tokens, i - 1, ROLE.unit | ROLE.function)
    if (named && (STREETS.has(tokens.hash[i]!) || (LOOSE_STREETS.has(tokens.hash[i]!) && isLocated(tokens, at)))) {
      add(context, at, i, 'house')
      return
    }
    if (hasRole(tokens, i, ROLE.function | ROLE.unit) || hasLex(tokens, i, LEX.drug)) return
  }
}

function isLocated(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && (STREET_BEFORE.has(tokens.hash[at - 1]!) || /^(?:address|addr|from|is)$/i.test(textOf(tokens, at - 1)))
}

/** On delmar blvd, off old mill road. */
function readStreet(context: LayerContext, at: number): void {
  const { tokens } = context
  let first = at
  while (
    at - first < 3 &&
    isWord(tokens, first - 1) &&
    tokens.gap[first] === GAP.space &&
    !hasRole(tokens, first - 1, ROLE.function) &&
    !/^(?:county|country|state|back|dirt|main|side|same|busy|open)$/.test(textOf(tokens, first - 1)) &&
    !STREET_BEFORE.has(tokens.hash[first - 1]!)
  )
    first--
  if (first === at || isNumber(tokens, first - 1) || hasLex(tokens, at - 1, LEX.drug)) return
  if (isWord(tokens, first - 1) && STREET_BEFORE.has(tokens.hash[first - 1]!)) add(context, first, at, 'street')
}

/** In ciudad juarez; near lake norfork; from red lake; in edison nj. */
function readPlace(context: LayerContext, first: number): void {
  const { tokens } = context
  if (!isSmall(tokens, first)) return
  const second = first + 1
  if (!isSmall(tokens, second)) return
  const tells = (at: number) =>
    !hasLex(tokens, at, LEX.drug | LEX.test | LEX.common) &&
    (hasLex(tokens, at, LEX_PROPER) || tokens.lex[at] === 0) &&
    lengthOf(tokens, at) > 2
  if (NATURE.has(tokens.hash[first]!) && tells(second) && isEnd(tokens, second + 1)) add(context, first, second, 'nature')
  else if (
    BEHIND.has(tokens.hash[second]!) &&
    (tells(first) || hasLex(tokens, first, LEX.city | LEX_NAME)) &&
    !hasLex(tokens, first, LEX_MEDICAL) &&
    !hasRole(tokens, first, ROLE.function) &&
    isEnd(tokens, second + 1)
  )
    add(context, first, second, 'head')
  else if (
    hasLex(tokens, first, LEX.city) &&
    !hasLex(tokens, first, LEX_ENGLISH | LEX.drug) &&
    hasRole(tokens, second, ROLE.state) &&
    lengthOf(tokens, second) === 2 &&
    !hasRole(tokens, second, ROLE.function | ROLE.credential)
  )
    add(context, first, second, 'city-state')
  else if (
    hasLex(tokens, first, LEX.inPhrase) &&
    hasLex(tokens, first, LEX.city) &&
    hasLex(tokens, second, LEX.inPhrase) &&
    hasLex(tokens, second, LEX.city)
  )
    add(context, first, second, 'city')
}

function isSmall(tokens: Tokens, at: number): boolean {
  return isSmallLatin(tokens, at) && tokens.hash[at + 1] !== POSSESSIVE && tokens.gap[at] === GAP.space
}

function isEnd(tokens: Tokens, at: number): boolean {
  if (tokens.gap[at]! >= GAP.line || tokens.kind[at] !== KIND.word) return true
  return hasRole(tokens, at, ROLE.function | ROLE.pronoun | ROLE.state) || !hasRole(tokens, at, ROLE.medicalHead)
}

/** Ward 4b, unit 7 west, tower 3: no dose and no measure. */
function readWard(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = at + 1
  if (!isNumber(tokens, first) || tokens.gap[first] !== GAP.space || lengthOf(tokens, first) > 3) return
  const glued = isWord(tokens, first + 1) && isGlued(tokens, first + 1)
  if (glued && (lengthOf(tokens, first + 1) > 1 || (isGlued(tokens, first + 2) && isWord(tokens, first + 2)))) return
  if (textOf(tokens, at) === 'unit' && !glued) return
  if (!glued && (hasRole(tokens, first + 1, ROLE.unit) || (isSign(tokens, first + 1, '.') && isNumber(tokens, first + 2)))) return
  add(context, first, glued ? first + 1 : first, 'ward')
}
