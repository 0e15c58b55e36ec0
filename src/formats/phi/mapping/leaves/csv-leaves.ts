// CSV: its cells, the header too.
import { type CsvDelimiter, type CsvRecord, openCsv, readRecords } from '../../../csv/read-csv.ts'
import { writeField } from '../../../csv/write-csv.ts'
import type { LeafDocument, PlacedLeaf } from './leaf-document.ts'
import { writePlaced } from './leaf-document.ts'

/** @throws ProblemError as openCsv and readRecords do */
export function csvLeaves(csv: string | Uint8Array, delimiter?: CsvDelimiter): LeafDocument {
  const file = openCsv(csv, delimiter)
  const leaves: PlacedLeaf[] = []
  for (const record of readRecords(file)) addCells(leaves, record, file.text, file.delimiter)
  const mark = file.bom ? '\uFEFF' : ''
  return {
    leaves,
    write(texts) {
      const { text } = writePlaced(file.text, leaves, texts)
      return { text: mark + text, content: new TextEncoder().encode(mark + text) }
    },
  }
}

function addCells(leaves: PlacedLeaf[], { row, fields, isBlank }: CsvRecord, text: string, delimiter: string): void {
  if (isBlank) return
  for (const [i, { value, start, end }] of fields.entries()) {
    const isQuoted = text[start] === '"'
    leaves.push({
      place: `row ${row}, column ${i + 1}`,
      text: value,
      start,
      end,
      encode: (cell) => (isQuoted ? `"${cell.replaceAll('"', '""')}"` : writeField(cell, delimiter)),
    })
  }
}
