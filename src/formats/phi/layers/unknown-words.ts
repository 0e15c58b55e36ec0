// The modes that would rather hide too much: letters with dots; mode high-recall also words with a capital that no list knows, and places as large as a state.
import { RANK } from '../candidate.ts'
import type { PhiCategory } from '../category.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { hasLex, hasRole, isGlued, isSign, isWord, lengthOf, textOf } from '../token-tests.ts'
import { GAP, KIND, POSSESSIVE, SHAPE, type Tokens } from '../tokens.ts'
import { ROLE } from '../word-roles.ts'
import { addTokens, type LayerContext } from './layer.ts'
import { hasMedicalAffix } from './medical-forms.ts'
import { SHORT_FORMS } from './short-forms.ts'
import { isDottedAbbreviation } from './tagger-guards.ts'

export function findUnknown(context: LayerContext): void {
  const { tokens, mode } = context
  if (mode === 'balanced') return
  const strict = mode === 'fail-closed'
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.shape[i] === SHAPE.initial) {
      const last = endOfDotted(tokens, i, strict)
      if (last > i) addTokens(context, i, last, 'name', 0.5, 'unknown', RANK.lexicon)
    } else if (tokens.kind[i] === KIND.word && !strict) {
      const category = doubtfulWord(tokens, i)
      if (category) addTokens(context, i, i, category, 0.4, 'unknown', RANK.lexicon)
    }
  }
}

const MOST_LETTERS = 4

/** The last letter of J.R. and A.B.C., wherever they stand; the token itself for a single letter and for an abbreviation of the field. */
function endOfDotted(tokens: Tokens, first: number, strict: boolean): number {
  if (isGlued(tokens, first) && (isSign(tokens, first - 1, '.') || isWord(tokens, first - 1))) return first
  let last = first
  for (let letters = 1; letters < MOST_LETTERS && isSign(tokens, last + 1, '.') && isGlued(tokens, last + 1); letters++) {
    if (tokens.shape[last + 2] !== SHAPE.initial || !isGlued(tokens, last + 2)) break
    last += 2
  }
  if (last === first || !isDottedAbbreviation(tokens, first, last)) return last
  // J.R. and A.C. are a part of a name and an hour of meals, too.
  return strict && last === first + 2 && !SHORT_OF_FIELD.test(tokens.text.slice(tokens.start[first]!, tokens.end[last]!)) ? last : first
}

const SHORT_OF_FIELD = /^(?:T\.B|P\.O|[PA]\.M|I\.[VM]|S\.C|U\.[SK]|O\.[DSU]|H\.[SR]|R\.[RN]|M\.D|D\.O|N\.P|P\.A)$/

const SAFE_WORDS = LEX_ENGLISH | LEX.drug | LEX.test | LEX.abbreviation

/** High recall: a capital that no list knows, a state or country. */
export function doubtfulWord(tokens: Tokens, at: number): PhiCategory | undefined {
  if (tokens.shape[at] !== SHAPE.capital && tokens.shape[at] !== SHAPE.mixed) return undefined
  const lex = tokens.lex[at]!
  if (hasLex(tokens, at, LEX.region) && !hasLex(tokens, at, LEX_ENGLISH | LEX_MEDICAL)) return 'location'
  if (tokens.role[at] !== 0 || lengthOf(tokens, at) < 3 || hasHeadBehind(tokens, at)) return undefined
  if (lex === 0) return 'name'
  return (lex & LEX_NAME) !== 0 && (lex & (SAFE_WORDS | LEX.eponym)) === 0 ? 'name' : undefined
}

/** A word that is built as only words of medicine are, or a short form of the field. */
export function isMedicalForm(tokens: Tokens, at: number): boolean {
  return SHORT_FORMS.has(tokens.hash[at]!) || (lengthOf(tokens, at) > 6 && hasMedicalAffix(textOf(tokens, at).toLowerCase()))
}

function hasHeadBehind(tokens: Tokens, at: number): boolean {
  const behind = tokens.kind[at + 1] === KIND.sign && tokens.hash[at + 1] === POSSESSIVE ? at + 2 : at + 1
  return tokens.gap[behind]! <= GAP.space && hasRole(tokens, behind, ROLE.medicalHead)
}
