// Writes CSV: quotes where RFC 4180 asks for them, copies what does not change, and takes the sting out of cells that a spreadsheet would run.
import type { CsvFile, CsvRecord } from './read-csv.ts'

/** A field as it is written: in quotes where it holds a quote, a delimiter, a line end, or blanks that a reader might trim. */
export function writeField(value: string, delimiter: string): string {
  if (!value.includes('"') && !value.includes(delimiter) && !/[\r\n]|^\s|\s$/.test(value)) return value
  return `"${value.replaceAll('"', '""')}"`
}

/** Rows of plain values as CSV with CRLF (RFC 4180 §2). */
export function writeRows(rows: readonly (readonly string[])[], delimiter = ','): string {
  // A lone empty field would be a blank line.
  return rows
    .map((row) => `${row.length === 1 && row[0] === '' ? '""' : row.map((value) => writeField(value, delimiter)).join(delimiter)}\r\n`)
    .join('')
}

/**
 * A record with some values changed; every other byte, the line end too, as it was.
 * @param values the new value of each field, undefined for one that stays
 * @param next where the next record begins, or the end of the text
 */
export function rewriteRecord(file: CsvFile, record: CsvRecord, values: readonly (string | undefined)[], next: number): string {
  const { text, delimiter } = file
  let result = ''
  let from = record.start
  for (const [i, { start, end }] of record.fields.entries()) {
    const value = values[i]
    if (value === undefined) continue
    const isAlone = record.fields.length === 1 && value === ''
    const written = isAlone ? '""' : text[start] === '"' ? `"${value.replaceAll('"', '""')}"` : writeField(value, delimiter)
    result += text.slice(from, start) + written
    from = end
  }
  return result + text.slice(from, next)
}

/** True for a cell that a spreadsheet takes for a formula: it begins with = + - @, a tab or a line end, and is no plain number. */
export function isFormula(value: string): boolean {
  return /^[=+\-@\t\r\n＝＋－＠]/.test(value) && !/^[+-]?(?:\d{1,30}(?:[.,]\d{0,30})?|[.,]\d{1,30})(?:e[+-]?\d{1,3})?%?$/i.test(value)
}

/** The cell with an apostrophe before it, which makes a spreadsheet show a formula instead of running it. */
export function disarmFormula(value: string): string {
  return isFormula(value) ? `'${value}` : value
}
