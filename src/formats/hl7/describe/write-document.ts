// Writes a document back from its index: the same bytes, whatever its character set, line ends, frames and errors.
import type { Hl7Document } from '../document-types.ts'
import { pieceCount } from '../field-spans.ts'
import { hasFields } from '../index/line-start.ts'
import { fieldStart, firstField, lineCount, lineEnd, lineKind, lineStart, type SegmentIndex } from '../index/segment-index.ts'
import { byteOffsetAt } from '../source.ts'

/** @returns text for a document that came as text, else bytes */
export function writeDocument({ source, index }: Hl7Document): string | Uint8Array {
  const { bytes, text } = source
  if (!bytes) {
    const parts: string[] = []
    visitSpans(index, (start, end) => parts.push(text.slice(start, end)))
    return parts.join('')
  }
  const writer = new ByteWriter(bytes)
  visitSpans(index, (start, end) => writer.copy(byteOffsetAt(source, start), byteOffsetAt(source, end)))
  return writer.finish()
}

/**
 * Calls back for the parts of a document in order, code units with the end exclusive: identifiers, field separators, fields, line ends, and
 * what lies between the messages. Empty parts are called for as well.
 */
export function visitSpans(index: SegmentIndex, visit: (start: number, end: number) => void): void {
  for (let line = 0; line < lineCount(index); line++) {
    const end = lineEnd(index, line)
    if (hasFields(lineKind(index, line))) visitFields(index, line, visit)
    else visit(lineStart(index, line), end)
    visit(end, lineStart(index, line + 1))
  }
}

function visitFields(index: SegmentIndex, line: number, visit: (start: number, end: number) => void): void {
  const first = firstField(index, line)
  const count = pieceCount(index, line)
  for (let piece = 0; piece < count; piece++) {
    const start = fieldStart(index, first + piece)
    if (piece > 0) visit(start - 1, start)
    visit(start, piece + 1 < count ? fieldStart(index, first + piece + 1) - 1 : lineEnd(index, line))
  }
}

/** Copies parts of some bytes behind each other. */
class ByteWriter {
  readonly #from: Uint8Array
  #written = new Uint8Array(1_024)
  #length = 0

  constructor(from: Uint8Array) {
    this.#from = from
  }

  copy(start: number, end: number): void {
    const length = this.#length + end - start
    if (length > this.#written.length) this.#grow(length)
    // Most parts are shorter than what a view of them costs.
    if (end - start > 64) this.#written.set(this.#from.subarray(start, end), this.#length)
    else for (let i = start; i < end; i++) this.#written[this.#length + i - start] = this.#from[i]!
    this.#length = length
  }

  finish(): Uint8Array {
    return this.#written.slice(0, this.#length)
  }

  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#written.length))
    larger.set(this.#written)
    this.#written = larger
  }
}
