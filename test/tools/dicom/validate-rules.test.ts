// dicom/validate holds values, items, frames and conditions against what PS3.3 says of them, and leaves undecided what the file cannot decide.
import { describe, expect, it } from 'vitest'
import { enumeratedValues, hasSingleItem, moduleCondition, requiredCondition } from '../../../src/formats/dicom/iod/attribute-rules.ts'
import { concat, element, encapsulated, hex, item, part10, sequence, u16 } from '../../formats/dicom/build-dicom.ts'
import { imageDataset, SAMPLES } from '../../formats/dicom/pixels/sample-image.ts'
import { capture, changed, validate } from './validate-result.ts'

const RLE = '1.2.840.10008.1.2.5'
const JPEG_LS = '1.2.840.10008.1.2.4.80'
const MPEG2 = '1.2.840.10008.1.2.4.100'

/** Code and path of every issue of these codes. */
const found = (file: Uint8Array, codes: readonly string[], options = {}) =>
  validate(file, options)
    .issues.filter(({ code }) => codes.includes(code))
    .map(({ code, path }) => `${code} ${path}`)
const withElements = (...elements: readonly (readonly [number, string, Uint8Array | string])[]) =>
  capture(new Map(elements.map(([tag, vr, value]) => [tag, element(tag, vr, value)])))

describe('Enumerated Values', () => {
  it.each([
    ['C.7.1.1: Patient Sex', 0x00100040, 'CS', 'X'],
    ['C.7.6.3: Pixel Representation, a number', 0x00280103, 'US', u16(2)],
    ['C.7.6.1: Burned In Annotation', 0x00280301, 'CS', 'MAYBE'],
    ['C.7.6.1: Lossy Image Compression, whose digits are text', 0x00282110, 'CS', '1'],
  ] as const)('%s', (_what, tag, vr, value) => {
    expect(validate(withElements([tag, vr, value]))).toMatchObject({
      valid: false,
      issues: [{ code: 'value_not_enumerated', severity: 'error' }],
    })
  })

  it.each([
    ['one of the list', 0x00100040, 'CS', 'O'],
    ['one of the list, padded', 0x00282110, 'CS', '01  '],
    ['no value', 0x00100040, 'CS', ''],
    ['a value of VR UN', 0x00100040, 'UN', 'X'],
  ] as const)('%s is no defect', (_what, tag, vr, value) => {
    expect(found(withElements([tag, vr, value]), ['value_not_enumerated'])).toEqual([])
  })

  it('in an item', () => {
    const identified = (value: string) => changed(0x00081032, sequence(0x00081032, [item(codeItem([0x0008010b, 'CS', value]))]))
    expect(found(identified('X'), ['value_not_enumerated'])).toEqual(['value_not_enumerated (0008,1032)[0].(0008,010B)'])
    expect(found(identified('N'), ['value_not_enumerated'])).toEqual([])
  })

  it('of the modules: lists under a condition, of several values and of defined terms are none', () => {
    expect(enumeratedValues('patient', [0x00100040])).toEqual(['M', 'F', 'O'])
    expect(enumeratedValues('image-pixel', [0x00280103])).toEqual(['0', '1'])
    expect(enumeratedValues('general-image', [0x00080008])).toBeUndefined()
    expect(enumeratedValues('general-series', [0x00080060])).toBeUndefined()
    // LABELMAP came later than the source, with palettes.
    expect(enumeratedValues('segmentation-image', [0x00280004])).toBeUndefined()
    expect(enumeratedValues('segmentation-image', [0x00620001])).toContain('LABELMAP')
    expect(enumeratedValues('rt-image', [0x3004000a])).toBeUndefined()
  })
})

describe('a sequence of a single item', () => {
  it('C.7.1.1: has not two', () => {
    const file = (count: number) =>
      changed(
        0x00102202,
        sequence(
          0x00102202,
          Array.from({ length: count }, () => item(codeItem())),
        ),
      )
    expect(hasSingleItem('patient', [0x00102202])).toBe(true)
    expect(found(file(2), ['several_items'])).toEqual(['several_items (0010,2202)'])
    expect(found(file(1), ['several_items'])).toEqual([])
  })

  it('is not every sequence', () => {
    expect(hasSingleItem('general-study', [0x00081032])).toBe(false)
  })
})

describe('Number of Frames', () => {
  const image = (frames: number, pixels: Uint8Array, syntax: string) =>
    part10(imageDataset({ ...SAMPLES.gray8, rows: 1, columns: 2, frames, pixels }), syntax)
  const fragments = (count: number) => Array.from({ length: count }, () => hex('00000000'))
  const offsets = (count: number) => Array.from({ length: count }, (_, i) => i * 12)

  it.each([
    ['too few fragments', image(3, encapsulated([], fragments(2)), JPEG_LS)],
    ['too few offsets', image(3, encapsulated(offsets(2), fragments(3)), JPEG_LS)],
    ['too many offsets', image(2, encapsulated(offsets(3), fragments(3)), JPEG_LS)],
    ['A.4.2: more fragments of RLE than frames', image(2, encapsulated([], fragments(3)), RLE)],
  ])('%s', (_what, file) => {
    expect(found(file, ['frame_count'])).toEqual(['frame_count (7FE0,0010)'])
  })

  it.each([
    ['as many fragments', image(3, encapsulated([], fragments(3)), RLE)],
    ['several fragments a frame', image(2, encapsulated([], fragments(5)), JPEG_LS)],
    ['several fragments a frame, with offsets', image(2, encapsulated([0, 24], fragments(5)), JPEG_LS)],
    ['one fragment of a video', image(9, encapsulated([], fragments(1)), MPEG2)],
  ])('%s fit', (_what, file) => {
    expect(found(file, ['frame_count'])).toEqual([])
  })

  it('is the number of items of the per-frame functional groups (C.7.6.16)', () => {
    const groups = sequence(0x52009230, [item(concat())])
    const file = capture(
      new Map([
        [0x52009230, groups],
        [0x00280008, element(0x00280008, 'IS', '2')],
      ]),
    )
    expect(found(file, ['frame_count'])).toEqual(['frame_count (5200,9230)'])
  })
})

describe('conditions of modules', () => {
  const MISSING = ['missing_type_1c', 'missing_type_2c']

  it.each([
    ['Value 1 is ORIGINAL', 'enhanced-mr-image', [[0x00080008, 'CS', 'ORIGINAL\\PRIMARY']], '(0018,9073)', true],
    ['Value 1 is another', 'enhanced-mr-image', [[0x00080008, 'CS', 'DERIVED\\ORIGINAL']], '(0018,9073)', false],
    ['has a value greater than 1', 'vl-photographic-image', [[0x00280002, 'US', u16(3)]], '(0028,0006)', true],
    ['has none greater than 1', 'vl-photographic-image', [[0x00280002, 'US', u16(1)]], '(0028,0006)', false],
  ] as const)('%s', (_what, iod, elements, path, isMissing) => {
    expect(found(withElements(...elements), MISSING, { iod }).includes(`missing_type_1c ${path}`)).toBe(isMissing)
  })

  it('is not present, in the same item', () => {
    const reader = (...more: readonly (readonly [number, string, string])[]) => {
      const file = changed(0x00081062, sequence(0x00081062, [item(concat(...more.map(([tag, vr, value]) => element(tag, vr, value))))]))
      return found(file, MISSING)
    }
    expect(reader()).toEqual(['missing_type_1c (0008,1062)[0].(0008,0080)', 'missing_type_1c (0008,1062)[0].(0008,0082)'])
    expect(reader([0x00080080, 'LO', 'Invented'])).toEqual([])
  })

  it('are compiled from the words of the standard', () => {
    const one = (test: string, tag: number, values: readonly string[] = [], valueNumber?: number) => ({ test, tag, valueNumber, values })
    expect(requiredCondition('pet-series', [0x00540071])).toEqual({ all: true, clauses: [one('one-of', 0x00541000, ['GATED'], 1)] })
    expect(requiredCondition('vl-image', [0x00280006])).toEqual({ all: true, clauses: [one('above', 0x00280002, ['1'])] })
    expect(requiredCondition('enhanced-mr-image', [0x00189073])).toEqual({
      all: true,
      clauses: [one('one-of', 0x00080008, ['ORIGINAL', 'MIXED'], 1), one('none-of', 0x00080016, ['1.2.840.10008.5.1.4.1.1.4.4'])],
    })
    expect(requiredCondition('sop-common', [0x00081062, 0x00080080])).toEqual({ all: true, clauses: [one('absent', 0x00080082)] })
    expect(moduleCondition('enhanced-mr-image', 'mr-pulse-sequence')).toMatchObject({ clauses: [{ tag: 0x00080008, valueNumber: 1 }] })
    // "the patient is an animal and …": no data set says so.
    expect(requiredCondition('patient', [0x00102201])).toBeUndefined()
  })

  it('demand a conditional module that has no Type 1 of its own', () => {
    const pulse = (type: string) => found(withElements([0x00080008, 'CS', `${type}\\PRIMARY`]), MISSING, { iod: 'enhanced-mr-image' })
    expect(pulse('ORIGINAL')).toContain('missing_type_1c (0018,9005)')
    expect(pulse('DERIVED')).not.toContain('missing_type_1c (0018,9005)')
  })

  it('C.7.3.1: Laterality is demanded of paired parts alone, unless a side is said elsewhere', () => {
    const series = (part: string, ...more: readonly (readonly [number, string, string])[]) =>
      found(withElements([0x00180015, 'CS', part], ...more), MISSING)
    expect(series('BREAST')).toEqual(['missing_type_2c (0020,0060)'])
    expect(series('HEAD')).toEqual([])
    expect(series('')).toEqual([])
    expect(series('BREAST', [0x00200062, 'CS', 'L'])).toEqual([])
    expect(series('BREAST', [0x00200060, 'CS', 'L'])).toEqual([])
  })

  it('C.7.3.1: without a part of the body Laterality is an open question, a warning', () => {
    const file = changed(0x00180015, undefined)
    expect(validate(file)).toMatchObject({ valid: true, issues: [{ code: 'open_type_2c', severity: 'warning', path: '(0020,0060)' }] })
  })

  it('C.7.6.1: an image without planes has Patient Orientation, which may be empty', () => {
    expect(found(changed(0x00200020, undefined), MISSING)).toEqual(['missing_type_2c (0020,0020)'])
    expect(found(changed(0x00200020, undefined), MISSING, { iod: 'ct-image' })).not.toContain('missing_type_2c (0020,0020)')
    const turned = new Map([
      [0x00200020, undefined],
      [0x00200037, element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0')],
    ])
    expect(found(capture(turned), MISSING)).not.toContain('missing_type_2c (0020,0020)')
  })

  it('8.8: a code is in one of three attributes, and its scheme beside it', () => {
    const codes = [...MISSING, 'open_type_1c']
    const coded = (...more: readonly (readonly [number, string, string])[]) =>
      found(
        changed(
          0x00081032,
          sequence(0x00081032, [
            item(concat(...more.map(([tag, vr, value]) => element(tag, vr, value)), element(0x00080104, 'LO', 'Invented'))),
          ]),
        ),
        codes,
      )
    expect(coded([0x00080102, 'SH', '99T'])).toEqual(
      ['0100', '0119', '0120'].map((number) => `open_type_1c (0008,1032)[0].(0008,${number})`),
    )
    expect(coded([0x00080100, 'SH', '1'])).toEqual(['missing_type_1c (0008,1032)[0].(0008,0102)'])
    expect(coded([0x00080100, 'SH', '1'], [0x00080102, 'SH', '99T'])).toEqual([])
  })

  it('C.7.1.1: who took the identity away says how, in words or as a code', () => {
    const codes = ['open_type_1c']
    expect(found(withElements([0x00120062, 'CS', 'YES']), codes)).toEqual(['open_type_1c (0012,0063)', 'open_type_1c (0012,0064)'])
    expect(found(withElements([0x00120062, 'CS', 'NO']), codes)).toEqual([])
    expect(found(withElements([0x00120062, 'CS', 'YES'], [0x00120063, 'LO', 'By hand']), codes)).toEqual([])
  })

  it('C.8.6.1: the type that SC Equipment gives Modality overrides that of the series', () => {
    expect(found(changed(0x00080060, undefined), ['missing_type_1'])).toEqual([])
    expect(found(changed(0x00080060, undefined), ['missing_type_1'], { iod: 'ct-image' })).toContain('missing_type_1 (0008,0060)')
  })
})

describe('what describes the pixels', () => {
  const described = (changes: readonly (readonly [number, string, Uint8Array | string])[], options = {}) =>
    found(withElements(...changes), ['pixel_description'], options).map((line) => line.slice(-11))

  it.each([
    ['C.7.6.3.1.2: a photometric interpretation of nobody', [[0x00280004, 'CS', 'GREY']], {}, ['(0028,0004)']],
    ['C.7.6.3.1.1: three samples of a grey image', [[0x00280002, 'US', u16(3)]], {}, ['(0028,0002)']],
    ['C.7.6.3: more stored than allocated bits', [[0x00280101, 'US', u16(9)]], {}, ['(0028,0101)', '(0028,0102)']],
    ['C.7.6.3: a high bit that is not the last stored one', [[0x00280102, 'US', u16(6)]], {}, ['(0028,0102)']],
    ['C.7.6.3: 12 allocated bits', [[0x00280100, 'US', u16(12)]], {}, ['(0028,0100)']],
    ['C.8.2.1.1.4: CT has 16 allocated bits and at least 12 stored', [], { iod: 'ct-image' }, ['(0028,0100)', '(0028,0101)']],
    [
      'C.8.9.4: PET has MONOCHROME2',
      [[0x00280004, 'CS', 'MONOCHROME1']],
      { iod: 'positron-emission-tomography-image' },
      ['(0028,0004)', '(0028,0100)'],
    ],
    ['all right', [], {}, []],
  ] as const)('%s', (_what, changes, options, paths) => {
    expect(described(changes, options)).toEqual(paths)
  })

  it.each([
    ['YBR_FULL', ['(0028,0004)']],
    ['YBR_FULL_422', []],
    ['RGB', []],
  ])('PS3.5 8.2.1: %s in a lossy JPEG process', (photometric, paths) => {
    const pixels = encapsulated([], [hex('ffd8ffd9')])
    const file = part10(imageDataset({ ...SAMPLES.rgb8, photometric, pixels }), '1.2.840.10008.1.2.4.50')
    const issues = validate(file, { iod: 'secondary-capture-image' }).issues.filter(({ code }) => code === 'pixel_description')
    expect(issues.map(({ path }) => path)).toEqual(paths)
  })

  it.each([
    ['ORIGINAL\\PRIMARY', []],
    ['DERIVED\\SECONDARY\\OTHER', []],
    ['PRIMARY\\ORIGINAL', ['value_not_enumerated (0008,0008)']],
    ['', []],
  ])('C.7.6.1.1.2: Image Type %s', (value, expected) => {
    expect(found(withElements([0x00080008, 'CS', value]), ['value_not_enumerated'])).toEqual(expected)
  })

  it('C.8.3.1: each of many Scanning Sequences is one of the list', () => {
    const scanned = (value: string) => found(withElements([0x00180020, 'CS', value]), ['value_not_enumerated'], { iod: 'mr-image' })
    expect(scanned('SE\\IR')).toEqual([])
    expect(scanned('SE\\XX')).toEqual(['value_not_enumerated (0018,0020)'])
  })
})

describe('a DICOMDIR (PS3.10 §8)', () => {
  const directory = (record: Uint8Array) => {
    const head = concat(
      element(0x00041130, 'CS', 'SAMPLE'),
      element(0x00041200, 'UL', hex('00000000')),
      element(0x00041202, 'UL', hex('00000000')),
    )
    return part10(concat(head, element(0x00041212, 'US', u16(0)), sequence(0x00041220, [item(record)])))
  }

  it('has no IOD, and its records are read and their values checked', () => {
    const record = concat(
      element(0x00041400, 'UL', hex('00000000')),
      element(0x00041430, 'CS', 'PATIENT'),
      element(0x00100010, 'PN', 'Sample^Ada'),
    )
    const { iod, valid, issues } = validate(directory(record))
    expect({ iod, valid }).toEqual({ iod: null, valid: false })
    expect(issues.map(({ code }) => code)).toEqual([])
    const broken = concat(element(0x00041430, 'CS', 'patient'))
    expect(found(directory(broken), ['value_syntax', 'missing_sop_class'])).toEqual(['value_syntax (0004,1220)[0].(0004,1430)'])
  })
})

/** A code, and more elements behind it. */
function codeItem(...more: readonly (readonly [number, string, string])[]): Uint8Array {
  const code = [
    [0x00080100, 'SH', 'T-1'],
    [0x00080102, 'SH', '99TEST'],
    [0x00080104, 'LO', 'Invented'],
  ] as const
  return concat(...[...code, ...more].map(([tag, vr, value]) => element(tag, vr, value)))
}
