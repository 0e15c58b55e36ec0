// Writes one value as it stands in a message: escaped, so that a reader gets it back.
import type { Delimiters } from '../delimiters.ts'
import { escapeValue } from '../edit/escape-value.ts'
import { EXPLICIT_NULL } from '../field-values.ts'

export interface LeafOptions {
  readonly delimiters: Delimiters
  /** keep: escape sequences in values stay what they are. */
  readonly escapes: 'escape' | 'keep'
  /** br: line ends become the formatting command of FT fields; hex: they are kept as characters. */
  readonly lineBreaks: 'hex' | 'br'
}

/**
 * @param value null for the explicit null
 * @param path where it goes, for the ProblemError
 * @throws ProblemError `unsupported_variant` where the delimiters cannot carry the value
 */
export function encodeLeaf(value: string | null, options: LeafOptions, path: string): string {
  if (value === null) return EXPLICIT_NULL
  const { escape: escapeChar } = options.delimiters
  const lines = options.lineBreaks === 'br' && escapeChar !== null ? value.split(/\r\n|\r|\n/) : [value]
  return lines.map((line) => encodeLine(line, options, path)).join(`${escapeChar}.br${escapeChar}`)
}

function encodeLine(text: string, { delimiters, escapes }: LeafOptions, path: string): string {
  const { escape: escapeChar } = delimiters
  if (escapes === 'escape' || escapeChar === null) return escapeValue(text, delimiters, path)
  let out = ''
  let copied = 0
  for (let i = text.indexOf(escapeChar); i >= 0; ) {
    const end = text.indexOf(escapeChar, i + 1)
    if (end < 0) break
    if (isSequence(text.slice(i + 1, end))) {
      out += escapeValue(text.slice(copied, i), delimiters, path) + text.slice(i, end + 1)
      copied = end + 1
      i = text.indexOf(escapeChar, copied)
    } else i = end
  }
  return out + escapeValue(text.slice(copied), delimiters, path)
}

function isSequence(content: string): boolean {
  return /^(?:[HNFSTREP]|[XCMZ][A-Za-z0-9]{0,10000}|\.[A-Za-z]{2} ?[+-]?[0-9]{0,4})$/.test(content)
}
