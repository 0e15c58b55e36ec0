// What a question goes by: a guideline of a society or a trial with its year, a manual, a rule. Such a name stands where whoever did something stands.
import { hashWords } from '../fold.ts'
import { isNumber, isWord, lengthOf, numberAt, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'

const TEXTS = hashWords(
  'guideline guidelines guidance criteria consensus statement recommendation recommendations rule rules protocol manual handbook textbook calculator nomogram algorithm classification definition definitions standards trial checklist questionnaire app',
)
const SOCIETIES = hashWords(
  'society college association academy federation foundation alliance league union committee council taskforce network collaborative group',
)

/** Per ASH 2020, Endocrine Society 2025, the Ashton manual, stop by TOR rule. */
export function isCited(tokens: Tokens, first: number, last: number): boolean {
  const next = last + 1
  if (tokens.gap[next] !== GAP.space) return false
  const isTitle = isWord(tokens, next) && tokens.shape[next] === SHAPE.lower && TEXTS.has(tokens.hash[next]!)
  const isBody = tokens.shape[last] === SHAPE.upper ? lengthOf(tokens, last) <= 6 : SOCIETIES.has(tokens.hash[last]!)
  if (first === last) return isTitle ? isBody || !isGiven(tokens, first) : isBody && isBehindBy(tokens, first) && isYear(tokens, next)
  return isBody && (isTitle || isYear(tokens, next))
}

/** Maria rules out, Grant trial: a capital that opens a sentence may be somebody. */
function isGiven(tokens: Tokens, at: number): boolean {
  return tokens.shape[at] === SHAPE.capital && tokens.gap[at]! >= GAP.line
}

function isBehindBy(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at - 1) && /^(?:by|per|using|following|follow|under|vs|versus)$/i.test(textOf(tokens, at - 1))
}

function isYear(tokens: Tokens, at: number): boolean {
  return isNumber(tokens, at) && lengthOf(tokens, at) === 4 && numberAt(tokens, at) >= 1980 && numberAt(tokens, at) <= 2100
}
