// Codes of results as words.

/** `not_commensurable` as `Not commensurable`. */
export function wordsOf(code: string): string {
  const words = code.replace(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
