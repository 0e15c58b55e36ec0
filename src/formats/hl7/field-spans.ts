// Where a field, repetition, component or subcomponent stands in the text, by the positions of the standard (HL7 v2.5.1 §2.5.3).
import type { Delimiters } from './delimiters.ts'
import { knownSegment } from './dictionary/dictionary.ts'
import { LINE } from './index/line-start.ts'
import { fieldStart, firstField, lineEnd, lineKind, lineStart, type SegmentIndex } from './index/segment-index.ts'

/** Code units of the document's text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The identifier of a segment: what stands before its first field separator. */
export function segmentId(index: SegmentIndex, line: number): string {
  const { text } = index
  const start = lineStart(index, line)
  const end = pieceCount(index, line) > 1 ? fieldStart(index, firstField(index, line) + 1) - 1 : lineEnd(index, line)
  const known = end - start === 3 ? knownSegment(text.charCodeAt(start), text.charCodeAt(start + 1), text.charCodeAt(start + 2)) : undefined
  return known ?? text.slice(start, end)
}

/** MSH, FHS and BHS: their first field is the separator itself, so that positions are one ahead of the separators. */
export function isHeaderLine(index: SegmentIndex, line: number): boolean {
  const kind = lineKind(index, line)
  return kind === LINE.header || (kind === LINE.batch && index.text.charCodeAt(lineStart(index, line) + 1) === 72)
}

/** The highest position that the segment has, 0 where it is an identifier alone. */
export function fieldCount(index: SegmentIndex, line: number): number {
  const pieces = pieceCount(index, line) - 1
  return pieces > 0 && isHeaderLine(index, line) ? pieces + 1 : pieces
}

/** @param position 1-based; 0 is the identifier. @returns undefined where the segment ends before the position */
export function fieldSpan(index: SegmentIndex, line: number, position: number): Span | undefined {
  const shift = position > 0 && isHeaderLine(index, line) ? 1 : 0
  if (shift === 1 && position === 1) {
    if (pieceCount(index, line) < 2) return undefined
    const separator = fieldStart(index, firstField(index, line) + 1) - 1
    return { start: separator, end: separator + 1 }
  }
  const piece = position - shift
  if (piece >= pieceCount(index, line)) return undefined
  const i = firstField(index, line) + piece
  const isLast = piece === pieceCount(index, line) - 1
  return { start: fieldStart(index, i), end: isLast ? lineEnd(index, line) : fieldStart(index, i + 1) - 1 }
}

/** Texts between field separators, the identifier included. */
export function pieceCount(index: SegmentIndex, line: number): number {
  return firstField(index, line + 1) - firstField(index, line)
}

/** The nth part (1-based) of a span; undefined where there are fewer. A separator that is not declared divides nothing. */
export function partSpan(text: string, span: Span, separator: string | null, position: number): Span | undefined {
  let { start } = span
  for (let n = 1; ; n++) {
    const end = findWithin(text, separator, start, span.end)
    if (n === position) return { start, end }
    if (end === span.end) return undefined
    start = end + 1
  }
}

/** All parts of a span, at least one. */
export function partSpans(text: string, span: Span, separator: string | null): Span[] {
  const parts: Span[] = []
  let start = span.start
  for (;;) {
    const end = findWithin(text, separator, start, span.end)
    parts.push({ start, end })
    if (end === span.end) return parts
    start = end + 1
  }
}

/** The first place of a character between start and end, else the end; `indexOf` would look on to the end of the document. */
function findWithin(text: string, char: string | null, start: number, end: number): number {
  if (char === null) return end
  const code = char.charCodeAt(0)
  for (let i = start; i < end; i++) if (text.charCodeAt(i) === code) return i
  return end
}

/** MSH-1, MSH-2 and their like in FHS and BHS are never divided or decoded. */
export function isDelimiterField(index: SegmentIndex, line: number, position: number): boolean {
  return position > 0 && position <= 2 && isHeaderLine(index, line)
}

/** The text of a component of a field's first repetition, escape sequences as they stand; empty where there is none. */
export function component(index: SegmentIndex, line: number, position: number, number: number, delimiters: Delimiters): string {
  const field = fieldSpan(index, line, position)
  if (!field) return ''
  const repetition = partSpan(index.text, field, delimiters.repetition, 1)!
  const part = partSpan(index.text, repetition, delimiters.component, number)
  return part ? index.text.slice(part.start, part.end) : ''
}
