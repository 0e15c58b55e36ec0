// Frames that declare far more pixels than their bytes can hold are refused before anything is decoded; frames of one color, which take next to
// nothing in every coding, are not.
import { deflateRawSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deidentifyPixels } from '../../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import { loadCodecs } from '../../../../src/formats/dicom/pixels/codecs/codec-module.ts'
import { encodeRle } from '../../../../src/formats/dicom/pixels/codecs/rle.ts'
import { openPixels } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { scanFrames } from '../../../../src/formats/dicom/text/scan-frames.ts'
import { even, inOrder, readFixture } from '../../dicom-deidentify/hostile/hostile-files.ts'
import { segment } from '../../dicom-deidentify/hostile/streams.ts'
import { SETTINGS } from '../../dicom-deidentify/sample-patient.ts'
import { concat, element, encapsulated, hex, part10, u16 } from '../build-dicom.ts'

interface Shape {
  readonly edge: number
  readonly bits?: 8 | 16
  readonly samples?: 1 | 3
}

const HUGE = 16_000
/** Beyond what is decoded however short its stream is. */
const LARGE = 4_500

function fileOf(syntax: string, streams: readonly Uint8Array[], { edge, bits = 8, samples = 1 }: Shape): Uint8Array {
  const elements = [
    element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
    element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.78'),
    element(0x00280002, 'US', u16(samples)),
    element(0x00280004, 'CS', samples === 1 ? 'MONOCHROME2' : 'RGB'),
    element(0x00280008, 'IS', String(streams.length)),
    element(0x00280010, 'US', u16(edge)),
    element(0x00280011, 'US', u16(edge)),
    element(0x00280100, 'US', u16(bits)),
    element(0x00280101, 'US', u16(bits)),
    element(0x00280102, 'US', u16(bits - 1)),
    element(0x00280103, 'US', u16(0)),
    ...(samples === 3 ? [element(0x00280006, 'US', u16(0))] : []),
    encapsulated([], streams.map(even)),
  ]
  return part10(inOrder(elements), `1.2.840.10008.1.2${syntax}`)
}

function setNumber(bytes: Uint8Array, at: number, value: number, length: number): void {
  for (let i = 0; i < length; i++) bytes[at + i] = (value / 2 ** (8 * (length - 1 - i))) & 255
}

/** The stream of a small picture, whose header then has another size. */
function resized(fixture: string, edge: number): Uint8Array {
  const stream = readFixture(fixture).streams[0]!.slice()
  if (/2000|htj2k/.test(fixture)) {
    // Image and tile of SIZ.
    for (const at of [8, 12, 24, 28]) setNumber(stream, at, edge, 4)
    return stream
  }
  const isFrame = (marker: number) => (marker >= 0xc0 && marker <= 0xc3) || marker === 0xf7
  let at = 2
  while (!isFrame(stream[at + 1]!)) at += 2 + ((stream[at + 2]! << 8) | stream[at + 3]!)
  setNumber(stream, at + 5, edge, 2)
  setNumber(stream, at + 7, edge, 2)
  return stream
}

/** Bits from the lowest up: size, ratio 0, all other fields by default. */
function jpegXl(edge: number): Uint8Array {
  const fields: readonly (readonly [value: number, bits: number])[] = [
    [0, 1],
    [2, 2],
    [edge - 1, 18],
    [1, 3],
    [1, 1],
  ]
  const bits = fields.flatMap(([value, count]) => Array.from({ length: count }, (_, i) => (value >> i) & 1))
  const bytes = new Uint8Array(200)
  bytes.set([0xff, 0x0a])
  bits.forEach((bit, i) => {
    bytes[2 + (i >> 3)]! |= bit << (i & 7)
  })
  return bytes
}

/** A segment of an RLE frame with its header: `pairs` runs of 128 zeros. */
function rleRuns(pairs: number): Uint8Array {
  const bytes = new Uint8Array(64 + 2 * pairs)
  bytes[0] = 1
  bytes[4] = 64
  for (let i = 0; i < pairs; i++) bytes[64 + 2 * i] = 129
  return bytes
}

const TOO_SHORT = 'unreadable_input'
const TOO_MUCH = 'inflated_too_large'
const BOMBS: readonly (readonly [name: string, syntax: string, stream: () => Uint8Array, code: string, shape: Shape])[] = [
  ['RLE', '.5', () => rleRuns(1_000), TOO_SHORT, { edge: HUGE }],
  ['deflate', '.8.1', () => deflateRawSync(new Uint8Array(200_000)), TOO_SHORT, { edge: HUGE }],
  ['JPEG', '.4.50', () => resized('gray8-jpeg-baseline', HUGE), TOO_SHORT, { edge: HUGE }],
  ['JPEG of 12 bits', '.4.51', () => resized('gray12-jpeg-extended', HUGE / 2), TOO_SHORT, { edge: HUGE / 2, bits: 16 }],
  ['lossless JPEG', '.4.70', () => resized('gray8-jpeg-lossless', HUGE), TOO_SHORT, { edge: HUGE }],
  ['JPEG-LS', '.4.80', () => resized('gray8x3-jpegls', HUGE), TOO_SHORT, { edge: HUGE }],
  ['JPEG 2000', '.4.90', () => resized('gray8-jpeg2000', HUGE), TOO_MUCH, { edge: HUGE }],
  ['HTJ2K', '.4.201', () => resized('gray8-htj2k', HUGE), TOO_MUCH, { edge: HUGE }],
  ['HTJ2K by resolution', '.4.202', () => resized('rgb8-htj2k', HUGE / 2), TOO_MUCH, { edge: HUGE / 2, samples: 3 }],
  ['lossy HTJ2K', '.4.203', () => resized('gray8-htj2k', HUGE), TOO_MUCH, { edge: HUGE }],
  ['JPEG XL', '.4.110', () => jpegXl(HUGE), TOO_MUCH, { edge: HUGE }],
]

afterEach(() => {
  vi.restoreAllMocks()
})

describe('200 million samples in a kilobyte are refused with the number of the frame, and no codec is started:', () => {
  it.each(BOMBS)('%s', async (_name, syntax, makeStream, code, shape) => {
    const decode = vi.spyOn(await loadCodecs(), 'decode')
    const file = readDicom(fileOf(syntax, [makeStream()], shape))
    expect(file.bytes.length).toBeLessThan(3_000)
    const refusal = { code, message: expect.stringContaining('Frame 1 '), facts: { frame: 1 }, at: { byteOffset: expect.any(Number) } }
    await expect(scanFrames(file, await openPixels(file))).rejects.toMatchObject(refusal)
    await expect(deidentifyPixels(file, { ...SETTINGS, onBurnedIn: 'find' })).rejects.toMatchObject(refusal)
    expect(decode).not.toHaveBeenCalled()
  })

  it('the second frame', async () => {
    const edge = 4_100
    const streams = [deflateRawSync(new Uint8Array(edge * edge)), deflateRawSync(new Uint8Array(200_000))]
    const file = readDicom(fileOf('.8.1', streams, { edge }))
    await expect(deidentifyPixels(file, { ...SETTINGS, onBurnedIn: 'find' })).rejects.toMatchObject({
      code: TOO_SHORT,
      facts: { frame: 2 },
    })
  })
})

/** A scan of zeros whose only code of each table is 0, for a difference of 0 and for the end of a block. */
function zeroJpeg(marker: number, edge: number, bytes: number, select: readonly number[]): Uint8Array {
  const code = (table: number) => concat([table, 1], new Uint8Array(15), [0])
  const frame = concat([8, edge >> 8, edge & 255, edge >> 8, edge & 255, 1], [1, 0x11, 0])
  return concat(
    [0xff, 0xd8],
    segment(0xdb, concat([0], new Uint8Array(64).fill(1))),
    segment(marker, frame),
    segment(0xc4, concat(code(0), code(0x10))),
    segment(0xda, concat([1, 1, 0], select)),
    new Uint8Array(bytes),
    [0xff, 0xd9],
  )
}

/** Black, by CharLS: a bit a row. */
const JPEG_LS = `ffd8ffe800205350494646000200000100001194000011940a0806010000012c0000012cffe8000800000001ffd8fff7000b081194119401011100ffda0008010100000000${'ff7f'.repeat(301)}ff7effd9`
/** Black, by OpenJPEG. */
const JPEG_2000 =
  'ff4fff510029000000001194000011940000000000000000000011940000119400000000000000000001070101ff52000c00000001000504040001ff5c00134040484850' +
  '484850484850484850484850ff640025000143726561746564206279204f70656e4a5045472076657273696f6e20322e352e34ff90000a0000000000780001ff93f7f805' +
  '7f00aff8047f00afe015fc023fe011fc023fe00c115054afff7fe989607f115054afff7fe989607f115054afff7fe07f115054afff7fe989607f115054afff7fe989607f' +
  '115054afff7fe07f115054afff44be3f115054afff44be3f115054afb1818080808080ffd9'
/** Gray, by OpenJPH: six empty packets. */
const HTJ2K =
  'ff4fff510029400000001194000011940000000000000000000011940000119400000000000000000001070101ff500008000200000002ff52000c000200010005040440' +
  '01ff5c00132048505050505050505050505050484848ff64001700014f70656e4a50482056657220302e32362e332eff90000a0000000000140001ff93000000000000ff' +
  'd9'
const BLOCKS = Math.ceil(LARGE / 8) ** 2

describe('a large frame of one color is decoded:', () => {
  const samples = new Uint8Array(LARGE * LARGE)
  const cells = { pixels: samples.length, samplesPerPixel: 1, bytesAllocated: 1 }
  it.each<[string, string, () => Uint8Array, number]>([
    ['RLE', '.5', () => encodeRle(samples, cells, LARGE)!, 0],
    ['runs of RLE across rows', '.5', () => rleRuns(Math.ceil(samples.length / 128)), 0],
    ['deflate', '.8.1', () => deflateRawSync(samples, { level: 9 }), 0],
    ['JPEG with two bits a block', '.4.50', () => zeroJpeg(0xc0, LARGE, Math.ceil(BLOCKS / 4), [0, 63, 0]), 128],
    ['progressive JPEG with one bit a block', '.4.55', () => zeroJpeg(0xc2, LARGE, Math.ceil(BLOCKS / 8), [0, 0, 0]), 128],
    ['lossless JPEG with one bit a sample', '.4.70', () => zeroJpeg(0xc3, LARGE, Math.ceil(samples.length / 8), [1, 0, 0]), 128],
    ['JPEG-LS', '.4.80', () => hex(JPEG_LS), 0],
    ['JPEG 2000', '.4.90', () => hex(JPEG_2000), 0],
    ['HTJ2K', '.4.202', () => hex(HTJ2K), 128],
  ])('%s', async (_name, syntax, makeStream, value) => {
    const frame = (await openPixels(readDicom(fileOf(syntax, [makeStream()], { edge: LARGE })))).readFrame(0)
    expect(frame.damaged).toBe(false)
    expect(frame.bytes.length).toBe(samples.length)
    expect(frame.bytes.every((sample) => sample === value)).toBe(true)
  })

  it.each<[string, string, Uint8Array]>([
    ['RLE', '.5', rleRuns(Math.ceil(samples.length / 128) - 40)],
    ['JPEG', '.4.50', zeroJpeg(0xc0, LARGE, Math.ceil(BLOCKS / 4) - 600, [0, 63, 0])],
    ['progressive JPEG', '.4.55', zeroJpeg(0xc2, LARGE, Math.ceil(BLOCKS / 8) - 600, [0, 0, 0])],
    ['lossless JPEG', '.4.70', zeroJpeg(0xc3, LARGE, Math.ceil(samples.length / 8) - 200, [1, 0, 0])],
  ])('and refused where it lacks some bytes: %s', async (_name, syntax, stream) => {
    const source = await openPixels(readDicom(fileOf(syntax, [stream], { edge: LARGE })))
    expect(() => source.readFrame(0)).toThrow(
      expect.objectContaining({ code: TOO_SHORT, facts: expect.objectContaining({ actualBytes: expect.any(Number) }) }),
    )
  })
})
