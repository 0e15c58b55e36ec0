// Compressed streams of the fixtures with texts in the places that no sample needs.
import { concat, text } from '../../dicom/build-dicom.ts'

/** In no attribute of the header. */
export const STRANGER = 'Brimblecombe'

/** A stream with a plant, and where it is. */
export type Spoiler = readonly [place: string, spoil: (stream: Uint8Array, plant: Uint8Array) => Uint8Array]

export const u16be = (value: number) => Uint8Array.of(value >> 8, value & 255)
export const u32be = (value: number) => Uint8Array.of(value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255)
export const insert = (stream: Uint8Array, at: number, what: Uint8Array) => concat(stream.subarray(0, at), what, stream.subarray(at))
export const segment = (marker: number, ...content: readonly (Uint8Array | readonly number[])[]) => {
  const bytes = concat(...content)
  return concat(Uint8Array.of(0xff, marker), u16be(bytes.length + 2), bytes)
}
export const box = (type: string, ...content: readonly (Uint8Array | readonly number[])[]) => {
  const bytes = concat(...content)
  return concat(u32be(bytes.length + 8), text(type), bytes)
}
/** Offset of the scan, behind all tables. */
export function scanOf(stream: Uint8Array): number {
  let at = 2
  while (stream[at + 1] !== 0xda) at += 2 + ((stream[at + 2]! << 8) | stream[at + 3]!)
  return at
}

export const JPEG_SPOILERS: readonly Spoiler[] = [
  ['a comment', (stream, plant) => insert(stream, 2, segment(0xfe, plant))],
  ['a comment before the scan', (stream, plant) => insert(stream, scanOf(stream), segment(0xfe, plant))],
  ['a camera record', (stream, plant) => insert(stream, 2, segment(0xe1, text('Exif\0\0MM\0*'), plant))],
  ['metadata in XML', (stream, plant) => insert(stream, 2, segment(0xe1, text('http://ns.adobe.com/xap/1.0/\0'), plant))],
  ['an ICC profile', (stream, plant) => insert(stream, 2, segment(0xe2, text('ICC_PROFILE\0\x01\x01'), plant))],
  ['a thumbnail', (stream, plant) => insert(stream, 2, segment(0xe0, text('JFXX\0\x13'), plant))],
  ['an editor record', (stream, plant) => insert(stream, 2, segment(0xed, text('Photoshop 3.0\0'), plant))],
  ['a private application', (stream, plant) => insert(stream, 2, segment(0xef, plant))],
  ['between two segments', (stream, plant) => insert(stream, 2, concat(segment(0xef, text('ab')), plant))],
  ['behind the end', (stream, plant) => concat(stream, plant)],
]

export const endOf = (stream: Uint8Array): number => stream.lastIndexOf(0xd9) - 1
const padded = (plant: Uint8Array, length: number): Uint8Array => concat(plant, new Uint8Array(length - plant.length).fill(1))

/** Tables and segments that no scan uses. */
export const JPEG_TABLE_SPOILERS: readonly Spoiler[] = [
  ['a quantization table of no component', (stream, plant) => insert(stream, 2, segment(0xdb, [3], padded(plant, 64)))],
  ['a quantization table that is replaced', (stream, plant) => insert(stream, 2, segment(0xdb, [0], padded(plant, 64)))],
  [
    'a Huffman table of no scan',
    (stream, plant) => insert(stream, 2, segment(0xc4, [0x13, 0, 0, 0, 0, 0, 0, 0, plant.length, 0, 0, 0, 0, 0, 0, 0, 0], plant)),
  ],
  ['a segment of no known kind', (stream, plant) => insert(stream, 2, segment(0xf0, plant))],
]

export const JPEG_SCAN_SPOILERS: readonly Spoiler[] = [
  ['behind the last sample', (stream) => insert(stream, endOf(stream), text(`${STRANGER} Edward of Leeds 1961`))],
]

export const JPEG_LS_SPOILERS: readonly Spoiler[] = [
  ['a mapping table of no scan', (stream, plant) => insert(stream, scanOf(stream), segment(0xf8, [2, 9, 1], plant))],
  ['a segment of no known kind', (stream, plant) => insert(stream, 2, segment(0xf0, plant))],
]

/** Behind the main header of a codestream, before its first tile-part. */
export function firstTile(stream: Uint8Array): number {
  let at = 2
  while (stream[at + 1] !== 0x90) at += 2 + ((stream[at + 2]! << 8) | stream[at + 3]!)
  return at
}

function withTileComment(stream: Uint8Array, plant: Uint8Array): Uint8Array {
  const tile = firstTile(stream)
  const comment = segment(0x64, u16be(1), plant)
  const longer = insert(stream, tile + 12, comment)
  const length = new DataView(stream.buffer, stream.byteOffset).getUint32(tile + 6)
  if (length > 0) longer.set(u32be(length + comment.length), tile + 6)
  return longer
}

interface More {
  readonly brands?: Uint8Array
  readonly header?: Uint8Array
  readonly colour?: Uint8Array
}

export function wrapped(stream: Uint8Array, more: Uint8Array, behind: More = {}): Uint8Array {
  const view = new DataView(stream.buffer, stream.byteOffset)
  const components = view.getUint16(40)
  const image = concat(u32be(view.getUint32(12)), u32be(view.getUint32(8)), u16be(components), Uint8Array.of(stream[42]!, 7, 0, 0))
  const colour = Uint8Array.of(1, 0, 0, 0, 0, 0, components === 3 ? 16 : 17)
  return concat(
    box('jP  ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)),
    box('ftyp', text('jp2 \0\0\0\0jp2 '), behind.brands ?? []),
    box('jp2h', box('ihdr', image, behind.header ?? []), box('colr', colour, behind.colour ?? [])),
    more,
    box('jp2c', stream),
  )
}

export const JPEG_2000_SPOILERS: readonly Spoiler[] = [
  ['a comment', (stream, plant) => insert(stream, firstTile(stream), segment(0x64, u16be(1), plant))],
  ['a comment of a tile', withTileComment],
  ['behind the end', (stream, plant) => concat(stream, plant)],
  ['an XML box', (stream, plant) => wrapped(stream, box('xml ', plant))],
  ['a box with an identifier', (stream, plant) => wrapped(stream, box('uuid', new Uint8Array(16).fill(7), plant))],
  ['a second codestream', (stream, plant) => concat(wrapped(stream, new Uint8Array(0)), box('jp2c', plant))],
  ['a box of unknown kind', (stream, plant) => wrapped(stream, box('quil', plant))],
]

const inMainHeader =
  (marker: number) =>
  (stream: Uint8Array, plant: Uint8Array): Uint8Array =>
    insert(stream, firstTile(stream), segment(marker, plant))

export const JPEG_2000_MARKER_SPOILERS: readonly Spoiler[] = [
  ['lengths of tile-parts', inMainHeader(0x55)],
  ['lengths of packets', inMainHeader(0x57)],
  ['a registration of components', inMainHeader(0x63)],
  ['a marker of no known kind', inMainHeader(0x70)],
  ['brands', (stream, plant) => wrapped(stream, new Uint8Array(0), { brands: plant })],
  ['behind the image header', (stream, plant) => wrapped(stream, new Uint8Array(0), { header: plant })],
  ['behind the colours', (stream, plant) => wrapped(stream, new Uint8Array(0), { colour: plant })],
  [
    'behind the last packet',
    (stream) => {
      const plant = text(`${STRANGER} Edward of Leeds 1961`)
      const tile = firstTile(stream)
      const length = new DataView(stream.buffer, stream.byteOffset).getUint32(tile + 6)
      const longer = insert(stream, length > 0 ? tile + length : endOf(stream), plant)
      if (length > 0) longer.set(u32be(length + plant.length), tile + 6)
      return longer
    },
  ],
]

const JXL_HEAD = concat(box('JXL ', Uint8Array.of(0x0d, 0x0a, 0x87, 0x0a)), box('ftyp', text('jxl \0\0\0\0jxl ')))
export const JPEG_XL_SPOILERS: readonly Spoiler[] = [
  ['a camera record', (stream, plant) => concat(JXL_HEAD, box('Exif', u32be(0), plant), box('jxlc', stream))],
  ['an XML box', (stream, plant) => concat(JXL_HEAD, box('xml ', plant), box('jxlc', stream))],
  ['a second codestream', (stream, plant) => concat(JXL_HEAD, box('jxlc', stream), box('jxlc', plant))],
  ['the record of a JPEG file', (stream, plant) => concat(JXL_HEAD, box('jxlc', stream), box('jbrd', plant))],
  ['an index', (stream, plant) => concat(JXL_HEAD, box('jxli', plant), box('jxlc', stream))],
  ['behind a level', (stream, plant) => concat(JXL_HEAD, box('jxll', [5], plant), box('jxlc', stream))],
  ['behind the codestream', (stream) => concat(stream, text(`${STRANGER} Edward of Leeds 1961`))],
]

export const RLE_SPOILERS: readonly Spoiler[] = [
  [
    'spare offsets',
    (stream, plant) => {
      const spoilt = Uint8Array.from(stream)
      const count = stream[0]!
      spoilt.set(plant.subarray(0, 64 - 4 - 4 * count), 4 + 4 * count)
      return spoilt
    },
  ],
  [
    'between header and segments',
    (stream, plant) => {
      const padded = plant.length % 2 === 0 ? plant : concat(plant, Uint8Array.of(0))
      const spoilt = insert(stream, 64, padded)
      const view = new DataView(spoilt.buffer, spoilt.byteOffset)
      for (let i = 1; i <= stream[0]!; i++) view.setUint32(4 * i, view.getUint32(4 * i, true) + padded.length, true)
      return spoilt
    },
  ],
  ['behind the last segment', (stream, plant) => concat(stream, plant)],
]

export const RLE_SEGMENT_SPOILERS: readonly Spoiler[] = [
  [
    'a segment of no plane',
    (stream, plant) => {
      const spoilt = concat(stream, [plant.length - 1], plant)
      const view = new DataView(spoilt.buffer, spoilt.byteOffset)
      const count = view.getUint32(0, true)
      view.setUint32(0, count + 1, true)
      view.setUint32(4 + 4 * count, stream.length, true)
      return spoilt
    },
  ],
]

export const TAIL_SPOILERS: readonly Spoiler[] = [['behind the frame', (stream, plant) => concat(stream, plant)]]

export const mp4 = (plant: Uint8Array): Uint8Array =>
  concat(
    box('ftyp', text('isom\0\0\0\0isom')),
    box('moov', box('trak', box('mdia', box('hdlr', new Uint8Array(24), plant))), box('udta', plant)),
    box('free', plant),
    box('mdat', Uint8Array.of(0, 0, 0, 1, 9, 16)),
  )
export const mpeg2 = (plant: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0, 0, 1, 0xb3, 1, 2, 3, 4, 0, 0, 1, 0xb2), plant, Uint8Array.of(0, 0, 1, 0, 5, 6, 7, 8))
export const h264 = (plant: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0, 0, 1, 0x67, 1, 2, 3, 4, 0, 0, 1, 6, 5), plant, Uint8Array.of(0, 0, 1, 0x65, 5, 6, 7, 8))
export const hevc = (plant: Uint8Array): Uint8Array =>
  concat(Uint8Array.of(0, 0, 1, 0x40, 1, 2, 3, 4, 0, 0, 1, 0x4e, 1, 5), plant, Uint8Array.of(0, 0, 1, 0x26, 1, 6, 7, 8))
