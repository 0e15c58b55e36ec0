// A month and a day that the rest of the record makes a date: 2-5, 8/10: and 4/10 in a text whose other dates fall into the same weeks, and lines that
// begin with days in order. Scores, strengths, murmurs, ranges and doses have the same form, so that what stands beside them is looked at first.

import { hashWords } from '../../fold.ts'
import { LEX } from '../../lexicon-bits.ts'
import { readDateWord } from '../../policy/date-words.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf, tokenAt } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { COUNTED_BEHIND } from '../../words/date-cues.ts'
import type { LayerContext } from '../layer.ts'
import { addDate } from './date-spans.ts'
import { isScoreSpot, isTestSpot } from './month-days.ts'

/** Most of what counts out of a few: what such a number is a part of. */
const MOSTS: ReadonlySet<number> = new Set([2, 4, 5, 6, 10])
const LEAST_LINES = 3

export function findRecordDays(context: LayerContext): void {
  const { tokens } = context
  const pairs = pairsOf(tokens)
  if (pairs.length === 0) return
  const taken = startsOfDates(context)
  const months = monthsOf(context)
  const isOrdered = countOrderedLines(tokens, pairs) >= LEAST_LINES
  for (const at of pairs) {
    if (taken.has(tokens.start[at]!) || taken.has(tokens.start[at + 2]!)) continue
    const opensLine = tokens.gap[at]! >= GAP.line
    if (opensLine && isOrdered) addDate(context, at, at + 2, 'record-line', 0.65)
    else if (months.has(numberAt(tokens, at)) && isDaySpot(tokens, at)) addDate(context, at, at + 2, 'record-day', 0.6)
  }
}

/** Where a number from 1 to 12, a slash or a hyphen and a number from 1 to 31 stand, with no test before and no measure behind. */
function pairsOf(tokens: Tokens): number[] {
  const pairs: number[] = []
  for (let i = 0; i + 2 < tokens.count; i++) if (isPair(tokens, i)) pairs.push(i)
  return pairs
}

function isPair(tokens: Tokens, at: number): boolean {
  if (!isNumber(tokens, at) || !isNumber(tokens, at + 2)) return false
  if (!isSign(tokens, at + 1, '/') && !isSign(tokens, at + 1, '-')) return false
  if (!isGlued(tokens, at + 1) || !isGlued(tokens, at + 2) || lengthOf(tokens, at) > 2 || lengthOf(tokens, at + 2) > 2) return false
  const [month, day] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  if (month < 1 || month > 12 || day < 1 || day > 31) return false
  if (isGlued(tokens, at) && !isSign(tokens, at - 1, '(')) return false
  return isFree(tokens, at + 3)
}

/** Nothing glued behind but the end of a clause, and no unit. */
function isFree(tokens: Tokens, next: number): boolean {
  if (isGlued(tokens, next)) {
    if (tokens.kind[next] !== KIND.sign || !/^[.,;:)?!]$/.test(textOf(tokens, next))) return false
    if (isGlued(tokens, next + 1) && isNumber(tokens, next + 1)) return false
  }
  if (tokens.gap[next]! > GAP.space || !isWord(tokens, next)) return true
  if (/^(?:L|R|w)$/.test(textOf(tokens, next)) && (isWord(tokens, next + 1) || isSign(tokens, next + 1, '/'))) return true
  return !hasRole(tokens, next, ROLE.unit) && !COUNTED_BEHIND.has(tokens.hash[next]!) && !COUNTED.has(tokens.hash[next]!)
}

const COUNTED = hashWords(
  'systolic diastolic pain tab tabs ns positive neg negative power motor fields sets reps patients people points items hour hourly daily weekly times',
)

function startsOfDates({ found }: LayerContext): ReadonlySet<number> {
  return new Set(found.filter(({ category, start, end }) => category === 'date' && end - start > 2).map(({ start }) => start))
}

/** The months of the dates that were found, each with its neighbours: 12/30 and 1/2 are of one stay. */
function monthsOf({ tokens, found }: LayerContext): ReadonlySet<number> {
  const months = new Set<number>()
  for (const { category, start, end } of found) {
    if (category !== 'date') continue
    const month = monthAt(tokens, tokenAt(tokens.start, tokens.count, start), end)
    if (month > 0) for (const step of [11, 12, 13]) months.add(((month - 1 + step) % 12) + 1)
  }
  return months
}

/** The month of the date that begins at the token: 8/24, 08/09/2024, Aug 9, 9 August; 0 where it has none. */
function monthAt(tokens: Tokens, first: number, end: number): number {
  for (let i = first; i >= 0 && i < tokens.count && tokens.start[i]! < end; i++) {
    if (isWord(tokens, i) && hasRole(tokens, i, ROLE.month))
      return (readDateWord(textOf(tokens, i)).find(({ kind }) => kind === 'month')?.position ?? -1) + 1
    if (isNumber(tokens, i) && lengthOf(tokens, i) <= 2 && tokens.kind[i + 1] === KIND.sign && tokens.end[i]! < end) {
      const value = numberAt(tokens, i)
      return value <= 12 ? value : 0
    }
  }
  return 0
}

/** Lines that begin with days of the same or the next month, none before the one above. */
function countOrderedLines(tokens: Tokens, pairs: readonly number[]): number {
  let [lines, last] = [0, 0]
  for (const at of pairs) {
    if (tokens.gap[at]! < GAP.line || isUnitLine(tokens, at)) continue
    const day = numberAt(tokens, at) * 31 + numberAt(tokens, at + 2)
    if (day >= last && (last === 0 || day - last < 62)) lines++
    last = day
  }
  return lines
}

function isUnitLine(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at + 3) && hasRole(tokens, at + 3, ROLE.unit)
}

const BEFORE_DAY = hashWords('on since from until till last next as by admitted adm disch discharge seen at week')

/** H&P 8/9. */
function isHistory(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at - 1, '&') && isGlued(tokens, at) && /^p$/i.test(textOf(tokens, at))
}

/** No score and no test before it; a part of a few only where a line, a colon or a word of time says that it is a day. */
function isDaySpot(tokens: Tokens, at: number): boolean {
  const before = at - 1
  const isLabel = isSign(tokens, before, ':') || isSign(tokens, before, ',') || isSign(tokens, before, '(')
  const opens = tokens.gap[at]! >= GAP.line
  const cue = isLabel ? before - 1 : before
  const isTimed = (isWord(tokens, cue) && BEFORE_DAY.has(tokens.hash[cue]!)) || isHistory(tokens, before)
  if (!isTimed && (isTestSpot(tokens, at) || isScoreSpot(tokens, at))) return false
  if (
    isWord(tokens, before) &&
    (hasLex(tokens, before, LEX.drug | LEX.eponym) || /^(?:pg|pgs|page|pages|p|sheet)$/i.test(textOf(tokens, before))) &&
    !isTimed
  )
    return false
  const [month, day] = [numberAt(tokens, at), numberAt(tokens, at + 2)]
  const isHeld = opens || isTimed || isSign(tokens, at + 3, ':')
  if (isSign(tokens, at + 1, '-')) return isHeld && (day > 12 || isTimed || !isLabel)
  if (MOSTS.has(day) && month <= day) return isHeld || (isLabel && day > 5 && !isSign(tokens, before, ':'))
  return isHeld || isLabel || !isWord(tokens, before) || tokens.shape[before] !== SHAPE.upper
}
