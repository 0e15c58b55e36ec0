// Searches every frame of a file for text. In a frame, only what changed since it was last searched is searched again.
import { ProblemError } from '../../../core/problem.ts'
import { noteSearchedFrame } from '../../../core/searched-frame.ts'
import type { DicomFile } from '../dicom-file.ts'
import type { FrameSamples } from '../pixels/frame-samples.ts'
import type { PixelSource } from '../pixels/pixel-source.ts'
import { AddedTexts } from './added-texts.ts'
import { detectLevelText } from './detect-text.ts'
import { FollowedTexts, type FoundText } from './follow-texts.ts'
import { countOf, touchedTexts, updateKnown } from './frame-changes.ts'
import { viewsOf } from './frame-views.ts'
import { loadTextKernel } from './kernel.ts'
import { eitherOf, type Plane } from './plane.ts'
import { Pyramid } from './pyramid.ts'

export interface TextScan {
  readonly regions: readonly FoundText[]
  /** Frames of the file. All of them were searched for level text; AddedTexts says which for the rest. */
  readonly frames: number
  /** Frames that were searched completely. In the others, the changed parts were searched. */
  readonly wholeFrames: number
}

/** Regions of a file. More are noise, and take too long to blank. */
const MAX_FOUND = 20_000

/**
 * @param check refuses a decoded frame by a ProblemError
 * @throws ProblemError as readFrame and check, `unreadable_input` where a frame is damaged, `unsupported_variant` where its colours are not converted; the
 * message of each names the frame. `resource_limit` for more than MAX_FOUND regions
 */
export async function scanFrames(file: DicomFile, source: PixelSource, check?: (frame: FrameSamples) => void): Promise<TextScan> {
  try {
    return await searchFrames(file, source, check)
  } finally {
    // Of a batch, the next file may take too long before any search.
    noteSearchedFrame(0)
  }
}

async function searchFrames(file: DicomFile, source: PixelSource, check?: (frame: FrameSamples) => void): Promise<TextScan> {
  const kernel = await loadTextKernel()
  const { frames } = source.format
  const level = new FollowedTexts(frames)
  const added = new AddedTexts(kernel, frames)
  let known: Plane[] = []
  let wholeFrames = 0
  for (let index = 0; index < frames; index++) {
    noteSearchedFrame(index + 1)
    const planes = readViews(file, source, index, check)
    const changes = planes.length === known.length ? updateKnown(known, planes) : undefined
    if (!changes) {
      wholeFrames++
      known = planes
    }
    const views = planes.map((plane) => new Pyramid(plane))
    if (!changes || countOf(changes.cells) > 0) {
      const searched = changes && eitherOf(changes.cells, touchedTexts(changes, level.current))
      level.follow(detectLevelText(kernel, views, searched), index, index, changes)
    }
    added.look(views, level.current, index, changes)
    if (level.count + added.texts.count > MAX_FOUND) throw tooMany(source)
  }
  return { regions: [...level.all, ...added.texts.all], frames, wholeFrames }
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
