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
  /** Where the distances are: those at the detector and on a film are larger than those in the patient. */
  readonly at: 'patient' | 'detector' | 'film'
}

/** Pixels of the frame for each pixel of the picture, which may be smaller. */
export interface Scale {
  readonly x: number
  readonly y: number
}

const GROUPS = 'SharedFunctionalGroupsSequence'
const TAGS = ['PixelSpacing', 'PixelSpacingCalibrationType', 'ImagerPixelSpacing', 'NominalScannedPixelSpacing', GROUPS]

/** DICOM PS3.3 section 10.7: a Pixel Spacing that repeats another one, without a calibration type, is no distance in the patient. */
export function spacingOf(elements: readonly DataElement[]): Spacing | undefined {
  const find = (keyword: string): DataElement | undefined =>
    elements.find((element) => element.keyword === keyword) ??
    findWithin(elements.find((element) => element.keyword === GROUPS)?.items?.[0]?.elements ?? [], keyword)
  const pairOf = (keyword: string) => {
    const [row = 0, column = 0] = (find(keyword)?.value ?? []).map(Number)
    return row > 0 && column > 0 ? { row, column } : undefined
  }
  const pixel = pairOf('PixelSpacing')
  const [imager, scanned] = [pairOf('ImagerPixelSpacing'), pairOf('NominalScannedPixelSpacing')]
  const isCalibrated = (find('PixelSpacingCalibrationType')?.value ?? []).length > 0
  const repeats = (other: typeof pixel) => !pixel || (!isCalibrated && pixel.row === other?.row && pixel.column === other.column)
  if (scanned && repeats(scanned)) return { ...scanned, at: 'film' }
  if (imager && repeats(imager)) return { ...imager, at: 'detector' }
  return pixel && { ...pixel, at: 'patient' }
}

/** Functional groups have their elements in sequences. */
function findWithin(elements: readonly DataElement[], keyword: string): DataElement | undefined {
  for (const element of elements) {
    const found = element.keyword === keyword ? element : element.items?.map((item) => findWithin(item.elements, keyword)).find(Boolean)
    if (found) return found
  }
  return undefined
}

/** Millimetres; pixels of the frame without a spacing. */
export function lengthOf({ from, to }: Line, { x, y }: Scale, { row, column }: Pick<Spacing, 'row' | 'column'> = PIXELS): number {
  return Math.hypot((to.x - from.x) * x * column, (to.y - from.y) * y * row)
}

const PIXELS = { row: 1, column: 1 }

/** Read when a person begins to measure. */
export function useSpacing(ask: RunTool, file: FieldValue | undefined, isNeeded: boolean): Spacing | undefined {
  const [spacing, setSpacing] = useState<Spacing | undefined>()
  useEffect(() => {
    // The spacing of the previous file would give wrong lengths.
    setSpacing(undefined)
    if (!file || !isNeeded) return
    let current = true
    void ask('dicom/inspect', { file }, { tags: TAGS }, () => current).then((outcome) => {
      const elements = 'done' in outcome ? outcome.done.value?.elements : undefined
      if (current) setSpacing(Array.isArray(elements) ? spacingOf(elements as readonly DataElement[]) : undefined)
    })
    return () => {
      current = false
    }
  }, [file, isNeeded])
  return spacing
}

export function lengthWords(line: Line, scale: Scale, spacing: Spacing | undefined): string {
  const words = { length: formatFixed(lengthOf(line, scale, spacing), 1) }
  switch (spacing?.at) {
    case 'patient':
      return t('Length {length} mm', words)
    case 'detector':
      return t('Length {length} mm at the detector', words)
    case 'film':
      return t('Length {length} mm on the film', words)
    default:
      return t('Length {length} pixels', words)
  }
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
