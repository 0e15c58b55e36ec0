// Places by the form of their name: a capital before Falls, Springs or Island, a house number with a street that has no suffix behind a label,
// and the number of a flat in small letters.
import { RANK } from '../candidate.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_PROPER } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const HEADS = hashWords(
  'falls springs heights beach island islands junction bluff bluffs rapids grove landing shores township borough county cove canyon creek lake lakes hills ridge harbor harbour crossing city bay point valley mountain mountains river ranch reservation mesa prairie nation pueblo rancheria hollow peninsula plantation parish acres estates',
)
const BEFORE = hashWords('in from to near of at outside around via on off camping hiking fishing hunting skiing boating kayaking')
const ADDRESS_LABELS = hashWords('house address addr lives living residence resides home apt stays staying moved')
const FLAT = hashWord('flat')
const FLATS = hashWords('apt apartment flat trailer cube cubicle')

export function findPlaceNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    if (HEADS.has(tokens.hash[i]!) && tokens.shape[i] === SHAPE.capital) readHead(context, i)
    if (ADDRESS_LABELS.has(tokens.hash[i]!)) readHouse(context, i)
    if (FLATS.has(tokens.hash[i]!) && (tokens.shape[i] === SHAPE.lower || tokens.hash[i] === FLAT)) readFlat(context, i)
  }
}

findPlaceNames.starts = { words: [HEADS, ADDRESS_LABELS, FLATS] }

/** Turners Falls; Orcas Island; behind a preposition or a comma a plain English word will do: Silver Lake. */
function readHead(context: LayerContext, head: number): void {
  const { tokens } = context
  const own = head - 1
  if (!isCapitalized(tokens, own) || tokens.gap[head] !== GAP.space || tokens.shape[own] !== SHAPE.capital) return
  const first = startOfPlace(tokens, own)
  if (hasRole(tokens, head + 1, ROLE.medicalHead | ROLE.facility | ROLE.organization) && tokens.gap[head + 1]! <= GAP.space) return
  if (hasRole(tokens, first, ROLE.function | ROLE.title | ROLE.person | ROLE.relation | ROLE.medicalHead | ROLE.ward)) return
  if (hasLex(tokens, first, LEX_MEDICAL | LEX.abbreviation)) return
  const placed =
    tokens.gap[first]! <= GAP.space &&
    ((isWord(tokens, first - 1) && BEFORE.has(tokens.hash[first - 1]!)) ||
      (isSign(tokens, first - 1, ',') && isCapitalized(tokens, first - 2)))
  const named = hasLex(tokens, first, LEX_PROPER) || tokens.lex[first] === 0
  if (hasLex(tokens, first, LEX_ENGLISH) ? !placed : !named) return
  if (/^(?:point|valley|city|lake|bay|river)$/i.test(textOf(tokens, head)) && !placed && !isSign(tokens, first - 1, ',')) return
  addTokens(context, first, head, 'location', 0.75, 'place/head', RANK.tagger)
}

/** Pine Ridge Reservation, White Bear Lake: goes back over capitals inside of a sentence. */
function startOfPlace(tokens: Tokens, own: number): number {
  let first = own
  while (
    own - first < 2 &&
    tokens.shape[first - 1] === SHAPE.capital &&
    tokens.gap[first] === GAP.space &&
    tokens.gap[first - 1]! <= GAP.space &&
    !isSign(tokens, first - 2, '.') &&
    !hasRole(tokens, first - 1, ROLE.function | ROLE.title | ROLE.person | ROLE.relation | ROLE.facility | ROLE.organization)
  )
    first--
  return first
}

/** House: 1416 Delmar; lives at 22 Alder: the street without its suffix. */
function readHouse(context: LayerContext, label: number): void {
  const { tokens } = context
  let at = label + 1
  while (at - label < 3 && (isSign(tokens, at, ':') || (isWord(tokens, at) && /^(?:at|on|is)$/i.test(textOf(tokens, at))))) at++
  if (at === label + 1 || !isNumber(tokens, at) || tokens.gap[at]! > GAP.space || lengthOf(tokens, at) < 2 || lengthOf(tokens, at) > 5)
    return
  const street = hasRole(tokens, at + 1, ROLE.direction) && isCapitalized(tokens, at + 2) ? at + 2 : at + 1
  if (!isCapitalized(tokens, street) || tokens.gap[at + 1] !== GAP.space || hasRole(tokens, street, ROLE.unit | ROLE.month | ROLE.function))
    return
  if (hasLex(tokens, street, LEX_MEDICAL) && !hasLex(tokens, street, LEX_PROPER)) return
  addTokens(context, at, street, 'location', 0.75, 'place/house', RANK.pattern)
}

/** Apt 3c, cube 14B. */
function readFlat(context: LayerContext, at: number): void {
  const { tokens } = context
  const first = isSign(tokens, at + 1, '#') || isSign(tokens, at + 1, '.') ? at + 2 : at + 1
  if (!isNumber(tokens, first) || tokens.gap[first]! > GAP.space || lengthOf(tokens, first) > 4 || isAppointment(tokens, first)) return
  const last = isWord(tokens, first + 1) && isGlued(tokens, first + 1) && lengthOf(tokens, first + 1) === 1 ? first + 1 : first
  addTokens(context, at, last, 'location', 0.7, 'place/flat', RANK.pattern)
}

/** Apt is short for an appointment, too: apt 3/14, apt 10:30, apt 3 pm. */
function isAppointment(tokens: Tokens, at: number): boolean {
  const next = at + 1
  if (isSign(tokens, next, '/') || isSign(tokens, next, ':') || isSign(tokens, next, '-')) return isNumber(tokens, next + 1)
  return isWord(tokens, next) && /^(?:am|pm|weeks?|days?|months?)$/i.test(textOf(tokens, next))
}
