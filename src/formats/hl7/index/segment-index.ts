// The offset index of a document: where its lines and fields stand. Numbers alone; no text is decoded before someone asks for it.
//
// The lines tile the text: each ends where the next one begins, the first begins at 0 and the last ends at the end. So the document can be
// written back from its index.
import type { DeclaredDelimiters } from '../delimiters.ts'

export interface SegmentIndex {
  readonly text: string
  /** Four numbers for each line: a LINE, its start, the end of its content (its line end stands from there to the next start), its first field. */
  readonly lines: readonly number[]
  /** One number for each field: its start times 8, plus HAS_ flags. The first field of a segment is its identifier. */
  readonly fields: readonly number[]
  readonly headers: readonly { readonly line: number; readonly declared: DeclaredDelimiters }[]
  /** Where a character that ends lines elsewhere in the document is data. */
  readonly breaksInFields: readonly number[]
  /** How many segments end with CR, LF, CRLF and with FS or VT alone. */
  readonly lineEnds: LineEnds
  /** True where no code unit of a segment is above 127. */
  readonly ascii: boolean
  /** True where every code unit of a segment is an ASCII character from the blank on, and none a quotation mark. */
  readonly plainText: boolean
  /** True where every line is MSH or a segment. */
  readonly plain: boolean
}

export interface LineEnds {
  readonly cr: number
  readonly lf: number
  readonly crlf: number
  readonly other: number
}

export function lineCount({ lines }: SegmentIndex): number {
  return lines.length >> 2
}

/** A LINE; undefined behind the last line. */
export function lineKind({ lines }: SegmentIndex, line: number): number | undefined {
  return lines[4 * line]
}

/** The first line of a kind, -1 where there is none. */
export function findLine(index: SegmentIndex, kind: number): number {
  for (let line = 0; line < lineCount(index); line++) if (lineKind(index, line) === kind) return line
  return -1
}

/** First code unit of a line; of the line behind the last one, the end of the text. */
export function lineStart({ lines, text }: SegmentIndex, line: number): number {
  return lines[4 * line + 1] ?? text.length
}

/** End of a line's content. */
export function lineEnd({ lines }: SegmentIndex, line: number): number {
  return lines[4 * line + 2]!
}

/** Place of a line's identifier among the fields; a line that is no segment has no fields. */
export function firstField({ lines, fields }: SegmentIndex, line: number): number {
  return lines[4 * line + 3] ?? fields.length
}

/** First code unit of a field. */
export function fieldStart({ fields }: SegmentIndex, field: number): number {
  return fields[field]! >> 3
}

/** HAS_ flags of a field. */
export function fieldFlags({ fields }: SegmentIndex, field: number): number {
  return fields[field]! & 7
}

/** The field holds a component or subcomponent separator. */
export const HAS_COMPONENTS = 1
export const HAS_REPETITIONS = 2
export const HAS_ESCAPES = 4
