// The rectangle that is blanked for a text: with a margin, because letters have soft edges and cells of the network do not end where letters do.
import type { PixelRegion } from '../pixels/blank-pixels.ts'

const PART = 0.12
const LEAST = 2
const MOST = 12
/** Of texts that fill a cell or two: their letters are as often in the next cell. */
const SMALL_TEXT = 8
const LEAST_OF_SMALL = 4

/** May reach beyond the frame. */
export function withMargin({ column, row, width, height }: PixelRegion): PixelRegion {
  const edge = Math.min(width, height)
  const margin = Math.min(Math.max(Math.round(PART * edge), edge <= SMALL_TEXT ? LEAST_OF_SMALL : LEAST), MOST)
  return { column: column - margin, row: row - margin, width: width + 2 * margin, height: height + 2 * margin }
}
