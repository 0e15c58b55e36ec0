// One line of a bench table: a measured figure beside a reference that was measured in the same run.

export interface BenchRow {
  readonly what: string
  readonly measured: string
  readonly reference: string
  /** Measured over reference, in the sense in which more is better; undefined where there is no reference. */
  readonly ratio: number | undefined
}

export function formatTable(rows: readonly BenchRow[]): string {
  const cells = [
    ['what', 'measured', 'reference', 'ratio'],
    ...rows.map(({ what, measured, reference, ratio }) => [what, measured, reference, ratio === undefined ? '' : ratio.toFixed(2)]),
  ]
  const widths = cells[0]!.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)))
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`)
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  return `${lines.join('\n')}\n`
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
