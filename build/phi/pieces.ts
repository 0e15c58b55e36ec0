// Reads sentences with slots ({F}, {dx}) and marks ([[H:Cedar Ridge Dialysis]]) into pieces: plain text, slots to fill, and names that stand there.

/** Plain text has no slot; a mark has the slot that could stand in its place, and its own text. */
export interface Piece {
  readonly slot: string
  readonly text: string
}

const PIECE = /\{(\w{1,12})\}|\[\[([CHO]):((?:the )?)([^\]]{1,120})\]\]/g

/** The article in front of a mark belongs to the sentence: no name begins with it. */
export function readPieces(source: string): Piece[] {
  const pieces: Piece[] = []
  let plain = ''
  let at = 0
  const flush = (): void => {
    if (plain) pieces.push({ slot: '', text: plain })
    plain = ''
  }
  for (const match of source.matchAll(PIECE)) {
    const [whole, slot, marked, article = '', name = ''] = match
    plain += source.slice(at, match.index) + article
    at = match.index + whole.length
    flush()
    pieces.push({ slot: slot ?? marked!, text: name })
  }
  plain += source.slice(at)
  flush()
  return pieces
}
