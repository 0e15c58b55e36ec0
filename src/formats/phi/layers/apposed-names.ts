// Names that an apposition tells: Hope, the six-year-old; Quill, the boy with a limp.
import { RANK } from '../candidate.ts'
import { hashWords } from '../fold.ts'
import type { StartPositions } from '../layer-starts.ts'
import { LEX, LEX_NAME } from '../lexicon-bits.ts'
import { BESIDE_NAMES } from '../name-shape.ts'
import { hasLex, hasRole, isNumber, isSign, isWord, textOf } from '../token-tests.ts'
import { GAP, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { isThe } from './date-spans.ts'
import { addTokens, type LayerContext } from './layer.ts'

const PEOPLE = hashWords(
  'toddler boy girl baby newborn infant teen teenager child kid man woman lady gentleman patient resident client lodger inmate student widow widower grandfather grandmother',
)
const OLD = hashWords('old')

export function findApposedNames(context: LayerContext, positions: StartPositions): void {
  const { tokens } = context
  for (let i = positions.next(0); i < tokens.count; i = positions.next(i + 1)) {
    const hash = tokens.hash[i]!
    if (PEOPLE.has(hash)) readApposition(context, i, i - 1)
    else if (OLD.has(hash)) readAge(context, i)
  }
}

findApposedNames.starts = { words: [PEOPLE, OLD] }

/** , the six-year-old; , the 6 year old. */
function readAge(context: LayerContext, old: number): void {
  const { tokens } = context
  let at = old - 1
  if (isSign(tokens, at, '-')) at--
  if (!isWord(tokens, at) || !/^(?:year|month|week|day)s?$/i.test(textOf(tokens, at))) return
  at--
  if (isSign(tokens, at, '-')) at--
  if (isNumber(tokens, at) || isWord(tokens, at)) readApposition(context, old, at - 1)
}

/** @param the where `the` has to stand, but for an adjective */
function readApposition(context: LayerContext, noun: number, the: number): void {
  const { tokens } = context
  const article = isThe(tokens, the) ? the : the - 1
  if (article < 2 || !isThe(tokens, article) || !isSign(tokens, article - 1, ',') || tokens.gap[noun]! > GAP.space) return
  const name = article - 2
  if (tokens.shape[name] !== SHAPE.capital || hasRole(tokens, name, BESIDE_NAMES) || !hasLex(tokens, name, LEX_NAME)) return
  // Behind another word with a capital it is the end of something longer, which others read.
  if (
    isWord(tokens, name - 1) &&
    tokens.gap[name] === GAP.space &&
    tokens.shape[name - 1]! >= SHAPE.capital &&
    !isOpening(tokens, name - 1)
  )
    return
  addTokens(context, name, name, 'name', 0.75, 'name/apposed', RANK.pattern)
}

/** Can Hope: the first word of a sentence. */
function isOpening(tokens: Tokens, at: number): boolean {
  return hasRole(tokens, at, ROLE.function) || (hasLex(tokens, at, LEX.common) && !hasLex(tokens, at, LEX_NAME))
}
