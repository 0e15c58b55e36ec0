// Colour frames to RGB of 8 bits: palettes, luminance with chrominance, and the retired forms (PS3.3 §C.7.6.3.1.2).
import { ProblemError } from '../../../core/problem.ts'
import type { DicomFile } from '../dicom-file.ts'
import { type FrameSamples, readSamples } from './frame-samples.ts'
import { type LookupTable, lookUp, readLookupTable } from './lookup-table.ts'

const PALETTES = [
  { descriptor: 0x00281101, data: 0x00281201, segmented: 0x00281221 },
  { descriptor: 0x00281102, data: 0x00281202, segmented: 0x00281222 },
  { descriptor: 0x00281103, data: 0x00281203, segmented: 0x00281223 },
]

/** @returns R G B of each pixel. @throws ProblemError `unsupported_variant`, or `unreadable_input` where a palette is missing or broken */
export function colourFrame(file: DicomFile, frame: FrameSamples, byteOffset: number): Uint8ClampedArray {
  if (frame.photometric === 'PALETTE COLOR') return applyPalette(file, frame, byteOffset)
  const samples = toBytes(frame)
  if (frame.photometric === 'RGB') return samples
  if (frame.photometric === 'YBR_FULL') return convertPixels(samples, 3, fromFullRange)
  if (frame.photometric === 'YBR_PARTIAL_422' || frame.photometric === 'YBR_PARTIAL_420') return convertPixels(samples, 3, fromPartialRange)
  if (frame.photometric === 'ARGB') return convertPixels(samples, 4, (_a, r, g, b) => [r, g, b])
  if (frame.photometric === 'CMYK')
    return convertPixels(samples, 4, (c, m, y, k) => [c, m, y].map((ink) => ((255 - ink) * (255 - k)) / 255))
  throw new ProblemError('Frames with this photometric interpretation cannot be rendered.', {
    code: 'unsupported_variant',
    at: { byteOffset },
  })
}

function applyPalette(file: DicomFile, frame: FrameSamples, byteOffset: number): Uint8ClampedArray {
  const attributes = { data: file.data, item: file.dataset }
  const tables = PALETTES.map((tags) => readLookupTable(attributes, tags, frame.signed))
  if (tables.some((table) => table === undefined)) {
    throw new ProblemError('The palette is missing, or its descriptor and data do not fit (PS3.3 C.7.6.3.1.5).', {
      code: 'unreadable_input',
      at: { byteOffset },
    })
  }
  const [red, green, blue] = tables as LookupTable[]
  const stored = readSamples(frame)
  const pixels = new Uint8ClampedArray(stored.length * 3)
  for (let i = 0; i < stored.length; i++) {
    pixels[3 * i] = entryOf(red!, stored[i]!)
    pixels[3 * i + 1] = entryOf(green!, stored[i]!)
    pixels[3 * i + 2] = entryOf(blue!, stored[i]!)
  }
  return pixels
}

function entryOf(table: LookupTable, value: number): number {
  const entry = lookUp(table, value)
  return table.bits > 8 ? entry >> (table.bits - 8) : entry
}

/** Deeper samples lose their low bits. */
function toBytes(frame: FrameSamples): Uint8ClampedArray {
  const samples = readSamples(frame)
  if (samples instanceof Uint8Array) return new Uint8ClampedArray(samples)
  const shift = 2 ** Math.max(frame.bitsStored - 8, 0)
  const offset = frame.signed ? 2 ** (frame.bitsStored - 1) : 0
  const bytes = new Uint8ClampedArray(samples.length)
  for (let i = 0; i < samples.length; i++) bytes[i] = Math.floor((samples[i]! + offset) / shift)
  return bytes
}

type ToRgb = (a: number, b: number, c: number, d: number) => readonly number[]

function convertPixels(samples: Uint8ClampedArray, stride: number, convert: ToRgb): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray((samples.length / stride) * 3)
  for (let from = 0, to = 0; from < samples.length; from += stride, to += 3) {
    const [red = 0, green = 0, blue = 0] = convert(samples[from]!, samples[from + 1]!, samples[from + 2]!, samples[from + 3] ?? 0)
    pixels[to] = red
    pixels[to + 1] = green
    pixels[to + 2] = blue
  }
  return pixels
}

/** ITU-R BT.601 with the full range of 8 bits. */
function fromFullRange(y: number, cb: number, cr: number): readonly number[] {
  return [y + 1.402 * (cr - 128), y - 0.344136 * (cb - 128) - 0.714136 * (cr - 128), y + 1.772 * (cb - 128)]
}

/** ITU-R BT.601 with headroom: black is 16, white 235. */
function fromPartialRange(y: number, cb: number, cr: number): readonly number[] {
  const light = 1.164384 * (y - 16)
  return [light + 1.596027 * (cr - 128), light - 0.391762 * (cb - 128) - 0.812968 * (cr - 128), light + 2.017232 * (cb - 128)]
}
