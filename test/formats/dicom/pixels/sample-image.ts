// An image of known samples, and the data set around it, from which the fixtures of all transfer syntaxes are made.
import { concat, element, part10, type Syntax, text, u16 } from '../build-dicom.ts'

export interface Sample {
  readonly rows: number
  readonly columns: number
  readonly samplesPerPixel: number
  readonly bitsAllocated: number
  readonly bitsStored: number
  readonly signed: boolean
  readonly photometric: string
  readonly frames: number
}

const BASE: Sample = {
  rows: 12,
  columns: 18,
  samplesPerPixel: 1,
  bitsAllocated: 8,
  bitsStored: 8,
  signed: false,
  photometric: 'MONOCHROME2',
  frames: 1,
}

export const SAMPLES = {
  gray8: BASE,
  gray8x3: { ...BASE, frames: 3 },
  gray12: { ...BASE, bitsAllocated: 16, bitsStored: 12 },
  gray16: { ...BASE, bitsAllocated: 16, bitsStored: 16 },
  signed16: { ...BASE, bitsAllocated: 16, bitsStored: 16, signed: true },
  signed12: { ...BASE, bitsAllocated: 16, bitsStored: 12, signed: true },
  rgb8: { ...BASE, samplesPerPixel: 3, photometric: 'RGB' },
  rgb16: { ...BASE, samplesPerPixel: 3, photometric: 'RGB', bitsAllocated: 16, bitsStored: 16 },
  gray32: { ...BASE, bitsAllocated: 32, bitsStored: 32 },
} satisfies Record<string, Sample>

/** A smooth slope with a bright corner, so that lossy codecs stay close, over the whole range of the stored bits. */
export function sampleValues({ rows, columns, samplesPerPixel, bitsStored, signed }: Sample, frame = 0): number[] {
  const values: number[] = []
  const top = 2 ** bitsStored - 1
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      for (let s = 0; s < samplesPerPixel; s++) {
        const share = ((x + 2 * frame) / (columns + 4) + (s === 1 ? 1 - y / rows : y / rows)) / 2
        values.push(Math.round(share * top) - (signed ? (top + 1) / 2 : 0))
      }
    }
  }
  values[0] = signed ? -((top + 1) / 2) : 0
  values[values.length - 1] = signed ? (top - 1) / 2 : top
  return values
}

/** The cells of all frames, sign bits beyond the stored ones cleared. */
export function sampleBytes(sample: Sample, littleEndian = true): Uint8Array {
  const unit = sample.bitsAllocated / 8
  const values = Array.from({ length: sample.frames }, (_, frame) => sampleValues(sample, frame)).flat()
  const bytes = new Uint8Array(values.length * unit)
  const view = new DataView(bytes.buffer)
  values.forEach((value, i) => {
    const cell = ((value % 2 ** sample.bitsStored) + 2 ** sample.bitsStored) % 2 ** sample.bitsStored
    if (unit === 1) view.setUint8(i, cell)
    else if (unit === 2) view.setUint16(2 * i, cell, littleEndian)
    else view.setUint32(4 * i, cell, littleEndian)
  })
  return bytes
}

export interface Changes extends Partial<Sample> {
  readonly syntax?: Syntax
  readonly planar?: number
  readonly highBit?: number
  /** Elements in ascending order that stand between the description and the pixel data. */
  readonly more?: Uint8Array
  /** The pixel data element as a whole. */
  readonly pixels: Uint8Array
}

/** The data set of an invented secondary capture. */
export function imageDataset({ syntax = 'explicit', planar, more = concat(), pixels, highBit, ...changes }: Changes): Uint8Array {
  const image: Sample = { ...BASE, ...changes }
  const short = (tag: number, value: number) => element(tag, 'US', u16(value, syntax), syntax)
  return concat(
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7', syntax),
    element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.1.1', syntax),
    element(0x00080060, 'CS', 'OT', syntax),
    element(0x0020000d, 'UI', '1.2.826.0.1.3680043.10.543.2', syntax),
    element(0x0020000e, 'UI', '1.2.826.0.1.3680043.10.543.3', syntax),
    short(0x00280002, image.samplesPerPixel),
    element(0x00280004, 'CS', image.photometric, syntax),
    planar === undefined && image.samplesPerPixel === 1 ? concat() : short(0x00280006, planar ?? 0),
    image.frames > 1 ? element(0x00280008, 'IS', String(image.frames), syntax) : concat(),
    short(0x00280010, image.rows),
    short(0x00280011, image.columns),
    short(0x00280100, image.bitsAllocated),
    short(0x00280101, image.bitsStored),
    short(0x00280102, highBit ?? image.bitsStored - 1),
    short(0x00280103, image.signed ? 1 : 0),
    more,
    pixels,
  )
}

/** Uncompressed pixel data of the sample. */
export function nativePixels(sample: Sample, syntax: Syntax = 'explicit'): Uint8Array {
  const bytes = sampleBytes(sample, syntax !== 'big')
  const padded = bytes.length % 2 === 0 ? bytes : concat(bytes, [0])
  return element(0x7fe00010, sample.bitsAllocated > 8 ? 'OW' : 'OB', padded, syntax)
}

export function nativeFile(sample: Sample): Uint8Array {
  return part10(imageDataset({ ...sample, pixels: nativePixels(sample) }))
}

/** `P5` or `P6` of netpbm, samples of two bytes in big endian. */
export function netpbm(sample: Sample): Uint8Array {
  const head = `${sample.samplesPerPixel === 3 ? 'P6' : 'P5'}\n${sample.columns} ${sample.rows}\n${2 ** sample.bitsStored - 1}\n`
  return concat(text(head).subarray(0, head.length), sampleBytes(sample, false))
}
