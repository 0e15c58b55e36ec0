// Blanks rectangles of uncompressed Pixel Data (PS3.15 §E.3.1): what stays are views of the original, what is blanked is one row of new bytes
// used over and over.
import { ProblemError } from '../../../../core/problem.ts'
import { type DicomElement, type DicomFile, findIn } from '../../dicom-file.ts'
import { readUint16 } from '../../read/element-header.ts'
import { readAsciiValue } from '../../value/decode-value.ts'
import { PartList } from '../../write/part-list.ts'
import { cutRegion, type FrameRegion, type PixelRegion, regionsOfFrame } from './pixel-region.ts'

interface Layout {
  readonly rows: number
  readonly columns: number
  readonly frames: number
  readonly samples: number
  readonly bytesPerSample: number
  readonly planar: boolean
  readonly photometric: string
}

/**
 * The element with its pixels blanked.
 * @throws ProblemError `unsupported_variant` where pixels do not fill whole bytes, `unreadable_input` where data and description do not fit
 */
export function blankNative(file: DicomFile, element: DicomElement, regions: readonly FrameRegion[]): PartList {
  const layout = readLayout(file, element)
  const { rows, columns, frames } = layout
  const list = new PartList(file.data)
  list.keep(element.start, element.valueStart)
  const runsOfFrame = runsByFrame(regions, layout)
  const planes = layout.planar ? layout.samples : 1
  const planeBytes = rows * columns * layout.bytesPerSample * (layout.planar ? 1 : layout.samples)
  let position = element.valueStart
  for (let plane = 0; plane < frames * planes; plane++) {
    const start = element.valueStart + plane * planeBytes
    const fill = layout.planar ? fillOfPlane(layout, plane % planes) : fillOfPixels(layout)
    for (const run of runsOfFrame(Math.floor(plane / planes))) {
      list.keep(position, start + run.start)
      list.add(fill.subarray(0, run.end - run.start))
      position = start + run.end
    }
  }
  list.keep(position, element.end)
  return list
}

function readLayout(file: DicomFile, element: DicomElement): Layout {
  const number = (tag: number): number => {
    const found = findIn(file.dataset, tag)
    return found && found.valueEnd - found.valueStart >= 2 ? readUint16(file.data, found.valueStart, found.littleEndian) : 0
  }
  const text = (tag: number): string => {
    const found = findIn(file.dataset, tag)
    return found ? readAsciiValue(file.data, found) : ''
  }
  const bits = number(0x00280100)
  const layout: Layout = {
    rows: number(0x00280010),
    columns: number(0x00280011),
    frames: Number(text(0x00280008) || '1'),
    samples: number(0x00280002) || 1,
    bytesPerSample: bits / 8,
    planar: number(0x00280006) === 1 && (number(0x00280002) || 1) > 1,
    photometric: text(0x00280004),
  }
  const at = { path: '(7FE0,0010)', byteOffset: file.deflated?.start ?? element.start }
  if (bits === 0 || bits % 8 !== 0 || /_42[02]$/.test(layout.photometric)) {
    throw new ProblemError('Pixels in this format cannot be blanked.', { code: 'unsupported_variant', at })
  }
  const expected = layout.rows * layout.columns * layout.samples * layout.bytesPerSample * layout.frames
  const actual = element.valueEnd - element.valueStart
  if (!Number.isInteger(expected) || expected === 0 || (actual !== expected && actual !== expected + 1)) {
    throw new ProblemError('The pixel data do not match their description, so regions cannot be located.', {
      code: 'unreadable_input',
      at,
    })
  }
  return layout
}

interface Run {
  readonly start: number
  end: number
}

/** The same for frames in which the same regions are blanked one after the other. */
function runsByFrame(regions: readonly FrameRegion[], layout: Layout): (frame: number) => readonly Run[] {
  const places = new Map(regions.map((region, i) => [region, i]))
  let known: { readonly key: string; readonly runs: readonly Run[] } | undefined
  return (frame) => {
    const here = regionsOfFrame(regions, frame)
    const key = here.map((region) => places.get(region)).join()
    if (known?.key !== key) known = { key, runs: runsOf(cutAll(here, layout), layout) }
    return known.runs
  }
}

function cutAll(regions: readonly PixelRegion[], { rows, columns }: Layout): PixelRegion[] {
  return regions.flatMap((region) => cutRegion(region, rows, columns) ?? [])
}

/** Byte ranges of one plane in order, merged where they touch. Line by line, so that regions over each other take no memory. */
function runsOf(regions: readonly PixelRegion[], { rows, columns, bytesPerSample, samples, planar }: Layout): Run[] {
  const pixelBytes = bytesPerSample * (planar ? 1 : samples)
  const inOrder = regions.toSorted((a, b) => a.column - b.column)
  const runs: Run[] = []
  for (let line = 0; line < rows; line++) {
    for (const { column, row, width, height } of inOrder) {
      if (line < row || line >= row + height) continue
      const start = (line * columns + column) * pixelBytes
      addRun(runs, start, start + width * pixelBytes)
    }
  }
  return runs
}

/** No longer than the fill, which is one row or more. */
function addRun(runs: Run[], start: number, end: number): void {
  const last = runs.at(-1)
  if (!last || start > last.end) runs.push({ start, end })
  else if (end > last.end && end - last.start <= MAX_RUN) last.end = end
  else if (end > last.end) runs.push({ start: last.end, end })
}

const MAX_RUN = 1 << 20
const fills = new Map<number, Uint8Array>()

/** Chrominance has its zero at 128 (PS3.3 §C.7.6.3.1.2). */
function fillOfPlane({ photometric }: Layout, plane: number): Uint8Array {
  const value = photometric.startsWith('YBR') && plane > 0 ? 128 : 0
  let fill = fills.get(value)
  if (!fill) {
    fill = new Uint8Array(MAX_RUN).fill(value)
    fills.set(value, fill)
  }
  return fill
}

function fillOfPixels(layout: Layout): Uint8Array {
  if (!layout.photometric.startsWith('YBR') || layout.bytesPerSample !== 1) return fillOfPlane({ ...layout, photometric: '' }, 0)
  const fill = new Uint8Array(MAX_RUN - (MAX_RUN % layout.samples))
  for (let i = 0; i < fill.length; i++) fill[i] = i % layout.samples === 0 ? 0 : 128
  return fill
}
