// What the network would say of a word if a list had it as a surname: how much speaks for a person in its place, whatever the word is.
import { hashWord } from '../fold.ts'
import { ENGLISH } from '../language/languages.ts'
import { LEX, LEX_ENGLISH, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, isGlued, isSign } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { endsClause } from '../words/clause-ends.ts'
import { REACH } from './kernel.ts'
import type { Likely } from './likely.ts'
import { NAME } from './name-evidence.ts'
import { networkScores, SCORE_UNIT } from './network.ts'
import { OUTPUTS } from './network-weights.ts'

/** A word that has no vector. */
const NO_WORD = hashWord('qzxvopl')
/** Place of the first kind among the outputs, behind the tags. */
const FIRST_KIND = 7

const judged = new WeakMap<Tokens, Map<number, number>>()

/** Words that are tried: 1 in so many tokens of a text, and a few more. Notes have 1 in 500; a row of capitals would take many times as long. */
const TOKENS_A_TRIAL = 100
const FEWEST_TRIALS = 32

/** @returns the logarithm of the odds of a name against nothing; of no name where a text has had its trials */
export function supposedOdds(tokens: Tokens, at: number): number {
  const known = judged.get(tokens) ?? new Map<number, number>()
  judged.set(tokens, known)
  const isSpent = known.size >= FEWEST_TRIALS + tokens.count / TOKENS_A_TRIAL
  const odds = known.get(at) ?? (isSpent ? Number.NEGATIVE_INFINITY : judge(tokens, at))
  if (isSpent) return odds
  known.set(at, odds)
  return odds
}

function judge(tokens: Tokens, at: number): number {
  const first = Math.max(0, at - REACH)
  const end = Math.min(tokens.count, at + REACH + 1)
  const around = cut(tokens, first, end)
  around.lex[at - first] = LEX.last
  around.hash[at - first] = NO_WORD
  const scores = networkScores(around, [{ first: 0, end: end - first, language: ENGLISH }])
  const row = (at - first) * OUTPUTS + FIRST_KIND
  return (scores[row + NAME]! - scores[row]!) / SCORE_UNIT
}

/** A copy of the tokens of a part of the text. */
function cut(tokens: Tokens, first: number, end: number): Tokens {
  return {
    ...tokens,
    count: end - first,
    start: tokens.start.slice(first, end),
    end: tokens.end.slice(first, end),
    kind: tokens.kind.slice(first, end),
    shape: tokens.shape.slice(first, end),
    gap: tokens.gap.slice(first, end),
    hash: tokens.hash.slice(first, end),
    role: tokens.role.slice(first, end),
    lex: tokens.lex.slice(first, end),
  }
}

/** What counts in mode fail-closed: the odds of a word as it is, and as a surname. */
const LEAST_UNSAFE = -5.5
const LEAST_AS_SURNAME = 3
const LEAST_LETTERS = 3

/** The words with a capital of a text that the network would take for names if a list had them. All are tried at once. */
export function listSupposed(tokens: Tokens, { odds, languages }: Likely): ReadonlySet<number> {
  const around = { ...tokens, hash: tokens.hash.slice(), lex: tokens.lex.slice() }
  const tried: number[] = []
  for (let at = 0; at < tokens.count; at++) {
    if (languages[at] !== ENGLISH || !mayBeTried(tokens, at)) continue
    around.lex[at] = LEX.last
    around.hash[at] = NO_WORD
    if (odds[at]! > LEAST_UNSAFE) tried.push(at)
  }
  if (tried.length === 0) return new Set()
  const scores = networkScores(around, [{ first: 0, end: tokens.count, language: ENGLISH }])
  return new Set(
    tried.filter((at) => {
      const row = at * OUTPUTS + FIRST_KIND
      return (scores[row + NAME]! - scores[row]!) / SCORE_UNIT > LEAST_AS_SURNAME
    }),
  )
}

/** Kayser-Fleischer rings. */
function isJoined(tokens: Tokens, at: number): boolean {
  return (isSign(tokens, at + 1, '-') && isGlued(tokens, at + 1)) || (isSign(tokens, at - 1, '-') && isGlued(tokens, at))
}

/** Any word has a capital there. */
function beginsClause(tokens: Tokens, at: number): boolean {
  return at === 0 || tokens.gap[at]! >= GAP.line || endsClause(tokens, at - 1)
}

function mayBeTried(tokens: Tokens, at: number): boolean {
  return (
    tokens.kind[at] === KIND.word &&
    tokens.shape[at] === SHAPE.capital &&
    tokens.role[at] === 0 &&
    !(hasLex(tokens, at, LEX.common) && beginsClause(tokens, at)) &&
    !isJoined(tokens, at) &&
    // Jardiance, but not Allegra and Gamma.
    (!hasLex(tokens, at, LEX.drug) || hasLex(tokens, at, LEX_NAME | LEX_ENGLISH)) &&
    tokens.end[at]! - tokens.start[at]! >= LEAST_LETTERS
  )
}
