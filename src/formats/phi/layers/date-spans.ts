// What belongs to a date beside its numbers: the day of the week in front, and a letter that a scanner read for a digit.
import { RANK } from '../candidate.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

export function addDate(context: LayerContext, first: number, last: number, rule: string, score: number): number {
  const start = withMisreadDigit(context.tokens, first)
  addTokens(context, start < first ? start : withWeekday(context.tokens, first), last, 'date', score, `date/${rule}`, RANK.pattern)
  return last
}

/** O5/21/1939, l2/03/1926: a scanner's letter for a digit. */
function withMisreadDigit(tokens: Tokens, first: number): number {
  const before = first - 1
  const isLetter = isWord(tokens, before) && isGlued(tokens, first) && !isGlued(tokens, before) && lengthOf(tokens, before) === 1
  return isLetter && isNumber(tokens, first) && /^[OolI]$/.test(textOf(tokens, before)) ? before : first
}

/** Wed 3 Apr 2024; Mon, 15 Jan 2024. */
function withWeekday(tokens: Tokens, first: number): number {
  let at = first - 1
  // Friday, the 8th of December
  const article = isWord(tokens, at) && tokens.gap[first] === GAP.space && /^the$/i.test(textOf(tokens, at))
  if (article && isSign(tokens, at - 1, ',')) at--
  if (isSign(tokens, at, ',') || isSign(tokens, at, '.')) at--
  return at >= 0 && hasRole(tokens, at, ROLE.weekday) && tokens.gap[first]! <= GAP.space && lengthOf(tokens, at) > 2 ? at : first
}
