// A given name and a surname before what only persons do: `James Parkinson is a 67 year old man`, `Robert Miller III was seen`.
// Surnames that are also diseases, tests or makers are names there. The network doubts them.
import { type Candidate, RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../../lexicon-bits.ts'
import { hasLex, hasRole, isNumber, isSign, isWord } from '../../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../../tokens.ts'
import { ROLE } from '../../word-roles.ts'
import { endsClause } from '../../words/clause-ends.ts'
import { ACTS, DONE, KNOWING } from '../../words/person-verbs.ts'
import type { Likely } from '../likely.ts'
import { NAME } from '../name-evidence.ts'

const BE = hashWords('is was')
const SUFFIXES = hashWords('ii iii iv jr sr')
/** Sum of the logarithms of the odds below which the network is sure that both are none. */
const LEAST_ACTING = -7
/** The same for a name without a verb. */
const LEAST_ALONE = -2

export function listActing(tokens: Tokens, { odds, kinds }: Likely): Candidate[] {
  const found: Candidate[] = []
  for (let i = 0; i + 1 < tokens.count; i++) {
    const last = isSurnameFirst(tokens, i, { odds, kinds }) ? i + 2 : endOfActing(tokens, i, odds)
    if (last < 0) continue
    found.push({
      start: tokens.start[i]!,
      end: tokens.end[last]!,
      category: 'name',
      score: 0.9,
      rule: 'name/acting',
      rank: RANK.pattern,
    })
    i = last
  }
  return found
}

/** The last token of the name that begins there; -1 if none does. */
function endOfActing(tokens: Tokens, first: number, odds: Float32Array): number {
  const last = first + 1
  const isPair = isGiven(tokens, first) && isSurname(tokens, last) && !isSign(tokens, first - 1, '-')
  if (!isPair) return -1
  const sum = odds[first]! + odds[last]!
  const end = isSuffix(tokens, last + 1) ? last + 1 : last
  if (sum > LEAST_ACTING && acts(tokens, end + 1)) return end
  return sum > LEAST_ALONE && startsLine(tokens, first) && endsText(tokens, end + 1) ? end : -1
}

/** `Ng, Wei` as a line of its own. */
function isSurnameFirst(tokens: Tokens, at: number, { odds, kinds }: Pick<Likely, 'odds' | 'kinds'>): boolean {
  const given = at + 2
  return (
    tokens.shape[at] === SHAPE.capital &&
    hasLex(tokens, at, LEX.last) &&
    !hasLex(tokens, at, LEX_ENGLISH) &&
    startsLine(tokens, at) &&
    isSign(tokens, at + 1, ',') &&
    isSurname(tokens, given) &&
    kinds[at] === NAME &&
    kinds[given] === NAME &&
    endsText(tokens, given + 1) &&
    odds[at]! + odds[given]! > LEAST_ALONE
  )
}

function isGiven(tokens: Tokens, at: number): boolean {
  return isCapital(tokens, at) && hasLex(tokens, at, LEX.first) && !hasRole(tokens, at, ROLE.month | ROLE.weekday | ROLE.title)
}

function isSurname(tokens: Tokens, at: number): boolean {
  return (
    isWord(tokens, at) &&
    tokens.gap[at] === GAP.space &&
    isCapital(tokens, at) &&
    !hasRole(tokens, at, ROLE.medicalHead) &&
    (hasLex(tokens, at, LEX_NAME | LEX.proper | LEX.eponym | LEX.city) || tokens.lex[at] === 0)
  )
}

function isCapital(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital || tokens.shape[at] === SHAPE.upper
}

function isSuffix(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && tokens.gap[at] === GAP.space && SUFFIXES.has(tokens.hash[at]!)
}

/** `reports`, `was seen`, `is a 67`. */
function acts(tokens: Tokens, at: number): boolean {
  if (!isWord(tokens, at) || tokens.gap[at] !== GAP.space) return false
  const isLoud = tokens.shape[at] === SHAPE.upper && tokens.shape[at - 1] === SHAPE.upper
  if (tokens.shape[at] !== SHAPE.lower && !isLoud) return false
  if (ACTS.has(tokens.hash[at]!) || KNOWING.has(tokens.hash[at]!)) return true
  if (!BE.has(tokens.hash[at]!)) return false
  if (isWord(tokens, at + 1) && DONE.has(tokens.hash[at + 1]!)) return true
  return isWord(tokens, at + 1) && isNumber(tokens, at + 2)
}

function startsLine(tokens: Tokens, at: number): boolean {
  return at === 0 || tokens.gap[at]! >= GAP.line
}

function endsText(tokens: Tokens, at: number): boolean {
  return at >= tokens.count || (endsClause(tokens, at) && !isSign(tokens, at, ','))
}
