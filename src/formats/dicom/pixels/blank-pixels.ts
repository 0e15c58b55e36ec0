// Blanks regions of a decoded frame with the darkest sample of its photometric interpretation.
import type { FrameSamples } from './frame-samples.ts'

/** In pixels from the upper left corner, 0-based; what lies outside the frame is cut off. */
export interface PixelRegion {
  readonly column: number
  readonly row: number
  readonly width: number
  readonly height: number
}

/** In place. High bits outside the stored ones, such as embedded overlays, are blanked too. */
export function blankRegions(frame: FrameSamples, regions: readonly PixelRegion[]): void {
  const pixel = darkestPixel(frame)
  const stride = frame.columns * pixel.length
  for (const region of regions) {
    const left = clamp(region.column, frame.columns)
    const right = clamp(region.column + region.width, frame.columns)
    const bottom = clamp(region.row + region.height, frame.rows)
    for (let row = clamp(region.row, frame.rows); row < bottom; row++) {
      for (let column = left; column < right; column++) frame.bytes.set(pixel, row * stride + column * pixel.length)
    }
  }
}

function clamp(value: number, limit: number): number {
  return Math.min(Math.max(Math.floor(value), 0), limit)
}

/** The bytes of one pixel, little endian. */
function darkestPixel({ samplesPerPixel, bitsAllocated, bitsStored, highBit, signed, kind, photometric }: FrameSamples): Uint8Array {
  const unit = bitsAllocated / 8
  const bytes = new Uint8Array(samplesPerPixel * unit)
  if (kind !== 'integer') return bytes
  const range = 2 ** bitsStored
  const shift = 2 ** (highBit + 1 - bitsStored)
  const lowest = signed ? range / 2 : 0
  const highest = signed ? range / 2 - 1 : range - 1
  for (let sample = 0; sample < samplesPerPixel; sample++) {
    const isChrominance = photometric.startsWith('YBR') && sample > 0
    let value = (isChrominance ? range / 2 : photometric === 'MONOCHROME1' ? highest : lowest) * shift
    for (let i = 0; i < unit; i++, value = Math.floor(value / 256)) bytes[sample * unit + i] = value % 256
  }
  return bytes
}
