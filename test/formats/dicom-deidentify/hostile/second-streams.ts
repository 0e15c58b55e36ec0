// A second set of hostile frames, with other names and other places than the first.
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { concat, element, encapsulated, part10, sequence, text, u16 } from '../../dicom/build-dicom.ts'
import { even, type HostileFile, inOrder, readFixture } from './hostile-files.ts'
import { box, endOf, firstTile, insert, scanOf, segment, u16be, u32be, wrapped } from './streams.ts'

export const OTHER_NAME = 'Thistlewick'
export const OTHER_ID = '70415596'
export const OTHER_BIRTH = '19480922'
/** In no attribute of the header. */
export const OTHER_STRANGER = 'Marchbanks'

export const OTHER_HEAD: readonly Uint8Array[] = [
  element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.2'),
  element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.9.78'),
  element(0x00080060, 'CS', 'CT'),
  element(0x00100010, 'PN', `${OTHER_NAME}^Odette`),
  element(0x00100020, 'LO', OTHER_ID),
  element(0x00100030, 'DA', OTHER_BIRTH),
]

const BASE = '1.2.840.10008.1.2'
const SAID = text(`${OTHER_STRANGER}, Odette ${OTHER_NAME} `)
const WIDE = concat(...[...`${OTHER_STRANGER} ${OTHER_NAME}`].map((sign) => Uint8Array.of(0, sign.charCodeAt(0))))
const PLANTS = [OTHER_STRANGER, OTHER_NAME]
const NOTHING = new Uint8Array(0)

type Place = readonly [place: string, spoil: (stream: Uint8Array) => Uint8Array]

const JPEG: readonly Place[] = [
  [
    'a thumbnail in the JFIF header',
    (stream) => insert(stream, 2, segment(0xe0, text('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 5, 2], SAID.subarray(0, 30))),
  ],
  ['a second image behind the end', (stream) => concat(stream, Uint8Array.of(0xff, 0xd8), segment(0xe1, SAID), Uint8Array.of(0xff, 0xd9))],
  ['a comment in letters of two bytes', (stream) => insert(stream, 2, segment(0xfe, WIDE))],
  [
    'many fill bytes and a comment',
    (stream) => insert(stream, scanOf(stream), concat(Uint8Array.of(0xff, 0xff, 0xff), segment(0xfe, SAID))),
  ],
  ['a header of a picture in levels', (stream) => insert(stream, 2, segment(0xdf, SAID))],
  ['a reserved segment', (stream) => insert(stream, 2, segment(0x02, SAID))],
  ['a segment of version', (stream) => insert(stream, scanOf(stream), segment(0xf0, SAID))],
  ['an Adobe record with a tail', (stream) => insert(stream, 2, segment(0xee, text('AdobeX'), SAID))],
  [
    'twenty comments of two letters',
    (stream) => insert(stream, 2, concat(...[...OTHER_STRANGER].map((sign) => segment(0xfe, [sign.charCodeAt(0)])))),
  ],
  ['arithmetic conditioning of no scan', (stream) => insert(stream, 2, segment(0xcc, SAID))],
  ['a picture of pictures', (stream) => insert(stream, 2, segment(0xe2, text('MPF\0MM\0*'), SAID))],
]

/** Codes that no sample has, in the table of the coefficients beside the first. */
function inHuffmanTable(stream: Uint8Array, plant: string): Uint8Array {
  let at = 2
  while (stream[at + 1] !== 0xc4 || stream[at + 4]! >> 4 === 0) at += 2 + ((stream[at + 2]! << 8) | stream[at + 3]!)
  const end = at + 2 + ((stream[at + 2]! << 8) | stream[at + 3]!)
  const table = concat(stream.subarray(at + 4, end), text(plant))
  table[16] = table[16]! + plant.length
  return concat(stream.subarray(0, at), segment(0xc4, table), stream.subarray(end))
}

const JPEG_TABLES: readonly Place[] = [
  ['in codes of no sample', (stream) => inHuffmanTable(stream, OTHER_STRANGER)],
  // The table of `gray12-jpeg-extended` ends with `Scs`, which samples have.
  ['in small letters behind codes of samples', (stream) => inHuffmanTable(stream, OTHER_STRANGER.toLowerCase())],
]

const LS: readonly Place[] = [
  ['a SPIFF header', (stream) => insert(stream, 2, segment(0xe8, text('SPIFF\0'), SAID))],
  ['behind the coding parameters', (stream) => insert(stream, scanOf(stream), segment(0xf8, [1, 0, 255, 0, 3, 0, 7, 0, 21, 0, 64], SAID))],
  ['an extension of no known kind', (stream) => insert(stream, scanOf(stream), segment(0xf8, [9], SAID))],
]

const J2K: readonly Place[] = [
  ['a comment of no kind', (stream) => insert(stream, firstTile(stream), segment(0x64, u16be(7), WIDE))],
  ['a comment behind the size', (stream) => insert(stream, 4 + ((stream[4]! << 8) | stream[5]!), segment(0x64, u16be(0), SAID))],
  ['a name in a list of names', (stream) => wrapped(stream, box('asoc', box('nlst', u32be(0)), box('lbl ', SAID)))],
  ['an address of a record', (stream) => wrapped(stream, box('uinf', box('ulst', u16be(0)), box('url ', u32be(0), SAID)))],
  ['property rights', (stream) => wrapped(stream, box('jp2i', SAID))],
  ['a box with a long length', (stream) => wrapped(stream, concat(u32be(1), text('xml '), u32be(0), u32be(SAID.length + 16), SAID))],
  ['a last box without a length', (stream) => concat(wrapped(stream, NOTHING), u32be(0), text('xml '), SAID)],
  ['free space', (stream) => wrapped(stream, box('free', SAID))],
  ['resolutions with a tail', (stream) => wrapped(stream, box('res ', box('resc', new Uint8Array(10), SAID)))],
]

/** Moves the segments of an RLE frame behind the first one back by a plant. */
function behindFirstSegment(stream: Uint8Array): Uint8Array {
  const view = new DataView(stream.buffer, stream.byteOffset)
  const at = stream[0]! > 1 ? view.getUint32(8, true) : stream.length
  const spoilt = insert(stream, at, SAID)
  const to = new DataView(spoilt.buffer)
  for (let i = 2; i <= stream[0]!; i++) to.setUint32(4 * i, view.getUint32(4 * i, true) + SAID.length, true)
  return spoilt
}

const literal = (bytes: Uint8Array) => concat([bytes.length - 1], bytes)
const RLE: readonly Place[] = [
  ['behind the first segment', behindFirstSegment],
  ['a run that no pixel takes', (stream) => concat(stream, literal(SAID))],
  ['runs of one letter', (stream) => concat(stream, ...[...OTHER_STRANGER].map((sign) => [0, sign.charCodeAt(0)]), text(OTHER_STRANGER))],
]

const JXL_SIGNATURE = concat(box('JXL ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)), box('ftyp', text('jxl \0\0\0\0jxl ')))
const JXL: readonly Place[] = [
  ['a packed record', (stream) => concat(JXL_SIGNATURE, box('brob', text('Exif'), SAID), box('jxlc', stream))],
  ['a record of origin', (stream) => concat(JXL_SIGNATURE, box('jumb', SAID), box('jxlc', stream))],
  [
    'brands',
    (stream) =>
      concat(box('JXL ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)), box('ftyp', text('jxl \0\0\0\0jxl '), SAID), box('jxlc', stream)),
  ],
  ['behind all boxes', (stream) => concat(JXL_SIGNATURE, box('jxlc', stream), u32be(0), text('abcd'), SAID)],
]

const TAIL: readonly Place[] = [
  ['a packed text behind the frame', (stream) => concat(stream, deflateRawSync(SAID), SAID)],
  ['another packed stream behind it', (stream) => concat(stream, deflateSync(SAID, { level: 0 }))],
  ['an archive behind it', (stream) => concat(stream, gzipSync(SAID, { level: 0 }))],
]

const FIXTURES: readonly (readonly [fixture: string, syntax: string, places: readonly Place[]])[] = [
  ['gray8-jpeg-baseline', '.4.50', [...JPEG, ...JPEG_TABLES]],
  ['rgb8-jpeg-baseline', '.4.50', JPEG_TABLES],
  ['gray12-jpeg-extended', '.4.51', [...JPEG, ...JPEG_TABLES]],
  ['signed16-jpeg-lossless', '.4.57', JPEG.slice(1, 7)],
  ['gray8-jpeg-lossless', '.4.70', JPEG.slice(1, 7)],
  ['rgb8-jpegls-line', '.4.80', [...JPEG.slice(1, 4), ...LS]],
  ['rgb8-jpegls-plane', '.4.80', LS],
  ['gray12-jpegls-near', '.4.81', LS],
  ['rgb8-jpeg2000', '.4.90', J2K],
  ['signed12-jpeg2000', '.4.90', J2K.slice(0, 2)],
  ['gray12-jpeg2000-lossy', '.4.91', J2K],
  ['gray8-jpegxl', '.4.110', JXL],
  ['rgb8-jpegxl', '.4.112', JXL],
  ['rgb8-htj2k', '.4.201', J2K.slice(0, 2)],
  ['gray16-htj2k', '.4.203', J2K.slice(0, 2)],
  ['rgb8-rle', '.5', RLE],
  ['gray32-rle', '.5', RLE],
  ['gray12-rle', '.5', RLE],
  ['gray8x3-deflated-frames', '.8.1', TAIL],
  ['gray12-encapsulated', '.1.98', TAIL],
]

/** One frame in two fragments, cut inside the plant. */
function inTwo(stream: Uint8Array, at: number): readonly Uint8Array[] {
  return [stream.subarray(0, at), even(stream.subarray(at))]
}

function splitFiles(): HostileFile[] {
  const jpeg = readFixture('gray8-jpeg-baseline')
  const j2k = readFixture('gray8-jpeg2000')
  const build = (name: string, { description }: typeof jpeg, fragments: readonly Uint8Array[], syntax: string): HostileFile => ({
    name: `second: ${name}`,
    bytes: part10(inOrder([...OTHER_HEAD, ...description, encapsulated([], fragments)]), `${BASE}${syntax}`),
    plants: PLANTS,
    options: [],
  })
  const commented = insert(jpeg.streams[0]!, 2, segment(0xfe, SAID))
  const tailed = concat(j2k.streams[0]!, SAID)
  return [
    build('a comment over two fragments', jpeg, inTwo(commented, 16), '.4.50'),
    build('a comment whose length is in another fragment', jpeg, inTwo(commented, 4), '.4.50'),
    build('a tail over two fragments', j2k, inTwo(tailed, tailed.length - 12), '.4.90'),
    build('a tail in a fragment of its own', jpeg, [even(jpeg.streams[0]!), SAID], '.4.50'),
    build('a fragment between two of a frame', j2k, [j2k.streams[0]!.subarray(0, 60), SAID, even(j2k.streams[0]!.subarray(60))], '.4.90'),
    build('before the end of a scan', jpeg, [even(insert(jpeg.streams[0]!, endOf(jpeg.streams[0]!), SAID))], '.4.50'),
  ]
}

/** Pixel data inside items, where no frame of the file is. */
function nestedFiles(): HostileFile[] {
  const grey = readFixture('gray8-jpeg-baseline')
  const icon = (...more: readonly Uint8Array[]) =>
    sequence(0x00880200, [
      concat(
        Uint8Array.of(0xfe, 0xff, 0, 0xe0, 0xff, 0xff, 0xff, 0xff),
        inOrder([...grey.description, ...more]),
        Uint8Array.of(0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0),
      ),
    ])
  const build = (name: string, elements: readonly Uint8Array[], syntax = '.1'): HostileFile => ({
    name: `second: ${name}`,
    bytes: part10(inOrder([...OTHER_HEAD, ...elements]), `${BASE}${syntax}`),
    plants: PLANTS,
    options: ['retain-safe-private'],
  })
  const spoilt = insert(grey.streams[0]!, 2, segment(0xfe, SAID))
  const small = [element(0x00280010, 'US', u16(2)), element(0x00280011, 'US', u16(2))]
  return [
    build(
      'an icon with a comment',
      [...grey.description, icon(encapsulated([], [even(spoilt)])), encapsulated([], [even(grey.streams[0]!)])],
      '.4.50',
    ),
    build('an icon with a tail', [icon(...small, element(0x7fe00010, 'OB', concat(new Uint8Array(4), SAID)))]),
    build('a frame with floats and a tail', [
      ...grey.description,
      ...small,
      element(0x00280100, 'US', u16(32)),
      element(0x7fe00008, 'OF', concat(new Uint8Array(16), even(SAID))),
    ]),
    build('a frame with doubles and a tail', [
      ...grey.description,
      ...small,
      element(0x00280100, 'US', u16(64)),
      element(0x7fe00009, 'OD', concat(new Uint8Array(32), even(SAID))),
    ]),
  ]
}

export function secondStreamFiles(): HostileFile[] {
  const spoilt = FIXTURES.flatMap(([fixture, syntax, places]) => {
    const { description, streams } = readFixture(fixture)
    return places.map(([place, spoil]): HostileFile => {
      const frames = [...streams.slice(0, -1), spoil(streams.at(-1)!)].map(even)
      return {
        name: `second: ${fixture}: ${place}`,
        bytes: part10(inOrder([...OTHER_HEAD, ...description, encapsulated([], frames)]), `${BASE}${syntax}`),
        plants: PLANTS,
        options: [],
      }
    })
  })
  return [...spoilt, ...splitFiles(), ...nestedFiles()]
}
