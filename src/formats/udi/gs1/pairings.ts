// Which GS1 elements must and must not stand together on one item.
import { makeIssue, repeatedElements, type UdiElement, type UdiIssue } from '../udi-result.ts'
import { findAi, fitsPattern } from './ai-table.ts'

/**
 * Pairs that are missing, pairs that exclude each other, and elements that stand twice with different values.
 * A missing pair is a warning: it may stand on another carrier of the item.
 */
export function checkPairings(elements: readonly UdiElement[]): UdiIssue[] {
  const issues: UdiIssue[] = []
  const has = (pattern: string, except?: UdiElement): boolean =>
    elements.some((element) => element !== except && element.id !== except?.id && fitsPattern(element.id, pattern))
  for (const element of elements) {
    const entry = findAi(element.id)
    if (!entry) continue
    const { start, end } = element
    if (entry.excluded.some((pattern) => has(pattern, element))) issues.push(makeIssue('excluded_pair', start, end))
    const fits = entry.required.every((groups) => groups.some((group) => group.every((pattern) => has(pattern))))
    if (!fits) issues.push(makeIssue('missing_pair', start, end))
  }
  return [...issues, ...repeatedElements(elements)]
}
