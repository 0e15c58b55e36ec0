// Days as two numbers with a hyphen, a dot or a slash that a word of time in front, or a day above twelve, tells from ranges, decimals and scores:
// on 6-8, bled on 12-05, last seen 9-14 at, drawn on 4.17, 20.6: of a diary, in 14/1 with.

import { hashWords } from '../../fold.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { COUNTED_BEHIND, DATE_WORDS, DAY_EVENTS } from '../../words/date-cues.ts'
import { isDay, isMonthNumber, isScoreSpot, isTestSpot } from './month-days.ts'

const SINCE = hashWords('since on until till dated')
const ACTS = hashWords('drawn collected dated admitted discharged seen visit lmp edd edc received screened tapped cultured last')
const LAST_MONTH = 12

/** The rule by which the number at the token and the one behind its sign are a day; undefined where none does. */
export function pairedDay(tokens: Tokens, at: number): string | undefined {
  if (!isPair(tokens, at)) return undefined
  if (isSign(tokens, at + 1, '-')) return isHyphenDay(tokens, at) ? 'hyphen-day' : undefined
  if (isSign(tokens, at + 1, '.')) return isDottedDay(tokens, at) ? 'dotted-day' : undefined
  return isSign(tokens, at + 1, '/') && isDayFirst(tokens, at) ? 'day-first' : undefined
}

/** A day and a month in one order, with nothing glued to them but the end of a clause and no measure behind. */
function isPair(tokens: Tokens, at: number): boolean {
  const [second, next] = [at + 2, at + 3]
  if (!isGlued(tokens, at + 1) || !isGlued(tokens, second) || !isNumber(tokens, second)) return false
  if (isGlued(tokens, at) && at > 0 && !isSign(tokens, at - 1, '(')) return false
  if (!(isDay(tokens, at) && isMonthNumber(tokens, second)) && !(isMonthNumber(tokens, at) && isDay(tokens, second))) return false
  if (isGlued(tokens, next)) return endsClause(tokens, next)
  return (
    !isWord(tokens, next) || (!hasRole(tokens, next, ROLE.unit) && !COUNTED_BEHIND.has(tokens.hash[next]!)) || isNoUnitHere(tokens, next)
  )
}

/** With, in and died are written as units are. */
function isNoUnitHere(tokens: Tokens, at: number): boolean {
  return /^(?:w|in|d)$/i.test(textOf(tokens, at))
}

/** Since 1-15 at the end of a clause, where no range of anything stands; on 12-05, seen 03-07, which no range is written so; last seen 9-14 at. */
function isHyphenDay(tokens: Tokens, at: number): boolean {
  const cue = at - 1
  if (!isWord(tokens, cue) || tokens.gap[at] !== GAP.space) return false
  const isTime = SINCE.has(tokens.hash[cue]!)
  const isAct = ACTS.has(tokens.hash[cue]!)
  if ((isTime || isAct) && (hasZero(tokens, at) || hasZero(tokens, at + 2))) return true
  if (!isMonthNumber(tokens, at)) return false
  if (isTime) return endsClause(tokens, at + 3)
  return isAct && numberAt(tokens, at + 2) > LAST_MONTH && goesOn(tokens, at + 3)
}

function hasZero(tokens: Tokens, at: number): boolean {
  return lengthOf(tokens, at) === 2 && numberAt(tokens, at) < 10
}

/** The clause ends, or a small word goes on: no noun that could be counted. */
function goesOn(tokens: Tokens, at: number): boolean {
  if (endsClause(tokens, at)) return true
  return isWord(tokens, at) && hasRole(tokens, at, ROLE.function) && !/^of$/i.test(textOf(tokens, at))
}

/** A quarter is a part of a dose and of a measure. */
const QUARTER = 25

/** On 4.17 the, drawn 8.29, since 20.6, - 20.6: letter came; one of the two is above any month. */
function isDottedDay(tokens: Tokens, at: number): boolean {
  const [first, second] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (first <= LAST_MONTH && (second <= LAST_MONTH || second === QUARTER)) return false
  if (first > LAST_MONTH && isEntry(tokens, at)) return true
  const cue = at - 1
  if (!isWord(tokens, cue) || tokens.gap[at] !== GAP.space || !goesOn(tokens, at + 3)) return false
  if (!/^on$/i.test(textOf(tokens, cue))) return SINCE.has(tokens.hash[cue]!) || ACTS.has(tokens.hash[cue]!)
  return tokens.gap[cue]! >= GAP.line || isSign(tokens, cue - 1, '.') || isAct(tokens, cue - 1)
}

function isEntry(tokens: Tokens, at: number): boolean {
  const opens = tokens.gap[at]! >= GAP.line || (isSign(tokens, at - 1, '-') && tokens.gap[at - 1]! >= GAP.line)
  return opens && isSign(tokens, at + 3, ':')
}

/** Tapped on, bloods on; but started on a dose. */
function isAct(tokens: Tokens, at: number): boolean {
  if (
    !isWord(tokens, at) ||
    /^(?:started|dosed|increased|decreased|maintained|stabili[sz]ed|kept|placed|dose|titrated)$/i.test(textOf(tokens, at))
  )
    return false
  return DATE_WORDS.has(tokens.hash[at]!) || DAY_EVENTS.has(tokens.hash[at]!) || /ed$/.test(textOf(tokens, at))
}

const DAYS_OF_A_WEEK = 7
const PRESSURES =
  /^(?:pa|pap|peak|pip|peep|ipap|epap|bipap|cpap|pressures?|vision|va|ratio|bun|units|titrat\w*|insulin|settings?|rv|cvp|wedge|gradient)$/i
const REACH = 5

/** In 14/1 with: a day above any month over a month; 14/7 and 18/12 are so many days and months. */
function isDayFirst(tokens: Tokens, at: number): boolean {
  const [day, month] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (day <= LAST_MONTH || month === DAYS_OF_A_WEEK || month === LAST_MONTH) return false
  if (isScoreSpot(tokens, at) || isTestSpot(tokens, at) || isSign(tokens, at - 1, '=') || isNumber(tokens, at - 1)) return false
  if (hasLex(tokens, at - 1, LEX.drug | LEX.eponym | LEX.test)) return false
  if (isWord(tokens, at - 1) && tokens.shape[at - 1] === SHAPE.upper && hasLex(tokens, at - 1, LEX.abbreviation)) return false
  for (let i = at - 1; i >= 0 && i >= at - REACH; i--) if (isWord(tokens, i) && PRESSURES.test(textOf(tokens, i))) return false
  return goesOn(tokens, at + 3) || isBehindPair(tokens, at)
}

/** 28/2 to 14/3: the second of two of this form. */
function isBehindPair(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || !/^(?:to|until|till|and|or|thru|through)$/i.test(textOf(tokens, at - 1))) return false
  return isSign(tokens, at - 3, '/') && isNumber(tokens, at - 4) && numberAt(tokens, at - 4) > LAST_MONTH && isPair(tokens, at - 4)
}
