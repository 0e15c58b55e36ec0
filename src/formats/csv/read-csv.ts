// Reads CSV record by record (RFC 4180, and what spreadsheets make of it) and keeps where each field stands, so that a writer can copy
// every byte that does not change. A file that breaks the grammar is refused with its row: no row or field is ever guessed or left out.
import { ProblemError } from '../../core/problem.ts'
import { byteOffsetOf, type CsvText, decodeCsv } from './csv-text.ts'

export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof CSV_DELIMITERS)[number]

export interface CsvField {
  readonly value: string
  /** Range of the field in the text, quotes included. */
  readonly start: number
  readonly end: number
}

export interface CsvRecord {
  /** 1-based, the header counted, blank lines counted too. */
  readonly row: number
  readonly start: number
  /** Behind the last field, before the line end. */
  readonly end: number
  readonly fields: readonly CsvField[]
  /** An empty line where records have several fields. */
  readonly isBlank: boolean
}

export interface CsvFile extends CsvText {
  readonly delimiter: CsvDelimiter
  /** Where the records begin: behind a `sep=;` line, which spreadsheets write. */
  readonly from: number
}

/** @throws ProblemError `unreadable_input` where the bytes are not of the encoding that their mark says */
export function openCsv(csv: string | Uint8Array, delimiter?: CsvDelimiter): CsvFile {
  const decoded = decodeCsv(csv)
  const hint = /^sep=([,;\t|])(?:\r\n|\n|\r)/i.exec(decoded.text.slice(0, 8))
  const from = hint?.[0].length ?? 0
  return { ...decoded, from, delimiter: delimiter ?? (hint?.[1] as CsvDelimiter | undefined) ?? detectDelimiter(decoded.text, from) }
}

const SAMPLE_CHARACTERS = 65_536

/** The sign that splits the first lines into the same number of fields, most of them; a comma where no sign does. */
function detectDelimiter(text: string, from: number): CsvDelimiter {
  const sample = text.slice(from, from + SAMPLE_CHARACTERS)
  let best: CsvDelimiter = ','
  let bestScore = 0
  for (const delimiter of CSV_DELIMITERS) {
    const counts = countPerLine(sample, delimiter)
    const first = counts[0] ?? 0
    if (first === 0) continue
    const same = counts.filter((count) => count === first).length / counts.length
    const score = same * 1000 + Math.min(first, 500)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

function countPerLine(sample: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let isQuoted = false
  let isEmpty = true
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) {
      if (!isEmpty) counts.push(count)
      count = 0
      isEmpty = true
      continue
    } else if (!isQuoted && character === delimiter) count++
    isEmpty = false
  }
  // The sample's last line may be cut, but a file of one line has no other.
  if (!isEmpty && counts.length === 0) counts.push(count)
  return counts
}

/**
 * The records in order.
 * @param width number of fields that every record must have; that of the first record where it is left out
 * @throws ProblemError `unreadable_input` with row and byte offset: an open quote, text behind a closing quote, a record of another width
 */
export function* readRecords(file: CsvFile, width?: number): Generator<CsvRecord> {
  const { text, from } = file
  let expected = width
  let start = from
  let row = 0
  while (start < text.length) {
    const fields = readFields(file, start, ++row)
    const end = fields.at(-1)!.end
    const isBlank = fields.length === 1 && end === start && expected !== 1 && expected !== undefined
    if (!isBlank) {
      expected ??= fields.length
      if (fields.length !== expected) throw refuseRow(file, row, start, `The row has ${fields.length} fields and should have ${expected}.`)
    }
    yield { row, start, end, fields, isBlank }
    start = end + lineEndAt(text, end)
  }
}

/** Length of the line end at an offset: 2, 1, or 0 at the end of the text. */
function lineEndAt(text: string, at: number): number {
  const character = text[at]
  if (character === '\r') return text[at + 1] === '\n' ? 2 : 1
  return character === '\n' ? 1 : 0
}

function readFields(file: CsvFile, start: number, row: number): CsvField[] {
  const { text, delimiter } = file
  const fields: CsvField[] = []
  let at = start
  for (;;) {
    const field = text[at] === '"' ? readQuoted(file, at, row) : readPlain(text, at, delimiter)
    fields.push(field)
    if (text[field.end] !== delimiter) return fields
    at = field.end + 1
  }
}

function readPlain(text: string, start: number, delimiter: string): CsvField {
  const stop = delimiter.charCodeAt(0)
  let end = start
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end)
    if (code === stop || code === 10 || code === 13) break
  }
  return { value: text.slice(start, end), start, end }
}

function readQuoted(file: CsvFile, start: number, row: number): CsvField {
  const { text, delimiter } = file
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) throw refuseRow(file, row, start, 'A quoted field has no closing quote.')
    if (text[quote + 1] === '"') {
      at = quote + 2
      continue
    }
    const next = text[quote + 1]
    if (next !== undefined && next !== delimiter && next !== '\n' && next !== '\r')
      throw refuseRow(file, row, quote + 1, 'Text follows the closing quote of a field.')
    const inner = text.slice(start + 1, quote)
    return { value: inner.includes('"') ? inner.replaceAll('""', '"') : inner, start, end: quote + 1 }
  }
}

function refuseRow(file: CsvFile, row: number, offset: number, message: string): ProblemError {
  return new ProblemError(message, { code: 'unreadable_input', at: { path: `row ${row}`, byteOffset: byteOffsetOf(file, offset) } })
}
