// The contrast of cells, against the same by the definition.
import { expect, it } from 'vitest'
import { CELL, contrastOf, gridOf, type Plane } from '../../../../src/formats/dicom/text/plane.ts'
import { canvas } from './draw-text.ts'

/** Of a cell and its eight neighbors. */
function contrastAt({ width, height, samples }: Plane, column: number, row: number): number {
  let low = 255
  let high = 0
  for (let y = Math.max(row - 1, 0) * CELL; y < Math.min((row + 2) * CELL, height); y++) {
    for (let x = Math.max(column - 1, 0) * CELL; x < Math.min((column + 2) * CELL, width); x++) {
      low = Math.min(low, samples[y * width + x]!)
      high = Math.max(high, samples[y * width + x]!)
    }
  }
  return high - low
}

it.each([
  [64, 48],
  [61, 47],
  [62, 33],
  [63, 4],
  [3, 7],
  [4, 4],
  [1, 1],
  [1, 90],
  [90, 1],
])('contrast of %i x %i samples', (width, height) => {
  const { samples } = canvas(width, height, 128, 250)
  // Both ends of the range, at edges and inside.
  for (let i = 0; i < samples.length; i += 37) samples[i] = i % 2 === 0 ? 0 : 255
  const plane = { width, height, samples }
  const { columns, rows } = gridOf(plane)
  const expected = Array.from({ length: columns * rows }, (_, i) => contrastAt(plane, i % columns, Math.floor(i / columns)))
  expect(Array.from(contrastOf(plane))).toEqual(expected)
})
