// Words and numbers that the network does not judge, because rules know them better.

import { hashWords } from '../fold.ts'
import { isBehindMeasure, isMeasureBehind } from '../layers/ages/old-ages.ts'
import { isScoreSpot } from '../layers/dates/month-days.ts'
import { LEX_NAME } from '../lexicon-bits.ts'
import { endOfObjectIdentifier, hasLex, hasRole, isGlued, isNumber, isOfOtherScript, isSign, numberAt } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { LABEL_OPENERS } from '../words/id-labels.ts'

/** The network knows neither other scripts nor names of fields, object identifiers and versions: what is to be found there is found by rules. */
export function leaveUnlearned(tokens: Tokens, odds: Float32Array): void {
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.word ? isUnlearnedWord(tokens, i) : isMeasure(tokens, i)) odds[i] = Number.NEGATIVE_INFINITY
    const last = endOfObjectIdentifier(tokens, i)
    if (last < 0) continue
    odds.fill(Number.NEGATIVE_INFINITY, i, last + 1)
    i = last
  }
}

/** A word of another script, `patientName`, names of elements and attributes, and labels in capitals: SSN, MRN. */
function isUnlearnedWord(tokens: Tokens, at: number): boolean {
  const { text, start, end, shape, hash } = tokens
  if (shape[at] === SHAPE.upper && LABEL_OPENERS.has(hash[at]!) && !hasLex(tokens, at, LEX_NAME)) return true
  if (
    shape[at] === SHAPE.lower &&
    isGlued(tokens, at) &&
    (isSign(tokens, at - 1, '<') || (isSign(tokens, at - 1, '/') && isSign(tokens, at - 2, '<')))
  )
    return true
  if (
    shape[at] === SHAPE.lower &&
    isSign(tokens, at + 1, '=') &&
    isGlued(tokens, at + 1) &&
    isGlued(tokens, at + 2) &&
    /["']/.test(text[start[at + 2]!] ?? '')
  )
    return true
  if (isOfOtherScript(tokens, at) || isNagele(tokens, at)) return true
  return shape[at] === SHAPE.mixed && /^\p{Ll}{2,40}\p{Lu}\p{Ll}/u.test(text.slice(start[at]!, end[at]!))
}

const NAGELE = hashWords('nägele naegele nagele')

const OF_RULE = hashWords('rule rules regel regeln edd edc entbindungstermin errechnet')
const NEAR_RULE = 3

/** True for Nägele's rule, beside its words or as the whole text. Behind a given name or a title, and anywhere else, Nägele is a person. */
function isNagele(tokens: Tokens, at: number): boolean {
  if (!NAGELE.has(tokens.hash[at]!)) return false
  if (tokens.count === 1) return true
  const isNamed = at > 0 && tokens.gap[at] === GAP.space && tokens.shape[at - 1] === SHAPE.capital && !OF_RULE.has(tokens.hash[at - 1]!)
  if (isNamed) return false
  for (let i = Math.max(0, at - NEAR_RULE); i <= at + NEAR_RULE && i < tokens.count; i++) if (OF_RULE.has(tokens.hash[i]!)) return true
  return false
}

/** 4/5, 7/10, 2-3 tabs: a score, or a range with a unit; 92 on room air. */
function isMeasure(tokens: Tokens, at: number): boolean {
  if (!isNumber(tokens, at)) return false
  const value = numberAt(tokens, at)
  if (value >= 90 && value < 120) return isMeasureBehind(tokens, at + 1) || isBehindMeasure(tokens, at - 1)
  const first = isPair(tokens, at - 2) ? at - 2 : at
  if (!isPair(tokens, first) || numberAt(tokens, first) > numberAt(tokens, first + 2)) return false
  return hasRole(tokens, first + 3, ROLE.unit) || (isSign(tokens, first + 1, '/') && isScoreSpot(tokens, first))
}

function isPair(tokens: Tokens, at: number): boolean {
  return isNumber(tokens, at) && isJoint(tokens, at + 1) && isNumber(tokens, at + 2) && isGlued(tokens, at + 2)
}

/** A sign between the groups of a date or a number. */
export function isJoint(tokens: Tokens, at: number): boolean {
  return isGlued(tokens, at) && (isSign(tokens, at, '/') || isSign(tokens, at, '-') || isSign(tokens, at, '.'))
}
