// What suppression would make of a table: of single cells in rows that too few share, of whole rows, of whole columns.
import { keyOf, type RowClass } from './row-class.ts'

export interface ColumnWithout {
  readonly column: string
  /** Rows of the smallest class without the column. */
  readonly k: number
  readonly rowsBelowK: number
}

export interface SuppressionStep {
  readonly column: string
  /** Cells of the column to empty, one in every row that is still in a class of fewer than k. */
  readonly cells: number
  /** Rows that are still in such a class then. */
  readonly rowsBelowK: number
}

export interface SuppressionAdvice {
  /** Rows to remove where nothing else is done: all in classes of fewer than k. */
  readonly rowsToRemove: number
  /** Cells to empty instead, in this order. */
  readonly steps: SuppressionStep[]
  /** Rows to remove after the steps. */
  readonly rowsToRemoveAfter: number
  /** What becomes of the table without one of the columns, the most useful first. */
  readonly withoutColumn: ColumnWithout[]
  /** False where the table has too many classes or columns to try everything. */
  readonly isComplete: boolean
}

/** Values that may be read: a table of a million different rows with five columns takes about half of it. */
const MOST_WORK = 100_000_000

/**
 * Local suppression as of Samarati and Sweeney 1998: an empty cell equals only another empty cell, so that the rows of classes that are
 * large enough stay as they are. Each step takes the column that leaves the fewest rows; where steps leave the same, the first column.
 */
export function adviseSuppression(columns: readonly string[], classes: readonly RowClass[], k: number): SuppressionAdvice {
  const small = classes.filter(({ rows }) => rows.length < k).map(({ rows, known }) => ({ size: rows.length, known }))
  const rowsToRemove = countRows(small)
  const isComplete = (classes.length + small.length * columns.length) * columns.length ** 2 <= MOST_WORK
  if (!isComplete) return { rowsToRemove, steps: [], rowsToRemoveAfter: rowsToRemove, withoutColumn: [], isComplete }
  const steps = listSteps(columns, small, k)
  return {
    rowsToRemove,
    steps,
    rowsToRemoveAfter: steps.at(-1)?.rowsBelowK ?? rowsToRemove,
    withoutColumn: rowsToRemove === 0 || columns.length < 2 ? [] : tryWithout(columns, classes, k),
    isComplete,
  }
}

interface Group {
  readonly size: number
  readonly known: readonly string[]
}

function listSteps(columns: readonly string[], small: readonly Group[], k: number): SuppressionStep[] {
  const steps: SuppressionStep[] = []
  const left = new Set(columns.keys())
  let groups = small
  while (groups.length > 0 && left.size > 0) {
    let best: { at: number; rest: Group[]; rows: number } | undefined
    for (const at of left) {
      const rest = merge(groups, at).filter(({ size }) => size < k)
      const rows = countRows(rest)
      if (best === undefined || rows < best.rows) best = { at, rest, rows }
    }
    steps.push({ column: columns[best!.at]!, cells: countRows(groups), rowsBelowK: best!.rows })
    groups = best!.rest
    left.delete(best!.at)
  }
  return withoutIdleEnd(steps, countRows(small))
}

/** Steps behind the last one that helps only empty cells. */
function withoutIdleEnd(steps: readonly SuppressionStep[], before: number): SuppressionStep[] {
  const last = steps.findLastIndex(({ rowsBelowK }, i) => rowsBelowK < (steps[i - 1]?.rowsBelowK ?? before))
  return steps.slice(0, last + 1)
}

function tryWithout(columns: readonly string[], classes: readonly RowClass[], k: number): ColumnWithout[] {
  const all = classes.map(({ rows, known }) => ({ size: rows.length, known }))
  return columns
    .map((column, at): ColumnWithout => {
      const merged = merge(all, at)
      const smallest = merged.reduce((least, { size }) => Math.min(least, size), Number.POSITIVE_INFINITY)
      return { column, k: smallest, rowsBelowK: countRows(merged.filter(({ size }) => size < k)) }
    })
    .sort((a, b) => a.rowsBelowK - b.rowsBelowK || b.k - a.k)
}

/** The groups with one column emptied. */
function merge(groups: readonly Group[], at: number): Group[] {
  const merged = new Map<string, { size: number; known: readonly string[] }>()
  for (const { size, known } of groups) {
    const rest = known.with(at, '')
    const key = keyOf(rest)
    const group = merged.get(key)
    if (group) group.size += size
    else merged.set(key, { size, known: rest })
  }
  return [...merged.values()]
}

function countRows(groups: readonly { readonly size: number }[]): number {
  return groups.reduce((sum, { size }) => sum + size, 0)
}
