// Patterns of paths: `*` and `?` within one name, `**` for any folders. A pattern without a slash is for the name alone.

/** Whether an argument is a pattern, so that it is not taken for the name of a file. */
export function isGlob(text: string): boolean {
  return /[*?]/.test(text)
}

/** @param path with slashes, relative to the folder that the pattern is for */
export function matchesGlob(path: string, pattern: string): boolean {
  return pattern.includes('/') ? matchesPath(path, pattern) : matchesName(path.slice(path.lastIndexOf('/') + 1), pattern)
}

/** As matchesGlob, with a pattern that is for the whole path even where it has no slash. */
export function matchesPath(path: string, pattern: string): boolean {
  const steps = pattern.split('/').filter((step) => step !== '' && step !== '.')
  return matchesAll(path.split('/'), steps, '**', matchesName)
}

function matchesName(name: string, pattern: string): boolean {
  return matchesAll([...name], [...pattern], '*', (letter, expected) => expected === '?' || letter === expected)
}

/** Goes back to the last wildcard alone, so it takes at most length times length steps. */
function matchesAll(
  values: readonly string[],
  pattern: readonly string[],
  wildcard: string,
  fits: (value: string, expected: string) => boolean,
): boolean {
  let at = 0
  let next = 0
  let wildcardAt = -1
  let retryAt = 0
  while (at < values.length) {
    if (pattern[next] === wildcard) {
      wildcardAt = next++
      retryAt = at
    } else if (next < pattern.length && fits(values[at]!, pattern[next]!)) {
      at++
      next++
    } else if (wildcardAt >= 0) {
      next = wildcardAt + 1
      at = ++retryAt
    } else return false
  }
  while (pattern[next] === wildcard) next++
  return next === pattern.length
}

/** The folder before the first wildcard, and the pattern below it. */
export function splitGlob(text: string): { readonly folder: string; readonly pattern: string } {
  const steps = text.split('/')
  const first = steps.findIndex(isGlob)
  const folder = steps.slice(0, first).join('/')
  return { folder: folder === '' ? (text.startsWith('/') ? '/' : '.') : folder, pattern: steps.slice(first).join('/') }
}
