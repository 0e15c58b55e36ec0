// The lines of a text, and offsets from line and column.

export interface TextLine {
  /** From 1. */
  readonly number: number
  readonly start: number
  /** Without the line end. */
  readonly end: number
}

export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = []
  let start = 0
  for (const { 0: end, index } of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ number: lines.length + 1, start, end: index })
    start = index + end.length
  }
  lines.push({ number: lines.length + 1, start, end: text.length })
  return lines
}

/** @param line from 1 @param column from 1, in UTF-16 code units; a place behind the end of its line is that end */
export function offsetOf(lines: readonly TextLine[], line: number, column: number): number | undefined {
  const found = lines[line - 1]
  return found && Math.min(found.start + column - 1, found.end)
}

/** The line that holds the offset. */
export function lineAt(lines: readonly TextLine[], offset: number): TextLine {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (lines[middle]!.start <= offset) low = middle
    else high = middle - 1
  }
  return lines[low]!
}

const MOST_MARKED = 200

/** Where what begins at an offset ends: a value of JSON, a tag of XML, else the word. */
export function endOfPlace(text: string, start: number): number {
  const rest = text.slice(start, start + MOST_MARKED)
  const [piece = ' '] = /^(?:"(?:[^"\\]|\\.)*"?|<[^>]*>?|[\w.+-]+|[\s\S])/.exec(rest) ?? []
  return Math.min(text.length, start + Math.max(1, piece.trimEnd().length))
}
