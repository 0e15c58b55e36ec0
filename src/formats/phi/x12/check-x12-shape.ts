// Reads the result again: it must have the interchanges, segments, elements, repetitions and components of the document, or a part of it would
// be read as something else than what was cleaned.
import { ProblemError } from '../../../core/problem.ts'
import { type InterchangeSegments, readInterchanges } from '../../x12/read-segments.ts'

/** @throws ProblemError `unsupported_variant` where the result reads as something else */
export function checkX12Shape(before: readonly InterchangeSegments[], result: string): void {
  const after = readInterchanges(result)
  const isSame = before.length === after.length && before.every((interchange, i) => hasSameShape(interchange, after[i]!))
  if (!isSame)
    throw new ProblemError('The interchange would no longer be readable without the removed values.', { code: 'unsupported_variant' })
}

function hasSameShape(before: InterchangeSegments, after: InterchangeSegments): boolean {
  const { element, component, repetition, segment } = before.delimiters
  const other = after.delimiters
  const isSame = element === other.element && component === other.component && repetition === other.repetition && segment === other.segment
  if (!isSame || before.columns.length !== after.columns.length) return false
  // By row: the objects of millions of segments would exist at the same time.
  for (let row = 0; row < before.columns.length; row++) {
    const { elements, id, isCut } = before.columns.get(row)
    const own = after.columns.get(row).elements
    if (elements.length !== own.length) return false
    // Data holds what it likes, and is gone.
    if (id === 'BIN' || id === 'BDS' || isCut) continue
    for (let k = 0; k < elements.length; k++) if (!sameParts(elements[k]!, own[k]!, component, repetition)) return false
  }
  return true
}

function sameParts(before: string, after: string, component: string, repetition: string | null): boolean {
  return (
    count(before, component) === count(after, component) && (repetition === null || count(before, repetition) === count(after, repetition))
  )
}

function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) found++
  return found
}
