// Rows of a view as CSV, NDJSON or JSON, every number as it was written.
import { disarmFormula, isFormula, writeField } from '../../csv/write-csv.ts'
import { type JsonValue, numberText } from '../json/json-value.ts'
import { writeJson } from '../json/write-json.ts'
import { Decimal } from '../path/decimal.ts'
import type { Cell, Row } from './compile-view.ts'

export const ROW_FORMATS = ['json', 'ndjson', 'csv'] as const
export type RowFormat = (typeof ROW_FORMATS)[number]

export interface RowSettings {
  readonly format: RowFormat
  readonly columns: readonly string[]
  /** Names of the columns in the first line of CSV. */
  readonly header: boolean
  /** What stands for a missing value in CSV. */
  readonly nulls: string
  /** Formulas of spreadsheets are written with an apostrophe before them. */
  readonly guardFormulas: boolean
}

const LINE_END = '\r\n'

export class RowWriter {
  readonly #settings: RowSettings
  readonly #names: readonly string[]
  readonly #header: string
  readonly #lines: string[] = []

  constructor(settings: RowSettings) {
    this.#settings = settings
    this.#names = settings.columns.map((name) => JSON.stringify(name))
    this.#header = headerOf(settings.columns)
    if (settings.format === 'csv' && settings.header) this.#lines.push(this.#header)
  }

  add(row: Row): void {
    if (this.#settings.format !== 'csv') {
      this.#lines.push(this.#object(row))
      return
    }
    const fields = row.map((cell) => this.#field(cell))
    const line = fields.join(',')
    // A row equal to the header is quoted: a feed leaves the header out.
    this.#lines.push(line === this.#header ? [`"${fields[0]}"`, ...fields.slice(1)].join(',') : line)
  }

  /** The whole document. */
  finish(): string {
    const { format } = this.#settings
    if (format === 'json') return this.#lines.length === 0 ? '[]\n' : `[\n${this.#lines.join(',\n')}\n]\n`
    const end = format === 'csv' ? LINE_END : '\n'
    return this.#lines.map((line) => line + end).join('')
  }

  #object(row: Row): string {
    return `{${row.map((cell, i) => `${this.#names[i]}:${writeJson(cell)}`).join(',')}}`
  }

  /** An empty text is told from a missing value by its quotation marks. */
  #field(cell: Cell): string {
    // A lone empty field would be a blank line.
    if (cell === null) return this.#names.length === 1 && this.#settings.nulls === '' ? '""' : this.#settings.nulls
    const text = textOf(cell)
    if (text === '' || text === this.#settings.nulls) return `"${text.replaceAll('"', '""')}"`
    return writeField(typeof cell === 'string' && this.#settings.guardFormulas && isFormula(text) ? disarmFormula(text) : text, ',')
  }
}

function textOf(cell: Exclude<Cell, null>): string {
  if (typeof cell === 'string') return cell
  return numberText(cell) ?? (typeof cell === 'boolean' ? String(cell) : writeJson(cell))
}

/** A cell in plain JSON: a number that a double does not hold is a text. */
export function plainCell(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(plainCell)
  if (typeof value !== 'object' || value === null) return value
  const text = numberText(value)
  if (text === undefined) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainCell(each)]))
  const exact = Decimal.parse(text)
  const parsed = Decimal.parse(String(Number(text)))
  return exact && parsed && exact.subtract(parsed).units === 0n ? Number(text) : text
}

/** The first line of CSV. */
export function headerOf(columns: readonly string[]): string {
  return columns.join(',')
}

/** The rows that one document adds to a feed, without the end of the last line; undefined for none. */
export function rowsOfFeed(content: string, columns: readonly string[]): string | undefined {
  // JSON without rows. Otherwise each row is one line.
  if (content === '[]\n') return undefined
  if (content.startsWith('[\n')) return content.slice(2, -3).replaceAll(',\n', '\n')
  const header = headerOf(columns) + LINE_END
  const rows = content.startsWith(header) ? content.slice(header.length) : content
  return rows === '' ? undefined : rows.replace(/\n$/, '')
}
