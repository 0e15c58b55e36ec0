// Lengths on a picture: a line that is dragged or moved with arrow keys, in millimetres if the file has the spacing of its pixels.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { formatFixed, t } from '../../language/language.ts'
import type { FieldValue } from '../../run/messages.ts'
import type { DataElement } from '../tag-tree.ts'
import type { Point } from './boxes.ts'
import type { RunTool } from './frame-picture.ts'

export interface Line {
  readonly from: Point
  readonly to: Point
}

/** Millimetres from the middle of a pixel to the next. */
export interface Spacing {
  readonly row: number
  readonly column: number
  /** True for distances at the detector, which are larger than those in the patient. */
  readonly isDetector: boolean
  /** Columns of the file, which the picture may have fewer of. */
  readonly columns: number
}

/** In the order in which they are trusted. */
const KEYWORDS = ['PixelSpacing', 'NominalScannedPixelSpacing', 'ImagerPixelSpacing'] as const
const TAGS = [...KEYWORDS, 'Columns', 'SharedFunctionalGroupsSequence']

export function spacingOf(elements: readonly DataElement[]): Spacing | undefined {
  const columns = Number(findElement(elements, 'Columns')?.value?.[0])
  for (const keyword of KEYWORDS) {
    const [row, column] = (findElement(elements, keyword)?.value ?? []).map(Number)
    if (row! > 0 && column! > 0) return { row: row!, column: column!, isDetector: keyword === 'ImagerPixelSpacing', columns }
  }
  return undefined
}

/** Also in the functional groups that all frames share. */
function findElement(elements: readonly DataElement[], keyword: string): DataElement | undefined {
  for (const element of elements) {
    const found = element.keyword === keyword ? element : element.items?.map((item) => findElement(item.elements, keyword)).find(Boolean)
    if (found) return found
  }
  return undefined
}

/** Millimetres; undefined without a spacing. @param width of the picture in pixels */
export function lengthOf({ from, to }: Line, spacing: Spacing | undefined, width: number): number | undefined {
  if (!spacing) return undefined
  const scale = spacing.columns > 0 ? spacing.columns / width : 1
  return Math.hypot((to.x - from.x) * scale * spacing.column, (to.y - from.y) * scale * spacing.row)
}

/** Read when a person begins to measure. */
export function useSpacing(ask: RunTool, file: FieldValue | undefined, isWanted: boolean): Spacing | undefined {
  const [spacing, setSpacing] = useState<Spacing | undefined>()
  useEffect(() => {
    if (!file || !isWanted) return
    let current = true
    void ask('dicom/inspect', { file }, { tags: TAGS }, () => current).then((outcome) => {
      const elements = 'done' in outcome ? outcome.done.value?.elements : undefined
      if (current) setSpacing(Array.isArray(elements) ? spacingOf(elements as readonly DataElement[]) : undefined)
    })
    return () => {
      current = false
    }
  }, [file, isWanted])
  return spacing
}

export function lengthWords(line: Line, spacing: Spacing | undefined, width: number): string {
  const length = lengthOf(line, spacing, width)
  if (length === undefined)
    return t('Length {length} pixels', { length: formatFixed(Math.hypot(line.to.x - line.from.x, line.to.y - line.from.y), 1) })
  const words = { length: formatFixed(length, 1) }
  return spacing!.isDetector ? t('Length {length} mm at the detector', words) : t('Length {length} mm', words)
}

export function lineLayer({ from, to }: Line): VNode {
  return h('line', { class: 'measure', x1: from.x, y1: from.y, x2: to.x, y2: to.y })
}

/** Arrow keys move the end of the line, with Shift ten times as far; the first one begins a line in the middle. Enter begins the next one there. */
export function moveLine(line: Line | undefined, key: string, isFar: boolean, { x, y }: Point): Line | undefined {
  const middle = { x: x / 2, y: y / 2 }
  const { from, to } = line ?? { from: middle, to: middle }
  const step = isFar ? 10 : 1
  const moves: Readonly<Record<string, Point>> = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step },
    ArrowDown: { x: 0, y: step },
  }
  if (key === 'Enter') return { from: to, to }
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined
  return move && { from, to: { x: within(to.x + move.x, x), y: within(to.y + move.y, y) } }
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value))
}
