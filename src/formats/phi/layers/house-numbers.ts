// Addresses whose street has no suffix of a list: 14 Elmers Green, 3 Shore Brae, Anstruther KY10 3ZZ, 410 Main, New Iberia LA. Numbers beside words of a report are
// counts: the phrase must end as addresses do.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

/** Last words of British and Irish streets that are no street elsewhere. */
const ENDS = hashWords(
  'green brae view gardens row mews rise wynd vennel pend loan gate quay parade promenade terrace crescent croft garth meadow meadows fields cottages villas buildings mansions heights end hill walk grove place square close bank side bottom cross common heath lea hey ginnel snicket parc bryn heol stryd ffordd lon bothar',
)
const MOST_WORDS = 3

export function findHouseNumbers(context: LayerContext): void {
  const { tokens } = context
  for (let i = 0; i < tokens.count; i++) if (isNumber(tokens, i) && tokens.shape[i + 1] === SHAPE.capital) readHouse(context, i)
}

function readHouse(context: LayerContext, house: number): void {
  const { tokens } = context
  if (lengthOf(tokens, house) > 5 || isGlued(tokens, house) || !startsAddress(tokens, house)) return
  let last = house
  while (last - house < MOST_WORDS && isStreetWord(tokens, last + 1)) last++
  const words = last - house
  if (words === 0) return
  const town = isSign(tokens, last + 1, ',') ? endOfTown(tokens, last + 2) : -1
  if (town > last) add(context, house, town)
  else if (words >= 2 && ENDS.has(tokens.hash[last]!) && endsAddress(tokens, last + 1)) add(context, house, last)
}

const add = (context: LayerContext, first: number, last: number): void =>
  addTokens(context, first, last, 'location', 0.75, 'address/house-number', RANK.pattern)

/** The start of a line, a comma, a label or a small word in front. */
function startsAddress(tokens: Tokens, house: number): boolean {
  const before = house - 1
  if (tokens.gap[house]! >= GAP.line || isSign(tokens, before, ',') || isSign(tokens, before, ':') || isSign(tokens, before, '('))
    return true
  return isWord(tokens, before) && (hasRole(tokens, before, ROLE.function) || tokens.shape[before] !== SHAPE.upper)
}

function isStreetWord(tokens: Tokens, at: number): boolean {
  return (
    tokens.shape[at] === SHAPE.capital &&
    tokens.gap[at] === GAP.space &&
    !hasRole(
      tokens,
      at,
      ROLE.month | ROLE.weekday | ROLE.title | ROLE.credential | ROLE.relation | ROLE.person | ROLE.medicalHead | ROLE.function,
    ) &&
    !hasLex(tokens, at, LEX.drug | LEX.test)
  )
}

/** A line's end, a comma, a dot or a bracket. */
function endsAddress(tokens: Tokens, at: number): boolean {
  return (
    tokens.gap[at]! >= GAP.line || isSign(tokens, at, ',') || isSign(tokens, at, '.') || isSign(tokens, at, ')') || isSign(tokens, at, '-')
  )
}

/** The last token of New Iberia LA 70560, of Anstruther in front of KY10: one to three capitals and a state or a post code; -1 where none stands there. */
function endOfTown(tokens: Tokens, first: number): number {
  let at = first
  while (at - first < MOST_WORDS && tokens.shape[at] === SHAPE.capital && tokens.gap[at] === GAP.space && isWord(tokens, at)) at++
  if (at === first) return -1
  const town = at - 1
  if (isSign(tokens, at, ',')) at++
  if (tokens.shape[at]! < SHAPE.capital || lengthOf(tokens, at) > 2) return -1
  if (isNumber(tokens, at + 1) && isGlued(tokens, at + 1) && lengthOf(tokens, at + 1) <= 2) return town
  if (lengthOf(tokens, at) !== 2 || !hasRole(tokens, at, ROLE.state)) return -1
  if (isNumber(tokens, at + 1) && lengthOf(tokens, at + 1) === 5 && tokens.gap[at + 1]! <= GAP.space) return at + 1
  return endsAddress(tokens, at + 1) ? at : -1
}
