// A view for text that hardly differs from a flat ground: the contrast of such places is raised, and the rest of the picture stays as it is.
import { countOf } from './frame-changes.ts'
import { CELL, type CellGrid, contrastOf, gridOf, type Plane } from './plane.ts'

/** Contrast of faint text, in shades: below it is noise, above it the network sees it anyway. */
const LEAST_RANGE = 6
const MOST_RANGE = 14
/** A ground is flat where shades differ by less. */
const FLAT_RANGE = 4
/** Cells of faint letters between flat ones: noise, which would become letters, goes on for more. */
const MOST_BETWEEN = 12
const GAIN = 8
/** Cells around a cell whose mean is its ground, in each direction. */
const GROUND_REACH = 2
/** A few letters have so many. */
const LEAST_CELLS = 12

/** The plane itself where nothing is faint. */
export function faintView(plane: Plane): Plane {
  const grid = gridOf(plane)
  const faint = faintCells(plane, grid)
  if (countOf(faint) < LEAST_CELLS) return plane
  const ground = groundOf(plane, grid)
  const { width, samples } = plane
  const raised = samples.slice()
  for (let y = 0, line = 0; line < samples.length; y++, line += width) {
    for (let x = 0, cell = (y >> 2) * grid.columns; x < width; x += CELL, cell++) {
      if (faint[cell] === 0) continue
      const base = ground[cell]!
      const end = line + Math.min(x + CELL, width)
      for (let at = line + x; at < end; at++) {
        const shade = base + GAIN * (samples[at]! - base)
        raised[at] = shade <= 0 ? 0 : shade >= 255 ? 255 : shade + 0.5
      }
    }
  }
  return { ...plane, samples: raised }
}

function faintCells(plane: Plane, grid: CellGrid): Uint8Array {
  const contrast = contrastOf(plane)
  const faint = betweenFlat(contrast, grid)
  for (let i = 0; i < faint.length; i++) if (contrast[i]! < LEAST_RANGE || contrast[i]! >= MOST_RANGE) faint[i] = 0
  return faint
}

/** 1 for cells of short runs between flat cells or edges of the picture, across or down. */
function betweenFlat(contrast: Uint8Array, { columns, rows }: CellGrid): Uint8Array {
  const between = new Uint8Array(contrast.length)
  for (let y = 0; y < rows; y++) markRuns(contrast, between, y * columns, columns, 1)
  for (let x = 0; x < columns; x++) markRuns(contrast, between, x, rows, columns)
  return between
}

function markRuns(contrast: Uint8Array, between: Uint8Array, start: number, length: number, step: number): void {
  let last = -1
  for (let i = 0; i <= length; i++) {
    if (i < length && contrast[start + i * step]! >= FLAT_RANGE) continue
    if (i - last - 1 <= MOST_BETWEEN) for (let j = last + 1; j < i; j++) between[start + j * step] = 1
    last = i
  }
}

/** By cell, the mean shade of the cells around it. */
function groundOf({ width, height, samples }: Plane, { columns, rows }: CellGrid): Float32Array {
  const sums = new Float32Array(columns * rows)
  const counts = new Float32Array(columns * rows)
  for (let y = 0, at = 0; y < height; y++) {
    const line = (y >> 2) * columns
    for (let x = 0; x < width; x++) {
      sums[line + (x >> 2)]! += samples[at++]!
      counts[line + (x >> 2)]!++
    }
  }
  const sum = boxSums(sums, columns, rows)
  const count = boxSums(counts, columns, rows)
  return sum.map((value, i) => value / count[i]!)
}

function boxSums(values: Float32Array, columns: number, rows: number): Float32Array {
  const across = sumLines(values, rows, columns, columns, 1)
  return sumLines(across, columns, rows, 1, columns)
}

/** Sums of each value and its neighbors along lines that begin `lineStep` apart. */
function sumLines(values: Float32Array, lines: number, length: number, lineStep: number, step: number): Float32Array {
  const sums = new Float32Array(values.length)
  for (let line = 0; line < lines; line++) {
    const start = line * lineStep
    for (let i = 0; i < length; i++) {
      let sum = 0
      const end = Math.min(i + GROUND_REACH, length - 1)
      for (let j = Math.max(i - GROUND_REACH, 0); j <= end; j++) sum += values[start + j * step]!
      sums[start + i * step] = sum
    }
  }
  return sums
}
