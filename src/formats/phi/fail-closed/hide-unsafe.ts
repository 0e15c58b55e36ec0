// Mode fail-closed: what no layer found may stay only where it is probably safe. Every word and every number is judged, whatever else the text holds.
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

/** What may stay: odds of less than 1 to 20, as logarithm. */
const MOST_ODDS = -3
/** The same of a word with a capital that is somebody's name elsewhere, diseases called after people included. */
const MOST_ODDS_OF_NAME = -5
/** What is hidden with these odds counts as found, and makes its neighbours less safe: the text is judged again. */
const SURE_ODDS = -1
const MOST_ROUNDS = 4

interface Unsafe extends Candidate {
  readonly odds: number
}

/** Adds what may be part of an identifier to what the layers found. */
export function hideUnsafe({ tokens }: LayerContext, layered: readonly Candidate[]): Candidate[] {
  const dates = layered.length > 0 ? listLooseDates(tokens) : []
  const resolved = resolveCandidates([...layered, ...listStretches(tokens), ...dates], tokens.text)
  let sure: readonly Candidate[] = resolved
  const unsafe: Unsafe[] = []
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const before = sure.length
    unsafe.push(...listUnsafe(tokens, findingsOf(tokens, sure)))
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

/** Days, numbers in groups and spelled digits, which several tokens make: each of them looks safe. */
function listStretches(tokens: Tokens): Candidate[] {
  const stretches: Candidate[] = []
  for (let i = 0; i < tokens.count; i++) {
    const stretch = unsafeStretch(tokens, i)
    if (stretch) stretches.push(unknown(tokens, i, stretch.last, stretch.category))
  }
  return stretches
}

/** Years and weekdays: no identifier of anybody, and more than enough beside one. */
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

/** The two numbers of 5/5, 4.6 or 7-1 where one of them is meant: half of a day tells the other half. */
function joinedWith(tokens: Tokens, at: number): [first: number, last: number] {
  if (!isNumber(tokens, at)) return [at, at]
  const joins = (first: number) =>
    isNumber(tokens, first) &&
    isNumber(tokens, first + 2) &&
    isGlued(tokens, first + 1) &&
    isGlued(tokens, first + 2) &&
    isJoin(tokens, first + 1)
  return joins(at) ? [at, at + 2] : joins(at - 2) ? [at - 2, at] : [at, at]
}

/** Verity Wickham: a word with a capital beside a hidden one, where no sentence opens. @param right the right one of the two */
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

/** Roles of words that stand beside names. */
const NO_NAME =
  ROLE.title | ROLE.relation | ROLE.credential | ROLE.person | ROLE.medicalHead | ROLE.function | ROLE.month | ROLE.weekday | ROLE.unit

function isJoin(tokens: Tokens, at: number): boolean {
  return isSign(tokens, at, '/') || isSign(tokens, at, '.') || isSign(tokens, at, '-')
}

/** What needs no judgement: grammar in small letters, letters with dots, measures. */
function isSafe(tokens: Tokens, at: number): boolean {
  const isGrammar = tokens.shape[at] === SHAPE.lower && hasRole(tokens, at, ROLE.function | ROLE.pronoun) && !hasLex(tokens, at, LEX_NAME)
  return isGrammar || isDotted(tokens, at) || isMeasure(tokens, at)
}

/** A letter of A.M. or U.S.: letters with dots are judged as a whole by the layer of unknown words. */
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
  const first = isPair(tokens, at - 2) ? at - 2 : at
  if (!isPair(tokens, first)) return false
  return hasRole(tokens, first + 3, ROLE.unit) || (isSign(tokens, first + 1, '/') && isScoreSpot(tokens, first))
}

function isPair(tokens: Tokens, at: number): boolean {
  const isJoined = (isSign(tokens, at + 1, '/') || isSign(tokens, at + 1, '-')) && isGlued(tokens, at + 1) && isGlued(tokens, at + 2)
  return isJoined && isNumber(tokens, at) && isNumber(tokens, at + 2) && numberAt(tokens, at) <= numberAt(tokens, at + 2)
}
