// Writes src/tools/dicom/phantom.generated.ts: a made-up head phantom (ellipses after Shepp and Logan, IEEE TNS 21(3), 1974) of three frames as a
// DICOM file, for the examples of the tools. One form has text of an invented patient in its pixels.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

const EDGE = 128
const FRAMES = 3
/** Stored values are Hounsfield units plus this. */
const OFFSET = 1024

/** Semiaxes, center, angle in degrees, and Hounsfield units, each over what is below it; positions in halves of the picture. */
const ELLIPSES: readonly (readonly [a: number, b: number, x: number, y: number, angle: number, units: number])[] = [
  [0.69, 0.92, 0, 0, 0, 900],
  [0.6624, 0.874, 0, -0.0184, 0, 36],
  [0.11, 0.31, 0.22, 0, -18, 8],
  [0.16, 0.41, -0.22, 0, 18, 8],
  [0.21, 0.25, 0, 0.35, 0, 44],
  [0.046, 0.046, 0, 0.1, 0, 70],
  [0.046, 0.046, 0, -0.1, 0, 70],
  [0.046, 0.023, -0.08, -0.605, 0, 62],
  [0.023, 0.023, 0, -0.606, 0, 62],
  [0.023, 0.046, 0.06, -0.605, 0, 62],
]

/** Five columns, seven rows; a bit for each column. */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  S: [15, 16, 16, 14, 1, 1, 30],
  A: [14, 17, 17, 31, 17, 17, 17],
  M: [17, 27, 21, 21, 17, 17, 17],
  P: [30, 17, 17, 30, 16, 16, 16],
  L: [16, 16, 16, 16, 16, 16, 31],
  E: [31, 16, 16, 30, 16, 16, 31],
  N: [17, 25, 21, 19, 17, 17, 17],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  ' ': [0, 0, 0, 0, 0, 0, 0],
}

function drawFrame(frame: number, text: string): Uint16Array {
  const values = new Uint16Array(EDGE * EDGE)
  for (let row = 0; row < EDGE; row++) {
    for (let column = 0; column < EDGE; column++) {
      values[row * EDGE + column] = OFFSET + unitsAt((2 * column + 1) / EDGE - 1, 1 - (2 * row + 1) / EDGE, frame)
    }
  }
  drawText(values, text, 3, 3)
  return values
}

/** Inner ellipses shrink from frame to frame, as in slices. */
function unitsAt(x: number, y: number, frame: number): number {
  let units = -1000
  for (const [index, [a, b, centerX, centerY, angle, value]] of ELLIPSES.entries()) {
    const scale = index < 2 ? 1 : 1 - 0.22 * frame
    const turn = (angle * Math.PI) / 180
    const [dx, dy] = [x - centerX, y - centerY]
    const along = (dx * Math.cos(turn) + dy * Math.sin(turn)) / (a * scale)
    const across = (dy * Math.cos(turn) - dx * Math.sin(turn)) / (b * scale)
    if (along ** 2 + across ** 2 <= 1) units = value
  }
  return units
}

/** Twice as large as the glyphs. */
function drawText(values: Uint16Array, text: string, left: number, top: number): void {
  for (const [index, sign] of [...text].entries()) {
    for (const [row, bits] of GLYPHS[sign]!.entries()) {
      for (let column = 0; column < 5; column++) {
        if (!(bits & (16 >> column))) continue
        for (const [dx, dy] of [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ] as const) {
          values[(top + row * 2 + dy) * EDGE + left + index * 12 + column * 2 + dx] = OFFSET + 1000
        }
      }
    }
  }
}

/** RLE of PS3.5 Annex G: the planes of the bytes, the higher one first. */
function encodeRle(values: Uint16Array): Buffer {
  const planes = [8, 0].map((shift) => {
    const bytes = Array.from({ length: EDGE }, (_, row) => packRow(values.subarray(row * EDGE, (row + 1) * EDGE), shift)).flat()
    return Buffer.from(bytes.length % 2 === 0 ? bytes : [...bytes, 0])
  })
  const head = Buffer.alloc(64)
  head.writeUInt32LE(2, 0)
  head.writeUInt32LE(64, 4)
  head.writeUInt32LE(64 + planes[0]!.length, 8)
  return Buffer.concat([head, ...planes])
}

function packRow(row: Uint16Array, shift: number): number[] {
  const bytes = Array.from(row, (value) => (value >> shift) & 255)
  const packed: number[] = []
  for (let at = 0; at < bytes.length; ) {
    const run = runAt(bytes, at)
    if (run > 1) {
      packed.push(257 - run, bytes[at]!)
      at += run
      continue
    }
    let end = at + 1
    while (end < bytes.length && runAt(bytes, end) < 3) end++
    packed.push(end - at - 1, ...bytes.slice(at, end))
    at = end
  }
  return packed
}

function runAt(bytes: readonly number[], at: number): number {
  let end = at + 1
  while (end < bytes.length && bytes[end] === bytes[at] && end - at < 128) end++
  return end - at
}

type Element = readonly [group: number, element: number, vr: string, value: string | Buffer]

function writeElement([group, element, vr, value]: Element): Buffer {
  const body = typeof value === 'string' ? Buffer.from(value.length % 2 === 0 ? value : value + (vr === 'UI' ? '\0' : ' ')) : value
  const isLong = ['OB', 'OW', 'SQ', 'UN'].includes(vr)
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(group, 0)
  head.writeUInt16LE(element, 2)
  head.write(vr, 4)
  if (isLong) head.writeUInt32LE(body.length, 8)
  else head.writeUInt16LE(body.length, 6)
  return Buffer.concat([head, body])
}

const us = (value: number): Buffer => Buffer.from([value & 255, value >> 8])

/** @param last digit of the UIDs */
function writeFile(text: string, last: number): Buffer {
  const root = '1.2.826.0.1.3680043.10.1338.7'
  const classUid = '1.2.840.10008.5.1.4.1.1.7.3'
  const meta = Buffer.concat(
    (
      [
        [0x0002, 0x0001, 'OB', Buffer.from([0, 1])],
        [0x0002, 0x0002, 'UI', classUid],
        [0x0002, 0x0003, 'UI', `${root}.3.${last}`],
        [0x0002, 0x0010, 'UI', '1.2.840.10008.1.2.5'],
        [0x0002, 0x0012, 'UI', `${root}.9`],
      ] as const
    ).map(writeElement),
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(meta.length)
  const dataset = Buffer.concat(
    (
      [
        [0x0008, 0x0008, 'CS', 'DERIVED\\SECONDARY'],
        [0x0008, 0x0016, 'UI', classUid],
        [0x0008, 0x0018, 'UI', `${root}.3.${last}`],
        [0x0008, 0x0020, 'DA', '20260102'],
        [0x0008, 0x0060, 'CS', 'OT'],
        [0x0008, 0x0064, 'CS', 'SYN'],
        [0x0008, 0x1030, 'LO', 'Head phantom'],
        [0x0010, 0x0010, 'PN', 'Sample^Ann'],
        [0x0010, 0x0020, 'LO', '1771'],
        [0x0020, 0x000d, 'UI', `${root}.1.${last}`],
        [0x0020, 0x000e, 'UI', `${root}.2.${last}`],
        [0x0020, 0x0013, 'IS', '1'],
        [0x0028, 0x0002, 'US', us(1)],
        [0x0028, 0x0004, 'CS', 'MONOCHROME2'],
        [0x0028, 0x0008, 'IS', String(FRAMES)],
        [0x0028, 0x0010, 'US', us(EDGE)],
        [0x0028, 0x0011, 'US', us(EDGE)],
        [0x0028, 0x0100, 'US', us(16)],
        [0x0028, 0x0101, 'US', us(12)],
        [0x0028, 0x0102, 'US', us(11)],
        [0x0028, 0x0103, 'US', us(0)],
        [0x0028, 0x1050, 'DS', '40'],
        [0x0028, 0x1051, 'DS', '120'],
        [0x0028, 0x1052, 'DS', String(-OFFSET)],
        [0x0028, 0x1053, 'DS', '1'],
        [0x0028, 0x1054, 'LO', 'HU'],
      ] as const
    ).map(writeElement),
  )
  const items = [Buffer.alloc(0), ...Array.from({ length: FRAMES }, (_, frame) => encodeRle(drawFrame(frame, text)))].map((content) => {
    const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
    head.writeUInt32LE(content.length, 4)
    return Buffer.concat([head, content])
  })
  const pixels = Buffer.concat([
    Buffer.from([0xe0, 0x7f, 0x10, 0x00, 0x4f, 0x42, 0, 0, 0xff, 0xff, 0xff, 0xff]),
    ...items,
    Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]),
  ])
  return Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), writeElement([0x0002, 0x0000, 'UL', length]), meta, dataset, pixels])
}

const PLAIN = writeFile('', 1).toString('base64')
const WITH_TEXT = writeFile('SAMPLE ANN', 2).toString('base64')
writeFileSync(
  join(projectFolder, 'src', 'tools', 'dicom', 'phantom.generated.ts'),
  `// Written by build/dicom-phantom.ts: a made-up head phantom of three frames, in base64.

/** 12 bits, RLE Lossless, in Hounsfield units. */
export const PHANTOM =
  '${PLAIN}'

/** The same with text of an invented patient in its pixels. */
export const PHANTOM_WITH_TEXT =
  '${WITH_TEXT}'
`,
)
