// Frames of every transfer syntax, made by other programs, decode to the samples that went in (PS3.5 §8.2, Annex A.4, Annex G).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../../src/core/problem.ts'
import type { PixelRegion } from '../../../../src/formats/dicom/pixels/blank-pixels.ts'
import { reencodePixels } from '../../../../src/formats/dicom/pixels/codecs/reencode.ts'
import { readSamples } from '../../../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels, type PixelSource } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, encapsulated, part10, TRANSFER_SYNTAXES, u16 } from '../build-dicom.ts'
import { imageDataset, nativeFile, nativePixels, SAMPLES, type Sample, sampleBytes, sampleValues } from './sample-image.ts'

const FOLDER = join(import.meta.dirname, '../../../fixtures/dicom-pixels')
const load = (name: string): Uint8Array => new Uint8Array(readFileSync(join(FOLDER, `${name}.dcm`)))
const open = (bytes: Uint8Array): Promise<PixelSource> => openPixels(readDicom(bytes))
const valuesOf = (source: PixelSource, frame = 0): number[] => [...readSamples(source.readFrame(frame))]

/** Fixture, sample, greatest difference. */
const FIXTURES: readonly (readonly [name: string, sample: Sample, tolerance: number])[] = [
  ['gray8-rle', SAMPLES.gray8, 0],
  ['gray8x3-rle', SAMPLES.gray8x3, 0],
  ['gray12-rle', SAMPLES.gray12, 0],
  ['signed16-rle', SAMPLES.signed16, 0],
  ['rgb8-rle', SAMPLES.rgb8, 0],
  ['gray32-rle', SAMPLES.gray32, 0],
  ['gray8-jpeg-lossless', SAMPLES.gray8, 0],
  ['signed16-jpeg-lossless', SAMPLES.signed16, 0],
  ['gray8x3-jpegls', SAMPLES.gray8x3, 0],
  ['signed12-jpegls', SAMPLES.signed12, 0],
  ['rgb8-jpegls-line', SAMPLES.rgb8, 0],
  ['rgb8-jpegls-plane', SAMPLES.rgb8, 0],
  ['gray12-jpegls-near', SAMPLES.gray12, 2],
  ['gray8-jpeg2000', SAMPLES.gray8, 0],
  ['signed12-jpeg2000', SAMPLES.signed12, 0],
  ['signed16-jpeg2000', SAMPLES.signed16, 0],
  ['rgb8-jpeg2000', SAMPLES.rgb8, 0],
  ['rgb16-jpeg2000', SAMPLES.rgb16, 0],
  ['rgb16-jpeg2000-planes', SAMPLES.rgb16, 0],
  ['gray8-jpegxl', SAMPLES.gray8, 0],
  ['gray16-jpegxl', SAMPLES.gray16, 0],
  ['rgb8-jpegxl', SAMPLES.rgb8, 0],
  ['gray8-htj2k', SAMPLES.gray8, 0],
  ['gray16-htj2k', SAMPLES.gray16, 0],
  ['rgb8-htj2k', SAMPLES.rgb8, 0],
  ['rgb8-htj2k-planes', SAMPLES.rgb8, 0],
  ['rgb16-htj2k', SAMPLES.rgb16, 0],
  ['rgb16-htj2k-planes', SAMPLES.rgb16, 0],
  ['gray8x3-deflated-frames', SAMPLES.gray8x3, 0],
  ['gray12-encapsulated', SAMPLES.gray12, 0],
]

describe('compressed frames', () => {
  test.each(FIXTURES)('%s', async (name, sample, tolerance) => {
    const source = await open(load(name))
    expect(source.format.frames).toBe(sample.frames)
    for (let frame = 0; frame < sample.frames; frame++) {
      const expected = sampleValues(sample, frame)
      const values = valuesOf(source, frame)
      expect(values.length).toBe(expected.length)
      expect(Math.max(...values.map((value, i) => Math.abs(value - expected[i]!)))).toBeLessThanOrEqual(tolerance)
    }
  })

  // The bright corner rings in a block of 8 by 8, so the mean stands for the rest.
  test.each([
    ['gray8-jpeg-baseline', SAMPLES.gray8, 3],
    ['gray12-jpeg-extended', SAMPLES.gray12, 48],
    ['gray12-jpeg2000-lossy', SAMPLES.gray12, 48],
  ] as const)('%s, close to the samples', async (name, sample, tolerance) => {
    const values = valuesOf(await open(load(name)))
    const expected = sampleValues(sample)
    const mean = values.reduce((sum, value, i) => sum + Math.abs(value - expected[i]!), 0) / expected.length
    expect(values.length).toBe(expected.length)
    expect(mean).toBeLessThan(tolerance)
  })

  test('chrominance of JPEG comes at full size and says so', async () => {
    const frame = (await open(load('rgb8-jpeg-baseline'))).readFrame(0)
    expect(frame.photometric).toBe('YBR_FULL')
    expect(frame.bytes.length).toBe(12 * 18 * 3)
  })
})

describe('uncompressed frames', () => {
  test.each(Object.entries(SAMPLES))('%s in little and big endian', async (_name, sample) => {
    for (const syntax of ['explicit', 'implicit', 'big'] as const) {
      const file = part10(imageDataset({ ...sample, syntax, pixels: nativePixels(sample, syntax) }), TRANSFER_SYNTAXES[syntax])
      const source = await open(file)
      for (let frame = 0; frame < sample.frames; frame++) expect(valuesOf(source, frame)).toEqual(sampleValues(sample, frame))
    }
  })

  test('PS3.3 C.7.6.3.1.3: colour by plane', async () => {
    const planes = Uint8Array.of(1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24)
    const pixels = element(0x7fe00010, 'OB', planes)
    const source = await open(part10(imageDataset({ ...SAMPLES.rgb8, rows: 2, columns: 2, planar: 1, pixels })))
    expect(valuesOf(source)).toEqual([1, 11, 21, 2, 12, 22, 3, 13, 23, 4, 14, 24])
  })

  test('PS3.3 C.7.6.3.1.2: YBR_FULL_422 has Y1 Y2 Cb Cr', async () => {
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(1, 2, 50, 60, 3, 4, 51, 61))
    const source = await open(part10(imageDataset({ ...SAMPLES.rgb8, photometric: 'YBR_FULL_422', rows: 2, columns: 2, pixels })))
    expect(valuesOf(source)).toEqual([1, 50, 60, 2, 50, 60, 3, 51, 61, 4, 51, 61])
    expect(source.readFrame(0).photometric).toBe('YBR_FULL')
  })

  test('PS3.5 8.1.1: frames of one bit follow each other within a byte, lowest bit first', async () => {
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(0b1010_0101, 0b0000_0011))
    const format = { rows: 1, columns: 5, bitsAllocated: 1, bitsStored: 1, frames: 2 }
    const source = await open(part10(imageDataset({ ...format, pixels })))
    expect([valuesOf(source, 0), valuesOf(source, 1)]).toEqual([
      [1, 0, 1, 0, 0],
      [1, 0, 1, 1, 1],
    ])
  })

  test('PS3.5 8.1.1: bits below and above the stored ones are masked', async () => {
    const pixels = element(0x7fe00010, 'OW', concat(u16(0xf12f), u16(0x0ff1)))
    const source = await open(part10(imageDataset({ rows: 1, columns: 2, bitsAllocated: 16, bitsStored: 8, highBit: 11, pixels })))
    expect(valuesOf(source)).toEqual([0x12, 0xff])
  })

  test('PS3.5 Annex D: 8 bit samples in words of big endian', async () => {
    const pixels = element(0x7fe00010, 'OW', Uint8Array.of(2, 1, 4, 3), 'big')
    const source = await open(part10(imageDataset({ rows: 2, columns: 2, syntax: 'big', pixels }), TRANSFER_SYNTAXES.big))
    expect(valuesOf(source)).toEqual([1, 2, 3, 4])
  })

  test('PS3.3 C.7.6.24: float pixel data', async () => {
    const floats = new Float32Array([0.5, -2, 1e10, 0])
    const pixels = element(0x7fe00008, 'OF', new Uint8Array(floats.buffer))
    const source = await open(part10(imageDataset({ rows: 2, columns: 2, bitsAllocated: 32, bitsStored: 32, pixels })))
    expect(valuesOf(source)).toEqual([...floats])
  })

  test('a decoded frame is a buffer of its own', async () => {
    const bytes = Buffer.from(nativeFile(SAMPLES.gray8))
    const copy = Uint8Array.from(bytes)
    ;(await open(bytes)).readFrame(0).bytes.fill(7)
    expect(Buffer.compare(bytes, copy)).toBe(0)
  })
})

describe('fragments of a frame', () => {
  const stream = (name: string): Uint8Array => {
    const file = readDicom(load(name))
    const fragment = file.dataset.elements.at(-1)!.fragments![1]!
    return file.data.subarray(fragment.valueStart, fragment.end)
  }
  const jpeg = stream('gray8-jpeg-lossless')
  const halves = [jpeg.subarray(0, 100), jpeg.subarray(100)]
  const two = { ...SAMPLES.gray8, frames: 2 }
  const file = (table: readonly number[], fragments: readonly Uint8Array[]): Uint8Array =>
    part10(imageDataset({ ...two, pixels: encapsulated(table, fragments) }), '1.2.840.10008.1.2.4.57')
  const expected = sampleValues(SAMPLES.gray8)

  test.each([
    ['by the offset table', [0, jpeg.length + 16], [...halves, jpeg]],
    ['by the beginnings of the streams, without table', [], [...halves, ...halves]],
    ['by the beginnings of the streams, with a wrong table', [0, 3], [...halves, jpeg]],
    ['by their number', [], [jpeg, jpeg]],
  ] as const)('%s', async (_title, table, fragments) => {
    const source = await open(file(table, fragments))
    expect([valuesOf(source, 0), valuesOf(source, 1)]).toEqual([expected, expected])
  })

  test('cannot be guessed', async () => {
    expect(await resultOrError(open(file([], [jpeg])))).toMatchObject({ code: 'unreadable_input', at: { byteOffset: expect.any(Number) } })
  })
})

describe('nothing pretends to be a picture:', () => {
  const cut = (name: string, bytes: number): Uint8Array => {
    const file = readDicom(load(name))
    const fragments = file.dataset.elements.at(-1)!.fragments!.slice(1)
    const stream = file.data.subarray(fragments[0]!.valueStart, fragments[0]!.end)
    const format: Sample = SAMPLES[name.split('-')[0] as keyof typeof SAMPLES]
    return part10(
      imageDataset({ ...format, frames: 1, pixels: encapsulated([], [stream.subarray(0, stream.length - bytes)]) }),
      file.declaredTransferSyntax,
    )
  }

  test.each(FIXTURES.filter(([name]) => !name.includes('encapsulated')).map(([name]) => name))('%s cut in its middle', async (name) => {
    const whole = readDicom(load(name)).dataset.elements.at(-1)!.fragments![1]!
    const source = await open(cut(name, Math.floor((whole.end - whole.valueStart) / 4) * 2))
    const outcome = await resultOrError(Promise.resolve().then(() => source.readFrame(0)))
    if (outcome instanceof ProblemError) expect(outcome).toMatchObject({ code: 'unreadable_input', at: { byteOffset: expect.any(Number) } })
    else expect(outcome).toMatchObject({ damaged: true })
  })

  test('after a failed frame the next one decodes', async () => {
    await resultOrError(open(cut('gray8-jpeg2000', 150)).then((source) => source.readFrame(0)))
    await resultOrError(open(cut('signed12-jpegls', 50)).then((source) => source.readFrame(0)))
    expect(valuesOf(await open(load('gray8-jpeg2000')))).toEqual(sampleValues(SAMPLES.gray8))
    expect(valuesOf(await open(load('signed12-jpegls')))).toEqual(sampleValues(SAMPLES.signed12))
  })

  const stated = (name: string, changes: Partial<Sample>): Uint8Array => {
    const file = readDicom(load(name))
    const fragment = file.dataset.elements.at(-1)!.fragments![1]!
    const sample = SAMPLES[name.split('-')[0] as keyof typeof SAMPLES]
    const pixels = encapsulated([], [file.data.subarray(fragment.valueStart, fragment.end)])
    return part10(imageDataset({ ...sample, frames: 1, ...changes, pixels }), file.declaredTransferSyntax)
  }
  test.each([
    ['more rows than the stream', stated('gray8-jpeg2000', { rows: 13 }), 'unreadable_input'],
    ['fewer columns than the stream', stated('gray8-jpeg-lossless', { columns: 17 }), 'unreadable_input'],
    ['other samples than the stream', stated('gray8-jpeg2000', { samplesPerPixel: 3, photometric: 'RGB' }), 'unreadable_input'],
    ['fewer bits than the stream', stated('gray12-jpegls-near', { bitsAllocated: 8, bitsStored: 8 }), 'unreadable_input'],
    ['an RLE header for other bits', stated('gray8-rle', { bitsAllocated: 16, bitsStored: 16 }), 'unreadable_input'],
    ['rows and columns of gigabytes', stated('gray8-jpeg2000', { rows: 65_535, columns: 65_535 }), 'resource_limit'],
    ['a photometric interpretation of nobody', stated('gray8-rle', { photometric: 'MONOCHROME9' }), 'unsupported_variant'],
    ['12 allocated bits', stated('gray8-rle', { bitsAllocated: 12, bitsStored: 12 }), 'unsupported_variant'],
    ['more stored than allocated bits', stated('gray8-rle', { bitsStored: 9 }), 'unreadable_input'],
    ['no rows', stated('gray8-rle', { rows: 0 }), 'unreadable_input'],
  ] as const)('%s', async (_title, bytes, code) => {
    const fault = await resultOrError(open(bytes).then((source) => source.readFrame(0)))
    expect(fault).toMatchObject({ code, at: { byteOffset: expect.any(Number) } })
  })

  test('uncompressed data that end early, with the offset of their end', async () => {
    const bytes = nativeFile(SAMPLES.gray12).subarray(0, -10)
    expect(await resultOrError(open(bytes).then((source) => source.readFrame(0)))).toMatchObject({
      code: 'unreadable_input',
      at: { byteOffset: bytes.length },
    })
  })

  test('a video', async () => {
    const bytes = part10(imageDataset({ pixels: encapsulated([], [Uint8Array.of(0, 0, 1, 0xb3)]) }), '1.2.840.10008.1.2.4.100')
    expect(await resultOrError(open(bytes))).toMatchObject({ code: 'unsupported_variant' })
  })

  test('a file without pixels, and a frame that is not there', async () => {
    expect(await resultOrError(open(part10(element(0x00080060, 'CS', 'SR'))))).toMatchObject({ code: 'unreadable_input' })
    const source = await open(nativeFile(SAMPLES.gray8))
    expect(() => source.readFrame(1)).toThrow(ProblemError)
  })
})

describe('blanking and compressing again', () => {
  const region: PixelRegion = { column: 2, row: 1, width: 5, height: 3 }
  test.each(['gray8x3-jpegls', 'signed12-jpeg2000', 'rgb8-jpeg2000', 'gray32-rle', 'signed16-jpeg-lossless'])('%s', async (name) => {
    const source = await open(load(name))
    const result = reencodePixels(source, (frame) => (frame === 0 ? [region] : []))
    const { samplesPerPixel, frames, signed } = source.format
    const dataset = imageDataset({ ...source.format, ...result, planar: 0, pixels: encapsulated([], result.fragments) })
    const again = await open(part10(dataset, result.transferSyntax))
    for (let frame = 0; frame < frames; frame++) {
      const before = valuesOf(source, frame)
      const after = valuesOf(again, frame)
      const black = signed ? -(2 ** (result.bitsStored - 1)) : 0
      const expected = before.map((value, i) => {
        const pixel = Math.floor(i / samplesPerPixel)
        const inside = frame === 0 && pixel % 18 >= 2 && pixel % 18 < 7 && pixel >= 18 && pixel < 72
        return inside ? black : value
      })
      expect(after).toEqual(expected)
    }
  })

  test('MONOCHROME1 is blanked with its highest value, YBR with no colour', async () => {
    const mono = { ...SAMPLES.gray12, photometric: 'MONOCHROME1' }
    const fragments = [sampleBytes(mono)]
    const file = part10(imageDataset({ ...mono, pixels: encapsulated([], fragments) }), '1.2.840.10008.1.2.1.98')
    const result = reencodePixels(await open(file), () => [{ column: -5, row: -5, width: 999, height: 999 }])
    const again = await open(part10(imageDataset({ ...mono, pixels: encapsulated([], result.fragments) }), result.transferSyntax))
    expect(new Set(valuesOf(again))).toEqual(new Set([4095]))
    const colour = reencodePixels(await open(load('rgb8-jpeg-baseline')), () => [{ column: 0, row: 0, width: 18, height: 12 }])
    expect(colour).toMatchObject({ photometric: 'YBR_FULL', planarConfiguration: 0, bitsAllocated: 8 })
    const ybr = { ...SAMPLES.rgb8, photometric: 'YBR_FULL' }
    const blank = await open(part10(imageDataset({ ...ybr, pixels: encapsulated([], colour.fragments) }), colour.transferSyntax))
    expect(valuesOf(blank).slice(0, 6)).toEqual([0, 128, 128, 0, 128, 128])
  })
})

function resultOrError(outcome: Promise<unknown>): Promise<unknown> {
  return outcome.catch((error: unknown) => error)
}
