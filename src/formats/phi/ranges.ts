// Ranges of a text against others, by bisection: hostile texts have hundreds of thousands of each.
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
