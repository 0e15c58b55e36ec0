// Regions as pixels.
import type { PixelRegion } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'

/** 1 for pixels in a region; regions may reach beyond the frame. */
export function paint(regions: readonly PixelRegion[], rows: number, columns: number): Uint8Array {
  const blank = new Uint8Array(rows * columns)
  for (const { column, row, width, height } of regions) {
    const left = Math.max(column, 0)
    const right = Math.min(column + width, columns)
    for (let y = Math.max(row, 0); y < Math.min(row + height, rows); y++) blank.fill(1, y * columns + left, y * columns + right)
  }
  return blank
}
