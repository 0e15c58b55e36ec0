// Fills a template of a message with the cells of a row: {{column}} is escaped, {{{column}}} stands as it is.
import { ProblemError } from '../../../core/problem.ts'
import type { TableSource } from '../../csv/table-source.ts'
import type { Delimiters } from '../delimiters.ts'
import { parsePath } from '../paths.ts'
import { encodeLeaf, type LeafOptions } from './encode-leaf.ts'

/** Text, or the position of a column. */
type Piece = string | { readonly column: number; readonly raw: boolean }

export interface TemplateSegment {
  readonly pieces: readonly Piece[]
  readonly hasColumns: boolean
}

/** @throws ProblemError `invalid_input` where there is none */
export function linesOfTemplate(template: string): string[] {
  const lines = template.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  if (lines.length > 0) return lines
  throw new ProblemError('The template is empty.', { code: 'invalid_input', errors: [emptyTemplate()] })
}

/**
 * @param lines segments
 * @throws ProblemError `invalid_input` for a line that is no segment, and for a placeholder that is not closed or names no column
 */
export function readTemplate(
  lines: readonly string[],
  { columns }: Pick<TableSource, 'columns'>,
  { field }: Pick<Delimiters, 'field'>,
): TemplateSegment[] {
  return lines.map((line, i) => {
    const isSegment = parsePath(line.slice(0, 3)) && (line.length === 3 || line[3] === field)
    if (!isSegment) throw problemAt(i, 'expected a segment identifier and the field separator at the beginning of each line')
    const pieces = readPieces(line, i, columns)
    return { pieces, hasColumns: pieces.some((piece) => typeof piece !== 'string') }
  })
}

function readPieces(line: string, lineNumber: number, columns: readonly string[]): Piece[] {
  const pieces: Piece[] = []
  let i = 0
  for (;;) {
    const open = line.indexOf('{{', i)
    if (open < 0) break
    const raw = line.startsWith('{{{', open)
    const marks = raw ? 3 : 2
    const close = line.indexOf(raw ? '}}}' : '}}', open + marks)
    if (close < 0) throw problemAt(lineNumber, 'a placeholder is not closed')
    const name = line.slice(open + marks, close).trim()
    const column = columns.indexOf(name)
    if (column < 0) throw problemAt(lineNumber, 'a placeholder names no column of the rows')
    if (columns.lastIndexOf(name) !== column) throw problemAt(lineNumber, 'a placeholder names several columns of the rows')
    pieces.push(line.slice(i, open), { column, raw })
    i = close + marks
  }
  pieces.push(line.slice(i))
  return pieces
}

/** @param emptySegments drop: segments whose cells are all empty are left out. @returns the segments of one message as they stand */
export function fillTemplate(
  template: readonly TemplateSegment[],
  values: readonly string[],
  options: LeafOptions,
  emptySegments: 'keep' | 'drop',
): string[] {
  return template.flatMap(({ pieces, hasColumns }) => {
    const isEmpty = hasColumns && pieces.every((piece) => typeof piece === 'string' || (values[piece.column] ?? '') === '')
    if (isEmpty && emptySegments === 'drop') return []
    const id = (typeof pieces[0] === 'string' ? pieces[0] : '').slice(0, 3)
    const texts = pieces.map((piece) => {
      if (typeof piece === 'string') return piece
      const value = values[piece.column] ?? ''
      return piece.raw ? checkRaw(value, id) : encodeLeaf(value, options, id)
    })
    return [texts.join('')]
  })
}

/** A cell that stands as it is must not begin a segment. */
function checkRaw(value: string, id: string): string {
  if (!/[\r\n\v\x1c]/.test(value)) return value
  throw new ProblemError('An unescaped cell contains a line end.', { code: 'invalid_input', at: { path: id } })
}

function problemAt(line: number, detail: string): ProblemError {
  return new ProblemError('The template cannot be read.', {
    code: 'invalid_input',
    at: { line: line + 1 },
    errors: [{ pointer: '/template', code: 'invalid_format', detail }],
  })
}

function emptyTemplate() {
  return { pointer: '/template', code: 'too_small', detail: 'expected at least one segment' }
}
