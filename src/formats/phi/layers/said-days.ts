// Days by a preposition or a verb and little else: til May, before August., on Jun.2, Mar-29, grew from 03-11, surgery is the 14th, C1 4/2.
import { RANK } from '../candidate.ts'
import { endsClause } from '../clause-ends.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { readOrdinalDay } from '../ordinal-words.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addDate, isThe } from './date-spans.ts'
import type { LayerContext } from './layer.ts'
import { isDay, isMonthNumber } from './month-days.ts'

/** Before a month, also before May and March, which are no verbs there. */
const BEFORE_MONTH = hashWords('in til till until since by during between before after early late mid')
const BEFORE_DAY = hashWords('is was til till until since by before after for reassess recheck return returns scheduled due')
const MONTH = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)$/i
const MONTH_NAME = /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i

export function findSaidDays(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (hasRole(tokens, i, ROLE.month)) readMonth(context, i)
    else if (isNumber(tokens, i)) readNumber(context, i)
  }
}

findSaidDays.starts = { roles: ROLE.month, numbers: true }

function readMonth(context: LayerContext, at: number): void {
  const { tokens } = context
  const day = at + 2
  const isJoined = (isSign(tokens, at + 1, '.') || isSign(tokens, at + 1, '-')) && isGlued(tokens, at + 1) && isGlued(tokens, day)
  // Jun.2, Mar-29, but no Mar-Apr and no gene.
  if (
    isJoined &&
    MONTH.test(textOf(tokens, at)) &&
    !isGlued(tokens, at) &&
    isDay(tokens, day) &&
    (!isGlued(tokens, day + 1) || endsClause(tokens, day + 1))
  ) {
    addDate(context, at, day, 'joined-day', 0.75)
    return
  }
  if (tokens.gap[at] !== GAP.space || !isWord(tokens, at - 1) || !BEFORE_MONTH.has(tokens.hash[at - 1]!)) return
  if (!MONTH_NAME.test(textOf(tokens, at)) || (isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1))) return
  // By may be it; in march step.
  if (isWord(tokens, at + 1) && /^(?:be|have|not|need|also|step|fracture|fractures|hemoglobinuria)$/i.test(textOf(tokens, at + 1))) return
  // Seasons are told by months, too: only beside somebody.
  const [start, end] = [tokens.start[at]!, tokens.end[at]!]
  context.doubtful.push({ start, end, category: 'date', score: 0.6, rule: 'date/month-alone', rank: RANK.pattern, margin: 0 })
}

function readNumber(context: LayerContext, at: number): void {
  const { tokens } = context
  if (isPaddedDay(tokens, at)) addDate(context, at, at + 2, 'padded', 0.7)
  else if (isCycleDay(tokens, at)) addDate(context, at, at + 2, 'cycle', 0.7)
  else {
    const ordinal =
      isThe(tokens, at - 1) && isWord(tokens, at - 2) && BEFORE_DAY.has(tokens.hash[at - 2]!) ? readOrdinalDay(tokens, at) : undefined
    if (ordinal && ordinal.value > 4 && endsClause(tokens, ordinal.last + 1)) addDate(context, at, ordinal.last, 'the-day', 0.7)
  }
}

/** From 03-11: a month and a day of two digits, one with a zero, with nothing glued to them and no measure behind. */
function isPaddedDay(tokens: Tokens, at: number): boolean {
  if (!isSign(tokens, at + 1, '-') || !isPair(tokens, at) || lengthOf(tokens, at) !== 2 || lengthOf(tokens, at + 2) !== 2) return false
  if (!/0/.test(textOf(tokens, at)[0]! + textOf(tokens, at + 2)[0]!) || !isWord(tokens, at - 1) || tokens.gap[at] !== GAP.space)
    return false
  return (isMonthNumber(tokens, at) && isDay(tokens, at + 2)) || (isDay(tokens, at) && isMonthNumber(tokens, at + 2))
}

/** C1 4/2, C2 4/23: the days of the cycles of a treatment. */
function isCycleDay(tokens: Tokens, at: number): boolean {
  if (
    !isSign(tokens, at + 1, '/') ||
    !isPair(tokens, at) ||
    !isMonthNumber(tokens, at) ||
    !isDay(tokens, at + 2) ||
    !endsClause(tokens, at + 3)
  )
    return false
  return (
    isNumber(tokens, at - 1) &&
    isGlued(tokens, at - 1) &&
    isWord(tokens, at - 2) &&
    /^c$/i.test(textOf(tokens, at - 2)) &&
    numberAt(tokens, at - 1) < 40
  )
}

function isPair(tokens: Tokens, at: number): boolean {
  const second = at + 2
  if (!isGlued(tokens, at + 1) || !isNumber(tokens, second) || !isGlued(tokens, second) || isGlued(tokens, at)) return false
  const next = second + 1
  if (isGlued(tokens, next) && !endsClause(tokens, next)) return false
  return !(isWord(tokens, next) && tokens.gap[next]! <= GAP.space && hasRole(tokens, next, ROLE.unit))
}
