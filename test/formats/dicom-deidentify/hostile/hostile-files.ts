// Files that hide names, dates and numbers beside the samples and in values that nobody reads: over all transfer syntaxes, with plants that the header
// has and with one that it has not.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProfileOption } from '../../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { findIn } from '../../../../src/formats/dicom/dicom-file.ts'
import { readDicom } from '../../../../src/formats/dicom/read/read-dicom.ts'
import { projectFolder } from '../../../architecture/source-file.ts'
import { concat, element, encapsulated, part10, text, u16 } from '../../dicom/build-dicom.ts'
import { VALUE_CASES } from './hidden-values.ts'
import {
  h264,
  hevc,
  JPEG_2000_MARKER_SPOILERS,
  JPEG_2000_SPOILERS,
  JPEG_LS_SPOILERS,
  JPEG_SCAN_SPOILERS,
  JPEG_SPOILERS,
  JPEG_TABLE_SPOILERS,
  JPEG_XL_SPOILERS,
  mp4,
  mpeg2,
  RLE_SEGMENT_SPOILERS,
  RLE_SPOILERS,
  type Spoiler,
  STRANGER,
  TAIL_SPOILERS,
} from './streams.ts'

export interface HostileFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** What must not be in the result: in letters of one byte or two, or as a number of any binary kind. */
  readonly plants: readonly string[]
  readonly options: readonly ProfileOption[]
  /** Nothing decodes the pixels. */
  readonly isVideo?: boolean
}

const NAME = 'Quillfeather'
const ID = '88123764'
const BIRTH = '19610307'

const BASE = '1.2.840.10008.1.2'
const wide = (value: string) => concat(...[...value].map((sign) => Uint8Array.of(sign.charCodeAt(0), 0)))
const PLANTS: readonly (readonly [string, Uint8Array])[] = [
  [NAME, text(`by ${NAME}^Rosalind`)],
  [STRANGER, text(`of ${STRANGER} E `)],
  [ID, text(`no ${ID}`)],
  [NAME, wide(`${NAME}  `)],
]

const HEAD: readonly Uint8Array[] = [
  element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
  element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.77'),
  element(0x00080060, 'CS', 'CT'),
  element(0x00100010, 'PN', `${NAME}^Rosalind`),
  element(0x00100020, 'LO', ID),
  element(0x00100030, 'DA', BIRTH),
]

const tagOf = (bytes: Uint8Array): number => ((bytes[0]! | (bytes[1]! << 8)) * 65_536 + (bytes[2]! | (bytes[3]! << 8))) >>> 0

/** The elements in the order of their tags; of one tag, the last. */
export function inOrder(elements: readonly Uint8Array[]): Uint8Array {
  const byTag = new Map(elements.map((one) => [tagOf(one), one]))
  return concat(...[...byTag.values()].sort((a, b) => tagOf(a) - tagOf(b)))
}

/** A file of these elements and the header. */
function fileOf(elements: readonly Uint8Array[], syntax = `${BASE}.1`): Uint8Array {
  return part10(inOrder([...HEAD, ...elements]), syntax)
}

export interface Fixture {
  readonly description: readonly Uint8Array[]
  /** One of a frame. */
  readonly streams: readonly Uint8Array[]
}

export function readFixture(name: string): Fixture {
  const file = readDicom(new Uint8Array(readFileSync(join(projectFolder, 'test', 'fixtures', 'dicom-pixels', `${name}.dcm`))))
  const pixels = findIn(file.dataset, 0x7fe00010)!
  return {
    description: file.dataset.elements.filter(({ tag }) => tag >>> 16 === 0x28).map(({ start, end }) => file.data.slice(start, end)),
    streams: pixels.fragments!.slice(1).map(({ valueStart, end }) => file.data.slice(valueStart, end)),
  }
}

const FIXTURES: readonly (readonly [fixture: string, syntax: string, spoilers: readonly Spoiler[]])[] = [
  ['gray8-jpeg-baseline', '.4.50', [...JPEG_SPOILERS, ...JPEG_TABLE_SPOILERS, ...JPEG_SCAN_SPOILERS]],
  ['rgb8-jpeg-baseline', '.4.50', JPEG_SPOILERS],
  ['gray12-jpeg-extended', '.4.51', [...JPEG_SPOILERS, ...JPEG_TABLE_SPOILERS, ...JPEG_SCAN_SPOILERS]],
  ['signed16-jpeg-lossless', '.4.57', [...JPEG_SPOILERS, ...JPEG_TABLE_SPOILERS]],
  ['gray8-jpeg-lossless', '.4.70', JPEG_SPOILERS],
  ['gray8x3-jpegls', '.4.80', [...JPEG_SPOILERS.slice(0, 9), ...JPEG_LS_SPOILERS]],
  ['gray12-jpegls-near', '.4.81', JPEG_SPOILERS.slice(0, 9)],
  ['gray8-jpeg2000', '.4.90', [...JPEG_2000_SPOILERS, ...JPEG_2000_MARKER_SPOILERS]],
  ['gray12-jpeg2000-lossy', '.4.91', JPEG_2000_SPOILERS],
  ['gray8-jpegxl', '.4.110', JPEG_XL_SPOILERS],
  ['rgb8-jpegxl', '.4.112', JPEG_XL_SPOILERS],
  ['gray8-htj2k', '.4.201', [...JPEG_2000_SPOILERS.slice(0, 3), ...JPEG_2000_MARKER_SPOILERS]],
  ['rgb8-htj2k', '.4.202', [...JPEG_2000_SPOILERS.slice(0, 3), ...JPEG_2000_MARKER_SPOILERS]],
  ['gray16-htj2k', '.4.203', JPEG_2000_SPOILERS.slice(0, 3)],
  ['gray8-rle', '.5', [...RLE_SPOILERS, ...RLE_SEGMENT_SPOILERS]],
  ['signed16-rle', '.5', [...RLE_SPOILERS, ...RLE_SEGMENT_SPOILERS]],
  ['gray8x3-deflated-frames', '.8.1', TAIL_SPOILERS],
  ['gray12-encapsulated', '.1.98', TAIL_SPOILERS],
]

export const even = (bytes: Uint8Array): Uint8Array => (bytes.length % 2 === 0 ? bytes : concat(bytes, Uint8Array.of(0)))

function streamFiles(): HostileFile[] {
  return FIXTURES.flatMap(([fixture, suffix, spoilers], i) => {
    const { description, streams } = readFixture(fixture)
    const fileWith = (frames: readonly Uint8Array[], table: readonly number[] = [], more: readonly Uint8Array[] = []) =>
      fileOf([...description, ...more, encapsulated(table, frames.map(even))], `${BASE}${suffix}`)
    const spoilt = spoilers.map(([place, spoil], j): HostileFile => {
      const [plant, bytes] = PLANTS[(i + j) % PLANTS.length]!
      return {
        name: `${fixture}: ${place}`,
        bytes: fileWith([spoil(streams[0]!, bytes), ...streams.slice(1)]),
        plants: [plant],
        options: [],
      }
    })
    const letters = [...`${NAME}    `].map((sign) => sign.charCodeAt(0))
    const table = [0, 4, 8].map((at) => letters[at]! | (letters[at + 1]! << 8) | (letters[at + 2]! << 16) | (letters[at + 3]! << 24))
    return [
      ...spoilt,
      { name: `${fixture}: rubbish in the offset table`, bytes: fileWith(streams, table), plants: [NAME], options: [] },
      {
        name: `${fixture}: rubbish in the extended offset table`,
        bytes: fileWith(streams, [], [element(0x7fe00001, 'OV', text(`${NAME}^Ros`)), element(0x7fe00002, 'OV', text(`${NAME}^Ros`))]),
        plants: [NAME],
        options: [],
      },
    ]
  })
}

const GREY12 = (bits: number, signed = 0) => [
  element(0x00280002, 'US', u16(1)),
  element(0x00280004, 'CS', 'MONOCHROME2'),
  element(0x00280010, 'US', u16(8)),
  element(0x00280011, 'US', u16(8)),
  element(0x00280100, 'US', u16(16)),
  element(0x00280101, 'US', u16(bits)),
  element(0x00280102, 'US', u16(bits - 1)),
  element(0x00280103, 'US', u16(signed)),
]

/** Letters in the upper bytes of words, whose lower ones are zero there: then they are found as letters of two bytes. */
function inUpperBytes(plant: string): Uint8Array {
  const samples = Uint8Array.from({ length: 128 }, (_, i) => (i % 2 === 0 ? (i * 7) & 255 : 0))
  ;[...plant].forEach((sign, i) => {
    samples.set([0, sign.charCodeAt(0)], 2 * i)
  })
  return samples
}

/** Fragments that are no frame, and frames that the file has not. */
function unassignedFiles(): HostileFile[] {
  const plant = text(`${STRANGER} Edward of Leeds `)
  const rle = readFixture('gray8x3-rle')
  const jpeg = readFixture('gray8-jpeg-baseline')
  const file = (name: string, elements: readonly Uint8Array[], syntax: string): HostileFile => ({
    name: `unassigned: ${name}`,
    bytes: fileOf(elements, `${BASE}${syntax}`),
    plants: [STRANGER],
    options: [],
  })
  const samples = inUpperBytes('')
  return [
    file('a fragment behind the last frame', [...rle.description, encapsulated([], [...rle.streams.map(even), plant])], '.5'),
    file('a fragment before the only frame', [...readFixture('gray8-rle').description, encapsulated([], [plant, plant])], '.5'),
    file(
      'a frame of text',
      [...jpeg.description, element(0x00280008, 'IS', '2 '), encapsulated([], [even(jpeg.streams[0]!), plant])],
      '.4.50',
    ),
    file('a frame of text alone', [...jpeg.description, encapsulated([], [plant])], '.4.50'),
    file('text without a size', [encapsulated([], [plant])], '.4.50'),
    file(
      'behind fewer frames than said',
      [...GREY12(12), element(0x00280008, 'IS', '9 '), element(0x7fe00010, 'OW', concat(samples, plant))],
      '.1',
    ),
    {
      ...file('a second Pixel Data', [], '.1'),
      bytes: part10(concat(...HEAD, ...GREY12(12), element(0x7fe00010, 'OW', samples), element(0x7fe00010, 'OB', plant)), `${BASE}.1`),
    },
  ]
}

function nativeFiles(): HostileFile[] {
  const grey = GREY12(8)
  const samples = inUpperBytes('')
  const spoilt = inUpperBytes(NAME)
  return [
    {
      name: 'native: behind the last pixel',
      bytes: fileOf([...grey, element(0x7fe00010, 'OW', concat(samples, text(`${NAME}^Ros`)))]),
      plants: [NAME],
      options: [],
    },
    {
      name: 'native: behind the last pixel, a stranger',
      bytes: fileOf([...grey, element(0x7fe00010, 'OW', concat(samples, text(STRANGER)))]),
      plants: [STRANGER],
      options: [],
    },
    { name: 'native: spare bits', bytes: fileOf([...grey, element(0x7fe00010, 'OW', inUpperBytes(NAME))]), plants: [NAME], options: [] },
    {
      name: 'native: spare bits of a frame in fragments',
      bytes: fileOf([...grey, encapsulated([], [spoilt.subarray(0, 50), spoilt.subarray(50)])], `${BASE}.1.98`),
      plants: [NAME],
      options: [],
    },
    {
      name: 'native: spare bits of signed samples',
      bytes: fileOf([...GREY12(8, 1), element(0x7fe00010, 'OW', inUpperBytes(STRANGER))]),
      plants: [STRANGER],
      options: [],
    },
  ]
}

function videoFiles(): HostileFile[] {
  const makers = [
    ['.4.100', 'mpeg2', mpeg2],
    ['.4.102', 'h264', h264],
    ['.4.103', 'mp4', mp4],
    ['.4.107', 'hevc', hevc],
  ] as const
  return makers.map(([suffix, name, make]) => ({
    name: `video: ${name}`,
    bytes: fileOf([...GREY12(8), encapsulated([], [even(make(text(`${NAME} ${STRANGER}`)))])], `${BASE}${suffix}`),
    plants: [NAME, STRANGER],
    options: [],
    isVideo: true,
  }))
}

/** Values of attributes, in a file with pixels of 8 × 8. */
function valueFiles(): HostileFile[] {
  return VALUE_CASES.map(({ name, elements, plants, options = [] }) => ({
    name: `value: ${name}`,
    bytes: fileOf([...GREY12(12), ...elements, element(0x7fe00010, 'OW', inUpperBytes(''))]),
    plants,
    options,
  }))
}

export function hostileFiles(): HostileFile[] {
  return [...streamFiles(), ...unassignedFiles(), ...nativeFiles(), ...videoFiles(), ...valueFiles()]
}
