// A picture of one channel for the text detector, its reduction by halves, and the cells of 4 x 4 pixels in which anything changes.

export interface Plane {
  readonly width: number
  readonly height: number
  readonly samples: Uint8Array
}

/** Edge of a cell in pixels. */
export const CELL = 4
/** Text with less contrast than this, in shades of 255, is not found; build/train-text/network.py has the same. */
const ACTIVE_RANGE = 14

/** Half the width and height, by the mean of four pixels. */
export function halve({ width, height, samples }: Plane): Plane {
  const columns = width >> 1
  const rows = height >> 1
  const result = new Uint8Array(columns * rows)
  for (let y = 0, to = 0; y < rows; y++) {
    let from = 2 * y * width
    for (let x = 0; x < columns; x++, from += 2) {
      result[to++] = (samples[from]! + samples[from + 1]! + samples[from + width]! + samples[from + width + 1]! + 2) >> 2
    }
  }
  return { width: columns, height: rows, samples: result }
}

export interface CellGrid {
  readonly columns: number
  readonly rows: number
}

export function gridOf({ width, height }: Plane): CellGrid {
  return { columns: Math.ceil(width / CELL), rows: Math.ceil(height / CELL) }
}

/** 1 for cells whose surroundings of 3 x 3 cells have a contrast of `range` shades or more. */
export function activeCells(plane: Plane, range = ACTIVE_RANGE): Uint8Array {
  const grid = gridOf(plane)
  const { low, high } = extremesOf(plane)
  const least = spread(low, grid, Math.min)
  const most = spread(high, grid, Math.max)
  const active = new Uint8Array(least.length)
  for (let i = 0; i < active.length; i++) if (most[i]! - least[i]! >= range) active[i] = 1
  return active
}

/** The choice of each cell and its eight neighbours. */
function spread(cells: Uint8Array, { columns, rows }: CellGrid, choose: (a: number, b: number) => number): Uint8Array {
  const across = new Uint8Array(cells.length)
  for (let at = 0; at < cells.length; at += columns) {
    const last = at + columns - 1
    for (let i = at; i <= last; i++) {
      const before = i > at ? choose(cells[i - 1]!, cells[i]!) : cells[i]!
      across[i] = i < last ? choose(before, cells[i + 1]!) : before
    }
  }
  const all = new Uint8Array(cells.length)
  const end = (rows - 1) * columns
  for (let i = 0; i < all.length; i++) {
    const above = i >= columns ? choose(across[i - columns]!, across[i]!) : across[i]!
    all[i] = i < end ? choose(above, across[i + columns]!) : above
  }
  return all
}

/** 1 for cells in which two pictures of one size differ. */
export function differingCells(plane: Plane, other: Plane): Uint8Array {
  const { width, samples } = plane
  const { columns, rows } = gridOf(plane)
  const differing = new Uint8Array(columns * rows)
  for (let line = 0, y = 0; line < samples.length; line += width, y++) {
    const row = (y >> 2) * columns
    for (let x = 0; x < width; x++) if (samples[line + x] !== other.samples[line + x]) differing[row + (x >> 2)] = 1
  }
  return differing
}

function extremesOf(plane: Plane): { low: Uint8Array; high: Uint8Array } {
  const { width, height, samples } = plane
  const { columns, rows } = gridOf(plane)
  const low = new Uint8Array(columns * rows).fill(255)
  const high = new Uint8Array(columns * rows)
  for (let y = 0, from = 0; y < height; y++) {
    const line = (y >> 2) * columns
    for (let x = 0; x < width; x++) {
      const value = samples[from++]!
      const cell = line + (x >> 2)
      if (value < low[cell]!) low[cell] = value
      if (value > high[cell]!) high[cell] = value
    }
  }
  return { low, high }
}

/** 1 where a cell, or one of those up to `reach` cells away, is 1. */
export function growCells(cells: Uint8Array, { columns, rows }: CellGrid, reach: number): Uint8Array {
  const wide = new Uint8Array(cells.length)
  for (let y = 0; y < rows; y++) {
    let last = -1 - reach
    for (let x = 0; x < columns + reach; x++) {
      if (x < columns && cells[y * columns + x] === 1) last = x
      const at = x - reach
      if (at >= 0 && last >= at - reach) wide[y * columns + at] = 1
    }
  }
  const grown = new Uint8Array(cells.length)
  for (let x = 0; x < columns; x++) {
    let last = -1 - reach
    for (let y = 0; y < rows + reach; y++) {
      if (y < rows && wide[y * columns + x] === 1) last = y
      const at = y - reach
      if (at >= 0 && last >= at - reach) grown[at * columns + x] = 1
    }
  }
  return grown
}
