// Frames of odd sizes and numbers are searched; one that cannot be decoded ends the search of its file with its number.
import { describe, expect, it } from 'vitest'
import { deidentifyPixels } from '../../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import { readSamples } from '../../../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { scanFrames } from '../../../../src/formats/dicom/text/scan-frames.ts'
import { even, inOrder, readFixture } from '../../dicom-deidentify/hostile/hostile-files.ts'
import { SETTINGS } from '../../dicom-deidentify/sample-patient.ts'
import { element, encapsulated, part10, u16 } from '../build-dicom.ts'
import { canvas, drawLine } from './draw-text.ts'

const FIND = { ...SETTINGS, onBurnedIn: 'find' as const }
const HEAD = [
  element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
  element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.82'),
  element(0x00280002, 'US', u16(1)),
  element(0x00280004, 'CS', 'MONOCHROME2'),
  element(0x00280100, 'US', u16(8)),
  element(0x00280101, 'US', u16(8)),
  element(0x00280102, 'US', u16(7)),
  element(0x00280103, 'US', u16(0)),
]

function fileOf(width: number, height: number, frames: number, samples: Uint8Array): Uint8Array {
  const shape = [element(0x00280008, 'IS', String(frames)), element(0x00280010, 'US', u16(height)), element(0x00280011, 'US', u16(width))]
  return part10(inOrder([...HEAD, ...shape, element(0x7fe00010, 'OB', even(samples))]))
}

async function blank(bytes: Uint8Array) {
  const result = await deidentifyPixels(readDicom(bytes), FIND)
  return { search: result.search!, source: await openPixels(readDicom(result.bytes)) }
}

describe('a frame that cannot be decoded is named, and nothing comes out:', () => {
  it.each([
    ['.4.50', 'gray8-jpeg-baseline'],
    ['.4.51', 'gray12-jpeg-extended'],
    ['.4.70', 'gray8-jpeg-lossless'],
    ['.4.80', 'gray8x3-jpegls'],
    ['.4.90', 'gray8-jpeg2000'],
    ['.4.201', 'gray8-htj2k'],
  ])('the third of four, 1.2.840.10008.1.2%s', async (syntax, fixture) => {
    const { description, streams } = readFixture(fixture)
    const whole = streams[0]!
    const half = whole.slice()
    half.fill(0x55, 30)
    const elements = [
      ...description.filter((one) => one[0] !== 0x28 || one[2] !== 0x08),
      ...HEAD.slice(0, 2),
      element(0x00280008, 'IS', '4 '),
      encapsulated([], [whole, whole, half, whole].map(even)),
    ]
    const file = readDicom(part10(inOrder(elements), `1.2.840.10008.1.2${syntax}`))
    const refusal = { message: expect.stringContaining('Frame 3 '), facts: { frame: 3 } }
    await expect(scanFrames(file, await openPixels(file))).rejects.toMatchObject(refusal)
    await expect(deidentifyPixels(file, FIND)).rejects.toMatchObject(refusal)
  })

  it('the last of native frames that ends early', async () => {
    const bytes = fileOf(64, 64, 5, new Uint8Array(64 * 64 * 5 - 10))
    await expect(deidentifyPixels(readDicom(bytes), FIND)).rejects.toMatchObject({ code: 'unreadable_input', facts: { frame: 5 } })
  })
})

describe('frames of odd sizes are searched:', () => {
  it.each([
    [1, 1],
    [1, 40_000],
    [40_000, 1],
    [3, 7],
  ])('%i x %i', async (width, height) => {
    const samples = canvas(width, height, 128, 200).samples
    const { search, source } = await blank(fileOf(width, height, 1, samples))
    expect(search).toMatchObject({ frames: 1, found: [] })
    expect(Array.from(readSamples(source.readFrame(0)))).toEqual(Array.from(samples))
  })

  it('40,000 columns, with a name at the far end', async () => {
    const picture = canvas(40_000, 32, 20)
    const ink = drawLine(picture, { text: 'BAILES ROSA', column: 39_700, row: 8, value: 255, scale: 2 })
    const { source } = await blank(fileOf(40_000, 32, 1, picture.samples))
    const samples = readSamples(source.readFrame(0))
    expect(ink.every((at) => samples[at] === 0)).toBe(true)
    expect(samples[100]).toBe(picture.samples[100])
  })

  it('10,000 frames, with a name in the last but one', async () => {
    const [width, height, frames] = [48, 24, 10_000]
    const samples = new Uint8Array(width * height * frames).fill(20)
    const picture = { width, height, samples: samples.subarray(width * height * (frames - 2), width * height * (frames - 1)) }
    const ink = drawLine(picture, { text: 'BISLER', column: 4, row: 8, value: 255 })
    expect(ink.length).toBeGreaterThan(50)
    const { search, source } = await blank(fileOf(width, height, frames, samples))
    expect(search.frames).toBe(frames)
    expect(search.found.every(({ firstFrame, lastFrame }) => firstFrame === frames - 2 && lastFrame === frames - 2)).toBe(true)
    const last = readSamples(source.readFrame(frames - 2))
    expect(ink.every((at) => last[at] === 0)).toBe(true)
    expect(readSamples(source.readFrame(0))[8 * width + 4]).toBe(20)
  })
})
