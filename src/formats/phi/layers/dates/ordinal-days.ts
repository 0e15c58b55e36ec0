// Days of a month as ordinals: on the 12th, between the 11th and the 14th, Tues 14th, 7th inst., the 3rd of next month, from the thirtieth, the last day of
// February. Toes, nerves, doses and percentiles are counted by the same words: a noun behind the day or a counted thing near it speaks against it.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import { hasRole, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { AMBIGUOUS, DATE_WORDS, DAY_EVENTS, DAY_SPANS } from '../../words/date-cues.ts'
import { type OrdinalDay, readOrdinalDay } from '../../words/ordinal-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isThe, isWeekday, weekdayBefore } from './date-spans.ts'

interface Days {
  readonly first: number
  readonly last: number
  /** The latest of them, 1 to 31. */
  readonly latest: number
  readonly isSpelled: boolean
  readonly isSeveral: boolean
}

const MOST_DAYS = 8

/** Adds the days that begin at the token where they are days of a month; returns the last token that was read. */
export function readOrdinalDays(context: LayerContext, at: number): number {
  const { tokens } = context
  const first = readOrdinalDay(tokens, at)
  if (!first) return at
  const days = readDays(tokens, at, first)
  const end = endOfMonth(tokens, days)
  if (end > days.last || isDay(tokens, days)) addTokens(context, at, end, 'date', 0.7, 'date/ordinal', RANK.pattern)
  return days.last
}

/** The 3rd, 4th and 6th; the 11th to the 14th; the 17th or 18th. */
function readDays(tokens: Tokens, at: number, first: OrdinalDay): Days {
  let { last, value: latest } = first
  let isSeveral = false
  for (let count = 1; count < MOST_DAYS; count++) {
    let next = last + 1
    const isList = isSign(tokens, next, ',')
    if (isList && /^(?:and|or)$/i.test(textOf(tokens, next + 1))) next++
    if (next >= tokens.count || !/^(?:-|–|\/|&|,|and|or|to|till|until|thru|through)$/i.test(textOf(tokens, next))) break
    next++
    if (isThe(tokens, next)) next++
    const day = tokens.gap[next]! <= GAP.space ? readOrdinalDay(tokens, next) : undefined
    // The 30th, 2nd opinion asked: a list goes up.
    if (!day || day.isSpelled !== first.isSpelled || (isList && day.value <= latest)) break
    last = day.last
    latest = Math.max(latest, day.value)
    isSeveral = true
  }
  return { first: at, last, latest, isSpelled: first.isSpelled, isSeveral }
}

/** The last token of the month behind the days, or their last token: 7th inst., the 18th of last month; 3rd and 4th of June. */
function endOfMonth(tokens: Tokens, { last, isSeveral }: Days): number {
  let at = last + 1
  if (!isWord(tokens, at) || tokens.gap[at]! > GAP.space) return last
  if (/^(?:inst|instant|ult|ultimo|proximo)$/i.test(textOf(tokens, at))) return at
  const isOf = /^of$/i.test(textOf(tokens, at))
  if (isOf) at++
  if (isOf && isWord(tokens, at) && /^(?:next|this|last|the)$/i.test(textOf(tokens, at)))
    return isWord(tokens, at + 1) && /^month$/i.test(textOf(tokens, at + 1)) ? at + 1 : last
  // A day alone before its month is found with its year elsewhere; the 1st and 2nd may be.
  if (!isSeveral || !hasRole(tokens, at, ROLE.month) || tokens.gap[at]! > GAP.space) return last
  return isOf || tokens.shape[at]! >= SHAPE.capital || !AMBIGUOUS.has(tokens.hash[at]!) ? at : last
}

function isDay(tokens: Tokens, days: Days): boolean {
  const { first, last } = days
  return isBehindWeekday(tokens, first) || isEntry(tokens, days) || (isFree(tokens, last + 1) && isCued(tokens, days))
}

/** Tues 14th, sunday the 2nd; but he sat 3rd. */
function isBehindWeekday(tokens: Tokens, first: number): boolean {
  const day = weekdayBefore(tokens, first)
  if (day < 0) return false
  return tokens.shape[day]! >= SHAPE.capital || lengthOf(tokens, day) > 3 || isThe(tokens, first - 1)
}

/** The tenth: Burt drove me home; a line of a diary. */
function isEntry(tokens: Tokens, { first, last }: Days): boolean {
  return (
    isThe(tokens, first - 1) && isSign(tokens, last + 1, ':') && (tokens.gap[first - 1]! >= GAP.line || tokens.gap[first - 2]! >= GAP.line)
  )
}

const GO_ON = hashWords(
  'at w with if because but when so please pls instead came come comes showed shows show grew went got said says then again onwards onward still then too pt pts okay ok noon midnight midday morning afternoon evening night lunchtime am pm',
)

/** No noun follows that could be counted. */
function isFree(tokens: Tokens, next: number): boolean {
  if (endsClause(tokens, next)) return true
  if (!isWord(tokens, next) || tokens.gap[next] !== GAP.space || /^of$/i.test(textOf(tokens, next))) return false
  return hasRole(tokens, next, ROLE.function) || GO_ON.has(tokens.hash[next]!)
}

const ON = hashWords('on until till dated due')
const TIMES = hashWords('by since before after around through thru next')
const PLACED = hashWords('back week scheduled appt visit surgery move moved')
const MOVED = hashWords('moved move pushed postponed rescheduled changed brought put delayed extended switched back up forward off')
const BOOKED = hashWords('booked scheduled set planned due appt appointment surgery down slot in rescheduled arranged listed reserved')
const ACTS = hashWords('do make come away off out leave leaves left home fly flies arrive arrives bled fell began went saw got said')
/** Ordinals up to this one count toes, nerves, ribs, doses and trimesters, too. */
const HIGHEST_COUNT = 12
const LEAST_SPELLED = 4
const LEAST_SPELLED_LOOSE = 11

/** A word of time, of a plan or of an event stands in front. */
function isCued(tokens: Tokens, days: Days): boolean {
  const { first, latest, isSpelled, isSeveral } = days
  const hasArticle = isThe(tokens, first - 1) && tokens.gap[first] === GAP.space
  const cue = hasArticle ? first - 2 : first - 1
  if (!isWord(tokens, cue) || tokens.gap[cue + 1] !== GAP.space || (isSpelled && (!hasArticle || latest < LEAST_SPELLED))) return false
  const hash = tokens.hash[cue]!
  const isHigh = latest > HIGHEST_COUNT
  if (ON.has(hash)) return !isSeveral || isHigh || !isCounted(tokens, days)
  if ((isSpelled && latest < LEAST_SPELLED_LOOSE) || (!isHigh && isCounted(tokens, days))) return false
  if (TIMES.has(hash)) return true
  switch (textOf(tokens, cue).toLowerCase()) {
    case 'between':
      return isSeveral && (hasArticle || isHigh)
    case 'from':
      return (hasArticle && (isHigh || isSeveral || isSpelled)) || DAY_EVENTS.has(wordBefore(tokens, cue))
    case 'of':
      return DAY_SPANS.has(wordBefore(tokens, cue)) || DAY_EVENTS.has(wordBefore(tokens, cue))
    case 'for':
      return isHigh || BOOKED.has(wordBefore(tokens, cue))
    case 'to':
      return (hasArticle && isHigh && !isCounted(tokens, days)) || MOVED.has(wordBefore(tokens, cue))
    default:
      return (hasArticle && PLACED.has(hash)) || (isHigh && isAct(tokens, cue, hasArticle))
  }
}

/** Fitted the 22nd, can only do the 17th, bloods 21st, signed 14th. */
function isAct(tokens: Tokens, at: number, hasArticle: boolean): boolean {
  const hash = tokens.hash[at]!
  if (DAY_EVENTS.has(hash)) return true
  if (tokens.shape[at] !== SHAPE.lower) return false
  return (hasArticle && ACTS.has(hash)) || DATE_WORDS.has(hash) || (lengthOf(tokens, at) > 4 && /ed$/.test(textOf(tokens, at)))
}

function wordBefore(tokens: Tokens, at: number): number {
  return isWord(tokens, at - 1) && tokens.gap[at] === GAP.space ? tokens.hash[at - 1]! : 0
}

const COUNTED = hashWords(
  'dose doses shot shots vaccine vaccines booster boosters injection injections attempt attempts try trimester line lines cycle cycles round rounds course courses toe toes finger fingers digit digits metatarsal metatarsals metacarpal metacarpals mtp mcp pip dip rib ribs degree nerve nerves cn percentile percentiles centile centiles floor grade edition generation intercostal ics space spaces vertebra vertebrae molar molars pregnancy palsy palsies digitally step steps phase phases stage stages',
)
const REACH = 8

/** Something that is counted stands near: a third dose, toes, percentiles. */
function isCounted(tokens: Tokens, { first, last }: Days): boolean {
  const end = Math.min(tokens.count, last + REACH)
  for (let i = Math.max(0, first - REACH); i < end; i++) if (COUNTED.has(tokens.hash[i]!) && isWord(tokens, i)) return true
  return false
}

const PARTS = hashWords('day days week weekend weekday half')

/** The last day of February, the first week of March, the second Tuesday in June: what is part of the month at the token, undefined where nothing is. */
export function startOfMonthPart(tokens: Tokens, month: number): number | undefined {
  const part = month - 2
  if (!isWord(tokens, month - 1) || !/^(?:of|in)$/i.test(textOf(tokens, month - 1)) || !isWord(tokens, part)) return undefined
  if (tokens.gap[month] !== GAP.space || tokens.gap[part] !== GAP.space) return undefined
  if (!PARTS.has(tokens.hash[part]!) && !isWeekday(tokens, part)) return undefined
  const first = isLastWord(tokens, part - 1) || readOrdinalDay(tokens, part - 1)?.last === part - 1 ? part - 1 : part - 2
  if (first === part - 2 && readOrdinalDay(tokens, first)?.last !== part - 1) return undefined
  return isThe(tokens, first - 1) ? first - 1 : first
}

function isLastWord(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && /^(?:last|final)$/i.test(textOf(tokens, at))
}
