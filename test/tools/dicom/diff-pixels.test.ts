// dicom/diff compares decoded samples where the encodings differ: equal only what is identical, a reason for what cannot be told.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { dicomDiff } from '../../../src/tools/dicom/diff.ts'
import { element, encapsulated, hex, part10 } from '../../formats/dicom/build-dicom.ts'
import { imageDataset, nativeFile, SAMPLES, type Sample, sampleBytes } from '../../formats/dicom/pixels/sample-image.ts'

const FOLDER = join(import.meta.dirname, '../../fixtures/dicom-pixels')
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, `${name}.dcm`)))
const RLE = '1.2.840.10008.1.2.5'

async function diffPixels(left: Uint8Array, right: Uint8Array) {
  const { equal, pixels } = await runTool(
    dicomDiff,
    { left, right },
    { ignore: ['0008,xxxx', '0010,xxxx', '0018,xxxx', '0020,xxxx', '0028,xxxx'] },
  )
  return { ...(pixels as { reason: string; difference: Record<string, number> | null }), equal }
}

const LOSSLESS: readonly (readonly [name: string, sample: Sample])[] = [
  ['gray8-rle', SAMPLES.gray8],
  ['gray8x3-rle', SAMPLES.gray8x3],
  ['signed16-rle', SAMPLES.signed16],
  ['rgb8-rle', SAMPLES.rgb8],
  ['gray32-rle', SAMPLES.gray32],
  ['signed16-jpeg-lossless', SAMPLES.signed16],
  ['gray8x3-jpegls', SAMPLES.gray8x3],
  ['signed12-jpegls', SAMPLES.signed12],
  ['rgb8-jpegls-plane', SAMPLES.rgb8],
  ['signed12-jpeg2000', SAMPLES.signed12],
  ['rgb8-jpeg2000', SAMPLES.rgb8],
  ['gray16-jpegxl', SAMPLES.gray16],
  ['gray8x3-deflated-frames', SAMPLES.gray8x3],
]

describe('samples of different transfer syntaxes', () => {
  it.each(LOSSLESS)('are the same without loss: %s', async (name, sample) => {
    const samples = sample.rows * sample.columns * sample.samplesPerPixel * sample.frames
    expect(await diffPixels(nativeFile(sample), load(name))).toMatchObject({
      equal: true,
      reason: 'same_samples',
      difference: { framesCompared: sample.frames, samples, differing: 0, maxDifference: 0 },
    })
  })

  it('are the same between two compressions', async () => {
    expect(await diffPixels(load('gray8x3-rle'), load('gray8x3-jpegls'))).toMatchObject({ equal: true, reason: 'same_samples' })
  })

  it('are never equal after a lossy compression that changed one', async () => {
    const { difference, ...rest } = await diffPixels(nativeFile(SAMPLES.gray12), load('gray12-jpegls-near'))
    expect(rest).toMatchObject({ equal: false, reason: 'different_samples' })
    expect(difference!.differing).toBeGreaterThan(0)
    expect(difference!.differing).toBeLessThanOrEqual(difference!.samples!)
    expect(difference!.maxDifference).toBe(2)
  })

  it('are counted to the one that differs, in the last frame', async () => {
    const bytes = sampleBytes(SAMPLES.gray8x3)
    const at = bytes.length - 5
    bytes[at] = bytes[at]! ^ 0x40
    const changed = part10(imageDataset({ ...SAMPLES.gray8x3, pixels: element(0x7fe00010, 'OB', bytes) }))
    const expected = { equal: false, reason: 'different_samples', difference: { framesCompared: 3, differing: 1, maxDifference: 64 } }
    expect(await diffPixels(load('gray8x3-rle'), changed)).toMatchObject(expected)
    expect(await diffPixels(nativeFile(SAMPLES.gray8x3), changed)).toMatchObject(expected)
  })

  it('differ by more than the range of a signed sample', async () => {
    const one: Sample = { ...SAMPLES.signed16, rows: 1, columns: 2 }
    const file = (value: string) => part10(imageDataset({ ...one, pixels: element(0x7fe00010, 'OW', hex(value)) }))
    expect(await diffPixels(file('00800000'), file('ff7f0000'))).toMatchObject({ difference: { differing: 1, maxDifference: 65_535 } })
  })
})

describe('colours', () => {
  it('of JPEG are compared as RGB, and say so', async () => {
    const { difference, ...rest } = await diffPixels(nativeFile(SAMPLES.rgb8), load('rgb8-jpeg-baseline'))
    expect(rest).toMatchObject({ equal: false, reason: 'different_colours' })
    expect(difference!.maxDifference).toBeGreaterThan(0)
  })

  it('that agree only after conversion are not called equal', async () => {
    const grey: Sample = { ...SAMPLES.rgb8, rows: 1, columns: 2 }
    const rgb = part10(imageDataset({ ...grey, pixels: element(0x7fe00010, 'OB', hex('404040808080')) }))
    const ybr = part10(imageDataset({ ...grey, photometric: 'YBR_FULL', pixels: element(0x7fe00010, 'OB', hex('408080808080')) }))
    const compressed = part10(imageDataset({ ...grey, photometric: 'YBR_FULL', pixels: rleOf(['4080', '8080', '8080']) }), RLE)
    expect(await diffPixels(rgb, compressed)).toMatchObject({ equal: null, reason: 'same_colours', difference: { differing: 0 } })
    expect(await diffPixels(rgb, ybr)).toMatchObject({ equal: false, reason: 'different_samples', difference: null })
  })

  it('without a common colour space are not compared', async () => {
    const pixels = rleOf(['4080', '8080', '8080'])
    const hsv = part10(imageDataset({ ...SAMPLES.rgb8, rows: 1, columns: 2, photometric: 'HSV', pixels }), RLE)
    const rgb = part10(imageDataset({ ...SAMPLES.rgb8, rows: 1, columns: 2, pixels: element(0x7fe00010, 'OB', hex('408080808080')) }))
    expect(await diffPixels(rgb, hsv)).toMatchObject({ equal: null, reason: 'different_colour_space', difference: null })
  })
})

describe('a reason is given', () => {
  it('for images of another shape', async () => {
    expect(await diffPixels(load('gray8-rle'), load('gray8x3-rle'))).toMatchObject({ equal: false, reason: 'different_shape' })
  })

  it('for frames that cannot be decoded, unless one before differs', async () => {
    const broken = (first: string) => {
      const dataset = imageDataset({
        ...SAMPLES.gray8,
        rows: 1,
        columns: 2,
        frames: 2,
        pixels: encapsulated([], [hex(first), hex('00000000')]),
      })
      return part10(dataset, RLE)
    }
    const native = part10(
      imageDataset({ ...SAMPLES.gray8, rows: 1, columns: 2, frames: 2, pixels: element(0x7fe00010, 'OB', hex('01020304')) }),
    )
    expect(await diffPixels(native, broken(rleFrame(['0102'])))).toMatchObject({ equal: null, reason: 'not_decodable', difference: null })
    expect(await diffPixels(native, broken(rleFrame(['0109'])))).toMatchObject({
      equal: false,
      reason: 'different_samples',
      difference: { framesCompared: 1, differing: 1, maxDifference: 7 },
    })
  })

  it('for more samples than the limit, without decoding', async () => {
    const huge: Sample = { ...SAMPLES.gray16, rows: 8192, columns: 8192, frames: 5 }
    const frames = Array.from({ length: 5 }, () => hex('00000000'))
    const left = part10(imageDataset({ ...huge, pixels: encapsulated([], frames) }), RLE)
    const right = part10(imageDataset({ ...huge, pixels: encapsulated([], [...frames.slice(1), hex('00000001')]) }), RLE)
    expect(await diffPixels(left, right)).toMatchObject({ equal: null, reason: 'too_large', difference: null })
  })
})

it('gives no difference without samples, and with hash none at all', async () => {
  const left = nativeFile(SAMPLES.gray8)
  const { pixels } = await runTool(dicomDiff, { left, right: load('gray8-rle') }, { pixels: 'hash' })
  expect(pixels).toMatchObject({ equal: null, reason: 'different_encoding', difference: null })
})

/** One RLE frame of literal segments, one a sample. */
function rleFrame(segments: readonly string[]): string {
  const coded = segments.map(
    (segment) => `${(segment.length / 2 - 1).toString(16).padStart(2, '0')}${segment}${segment.length % 4 === 0 ? '80' : ''}`,
  )
  const word = (value: number) => value.toString(16).padStart(2, '0').padEnd(8, '0')
  let at = 64
  const offsets = coded.map((segment) => {
    const offset = at
    at += segment.length / 2
    return word(offset)
  })
  return `${word(segments.length)}${offsets.join('')}`.padEnd(128, '0') + coded.join('')
}

function rleOf(segments: readonly string[]): Uint8Array {
  return encapsulated([], [hex(rleFrame(segments))])
}
