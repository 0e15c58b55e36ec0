// Runs the network of the text detector over a plane: two convolutions to cells of 4 x 4 pixels, four separable ones with growing reach, one
// logit a cell. Nothing is worked out for cells without contrast; their features are zero, in the training too (build/train-text/network.py).
import { MAX_TILE, type NetworkName, type TextKernel } from './kernel.ts'
import { CELL, type CellGrid, gridOf, type Plane } from './plane.ts'

/** Cells from which a logit can be influenced, in each direction. */
export const REACH = 10
/** Cells of a tile's edge without its margins: features of larger planes would take too much memory. */
const TILE = MAX_TILE - 2 * REACH
/** Of cells that are not worked out. */
export const NO_TEXT = -100

/**
 * Logits by cell: above 0 text is more likely than not.
 * @param selected 1 for the cells to work out
 */
export function evaluateCells(kernel: TextKernel, network: NetworkName, plane: Plane, selected: Uint8Array): Float32Array {
  const grid = gridOf(plane)
  const logits = new Float32Array(selected.length).fill(NO_TEXT)
  for (let top = 0; top < grid.rows; top += TILE) {
    for (let left = 0; left < grid.columns; left += TILE) evaluateTile(kernel, network, { plane, grid, selected, top, left }, logits)
  }
  return logits
}

interface TilePlace {
  readonly plane: Plane
  readonly grid: CellGrid
  readonly selected: Uint8Array
  readonly top: number
  readonly left: number
}

interface Tile extends CellGrid {
  /** Of the tile with its margins, in cells of the plane. */
  readonly top: number
  readonly left: number
  /** Cells to work out, by their place in the tile. */
  readonly cells: Int32Array
}

function evaluateTile(
  kernel: TextKernel,
  network: NetworkName,
  { plane, grid, selected, top, left }: TilePlace,
  logits: Float32Array,
): void {
  const tile = cutTile(grid, selected, top, left)
  if (tile.cells.length === 0) return
  const { rows, columns, cells } = tile
  const found = kernel.run({ rows, columns, cells, samples: cutSamples(plane, tile), stride: strideOf(tile) }, network)
  found.forEach((logit, i) => {
    const y = tile.top + Math.floor(cells[i]! / columns)
    const x = tile.left + (cells[i]! % columns)
    if (y >= top && x >= left && y < top + TILE && x < left + TILE) logits[y * grid.columns + x] = logit
  })
}

function cutTile(grid: CellGrid, selected: Uint8Array, top: number, left: number): Tile {
  const y0 = Math.max(top - REACH, 0)
  const x0 = Math.max(left - REACH, 0)
  const rows = Math.min(top + TILE + REACH, grid.rows) - y0
  const columns = Math.min(left + TILE + REACH, grid.columns) - x0
  const cells = new Int32Array(rows * columns)
  let count = 0
  for (let y = 0; y < rows; y++) {
    for (let x = 0, from = (y0 + y) * grid.columns + x0; x < columns; x++) if (selected[from + x] === 1) cells[count++] = y * columns + x
  }
  return { top: y0, left: x0, rows, columns, cells: cells.subarray(0, count) }
}

function strideOf({ columns }: Tile): number {
  return columns * CELL + 5
}

/** Samples of the tile with those around it; edges of the plane are repeated. */
function cutSamples({ width, height, samples }: Plane, tile: Tile): Uint8Array {
  const stride = strideOf(tile)
  const lines = tile.rows * CELL + 5
  const padded = new Uint8Array(stride * lines)
  const x0 = tile.left * CELL - 2
  const before = Math.max(0, -x0)
  const inside = Math.min(width - x0, stride)
  for (let y = 0; y < lines; y++) {
    const line = Math.min(Math.max(tile.top * CELL + y - 2, 0), height - 1) * width
    const to = y * stride
    padded.set(samples.subarray(line + x0 + before, line + x0 + inside), to + before)
    if (before > 0) padded.fill(samples[line]!, to, to + before)
    if (inside < stride) padded.fill(samples[line + width - 1]!, to + inside, to + stride)
  }
  return padded
}
