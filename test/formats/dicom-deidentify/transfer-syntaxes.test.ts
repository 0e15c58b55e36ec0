// Blanking in every transfer syntax of PS3.6 Annex A: the region gone, every other sample what it was, the markers set; or the file refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { PixelRegion } from '../../../src/formats/dicom/deidentify/pixels/pixel-region.ts'
import { preparePixels } from '../../../src/formats/dicom/deidentify/pixels/plan-pixels.ts'
import { type DicomItem, findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { UIDS } from '../../../src/formats/dicom/dictionary/uids.generated.ts'
import { unpackTable } from '../../../src/formats/dicom/dictionary/unpack-table.ts'
import { readSamples } from '../../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { readAsciiValue } from '../../../src/formats/dicom/value/decode-value.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { concat, encapsulated, metaGroup, part10, text } from '../dicom/build-dicom.ts'
import { imageDataset, nativePixels, SAMPLES, type Sample, sampleValues } from '../dicom/pixels/sample-image.ts'
import { SETTINGS } from './sample-patient.ts'

const BASE = '1.2.840.10008.1.2'
const RLE = `${BASE}.5`
const REGION: PixelRegion = { column: 1, row: 1, width: 3, height: 2 }

/** The end of the UID behind that of Implicit VR Little Endian, a fixture in it, what went into it where it came out again. */
const COMPRESSED: readonly (readonly [suffix: string, fixture: string, sample: Sample | undefined])[] = [
  ['.1.98', 'gray12-encapsulated', SAMPLES.gray12],
  ...['.4.50', '.4.52', '.4.53', '.4.55', '.4.59', '.4.61', '.4.63'].map((suffix) => [suffix, 'gray8-jpeg-baseline', undefined] as const),
  ['.4.50', 'rgb8-jpeg-baseline', undefined],
  ...['.4.51', '.4.54', '.4.56', '.4.60', '.4.62', '.4.64'].map((suffix) => [suffix, 'gray12-jpeg-extended', undefined] as const),
  ...['.4.57', '.4.58', '.4.65', '.4.66', '.4.70'].map((suffix) => [suffix, 'signed16-jpeg-lossless', SAMPLES.signed16] as const),
  ['.4.80', 'signed12-jpegls', SAMPLES.signed12],
  ['.4.80', 'gray8x3-jpegls', SAMPLES.gray8x3],
  ['.4.81', 'gray12-jpegls-near', undefined],
  ['.4.90', 'rgb8-jpeg2000', SAMPLES.rgb8],
  ['.4.90', 'rgb16-jpeg2000', SAMPLES.rgb16],
  ['.4.91', 'gray12-jpeg2000-lossy', undefined],
  ['.4.110', 'gray16-jpegxl', SAMPLES.gray16],
  ['.4.111', 'gray8-jpegxl', SAMPLES.gray8],
  ['.4.112', 'rgb8-jpegxl', SAMPLES.rgb8],
  ...['.4.201', '.4.202', '.4.203'].map((suffix) => [suffix, 'rgb16-htj2k', SAMPLES.rgb16] as const),
  ['.5', 'gray8x3-rle', SAMPLES.gray8x3],
  ['.8.1', 'gray8x3-deflated-frames', SAMPLES.gray8x3],
]
/** Video, and the second part of JPEG 2000: no decoder. */
const VIDEO = [100, 101, 102, 103, 104, 105, 106].flatMap((number) => [`.4.${number}`, `.4.${number}.1`])
const UNDECODED = [...VIDEO, '.4.107', '.4.108', '.4.92', '.4.93']
/** Pixels elsewhere, and streams and texts that are no files of images. */
const ELSEWHERE = ['.4.94', '.4.95', '.4.204', '.4.205']
const NO_FILES = ['.6.1', '.6.2', '.7.1', '.7.2', '.7.3']
const NATIVE = ['', '.1', '.2', '.1.99', '0']

async function blank(bytes: Uint8Array) {
  const file = readDicom(bytes)
  const settings = { ...SETTINGS, regions: [REGION] }
  const result = deidentifyFile(file, settings, { reencoded: await preparePixels(file, settings) })
  const read = readDicom(result.bytes)
  const textOf = (item: DicomItem, tag: number) => readAsciiValue(read.data, findIn(item, tag)!)
  const methods = findIn(read.dataset, 0x00120064)!.items!.map((item) => textOf(item, 0x00080100))
  return { result, methods, annotation: textOf(read.dataset, 0x00280301), source: await openPixels(read) }
}

/** Samples of a frame, row by row, those of the region alone and those of the rest. */
function divide(values: ArrayLike<number>, { rows, columns, samplesPerPixel }: { rows: number; columns: number; samplesPerPixel: number }) {
  const inside: number[] = []
  const outside: number[] = []
  for (let i = 0; i < rows * columns * samplesPerPixel; i++) {
    const pixel = Math.floor(i / samplesPerPixel)
    const [row, column] = [Math.floor(pixel / columns), pixel % columns]
    const { column: left, row: top, width, height } = REGION
    const isInside = column >= left && column < left + width && row >= top && row < top + height
    ;(isInside ? inside : outside).push(values[i]!)
  }
  return { inside, outside }
}

async function expectBlanked(file: Uint8Array, syntax: string, sample?: Sample): Promise<void> {
  const original = await openPixels(readDicom(file))
  const { result, methods, annotation, source } = await blank(file)
  expect(result.transferSyntax).toBe(syntax)
  expect(result.residuals).toEqual([])
  expect(annotation).toBe('NO')
  // PS3.16 CID 7050: the Basic Profile, and the Clean Pixel Data Option.
  expect(methods).toEqual(['113100', '113101'])
  expect(source.format.frames).toBe(original.format.frames)
  for (let frame = 0; frame < source.format.frames; frame++) {
    const before = original.readFrame(frame)
    const { inside, outside } = divide(readSamples(source.readFrame(frame)), before)
    expect(outside).toEqual(divide(sample ? sampleValues(sample, frame) : readSamples(before), before).outside)
    expect(new Set(inside.map((value, i) => `${i % before.samplesPerPixel}:${value}`)).size).toBe(before.samplesPerPixel)
  }
}

describe('blanked, and written as RLE Lossless:', () => {
  it.each(COMPRESSED)(`${BASE}%s, %s`, async (suffix, fixture, sample) => {
    const bytes = new Uint8Array(readFileSync(join(projectFolder, 'test/fixtures/dicom-pixels', `${fixture}.dcm`)))
    const { data, dataset } = readDicom(bytes)
    await expectBlanked(part10(data.subarray(dataset.start, dataset.end), `${BASE}${suffix}`), RLE, sample)
  })
})

describe('blanked in place:', () => {
  it.each([
    ['Implicit VR Little Endian', '', 'implicit'],
    ['Explicit VR Little Endian', '.1', 'explicit'],
    ['Explicit VR Big Endian', '.2', 'big'],
    ['Papyrus 3', '0', 'implicit'],
  ] as const)('%s', async (_name, suffix, syntax) => {
    const uid = `${BASE}${suffix}`
    for (const sample of [SAMPLES.gray8x3, SAMPLES.signed12, SAMPLES.rgb16]) {
      const dataset = imageDataset({ ...sample, syntax, pixels: nativePixels(sample, syntax) })
      await expectBlanked(part10(dataset, uid), uid, sample)
    }
  })

  it('Deflated Explicit VR Little Endian, written without deflate', async () => {
    const dataset = deflateRawSync(imageDataset({ ...SAMPLES.gray12, pixels: nativePixels(SAMPLES.gray12) }))
    const file = concat(new Uint8Array(128), text('DICM'), metaGroup(`${BASE}.1.99`), dataset)
    await expectBlanked(file, `${BASE}.1`, SAMPLES.gray12)
  })
})

describe('refused:', () => {
  it.each([...UNDECODED, ...ELSEWHERE, ...NO_FILES])(`fragments in ${BASE}%s`, async (suffix) => {
    const dataset = imageDataset({ pixels: encapsulated([], [Uint8Array.of(0, 0, 1, 0xb3)]) })
    await expect(blank(part10(dataset, `${BASE}${suffix}`))).rejects.toMatchObject({ code: 'unsupported_variant' })
  })
})

it('no transfer syntax of PS3.6 was passed over', () => {
  const [uids = [], , types = []] = unpackTable(UIDS).map((column) => column.split('\n'))
  const registered = uids.filter((_, i) => types[i] === 'Transfer Syntax')
  const seen = [...COMPRESSED.map(([suffix]) => suffix), ...UNDECODED, ...ELSEWHERE, ...NO_FILES, ...NATIVE]
  expect([...new Set(seen)].map((suffix) => `${BASE}${suffix}`).sort()).toEqual(registered.toSorted())
})
