// Puts a changed document together: parts that stay are copied byte by byte, new text is written in the character set of its message.
import type { Charset } from '../charset/charsets.ts'
import { shownText } from '../document.ts'
import type { Hl7Document } from '../document-types.ts'
import type { Span } from '../field-spans.ts'
import { byteOffsetAt } from '../source.ts'
import { encodeText, joinBytes } from './encode-text.ts'

/** Code units of the document, or new text in a character set (null for a document that came as text). */
export type WrittenPiece = Span | { readonly text: string; readonly charset: Charset | null }

export interface WrittenDocument {
  /** As a result shows it: what could not be decoded is U+FFFD. */
  readonly message: string
  /** Of a document that came as text, its UTF-8 form. */
  readonly content: Uint8Array
  /** As a reader of the bytes would decode it. */
  readonly text: string
}

const utf8 = new TextEncoder()

export function writePieces(document: Hl7Document, pieces: readonly WrittenPiece[]): WrittenDocument {
  const { source } = document
  const { bytes } = source
  const joined = joinSpans(pieces)
  const text = joined.map((piece) => ('text' in piece ? piece.text : source.text.slice(piece.start, piece.end))).join('')
  const nowhere = () => null
  const parts = joined.map((piece) => {
    if ('text' in piece) return piece.charset ? encodeText(piece.text, piece.charset, nowhere) : utf8.encode(piece.text)
    return bytes
      ? bytes.subarray(byteOffsetAt(source, piece.start), byteOffsetAt(source, piece.end))
      : utf8.encode(source.text.slice(piece.start, piece.end))
  })
  return { message: shownText(document, text), content: joinBytes(parts), text }
}

/** Spans that follow each other become one. */
function joinSpans(pieces: readonly WrittenPiece[]): WrittenPiece[] {
  const joined: WrittenPiece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && !('text' in last) && !('text' in piece) && last.end === piece.start)
      joined[joined.length - 1] = { start: last.start, end: piece.end }
    else joined.push(piece)
  }
  return joined
}
