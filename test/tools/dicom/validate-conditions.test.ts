// dicom/validate: conditions whose words stand behind notes, sides and planes said in functional groups, and values that other attributes bound.
import { describe, expect, it } from 'vitest'
import { requiredCondition } from '../../../src/formats/dicom/iod/attribute-rules.ts'
import { concat, element, encapsulated, item, part10, sequence } from '../../formats/dicom/build-dicom.ts'
import { imageDataset, SAMPLES } from '../../formats/dicom/pixels/sample-image.ts'
import { capture, validate } from './validate-result.ts'

const found = (file: Uint8Array, codes: readonly string[], options = {}) =>
  validate(file, options)
    .issues.filter(({ code }) => codes.includes(code))
    .map(({ code, path }) => `${code} ${path}`)
type Change = readonly [tag: number, bytes: Uint8Array | undefined]
const text = (tag: number, vr: string, value: string): Change => [tag, element(tag, vr, value)]
const groups = (tag: number, ...groups: readonly Uint8Array[]): Change => [tag, sequence(tag, [item(concat(...groups))])]
const SHARED = 0x52009229
const PER_FRAME = 0x52009230

describe('conditions', () => {
  const MISSING = ['missing_type_1c', 'missing_type_2c', 'open_type_2c']
  const missing = (iod: string, ...changes: readonly Change[]) => found(capture(new Map(changes)), MISSING, { iod })

  it('stand behind a note too', () => {
    expect(requiredCondition('ophthalmic-photography-image', [0x0008002a])).toEqual({
      all: true,
      clauses: [{ test: 'one-of', tag: 0x00080008, valueNumber: 1, values: ['ORIGINAL'] }],
    })
    const original = text(0x00080008, 'CS', 'ORIGINAL\\PRIMARY')
    expect(missing('ophthalmic-photography-8-bit-image', original)).toContain('missing_type_1c (0008,002A)')
    expect(missing('ophthalmic-photography-8-bit-image', text(0x00080008, 'CS', 'DERIVED\\PRIMARY'))).not.toContain(
      'missing_type_1c (0008,002A)',
    )
  })

  it('stand before "may be present otherwise"', () => {
    expect(missing('enhanced-mr-image')).toContain('missing_type_1c (0028,0301)')
    const legacy = text(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.4.4')
    expect(missing('enhanced-mr-image', legacy)).not.toContain('missing_type_1c (0028,0301)')
  })

  it('C.8.12.4: a slide in grey has a slope, whatever stands beside it', () => {
    const path = 'missing_type_1c (0028,1053)'
    expect(missing('vl-whole-slide-microscopy-image')).toContain(path)
    expect(missing('vl-whole-slide-microscopy-image', text(0x00280004, 'CS', 'RGB'))).not.toContain(path)
    expect(missing('vl-whole-slide-microscopy-image', text(0x00281053, 'DS', '1'))).not.toContain(path)
  })

  it('C.11.1: an intercept has a slope and a type, but the type of CT may be left out', () => {
    const intercept = text(0x00281052, 'DS', '-1024')
    expect(missing('secondary-capture-image', intercept)).toEqual(['missing_type_1c (0028,1053)', 'missing_type_1c (0028,1054)'])
    expect(missing('secondary-capture-image', intercept, text(0x00281053, 'DS', '1'), text(0x00281054, 'LO', 'US'))).toEqual([])
    expect(missing('secondary-capture-image')).toEqual([])
    expect(missing('ct-image', intercept)).not.toContain('missing_type_1c (0028,1054)')
  })

  it.each([
    ['PS3.16 Annex L calls unpaired', 'TLSPINE', []],
    ['that it calls paired', 'KNEE', ['missing_type_2c (0020,0060)']],
    ['in other words', 'BACINO', ['open_type_2c (0020,0060)']],
    ['with a space', 'WHOLE BODY', ['open_type_2c (0020,0060)']],
  ])('C.7.3.1: Laterality of a part %s', (_what, part, expected) => {
    expect(missing('secondary-capture-image', text(0x00180015, 'CS', part))).toEqual(expected)
  })

  it('C.7.3.1: frames and specimens say their sides themselves', () => {
    const anatomy = sequence(0x00209071, [item(element(0x00209072, 'CS', 'R'))])
    const side = 'missing_type_2c (0020,0060)'
    const knee = text(0x00180015, 'CS', 'KNEE')
    expect(missing('secondary-capture-image', knee, groups(SHARED, anatomy))).not.toContain(side)
    expect(missing('secondary-capture-image', knee, groups(PER_FRAME, anatomy))).not.toContain(side)
    expect(missing('secondary-capture-image', knee, groups(SHARED))).toContain(side)
    expect(missing('secondary-capture-image', knee, groups(0x00400560))).not.toContain(side)
  })

  it('C.7.6.1: functional groups say the planes only where they hold them', () => {
    const bare: Change = [0x00200020, undefined]
    const plane = sequence(0x00209116, [item(element(0x00200037, 'DS', '1\\0\\0\\0\\1\\0'))])
    const path = 'missing_type_2c (0020,0020)'
    expect(missing('segmentation', bare, groups(SHARED))).toContain(path)
    expect(missing('segmentation', bare, groups(SHARED, plane))).not.toContain(path)
    expect(missing('segmentation', bare, groups(PER_FRAME, plane))).not.toContain(path)
  })
})

describe('values that other attributes bound', () => {
  const RGB = { ...SAMPLES.rgb8, rows: 1, columns: 2 }
  const image = (planar: number, syntax: string, more: object = {}) =>
    found(part10(imageDataset({ ...RGB, ...more, planar, pixels: encapsulated([], [new Uint8Array(8)]) }), syntax), ['pixel_description'])
  const PLANAR = ['pixel_description (0028,0006)']

  it.each(['1.2.840.10008.1.2.4.70', '1.2.840.10008.1.2.4.90', '1.2.840.10008.1.2.4.201'])('PS3.5 8.2: planes in %s', (syntax) => {
    expect(image(1, syntax)).toEqual(PLANAR)
    expect(image(0, syntax)).toEqual([])
  })

  it.each(['1.2.840.10008.1.2.5', '1.2.840.10008.1.2.4.80'])('PS3.5 8.2: %s has planes or pixels', (syntax) => {
    expect([...image(0, syntax), ...image(1, syntax)]).toEqual([])
  })

  it('C.8.5.6: ultrasound has full chrominance by plane', () => {
    const shown = (photometric: string, planar: number) =>
      found(
        part10(imageDataset({ ...RGB, photometric, planar, pixels: element(0x7fe00010, 'OB', new Uint8Array(6)) })),
        ['pixel_description'],
        {
          iod: 'ultrasound-image',
        },
      )
    expect(shown('YBR_FULL', 0)).toEqual(PLANAR)
    expect(shown('YBR_FULL', 1)).toEqual([])
    expect([...shown('RGB', 0), ...shown('RGB', 1)]).toEqual([])
  })

  it('an IOD without frames has one', () => {
    const frames = (count: string, iod: string) => found(capture(new Map([text(0x00280008, 'IS', count)])), ['pixel_description'], { iod })
    expect(frames('2', 'secondary-capture-image')).toEqual(['pixel_description (0028,0008)'])
    expect(frames('1', 'secondary-capture-image')).toEqual([])
    expect(frames('2', 'ultrasound-multi-frame-image')).toEqual([])
  })

  it('C.8.15.3.10: the values of enhanced CT are Hounsfield units', () => {
    const scaled = (type: string, ...changes: readonly Change[]) => {
      const transformation = sequence(0x00289145, [item(element(0x00281054, 'LO', type))])
      const file = capture(new Map([groups(SHARED, transformation), groups(PER_FRAME, transformation), ...changes]))
      return found(file, ['value_not_enumerated'], { iod: 'enhanced-ct-image' }).filter((place) => place.endsWith('1054)'))
    }
    expect(scaled('US')).toEqual([
      'value_not_enumerated (5200,9229)[0].(0028,9145)[0].(0028,1054)',
      'value_not_enumerated (5200,9230)[0].(0028,9145)[0].(0028,1054)',
    ])
    expect(scaled('HU')).toEqual([])
    expect(scaled('US', text(0x00189361, 'CS', 'YES'))).toEqual([])
  })

  it('F.3.2.2: types of directory records', () => {
    const record = (type: string) => item(element(0x00041430, 'CS', type))
    const directory = part10(sequence(0x00041220, [record('PATIENT'), record('UNKNOWN'), record('HL7 STRUC DOC'), record('')]))
    expect(found(directory, ['value_not_enumerated'])).toEqual(['value_not_enumerated (0004,1220)[1].(0004,1430)'])
  })
})
