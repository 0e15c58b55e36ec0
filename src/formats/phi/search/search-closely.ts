// Searches the texts of a document more closely than prose: its labels and remarks are short, and a name among them has no surroundings.
import type { DetectOptions } from '../compiled-options.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { hashWord } from '../fold.ts'
import { lookUp } from '../lexicon.ts'
import { LEX, LEX_ENGLISH, LEX_MEDICAL, LEX_NAME } from '../lexicon-bits.ts'
import { addStrange, STRANGE } from '../words/strange-words.ts'
import { searchPieces, type TextPiece } from './search-pieces.ts'

/** In mode balanced, also what mode fail-closed alone finds and neither everyday language nor medicine has; names of codes are of both. */
export function searchClosely(pieces: readonly TextPiece[], options: DetectOptions): PhiSpan[][] {
  if ((options.mode ?? 'balanced') !== 'balanced') return searchPieces(pieces, options)
  const found = searchPieces(pieces, options, addStrange)
  return found.map((spans, i) => {
    const piece = pieces[i]!
    return piece.isCoded ? spans.filter((span) => span.rule !== STRANGE || (!piece.isDisplay && isNamed(piece.text, span))) : spans
  })
}

/** True for a guess with a word that only names are: beside a code somebody may stand. */
function isNamed(text: string, { start, end }: PhiSpan): boolean {
  const words = text.slice(start, end).match(/[\p{L}\p{M}]+/gu) ?? []
  return words.some((word) => {
    const lex = lookUp(hashWord(word.toLowerCase()))
    return (lex & LEX_NAME) !== 0 && (lex & (LEX_ENGLISH | LEX_MEDICAL | LEX.abbreviation)) === 0
  })
}
