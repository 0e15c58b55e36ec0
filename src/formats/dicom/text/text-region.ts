// A rectangle in which text was found, and the arithmetic of such rectangles.

export interface TextRegion {
  /** In pixels from the upper left corner, from 0. */
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
  /** Chance of text, 0 to 1. */
  readonly score: number
  /** True for lines at an angle and faint ones: they add to the level ones, which must not depend on them. */
  readonly isAdded?: boolean
}

export function unionOf(a: TextRegion, b: TextRegion): Pick<TextRegion, 'column' | 'row' | 'width' | 'height'> {
  const column = Math.min(a.column, b.column)
  const row = Math.min(a.row, b.row)
  return {
    column,
    row,
    width: Math.max(a.column + a.width, b.column + b.width) - column,
    height: Math.max(a.row + a.height, b.row + b.height) - row,
  }
}

/** Pixels in both. */
export function sharedArea(a: TextRegion, b: TextRegion): number {
  const width = Math.min(a.column + a.width, b.column + b.width) - Math.max(a.column, b.column)
  const height = Math.min(a.row + a.height, b.row + b.height) - Math.max(a.row, b.row)
  return width > 0 && height > 0 ? width * height : 0
}

export function areaOf({ width, height }: Pick<TextRegion, 'width' | 'height'>): number {
  return width * height
}
