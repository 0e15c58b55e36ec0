// Lays two texts out side by side, line by line, from the ranges that differ.

export interface Change {
  readonly left: { readonly start: number; readonly end: number }
  readonly right: { readonly start: number; readonly end: number }
}

export interface Piece {
  readonly text: string
  readonly changed: boolean
}

export interface Line {
  readonly number: number
  readonly pieces: Piece[]
}

/** A side is undefined where the other one has a line that it has not. */
export interface Row {
  left?: Line
  right?: Line
}

type Side = 'left' | 'right'

interface Cursor {
  row: number
  line: number
}

export function layOutRows(left: string, right: string, changes: readonly Change[]): Row[] {
  const rows: Row[] = []
  const cursors: Record<Side, Cursor> = { left: { row: 0, line: 1 }, right: { row: 0, line: 1 } }
  const at = { left: 0, right: 0 }
  for (const change of [
    ...changes,
    { left: { start: left.length, end: left.length }, right: { start: right.length, end: right.length } },
  ]) {
    addEqual(rows, cursors, left.slice(at.left, change.left.start), right.slice(at.right, change.right.start))
    addPieces(rows, cursors.left, 'left', left.slice(change.left.start, change.left.end), true)
    addPieces(rows, cursors.right, 'right', right.slice(change.right.start, change.right.end), true)
    at.left = change.left.end
    at.right = change.right.end
  }
  return rows
}

/** What both sides have: their lines stand beside each other again. */
function addEqual(rows: Row[], cursors: Record<Side, Cursor>, left: string, right: string): void {
  if (left === '' && right === '') return
  if (!rows[cursors.left.row]?.left && !rows[cursors.right.row]?.right) align(cursors)
  const [leftLines, rightLines] = [linesOf(left), linesOf(right)]
  for (let i = 0; i < Math.max(leftLines.length, rightLines.length); i++) {
    if (i > 0) {
      if (i < leftLines.length) nextLine(rows, cursors.left, 'left')
      if (i < rightLines.length) nextLine(rows, cursors.right, 'right')
      align(cursors)
    }
    addPiece(rows, cursors.left, 'left', leftLines[i] ?? '', false)
    addPiece(rows, cursors.right, 'right', rightLines[i] ?? '', false)
  }
}

function align({ left, right }: Record<Side, Cursor>): void {
  const row = Math.max(left.row, right.row)
  left.row = row
  right.row = row
}

function addPieces(rows: Row[], cursor: Cursor, side: Side, text: string, changed: boolean): void {
  for (const [i, piece] of linesOf(text).entries()) {
    if (i > 0) nextLine(rows, cursor, side)
    addPiece(rows, cursor, side, piece, changed)
  }
}

/** A line that is left without a piece was empty, and is there all the same. */
function nextLine(rows: Row[], cursor: Cursor, side: Side): void {
  openLine(rows, cursor, side)
  cursor.row++
  cursor.line++
}

function addPiece(rows: Row[], cursor: Cursor, side: Side, text: string, changed: boolean): void {
  if (text !== '') openLine(rows, cursor, side).pieces.push({ text, changed })
}

function openLine(rows: Row[], { row, line }: Cursor, side: Side): Line {
  while (rows.length <= row) rows.push({})
  const target = rows[row]!
  target[side] ??= { number: line, pieces: [] }
  return target[side]
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/)
}
