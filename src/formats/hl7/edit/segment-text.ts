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

  splice(span: Span, inserted: string): void {
    this.spliceAll([{ span, inserted }])
  }

  /** @param edits from the front to the back, none of which overlaps another; one pass, however many there are */
  spliceAll(edits: readonly SegmentEdit[]): void {
    const pieces: Piece[] = []
    const texts: string[] = []
    let piece = 0
    let pieceStart = 0
    const copy = (from: number, to: number) => {
      texts.push(this.#text.slice(from, to))
      for (; piece < this.#pieces.length; piece++) {
        const own = this.#pieces[piece]!
        const pieceEnd = pieceStart + pieceLength(own)
        const start = Math.max(from, pieceStart)
        const end = Math.min(to, pieceEnd)
        if (end > start) pieces.push(slicePiece(own, start - pieceStart, end - pieceStart))
        if (pieceEnd > to) return
        pieceStart = pieceEnd
      }
    }
    let copied = 0
    for (const { span, inserted } of edits) {
      copy(copied, span.start)
      if (inserted !== '') pieces.push(inserted)
      texts.push(inserted)
      copied = span.end
    }
    copy(copied, this.#text.length)
    this.#pieces = pieces
    this.#text = texts.join('')
  }
}

export interface SegmentEdit {
  readonly span: Span
  readonly inserted: string
}

function pieceLength(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.end - piece.start
}

function slicePiece(piece: Piece, from: number, to: number): Piece {
  return typeof piece === 'string' ? piece.slice(from, to) : { start: piece.start + from, end: piece.start + to }
}
