// Searches every frame of a file for text. In a frame, only what changed since it was last searched is searched again.
import { ProblemError } from '../../../core/problem.ts'
import type { DicomFile } from '../dicom-file.ts'
import type { FrameSamples } from '../pixels/frame-samples.ts'
import type { PixelSource } from '../pixels/pixel-source.ts'
import { detectText, type TextRegion } from './detect-text.ts'
import { viewsOf } from './frame-views.ts'
import { loadTextKernel } from './kernel.ts'
import { areaOf, mergeRegions, sharedArea, unionOf } from './merge-regions.ts'
import { CELL, gridOf, type Plane } from './plane.ts'

export interface FoundText extends TextRegion {
  /** From 0. */
  readonly firstFrame: number
  readonly lastFrame: number
}

export interface TextScan {
  readonly regions: readonly FoundText[]
  /** Frames of the file. All of them were searched. */
  readonly frames: number
  /** Frames that were searched completely. In the others, the changed parts were searched. */
  readonly wholeFrames: number
}

/** Shades by which a pixel may differ and still be the same. */
const SAME_SHADES = 10
/** Regions of a file. More are noise, and take too long to blank. */
const MAX_FOUND = 20_000
/** So much of the smaller of two rectangles in both makes them the same text in two frames. */
const SAME_TEXT = 0.5

/**
 * @param check refuses a decoded frame by a ProblemError
 * @throws ProblemError as readFrame and check, `unreadable_input` where a frame is damaged, `unsupported_variant` where its colours are not converted; the
 * message of each names the frame. `resource_limit` for more than MAX_FOUND regions
 */
export async function scanFrames(file: DicomFile, source: PixelSource, check?: (frame: FrameSamples) => void): Promise<TextScan> {
  const kernel = await loadTextKernel()
  const { frames } = source.format
  const ended: FoundText[] = []
  let current: FoundText[] = []
  let known: Plane[] = []
  let wholeFrames = 0
  for (let index = 0; index < frames; index++) {
    const planes = readViews(file, source, index, check)
    const isWhole = planes.length !== known.length
    if (isWhole) wholeFrames++
    const changed = isWhole ? undefined : updateChanged(known, planes)
    if (isWhole) known = planes
    if (changed?.every((cell) => cell === 0)) continue
    const searched = changed && withTouchedTexts(changed, gridOf(planes[0]!).columns, current)
    const found = mergeRegions(detectText(kernel, planes, searched)).map((region) => ({
      ...region,
      firstFrame: index,
      lastFrame: frames - 1,
    }))
    current = follow(current, found, changed && { changed, columns: gridOf(planes[0]!).columns }, index, ended)
    if (ended.length + current.length > MAX_FOUND) throw tooMany(source)
  }
  return { regions: [...ended, ...current], frames, wholeFrames }
}

function tooMany({ element }: PixelSource): ProblemError {
  return new ProblemError('The frames have more regions of text than the limit.', {
    code: 'resource_limit',
    at: { byteOffset: element.start },
    facts: { limitRegions: MAX_FOUND },
  })
}

function readViews(file: DicomFile, source: PixelSource, index: number, check?: (frame: FrameSamples) => void): Plane[] {
  try {
    const frame = source.readFrame(index)
    check?.(frame)
    if (!frame.damaged) return viewsOf(file, frame, index, source.element.start)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    throw new ProblemError(`Frame ${index + 1} cannot be searched for text. ${error.message}`, {
      code: error.code,
      ...(error.at ? { at: error.at } : {}),
      facts: { ...error.facts, frame: index + 1 },
    })
  }
  throw new ProblemError(`Frame ${index + 1} cannot be searched for text: it is damaged.`, {
    code: 'unreadable_input',
    at: { byteOffset: source.element.start },
    facts: { frame: index + 1 },
  })
}

/** Cells in which any plane differs from the known one, which takes them over. */
function updateChanged(known: readonly Plane[], planes: readonly Plane[]): Uint8Array {
  const grid = gridOf(planes[0]!)
  const changed = new Uint8Array(grid.columns * grid.rows)
  planes.forEach((plane, i) => {
    markChanges(changed, grid.columns, known[i]!.samples, plane)
  })
  planes.forEach((plane, i) => {
    copyChanges(changed, grid.columns, known[i]!.samples, plane)
  })
  return changed
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

interface Changes {
  readonly changed: Uint8Array
  readonly columns: number
}

/** Continues texts that did not change or were found again. The others end with the frame before. */
function follow(
  current: readonly FoundText[],
  found: FoundText[],
  changes: Changes | undefined,
  index: number,
  ended: FoundText[],
): FoundText[] {
  const next = [...found]
  for (const text of current) {
    const again = next.findIndex((region) => sharedArea(region, text) >= SAME_TEXT * Math.min(areaOf(region), areaOf(text)))
    if (again >= 0) {
      const region = next[again]!
      next[again] = { ...region, ...unionOf(region, text), firstFrame: Math.min(text.firstFrame, region.firstFrame) }
    } else if (changes && !touches(text, changes)) next.push(text)
    else ended.push({ ...text, lastFrame: index - 1 })
  }
  return next
}

/** A text that changed in part is searched as a whole: the rest of it may be too small to be found, and the text would end. */
function withTouchedTexts(changed: Uint8Array, columns: number, texts: readonly TextRegion[]): Uint8Array {
  const wide = changed.slice()
  for (const text of texts) {
    if (!touches(text, { changed, columns })) continue
    const { column, row, width, height } = text
    for (let y = row >> 2; y << 2 < row + height; y++) {
      const line = y * columns
      wide.fill(1, line + (column >> 2), line + ((column + width + 3) >> 2))
    }
  }
  return wide
}

function touches({ column, row, width, height }: TextRegion, { changed, columns }: Changes): boolean {
  for (let y = row >> 2; y << 2 < row + height; y++) {
    for (let x = column >> 2; x << 2 < column + width; x++) if (changed[y * columns + x] === 1) return true
  }
  return false
}
