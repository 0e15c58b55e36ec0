// What the writers of training samples share: labels of annotations, names in the case of those that they replace, and hidden entries of the lexicon.
import { LEX, LEX_PROPER } from '../../src/formats/phi/lexicon-bits.ts'
import { kindOfCategory } from '../../src/formats/phi/network/kinds.ts'
import { KIND, type Tokens } from '../../src/formats/phi/tokens.ts'
import { IGNORED, type Mark } from './token-rows.ts'

type Random = () => number

const UNLISTED_SHARE = 0.25
const UNLISTED_PROSE_SHARE = 0.04

/** @param category of an annotation */
export function labelOf(category: string): Pick<Mark, 'tag' | 'kind'> {
  if (category === 'neutral') return { tag: -1, kind: IGNORED }
  const kind = kindOfCategory(category)
  return { tag: kind <= 3 ? kind - 1 : -1, kind }
}

/** A name with the capitals of the one that it replaces. */
export function dressed(name: string, own: string): string {
  if (own === own.toLowerCase()) return name.toLowerCase()
  return own === own.toUpperCase() && own.length > 3 ? name.toUpperCase() : name
}

/** Entries of a word in the lexicon. Some are hidden, because no list has all names. */
export function shownLex(tokens: Tokens, at: number, isMarked: boolean, random: Random): number {
  const lex = tokens.lex[at]!
  if (tokens.kind[at] !== KIND.word) return lex
  if (!isMarked) return tokens.role[at] === 0 && random() < UNLISTED_PROSE_SHARE ? 0 : lex
  if ((lex & (LEX.common | LEX.word | LEX.eponym)) !== 0 || random() >= UNLISTED_SHARE) return lex
  return lex & ~(LEX_PROPER | LEX.organization)
}

/** Puts a list into another order. */
export function shuffle<T>(list: T[], random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1))
    ;[list[i], list[other]] = [list[other]!, list[i]!]
  }
}
