// Overlay planes (PS3.3 §C.9.2): bits of their own or, as older files have it, unused high bits of the pixel cells.
import { type DicomFile, findIn } from '../dicom-file.ts'
import { type Attributes, readNumber, readNumbers } from './attribute.ts'
import type { FrameSamples } from './frame-samples.ts'

/** One byte a pixel of the frame: 1 where an overlay draws. Undefined where the file has no overlay for the frame. @param index from 0 */
export function readOverlays(file: DicomFile, frame: FrameSamples, index: number): Uint8Array | undefined {
  const attributes: Attributes = { data: file.data, item: file.dataset }
  let mask: Uint8Array | undefined
  for (let group = 0x6000; group <= 0x601e; group += 2) {
    const base = group * 65_536
    if (findIn(file.dataset, base + 0x0010) === undefined && findIn(file.dataset, base + 0x0102) === undefined) continue
    mask ??= new Uint8Array(frame.rows * frame.columns)
    if (findIn(file.dataset, base + 0x3000)) drawPlane(attributes, base, frame, index, mask)
    else drawEmbedded(attributes, base, frame, mask)
  }
  return mask
}

function drawPlane(attributes: Attributes, base: number, frame: FrameSamples, index: number, mask: Uint8Array): void {
  const rows = readNumber(attributes, base + 0x0010) ?? 0
  const columns = readNumber(attributes, base + 0x0011) ?? 0
  const frames = readNumber(attributes, base + 0x0015, 'IS') ?? 1
  const firstFrame = readNumber(attributes, base + 0x0051) ?? 1
  // A single plane without frame origin belongs to every frame.
  const plane = frames === 1 && findIn(attributes.item, base + 0x0051) === undefined ? 0 : index - (firstFrame - 1)
  const [top = 1, left = 1] = readNumbers(attributes, base + 0x0050, 'SS')
  const { valueStart, valueEnd } = findIn(attributes.item, base + 0x3000)!
  if (plane < 0 || plane >= frames) return
  const first = plane * rows * columns
  for (let y = Math.max(0, 1 - top); y < rows && y + top - 1 < frame.rows; y++) {
    for (let x = Math.max(0, 1 - left); x < columns && x + left - 1 < frame.columns; x++) {
      const bit = first + y * columns + x
      const at = valueStart + Math.floor(bit / 8)
      if (at < valueEnd && ((attributes.data[at]! >> (bit % 8)) & 1) === 1) mask[(y + top - 1) * frame.columns + x + left - 1] = 1
    }
  }
}

function drawEmbedded(attributes: Attributes, base: number, frame: FrameSamples, mask: Uint8Array): void {
  const position = readNumber(attributes, base + 0x0102) ?? 0
  const isUnused = position > frame.highBit || position <= frame.highBit - frame.bitsStored
  if (!isUnused || position >= frame.bitsAllocated || frame.kind !== 'integer' || frame.samplesPerPixel !== 1) return
  const unit = frame.bitsAllocated / 8
  const byte = position >> 3
  for (let i = 0; i < mask.length; i++) if (((frame.bytes[i * unit + byte]! >> (position & 7)) & 1) === 1) mask[i] = 1
}
