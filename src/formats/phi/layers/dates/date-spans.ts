// What belongs to a date beside its numbers: the article and the day of the week in front, the days that share its month, and a letter that a scanner
// read for a digit.
import { RANK } from '../../candidate.ts'
import { hashWord } from '../../fold.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { readOrdinalDay } from '../../words/ordinal-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'

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

/** Wed 3 Apr 2024; Mon, 15 Jan 2024; Wed., Sept. 17. */
function withWeekday(tokens: Tokens, first: number): number {
  const day = weekdayBefore(tokens, first)
  return day < 0 ? first : day
}

/** The day of the week in front of a day, with or without an article, -1 where none is: Tues 14th; Friday, the 8th. */
export function weekdayBefore(tokens: Tokens, first: number): number {
  const hasArticle = isThe(tokens, first - 1) && tokens.gap[first] === GAP.space && readOrdinalDay(tokens, first) !== undefined
  const start = hasArticle ? first - 1 : first
  let at = start - 1
  if (isSign(tokens, at, ',')) at--
  if (isSign(tokens, at, '.')) at--
  return isWeekday(tokens, at) && tokens.gap[start]! <= GAP.space ? at : -1
}

export function isThe(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^the$/i.test(textOf(tokens, at))
}

/** The day of a week in three letters and more. */
export function isWeekday(tokens: Tokens, at: number): boolean {
  return (hasRole(tokens, at, ROLE.weekday) && lengthOf(tokens, at) > 2) || (isWord(tokens, at) && tokens.hash[at] === WEDS)
}

/** Short for Wednesday; of the roles it has none, for it is a verb as well. */
const WEDS = hashWord('weds')

const MOST_SHARED = 8

/** The first of the days that share the month of the one at the token: 12-14 March, 25 and 26 April, 4, 5 and 6 August, 21st to 25th of June. */
export function firstOfDays(tokens: Tokens, at: number): number {
  let first = at
  for (let shared = 0; shared < MOST_SHARED; shared++) {
    const before = dayBefore(tokens, first, first < at)
    if (before < 0) break
    first = before
  }
  return first
}

/** The day in front of a joint in front of the token, -1 where none is: days of one month stand in order, and a comma needs another joint behind. */
function dayBefore(tokens: Tokens, at: number, mayBeComma: boolean): number {
  let joint = isThe(tokens, at - 1) ? at - 2 : at - 1
  const isSpaced = tokens.gap[joint + 1] === GAP.space
  const text = joint > 0 ? textOf(tokens, joint) : ''
  if (!/^(?:-|–|\/|&|and|or|to|till|until|thru|through)$/i.test(text) && !(mayBeComma && text === ',')) return -1
  if (isWord(tokens, joint) ? !isSpaced || tokens.gap[joint] !== GAP.space : text === '/' && isSpaced) return -1
  joint--
  const day = isWord(tokens, joint) && isGlued(tokens, joint) ? joint - 1 : joint
  const value = numberAt(tokens, day)
  if (value < 1 || value >= numberAt(tokens, at) || lengthOf(tokens, day) > 2) return -1
  if (day < joint && readOrdinalDay(tokens, day)?.last !== joint) return -1
  if (isGlued(tokens, day) && day > 0 && !isSign(tokens, day - 1, '(')) return -1
  // WBC 12 and 14 March
  const isResult = hasLex(tokens, day - 1, LEX.test | LEX.drug) || (tokens.shape[day - 1] === SHAPE.upper && isWord(tokens, day - 1))
  return isResult ? -1 : day
}
