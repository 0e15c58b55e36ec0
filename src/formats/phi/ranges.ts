// Compares ranges of a text with others by bisection: hostile texts have hundreds of thousands of each.
import { countLeading } from '../../core/count-leading.ts'

export interface Range {
  readonly start: number
  readonly end: number
}

/** @param others in order, none of which overlaps another */
export function isApart({ start, end }: Range, others: readonly Range[]): boolean {
  const next = others[countLeading(others.length, (i) => others[i]!.end <= start)]
  return next === undefined || next.start >= end
}

/** True if one of the others contains the range. @param others as for isApart */
export function isWithin({ start, end }: Range, others: readonly Range[]): boolean {
  const next = others[countLeading(others.length, (i) => others[i]!.end <= start)]
  return next !== undefined && next.start <= start && end <= next.end
}

/** @param ranges in order of their starts @param others as for isApart @returns the parts of each range within the others */
export function partsWithin<T extends Range>(ranges: readonly T[], others: readonly Range[]): T[] {
  const found: T[] = []
  let first = 0
  for (const range of ranges) {
    while (first < others.length && others[first]!.end <= range.start) first++
    for (let i = first; i < others.length && others[i]!.start < range.end; i++)
      found.push({ ...range, start: Math.max(range.start, others[i]!.start), end: Math.min(range.end, others[i]!.end) })
  }
  return found
}
