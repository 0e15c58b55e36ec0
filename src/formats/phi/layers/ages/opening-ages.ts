// Ages over 89 that stand for the person: for a 93 with ESRD; 95 with dementia; 92 afib, apixaban?; gma 94 fell; my nan 97 keeps asking.

import { hashWords } from '../../fold.ts'
import { LEX } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isSign, isWord, numberAt, textOf } from '../../token-tests.ts'
import { GAP, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { isMeasureOfPerson, isPerson } from './age-subjects.ts'

/** Temperatures in Fahrenheit that are worth a word are no lower. */
const FEVER = 99
/** What saturations, temperatures and pulses are told with. */
const MEASURED = hashWords(
  'ambulation exertion activity walking movement rest oxygen exercise stairs nc ra o2 supplemental minimal fever febrile temp temps temperature chills rigors sat sats spo2 hr pulse bp systolic bpm f c and or to percent out of per',
)
const STATES = hashWords(
  'nh snf alf ltc from post s sp fall fell falling fallen hip neck wrist head white black hispanic asian caucasian frail demented old elderly stroke sepsis pneumonia delirium dementia fracture fractured bleed bleeding syncope collapse confused comfort hospice palliative dnr nof afib chf copd ckd esrd cva uti gib ild pe dvt nstemi stemi aki choking',
)
const RELATED = hashWords(
  'gma gpa gm gf ggm grandma grandpa gran nana nan nanna papa pop mama mum mom ma dad da husband wife gent resident',
)

/** @param at a number of the age, without a measure glued to it */
export function standsForPerson(tokens: Tokens, at: number): boolean {
  if (at === 0) return isOpening(tokens)
  if (tokens.gap[at]! >= GAP.line) return goesOnWith(tokens, behindAnd(tokens, at + 1), at)
  return isBehindArticle(tokens, at) || isBehindRelated(tokens, at)
}

function isOpening(tokens: Tokens): boolean {
  const next = behindAnd(tokens, 1)
  if (goesOnWith(tokens, next, 0)) return true
  if (!isWord(tokens, next) || tokens.gap[next]! > GAP.space || MEASURED.has(tokens.hash[next]!)) return false
  if (STATES.has(tokens.hash[next]!)) return true
  return hasLex(tokens, next, LEX.abbreviation) && !hasLex(tokens, next, LEX.test | LEX.drug) && !hasRole(tokens, next, ROLE.function)
}

function behindAnd(tokens: Tokens, at: number): number {
  return isWord(tokens, at) && /^and$/i.test(textOf(tokens, at)) ? at + 1 : at
}

/** With or on something that is no oxygen and no exertion; who. */
function goesOnWith(tokens: Tokens, at: number, age: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at]! > GAP.space || numberAt(tokens, age) >= FEVER) return false
  const word = textOf(tokens, at)
  if (/^(?:who|whose|whom)$/i.test(word)) return true
  const isShort = /^w$/i.test(word) && isSign(tokens, at + 1, '/')
  if (!isShort && !/^(?:with|w|on)$/i.test(word)) return false
  const next = isShort ? at + 2 : at + 1
  return isWord(tokens, next) && !MEASURED.has(tokens.hash[next]!) && !isMeasureOfPerson(tokens, at - 1)
}

const BEFORE_ARTICLE = hashWords('for to in of on is have has got had with see saw about')

function isBehindArticle(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at - 1) || !/^an?$/i.test(textOf(tokens, at - 1)) || !isWord(tokens, at - 2)) return false
  return BEFORE_ARTICLE.has(tokens.hash[at - 2]!) && goesOnWith(tokens, at + 1, at)
}

function isBehindRelated(tokens: Tokens, at: number): boolean {
  const person = at - 1
  if (!isWord(tokens, person) || tokens.gap[at] !== GAP.space || isMeasureOfPerson(tokens, at)) return false
  const isSuch = RELATED.has(tokens.hash[person]!) || (isPerson(tokens, person) && !hasRole(tokens, person, ROLE.pronoun))
  if (!isSuch || (isWord(tokens, person - 1) && MEASURED.has(tokens.hash[person - 1]!))) return false
  const next = at + 1
  return endsClause(tokens, next) || (isWord(tokens, next) && tokens.gap[next] === GAP.space && !MEASURED.has(tokens.hash[next]!))
}
