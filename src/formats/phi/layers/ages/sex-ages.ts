// Ages over 89 that a sex stands beside or that a pronoun says: 92 F w/ CHF, 101 male on, 92/F, she's 92, pt is 92 w/ CKD. A temperature in Fahrenheit, a
// saturation and a pressure have the same numbers and are passed over.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, isGlued, isNumber, isSign, isWord, lengthOf, numberAt, textOf } from '../../token-tests.ts'
import { GAP, KIND, type Tokens } from '../../tokens.ts'
import { addTokens, type LayerContext } from '../layer.ts'
import { isBehindNamed, isNowOfPerson, isSaidOfPerson } from './age-subjects.ts'

const OLDEST = 112
const SEXES = /^(?:male|female|man|woman|lady|gentleman)$/i
/** What goes on telling of a person behind an age and a sex. */
const GOES_ON = hashWords(
  'w with on here p c who presents presenting presented h s from admitted p/w hx a lives dnr found fell needs taking takes having has had status post new',
)
/** What has such numbers, too, within the words before. */
const MEASURED = hashWords(
  'temp temperature t tmax fever febrile hr pulse sat sats spo2 o2 bp sbp dbp map weight wt glucose bg fsbs bmi height ht rr rate ef lvef score heart sugar cbg bs degrees',
)
const REACH = 3

export function findSexAges(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isNumber(tokens, i) || lengthOf(tokens, i) > 3) continue
    const value = numberAt(tokens, i)
    if (value < 90 || value > OLDEST || isPartOfNumber(tokens, i) || isBehindMeasure(tokens, i)) continue
    if (isBesideSex(tokens, i) || isOfPerson(tokens, i)) addTokens(context, i, i, 'age', 0.85, 'age/sex', RANK.pattern)
  }
}

findSexAges.starts = { numbers: true }

function isPartOfNumber(tokens: Tokens, at: number): boolean {
  if ((isSign(tokens, at - 1, '.') || isSign(tokens, at - 1, '-')) && isGlued(tokens, at)) return true
  const next = at + 1
  return isGlued(tokens, next) && isGlued(tokens, next + 1) && isNumber(tokens, next + 1)
}

function isBehindMeasure(tokens: Tokens, at: number): boolean {
  for (let i = at - 1; i >= 0 && i >= at - REACH && tokens.gap[i + 1]! <= GAP.space; i--) {
    if (isSign(tokens, i, ';')) return false
    if (isWord(tokens, i) && (MEASURED.has(tokens.hash[i]!) || hasLex(tokens, i, LEX.test | LEX.drug))) return true
  }
  return false
}

function isOfPerson(tokens: Tokens, at: number): boolean {
  return isSaidOfPerson(tokens, at, at) || isNowOfPerson(tokens, at) || isBehindNamed(tokens, at, at)
}

/** 92 F w/, 101 female, 92/F, (92 F), F 92 with at the beginning of a line. */
function isBesideSex(tokens: Tokens, at: number): boolean {
  const isSlashed = isSign(tokens, at + 1, '/')
  const isUnit = isWord(tokens, at + 1) && /^(?:y|yrs?)$/i.test(textOf(tokens, at + 1))
  const sex = isSlashed || isUnit ? at + 2 : at + 1
  if (!isWord(tokens, sex) || tokens.gap[sex]! > GAP.space) return false
  if (SEXES.test(textOf(tokens, sex))) return true
  if (!/^[MFmf]$/.test(textOf(tokens, sex))) return false
  const behind = sex + 1
  if (isSlashed) return !isGlued(tokens, behind) || tokens.kind[behind] === KIND.sign
  const begins = tokens.gap[at]! >= GAP.line || isSign(tokens, at - 1, '(') || isSign(tokens, at - 1, ',')
  const goesOn = isWord(tokens, behind) && tokens.gap[behind]! <= GAP.space && GOES_ON.has(tokens.hash[behind]!)
  return goesOn || (begins && (isSign(tokens, behind, ')') || isSign(tokens, behind, ',')))
}
