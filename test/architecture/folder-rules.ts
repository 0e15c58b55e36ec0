// How many files of code a folder holds.
import { posix } from 'node:path'

const MAX_FILES = 25

/** Folders that are still larger. A number here may only get smaller; a folder that has come down to the limit is taken out. */
export const CROWDED: Readonly<Record<string, number>> = {
  build: 64,
  'src/formats/hl7': 62,
  'src/formats/phi': 37,
  'test/bench': 86,
  'test/formats/phi': 29,
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
