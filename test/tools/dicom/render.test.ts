// dicom/render draws what the clauses of PS3.3 say, pixel by pixel.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { dicomRender } from '../../../src/tools/dicom/render.ts'
import { concat, element, item, part10, sequence, u16 } from '../../formats/dicom/build-dicom.ts'
import { readPng } from '../../formats/dicom/pixels/read-png.ts'
import { type Changes, imageDataset } from '../../formats/dicom/pixels/sample-image.ts'

const DEEP = { rows: 1, columns: 4, bitsAllocated: 16, bitsStored: 16 }
const words = (...values: readonly number[]): Uint8Array => element(0x7fe00010, 'OW', concat(...values.map((value) => u16(value & 0xffff))))
const text = (tag: number, vr: string, value: string): Uint8Array => element(tag, vr, value)
const descriptor = (tag: number, ...values: readonly number[]): Uint8Array =>
  element(tag, 'US', concat(...values.map((value) => u16(value))))
const table = (tag: number, ...values: readonly number[]): Uint8Array => element(tag, 'OW', concat(...values.map((value) => u16(value))))

async function draw(changes: Changes, options: Record<string, unknown> = {}) {
  const result: Record<string, unknown> = await runTool(dicomRender, { file: part10(imageDataset(changes)) }, options)
  return { ...result, window: result.window, pixels: readPng(result.image as Uint8Array).pixels }
}

describe('shades of grey', () => {
  test('C.11.2.1.2: LINEAR, with the edges of the window', async () => {
    const more = concat(text(0x00281050, 'DS', '128'), text(0x00281051, 'DS', '256'))
    const { pixels, window } = await draw({ ...DEEP, more, pixels: words(0, 127, 255, 999) })
    expect(pixels).toEqual([0, 127, 255, 255])
    expect(window).toEqual({ from: 'file', center: 128, width: 256, function: 'LINEAR' })
  })

  test('C.11.2.1.3: LINEAR_EXACT and SIGMOID', async () => {
    const of = (name: string): Uint8Array =>
      concat(text(0x00281050, 'DS', '100'), text(0x00281051, 'DS', '100'), text(0x00281056, 'CS', name))
    expect((await draw({ ...DEEP, more: of('LINEAR_EXACT'), pixels: words(50, 75, 125, 150) })).pixels).toEqual([0, 64, 191, 255])
    expect((await draw({ ...DEEP, more: of('SIGMOID'), pixels: words(0, 100, 200, 50) })).pixels).toEqual([5, 128, 250, 30])
  })

  test('C.11.1.1.2: slope and intercept come before the window of the caller', async () => {
    const more = concat(text(0x00281052, 'DS', '-1024'), text(0x00281053, 'DS', '2'))
    const { pixels } = await draw({ ...DEEP, more, pixels: words(0, 512, 640, 1024) }, { window: { center: 128, width: 256 } })
    expect(pixels).toEqual([0, 0, 255, 255])
  })

  test('C.11.1.1: a modality LUT, inputs outside taking its ends', async () => {
    const lut = item(concat(descriptor(0x00283002, 3, 10, 16), table(0x00283006, 0, 50, 100)))
    const { pixels } = await draw({ ...DEEP, more: sequence(0x00283000, [lut]), pixels: words(0, 10, 11, 99) })
    expect(pixels).toEqual([0, 0, 128, 255])
  })

  test('C.11.2.1.1: a VOI LUT where there is no window', async () => {
    const lut = item(concat(descriptor(0x00283002, 4, 0, 8), table(0x00283006, 255, 10, 20, 0)))
    const { pixels, window } = await draw({ ...DEEP, more: sequence(0x00283010, [lut]), pixels: words(0, 1, 2, 3) })
    expect(pixels).toEqual([255, 10, 20, 0])
    expect(window).toEqual({ from: 'lut' })
  })

  test('C.7.6.3.1.2: MONOCHROME1 is bright where values are low; signed; without window the range decides', async () => {
    const { pixels } = await draw({ ...DEEP, signed: true, photometric: 'MONOCHROME1', pixels: words(-100, 0, 50, 100) })
    expect(pixels).toEqual([255, 128, 64, 0])
  })

  test('C.7.5.1.1.2: padding is no part of the range', async () => {
    const more = element(0x00280120, 'SS', u16(-2000 & 0xffff))
    const format = { ...DEEP, signed: true }
    const dataset = part10(imageDataset({ ...format, more, pixels: words(-2000, 0, 50, 100) }))
    const result = await runTool(dicomRender, { file: dataset })
    expect(readPng(result.image as Uint8Array).pixels).toEqual([0, 0, 128, 255])
  })

  test('C.7.6.16.2: the groups of the frame go before the shared ones', async () => {
    const window = (center: number): Uint8Array =>
      sequence(0x00289132, [item(concat(text(0x00281050, 'DS', String(center)), text(0x00281051, 'DS', '2')))])
    const more = concat(sequence(0x52009229, [item(window(999))]), sequence(0x52009230, [item(window(10)), item(concat())]))
    const changes = { ...DEEP, frames: 2, more, pixels: words(0, 0, 0, 0, 0, 0, 0, 0) }
    expect((await draw(changes)).window).toMatchObject({ center: 10 })
    expect((await draw(changes, { frame: 2 })).window).toMatchObject({ center: 999 })
  })
})

describe('colours', () => {
  const COLOUR = { rows: 1, columns: 2, samplesPerPixel: 3 }
  test('C.7.6.3.1.2: RGB and YBR_FULL', async () => {
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(255, 0, 7, 76, 85, 255))
    expect((await draw({ ...COLOUR, photometric: 'RGB', pixels })).pixels).toEqual([255, 0, 7, 76, 85, 255])
    const ybr = element(0x7fe00010, 'OB', Uint8Array.of(76, 85, 255, 128, 128, 128))
    expect((await draw({ ...COLOUR, photometric: 'YBR_FULL', pixels: ybr })).pixels).toEqual([254, 0, 0, 128, 128, 128])
  })

  test('C.7.6.3.1.5 and C.7.9.2: palettes of 16 bits, one of them segmented', async () => {
    const more = concat(
      ...[0x00281101, 0x00281102, 0x00281103].map((tag) => descriptor(tag, 4, 10, 16)),
      table(0x00281201, 0, 0x1000, 0x2000, 0xffff),
      table(0x00281202, 0, 0, 0, 0x8000),
      table(0x00281223, 0, 1, 0xff00, 1, 3, 0xc000),
    )
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(0, 11, 12, 200))
    const result = await draw({ rows: 1, columns: 4, photometric: 'PALETTE COLOR', more, pixels })
    expect(result.pixels).toEqual([0, 0, 255, 16, 0, 234, 32, 0, 213, 255, 128, 192])
  })

  test('a palette that is missing is a fault', async () => {
    const pixels = element(0x7fe00010, 'OB', Uint8Array.of(0, 1))
    await expect(draw({ rows: 1, columns: 2, photometric: 'PALETTE COLOR', pixels })).rejects.toMatchObject({ code: 'unreadable_input' })
  })
})

describe('overlays', () => {
  test('C.9.2: a plane of its own, at its origin, and none where it is excluded', async () => {
    const plane = concat(
      element(0x60000010, 'US', u16(1)),
      element(0x60000011, 'US', u16(2)),
      element(0x60000050, 'SS', concat(u16(1), u16(2))),
      element(0x60003000, 'OW', Uint8Array.of(0b11, 0)),
    )
    const changes = { ...DEEP, more: plane, pixels: words(0, 0, 0, 0) }
    expect((await draw(changes)).pixels).toEqual([0, 255, 255, 0])
    expect((await draw(changes, { overlays: 'exclude' })).pixels).toEqual([0, 0, 0, 0])
  })

  test('C.9.2 of older editions: in a high bit of the cells', async () => {
    const more = concat(element(0x60000100, 'US', u16(16)), element(0x60000102, 'US', u16(12)))
    expect((await draw({ ...DEEP, bitsStored: 12, more, pixels: words(0, 0x1000, 0, 0x1000) })).pixels).toEqual([0, 255, 0, 255])
  })
})

test('size reduces by the mean of the area, and never enlarges', async () => {
  const changes = { rows: 2, columns: 4, pixels: element(0x7fe00010, 'OB', Uint8Array.of(0, 100, 200, 200, 0, 100, 255, 145)) }
  const options = { window: { center: 128, width: 256 } }
  expect(await draw(changes, { ...options, size: 2 })).toMatchObject({ width: 2, height: 1, pixels: [50, 200] })
  expect(await draw(changes, { ...options, size: 99 })).toMatchObject({ width: 4, height: 2 })
})
