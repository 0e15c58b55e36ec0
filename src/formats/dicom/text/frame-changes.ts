// What changed from one frame to the next, by cells of 4 x 4 pixels.
import { CELL, gridOf, type Plane } from './plane.ts'
import type { TextRegion } from './text-region.ts'

/** Shades by which a pixel may differ and still be the same. */
const SAME_SHADES = 10
/** Where more cells changed, and a larger part of the frame, the picture moves: a line of letters takes some hundred. */
const STILL_CELLS = 1000
const STILL_PART = 0.05

export interface Changes {
  /** 1 for cells that changed. */
  readonly cells: Uint8Array
  /** Cells of a line. */
  readonly columns: number
  /** Whether the first of the views moves: the picture as it is shown. */
  readonly isMoving: boolean
}

/** Cells in which any plane differs from the known one, which takes them over. */
export function updateKnown(known: readonly Plane[], planes: readonly Plane[]): Changes {
  const { columns, rows } = gridOf(planes[0]!)
  const cells = new Uint8Array(columns * rows)
  let isMoving = false
  planes.forEach((plane, i) => {
    markChanges(cells, columns, known[i]!.samples, plane)
    if (i === 0) isMoving = countOf(cells) > Math.max(STILL_CELLS, STILL_PART * cells.length)
  })
  planes.forEach((plane, i) => {
    copyChanges(cells, columns, known[i]!.samples, plane)
  })
  return { cells, columns, isMoving }
}

export function countOf(cells: Uint8Array): number {
  let count = 0
  for (const cell of cells) count += cell
  return count
}

/** One cell of a line at a time. */
function markChanges(changed: Uint8Array, columns: number, before: Uint8Array, { width, samples }: Plane): void {
  for (let y = 0, line = 0; line < samples.length; y++, line += width) {
    for (let x = 0, cell = Math.floor(y / CELL) * columns; x < width; x += CELL, cell++) {
      if (changed[cell] === 1) continue
      const end = line + Math.min(x + CELL, width)
      for (let at = line + x; at < end; at++) {
        const difference = samples[at]! - before[at]!
        if (difference > SAME_SHADES || difference < -SAME_SHADES) changed[cell] = 1
      }
    }
  }
}

function copyChanges(changed: Uint8Array, columns: number, before: Uint8Array, { width, samples }: Plane): void {
  for (let y = 0, line = 0; line < samples.length; y++, line += width) {
    for (let x = 0, cell = Math.floor(y / CELL) * columns; x < width; x += CELL, cell++) {
      if (changed[cell] !== 1) continue
      const end = line + Math.min(x + CELL, width)
      for (let at = line + x; at < end; at++) before[at] = samples[at]!
    }
  }
}

/** Cells of texts that changed in part. Such a text is searched as a whole: the rest of it may be too small to be found, and the text would end. */
export function touchedTexts(changes: Pick<Changes, 'cells' | 'columns'>, texts: readonly TextRegion[]): Uint8Array {
  const cells = new Uint8Array(changes.cells.length)
  for (const text of texts) {
    if (!touches(text, changes)) continue
    const { column, row, width, height } = text
    for (let y = row >> 2; y << 2 < row + height; y++) {
      const line = y * changes.columns
      cells.fill(1, line + (column >> 2), line + ((column + width + 3) >> 2))
    }
  }
  return cells
}

export function touches({ column, row, width, height }: TextRegion, { cells, columns }: Pick<Changes, 'cells' | 'columns'>): boolean {
  for (let y = row >> 2; y << 2 < row + height; y++) {
    for (let x = column >> 2; x << 2 < column + width; x++) if (cells[y * columns + x] === 1) return true
  }
  return false
}
