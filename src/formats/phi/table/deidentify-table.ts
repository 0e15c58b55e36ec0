// De-identifies a whole table: plans its columns over all rows, then writes every row and column of it again, none left out.
import { type CsvFile, readRecords } from '../../csv/read-csv.ts'
import { type Cell, type CsvTable, columnPosition, type JsonRow, type TableSource } from '../../csv/table-source.ts'
import { disarmFormula, rewriteRecord, writeRows } from '../../csv/write-csv.ts'
import type { PhiCategory } from '../category.ts'
import { compileOptions, type DetectOptions } from '../compiled-options.ts'
import type { Deidentifier } from '../policy/deidentifier.ts'
import type { PhiAction } from '../policy/policy-schema.ts'
import type { DateOrder } from '../policy/read-date.ts'
import { type CellWorker, createCellWorker } from './deidentify-cells.ts'
import { type ColumnPlan, type ColumnRule, planColumns, type Treatment } from './plan-columns.ts'

export interface TableSettings {
  readonly deidentifier: Deidentifier
  readonly detect: DetectOptions
  readonly rules: Readonly<Record<string, ColumnRule>>
  readonly unknown: 'scan' | 'remove'
  readonly subjectColumn: string | undefined
  readonly dateOrder: DateOrder | undefined
  readonly formulas: 'quote' | 'keep'
  readonly hasHeader: boolean
}

export interface TableColumnReport {
  readonly name: string
  readonly treatment: Treatment
  readonly decidedBy: ColumnPlan['decidedBy']
  readonly category?: PhiCategory
  /** Cells that are not empty. */
  readonly cells: number
  readonly changed: number
  readonly formulasQuoted: number
  readonly found: Partial<Record<PhiCategory, number>>
  readonly actions: Partial<Record<PhiAction, number>>
}

export interface DeidentifiedTable {
  readonly csv: string
  readonly rows?: JsonRow[]
  readonly rowCount: number
  readonly perColumn: TableColumnReport[]
}

/** A CSV file written again: line ends, quotes, blank lines and unchanged cells as they were. @throws ProblemError as planColumns and readRecords do */
export function deidentifyCsv(table: CsvTable, settings: TableSettings): DeidentifiedTable {
  const { plans, worker } = prepare(table, settings)
  const { file, hasHeader } = table
  const formulas = plans.map(() => 0)
  const parts = [file.bom ? '\uFEFF' : '', file.text.slice(0, file.from)]
  let rowCount = 0
  let isHeader = hasHeader
  for (const { record, next } of withNext(file)) {
    if (record.isBlank) {
      parts.push(file.text.slice(record.start, next))
      continue
    }
    const given = record.fields.map(({ value }) => value)
    const cleaned = isHeader ? given : worker.deidentifyRow(given)
    const values = settings.formulas === 'quote' ? disarm(cleaned, formulas) : cleaned
    parts.push(
      rewriteRecord(
        file,
        record,
        values.map((value, i) => (value === given[i] ? undefined : value)),
        next,
      ),
    )
    if (!isHeader) rowCount++
    isHeader = false
  }
  return { csv: parts.join(''), rowCount, perColumn: report(plans, worker, formulas) }
}

function* withNext(file: CsvFile) {
  let previous: ReturnType<typeof readRecords> extends Generator<infer R> ? R | undefined : never
  for (const record of readRecords(file)) {
    if (previous) yield { record: previous, next: record.start }
    previous = record
  }
  if (previous) yield { record: previous, next: file.text.length }
}

/** Rows of JSON: a cell that does not change keeps its type, members that a row does not have stay away. The same table as CSV beside them. */
export function deidentifyRows(table: TableSource, given: readonly JsonRow[], settings: TableSettings): DeidentifiedTable {
  const { plans, worker } = prepare(table, settings)
  const formulas = plans.map(() => 0)
  const rows: JsonRow[] = []
  const lines: string[][] = [settings.formulas === 'quote' ? table.columns.map(disarmFormula) : [...table.columns]]
  for (const { position, values } of table.rows()) {
    const row = given[position - 1]!
    const cleaned = worker.deidentifyRow(values)
    const cells = table.columns.flatMap((column, i): [string, Cell][] => {
      if (!Object.hasOwn(row, column)) return []
      return [[column, cleaned[i] === values[i] ? row[column]! : cleaned[i]!]]
    })
    rows.push(Object.fromEntries(cells))
    lines.push(settings.formulas === 'quote' ? disarm(cleaned, formulas) : cleaned)
  }
  return { csv: writeRows(lines), rows, rowCount: rows.length, perColumn: report(plans, worker, formulas) }
}

function prepare(table: TableSource, settings: TableSettings): { plans: ColumnPlan[]; worker: CellWorker } {
  const { subjectColumn, deidentifier, detect, dateOrder } = settings
  // A pattern that cannot be used is refused even where no cell is scanned.
  compileOptions(detect)
  const subjectAt = subjectColumn === undefined ? undefined : columnPosition(table, subjectColumn, '/options/subjectColumn')
  const plans = planColumns(table, settings)
  return { plans, worker: createCellWorker(plans, { deidentifier, detect, subjectAt, dateOrder }) }
}

function disarm(values: readonly string[], counts: number[]): string[] {
  return values.map((value, i) => {
    const safe = disarmFormula(value)
    if (safe !== value) counts[i]!++
    return safe
  })
}

function report(plans: readonly ColumnPlan[], worker: CellWorker, formulas: readonly number[]): TableColumnReport[] {
  return plans.map(({ name, treatment, decidedBy, category }, i) => {
    const { cells, changed, found, actions } = worker.reports[i]!
    return {
      name,
      treatment,
      decidedBy,
      ...(category === undefined ? {} : { category }),
      cells,
      changed,
      formulasQuoted: formulas[i]!,
      found: Object.fromEntries(found),
      actions: Object.fromEntries(actions),
    }
  })
}
