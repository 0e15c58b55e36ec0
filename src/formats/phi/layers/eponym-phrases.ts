// Takes back what the layers found inside of an eponym or a brand of several words (Braxton Hicks, Argyll Robertson, Virginia Slims), unless a title,
// a relation or a word such as `patient` stands before it.
import { RANK } from '../candidate.ts'
import { LEX } from '../lexicon-bits.ts'
import { hasRole, isSign, isWord, textOf } from '../token-tests.ts'
import { GAP, KIND, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import type { LayerContext } from './layer.ts'

const PHRASE = LEX.inPhrase | LEX.eponym
const ANNOUNCED = ROLE.title | ROLE.relation
const PERSONS = /^(?:patient|pt|client|resident|name|named|caller|veteran|member)$/i

export function dropEponymPhrases({ tokens, found }: LayerContext): void {
  const phrases = findPhrases(tokens)
  if (phrases.size === 0) return
  let kept = 0
  for (const candidate of found) {
    const end = phrases.get(candidate.start) ?? -1
    const isGuess = candidate.rank <= RANK.pattern && /^(?:name|location|organization|facility)$/.test(candidate.category)
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
    const announced =
      hasRole(tokens, i - 1, ANNOUNCED) ||
      (isWord(tokens, i - 1) && PERSONS.test(textOf(tokens, i - 1))) ||
      (isSign(tokens, i - 1, '.') && hasRole(tokens, i - 2, ROLE.title))
    if (words > 1 && !announced) for (let at = i; at <= last; at++) phrases.set(tokens.start[at]!, tokens.end[last]!)
    i = last
  }
  return phrases
}

function isInPhrase(tokens: Tokens, at: number): boolean {
  return tokens.kind[at] === KIND.word && (tokens.lex[at]! & PHRASE) === PHRASE
}
