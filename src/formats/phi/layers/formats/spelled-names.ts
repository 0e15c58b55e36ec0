// Names that are spelled, as in dictated text and in calls: spelled h u t c h i n s; spelled W-I-C-K-H-A-M; that's T as in Tom, R, E, N. Letters that
// stand apart in a row of capitals were closed up before.
import { RANK } from '../../candidate.ts'
import { hashWords } from '../../fold.ts'
import type { StartPositions } from '../../layer-starts.ts'
import { LEX, LEX_ENGLISH } from '../../lexicon-bits.ts'
import { hasLex, isSign, isWord, lengthOf, textOf } from '../../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../../tokens.ts'
import { addTokens, type LayerContext } from '../layer.ts'

const SPELLED = hashWords('spelled spelt spelling spells spell')
/** Before letters only: last name h u t c h i n s. */
const NAMED = hashWords('name surname')
const FILLING = hashWords('as is it its that thats like with')
const AS = hashWords('as')
const IN = hashWords('in')
const BETWEEN = hashWords('double capital space hyphen dash apostrophe then')
const SIGNS = ['-', ',', '.'] as const
/** What examinations of the mind have spelled: WORLD backwards. */
const BACKWARDS = hashWords('backward backwards reverse reversed')
const EXAMINED: ReadonlySet<string> = new Set('world dlrow earth htrae lunch hcnul table elbat house esuoh'.split(' '))
const MOST_FILLING = 4
const LEAST_LETTERS = 3
/** Where the first is explained: T as in Tom, R. */
const LEAST_EXPLAINED = 2
const LEAST_NAMED = 4
const LEAST_CLOSED = 4
/** So that a text of nothing else does not take the square of its length. */
const MOST_LETTERS = 200

export function findSpelledNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    if (!isWord(tokens, i)) continue
    const isCue = SPELLED.has(tokens.hash[i]!)
    const isNamed = NAMED.has(tokens.hash[i]!)
    if (!isCue && !isNamed && !(isLetter(tokens, i - 1) && isExplained(tokens, i - 1))) continue
    const first = isCue || isNamed ? behindFilling(tokens, i + 1) : i - 1
    if (isNamed && !isLetter(tokens, first)) continue
    const last = endOfSpelled(tokens, first, isCue ? LEAST_LETTERS : isNamed ? LEAST_NAMED : LEAST_EXPLAINED)
    if (last < first) continue
    i = Math.max(i, last)
    addTokens(context, first, last, 'name', 0.85, 'spelled/name', RANK.pattern)
  }
}

findSpelledNames.starts = { words: [SPELLED, NAMED, AS] }

/** Behind spelled as, spelled: and that's. */
function behindFilling(tokens: Tokens, from: number): number {
  let at = from
  for (let n = 0; n < MOST_FILLING && at < tokens.count; n++) {
    const isSignOf =
      isSign(tokens, at, ':') ||
      isSign(tokens, at, ',') ||
      isSign(tokens, at, '?') ||
      (tokens.hash[at] === POSSESSIVE && tokens.kind[at] === KIND.sign)
    const isFilling = isSignOf || (isWord(tokens, at) && FILLING.has(tokens.hash[at]!))
    if (!isFilling || isLetter(tokens, at)) break
    at++
  }
  return at
}

/** T as in Tom. */
function isExplained(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at + 1) && AS.has(tokens.hash[at + 1]!) && isWord(tokens, at + 2) && IN.has(tokens.hash[at + 2]!)
}

/** The last token of what is spelled there; the one in front where nothing is. */
function endOfSpelled(tokens: Tokens, first: number, least: number): number {
  if (!isWord(tokens, first) || tokens.gap[first]! > GAP.space) return first - 1
  if (!isLetter(tokens, first)) return isClosed(tokens, first) ? first : first - 1
  let [last, letters] = [first - 1, '']
  for (let at = first; at < tokens.count && tokens.gap[at]! <= GAP.space && letters.length < MOST_LETTERS; at++) {
    if (isLetter(tokens, at)) {
      letters += textOf(tokens, at).toLowerCase()
      if (isExplained(tokens, at)) at = Math.min(at + 3, tokens.count - 1)
      last = at
    } else if (!SIGNS.some((sign) => isSign(tokens, at, sign)) && !(isWord(tokens, at) && BETWEEN.has(tokens.hash[at]!))) break
  }
  const isBackwards = isWord(tokens, last + 1) && BACKWARDS.has(tokens.hash[last + 1]!)
  return letters.length < least || EXAMINED.has(letters) || isBackwards ? first - 1 : last
}

function isLetter(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at) && lengthOf(tokens, at) === 1
}

/** A word whose letters stood apart, or one in capitals or unknown: spelled WICKHAM, but not spelled phonetically. */
function isClosed(tokens: Tokens, at: number): boolean {
  if (lengthOf(tokens, at) < LEAST_CLOSED || EXAMINED.has(textOf(tokens, at).toLowerCase())) return false
  if (isWord(tokens, at + 1) && BACKWARDS.has(tokens.hash[at + 1]!)) return false
  return tokens.shape[at] !== SHAPE.lower && !(hasLex(tokens, at, LEX_ENGLISH) && !hasLex(tokens, at, LEX.first | LEX.last))
}
