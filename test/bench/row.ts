// One line of a bench table: a measured figure beside a reference that was measured in the same run.

export interface BenchRow {
  readonly what: string
  readonly measured: string
  readonly reference: string
  /** Measured over reference, in the sense in which more is better; undefined where there is no reference. */
  readonly ratio: number | undefined
  /** The name of the row in goals.json; a row without one is told and not judged. */
  readonly id?: string
  /** What the goal bounds; the ratio where it is not given. */
  readonly figure?: number | undefined
  /** The figure of each round, from which its noise is known. */
  readonly rounds?: readonly number[]
}

/** A row whose reference cannot be had here: its goal is not judged, and the table says so. */
export function missingRow(id: string, what: string, why: string): BenchRow {
  return { id, what, measured: '', reference: why, ratio: undefined }
}

export function formatTable(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ what, measured, reference, ratio }) => [what, measured, reference, formatRatio(ratio)])
  return formatCells([['what', 'measured', 'reference', 'ratio'], ...cells])
}

export function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? '' : ratio.toFixed(2)
}

/** Rows of cells, the first of them the heads, as a Markdown table. */
export function formatCells(cells: readonly (readonly string[])[]): string {
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return `${lines.join('\n')}\n`
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Between two values in proportion. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = Math.floor(place)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (sorted[above]! - sorted[below]!) * (place - below)
}
