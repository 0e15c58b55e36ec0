// Draws one frame: decoded samples through the grey or colour pipeline, overlays on top, reduced where asked.
import { type DicomFile, findIn } from '../dicom-file.ts'
import { readNumbers } from './attribute.ts'
import { colourFrame } from './colour.ts'
import { type Shading, shadeFrame, type Window } from './grayscale.ts'
import { readOverlays } from './overlay.ts'
import type { PixelSource } from './pixel-source.ts'
import { type Raster, shrinkRaster } from './png/raster.ts'

export const RENDER_ISSUES = {
  damaged_frame: 'The compressed frame is cut or damaged; the codec filled in what is missing.',
  pixel_aspect_ratio: 'The pixels are not square (0028,0034); they are drawn as they are stored.',
  icc_profile: 'The file has an ICC profile (0028,2000). Colors are rendered without it.',
  window_ignored: 'A window has no effect on color images.',
} as const

export type RenderIssue = keyof typeof RENDER_ISSUES

export interface Rendering {
  readonly raster: Raster
  /** Undefined for colours. */
  readonly shading: Shading | undefined
  readonly issues: readonly RenderIssue[]
}

export interface RenderOptions {
  readonly window: Window | undefined
  /** Pixels of the longer edge; undefined for the size of the frame. */
  readonly maxEdge: number | undefined
  readonly overlays: boolean
}

/** @param index from 0. @throws ProblemError as readFrame, and where colours cannot be drawn */
export function renderFrame(file: DicomFile, source: PixelSource, index: number, options: RenderOptions): Rendering {
  const frame = source.readFrame(index)
  const issues: RenderIssue[] = frame.damaged ? ['damaged_frame'] : []
  const isGrey = frame.photometric === 'MONOCHROME1' || frame.photometric === 'MONOCHROME2'
  const grey = isGrey ? shadeFrame(file, index, frame, options.window) : undefined
  const samples = grey?.shades ?? colourFrame(file, frame, source.element.start)
  const channels = grey ? 1 : 3
  const mask = options.overlays ? readOverlays(file, frame, index) : undefined
  if (mask) for (let i = 0; i < mask.length; i++) if (mask[i] === 1) samples.fill(255, i * channels, (i + 1) * channels)
  if (!grey && options.window) issues.push('window_ignored')
  if (!grey && findIn(file.dataset, 0x00282000)) issues.push('icc_profile')
  const [vertical = 1, horizontal = 1] = readNumbers({ data: file.data, item: file.dataset }, 0x00280034, 'IS')
  if (vertical !== horizontal) issues.push('pixel_aspect_ratio')
  const raster: Raster = { width: frame.columns, height: frame.rows, channels, samples }
  return { raster: options.maxEdge === undefined ? raster : shrinkRaster(raster, options.maxEdge), shading: grey?.shading, issues }
}
