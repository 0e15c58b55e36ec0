// Rectangles on a frame: moved, resized and kept within it.

/** In pixels of the frame, from 0. */
export interface Box {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

export interface Edges {
  readonly width: number
  readonly height: number
}

/** Whole pixels, at least one, inside of the frame. */
export function fitBox(box: Box, frame: Edges): Box {
  const width = Math.min(frame.width, Math.max(1, Math.round(box.width)))
  const height = Math.min(frame.height, Math.max(1, Math.round(box.height)))
  const column = Math.min(frame.width - width, Math.max(0, Math.round(box.column)))
  const row = Math.min(frame.height - height, Math.max(0, Math.round(box.row)))
  return { column, row, width, height }
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** The box between two points, whichever comes first. */
export function boxBetween(a: Point, b: Point): Box {
  return { column: Math.min(a.x, b.x), row: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) }
}

/** Regions of a finder with some pixels around, each once. */
export function boxesOfRegions(regions: readonly Box[], margin: number, frame: Edges): Box[] {
  const boxes = regions.map(({ column, row, width, height }) => {
    const left = Math.max(0, column - margin)
    const top = Math.max(0, row - margin)
    return {
      column: left,
      row: top,
      width: Math.min(frame.width, column + width + margin) - left,
      height: Math.min(frame.height, row + height + margin) - top,
    }
  })
  return [...new Map(boxes.map((box) => [JSON.stringify(box), box])).values()]
}
