// How many files of code a folder holds.
import { posix } from 'node:path'

const MAX_FILES = 25

/** Folders that are still larger. A number here may only get smaller; a folder that has come down to the limit is taken out. */
const CROWDED: Readonly<Record<string, number>> = {
  build: 55,
  'test/bench': 77,
}

/** Folders with more files than they may have, and limits of their own that no longer hold: `folder: count`. @param paths of all sources */
export function findCrowded(paths: readonly string[], crowded = CROWDED): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  const tooMany = [...counts].filter(([folder, count]) => count > (crowded[folder] ?? MAX_FILES))
  const outdated = Object.keys(crowded).flatMap((folder): [string, number][] => {
    const count = counts.get(folder) ?? 0
    return count <= MAX_FILES ? [[folder, count]] : []
  })
  return [...tooMany, ...outdated].map(([folder, count]) => `${folder}: ${count}`).sort()
}

/** Its README is longer: it also tells how to add a rule, to train and to measure. */
const LONG_README = 'src/formats/phi'
const MAX_README_LINES = 15

/**
 * Folders of the second level whose README is missing, too long, or names no place of the folder to start with.
 * @param files every file below src, by its path
 */
export function findUnexplained(files: ReadonlySet<string>, read: (path: string) => string): string[] {
  const folders = new Set(
    [...files].map((path) => path.split('/')).flatMap((parts) => (parts.length > 3 ? [parts.slice(0, 3).join('/')] : [])),
  )
  return [...folders].sort().flatMap((folder) => {
    const path = `${folder}/README.md`
    if (!files.has(path)) return [`${folder}: no README.md`]
    if (folder === LONG_README) return []
    const text = read(path)
    const start = /^- Start with `([^`]+)`\.$/m.exec(text)?.[1]
    if (text.trimEnd().split('\n').length > MAX_README_LINES) return [`${path}: more than ${MAX_README_LINES} lines`]
    const isThere = [...files].some((file) => file === `${folder}/${start}` || file.startsWith(`${folder}/${start}/`))
    return isThere ? [] : [`${path}: no place to start with`]
  })
}
