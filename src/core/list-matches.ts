// All places where a pattern matches, for texts of a few words that are read by the million: `matchAll` makes a new pattern at each call.

/**
 * What is made of each match in a text, from left to right.
 * @param pattern global, and of no empty match; its `lastIndex` is used, so that `of` must not look with it too
 */
export function listMatches<T>(pattern: RegExp, text: string, of: (match: string, start: number) => T): T[] {
  const made: T[] = []
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) made.push(of(found[0], found.index))
  return made
}
