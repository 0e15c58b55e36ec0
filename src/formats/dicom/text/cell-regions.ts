// Rectangles of cells in which the network sees text: connected cells, cut where their rectangle would hold more than them.
import type { CellGrid } from './plane.ts'

/** In cells; ends are exclusive. */
export interface CellRegion {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** Chance of text, 0 to 1: the mean of its certain cells. */
  readonly score: number
}

export interface CellLimits {
  /** Logit of cells that make a region. */
  readonly certain: number
  /** Logit of cells that belong to one. */
  readonly likely: number
  /** Certain cells of a region. */
  readonly leastCells: number
}

/** Part of a rectangle that its cells fill; below it the rectangle is cut in two. */
const LEAST_FILL = 0.6
const LEAST_CUT_CELLS = 24

export function findCellRegions(logits: Float32Array, grid: CellGrid, limits: CellLimits): CellRegion[] {
  const seen = new Uint8Array(logits.length)
  const regions: CellRegion[] = []
  for (let start = 0; start < logits.length; start++) {
    if (seen[start] === 1 || logits[start]! < limits.certain) continue
    const cells = collect(logits, grid, start, limits.likely, seen)
    const certain = cells.filter((cell) => logits[cell]! >= limits.certain)
    if (certain.length < limits.leastCells) continue
    const score = certain.reduce((sum, cell) => sum + 1 / (1 + Math.exp(-logits[cell]!)), 0) / certain.length
    for (const box of cutBoxes(cells, grid.columns)) regions.push({ ...box, score })
  }
  return regions
}

/** Cells that are connected over edges, corners, and a gap of one. */
function collect(logits: Float32Array, { columns, rows }: CellGrid, start: number, likely: number, seen: Uint8Array): number[] {
  const cells = [start]
  seen[start] = 1
  for (let next = 0; next < cells.length; next++) {
    const y = Math.floor(cells[next]! / columns)
    const x = cells[next]! % columns
    for (let v = Math.max(y - 1, 0); v <= Math.min(y + 1, rows - 1); v++) {
      for (let u = Math.max(x - 2, 0); u <= Math.min(x + 2, columns - 1); u++) {
        const at = v * columns + u
        if (seen[at] === 1 || logits[at]! < likely) continue
        seen[at] = 1
        cells.push(at)
      }
    }
  }
  return cells
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function cutBoxes(cells: readonly number[], columns: number): Box[] {
  const box = boxOf(cells, columns)
  const width = box.right - box.left
  const height = box.bottom - box.top
  if (width * height < LEAST_CUT_CELLS || cells.length >= LEAST_FILL * width * height) return [box]
  const best = bestCut(cells, columns, box)
  if (!best) return [box]
  return [...cutBoxes(best[0], columns), ...cutBoxes(best[1], columns)]
}

function boxOf(cells: readonly number[], columns: number): Box {
  let left = Number.POSITIVE_INFINITY
  let top = Number.POSITIVE_INFINITY
  let right = 0
  let bottom = 0
  for (const cell of cells) {
    const x = cell % columns
    const y = Math.floor(cell / columns)
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return { left, top, right, bottom }
}

/** The cut after which both rectangles are smallest together; undefined where none saves a tenth. */
function bestCut(cells: readonly number[], columns: number, box: Box): readonly [number[], number[]] | undefined {
  const whole = (box.right - box.left) * (box.bottom - box.top)
  let best: { area: number; isRow: boolean; at: number } | undefined
  for (const isRow of [true, false]) {
    const [from, to] = isRow ? [box.top, box.bottom] : [box.left, box.right]
    const spans = spansOf(cells, columns, isRow, from, to)
    const before = areasOf(spans)
    const after = areasOf(spans.toReversed()).toReversed()
    for (let i = 1; i < spans.length; i++) {
      const area = before[i - 1]! + after[i]!
      if (area < (best?.area ?? whole * 0.9)) best = { area, isRow, at: from + i }
    }
  }
  if (!best) return undefined
  const { isRow, at } = best
  const isBefore = (cell: number): boolean => (isRow ? Math.floor(cell / columns) : cell % columns) < at
  return [cells.filter(isBefore), cells.filter((cell) => !isBefore(cell))]
}

/** First and last place across, of each line. */
function spansOf(cells: readonly number[], columns: number, isRow: boolean, from: number, to: number): [number, number][] {
  const spans = Array.from({ length: to - from }, (): [number, number] => [Number.POSITIVE_INFINITY, -1])
  for (const cell of cells) {
    const x = cell % columns
    const y = Math.floor(cell / columns)
    const span = spans[(isRow ? y : x) - from]!
    const across = isRow ? x : y
    span[0] = Math.min(span[0], across)
    span[1] = Math.max(span[1], across)
  }
  return spans
}

/** Of the rectangle around the first lines, for each number of them. */
function areasOf(spans: readonly (readonly [number, number])[]): number[] {
  let least = Number.POSITIVE_INFINITY
  let most = -1
  let first = -1
  return spans.map(([low, high], i) => {
    if (high >= 0 && first < 0) first = i
    least = Math.min(least, low)
    most = Math.max(most, high)
    return most < 0 ? 0 : (most - least + 1) * (i - first + 1)
  })
}
