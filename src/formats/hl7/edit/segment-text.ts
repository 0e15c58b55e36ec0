// A segment that can be changed: its text, and for each part of it whether it still stands in the document, so that its bytes can be copied.
import type { Span } from '../field-spans.ts'
import type { SegmentRange } from '../query/message-view.ts'

/** Code units of the document, or text that is new. */
export type Piece = Span | string

export class SegmentText implements SegmentRange {
  readonly id: string
  readonly start = 0
  #text: string
  #pieces: Piece[]

  /** @param pieces together the text */
  constructor(id: string, text: string, pieces: readonly Piece[]) {
    this.id = id
    this.#text = text
    this.#pieces = [...pieces]
  }

  get text(): string {
    return this.#text
  }

  get end(): number {
    return this.#text.length
  }

  get pieces(): readonly Piece[] {
    return this.#pieces
  }

  splice({ start, end }: Span, inserted: string): void {
    const pieces: Piece[] = []
    let at = 0
    let isInserted = false
    for (const piece of this.#pieces) {
      const length = pieceLength(piece)
      if (start > at) pieces.push(slicePiece(piece, 0, Math.min(length, start - at)))
      if (!isInserted && start <= at + length) {
        pieces.push(inserted)
        isInserted = true
      }
      if (end < at + length) pieces.push(slicePiece(piece, Math.max(0, end - at), length))
      at += length
    }
    if (!isInserted) pieces.push(inserted)
    this.#pieces = pieces.filter((piece) => pieceLength(piece) > 0)
    this.#text = this.#text.slice(0, start) + inserted + this.#text.slice(end)
  }
}

function pieceLength(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.end - piece.start
}

function slicePiece(piece: Piece, from: number, to: number): Piece {
  return typeof piece === 'string' ? piece.slice(from, to) : { start: piece.start + from, end: piece.start + to }
}
