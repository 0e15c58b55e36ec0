// Names of persons in FHIRPath: what is compared with an element of HumanName is one, whatever word it is.
import { listMatches } from '../../../core/list-matches.ts'

const COMPARISON = /\b(?:family|given|name\.text) ?[=~] ?'([^'\\]{1,80})'/g

/** The literals of `family = 'Smith'`, without their quotes. */
export function comparedNames(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes("'")) return []
  return listMatches(COMPARISON, text, (whole, start) => {
    const end = start + whole.length - 1
    return { start: start + whole.indexOf("'") + 1, end }
  })
}
