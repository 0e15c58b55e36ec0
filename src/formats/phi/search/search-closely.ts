// Searches the texts of a document more closely than prose: its labels and remarks are short, and a name among them has no surroundings.
import type { DetectOptions } from '../compiled-options.ts'
import type { PhiSpan } from '../detect-phi.ts'
import { addStrange, STRANGE } from '../words/strange-words.ts'
import { searchPieces, type TextPiece } from './search-pieces.ts'

/** In mode balanced, also what mode fail-closed alone finds and neither everyday language nor medicine has; names of codes are of both. */
export function searchClosely(pieces: readonly TextPiece[], options: DetectOptions): PhiSpan[][] {
  if ((options.mode ?? 'balanced') !== 'balanced') return searchPieces(pieces, options)
  const found = searchPieces(pieces, options, addStrange)
  return found.map((spans, i) => (pieces[i]!.isCoded ? spans.filter(({ rule }) => rule !== STRANGE) : spans))
}
