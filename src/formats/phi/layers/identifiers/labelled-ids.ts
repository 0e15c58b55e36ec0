// Identifiers behind a label: one grammar over tokens (label, signs and filler words, value) and one table of labels.
import { isDea, isMbi, isNpi, isVin } from '../../../ids/checksums.ts'
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import { foldWord, hashWord, hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { endOfObjectIdentifier, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { ID_LABELS, type IdLabel, joinHash, LABEL_OPENERS } from '../../words/id-labels.ts'
import { isMeasured, isRangeText, isYearNumber } from '../../words/measure-words.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const MAX_LABEL_WORDS = 4
const MAX_FILLERS = 6
const MAX_VALUE_TOKENS = 16
/** Digits of a number that is shorter than those of most hospitals. */
const MOST_SHORT = 3
const FILLERS = hashWords('no nr num number numbers id is was are as nº n° the of in code ending with card n')
/** Values that are text of their own: user names and passwords need no digit. */
const FREE_VALUES = new Set(
  'username|user name|user id|userid|login|portal user|handle|discord|tiktok|snapchat|telegram|wechat|venmo|gamertag|portal username|screen name|skype|instagram|insta|password|passcode|api key|token'
    .split('|')
    .map(hashWord),
)

export function findLabelledIds(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (tokens.kind[i] !== KIND.word || !LABEL_OPENERS.has(tokens.hash[i]!)) continue
    const match = matchLabel(tokens, i)
    if (match) i = readLabelled(context, match, i)
  }
}

findLabelledIds.starts = { words: [LABEL_OPENERS] }

interface Match {
  readonly last: number
  readonly label: IdLabel
  readonly free: boolean
}

/** The longest label that begins at the token. */
function matchLabel(tokens: Tokens, first: number): Match | undefined {
  let hash = tokens.hash[first]!
  let found: Match | undefined
  let words = 1
  for (let i = first; ; ) {
    const label = ID_LABELS.get(hash)
    if (label) found = { last: i, label, free: FREE_VALUES.has(hash) }
    if (++words > MAX_LABEL_WORDS) return found
    i++
    if (tokens.kind[i] === KIND.sign && /^[/.-]$/.test(textOf(tokens, i))) i++
    if (!isWord(tokens, i) || tokens.gap[i]! > GAP.space) return found
    hash = joinHash(hash, foldWord(textOf(tokens, i)))
  }
}

/** Months and days of the calendar only: `Case 2023-45-67` is a number. */
const ISO_DATE = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/

/** Reads what stands behind the label; returns the last token that was used. */
function readLabelled(context: LayerContext, { last, label, free }: Match, first: number): number {
  const { tokens } = context
  let at = last + 1
  let sign = ''
  for (let steps = 0; steps < MAX_FILLERS && at < tokens.count && tokens.gap[at]! <= GAP.line; steps++) {
    if (tokens.gap[at] === GAP.line && sign !== ':') break
    if (tokens.kind[at] === KIND.sign) {
      const text = textOf(tokens, at)
      if (!':#=.|(-*"°º'.includes(text)) break
      if (text === '-' && isGlued(tokens, at)) break
      if (text === '.' && tokens.gap[at + 1]! > GAP.space) return last
      if (text !== '.' && text !== '-' && text !== '(') sign = text
      at++
    } else if (isWord(tokens, at) && FILLERS.has(tokens.hash[at]!) && (!isGlued(tokens, at + 1) || tokens.kind[at + 1] === KIND.sign)) at++
    else break
  }
  if (at >= tokens.count || tokens.gap[at]! > GAP.line) return last
  const isStrong = label.strong || sign === '#' || GROUPED.has(label.category) || isSeriesOfGroups(tokens, at)
  const end = readValue(tokens, at, isStrong, label.category)
  if (end < at) return free && sign !== '' ? readFree(context, at, label.category, sign) : last
  if (!label.strong && endOfObjectIdentifier(tokens, at) >= end) return last
  const text = tokens.text.slice(tokens.start[at]!, tokens.end[end]!)
  // `Visit 2024-01-05`: other layers find dates.
  if (!label.strong && ISO_DATE.test(text)) return last
  const isCounted =
    isMeasureOrYear(tokens, at, end, sign) || isRangeText(text) || (label.category !== 'device' && isTerminology(tokens, first))
  if (!isCounted && isShortNumber(tokens, at, end, { label, last, sign })) {
    addTokens(context, at, end, label.category, 0.75, sign === '' ? 'labelled-id/short' : `labelled-id/${label.category}`, RANK.labelled)
    return end
  }
  if (isCounted || !isPlausible(text, label.strong || sign === '#', sign, tokens, end, label.category))
    return free ? readFree(context, at, label.category, sign) : last
  if (at === last + 1 && isGlued(tokens, at) && (!label.strong || countDigits(text) < 5)) return last
  addTokens(context, at, end, categoryOf(text, label.category), label.strong ? 0.97 : 0.85, `labelled-id/${label.category}`, RANK.labelled)
  return readFollowing(context, end, label, first)
}

interface ShortLabel {
  readonly label: IdLabel
  /** Its last token. */
  readonly last: number
  /** Between label and number; empty for none. */
  readonly sign: string
}

/** MRN 7, MRN:7, Acct #7: the network takes back what is none, unless a sign stands between. MR is a regurgitation, too. */
function isShortNumber(tokens: Tokens, at: number, end: number, { label, last, sign }: ShortLabel): boolean {
  if (at !== end || !isNumber(tokens, at) || lengthOf(tokens, at) > MOST_SHORT) return false
  const isLabelled = label.category === 'mrn' ? label.strong : label.category === 'account' && sign === '#'
  return (
    isLabelled &&
    lengthOf(tokens, last) > 2 &&
    (!isGlued(tokens, at) || sign !== '') &&
    !hasRole(tokens, at + 1, ROLE.unit) &&
    // Account #3 of 5.
    !(isWord(tokens, at + 1) && textOf(tokens, at + 1) === 'of') &&
    (!isGlued(tokens, at + 1) || endsClause(tokens, at + 1))
  )
}

/** `MRN 1234 and 5678`: a second value behind a comma, a slash or a conjunction. */
function readFollowing(context: LayerContext, last: number, label: IdLabel, first: number): number {
  const { tokens } = context
  let at = last + 1
  if (
    isSign(tokens, at, ',') ||
    isSign(tokens, at, '/') ||
    isSign(tokens, at, '&') ||
    (isWord(tokens, at) && /^(?:and|or|en|y|und|et|e)$/i.test(textOf(tokens, at)))
  )
    at++
  else return last
  if (!label.strong || tokens.gap[at]! > GAP.space || !isNumber(tokens, at)) return last
  const end = readValue(tokens, at, true, label.category)
  const text = end < at ? '' : tokens.text.slice(tokens.start[at]!, tokens.end[end]!)
  if (countDigits(text) < 5 || text.includes('/') || first > at) return last
  addTokens(context, at, end, label.category, 0.85, `labelled-id/${label.category}`, RANK.labelled)
  return end
}

function readFree(context: LayerContext, at: number, category: PhiCategory, sign: string): number {
  const { tokens } = context
  if (!isWord(tokens, at) && !isNumber(tokens, at)) return at - 1
  let end = at
  while (end - at < MAX_VALUE_TOKENS && isGlued(tokens, end + 1) && !/^[,;)"'.]$/.test(textOf(tokens, end + 1))) end++
  // A word alone is a value only behind a sign: "on Instagram. Insured with".
  if (sign === '' && end === at && isWord(tokens, at)) return at - 1
  addTokens(context, at, end, category, 0.85, 'labelled-id/free', RANK.labelled)
  return end
}

/** The last token of a value: glued letters, digits and `-/._`, and groups of digits with single blanks. -1 where there is none. */
export function readValue(tokens: Tokens, at: number, strong: boolean, category: PhiCategory): number {
  let end = readGlued(tokens, at)
  if (end < at) return -1
  if (strong && isStateOrSeries(tokens, at, end)) {
    const next = isSecondSeries(tokens, end + 1) ? end + 2 : end + 1
    if (isNumber(tokens, next) || isSeriesWithNumber(tokens, next)) end = readGlued(tokens, next)
    else if (isSign(tokens, next, '#') && isNumber(tokens, next + 1)) end = readGlued(tokens, next + 1)
  }
  while (
    (strong || category === 'health-plan-id' || isSeriesValue(tokens, at, end)) &&
    end - at < MAX_VALUE_TOKENS &&
    isSpacedGroup(tokens, end + 1, category)
  )
    end = readGlued(tokens, end + 1)
  return end
}

/** W0413 24 118827, S0147 22 908: a letter and four digits that groups of digits follow. */
function isSeriesValue(tokens: Tokens, at: number, end: number): boolean {
  return (
    end > at &&
    isWord(tokens, at) &&
    tokens.shape[at]! >= SHAPE.upper &&
    (isNumber(tokens, end) ? lengthOf(tokens, end) >= 2 : false) &&
    countDigits(tokens.text.slice(tokens.start[at]!, tokens.end[end]!)) >= 4
  )
}

/** ID LFB 20 7759 8: capitals, best of no list, and two groups of digits behind them, which are no measure. */
function isSeriesOfGroups(tokens: Tokens, at: number): boolean {
  if (!isStateOrSeries(tokens, at, at) || tokens.shape[at] !== SHAPE.upper) return false
  const [first, second] = [at + 1, at + 2]
  if (!isNumber(tokens, first) || !isNumber(tokens, second) || tokens.gap[second] !== GAP.space) return false
  return lengthOf(tokens, first) + lengthOf(tokens, second) >= (tokens.lex[at] === 0 ? 5 : 6)
}

/** `IL 9934 27718`, `PSY 28841`: capitals that belong to the number. */
function isStateOrSeries(tokens: Tokens, at: number, end: number): boolean {
  return (
    at === end && isWord(tokens, at) && tokens.shape[at]! !== SHAPE.lower && lengthOf(tokens, at) <= 4 && tokens.gap[end + 1] === GAP.space
  )
}

/** `GA RQK 4471`: the series behind the state. */
function isSecondSeries(tokens: Tokens, at: number): boolean {
  return isStateOrSeries(tokens, at, at) && tokens.shape[at] === SHAPE.upper && isNumber(tokens, at + 1) && tokens.lex[at] === 0
}

/** `YPP W1029`: one or two capitals glued to digits. */
function isSeriesWithNumber(tokens: Tokens, at: number): boolean {
  const isCapital = tokens.shape[at] === SHAPE.upper || tokens.shape[at] === SHAPE.initial
  if (!isWord(tokens, at) || !isCapital || !isGlued(tokens, at + 1)) return false
  // OK KTR-9920, AZ CGK4417
  if (isSign(tokens, at + 1, '-')) return lengthOf(tokens, at) <= 3 && isNumber(tokens, at + 2) && isGlued(tokens, at + 2)
  return lengthOf(tokens, at) <= 3 && isNumber(tokens, at + 1)
}

/** What has groups, a state or a series in front of it behind a weak label, too: DL ME 4417082. */
const GROUPED: ReadonlySet<PhiCategory> = new Set(['license', 'national-id', 'health-plan-id', 'vehicle'])

/** What is written in groups of letters and digits: AB12 CDE is a plate. */
const SPACED_LETTERS: ReadonlySet<PhiCategory> = new Set(['account', 'national-id', 'health-plan-id', 'vehicle'])

function isSpacedGroup(tokens: Tokens, at: number, category: PhiCategory): boolean {
  if (tokens.gap[at] !== GAP.space) return false
  if (isNumber(tokens, at)) {
    const size = lengthOf(tokens, at)
    // 7BK 2K14
    const isMixed = category === 'vehicle' && isWord(tokens, at + 1) && isGlued(tokens, at + 1) && tokens.shape[at + 1]! >= SHAPE.upper
    // MWA 55 0091 2: one digit that ends a value of several groups
    const isCheck = size === 1 && isNumber(tokens, at - 1) && isNumber(tokens, at - 2) && endsClause(tokens, at + 1)
    if (
      (!isMixed && ((size < 2 && !isCheck) || hasRole(tokens, at + 1, ROLE.unit))) ||
      (isSign(tokens, at + 1, '.') && isGlued(tokens, at + 1) && isNumber(tokens, at + 2)) ||
      isSign(tokens, at + 1, '/') ||
      isSign(tokens, at + 1, '%')
    )
      return false
    const before = at - 1
    return isNumber(tokens, before) || tokens.shape[before] === SHAPE.upper
  }
  if (!isWord(tokens, at) || tokens.shape[at]! < SHAPE.upper || tokens.shape[at] === SHAPE.mixed || lengthOf(tokens, at) > 4) return false
  return (
    SPACED_LETTERS.has(category) &&
    tokens.lex[at] === 0 &&
    isNumber(tokens, at - 1) &&
    (isNumber(tokens, at + 1) || lengthOf(tokens, at) <= (category === 'vehicle' ? 3 : 2)) &&
    tokens.role[at] === 0
  )
}

function readGlued(tokens: Tokens, at: number): number {
  if (!isWord(tokens, at) && !isNumber(tokens, at)) return -1
  let end = at
  for (let next = at + 1; next - at < MAX_VALUE_TOKENS && next < tokens.count && isGlued(tokens, next); next++) {
    if (tokens.kind[next] !== KIND.sign) end = next
    else if (!/^[-/._*\\:]$/.test(textOf(tokens, next)) || !isGlued(tokens, next + 1)) break
  }
  return end
}

function isPlausible(text: string, strong: boolean, sign: string, tokens: Tokens, end: number, label: PhiCategory): boolean {
  const digits = countDigits(text)
  if (digits === 0 || isSlashedDate(text)) return false
  if (/^\d{1,3}(?:\.\d+)?$/.test(text) && (hasRole(tokens, end + 1, ROLE.unit) || isSign(tokens, end + 1, '%'))) return false
  if (!strong && /^\d{2,3}\/\d{2,3}$/.test(text)) return false
  if (/^\d+\.\d+$/.test(text) || /^\d{1,2}[/:]\d{1,4}$/.test(text)) return false
  // Serial 12-lead, CF 508del
  if (digits < 4 && /^\d+-?\p{Ll}{3}/u.test(text)) return false
  const size = text.replace(/[^\p{L}\d]/gu, '').length
  if (strong) return size >= (sign || (label === 'phone' && PHONE_FORM.test(text)) ? 3 : 4)
  if (label === 'device' && digits >= 2 && /^(?=.*[A-Z])[A-Z\d]{5,10}$/.test(text)) return true
  return sign === ''
    ? digits >= 5 ||
        (digits >= 3 && /[A-Z]/.test(text) && text.includes('-')) ||
        (digits >= 3 && size >= 5 && /^[A-Z]{1,4}\d{3,12}[A-Z]{0,2}$/.test(text))
    : digits >= 4 || (digits >= 2 && size >= 5)
}

const MOST_MEASURE_DIGITS = 6

/** SVC 3420 mL, tail 1425 HU, ACC 2021: a measure, or a year behind a label without a sign. */
function isMeasureOrYear(tokens: Tokens, first: number, last: number, sign: string): boolean {
  if (first !== last || !isNumber(tokens, first) || lengthOf(tokens, first) > MOST_MEASURE_DIGITS) return false
  return isMeasured(tokens, last) || (sign === '' && isYearNumber(tokens, first))
}

/** CPT code 99213, ICD-10 code: the word in front of the label says whose code it is. */
function isTerminology(tokens: Tokens, first: number): boolean {
  const before = isNumber(tokens, first - 1) ? first - 3 : first - 1
  return isWord(tokens, before) && TERMINOLOGIES.has(tokens.hash[before]!)
}

/** 447, 2-0447: a dial inside of a house is short. */
const PHONE_FORM = /^\d-?\d{2,4}$/

const TERMINOLOGIES = hashWords('cpt icd hcpcs loinc snomed ndc rxnorm drg em opcs')

function isSlashedDate(text: string): boolean {
  return /^\d{1,4}\/\d{1,2}\/\d{2,4}$/.test(text)
}

function countDigits(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 48 && text.charCodeAt(i) <= 57) count++
  return count
}

/** What the value's own check says goes before the label. */
function categoryOf(text: string, labelled: PhiCategory): PhiCategory {
  const bare = text.replace(/[- ]/g, '')
  if (labelled !== 'license' && (isNpi(bare) || isDea(bare)) && labelled === 'other-id') return 'license'
  if (isMbi(bare)) return 'health-plan-id'
  return isVin(bare) ? 'vehicle' : labelled
}
