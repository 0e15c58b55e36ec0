// The gaps between texts of one line: a few letters over bright tissue are not found by themselves, and stand between words that are.
import type { FoundText } from './follow-texts.ts'
import { sharedArea } from './text-region.ts'

/** Widest gap, by the height of the line. */
const MOST_GAP = 2
/** Part of the lower of two heights that both have in common. */
const LEAST_SHARED = 0.6
/** More regions are noise, and are not compared pair by pair. */
const MOST_REGIONS = 400

/** Rectangles between neighbours of a level line, or of a column of turned text, in the frames of both. */
export function bridgeGaps(all: readonly FoundText[]): FoundText[] {
  const regions = all.filter(({ isAdded = false }) => !isAdded)
  if (regions.length > MOST_REGIONS) return []
  const across = bridgeLines(regions)
  const down = bridgeLines(regions.map(turn)).map(turn)
  return [...across, ...down].filter((gap) => !regions.some((region) => sharedArea(region, gap) > 0 && isIn(gap, region)))
}

/** A text of other frames leaves the gap open in those between. */
function isIn(gap: FoundText, region: FoundText): boolean {
  return region.firstFrame <= gap.firstFrame && region.lastFrame >= gap.lastFrame
}

function bridgeLines(regions: readonly FoundText[]): FoundText[] {
  return regions.flatMap((left) => regions.flatMap((right) => gapBetween(left, right) ?? []))
}

/** Undefined where the second is not behind the first in the same line. */
function gapBetween(left: FoundText, right: FoundText): FoundText | undefined {
  const column = left.column + left.width
  const width = right.column - column
  const height = Math.min(left.height, right.height)
  const row = Math.max(left.row, right.row)
  const bottom = Math.min(left.row + left.height, right.row + right.height)
  const firstFrame = Math.max(left.firstFrame, right.firstFrame)
  const lastFrame = Math.min(left.lastFrame, right.lastFrame)
  const isLine = left.width > left.height && width > 0 && width <= MOST_GAP * height && bottom - row >= LEAST_SHARED * height
  if (!isLine || firstFrame > lastFrame) return undefined
  return { column, row, width, height: bottom - row, score: Math.min(left.score, right.score), firstFrame, lastFrame }
}

function turn({ column, row, width, height, ...rest }: FoundText): FoundText {
  return { ...rest, column: row, row: column, width: height, height: width }
}
