// Finds text in the pictures of one frame: each picture at its own size, at a half, a quarter, an eighth and a sixteenth, so that letters of 8 to 400 pixels
// come to sizes that the network knows.
import { type CellLimits, type CellRegion, findCellRegions } from './cell-regions.ts'
import type { NetworkName, TextKernel } from './kernel.ts'
import { mergeRegions } from './merge-regions.ts'
import { evaluateCells, NO_TEXT, REACH } from './network.ts'
import { CELL, type CellGrid, differingCells, gridOf, growCells, type Plane } from './plane.ts'
import type { Pyramid, PyramidLevel } from './pyramid.ts'
import { areaOf, sharedArea, type TextRegion } from './text-region.ts'

/** Levels with fewer pixels in an edge are not searched. */
const LEAST_EDGE = 8
/** At the coarsest level, small frames are mosaics in which heads look like letters. */
const LEAST_COARSEST_EDGE = 40
/**
 * A network and its limits by level: the coarser, the more anatomy looks like letters, and the more of it a false find would cost. Measured by the bench
 * suite `pixels`.
 */
interface Search {
  readonly network: NetworkName
  readonly limits: readonly CellLimits[]
}

const LEVEL: Search = { network: 'level', limits: limitsOf([1.3, 1.8, 2.4, 2.6, 2.8], 3) }
/** Of curved anatomy, more looks like lines at an angle than like level ones, most of all where it is coarse. */
const SLANTED: Search = { network: 'slanted', limits: limitsOf([2.8, 3.1, 3.4], 6) }
/** Where faint contrast was raised, noise was too. */
const RAISED: Search = { network: 'level', limits: limitsOf([2.9, 3.4], 4) }

function limitsOf(certain: readonly number[], leastCells: number): CellLimits[] {
  return certain.map((limit) => ({ certain: limit, likely: limit - 1.6, leastCells }))
}

/**
 * Lines along the rows and the columns.
 * @param views of the frame
 * @param changed 1 for cells of 4 × 4 pixels whose content was not searched yet. Default: all cells
 */
export function detectLevelText(kernel: TextKernel, views: readonly Pyramid[], changed?: Uint8Array): TextRegion[] {
  return mergeRegions(detectInViews(kernel, LEVEL, views, changed))
}

/**
 * Lines at an angle, and faint ones that only the raised view shows.
 * @param level what detectLevelText found: nothing that lies in one of these is found again
 */
export function detectAddedText(
  kernel: TextKernel,
  views: readonly Pyramid[],
  raised: Pyramid | undefined,
  level: readonly TextRegion[],
  changed?: Uint8Array,
): TextRegion[] {
  const regions = detectInViews(kernel, SLANTED, views, changed)
  const cells = raised && newCells(views[0]!.plane, raised.plane, changed)
  if (raised && cells?.includes(1) !== false) regions.push(...detectInLevels(kernel, RAISED, raised, cells))
  return mergeRegions(regions)
    .filter((region) => !level.some((known) => sharedArea(known, region) === areaOf(region)))
    .map((region) => ({ ...region, isAdded: true }))
}

function detectInViews(kernel: TextKernel, search: Search, views: readonly Pyramid[], changed: Uint8Array | undefined): TextRegion[] {
  return views.flatMap((view, i) =>
    detectInLevels(kernel, search, view, i === 0 ? changed : newCells(views[0]!.plane, view.plane, changed)),
  )
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

function detectInLevels(kernel: TextKernel, search: Search, view: Pyramid, changed: Uint8Array | undefined): TextRegion[] {
  const regions: TextRegion[] = []
  let mask = changed
  for (let i = 0; i < search.limits.length; i++) {
    const level = view.level(i)
    if (Math.min(level.plane.width, level.plane.height) < leastEdge(i)) break
    if (mask && i > 0) mask = halveCells(mask, gridOf(view.level(i - 1).plane), gridOf(level.plane))
    for (const region of detectInLevel(kernel, search, level, mask, i)) regions.push(toPixels(region, 2 ** i * CELL, view.plane))
  }
  return regions
}

function leastEdge(level: number): number {
  return level === LEVEL.limits.length - 1 ? LEAST_COARSEST_EDGE : LEAST_EDGE
}

function detectInLevel(
  kernel: TextKernel,
  { network, limits }: Search,
  { plane, active }: PyramidLevel,
  changed: Uint8Array | undefined,
  number: number,
): CellRegion[] {
  const grid = gridOf(plane)
  const requested = active.slice()
  if (changed) {
    const near = growCells(changed, grid, REACH)
    for (let i = 0; i < requested.length; i++) requested[i]! &= near[i]!
  }
  // Cells at the border of what was worked out lack their surroundings.
  const judged = changed && growCells(changed, grid, 2)
  const logits = evaluateCells(kernel, network, plane, requested)
  if (judged) for (let i = 0; i < logits.length; i++) if (judged[i] === 0) logits[i] = NO_TEXT
  return findCellRegions(logits, grid, limits[number]!)
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
