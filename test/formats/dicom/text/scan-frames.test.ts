// Text in frames: where it is found, over which frames, and that nothing is found where there is none.
import { describe, expect, it } from 'vitest'
import { openPixels } from '../../../../src/formats/dicom/pixels/pixel-source.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { mergeRegions } from '../../../../src/formats/dicom/text/merge-regions.ts'
import { scanFrames, type TextScan } from '../../../../src/formats/dicom/text/scan-frames.ts'
import { concat, element, part10, u16 } from '../build-dicom.ts'
import { type Canvas, canvas, drawLine, type Line } from './draw-text.ts'

const WIDTH = 256
const HEIGHT = 192

function fileOf(frames: readonly Canvas[], deep = false): Uint8Array {
  const samples = concat(...frames.map((frame) => frame.samples))
  const words = new Uint8Array(new Uint16Array(Array.from(samples, (value) => value * 16)).buffer)
  return part10(
    concat(
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
      element(0x00280002, 'US', u16(1)),
      element(0x00280004, 'CS', 'MONOCHROME2'),
      element(0x00280008, 'IS', String(frames.length)),
      element(0x00280010, 'US', u16(HEIGHT)),
      element(0x00280011, 'US', u16(WIDTH)),
      element(0x00280100, 'US', u16(deep ? 16 : 8)),
      element(0x00280101, 'US', u16(deep ? 12 : 8)),
      element(0x00280102, 'US', u16(deep ? 11 : 7)),
      element(0x00280103, 'US', u16(0)),
      element(0x7fe00010, deep ? 'OW' : 'OB', deep ? words : samples),
    ),
  )
}

async function scan(bytes: Uint8Array): Promise<TextScan> {
  const file = readDicom(bytes)
  return scanFrames(file, await openPixels(file))
}

/** Part of the ink inside the regions of a frame. */
function covered(ink: readonly number[], { regions }: TextScan, frame = 0): number {
  const inside = ink.filter((at) => {
    const x = at % WIDTH
    const y = Math.floor(at / WIDTH)
    return regions.some(
      ({ column, row, width, height, firstFrame, lastFrame }) =>
        firstFrame <= frame && frame <= lastFrame && x >= column && x < column + width && y >= row && y < row + height,
    )
  })
  return inside.length / ink.length
}

/** A wave that goes on from frame to frame. */
function moving(frame: number): Canvas {
  const picture = canvas(WIDTH, HEIGHT, 20, 0)
  for (let at = 0; at < picture.samples.length; at++) picture.samples[at] = 60 + 50 * Math.sin((at % WIDTH) / 40 + frame)
  return picture
}

const LINE: Line = { text: 'PATIENT 10.03.1961', column: 12, row: 20, value: 255 }

describe('text is found:', () => {
  it.each<[string, Line, number?]>([
    ['light on dark, 7 pixels high', LINE],
    ['14 pixels high', { ...LINE, scale: 2 }],
    ['35 pixels high', { ...LINE, text: 'BISLER', scale: 5 }],
    ['56 pixels high', { ...LINE, text: 'SALE', scale: 8 }],
    ['dark on light', { ...LINE, value: 0, scale: 2 }, 170],
    ['with little contrast', { ...LINE, value: 150, scale: 2 }],
    ['from below to above', { ...LINE, row: 180, scale: 1, upward: true }],
    ['at an angle of 35 degrees', { ...LINE, column: 40, scale: 2, text: 'BISLER 1961', fall: 35 }],
    ['at an angle of -50 degrees', { ...LINE, column: 40, row: 170, scale: 2, text: 'BISLER 1961', fall: -50 }],
  ])('%s', async (_name, line, level = 20) => {
    const picture = canvas(WIDTH, HEIGHT, level)
    const ink = drawLine(picture, line)
    for (const deep of [false, true]) {
      const found = await scan(fileOf([picture], deep))
      expect(covered(ink, found)).toBeGreaterThan(0.97)
      const area = found.regions.reduce((sum, { width, height }) => sum + width * height, 0)
      expect(area).toBeLessThan(0.45 * WIDTH * HEIGHT)
    }
  })

  it('with 8 shades more than a flat ground', async () => {
    for (const level of [0, 90, 240]) {
      const picture = { width: WIDTH, height: HEIGHT, samples: new Uint8Array(WIDTH * HEIGHT).fill(level) }
      // A bright and a dark shape: without them, the whole range would be these shades.
      picture.samples.fill(255, 120 * WIDTH, 140 * WIDTH)
      picture.samples.fill(0, 150 * WIDTH, 170 * WIDTH)
      const ink = drawLine(picture, { ...LINE, scale: 2, value: level + 8 })
      expect(covered(ink, await scan(fileOf([picture])))).toBeGreaterThan(0.9)
    }
  })

  it.each([
    ['faint, for longer than a line of text', 11, WIDTH],
    ['clearer than faint text', 24, 36],
  ])('but not in marks that are %s: raised, they would be letters', async (_name, shades, width) => {
    const noise = canvas(WIDTH, HEIGHT, 60, 100).samples
    const picture = { width: WIDTH, height: HEIGHT, samples: new Uint8Array(WIDTH * HEIGHT).fill(20) }
    for (let row = 70; row < HEIGHT - 10; row += 14) {
      for (let at = row * WIDTH; at < (row + 8) * WIDTH; at++) {
        // Of six neighbors together, so that marks are as wide as strokes.
        const sum = [0, 1, WIDTH, WIDTH + 1, 2 * WIDTH, 2 * WIDTH + 1].reduce((total, step) => total + noise[at + step]!, 0)
        if ((at % WIDTH) % 64 < width && sum > 6 * 62) picture.samples[at] = 20 + shades
      }
    }
    // A bright and a dark shape: without them, the whole range would be that of the marks.
    picture.samples.fill(0, 0, 60 * WIDTH)
    for (let y = 8; y < 16; y++) picture.samples.fill(255, y * WIDTH + 8, y * WIDTH + 40)
    const { regions } = await scan(fileOf([picture]))
    expect(regions.filter(({ row }) => row > 40)).toEqual([])
  })

  it('and nothing where there is none', async () => {
    for (const [level, noise] of [
      [20, 0],
      [20, 30],
      [120, 60],
    ] as const)
      expect((await scan(fileOf([canvas(WIDTH, HEIGHT, level, noise)]))).regions).toEqual([])
  })
})

describe('frames', () => {
  it('that show the same text have regions over all of them', async () => {
    const frames = [0, 1, 2, 3].map((i) => {
      const frame = canvas(WIDTH, HEIGHT, 20)
      drawLine(frame, LINE)
      // Something moves below.
      for (let y = 100; y < 140; y++) frame.samples.fill(90, y * WIDTH + 20 + 30 * i, y * WIDTH + 50 + 30 * i)
      return frame
    })
    const found = await scan(fileOf(frames))
    expect(found).toMatchObject({ frames: 4, wholeFrames: 1 })
    expect(new Set(found.regions.map(({ firstFrame, lastFrame }) => `${firstFrame}-${lastFrame}`))).toEqual(new Set(['0-3']))
  })

  it('find a text at an angle that comes later', async () => {
    const frames = [0, 1, 2].map(() => canvas(WIDTH, HEIGHT, 20))
    const ink = drawLine(frames[1]!, { ...LINE, column: 40, scale: 2, text: 'BISLER 1961', fall: 35 })
    expect(covered(ink, await scan(fileOf(frames)), 1)).toBeGreaterThan(0.97)
  })

  it('of a picture that moves keep a text at an angle up to the next search, also where noise hides it', async () => {
    const noise = canvas(WIDTH, HEIGHT, 100, 90).samples
    const inks: number[][] = []
    const frames = Array.from({ length: 14 }, (_, i) => {
      const frame = { width: WIDTH, height: HEIGHT, samples: noise.map((_sample, at) => noise[(at + i * 7919) % noise.length]!) }
      inks.push(drawLine(frame, { ...LINE, column: 40, scale: 2, text: 'BISLER 1961', fall: 35, value: 230 }))
      return frame
    })
    const found = await scan(fileOf(frames))
    for (let i = 2; i < 13; i++) expect(covered(inks[i]!, found, i)).toBeGreaterThan(0.97)
  })

  it('of a picture that moves follow a text that turns', async () => {
    const frames = Array.from({ length: 10 }, (_, i) => moving(i))
    const inks = frames.map((frame, i) =>
      drawLine(frame, { ...LINE, column: 40, row: 60, scale: 2, text: 'BISLER 1961', fall: 60 - 4 * i }),
    )
    const found = await scan(fileOf(frames))
    inks.forEach((ink, i) => {
      expect(covered(ink, found, i)).toBeGreaterThan(0.9)
    })
  })

  it('between two searches of a picture that moves are covered also where the number of its views changes then', async () => {
    const frames = Array.from({ length: 12 }, (_, i) => moving(i))
    const inks = frames
      .slice(5)
      .map((frame) => drawLine(frame, { ...LINE, column: 40, scale: 2, text: 'BISLER 1961', fall: 35, value: 140 }))
    // One bright pixel presses the others together, and a narrower range is a second view.
    for (const frame of frames.slice(9)) frame.samples[WIDTH * HEIGHT - 1] = 255
    const found = await scan(fileOf(frames))
    expect(found.wholeFrames).toBe(2)
    inks.forEach((ink, i) => {
      expect(covered(ink, found, i + 5)).toBeGreaterThan(0.97)
    })
  })

  it('of a picture that moves find a text at an angle that comes late and stays, in each of its frames', async () => {
    const frames = Array.from({ length: 30 }, (_, i) => moving(i))
    const inks = frames.slice(12).map((frame) => drawLine(frame, { ...LINE, column: 40, scale: 2, text: 'BISLER 1961', fall: 35 }))
    const found = await scan(fileOf(frames))
    inks.forEach((ink, i) => {
      expect(covered(ink, found, i + 12)).toBeGreaterThan(0.97)
    })
  })

  it('in whose midst a text comes and goes have a region for its frames', async () => {
    const frames = [0, 1, 2, 3, 4].map(() => canvas(WIDTH, HEIGHT, 20))
    const ink = drawLine(frames[2]!, { ...LINE, scale: 2 })
    for (const at of ink) frames[3]!.samples[at] = frames[2]!.samples[at]!
    const found = await scan(fileOf(frames))
    expect(covered(ink, found, 2)).toBeGreaterThan(0.97)
    expect(new Set(found.regions.map(({ firstFrame, lastFrame }) => `${firstFrame}-${lastFrame}`))).toEqual(new Set(['2-3']))
  })
})

it.each([
  [1, 1],
  [3, 200],
  [200, 3],
])('pictures of %i × %i are searched', async (width, height) => {
  const bytes = part10(
    concat(
      element(0x00280010, 'US', u16(height)),
      element(0x00280011, 'US', u16(width)),
      element(0x00280100, 'US', u16(8)),
      element(0x7fe00010, 'OB', new Uint8Array(width * height + ((width * height) % 2))),
    ),
  )
  expect((await scan(bytes)).regions).toEqual([])
})

/** A picture of 16 bits, in one sample or three. */
function deepFile(
  values: readonly number[],
  { channels = 1, window }: { channels?: 1 | 3; window?: readonly [number, number] } = {},
): Uint8Array {
  const words = Uint16Array.from({ length: values.length * channels }, (_, i) => values[Math.floor(i / channels)]!)
  return part10(
    concat(
      element(0x00280002, 'US', u16(channels)),
      element(0x00280004, 'CS', channels === 3 ? 'RGB ' : 'MONOCHROME2'),
      element(0x00280010, 'US', u16(HEIGHT)),
      element(0x00280011, 'US', u16(WIDTH)),
      element(0x00280100, 'US', u16(16)),
      element(0x00280101, 'US', u16(16)),
      element(0x00280102, 'US', u16(15)),
      element(0x00280103, 'US', u16(0)),
      ...(window ? [element(0x00281050, 'DS', `${window[0]} `), element(0x00281051, 'DS', `${window[1]} `)] : []),
      element(0x7fe00010, 'OW', new Uint8Array(words.buffer)),
    ),
  )
}

describe('text that another window shows is found:', () => {
  const picture = canvas(WIDTH, HEIGHT, 20)
  const ink = drawLine(picture, LINE)

  it('beside a sample that presses all others together', async () => {
    const values = [...picture.samples]
    values[WIDTH * HEIGHT - 1] = 60_000
    expect(covered(ink, await scan(deepFile(values)))).toBeGreaterThan(0.97)
  })

  it('below the window of the file, where the picture is nearly the same otherwise', async () => {
    const values: number[] = Array.from({ length: WIDTH * HEIGHT }, () => 0)
    for (const at of ink) values[at] = 300
    for (let y = 150; y < 160; y++) values.fill(1300, y * WIDTH + 20, y * WIDTH + 200)
    expect(covered(ink, await scan(deepFile(values, { window: [850, 900] })))).toBeGreaterThan(0.97)
  })

  it('in the low bits of deep colors', async () => {
    expect(covered(ink, await scan(deepFile([...picture.samples], { channels: 3 })))).toBeGreaterThan(0.97)
  })
})

it('a frame of regions beyond number becomes one region', () => {
  const regions = Array.from({ length: 5000 }, (_, i) => ({
    column: 12 * (i % 100),
    row: 12 * Math.floor(i / 100),
    width: 8,
    height: 8,
    score: 0.9,
  }))
  expect(mergeRegions(regions)).toEqual([{ column: 0, row: 0, width: 1196, height: 596, score: 0.9 }])
})

describe('text of a color that the first picture of a frame does not show stays found while beside it changes', () => {
  /** Red on light gray: as bright as its ground by the brightest channel. */
  const framesOf = (scale: number, [left, top, width, height]: readonly number[]) => {
    const picture = canvas(WIDTH, HEIGHT, 200)
    const ink = drawLine({ ...picture, samples: picture.samples.slice() }, { ...LINE, scale })
    const inked = new Set(ink)
    const draw = (isChanged: boolean) =>
      Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
        const pixel = Math.floor(at / 3)
        if (inked.has(pixel)) return at % 3 === 0 ? picture.samples[pixel]! : 0
        const [x, y] = [(pixel % WIDTH) - LINE.column, Math.floor(pixel / WIDTH) - LINE.row]
        const isIn = x >= left! && x < left! + width! && y >= top! && y < top! + height!
        return isChanged && isIn ? 100 : picture.samples[pixel]!
      })
    return { ink, bytes: colorFile([draw(false), draw(true), draw(true)]) }
  }

  it.each([
    [1, [0, -4, 200, 4]],
    [1, [0, 8, 200, 4]],
    [1, [96, 0, 8, 8]],
    [1, [100, 4, 4, 4]],
    [2, [56, 4, 4, 4]],
    [2, [-8, 0, 8, 8]],
  ])('scale %d, change at %j', async (scale, area) => {
    const { ink, bytes } = framesOf(scale, area)
    const found = await scan(bytes)
    expect([0, 1, 2].map((frame) => covered(ink, found, frame) > 0.97)).toEqual([true, true, true])
  })
})

function colorFile(frames: readonly Uint8Array[]): Uint8Array {
  return part10(
    concat(
      element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.7'),
      element(0x00280002, 'US', u16(3)),
      element(0x00280004, 'CS', 'RGB'),
      element(0x00280006, 'US', u16(0)),
      element(0x00280008, 'IS', String(frames.length)),
      element(0x00280010, 'US', u16(HEIGHT)),
      element(0x00280011, 'US', u16(WIDTH)),
      element(0x00280100, 'US', u16(8)),
      element(0x00280101, 'US', u16(8)),
      element(0x00280102, 'US', u16(7)),
      element(0x00280103, 'US', u16(0)),
      element(0x7fe00010, 'OB', concat(...frames)),
    ),
  )
}
