// A rectangle of an image and the rectangles around others.

/** Columns and rows from 0; what lies outside the image is cut off. */
export interface PixelRegion {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

/** A rectangle of some frames. */
export interface FrameRegion extends PixelRegion {
  /** From 0. */
  readonly firstFrame: number
  readonly lastFrame: number
}

export const ALL_FRAMES = { firstFrame: 0, lastFrame: Number.POSITIVE_INFINITY }

/** Those of a frame, counted from 0. */
export function regionsOfFrame(regions: readonly FrameRegion[], frame: number): FrameRegion[] {
  return regions.filter(({ firstFrame, lastFrame }) => firstFrame <= frame && frame <= lastFrame)
}

/** The strips of an image above, below, left and right of the rectangle that holds all the inner ones. */
export function regionsAround(inner: readonly PixelRegion[], rows: number, columns: number): PixelRegion[] {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = 0
  let bottom = 0
  for (const { column, row, width, height } of inner) {
    left = Math.min(left, column)
    top = Math.min(top, row)
    right = Math.max(right, column + width)
    bottom = Math.max(bottom, row + height)
  }
  return [
    { column: 0, row: 0, width: columns, height: top },
    { column: 0, row: bottom, width: columns, height: rows - bottom },
    { column: 0, row: top, width: left, height: bottom - top },
    { column: right, row: top, width: columns - right, height: bottom - top },
  ].filter(({ width, height }) => width > 0 && height > 0)
}

/** The part of a region inside the image; undefined where there is none. */
export function cutRegion({ column, row, width, height }: PixelRegion, rows: number, columns: number): PixelRegion | undefined {
  const left = Math.max(column, 0)
  const top = Math.max(row, 0)
  const right = Math.min(column + width, columns)
  const bottom = Math.min(row + height, rows)
  return right > left && bottom > top ? { column: left, row: top, width: right - left, height: bottom - top } : undefined
}
