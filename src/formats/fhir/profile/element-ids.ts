// Ids of the elements of a definition: as they stand, or made from paths and slice names where a definition has none.
import type { ElementRow } from './definitions.ts'

/** A row with the steps of its id: `['Patient', 'extension:race', 'url']`. */
export interface IdentifiedRow {
  readonly steps: readonly string[]
  readonly row: ElementRow
}

/** In the order of the rows; a row that has neither id nor path is left out. */
export function identifyRows(rows: readonly ElementRow[]): IdentifiedRow[] {
  let last: readonly string[] = []
  return rows.flatMap((row) => {
    const steps = stepsOf(row, last)
    if (!steps) return []
    last = steps
    return [{ steps, row }]
  })
}

function stepsOf({ id, path, sliceName }: ElementRow, last: readonly string[]): readonly string[] | undefined {
  if (id !== undefined && (path === undefined || namesOf(id) === path)) {
    const steps = id.split('.')
    const end = steps.length - 1
    // Old definitions name the slice apart from the id.
    if (sliceName !== undefined && end > 0 && !steps[end]!.includes(':')) steps[end] += `:${sliceName}`
    return steps
  }
  if (path === undefined) return undefined
  const names = path.split('.')
  const end = names.length - 1
  let isSame = true
  return names.map((name, i) => {
    // A row stands in the slice that was begun last, as long as the path above it is the same.
    isSame &&= last[i] !== undefined && namesOf(last[i]) === name
    if (i === end) return sliceName === undefined ? name : `${name}:${sliceName}`
    return isSame ? last[i]! : name
  })
}

/** The path of an id: without the names of slices. */
function namesOf(id: string): string {
  return id
    .split('.')
    .map((step) => step.split(':')[0]!)
    .join('.')
}
