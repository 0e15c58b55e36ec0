// onBurnedIn find: text in the pixels is blanked, nothing else is, and what cannot be searched is refused.
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import { deidentifyPixels } from '../../../src/formats/dicom/deidentify/pixels/find-burned-in.ts'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { findIn } from '../../../src/formats/dicom/dicom-file.ts'
import { encodeRle } from '../../../src/formats/dicom/pixels/codecs/rle.ts'
import { readSamples } from '../../../src/formats/dicom/pixels/frame-samples.ts'
import { openPixels } from '../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { readAsciiValue } from '../../../src/formats/dicom/value/decode-value.ts'
import { concat, element, encapsulated, item, part10, sequence, u16 } from '../dicom/build-dicom.ts'
import { canvas, drawLine } from '../dicom/text/draw-text.ts'
import { CT, SECONDARY_CAPTURE, SETTINGS, UID } from './sample-patient.ts'

const WIDTH = 256
const HEIGHT = 128
const RLE = '1.2.840.10008.1.2.5'
/** Encapsulated Uncompressed Explicit VR Little Endian. */
const ENCAPSULATED = '1.2.840.10008.1.2.1.98'
/** Deflated Image Frame Compression. */
const DEFLATED = '1.2.840.10008.1.2.8.1'
const FIND: DeidentifySettings = { ...SETTINGS, onBurnedIn: 'find' }

const picture = canvas(WIDTH, HEIGHT, 20)
const plain = canvas(WIDTH, HEIGHT, 20)
const ink = drawLine(picture, { text: 'BAILES ROSA 10.03.1961', column: 8, row: 12, value: 255, scale: 1 })

interface Form {
  readonly sopClass?: string
  readonly rle?: boolean
  readonly syntax?: string
  /** Elements before Patient's Name. */
  readonly nested?: Uint8Array
  /** Elements before Rows. */
  readonly before?: Uint8Array
  /** Elements before Pixel Data. */
  readonly other?: Uint8Array
  readonly bits?: readonly [allocated: number, stored: number]
  readonly photometric?: string
}

const NOTHING = new Uint8Array(0)
const evenly = (bytes: Uint8Array): Uint8Array => (bytes.length % 2 === 0 ? bytes : concat(bytes, [0]))

function file(samples: Uint8Array, form: Form = {}): Uint8Array {
  const {
    sopClass = SECONDARY_CAPTURE,
    rle = false,
    syntax = '1.2.840.10008.1.2.1',
    nested = NOTHING,
    before = NOTHING,
    other = NOTHING,
    bits = [8, 8],
    photometric = 'MONOCHROME2',
  } = form
  const cells = { pixels: WIDTH * HEIGHT, samplesPerPixel: 1, bytesAllocated: 1 }
  return part10(
    concat(
      element(0x00080016, 'UI', sopClass),
      element(0x00080018, 'UI', `${UID}.7`),
      nested,
      element(0x00100010, 'PN', 'Bailes^Rosa'),
      element(0x00280002, 'US', u16(1)),
      element(0x00280004, 'CS', photometric),
      before,
      element(0x00280010, 'US', u16(HEIGHT)),
      element(0x00280011, 'US', u16(WIDTH)),
      element(0x00280100, 'US', u16(bits[0])),
      element(0x00280101, 'US', u16(bits[1])),
      element(0x00280102, 'US', u16(bits[1] - 1)),
      element(0x00280103, 'US', u16(0)),
      other,
      rle
        ? encapsulated([], [encodeRle(samples, cells, WIDTH)!])
        : syntax === ENCAPSULATED
          ? encapsulated([], [samples])
          : syntax === DEFLATED
            ? encapsulated([], [evenly(deflateRawSync(samples))])
            : element(0x7fe00010, 'OB', samples),
    ),
    rle ? RLE : syntax,
  )
}

async function find(bytes: Uint8Array, settings: Partial<DeidentifySettings> = {}) {
  const result = await deidentifyPixels(readDicom(bytes), { ...FIND, ...settings })
  const read = readDicom(result.bytes)
  const methods = findIn(read.dataset, 0x00120064)!.items!.map((item) => readAsciiValue(read.data, findIn(item, 0x00080100)!))
  const annotation = findIn(read.dataset, 0x00280301)
  return {
    result,
    methods,
    annotation: annotation && readAsciiValue(read.data, annotation),
    samples: readSamples((await openPixels(read)).readFrame(0)),
  }
}

describe('text that is found', () => {
  it.each([
    ['native', false],
    ['compressed', true],
  ])('is blanked, and nothing far from it: %s', async (_name, rle) => {
    const { result, samples, methods, annotation } = await find(file(picture.samples, { rle }))
    expect(result.search).toMatchObject({ frames: 1, looks: 2 })
    expect(result.search!.found.length).toBeGreaterThan(0)
    expect(ink.every((at) => samples[at] === 0)).toBe(true)
    expect(samples.slice(40 * WIDTH)).toEqual(picture.samples.slice(40 * WIDTH))
    expect(result.pixelState).toBe('blanked')
    // PS3.16 CID 7050: the Clean Pixel Data Option.
    expect(methods).toEqual(['113100', '113101'])
    expect(annotation).toBe('NO')
  })

  it('is blanked with the regions that are given', async () => {
    const { samples } = await find(file(picture.samples), { regions: [{ column: 100, row: 100, width: 10, height: 5 }] })
    expect(ink.every((at) => samples[at] === 0)).toBe(true)
    expect(samples[102 * WIDTH + 104]).toBe(0)
    expect(samples[102 * WIDTH + 120]).toBe(picture.samples[102 * WIDTH + 120])
  })
})

it('text in entries of a palette that have the same color is blanked', async () => {
  const indices = plain.samples.map((shade) => shade & 0xfe)
  for (const at of ink) indices[at] = indices[at]! | 1
  // Entries 2n and 2n + 1 have one color.
  const entries = new Uint8Array(Uint16Array.from({ length: 256 }, (_, i) => (i & 0xfe) * 257).buffer)
  const descriptor = new Uint8Array(Uint16Array.of(256, 0, 16).buffer)
  const tags = [0x00281101, 0x00281102, 0x00281103]
  const palette = concat(...tags.map((tag) => element(tag, 'US', descriptor)), ...tags.map((tag) => element(tag + 0x100, 'OW', entries)))
  const { result, samples } = await find(file(indices, { photometric: 'PALETTE COLOR', other: palette }))
  expect(result.search!.found.length).toBeGreaterThan(0)
  expect(new Set(ink.map((at) => samples[at]))).toEqual(new Set([0]))
})

describe('where nothing is found', () => {
  it('the pixels stay, and the file says that they are clean', async () => {
    const { result, samples, methods, annotation } = await find(file(plain.samples))
    expect(result.search).toMatchObject({ found: [], looks: 2 })
    expect(result.pixelState).toBe('identical')
    expect(samples).toEqual(plain.samples)
    expect([methods, annotation]).toEqual([['113100', '113101'], 'NO'])
  })

  it.each<[string, Partial<DeidentifySettings>, boolean]>([
    ['nobody looks at a CT image', {}, false],
    ['but with look always', { look: 'always' }, true],
    ['and with the option', { options: ['clean-pixel-data'] }, true],
  ])('%s', async (_name, settings, looks) => {
    const { result, methods } = await find(file(picture.samples, { sopClass: CT }), settings)
    expect(result.search !== undefined).toBe(looks)
    expect(methods.includes('113101')).toBe(looks)
  })
})

describe('what cannot be searched is refused', () => {
  it('video', async () => {
    const video = part10(
      concat(
        element(0x00080016, 'UI', SECONDARY_CAPTURE),
        element(0x00280010, 'US', u16(8)),
        element(0x00280011, 'US', u16(8)),
        element(0x00280100, 'US', u16(8)),
        encapsulated([], [new Uint8Array(64)]),
      ),
      '1.2.840.10008.1.2.4.102',
    )
    await expect(find(video)).rejects.toMatchObject({ code: 'unsupported_variant' })
  })

  it('a frame that ends early, by its number', async () => {
    await expect(find(file(picture.samples.subarray(0, 2000)))).rejects.toMatchObject({ code: 'unreadable_input', facts: { frame: 1 } })
  })

  it('a second frame of which Number of Frames says nothing', async () => {
    const bytes = file(concat(plain.samples, picture.samples), { before: element(0x00280008, 'IS', 'TWO ') })
    await expect(find(bytes)).rejects.toMatchObject({ code: 'unsupported_variant' })
  })

  it('a second pixel element', async () => {
    const floats = new Uint8Array(new Float32Array(picture.samples).buffer)
    const bytes = file(plain.samples, { other: element(0x7fe00008, 'OF', floats) })
    await expect(find(bytes)).rejects.toMatchObject({ code: 'unsupported_variant' })
  })

  it.each([
    ['without an overlay in spare bits passes', false],
    ['with one does not', true],
  ])('a compressed frame %s', async (_name, overlaid) => {
    const words = Uint16Array.from(plain.samples)
    if (overlaid) for (const at of ink) words[at] = words[at]! | 0x1000
    const other = concat(element(0x60000100, 'US', u16(16)), element(0x60000102, 'US', u16(12)))
    const bytes = file(new Uint8Array(words.buffer), { bits: [16, 12], other, syntax: DEFLATED })
    if (!overlaid) expect((await find(bytes)).annotation).toBe('NO')
    else await expect(find(bytes)).rejects.toMatchObject({ code: 'unsupported_variant' })
  })

  it('tiles of a whole-slide image', async () => {
    const u32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer)
    const matrix = [element(0x00480006, 'UL', u32(2 * WIDTH)), element(0x00480007, 'UL', u32(HEIGHT))]
    const frames = element(0x00280008, 'IS', '2 ')
    const bytes = file(concat(plain.samples, plain.samples), { before: frames, other: concat(...matrix) })
    await expect(find(bytes)).rejects.toMatchObject({ code: 'unsupported_variant', message: expect.stringContaining('tiles') })
  })

  it('a compressed frame with a picture above Bits Stored', async () => {
    const words = Uint16Array.from(plain.samples)
    for (const at of ink) words[at] = words[at]! | 0x1000
    const bytes = file(new Uint8Array(words.buffer), { bits: [16, 12], syntax: DEFLATED })
    await expect(find(bytes)).rejects.toMatchObject({ code: 'unsupported_variant', facts: { frame: 1 } })
  })

  it('but not a frame in fragments without compression, whose spare bits are cleared', async () => {
    const words = Uint16Array.from(plain.samples)
    for (const at of ink) words[at] = words[at]! | 0x1000
    const bytes = file(new Uint8Array(words.buffer), { bits: [16, 12], syntax: ENCAPSULATED })
    expect((await find(bytes)).result.pixelState).toBe('cleaned')
  })

  it('a file that nobody searched, even with regions', () => {
    const settings: DeidentifySettings = { ...FIND, regions: [{ column: 0, row: 0, width: 4, height: 4 }] }
    expect(() => deidentifyFile(readDicom(file(picture.samples)), settings)).toThrow(
      expect.objectContaining({ code: 'unsupported_variant' }),
    )
  })
})

it('float pixels inside a sequence are removed', async () => {
  const nested = sequence(0x00082112, [item(element(0x7fe00008, 'OF', new Uint8Array(new Float32Array([1, 2]).buffer)))])
  const { result } = await find(file(plain.samples, { nested }))
  const changes = result.changes.filter(({ rule }) => rule === 'nested pixel data')
  expect(changes.map(({ action }) => action)).toEqual(['remove'])
})
