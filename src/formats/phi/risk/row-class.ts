// Rows of a table that share their quasi-identifiers.
import { columnPosition, type TableSource } from '../../csv/table-source.ts'

export interface RowClass {
  /** Positions of the rows from 1. */
  readonly rows: number[]
  /** The quasi-identifiers that the rows share. */
  readonly known: readonly string[]
  /** Of each sensitive column the values and how often each stands. */
  readonly values: Map<string, number>[]
}

/** Classes by their key. @throws ProblemError `invalid_input` for a column that is not there */
export function groupRows(table: TableSource, quasiIdentifiers: readonly string[], sensitive: readonly string[]): Map<string, RowClass> {
  const known = positions(table, quasiIdentifiers, '/options/quasiIdentifiers')
  const sensitiveAt = positions(table, sensitive, '/options/sensitive')
  const classes = new Map<string, RowClass>()
  for (const { position, values } of table.rows()) {
    const own = known.map((at) => values[at]!.trim())
    const key = keyOf(own)
    let group = classes.get(key)
    if (!group) {
      group = { rows: [], known: own, values: sensitiveAt.map(() => new Map()) }
      classes.set(key, group)
    }
    group.rows.push(position)
    for (const [i, at] of sensitiveAt.entries()) {
      const value = values[at]!.trim()
      group.values[i]!.set(value, (group.values[i]!.get(value) ?? 0) + 1)
    }
  }
  return classes
}

/** Rows of the population by the same keys. @throws ProblemError as groupRows */
export function countClasses(table: TableSource, quasiIdentifiers: readonly string[]): Map<string, number> {
  const known = positions(table, quasiIdentifiers, '/population')
  const counts = new Map<string, number>()
  for (const { values } of table.rows()) {
    const key = keyOf(known.map((at) => values[at]!.trim()))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function positions(table: TableSource, names: readonly string[], pointer: string): number[] {
  return names.map((name, i) => columnPosition(table, name, pointer === '/population' ? pointer : `${pointer}/${i}`))
}

/** Values with their lengths, so that no two rows with different values share a class. Blanks around a value do not count. */
export function keyOf(values: readonly string[]): string {
  let key = ''
  for (const value of values) key += `${value.length}:${value}`
  return key
}

/** To six places. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6
}
