// Finds what the network takes for part of an identifier. Beside something that surely is one, less is enough.
import { type Candidate, RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { hashWords } from '../fold.ts'
import { frequencyIn, isOrdinaryIn, ordinaryLanguages } from '../language/language-words.ts'
import { ENGLISH, FIRST_UNSUPPORTED, isOther } from '../language/languages.ts'
import { type LanguageRun, textLanguages } from '../language/text-languages.ts'
import type { LayerContext, PhiMode } from '../layers/layer.ts'
import { LEX, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { firstAt, hasLex, hasRole, isGlued, isNumber, isSign, lengthOf } from '../token-tests.ts'
import { GAP, KIND, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isMedicalForm } from '../words/medical-forms.ts'
import { dropDoubted } from './doubted.ts'
import { mayBeForeignName } from './foreign-names.ts'
import { endOfName, startOfName } from './half-names.ts'
import { CONTEXT_KINDS } from './kinds.ts'
import type { Likely } from './likely.ts'
import { isNameElsewhere, isPaired, isParticle, listNames, NAME } from './name-evidence.ts'
import { listActing } from './names/acting-names.ts'
import { listAnnounced } from './names/announced-names.ts'
import { listFullNames } from './names/full-names.ts'
import { networkScores, SCORE_UNIT } from './network.ts'
import { OUTPUTS } from './network-weights.ts'
import { isRareName } from './rare-names.ts'
import { listSupposed } from './supposed-names.ts'
import { isTold, LEAST_TOLD } from './told-names.ts'
import { isJoint, leaveUnlearned } from './unlearned.ts'
import { wholeNumber } from './whole-numbers.ts'
import { isWordName } from './word-names.ts'

/** Logarithms of the odds from which a token counts: where nothing sure is near, and beside something that is. */
interface Thresholds {
  readonly alone: number
  /** The same for a word with a capital that no list has. */
  readonly unlisted: number
  readonly beside: number
  /** For a capitalized word that can be a name. This includes eponyms. */
  readonly nameLike: number
}

const THRESHOLDS: Readonly<Record<PhiMode, Thresholds>> = {
  balanced: { alone: 2, unlisted: 0, beside: -2, nameLike: Number.POSITIVE_INFINITY },
  'high-recall': { alone: 0.5, unlisted: -2, beside: -3, nameLike: Number.POSITIVE_INFINITY },
  'fail-closed': { alone: -3.2, unlisted: -5, beside: -3.2, nameLike: -5 },
}
/** Thresholds of the network for other languages, which is less sure of what stands near an identifier. */
const OTHER_THRESHOLDS: Readonly<Record<PhiMode, Thresholds>> = {
  balanced: { alone: 2, unlisted: 0, beside: -1.5, nameLike: Number.POSITIVE_INFINITY },
  'high-recall': { alone: 0.5, unlisted: -1, beside: -2, nameLike: Number.POSITIVE_INFINITY },
  'fail-closed': { alone: -3.2, unlisted: -5, beside: -3.2, nameLike: -5 },
}
/** From here on a token counts as sure. */
const SURE = 3
/** In tokens: a paragraph. */
const NEAR = 60
/** Frequency of words of grammar, in the unit of `frequencyIn`: 1 word in 1,000. */
const LEAST_GRAMMAR = 25
/** Place of the first kind among the outputs, behind the tags. */
const FIRST_KIND = 7
const ORGANIZATION = 3
const DATE = 4
const LEAST_UNLISTED = 5
const CATEGORIES: readonly PhiCategory[] = ['name', 'name', 'location', 'organization', 'date', 'other-id', 'phone', 'age']

/** Mode fail-closed hides them anyway. */
const NONE: ReadonlySet<number> = new Set()

const judged = new WeakMap<Tokens, Likely>()

export function findLikely(context: LayerContext): void {
  const { tokens, mode, found } = context
  const likely = judgeTokens(context)
  if (mode === 'balanced') dropDoubted(tokens, likely.heard, found)
  for (const candidate of listAnnounced(tokens, likely.odds)) found.push(candidate)
  for (const candidate of listActing(tokens, likely)) found.push(candidate)
  for (const candidate of listFullNames(tokens, likely)) found.push(candidate)
  for (const candidate of listRuns(context, likely, mode)) found.push(candidate)
}

/** What the network takes for part of an identifier by the thresholds of mode fail-closed, whatever the mode of the search. */
export function listUnsafe(context: LayerContext): Candidate[] {
  return listRuns(context, judgeTokens(context), 'fail-closed')
}

function listRuns(context: LayerContext, likely: Likely, mode: PhiMode): Candidate[] {
  const { tokens, found, named } = context
  const runs: Candidate[] = []
  const isNear = placesNear(tokens, likely, found)
  const supposed = context.mode === 'fail-closed' ? listSupposed(tokens, likely) : NONE
  const isLikely = (at: number): boolean => {
    const odds = likely.odds[at]!
    const language = likely.languages[at]!
    if (language >= FIRST_UNSUPPORTED && mode !== 'fail-closed' && !mayBeForeignName(tokens, at, odds)) return false
    const { alone, unlisted, beside, nameLike } = (isOther(language) ? OTHER_THRESHOLDS : THRESHOLDS)[mode]
    const least = isNear[at] === 1 ? beside : isUnlisted(tokens, at, language) ? unlisted : alone
    const told = mode !== 'fail-closed' && isTold(tokens, at, likely)
    return (
      odds > (told ? Math.min(least, LEAST_TOLD) : least) ||
      (odds > nameLike && isNameLike(tokens, at)) ||
      supposed.has(at) ||
      isPaired(tokens, at, likely) ||
      (language === ENGLISH && ((mode !== 'fail-closed' && isWordName(tokens, at, likely)) || isRareName(tokens, at, likely)))
    )
  }
  const own = mode === 'fail-closed' ? NONE : listNames(tokens, likely, isLikely)
  const names = mode === 'fail-closed' ? NONE : (named?.shareHashes(own) ?? own)
  const counts = (at: number): boolean => isLikely(at) || isNameElsewhere(tokens, at, likely, names)
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.kind[i] === KIND.sign || isGrammar(tokens, i, likely) || !counts(i)) continue
    const last = endOfRun(tokens, i, likely, counts)
    const first = startOfName(tokens, i, likely)
    const end = endOfName(tokens, last, likely)
    const whole = wholeNumber(tokens, first, end, likely)
    const kind = isRareName(tokens, i, likely) ? NAME : likely.kinds[likely.kinds[i] === NAME ? i : whole.first]!
    if (first < end || !saysNothing(tokens, first)) runs.push(candidateOf(tokens, whole.first, whole.last, likely.odds, kind))
    i = whole.last
  }
  return runs
}

/** Words that are no identifier alone. Mode fail-closed would then hide them in the whole text. */
const SAY_NOTHING = hashWords('the old year years')

/** `Signed: Old` is a person: a word with a capital is an ordinary one only at the start of a sentence. */
function saysNothing(tokens: Tokens, at: number): boolean {
  if (!SAY_NOTHING.has(tokens.hash[at]!)) return false
  if (tokens.shape[at] === SHAPE.lower || hasRole(tokens, at, ROLE.function)) return true
  return at === 0 || tokens.gap[at]! > GAP.space || (isSign(tokens, at - 1, '.') && !hasRole(tokens, at - 2, ROLE.title))
}

/** Lindqvist and Okafor: two names. */
function isJoining(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.lower && hasRole(tokens, at, ROLE.function | ROLE.pronoun) && !hasRole(tokens, at, ROLE.particle)
}

/** A word with a capital that no list has and that is not built as words of medicine are. */
function isUnlisted(tokens: Tokens, at: number, language: number): boolean {
  if (tokens.kind[at] !== KIND.word || tokens.lex[at] !== 0 || tokens.role[at] !== 0) return false
  return (
    (tokens.shape[at] === SHAPE.capital || tokens.shape[at] === SHAPE.upper) &&
    lengthOf(tokens, at) >= LEAST_UNLISTED &&
    !isMedicalForm(tokens, at) &&
    !(isOther(language) && isOrdinaryIn(language, ordinaryLanguages(tokens.hash[at]!)))
  )
}

/** Small words of grammar belong to a name or a date only between other words of it. A few of them are names: so, do, an. */
function isGrammar(tokens: Tokens, at: number, { kinds, languages }: Likely): boolean {
  if (isFrequent(tokens, at, languages[at]!)) return true
  if (tokens.shape[at] !== SHAPE.lower || !hasRole(tokens, at, ROLE.function | ROLE.pronoun) || hasRole(tokens, at, ROLE.month))
    return false
  return kinds[at] === DATE || !hasLex(tokens, at, LEX_NAME)
}

/** A word between two names or two dates, such as und, bis, y. Names of institutions and places contain such words. */
function divides(tokens: Tokens, at: number, { kinds, languages }: Likely): boolean {
  return (kinds[at] === NAME || kinds[at] === DATE) && isFrequent(tokens, at, languages[at]!)
}

/** True for one of the most frequent words of a supported language other than English, in small letters. */
function isFrequent(tokens: Tokens, at: number, language: number): boolean {
  return (
    isOther(language) &&
    tokens.kind[at] === KIND.word &&
    tokens.shape[at] === SHAPE.lower &&
    (frequencyIn(language, tokens.hash[at]!) ?? 0) >= LEAST_GRAMMAR &&
    !hasRole(tokens, at, ROLE.month | ROLE.particle) &&
    !isParticle(tokens, at)
  )
}

/** Computed once for a text. */
function judgeTokens({ tokens, locale: { language }, named }: LayerContext): Likely {
  let likely = judged.get(tokens)
  if (!likely) {
    const judge = () =>
      judgeWords(tokens, language === undefined ? textLanguages(tokens).runs : [{ first: 0, end: tokens.count, language }])
    likely = named ? named.judgeOnce(tokens.text, language, judge) : judge()
    judged.set(tokens, likely)
  }
  return likely
}

function judgeWords(tokens: Tokens, runs: readonly LanguageRun[]): Likely {
  const odds = new Float32Array(tokens.count)
  const kinds = new Uint8Array(tokens.count)
  const languages = new Uint8Array(tokens.count)
  for (const { first, end, language } of runs) languages.fill(language, first, end)
  readScores(tokens, runs, odds, kinds, () => true)
  const others = runs.flatMap(({ first, end, other }) => (other === undefined ? [] : [{ first, end, language: other }]))
  if (others.length > 0) readScores(tokens, others, odds, kinds, (at, own) => isBetter(tokens, at, own, odds[at]!, kinds[at]!))
  joinGroups(tokens, odds)
  const heard = odds.slice()
  leaveUnlearned(tokens, odds)
  return { odds, heard, kinds, languages }
}

/** Where the language is doubtful, what a list has as a name counts if either network takes it for one. */
function isBetter(tokens: Tokens, at: number, odds: number, before: number, kind: number): boolean {
  if (kind > ORGANIZATION || tokens.shape[at]! < SHAPE.capital || tokens.shape[at] === SHAPE.initial) return false
  return odds > before && hasLex(tokens, at, LEX_NAME) && !hasLex(tokens, at, LEX_MEDICAL | LEX.abbreviation)
}

/** Writes the odds and the kinds of the tokens of runs where they count. */
function readScores(
  tokens: Tokens,
  runs: readonly LanguageRun[],
  odds: Float32Array,
  kinds: Uint8Array,
  counts: (at: number, odds: number) => boolean,
): void {
  const scores = networkScores(tokens, runs)
  for (const { first, end } of runs)
    for (let i = first; i < end; i++) {
      const row = i * OUTPUTS + FIRST_KIND
      let sum = 0
      let best = 1
      for (let kind = 1; kind < CONTEXT_KINDS.length; kind++) {
        sum += Math.exp((scores[row + kind]! - scores[row]!) / SCORE_UNIT)
        if (scores[row + kind]! > scores[row + best]!) best = kind
      }
      const own = Math.log(sum)
      if (!counts(i, own)) continue
      odds[i] = own
      kinds[i] = best
    }
}

/** 3/5, 30-77-124: one half of a date or number reveals the other, so all groups of digits are as likely as the likeliest. */
function joinGroups(tokens: Tokens, odds: Float32Array): void {
  for (let i = 0; i < tokens.count; i++) {
    let last = i
    let most = odds[i]!
    while (isNumber(tokens, last) && isJoint(tokens, last + 1) && isNumber(tokens, last + 2) && isGlued(tokens, last + 2)) {
      last += 2
      most = Math.max(most, odds[last]!)
    }
    for (let at = i; at <= last && last > i; at += 2) odds[at] = most
    i = last
  }
}

function isNameLike(tokens: Tokens, at: number): boolean {
  return tokens.shape[at]! >= SHAPE.capital && hasLex(tokens, at, LEX_NAME | LEX.eponym) && !hasHeadNear(tokens, at)
}

/** Parkinson disease, Dix-Hallpike maneuver, Child-Turcotte-Pugh score: the word that makes a disease, a sign or a test of a name. */
function hasHeadNear(tokens: Tokens, at: number): boolean {
  for (let i = at + 1; i <= at + 6 && tokens.gap[i]! <= GAP.space; i++) if (hasRole(tokens, i, ROLE.medicalHead)) return true
  return false
}

/** 1 for each token with something sure within reach: a finding of a layer, or a word that the network is sure of. */
function placesNear(tokens: Tokens, { odds }: Likely, found: readonly Candidate[]): Uint8Array {
  const sure = new Uint8Array(tokens.count)
  for (let i = 0; i < tokens.count; i++) if (odds[i]! > SURE && tokens.kind[i] !== KIND.sign) sure[i] = 1
  for (const { start, end } of found) for (let i = firstAt(tokens, start); i < tokens.count && tokens.start[i]! < end; i++) sure[i] = 1
  const near = new Uint8Array(tokens.count)
  let until = -1
  for (let i = 0; i < tokens.count; i++) {
    if (sure[i] === 1) {
      near.fill(1, Math.max(0, i - NEAR, until + 1), i)
      until = i + NEAR
    }
    if (i <= until) near[i] = 1
  }
  return near
}

/** The last token of one identifier: words of one kind and the signs between them. */
function endOfRun(tokens: Tokens, from: number, likely: Likely, counts: (at: number) => boolean): number {
  const { odds, kinds } = likely
  let last = from
  for (let i = from + 1; i < tokens.count && tokens.gap[i]! <= GAP.space; i++) {
    if (kinds[i] !== kinds[from]) break
    const isSeparate = tokens.kind[i] === KIND.sign ? odds[i]! <= 0 && tokens.gap[i] === GAP.space : !counts(i)
    if (isSeparate || (kinds[i] === NAME && isJoining(tokens, i)) || divides(tokens, i, likely)) break
    if (tokens.kind[i] !== KIND.sign && !isGrammar(tokens, i, likely)) last = i
  }
  return last
}

/** @param kind of the whole, by its place among the kinds: a part that is added to a name may look like a place */
function candidateOf(tokens: Tokens, first: number, last: number, odds: Float32Array, kind: number): Candidate {
  let most = odds[first]!
  for (let i = first + 1; i <= last; i++) if (tokens.kind[i] !== KIND.sign) most = Math.max(most, odds[i]!)
  const category = CATEGORIES[kind]!
  return {
    start: tokens.start[first]!,
    end: tokens.end[last]!,
    category: category === 'organization' && hasFacility(tokens, first, last) ? 'facility' : category,
    score: 1 / (1 + Math.exp(-most)),
    rule: `network/${CONTEXT_KINDS[kind]}`,
    rank: RANK.network,
  }
}

function hasFacility(tokens: Tokens, first: number, last: number): boolean {
  for (let i = first; i <= last; i++) if (hasRole(tokens, i, ROLE.facility)) return true
  return false
}
