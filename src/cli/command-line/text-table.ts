// Columns for people: text padded to the widest cell, numbers to the right. For programs there is --json.

export interface Column {
  readonly title: string
  readonly align?: 'right'
}

/** Lines with a head; each ends with a line feed. */
export function composeTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [columns.map(({ title }) => title), ...rows]
  const widths = columns.map((_, i) => lines.reduce((widest, line) => Math.max(widest, widthOf(line[i] ?? '')), 0))
  return lines
    .map(
      (line) =>
        `${columns
          .map((column, i) => pad(line[i] ?? '', widths[i]!, column.align))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

function pad(cell: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(width - widthOf(cell))
  return align === 'right' ? space + cell : cell + space
}

function widthOf(cell: string): number {
  return [...cell].length
}
