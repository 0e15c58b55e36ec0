// The lines of a message that is being edited. A line that no operation touches is written as it stands in the document.
import type { Hl7Document, Hl7Message } from '../document-types.ts'
import { type Span, segmentId } from '../field-spans.ts'
import { hasFields } from '../index/line-start.ts'
import { lineEnd, lineKind, lineStart } from '../index/segment-index.ts'
import type { MessageContext } from '../query/message-view.ts'
import { type Piece, SegmentText } from './segment-text.ts'

interface SegmentLine {
  readonly segment: SegmentText
  /** Empty for the last segment of a document that ends without one. */
  readonly lineEnd: Piece
}
/** Blank lines, frames and what else lies between segments. */
interface KeptLine {
  readonly kept: Span
}

export class EditableMessage {
  readonly context: MessageContext
  #lines: (SegmentLine | KeptLine)[]
  #segments: SegmentText[] | undefined

  constructor(context: MessageContext) {
    this.context = context
    this.#lines = readLines(context.document, context.message)
  }

  get segments(): readonly SegmentText[] {
    this.#segments ??= this.#lines.flatMap((line) => ('segment' in line ? [line.segment] : []))
    return this.#segments
  }

  /**
   * Puts the same segment before or behind each of some segments.
   * @param text without line end
   * @returns the new segments in their order
   */
  insertBeside(beside: ReadonlySet<SegmentText>, position: 'before' | 'after', text: string): SegmentText[] {
    const inserted: SegmentText[] = []
    const usual = this.#usualLineEnd()
    this.#lines = this.#lines.flatMap((line) => {
      if (!('segment' in line) || !beside.has(line.segment)) return [line]
      const segment = new SegmentText(text.slice(0, 3), text, [text])
      inserted.push(segment)
      const own = this.#textOf(line.lineEnd)
      const end = own === '' ? usual : own
      if (position === 'before') return [{ segment, lineEnd: end }, line]
      // Where the message ends without a line end, it goes on doing so.
      return own === ''
        ? [
            { ...line, lineEnd: end },
            { segment, lineEnd: '' },
          ]
        : [line, { segment, lineEnd: end }]
    })
    this.#segments = undefined
    return inserted
  }

  remove(segments: ReadonlySet<SegmentText>): void {
    this.#lines = this.#lines.filter((line) => !('segment' in line && segments.has(line.segment)))
    this.#segments = undefined
  }

  /** The whole message in the order in which it is written. */
  pieces(): Piece[] {
    return this.#lines.flatMap((line): Piece[] => ('segment' in line ? [...line.segment.pieces, line.lineEnd] : [line.kept]))
  }

  #usualLineEnd(): string {
    for (const line of this.#lines) {
      const end = 'segment' in line ? this.#textOf(line.lineEnd) : ''
      if (end !== '') return end
    }
    return '\r'
  }

  #textOf(piece: Piece): string {
    return typeof piece === 'string' ? piece : this.context.document.index.text.slice(piece.start, piece.end)
  }
}

function readLines(document: Hl7Document, message: Hl7Message): (SegmentLine | KeptLine)[] {
  const { index } = document
  const lines: (SegmentLine | KeptLine)[] = []
  for (let line = message.firstLine; line < message.endLine; line++) {
    const start = lineStart(index, line)
    const end = lineEnd(index, line)
    const next = lineStart(index, line + 1)
    if (!hasFields(lineKind(index, line))) {
      lines.push({ kept: { start, end: next } })
      continue
    }
    const segment = new SegmentText(segmentId(index, line), index.text.slice(start, end), [{ start, end }])
    lines.push({ segment, lineEnd: { start: end, end: next } })
  }
  return lines
}
