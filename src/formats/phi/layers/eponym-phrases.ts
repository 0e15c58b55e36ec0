// Takes back what the layers found inside of an eponym or a brand of several words (Braxton Hicks, Argyll Robertson, Virginia Slims), unless a title,
// a relation or a word such as `patient` stands before it.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasRole, isNumber, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { LayerContext } from './layer.ts'

const GUESSED: ReadonlySet<PhiCategory> = new Set(['name', 'location', 'organization', 'facility'])
const PHRASE = LEX.inPhrase | LEX.eponym
const ANNOUNCED = ROLE.title | ROLE.relation
/** Words that stand before a person: `performed` and `placed` stand before a procedure, too. */
const NO_PERSON = /ed$/i
const ACTING =
  /^(?:called|says|said|reports|reported|denies|denied|states|stated|asks|asked|wants|was|is|has|had|will|lives|works|presented|presents)$/

export function dropEponymPhrases({ tokens, found }: LayerContext): void {
  const phrases = findPhrases(tokens)
  if (phrases.size === 0) return
  let kept = 0
  for (const candidate of found) {
    const end = phrases.get(candidate.start) ?? -1
    const isGuess = candidate.rank <= RANK.pattern && GUESSED.has(candidate.category)
    if (!isGuess || candidate.end > end) found[kept++] = candidate
  }
  found.length = kept
}

/** The end of the phrase by the start of each of its words. */
function findPhrases(tokens: Tokens): Map<number, number> {
  const phrases = new Map<number, number>()
  for (let i = 0; i < tokens.count; i++) {
    if (!isInPhrase(tokens, i)) continue
    let last = i
    let words = 1
    for (let at = i + 1; at < tokens.count && at - i < 8 && tokens.gap[at]! <= GAP.space; at++) {
      if (isInPhrase(tokens, at)) {
        last = at
        words++
      } else if (!isSign(tokens, at, '-') && !isSign(tokens, at, '.')) break
    }
    if (words > 1 && !isPerson(tokens, last) && !isAnnounced(tokens, i))
      for (let at = i; at <= last; at++) phrases.set(tokens.start[at]!, tokens.end[last]!)
    i = last
  }
  return phrases
}

/** Surgeon Miller Fisher; seen by Ramsay Hunt; Dr. Austin Flint. */
function isAnnounced(tokens: Tokens, first: number): boolean {
  const before = first - 1
  if (hasRole(tokens, before, ANNOUNCED) || (isSign(tokens, before, '.') && hasRole(tokens, before - 1, ROLE.title))) return true
  if (!isWord(tokens, before)) return isSign(tokens, before, ':') && hasRole(tokens, before - 1, ROLE.person)
  const word = textOf(tokens, before)
  return (hasRole(tokens, before, ROLE.person) && !NO_PERSON.test(word)) || /^(?:by|named|name)$/i.test(word)
}

/** Miller Fisher, 45M; Jack Daniels called: an age or somebody's verb behind the words. */
function isPerson(tokens: Tokens, last: number): boolean {
  const behind = last + 1
  if (tokens.gap[behind]! > GAP.space) return false
  if (isSign(tokens, behind, ',') || isSign(tokens, behind, '(')) return isNumber(tokens, behind + 1) && lengthOf(tokens, behind + 1) <= 3
  return isWord(tokens, behind) && ACTING.test(textOf(tokens, behind))
}

function isInPhrase(tokens: Tokens, at: number): boolean {
  return tokens.kind[at] === KIND.word && (tokens.lex[at]! & PHRASE) === PHRASE
}
