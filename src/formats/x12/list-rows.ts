// What a document shows as a table: rows of its transaction sets, or the transaction sets themselves; and the table as CSV.
import { disarmFormula, writeRows } from '../csv/write-csv.ts'
import type { Interchange, Transaction } from './envelope.ts'
import { columnsOf, rowsOf, type X12Row } from './rows.ts'

export interface X12Table {
  readonly columns: string[]
  readonly rows: X12Row[]
  readonly csv: string
}

const SETS = ['transaction', 'control', 'guide', 'segments', 'path'] as const

/** @param requested the transaction sets that are listed */
export function listRows(
  interchanges: readonly Interchange[],
  {
    isDetailed,
    requested,
    guardFormulas,
  }: { isDetailed: boolean; requested: (transaction: Transaction) => boolean; guardFormulas: boolean },
): X12Table {
  const rows: X12Row[] = []
  const types = new Set<string>()
  for (const interchange of interchanges) {
    for (const { transactions } of interchange.groups) {
      for (const transaction of transactions.filter(requested)) {
        types.add(transaction.type)
        const found = isDetailed ? rowsOf(transaction, interchange) : [describeSet(transaction)]
        for (const row of found) rows.push(row)
      }
    }
  }
  const columns = isDetailed ? columnsOf(types) : [...SETS]
  const guard = guardFormulas ? disarmFormula : (value: string) => value
  const lines = [writeRows([columns])]
  for (const row of rows) lines.push(writeRows([columns.map((column) => guard(row[column] ?? ''))]))
  return { columns, rows, csv: lines.join('') }
}

function describeSet({ type, control, guide, range, path }: Transaction): X12Row {
  return { transaction: type, control, guide, segments: String(range.length), path }
}
