// Numbers as they are dictated: five five five, zero one four two; march third twenty twenty four; MRN is four four seven one eight. Digits in words in a row,
// and a month with a day or a year in words. Doses, ages and counts are shorter.
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { ID_LABELS } from '../../words/id-labels.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const DIGITS = hashWords('zero oh one two three four five six seven eight nine niner nought')
const TEENS = hashWords('ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen')
const TENS = hashWords('twenty thirty forty fifty sixty seventy eighty ninety')
const JOINTS = hashWords('hundred thousand double triple dash hyphen area code extension')
const ORDINALS = hashWords(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth thirtieth',
)
const PHONE_WORDS = hashWords('phone telephone cell mobile number call callback reach reached pager beeper fax line tel text')
const ID_WORDS = hashWords('mrn record account number id policy member social ssn chart case badge pin code accession ending')
/** Digits of a number that nothing announces; behind a label fewer. */
const LEAST_ALONE = 7
const LEAST_LABELLED = 4
const MOST_WORDS = 24

export function findSpokenNumbers(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word) continue
    if (hasRole(tokens, i, ROLE.month)) readMonth(context, i)
    if (isDigitWord(tokens, i)) i = readRun(context, i)
  }
}

findSpokenNumbers.starts = { words: [DIGITS], roles: ROLE.month }

function isDigitWord(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && DIGITS.has(tokens.hash[at]!)
}

function isNumberWord(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && (DIGITS.has(tokens.hash[at]!) || TEENS.has(tokens.hash[at]!) || TENS.has(tokens.hash[at]!))
}

/** Returns the last token of the run that was looked at. */
function readRun(context: LayerContext, first: number): number {
  const { tokens } = context
  let [last, digits, words] = [first, 0, 0]
  for (let at = first; at < tokens.count && words < MOST_WORDS; at++) {
    if (at > first && tokens.gap[at]! > GAP.line) break
    if (isNumberWord(tokens, at)) {
      digits += DIGITS.has(tokens.hash[at]!) ? 1 : 2
      words++
      last = at
    } else if (isWord(tokens, at) && JOINTS.has(tokens.hash[at]!)) words++
    else if (!isSign(tokens, at, ',') && !isSign(tokens, at, '-')) break
  }
  if (digits > 0) {
    const category = announced(tokens, first)
    const isEnough = category ? digits >= LEAST_LABELLED && last - first >= 2 : digits >= LEAST_ALONE
    if (isEnough && !hasRole(tokens, last + 1, ROLE.unit))
      addTokens(context, first, last, category ?? (digits >= 7 && digits <= 15 ? 'phone' : 'other-id'), 0.75, 'spoken/number', RANK.pattern)
  }
  return last
}

/** What the words in front say of the number. */
function announced(tokens: Tokens, first: number): PhiCategory | undefined {
  for (let at = first - 1; at >= 0 && at >= first - 4; at--) {
    if (tokens.gap[at + 1]! > GAP.space || isSign(tokens, at, '.') || isSign(tokens, at, ';')) return undefined
    if (!isWord(tokens, at)) continue
    const label = ID_LABELS.get(tokens.hash[at]!)
    if (label?.strong) return label.category
    if (PHONE_WORDS.has(tokens.hash[at]!)) return 'phone'
    if (ID_WORDS.has(tokens.hash[at]!)) return 'other-id'
  }
  return undefined
}

/** March third, may fifth nineteen fifty two, june two thousand nineteen; the third of march twenty twenty four. */
function readMonth(context: LayerContext, month: number): void {
  const { tokens } = context
  // The second of May-Thurner stents.
  if (isSign(tokens, month + 1, '-') && isGlued(tokens, month + 1)) return
  // Which rules the third out: months of other languages are verbs and adverbs of this one.
  if (/^(?:out|set|mag|ago)$/.test(textOf(tokens, month)) && !/^of$/i.test(textOf(tokens, Math.max(0, month - 1)))) return
  const first = startOfOrdinal(tokens, month)
  let last = endOfDay(tokens, month + 1)
  const hasDay = first < month || last > month
  const year = endOfYear(tokens, isSign(tokens, last + 1, ',') ? last + 2 : last + 1)
  if (year >= 0) last = year
  else if (hasDay) last = withYear(tokens, last)
  if (last === month && first === month) return
  if (first === month && year < 0 && !isSure(tokens, month)) return
  addTokens(context, first, last, 'date', 0.75, 'spoken/date', RANK.pattern)
}

function withYear(tokens: Tokens, last: number): number {
  const year = isSign(tokens, last + 1, ',') ? last + 2 : last + 1
  return isNumber(tokens, year) && lengthOf(tokens, year) === 4 && tokens.gap[year] === GAP.space ? year : last
}

/** May and march are verbs, too: with a day alone they want a word of time in front. */
function isSure(tokens: Tokens, month: number): boolean {
  if (!/^(?:may|march|mar|set|dec|jan|sat|sun)$/i.test(textOf(tokens, month))) return true
  return isWord(tokens, month - 1) && /^(?:on|since|until|from|by|before|after|due|dated|born|of)$/i.test(textOf(tokens, month - 1))
}

/** The ordinal in front: the third of march, twenty third march. */
function startOfOrdinal(tokens: Tokens, month: number): number {
  const at = isWord(tokens, month - 1) && /^of$/i.test(textOf(tokens, month - 1)) ? month - 2 : month - 1
  if (!isWord(tokens, at) || tokens.gap[month]! > GAP.space || !ORDINALS.has(tokens.hash[at]!)) return month
  const ten = isSign(tokens, at - 1, '-') && isGlued(tokens, at) ? at - 2 : at - 1
  return isWord(tokens, ten) && TENS.has(tokens.hash[ten]!) ? ten : at
}

/** The day behind: third, twenty third, twenty-one, five; the token in front of `at` where none is. */
function endOfDay(tokens: Tokens, at: number): number {
  const first = isWord(tokens, at) && /^the$/i.test(textOf(tokens, at)) ? at + 1 : at
  if (!isWord(tokens, first) || tokens.gap[first]! > GAP.space) return at - 1
  if (ORDINALS.has(tokens.hash[first]!)) return first
  if (!/^(?:twenty|thirty)$/i.test(textOf(tokens, first))) return at - 1
  const unit = isSign(tokens, first + 1, '-') && isGlued(tokens, first + 1) ? first + 2 : first + 1
  const isDay = isWord(tokens, unit) && (ORDINALS.has(tokens.hash[unit]!) || isDigitWord(tokens, unit)) && tokens.gap[unit]! <= GAP.space
  return isDay ? unit : at - 1
}

/** Nineteen fifty two, twenty twenty four, two thousand nineteen; -1 where no year in words begins. */
function endOfYear(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) || tokens.gap[at]! > GAP.space) return -1
  const century = textOf(tokens, at).toLowerCase()
  let next = at + 1
  if (century === 'two' && isWord(tokens, next) && /^thousand$/i.test(textOf(tokens, next))) {
    next++
    if (isWord(tokens, next) && /^and$/i.test(textOf(tokens, next))) next++
    return isNumberWord(tokens, next) ? withUnit(tokens, next) : next - 1
  }
  if (century !== 'nineteen' && century !== 'twenty') return -1
  return isNumberWord(tokens, next) && tokens.gap[next]! <= GAP.space ? withUnit(tokens, next) : -1
}

function withUnit(tokens: Tokens, at: number): number {
  const unit = isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1) ? at + 2 : at + 1
  return isDigitWord(tokens, unit) && tokens.gap[unit]! <= GAP.space ? unit : at
}
