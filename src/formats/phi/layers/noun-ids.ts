// Identifiers behind nouns that no table of labels holds, by the form of the value: security env 00417, two charts (660418 and 660992), booking QX7RTB,
// passcode changed to 4471, KMC 55210 behind a doctor, phone ending 0148, C-28 771 043. A count, a measure or a year is none.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWord, hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { isMeasured, isYearNumber } from '../measure-words.ts'
import { hasRole, isCapitalized, isGlued, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'

const SECRETS = hashWords('passcode pin password code combination combo pw')
const CHANGED = hashWords('changed reset set now updated to is was')
const KEPT = hashWords(
  'env envelope receipt log matricule mat armband wristband bracelet voucher parcel claimcheck valuables belongings pair token',
)
const BOOKED = hashWords('booking pnr reservation locator confirmation conf sensor transmitter dexcom cgm libre card')
const CHARTS = hashWords('charts mrns records accounts duplicates duplicate merge merged merging folders files')
const JOINED = /^(?:and|or|into|with|to|&|,|\/|vs)$/i
const COUNCILS = hashWords(
  'kmc mmc tnmc apmc dmc mci tsmc wbmc rmc gsmc nmc mdcn pmdc bmdc slmc mcnz rn rgn rmn lvn lpn kmpdc mdpcz sanc gmc',
)
const ENDED = hashWords('ending ends ended')
const HOLDERS = hashWords('acct account card phone cell number mrn ssn vin plate plates visa mastercard amex tag mobile serial policy id')
const DIALED = hashWords('dial ring redial')
const PAGED = hashWords('page pages paged text bleep')
const PUBLIC_NUMBERS: ReadonlySet<string> = new Set(['911', '988', '112', '999', '311', '211', '411', '1177'])
const FLIGHT = hashWord('flight')
/** All of them, so that most words are passed over at once. */
const NOUNS: ReadonlySet<number> = new Set(
  [SECRETS, KEPT, BOOKED, CHARTS, COUNCILS, ENDED, DIALED, PAGED].flatMap((nouns) => [...nouns]).concat(FLIGHT),
)
const MOST_TOKENS = 8

export function findNounIds(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (isNumber(tokens, i)) {
      if (isBetweenBars(tokens, i)) add(context, i, endOfGlued(tokens, i), 'mrn')
      continue
    }
    if (!isWord(tokens, i)) continue
    const hash = tokens.hash[i]!
    if (tokens.shape[i] === SHAPE.initial) readLetterGroups(context, i)
    if (!NOUNS.has(hash)) continue
    if (SECRETS.has(hash)) readSecret(context, i)
    else if (KEPT.has(hash)) readKept(context, i)
    if (BOOKED.has(hash)) readBooked(context, i)
    if (CHARTS.has(hash)) readCharts(context, i)
    if (COUNCILS.has(hash) && tokens.shape[i] === SHAPE.upper) readLicense(context, i)
    if (ENDED.has(hash)) readEnding(context, i)
    if (DIALED.has(hash)) readDialed(context, i)
    if (PAGED.has(hash)) readPaged(context, i)
    if (hash === FLIGHT) readFlight(context, i)
  }
}

findNounIds.starts = { words: [NOUNS], shapes: [SHAPE.initial], numbers: true }

function add(context: LayerContext, first: number, last: number, category: PhiCategory): void {
  addTokens(context, first, last, category, 0.75, 'noun/id', RANK.pattern)
}

function endOfGlued(tokens: Tokens, at: number): number {
  let end = at
  for (let next = at + 1; next - at < MOST_TOKENS && isGlued(tokens, next); next++) {
    if (isWord(tokens, next) || isNumber(tokens, next)) end = next
    else if (!/^[-/]$/.test(textOf(tokens, next)) || !isGlued(tokens, next + 1)) break
  }
  return end
}

function stretch(tokens: Tokens, first: number, last: number): string {
  return tokens.text.slice(tokens.start[first]!, tokens.end[last]!)
}

/** Over a colon, a bracket, a number sign and `no`. */
function behindSigns(tokens: Tokens, from: number): number {
  let at = from
  while (
    at - from < 4 &&
    (/^[:#(.]$/.test(textOf(tokens, Math.min(at, tokens.count - 1))) ||
      /^(?:no|number|code|ref|is)$/i.test(textOf(tokens, Math.min(at, tokens.count - 1))))
  )
    at++
  return at < tokens.count && tokens.gap[at]! <= GAP.space ? at : -1
}

/** Passcode changed to 4471, pin reset to 8820: something was done to it. */
function readSecret(context: LayerContext, noun: number): void {
  const { tokens } = context
  let at = noun + 1
  while (at - noun < 4 && isWord(tokens, at) && CHANGED.has(tokens.hash[at]!)) at++
  if (at < noun + 2 || tokens.gap[at]! > GAP.space || !isNumber(tokens, at)) return
  const last = endOfGlued(tokens, at)
  if (lengthOf(tokens, at) >= 3 && !isMeasured(tokens, last)) add(context, at, last, 'other-id')
}

/** Security env 00417, police log 44-0231, ID band pair BX 20817. */
function readKept(context: LayerContext, noun: number): void {
  const { tokens } = context
  let at = behindSigns(tokens, noun + 1)
  if (at < 0) return
  const first = at
  if (tokens.shape[at] === SHAPE.upper && lengthOf(tokens, at) <= 3 && isNumber(tokens, at + 1)) at++
  if (!isNumber(tokens, at) || tokens.gap[at]! > GAP.space) return
  const last = endOfGlued(tokens, at)
  const text = stretch(tokens, at, last)
  const digits = text.replace(/\D/g, '').length
  if (isMeasured(tokens, last) || isYearNumber(tokens, at) || /^\d+\/\d{1,2}$/.test(text)) return
  if (digits >= 5 || (digits >= 4 && (at > first || text.startsWith('0')))) add(context, first, last, 'other-id')
}

/** Booking QX7RTB, PNR QX7RTB, Ayushman card PJK7X21QA, CGM 4KX88L: capitals and digits mixed, six to twelve. */
function readBooked(context: LayerContext, noun: number): void {
  const { tokens } = context
  const at = behindSigns(tokens, noun + 1)
  if (at < 0) return
  const last = endOfGlued(tokens, at)
  const text = stretch(tokens, at, last)
  if (text.length >= 6 && text.length <= 12 && /^[A-Z\d]+$/.test(text) && /[A-Z]/.test(text) && /\d/.test(text)) {
    if (!/^(?:\d+[A-Z]{1,2}|[A-Z]+\d{1,2})$/.test(text))
      add(context, at, last, /^card$/i.test(textOf(tokens, noun)) ? 'health-plan-id' : 'other-id')
  }
}

const LEAST_CHART_DIGITS = 5

/** Two charts (660418 and 660992), merge 660418 into 660992. */
function readCharts(context: LayerContext, noun: number): void {
  const { tokens } = context
  let at = behindSigns(tokens, noun + 1)
  for (let values = 0; values < 4 && at >= 0 && isNumber(tokens, at); values++) {
    const last = endOfGlued(tokens, at)
    if (last > at + 2 || lengthOf(tokens, at) < LEAST_CHART_DIGITS || isMeasured(tokens, at)) return
    add(context, at, last, 'mrn')
    if (last > at) return
    const joint = at + 1
    if (joint >= tokens.count || !JOINED.test(textOf(tokens, joint)) || tokens.gap[joint + 1]! > GAP.space) return
    at = joint + 1
  }
}

/** Dr. M. N. Hegde, KMC 55210; Sister Talm RN 718820: a council behind a name, and its number. */
function readLicense(context: LayerContext, council: number): void {
  const { tokens } = context
  const at = behindSigns(tokens, council + 1)
  if (at < 0 || !isNumber(tokens, at) || lengthOf(tokens, at) < 4 || lengthOf(tokens, at) > 8 || isYearNumber(tokens, at)) return
  if (isMeasured(tokens, at) || (isGlued(tokens, at + 1) && isWord(tokens, at + 1))) return
  const before = isSign(tokens, council - 1, ',') || isSign(tokens, council - 1, '(') ? council - 2 : council - 1
  // RN 2231 is an hour.
  if (lengthOf(tokens, at) < 5 && lengthOf(tokens, council) < 3) return
  if (isCapitalized(tokens, before) && tokens.gap[council]! <= GAP.line) add(context, at, endOfGlued(tokens, at), 'license')
  else if (lengthOf(tokens, at) >= 6 || (lengthOf(tokens, at) === 5 && hasRole(tokens, before, ROLE.person | ROLE.title)))
    add(context, at, at, 'license')
}

/** Phone ending 0148, plate ends 447, acct ending in 8844. */
function readEnding(context: LayerContext, verb: number): void {
  const { tokens } = context
  if (!isWord(tokens, verb - 1) || !HOLDERS.has(tokens.hash[verb - 1]!)) return
  let at = verb + 1
  while (at - verb < 3 && isWord(tokens, at) && /^(?:in|with|on)$/i.test(textOf(tokens, at))) at++
  if (
    isNumber(tokens, at) &&
    lengthOf(tokens, at) >= 3 &&
    lengthOf(tokens, at) <= 6 &&
    tokens.gap[at] === GAP.space &&
    !isMeasured(tokens, at)
  )
    add(context, at, at, 'other-id')
}

/** Dial 4471, ring 4471. */
function readDialed(context: LayerContext, verb: number): void {
  const { tokens } = context
  const at = isWord(tokens, verb + 1) && /^(?:me|us|at|on|ext|x)$/i.test(textOf(tokens, verb + 1)) ? verb + 2 : verb + 1
  if (!isNumber(tokens, at) || tokens.gap[at]! > GAP.space || lengthOf(tokens, at) < 4 || lengthOf(tokens, at) > 6) return
  if (!PUBLIC_NUMBERS.has(textOf(tokens, at)) && !isMeasured(tokens, at) && !isGlued(tokens, at + 1)) add(context, at, at, 'phone')
}

/** Page me at 4471, page the team on 4471. */
function readPaged(context: LayerContext, verb: number): void {
  const { tokens } = context
  let at = verb + 1
  while (at - verb < 4 && isWord(tokens, at) && /^(?:me|us|him|her|them|the|team|resident|intern|doc|doctor)$/i.test(textOf(tokens, at)))
    at++
  if (at > verb + 1 && isWord(tokens, at) && /^(?:at|on)$/i.test(textOf(tokens, at))) readDialed(context, at)
}

/** Flight BA117, flight BA 117. */
function readFlight(context: LayerContext, noun: number): void {
  const { tokens } = context
  const at = behindSigns(tokens, noun + 1)
  if (at < 0 || tokens.shape[at] !== SHAPE.upper || lengthOf(tokens, at) > 3 || !isNumber(tokens, at + 1)) return
  if (tokens.gap[at + 1]! <= GAP.space && lengthOf(tokens, at + 1) <= 4) add(context, at, at + 1, 'other-id')
}

/** C-28 771 043: a capital and groups, the later ones of three digits. */
function readLetterGroups(context: LayerContext, letter: number): void {
  const { tokens } = context
  const first = isSign(tokens, letter + 1, '-') && isGlued(tokens, letter + 1) ? letter + 2 : letter + 1
  if (!isNumber(tokens, first) || !isGlued(tokens, first) || lengthOf(tokens, first) > 3) return
  let last = first
  while (last - first < 4 && isNumber(tokens, last + 1) && lengthOf(tokens, last + 1) === 3 && tokens.gap[last + 1] === GAP.space) last++
  if (last - first >= 2 && !isMeasured(tokens, last) && textOf(tokens, last) !== '000') add(context, letter, last, 'other-id')
}

/** // 3309-4471 //, | 3309447 |: a number alone between the bars of a heading. */
function isBetweenBars(tokens: Tokens, at: number): boolean {
  if (!isBar(tokens, at - 1) || isGlued(tokens, at)) return false
  const last = endOfGlued(tokens, at)
  if (!isBar(tokens, last + 1) || isGlued(tokens, last + 1) || !isBarOf(tokens, at - 1, last + 1)) return false
  const text = stretch(tokens, at, last)
  return /^\d{2,7}-?\d{3,7}$/.test(text) && text.length >= 7
}

function isBar(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '/') || isSign(tokens, at, '|')
}

/** The same sign on both sides, a slash doubled. */
function isBarOf(tokens: Tokens, before: number, behind: number): boolean {
  if (isSign(tokens, before, '|')) return isSign(tokens, behind, '|')
  return isSign(tokens, before - 1, '/') && isSign(tokens, behind + 1, '/')
}
