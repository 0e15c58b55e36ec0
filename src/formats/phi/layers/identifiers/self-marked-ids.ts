// Identifiers that their own form tells without a label: places by latitude and longitude, British number plates, names of payment, numbers behind # and a
// person, groups of letters and digits joined by hyphens.
import { RANK } from '../../candidate.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_MEDICAL, LEX_PROPER } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { addTokens, type LayerContext } from '../layer.ts'

export function findSelfMarkedIds(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isSign(tokens, i, '$')) readPayment(context, i)
    else if (isSign(tokens, i, '#')) readBehindPerson(context, i)
    else if (isSign(tokens, i, '(')) i = readDeviceIdentifier(context, i)
    else if (isNumber(tokens, i)) {
      readCoordinates(context, i)
      if (!isGlued(tokens, i)) readGroups(context, i)
    } else if (isWord(tokens, i) && !isGlued(tokens, i) && tokens.shape[i]! >= SHAPE.upper) {
      readPlate(context, i)
      readGroups(context, i)
      readLastFour(context, i)
    }
    if (isNumber(tokens, i) && lengthOf(tokens, i) === 4) readMaskedSsn(context, i)
  }
}

findSelfMarkedIds.starts = { shapes: [SHAPE.upper, SHAPE.initial, SHAPE.mixed], numbers: true, signs: '$#(' }

/** $delmar34: a name to pay to; an amount begins with a digit. */
function readPayment(context: LayerContext, at: number): void {
  const { tokens } = context
  if (!isWord(tokens, at + 1) || !isGlued(tokens, at + 1) || isGlued(tokens, at)) return
  let last = at + 1
  while (last - at < 6 && isGlued(tokens, last + 1) && (isWord(tokens, last + 1) || isNumber(tokens, last + 1))) last++
  if (tokens.end[last]! - tokens.start[at]! >= 5) addTokens(context, at, last, 'other-id', 0.8, 'self-marked/payment', RANK.pattern)
}

/** Trooper Mendenhall #441: three digits and more behind a name. */
function readBehindPerson(context: LayerContext, at: number): void {
  const { tokens } = context
  const person = at - 1
  if (!isNumber(tokens, at + 1) || !isGlued(tokens, at + 1) || lengthOf(tokens, at + 1) < 3 || tokens.gap[at] !== GAP.space) return
  if (!isCapitalized(tokens, person) || hasLex(tokens, person, LEX_MEDICAL | LEX.abbreviation | LEX.common)) return
  if (!hasLex(tokens, person, LEX_PROPER) && tokens.lex[person] !== 0) return
  addTokens(context, at + 1, at + 1, 'other-id', 0.75, 'self-marked/number', RANK.pattern)
}

const MOST_ELEMENTS = 6

/** (01)00844588003288(17)251231(10)AB1234S: the elements of a unique device identifier. Returns the last token that was taken, or the one given. */
function readDeviceIdentifier(context: LayerContext, first: number): number {
  const { tokens } = context
  let [at, last, elements] = [first, first, 0]
  while (
    elements < MOST_ELEMENTS &&
    isSign(tokens, at, '(') &&
    lengthOf(tokens, at + 1) === 2 &&
    isNumber(tokens, at + 1) &&
    isSign(tokens, at + 2, ')')
  ) {
    let end = at + 2
    while (
      end - at < 12 &&
      isGlued(tokens, end + 1) &&
      (isNumber(tokens, end + 1) || isWord(tokens, end + 1) || isSign(tokens, end + 1, '-'))
    )
      end++
    if (end === at + 2) break
    elements++
    last = end
    at = end + 1
    if (!isGlued(tokens, at)) break
  }
  if (elements < 2) return first
  addTokens(context, first, last, 'device', 0.95, 'self-marked/udi', RANK.labelled)
  return last
}

const LEAST_DECIMALS = 4

/** 45.9912, -123.9217 */
function readCoordinates(context: LayerContext, at: number): void {
  const { tokens } = context
  const end = endOfDecimal(tokens, at, 90)
  if (end < 0) return
  const comma = isSign(tokens, end + 1, ',') ? end + 2 : end + 1
  const second = isSign(tokens, comma, '-') ? comma + 1 : comma
  const last = endOfDecimal(tokens, second, 180)
  if (last < 0 || tokens.gap[comma]! > GAP.space || (comma === end + 1 && !isSign(tokens, comma, '-'))) return
  const first = isSign(tokens, at - 1, '-') && isGlued(tokens, at) && !isGlued(tokens, at - 1) ? at - 1 : at
  addTokens(context, first, last, 'location', 0.9, 'self-marked/coordinates', RANK.pattern)
}

function endOfDecimal(tokens: Tokens, at: number, most: number): number {
  if (!isNumber(tokens, at) || lengthOf(tokens, at) > 3 || Number(textOf(tokens, at)) > most) return -1
  const decimals = at + 2
  if (!isSign(tokens, at + 1, '.') || !isGlued(tokens, at + 1) || !isNumber(tokens, decimals) || !isGlued(tokens, decimals)) return -1
  return lengthOf(tokens, decimals) >= LEAST_DECIMALS && !(isSign(tokens, decimals + 1, '.') && isGlued(tokens, decimals + 2))
    ? decimals
    : -1
}

/** BOUCHARD,ROSAIRE P   B4417: the letter of the surname and the last digits of a number, behind the name. */
function readLastFour(context: LayerContext, at: number): void {
  const { tokens } = context
  const last = at + 1
  if (tokens.shape[at] !== SHAPE.initial || !isNumber(tokens, last) || !isGlued(tokens, last) || lengthOf(tokens, last) !== 4) return
  if (isGlued(tokens, last + 1) && !isSign(tokens, last + 1, ')')) return
  for (let i = at - 1; i >= 0 && i >= at - 9 && tokens.gap[i + 1]! <= GAP.space; i--) {
    const isSurname = isCapitalized(tokens, i) && lengthOf(tokens, i) > 2 && textOf(tokens, i).startsWith(textOf(tokens, at))
    if (!isSurname || !isSign(tokens, i + 1, ',')) continue
    addTokens(context, at, last, 'other-id', 0.85, 'self-marked/last-four', RANK.pattern)
    return
  }
}

/** ***-**-4417, xxx-xx-4417 */
function readMaskedSsn(context: LayerContext, at: number): void {
  const { start, end, text } = context.tokens
  const before = text.slice(Math.max(0, start[at]! - 7), start[at]!)
  if (!/^(?:[*]{3}-[*]{2}-|[xX]{3}-[xX]{2}-)$/.test(before)) return
  context.found.push({ start: start[at]! - 7, end: end[at]!, category: 'ssn', score: 0.95, rule: 'self-marked/masked', rank: RANK.pattern })
}

/** BX66 OLP */
function readPlate(context: LayerContext, at: number): void {
  const { tokens } = context
  const letters = at + 2
  if (lengthOf(tokens, at) !== 2 || !isNumber(tokens, at + 1) || !isGlued(tokens, at + 1) || lengthOf(tokens, at + 1) !== 2) return
  if (!isWord(tokens, letters) || tokens.gap[letters] !== GAP.space || lengthOf(tokens, letters) !== 3) return
  if (
    tokens.shape[letters] !== SHAPE.upper ||
    isGlued(tokens, letters + 1 < tokens.count ? letters + 1 : letters) ||
    tokens.role[letters] !== 0
  )
    return
  if (!hasLex(tokens, letters, LEX.abbreviation | LEX_MEDICAL))
    addTokens(context, at, letters, 'vehicle', 0.85, 'self-marked/plate', RANK.pattern)
}

/** 8GH2-AA4-KL09: three groups and more of three characters and more with a digit in each and letters among them. */
function readGroups(context: LayerContext, at: number): void {
  const { tokens } = context
  let last = at
  let groups = 0
  let letters = 0
  for (let i = at; i < at + 24; ) {
    let digits = 0
    const start = i
    while (i < tokens.count && (i === at || isGlued(tokens, i)) && (isWord(tokens, i) || isNumber(tokens, i))) {
      if (isNumber(tokens, i)) digits++
      else if (tokens.shape[i]! < SHAPE.upper || hasRole(tokens, i, ROLE.month)) return
      else letters += lengthOf(tokens, i)
      i++
    }
    if (i === start || digits === 0 || tokens.end[i - 1]! - tokens.start[start]! < 3) return
    groups++
    last = i - 1
    if (!isSign(tokens, i, '-') || !isGlued(tokens, i) || !isGlued(tokens, i + 1)) break
    i++
  }
  if (groups >= 3 && letters >= 2) addTokens(context, at, last, 'other-id', 0.7, 'self-marked/groups', RANK.pattern)
}
