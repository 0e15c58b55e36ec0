// Originals planted where the profile keeps things are removed, or reported where they cannot be.
import { describe, expect, it } from 'vitest'
import { part10WithMeta } from '../../tools/dicom/validate-result.ts'
import { concat, element, encapsulated, item, part10, sequence, text, u16 } from '../dicom/build-dicom.ts'
import { CT, deidentify, SMALL_IMAGE, UID } from './sample-patient.ts'

const JPEG = '1.2.840.10008.1.2.4.50'
const JPEG_2000 = '1.2.840.10008.1.2.4.90'
const RLE = '1.2.840.10008.1.2.5'
const PIXELS = '(7FE0,0010)'

/** A CT of an invented patient with these pixels and elements beside it, in the order of their tags. */
function planted(pixels: Uint8Array, syntax = '1.2.840.10008.1.2.1', more: readonly Uint8Array[] = []): Uint8Array {
  const elements = [
    element(0x00080016, 'UI', CT),
    element(0x00080018, 'UI', `${UID}.7`),
    element(0x00100010, 'PN', 'Osricbrand^Ada'),
    element(0x00100020, 'LO', '10004711'),
    ...SMALL_IMAGE,
    ...more,
    pixels,
  ]
  return part10(concat(...elements.toSorted((a, b) => tagOf(a) - tagOf(b))), syntax)
}

const tagOf = (bytes: Uint8Array): number => ((bytes[0]! | (bytes[1]! << 8)) * 65_536 + (bytes[2]! | (bytes[3]! << 8))) >>> 0
const native = (...bytes: readonly Uint8Array[]) => element(0x7fe00010, 'OB', concat(...bytes))
const frame = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
const segment = (marker: number, content: string): Uint8Array =>
  concat(Uint8Array.of(0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255), text(content))
const scan = concat(segment(0xda, 'abcdef'), new Uint8Array(3000).fill(0x55))
const jpeg = (...segments: readonly Uint8Array[]) =>
  encapsulated([], [concat(Uint8Array.of(0xff, 0xd8), ...segments, Uint8Array.of(0xff, 0xd9))])
/** A tile-part with two bytes of data; its length is counted from its marker. */
const tilePart = Uint8Array.of(0xff, 0x90, 0, 10, 0, 0, 0, 0, 0, 16, 0, 1, 0xff, 0x93, 1, 2)
const wide = (value: string) => text([...value].join('\0'))

describe('an original beside the samples of Pixel Data is removed:', () => {
  it.each([
    ['behind the last frame', planted(native(frame, text('Osricbrand^Ada')))],
    ['behind the last frame, a word of it', planted(native(frame, text('of ADA OSRICBRAND')))],
    ['behind the last frame, as UTF-16', planted(native(frame, wide('Osricbrand^Ada'), Uint8Array.of(0)))],
    ['in a comment of JPEG', planted(jpeg(segment(0xfe, 'Osricbrand, Ada '), scan), JPEG)],
    ['in an application segment of JPEG', planted(jpeg(segment(0xe1, 'Exif\0\0id 10004711'), scan), JPEG)],
    [
      'behind the end of JPEG',
      planted(encapsulated([], [concat(Uint8Array.of(0xff, 0xd8), scan, Uint8Array.of(0xff, 0xd9), text('Osricbrand'))]), JPEG),
    ],
    [
      'in a comment of JPEG 2000',
      planted(
        encapsulated([], [concat(Uint8Array.of(0xff, 0x4f), segment(0x64, '\0\u0001by Osricbrand '), tilePart, Uint8Array.of(0xff, 0xd9))]),
        JPEG_2000,
      ),
    ],
    ['in the offset table', planted(encapsulated([0x6973_7249], [frame]), RLE)],
  ])('%s', (_place, bytes) => {
    const { result } = deidentify(bytes)
    expect(result.residuals).toEqual([])
    expect(result.pixelState).toBe('cleaned')
    expect(result.changes).toContainEqual({ tag: PIXELS, path: PIXELS, action: 'clean', rule: 'hidden' })
    const left = new TextDecoder('latin1').decode(result.bytes).replaceAll('\0', '').toLowerCase()
    expect(left).not.toContain('osricbrand')
    expect(left).not.toContain('10004711')
  })

  it.each([
    ['at the end of a fragment of RLE', planted(encapsulated([], [concat(new Uint8Array(9000), text('10004711'))]), RLE), 'id'],
    [
      'where nothing says how many pixels there are',
      planted(native(frame, text('Osricbrand')), undefined, [element(0x00280008, 'IS', 'x')]),
      'name',
    ],
  ])('or reported: %s', (_place, bytes, kind) => {
    const { result } = deidentify(bytes)
    expect(result.residuals).toEqual([{ path: PIXELS, kind }])
    expect(result.pixelState).toBe('identical')
  })

  it.each([
    ['samples that spell it', planted(native(text('Osricbra'))), []],
    ['one byte of padding', planted(native(frame)), []],
    ['samples of a scan', planted(jpeg(concat(segment(0xda, 'abcdef'), text('Osricbrand'), new Uint8Array(3000))), JPEG), []],
  ])('but not %s', (_place, bytes, expected) => {
    expect(deidentify(bytes).result.residuals).toEqual(expected)
  })
})

describe('an original in what stays is taken out or reported:', () => {
  it.each([
    ['an ICC profile', [element(0x00282000, 'OB', text('acsp desc Osricbrand^Ada'))], '(0028,2000)', 'name'],
    ['a look-up table', [element(0x00281201, 'OW', text('10004711'))], '(0028,1201)', 'id'],
  ])('%s', (_place, more, path, kind) => {
    const { result } = deidentify(planted(native(frame), undefined, more))
    expect(result.residuals).toContainEqual({ path, kind })
  })

  it.each([
    ['a UID of a class that is made of the record number', [element(0x0008001a, 'UI', '1.2.826.0.1.10004711')], '(0008,001A)', 'class'],
    [
      'letters for the numbers of a look-up table',
      [sequence(0x00283010, [item(element(0x00283006, 'US', text('Osricbrand')))])],
      '(0028,3010)[0].(0028,3006)',
      'VR',
    ],
  ])('%s', (_place, more, path, rule) => {
    const { result } = deidentify(planted(native(frame), undefined, more))
    expect(result.changes).toContainEqual(expect.objectContaining({ path, rule }))
    expect(result.residuals).toEqual([])
  })

  it('a private element that the safe list keeps', () => {
    // PS3.15 Table E.3.10-1: (0019,xx9E) of GEMS_ACQU_01, Internal Pulse Sequence Name, is safe.
    const block = element(0x00190010, 'LO', 'GEMS_ACQU_01')
    const options = ['retain-safe-private'] as const
    const safe = planted(native(frame), undefined, [block, element(0x0019109e, 'LO', 'EFGRE3D ')])
    expect(deidentify(safe, { options }).values.get('(0019,109E)')).toBe('EFGRE3D')
    const spoilt = planted(native(frame), undefined, [block, element(0x0019109e, 'LO', 'Osricbrand')])
    const { result, values } = deidentify(spoilt, { options })
    expect([...values.keys()].filter((path) => path.startsWith('(0019'))).toEqual([])
    expect(result.changes).toContainEqual(expect.objectContaining({ path: '(0019,109E)', rule: 'residual' }))
    expect(result.residuals).toEqual([])
  })

  it('overlays go with all that they hold', () => {
    const overlay = [
      element(0x60000010, 'US', u16(1)),
      element(0x60003000, 'OW', text('Osricbrand')),
      element(0x60004000, 'LT', 'Osricbrand'),
    ]
    const { result, values } = deidentify(planted(native(frame), undefined, overlay))
    expect([...values.keys()].some((path) => path.startsWith('(6000'))).toBe(false)
    expect(result.residuals).toEqual([])
  })

  it('the preamble and the meta group are made anew', () => {
    const dataset = concat(
      element(0x00080016, 'UI', CT),
      element(0x00080018, 'UI', `${UID}.7`),
      element(0x00100010, 'PN', 'Osricbrand^Ada'),
    )
    const file = part10WithMeta(dataset, `${UID}.7`, CT)
    file.set(text('Osricbrand'), 3)
    const { result } = deidentify(file)
    expect(new TextDecoder('latin1').decode(result.bytes)).not.toContain('Osricbrand')
  })
})
