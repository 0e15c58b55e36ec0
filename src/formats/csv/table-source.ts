// One view of a table, whether it came as CSV or as rows of JSON: names of columns, and rows of text that can be read more than once.
import { ProblemError } from '../../core/problem.ts'
import { type CsvDelimiter, type CsvFile, openCsv, readRecords } from './read-csv.ts'

export type Cell = string | number | boolean | null
export type JsonRow = Readonly<Record<string, Cell>>

export interface TableRow {
  /** 1-based, the header not counted. */
  readonly position: number
  readonly values: readonly string[]
}

export interface TableSource {
  readonly columns: readonly string[]
  /** The rows from the first on, each time it is called. */
  rows(): Iterable<TableRow>
}

export interface CsvTable extends TableSource {
  readonly file: CsvFile
  readonly hasHeader: boolean
}

const MAX_COLUMNS = 10_000

/**
 * @throws ProblemError `unreadable_input` for an empty file or one that breaks the grammar, where the rows are read `resource_limit` for more
 * than 10,000 columns
 */
export function csvTable(
  csv: string | Uint8Array,
  { delimiter, hasHeader }: { delimiter?: CsvDelimiter | undefined; hasHeader: boolean },
): CsvTable {
  const file = openCsv(csv, delimiter)
  const [first] = firstOf(readRecords(file))
  if (!first) throw new ProblemError('The file is empty.', { code: 'unreadable_input', at: { byteOffset: 0 } })
  if (first.fields.length > MAX_COLUMNS) throw tooManyColumns()
  const columns = first.fields.map(({ value }, i) => (hasHeader ? value : String(i + 1)))
  return { file, hasHeader, columns, rows: () => readRows(file, hasHeader) }
}

function firstOf<T>(items: Iterable<T>): T[] {
  for (const item of items) return [item]
  return []
}

function* readRows(file: CsvFile, hasHeader: boolean): Generator<TableRow> {
  let position = hasHeader ? -1 : 0
  for (const { fields, isBlank } of readRecords(file)) {
    if (isBlank) continue
    position++
    if (position > 0) yield { position, values: fields.map(({ value }) => value) }
  }
}

/** Columns are the names of all rows in the order in which they first stand; what a row does not have is empty. */
export function jsonTable(rows: readonly JsonRow[]): TableSource {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length > MAX_COLUMNS) throw tooManyColumns()
  return {
    columns,
    *rows() {
      for (const [i, row] of rows.entries())
        yield { position: i + 1, values: columns.map((column) => textOf(Object.hasOwn(row, column) ? row[column] : null)) }
    },
  }
}

function textOf(cell: Cell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell)
}

function tooManyColumns(): ProblemError {
  return new ProblemError(`A table can have at most ${MAX_COLUMNS} columns.`, { code: 'resource_limit', facts: { limit: MAX_COLUMNS } })
}

/** The table of an input that holds exactly one of both. */
export function tableOf(
  input: { readonly csv?: string | Uint8Array | undefined; readonly rows?: readonly JsonRow[] | undefined },
  settings: { delimiter?: CsvDelimiter | undefined; hasHeader: boolean },
): TableSource | CsvTable {
  if ((input.csv === undefined) === (input.rows === undefined)) {
    throw new ProblemError('Give the table either as csv or as rows.', {
      code: 'invalid_input',
      errors: [{ pointer: input.csv === undefined ? '/csv' : '/rows', code: 'invalid_value', detail: 'expected either csv or rows' }],
    })
  }
  return input.csv === undefined ? jsonTable(input.rows!) : csvTable(input.csv, settings)
}

/** Position of a named column; the first of several with the name. */
export function columnPosition({ columns }: TableSource, name: string, pointer: string): number {
  const position = columns.indexOf(name)
  if (position < 0)
    throw new ProblemError('The table has no such column.', {
      code: 'invalid_input',
      errors: [{ pointer, code: 'unknown_column', detail: 'no column has this name' }],
    })
  return position
}
