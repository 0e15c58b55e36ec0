// Codes of two or three capitals: AME, SUR, LOC. Where a code stands they are no name, unless a person of the message or of the caller has it.
import type { KnownValues } from '../known/known-values.ts'
import type { FieldValue } from './known-of-message.ts'

export function isShortCode(text: string): boolean {
  return /^[A-Z]{2,3}$/.test(text)
}

/** The short words of all names that are known, in lower case. */
export function shortNames(values: readonly FieldValue[], known: KnownValues | undefined): ReadonlySet<string> {
  const names = values.flatMap(({ category, text }) => (category === 'name' ? [text] : []))
  const words = [...names, ...(known?.names ?? []), ...(known?.providers ?? [])].flatMap((name) => name.split(/[^\p{L}]+/u))
  return new Set(words.filter((word) => word.length === 2 || word.length === 3).map((word) => word.toLowerCase()))
}
