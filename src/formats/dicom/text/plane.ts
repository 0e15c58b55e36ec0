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
  const cells = contrastOf(plane)
  for (let i = 0; i < cells.length; i++) cells[i] = cells[i]! >= range ? 1 : 0
  return cells
}

/** By cell, the contrast of its surroundings of 3 x 3 cells in shades. */
export function contrastOf(plane: Plane): Uint8Array {
  const grid = gridOf(plane)
  const { low, high } = extremesOf(plane)
  const least = spreadLeast(low, grid)
  const most = spreadLeast(invert(high), grid)
  for (let i = 0; i < most.length; i++) most[i] = 255 - most[i]! - least[i]!
  return most
}

function invert(cells: Uint8Array): Uint8Array {
  for (let i = 0; i < cells.length; i++) cells[i] = 255 - cells[i]!
  return cells
}

/** The least of each cell and its eight neighbours. */
function spreadLeast(cells: Uint8Array, { columns, rows }: CellGrid): Uint8Array {
  const across = cells.slice()
  for (let at = 0; at < cells.length; at += columns) {
    for (let i = at, end = at + columns - 1; i < end; i++) {
      const before = cells[i]!
      const behind = cells[i + 1]!
      if (before < across[i + 1]!) across[i + 1] = before
      if (behind < across[i]!) across[i] = behind
    }
  }
  const all = across.slice()
  for (let i = 0, end = (rows - 1) * columns; i < end; i++) {
    const above = across[i]!
    const below = across[i + columns]!
    if (above < all[i + columns]!) all[i + columns] = above
    if (below < all[i]!) all[i] = below
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

interface Extremes {
  readonly low: Uint8Array
  readonly high: Uint8Array
}

/**
 * Least and greatest sample by cell. Without branches, which noise makes unpredictable: `difference & (difference >> 31)` is the difference where it is
 * negative, and else 0.
 */
function extremesOf(plane: Plane): Extremes {
  const { width, height, samples } = plane
  const { columns, rows } = gridOf(plane)
  const low = new Uint8Array(columns * rows)
  const high = new Uint8Array(columns * rows)
  const wholeColumns = Math.floor(width / CELL)
  for (let row = 0; row < rows; row++) {
    const start = row * CELL * width
    const end = Math.min(start + CELL * width, height * width)
    for (let column = 0, cell = row * columns; column < wholeColumns; column++, cell++) {
      let least = 255
      let most = 0
      for (let at = start + column * CELL; at < end; at += width) {
        const a = samples[at]!
        const b = samples[at + 1]!
        const c = samples[at + 2]!
        const d = samples[at + 3]!
        const first = (a - b) & ((a - b) >> 31)
        const second = (c - d) & ((c - d) >> 31)
        const lows = b + first - (d + second)
        const below = d + second + (lows & (lows >> 31)) - least
        least += below & (below >> 31)
        const highs = a - first - (c - second)
        const above = most - (a - first - (highs & (highs >> 31)))
        most -= above & (above >> 31)
      }
      low[cell] = least
      high[cell] = most
    }
  }
  if (wholeColumns < columns) addLastColumn(plane, { low, high })
  return { low, high }
}

/** Of the cells that the right edge cuts. */
function addLastColumn(plane: Plane, { low, high }: Extremes): void {
  const { width, samples } = plane
  const { columns } = gridOf(plane)
  for (let line = 0, y = 0; line < samples.length; line += width, y++) {
    const cell = ((y >> 2) + 1) * columns - 1
    const part = samples.subarray(line + (columns - 1) * CELL, line + width)
    low[cell] = Math.min(y % CELL === 0 ? 255 : low[cell]!, ...part)
    high[cell] = Math.max(high[cell]!, ...part)
  }
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

/** 1 where any of two choices is 1. */
export function eitherOf(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((cell, i) => cell | b[i]!)
}
