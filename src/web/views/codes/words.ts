// Codes of results as words.
import { msgs, t } from '../../language/language.ts'

const WORDS: Readonly<Record<string, string>> = msgs({
  valid: 'Valid',
  invalid: 'Invalid',
  ambiguous: 'Ambiguous',
  unknown: 'Unknown',
  error: 'Error',
  warning: 'Warning',
})

/** `not_commensurable` as `Not commensurable`. */
export function wordsOf(code: string): string {
  if (WORDS[code] !== undefined) return t(WORDS[code])
  const words = code.replace(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
