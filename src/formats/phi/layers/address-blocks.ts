// Addresses as blocks of lines: the unit (Apt. 392) with the street before it, and the lines of city, country and post code that follow an address.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL } from '../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const UNITS = hashWords('apt apartment suite ste unit')
const MAX_BACK = 8
const MAX_LINES = 3
const MAX_LINE_WORDS = 5

export function findAddressBlocks(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || !UNITS.has(tokens.hash[i]!)) continue
    const number = unitNumber(tokens, i)
    if (number < 0) continue
    const first = startOfStreet(tokens, i)
    if (first === i && tokens.shape[i] === SHAPE.lower) continue
    addTokens(context, first, number, 'location', 0.8, 'address/unit', RANK.pattern)
    readLinesBehind(context, number)
    i = number
  }
}

findAddressBlocks.starts = { words: [UNITS] }

/** Apt. 392, Suite #12B: the last token of the number, or -1. */
function unitNumber(tokens: Tokens, at: number): number {
  let i = at + 1
  while (isSign(tokens, i, '.') || isSign(tokens, i, '#')) i++
  if (!isNumber(tokens, i) || tokens.gap[i]! > GAP.space || lengthOf(tokens, i) > 5) return -1
  if (isWord(tokens, i + 1) && isGlued(tokens, i + 1) && lengthOf(tokens, i + 1) === 1) return i + 1
  return hasRole(tokens, i + 1, ROLE.unit) && tokens.gap[i + 1]! <= GAP.space ? -1 : i
}

/** Goes back over words and numbers to the house number: `28030 Edeby 55` on this line or the one before. */
function startOfStreet(tokens: Tokens, unit: number): number {
  let first = unit
  let lines = tokens.gap[unit]! >= GAP.line ? 1 : 0
  let words = 0
  for (let at = unit - 1; at >= 0 && unit - at <= MAX_BACK; at--) {
    if (isNumber(tokens, at) && lengthOf(tokens, at) <= 5 && tokens.gap[at + 1]! > GAP.none) {
      if (words > 0 || at === unit - 1) first = at
      if (words > 0) return first
    } else if (
      isWord(tokens, at) &&
      (isCapitalized(tokens, at) || hasRole(tokens, at, ROLE.particle | ROLE.street) || tokens.lex[at] === 0)
    )
      words++
    else if (isWord(tokens, at) && words > 0 && !hasRole(tokens, at, ROLE.function)) words++
    else if (!isSign(tokens, at, ',') && !isSign(tokens, at, '.') && !isSign(tokens, at, '-')) break
    if (tokens.gap[at]! >= GAP.line && ++lines > 1) break
  }
  return words > 0 && isNumber(tokens, first) && tokens.kind[first + 1] === KIND.word ? first : unit
}

/** Lines of capitals and a post code alone, as they follow a street: city, state, country. */
function readLinesBehind(context: LayerContext, last: number): void {
  const { tokens } = context
  let at = last + 1
  if (isSign(tokens, at, ',')) at++
  for (let lines = 0; lines < MAX_LINES; lines++) {
    if (at >= tokens.count || tokens.gap[at]! < GAP.line) return
    let end = at
    while (end + 1 < tokens.count && tokens.gap[end + 1]! < GAP.line && end - at < MAX_LINE_WORDS) end++
    if ((end + 1 < tokens.count && tokens.gap[end + 1]! < GAP.line) || !isPlaceLine(tokens, at, end)) return
    addTokens(context, at, end, 'location', 0.75, 'address/line', RANK.tagger)
    at = end + 1
  }
}

function isPlaceLine(tokens: Tokens, first: number, last: number): boolean {
  let numbers = 0
  for (let i = first; i <= last; i++) {
    if (isNumber(tokens, i)) {
      if (lengthOf(tokens, i) < 2 || lengthOf(tokens, i) > 6 || ++numbers > 2) return false
    } else if (isWord(tokens, i)) {
      if (!isCapitalized(tokens, i) && !hasRole(tokens, i, ROLE.particle)) return false
      if (hasLex(tokens, i, LEX_MEDICAL) || hasRole(tokens, i, ROLE.person | ROLE.title | ROLE.relation | ROLE.medicalHead)) return false
      if (
        hasLex(tokens, i, LEX_ENGLISH) &&
        !hasLex(tokens, i, LEX.city | LEX.region | LEX.proper) &&
        !hasRole(tokens, i, ROLE.state | ROLE.direction)
      )
        return false
    } else if (!isSign(tokens, i, ',') && !isSign(tokens, i, '-') && !(isSign(tokens, i, '.') && isGlued(tokens, i))) return false
  }
  return isCapitalized(tokens, first) || numbers === last - first + 1
}
