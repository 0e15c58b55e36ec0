// Mode fail-closed: judges every word and number that no layer found, and hides those that are not probably safe.
import { type Candidate, RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import type { LayerContext } from '../layers/layer.ts'
import { isLooseDate } from '../layers/loose-years.ts'
import { isScoreSpot } from '../layers/month-days.ts'
import { unsafeStretch } from '../layers/unsafe-numbers.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { resolveCandidates } from '../resolve.ts'
import { loadModel, marginOf } from '../tagger-model.ts'
import { hasLex, hasRole, isGlued, isNumber, isSign, isWord, lengthOf, numberAt } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { Findings } from './safety-features.ts'
import { identifierOdds } from './safety-model.ts'

/** A token stays if the logarithm of the odds that it is part of an identifier is not higher: odds of 1 to 20. */
const MOST_ODDS = -3
/** The same for a capitalized word that can be a name. This includes eponyms. */
const MOST_ODDS_OF_NAME = -5
/** A token with higher odds counts as found. The text is then judged again, because the neighbors of a finding are less safe. */
const SURE_ODDS = -1
const MOST_ROUNDS = 4

interface Unsafe extends Candidate {
  readonly odds: number
}

/** Adds tokens that may be part of an identifier to the findings of the layers. */
export function hideUnsafe({ tokens }: LayerContext, layered: readonly Candidate[]): Candidate[] {
  const dates = layered.length > 0 ? listLooseDates(tokens) : []
  const resolved = resolveCandidates([...layered, ...listStretches(tokens), ...dates], tokens.text)
  let sure: readonly Candidate[] = resolved
  let unsafe: readonly Unsafe[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = sure.length
    // A call with one argument per token would exceed the stack.
    unsafe = unsafe.concat(listUnsafe(tokens, findingsOf(tokens, sure)))
    const added = unsafe.filter(({ odds }) => odds >= SURE_ODDS)
    sure = resolveCandidates([...resolved, ...added], tokens.text)
    if (added.length === 0 || sure.length === before) break
  }
  return resolveCandidates([...resolved, ...unsafe], tokens.text)
}

/** @param found in order */
export function findingsOf(tokens: Tokens, found: readonly { readonly start: number; readonly end: number }[]): Findings {
  const covered = new Uint8Array(tokens.count + 1)
  let at = 0
  for (const { start, end } of found) {
    while (at < tokens.count && tokens.end[at]! <= start) at++
    for (let i = at; i < tokens.count && tokens.start[i]! < end; i++) covered[i] = 1
  }
  return { covered, hasAny: found.length > 0 }
}

/** Days, groups of numbers and spelled digits: each token alone looks safe. */
function listStretches(tokens: Tokens): Candidate[] {
  const stretches: Candidate[] = []
  for (let i = 0; i < tokens.count; i++) {
    const stretch = unsafeStretch(tokens, i)
    if (stretch) stretches.push(unknown(tokens, i, stretch.last, stretch.category))
  }
  return stretches
}

/** Years and weekdays. They identify a person only together with other findings. */
function listLooseDates(tokens: Tokens): Candidate[] {
  const dates: Candidate[] = []
  for (let i = 0; i < tokens.count; i++) if (isLooseDate(tokens, i)) dates.push(unknown(tokens, i, i, 'date'))
  return dates
}

function unknown(tokens: Tokens, first: number, last: number, category: PhiCategory): Candidate {
  return { start: tokens.start[first]!, end: tokens.end[last]!, category, score: 0.4, rule: 'unknown', rank: RANK.lexicon }
}

function listUnsafe(tokens: Tokens, findings: Findings): Unsafe[] {
  const unsafe: Unsafe[] = []
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.sign || findings.covered[i] === 1 || isSafe(tokens, i)) continue
    const odds = identifierOdds(tokens, i, findings)
    if (odds <= (isNameLike(tokens, i) ? MOST_ODDS_OF_NAME : MOST_ODDS)) continue
    const add = (first: number, last: number, category: PhiCategory) => unsafe.push({ ...unknown(tokens, first, last, category), odds })
    const category = categoryOf(tokens, i)
    add(i, i, category)
    const [first, last] = joinedWith(tokens, i)
    if (first < last) add(first, last, 'date')
    if (isNameBeside(tokens, i - 1, i)) add(i - 1, i - 1, category)
    if (isNameBeside(tokens, i + 1, i + 1)) add(i + 1, i + 1, category)
  }
  return unsafe
}

function isNameLike(tokens: Tokens, at: number): boolean {
  return tokens.shape[at]! >= SHAPE.capital && hasLex(tokens, at, LEX_NAME | LEX.eponym) && !hasHeadNear(tokens, at)
}

/** Parkinson disease, Dix-Hallpike maneuver, Child-Turcotte-Pugh score: the word that makes a disease, a sign or a test of a name. */
function hasHeadNear(tokens: Tokens, at: number): boolean {
  for (let i = at + 1; i <= at + 6 && tokens.gap[i]! <= GAP.space; i++) if (hasRole(tokens, i, ROLE.medicalHead)) return true
  return false
}

function categoryOf(tokens: Tokens, at: number): PhiCategory {
  return tokens.kind[at] === KIND.number ? categoryOfNumber(tokens, at) : categoryOfWord(tokens, at)
}

const KINDS: readonly (readonly [number, PhiCategory])[] = [
  [1, 'name'],
  [3, 'location'],
  [5, 'organization'],
]

/** What the tagger would call it. */
function categoryOfWord(tokens: Tokens, at: number): PhiCategory {
  const model = loadModel()
  let best: PhiCategory = 'name'
  let most = Number.NEGATIVE_INFINITY
  for (const [tag, category] of KINDS) {
    const margin = marginOf(tokens, at, at, tag, model)
    if (margin <= most) continue
    best = category
    most = margin
  }
  return best
}

/** Parts of days and years are dates, any other number is an identifier. */
function categoryOfNumber(tokens: Tokens, at: number): PhiCategory {
  const value = numberAt(tokens, at)
  const isYear = lengthOf(tokens, at) === 4 && value >= 1_900 && value <= 2_100
  const isJoined = (isGlued(tokens, at) || isGlued(tokens, at + 1)) && value >= 1 && value <= 31
  return isYear || isJoined ? 'date' : 'other-id'
}

/** The whole pair of 5/5, 4.6 or 7-1, because one half of a date reveals the other. */
function joinedWith(tokens: Tokens, at: number): [first: number, last: number] {
  if (isPair(tokens, at, '/.-')) return [at, at + 2]
  return isPair(tokens, at - 2, '/.-') && isNumber(tokens, at) ? [at - 2, at] : [at, at]
}

/**
 * Verity Wickham: a capitalized word beside a hidden one, but not at the start of a sentence.
 * @param right the right word of the two
 */
function isNameBeside(tokens: Tokens, at: number, right: number): boolean {
  if (!isWord(tokens, at < right ? right : at - 1)) return false
  if (at < 1 || at >= tokens.count || tokens.kind[at] !== KIND.word || tokens.gap[right] !== GAP.space || tokens.gap[at]! >= GAP.line)
    return false
  const isOpening = tokens.kind[at - 1] === KIND.sign && !isSign(tokens, at - 1, ',') && !isSign(tokens, at - 1, ':')
  return (
    tokens.shape[at] === SHAPE.capital &&
    !isOpening &&
    hasLex(tokens, at, LEX_NAME | LEX.word | LEX.proper) &&
    !hasRole(tokens, at, NO_NAME)
  )
}

/** Roles of words that are often next to names. */
const NO_NAME =
  ROLE.title | ROLE.relation | ROLE.credential | ROLE.person | ROLE.medicalHead | ROLE.function | ROLE.month | ROLE.weekday | ROLE.unit

/** Tokens that are not judged: function words in small letters, letters with dots, measures. */
function isSafe(tokens: Tokens, at: number): boolean {
  const isGrammar = tokens.shape[at] === SHAPE.lower && hasRole(tokens, at, ROLE.function | ROLE.pronoun) && !hasLex(tokens, at, LEX_NAME)
  return isGrammar || isDotted(tokens, at) || isMeasure(tokens, at)
}

/** A letter of A.M. or U.S. The layer of unknown words judges letters with dots as a whole. */
function isDotted(tokens: Tokens, at: number): boolean {
  if (tokens.shape[at] !== SHAPE.initial) return false
  return joins(tokens, at + 1, at + 2) || joins(tokens, at - 1, at - 2)
}

function joins(tokens: Tokens, sign: number, letter: number): boolean {
  return isSign(tokens, sign, '.') && tokens.shape[letter] === SHAPE.initial && isGlued(tokens, Math.max(sign, letter))
}

/** 4/5, 7/10, 2-3 tabs: a score, or a range with a unit. */
function isMeasure(tokens: Tokens, at: number): boolean {
  if (!isNumber(tokens, at)) return false
  const first = isPair(tokens, at - 2, '/-') ? at - 2 : at
  if (!isPair(tokens, first, '/-') || numberAt(tokens, first) > numberAt(tokens, first + 2)) return false
  return hasRole(tokens, first + 3, ROLE.unit) || (isSign(tokens, first + 1, '/') && isScoreSpot(tokens, first))
}

/** Two numbers with one of the signs between them and no spaces. */
function isPair(tokens: Tokens, at: number, signs: string): boolean {
  if (!isNumber(tokens, at) || !isNumber(tokens, at + 2) || !isGlued(tokens, at + 1) || !isGlued(tokens, at + 2)) return false
  return [...signs].some((sign) => isSign(tokens, at + 1, sign))
}
