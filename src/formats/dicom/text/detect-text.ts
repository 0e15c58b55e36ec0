// Finds text in the pictures of one frame: each picture at its own size, at a half, a quarter, an eighth and a sixteenth, so that letters of 8 to 400 pixels
// come to sizes that the network knows.
import { type CellLimits, type CellRegion, findCellRegions } from './cell-regions.ts'
import type { TextKernel } from './kernel.ts'
import { evaluateCells, NO_TEXT, REACH } from './network.ts'
import { activeCells, CELL, type CellGrid, differingCells, gridOf, growCells, halve, type Plane } from './plane.ts'

export interface TextRegion {
  /** In pixels from the upper left corner, from 0. */
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  /** Chance of text, 0 to 1. */
  readonly score: number
}

/** Levels with fewer pixels in an edge are not searched. */
const LEAST_EDGE = 8
/** At the coarsest level, small frames are mosaics in which heads look like letters. */
const LEAST_COARSEST_EDGE = 40
/** By level: the coarser, the more anatomy looks like letters, and the more of it a false find would cost. Measured by the bench suite `pixels`. */
const LIMITS: readonly CellLimits[] = [1.3, 1.8, 2.4, 2.6, 2.8].map((certain) => ({ certain, likely: certain - 1.6, leastCells: 3 }))

/**
 * @param changed 1 for cells of 4 × 4 pixels whose content was not searched yet. Default: all cells
 */
export function detectText(kernel: TextKernel, planes: readonly Plane[], changed?: Uint8Array): TextRegion[] {
  return planes.flatMap((plane, i) => detectInLevels(kernel, plane, i === 0 ? changed : newCells(planes[0]!, plane, changed)))
}

/**
 * Where the network sees the same as in the first picture, as mostly in a frame with few colors, it was searched with that. A change beside the cells that
 * differ changes what the network sees of them. Undefined where all cells are new.
 */
function newCells(first: Plane, plane: Plane, changed: Uint8Array | undefined): Uint8Array | undefined {
  const near = growCells(differingCells(plane, first), gridOf(plane), REACH)
  if (!changed) return near.includes(0) ? near : undefined
  for (let i = 0; i < near.length; i++) near[i]! &= changed[i]!
  return near
}

function detectInLevels(kernel: TextKernel, plane: Plane, changed: Uint8Array | undefined): TextRegion[] {
  const regions: TextRegion[] = []
  let level = plane
  let mask = changed
  for (let i = 0; i < LIMITS.length && Math.min(level.width, level.height) >= leastEdge(i); i++) {
    const scale = 2 ** i * CELL
    for (const region of detectInLevel(kernel, level, mask, LIMITS[i]!)) regions.push(toPixels(region, scale, plane))
    const next = halve(level)
    mask = mask && halveCells(mask, gridOf(level), gridOf(next))
    level = next
  }
  return regions
}

function leastEdge(level: number): number {
  return level === LIMITS.length - 1 ? LEAST_COARSEST_EDGE : LEAST_EDGE
}

function detectInLevel(kernel: TextKernel, level: Plane, changed: Uint8Array | undefined, limits: CellLimits): CellRegion[] {
  const grid = gridOf(level)
  const requested = activeCells(level)
  if (!changed) return findCellRegions(evaluateCells(kernel, level, requested), grid, limits)
  const near = growCells(changed, grid, REACH)
  for (let i = 0; i < requested.length; i++) requested[i]! &= near[i]!
  const logits = evaluateCells(kernel, level, requested)
  // Cells at the border of what was worked out lack their surroundings.
  const judged = growCells(changed, grid, 2)
  for (let i = 0; i < logits.length; i++) if (judged[i] === 0) logits[i] = NO_TEXT
  return findCellRegions(logits, grid, limits)
}

/** 1 where any of the cells that come together is 1. */
function halveCells(cells: Uint8Array, from: CellGrid, to: CellGrid): Uint8Array {
  const result = new Uint8Array(to.columns * to.rows)
  for (let y = 0; y < from.rows; y++) {
    const line = Math.min(y >> 1, to.rows - 1) * to.columns
    for (let x = 0; x < from.columns; x++) if (cells[y * from.columns + x] === 1) result[line + Math.min(x >> 1, to.columns - 1)] = 1
  }
  return result
}

function toPixels({ left, top, right, bottom, score }: CellRegion, scale: number, { width, height }: Plane): TextRegion {
  const column = left * scale
  const row = top * scale
  return { column, row, width: Math.min(right * scale, width) - column, height: Math.min(bottom * scale, height) - row, score }
}
