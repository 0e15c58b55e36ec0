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
  const { columns, rows } = gridOf(plane)
  const { low, high } = extremesOf(plane)
  const active = new Uint8Array(columns * rows)
  for (let y = 0; y < rows; y++) {
    const top = Math.max(y - 1, 0)
    const bottom = Math.min(y + 1, rows - 1)
    for (let x = 0; x < columns; x++) {
      const left = Math.max(x - 1, 0)
      const right = Math.min(x + 1, columns - 1)
      let least = 255
      let most = 0
      for (let v = top; v <= bottom; v++) {
        for (let at = v * columns + left; at <= v * columns + right; at++) {
          if (low[at]! < least) least = low[at]!
          if (high[at]! > most) most = high[at]!
        }
      }
      if (most - least >= range) active[y * columns + x] = 1
    }
  }
  return active
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
