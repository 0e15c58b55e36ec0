// Draws rectangles around regions of a picture, to look at.
import type { PixelRegion } from '../pixels/blank-pixels.ts'
import type { Raster } from '../pixels/png/raster.ts'

/** Red, with a dark line outside so that it shows on bright and on red. */
const INNER = [255, 64, 64]
const OUTER = [0, 0, 0]

/** The picture in colours, with a line around each region. */
export function drawRegions({ width, height, channels, samples }: Raster, regions: readonly PixelRegion[]): Raster {
  const colours = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) {
    for (let c = 0; c < 3; c++) colours[3 * i + c] = samples[channels === 3 ? 3 * i + c : i]!
  }
  const dot = (x: number, y: number, colour: readonly number[]): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) colours.set(colour, (y * width + x) * 3)
  }
  for (const [distance, colour] of [
    [2, OUTER],
    [1, INNER],
  ] as const) {
    for (const region of regions) {
      const left = region.column - distance
      const top = region.row - distance
      const right = region.column + region.width - 1 + distance
      const bottom = region.row + region.height - 1 + distance
      for (let x = left; x <= right; x++) {
        dot(x, top, colour)
        dot(x, bottom, colour)
      }
      for (let y = top; y <= bottom; y++) {
        dot(left, y, colour)
        dot(right, y, colour)
      }
    }
  }
  return { width, height, channels: 3, samples: colours }
}
