// Brings together rectangles that different pictures and sizes of the same frame gave for the same text.
import { areaOf, sharedArea, type TextRegion, unionOf } from './text-region.ts'

/** Two rectangles become one where it is hardly larger than both. */
const MOST_GROWTH = 1.25
/** Regions up to this number are compared pair by pair. */
const MOST_MERGED = 400
/** A frame with more regions is text or noise all over, and becomes one region. */
const MOST_REGIONS = 4000

export function mergeRegions<Region extends TextRegion>(regions: readonly Region[]): Region[] {
  if (regions.length > MOST_REGIONS) return [joinAll(regions)]
  if (regions.length > MOST_MERGED) return [...regions]
  const merged = regions.toSorted((a, b) => b.width * b.height - a.width * a.height)
  for (let isChanged = true; isChanged; ) {
    isChanged = false
    for (let i = 0; i < merged.length; i++) {
      for (let j = merged.length - 1; j > i; j--) {
        const joined = join(merged[i]!, merged[j]!)
        if (!joined) continue
        merged[i] = joined
        merged.splice(j, 1)
        isChanged = true
      }
    }
  }
  return merged.toSorted((a, b) => a.row - b.row || a.column - b.column)
}

function joinAll<Region extends TextRegion>(regions: readonly Region[]): Region {
  let all = regions[0]!
  for (const region of regions) all = { ...all, ...unionOf(all, region), score: Math.max(all.score, region.score) }
  return all
}

function join<Region extends TextRegion>(a: Region, b: Region): Region | undefined {
  const union = unionOf(a, b)
  const shared = sharedArea(a, b)
  if (shared === 0) return undefined
  const covered = areaOf(a) + areaOf(b) - shared
  return areaOf(union) <= MOST_GROWTH * covered ? { ...a, ...union, score: Math.max(a.score, b.score) } : undefined
}
