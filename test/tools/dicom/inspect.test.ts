// dicom/inspect: its encodings, its options, its tree, its image, and what it never says.
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { schemasOf } from '../../../src/core/describe.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { inputFromJson } from '../../../src/core/wire.ts'
import { dicomInspect } from '../../../src/tools/dicom/inspect.ts'
import { concat, element, encapsulated, hex, item, part10, sequence, text, u16, u32 } from '../../formats/dicom/build-dicom.ts'
import { type ElementRow, fixture, fixtures, type InspectResult, inspect } from './inspect-result.ts'

describe('fixtures', () => {
  it.each([...fixtures])('%s is what its script builds', (name, bytes) => {
    expect(new Uint8Array(readFileSync(new URL(`../../fixtures/dicom/${name}`, import.meta.url)))).toEqual(bytes)
  })
})

describe('encodings', () => {
  const content = ({ elements, image, sop }: InspectResult) => {
    const strip = (views: ElementRow[]): unknown[] =>
      views.map(({ keyword, value, items, creator, name, vr }) => ({
        keyword,
        name,
        vr,
        value,
        creator,
        items: items?.map((each) => strip(each.elements)),
      }))
    return { elements: strip(elements!), image: { ...image, transferSyntax: '', pixelData: null }, sop }
  }

  it.each(['implicit-little.dcm', 'explicit-big.dcm', 'deflated.dcm', 'no-preamble.dcm'])(
    '%s tells the same as explicit-little.dcm',
    (name) => {
      // Without a meta group nothing declares SOP class and instance twice, and the data set has both.
      expect(content(inspect(fixture(name)))).toEqual(content(inspect(fixture('explicit-little.dcm'))))
    },
  )

  it('gives offsets in the inflated data set, and issues both', () => {
    const { meta, elements, issues } = inspect(fixture('deflated.dcm').slice(0, -120))
    expect(meta).toMatchObject({ complete: false, encoding: { deflated: true } })
    expect(elements![0]).toMatchObject({ tag: '(0008,0005)', byteOffset: 0 })
    expect(issues.map(({ code, byteOffset }) => [code, byteOffset])).toContainEqual(['deflate_damaged', 296])
    expect(issues.every(({ inflatedOffset }) => inflatedOffset !== undefined)).toBe(true)
  })
})

describe('the declaration', () => {
  const validateOutput = new Ajv2020({ strict: false }).compile(schemasOf(dicomInspect).output)
  it.each([...fixtures].filter(([name]) => name !== 'nested-100.dcm'))('the results of %s fit the output schema', (_, bytes) => {
    for (const format of ['tree', 'dicom-json']) {
      const result = JSON.parse(JSON.stringify(inspect(bytes, { format }))) as unknown
      expect(validateOutput(result), JSON.stringify(validateOutput.errors?.[0])).toBe(true)
    }
  })

  it.each(dicomInspect.examples)('example: $title', ({ input, options, output }) => {
    expect(runTool(dicomInspect, inputFromJson(dicomInspect, input), options)).toMatchObject(output)
  })

  it('refuses more than 200 MB', () => {
    expect(() => inspect(new Uint8Array(dicomInspect.maxInputBytes + 1))).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  })
})

describe('options', () => {
  it('tags: only these, through sequences, by item', () => {
    const file = fixture('korean-items.dcm')
    expect(inspect(file, { tags: ['PatientName', '00080005'] }).elements!.map(({ keyword }) => keyword)).toEqual([
      'SpecificCharacterSet',
      'PatientName',
    ])
    const [other] = inspect(file, { tags: ['OtherPatientIDsSequence.PatientName'] }).elements!
    expect(other!.items!.map(({ index, elements }) => [index, elements.map(({ value }) => value)])).toEqual([
      [0, []],
      [1, [['Kim^Cheolsu=김^철수']]],
      [2, [['Müller^Zoë']]],
    ])
    expect(
      inspect(file, { tags: ['OtherPatientIDsSequence[2]'] }).elements![0]!.items!.map(({ index, elements }) => [index, elements.length]),
    ).toEqual([[2, 2]])
    expect(inspect(file, { tags: ['TransferSyntaxUID'] })).toMatchObject({
      meta: { elements: [{ keyword: 'TransferSyntaxUID' }] },
      elements: [],
    })
    expect(Object.keys(inspect(file, { tags: ['PatientName'], format: 'dicom-json' }).dicomJson!)).toEqual(['00100010'])
  })

  it('tags: what is wrong with the character set is told with any text', () => {
    const { issues } = inspect(fixture('broken-values.dcm'), { tags: ['PatientName'] })
    expect(issues.map(({ code }) => code)).toContain('charset_spelling')
  })

  it('tags: an unknown one is refused by its place', () => {
    expect(() => inspect(fixture('korean-items.dcm'), { tags: ['PatientName', 'PatientNam'] })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/tags/1' })] }),
    )
  })

  it('private: exclude leaves odd groups out, in items and in dicom-json too', () => {
    const file = fixture('unknown-sequence.dcm')
    expect(inspect(file, { private: 'exclude' }).elements!.map(({ tag }) => tag)).toEqual(['(0010,0010)'])
    expect(Object.keys(inspect(file, { private: 'exclude', format: 'dicom-json' }).dicomJson!)).toEqual(['00100010'])
  })

  it('maxValueBytes: longer values are cut and say so', () => {
    const file = part10(concat(element(0x00104000, 'LT', 'abcdefgh'), element(0x00281201, 'OW', hex('0102030405060708'))))
    expect(inspect(file, { maxValueBytes: 4 }).elements).toMatchObject([
      { value: ['abcd'], cut: true, length: 8 },
      { base64: 'AQIDBA==', cut: true, length: 8 },
    ])
    expect(inspect(file, { maxValueBytes: 8 }).elements!.some(({ cut }) => cut)).toBe(false)
    expect(inspect(file, { maxValueBytes: 7, format: 'dicom-json' }).dicomJson).toEqual({
      '00104000': { vr: 'LT', BulkDataURI: '?offset=302&length=8' },
      '00281201': { vr: 'OW', BulkDataURI: '?offset=322&length=8' },
    })
  })
})

describe('tree', () => {
  it('UN with a known VR is decoded by it', () => {
    expect(inspect(fixture('unknown-sequence.dcm')).elements![0]).toMatchObject({ vr: 'UN', decodedAs: 'PN', value: ['Unknown^Una'] })
  })

  it('64-bit and special numbers are exact', () => {
    const values = Object.fromEntries(inspect(fixture('wide-numbers.dcm')).elements!.map(({ keyword, value }) => [keyword, value]))
    expect(values).toMatchObject({
      TableOfParameterValues: ['NaN', 1],
      AcquisitionDuration: ['-Infinity', 0.1],
      PixelSpacing: ['0.1234567890123456789'],
      SelectorSVValue: ['-9007199254740993', -5],
      SelectorUVValue: ['18446744073709551615', 9007199254740991],
    })
  })

  it('private elements are named by the creator of their block', () => {
    const { elements } = inspect(fixture('explicit-little.dcm'), { tags: ['(0029,1008)', '(0029,0010)'] })
    expect(elements).toMatchObject([
      { name: 'Private Creator', private: true },
      { name: 'CSA Image Header Type', creator: 'SIEMENS CSA HEADER', private: true },
    ])
    expect(elements![0]!.creator).toBeUndefined()
  })
})

describe('image', () => {
  const pixels = (value: Uint8Array, more: Uint8Array = concat(), photometric = 'MONOCHROME2', samples = 1) =>
    part10(
      concat(
        element(0x00280002, 'US', u16(samples)),
        element(0x00280004, 'CS', photometric),
        more,
        element(0x00280010, 'US', u16(2)),
        element(0x00280011, 'US', u16(3)),
        element(0x00280100, 'US', u16(8)),
        value,
      ),
    )
  const codes = (file: Uint8Array) => inspect(file).issues.map(({ code }) => code)
  const native = (length: number) => element(0x7fe00010, 'OB', new Uint8Array(length))

  it.each<[string, Uint8Array, string[]]>([
    ['right length', pixels(native(6)), []],
    ['too short', pixels(native(4)), ['pixel_length']],
    ['too long', pixels(native(8)), ['pixel_length']],
    ['two frames', pixels(native(12), element(0x00280008, 'IS', '2')), []],
    ['subsampled', pixels(native(12), concat(), 'YBR_FULL_422', 3), []],
    ['three samples', pixels(native(18), concat(), 'RGB', 3), []],
    ['offset table', pixels(encapsulated([0, 10], [new Uint8Array(2), new Uint8Array(2)])), []],
    ['wrong offset table', pixels(encapsulated([0, 8], [new Uint8Array(2), new Uint8Array(2)])), ['offset_table']],
    ['too long an offset table', pixels(encapsulated([0, 0, 0], [new Uint8Array(2), new Uint8Array(2)])), ['offset_table']],
    [
      'extended offset table',
      pixels(
        concat(
          element(0x7fe00001, 'OV', concat(u32(0), u32(0), u32(10), u32(0))),
          encapsulated([], [new Uint8Array(2), new Uint8Array(2)]),
        ),
      ),
      [],
    ],
    [
      'wrong extended offset table',
      pixels(concat(element(0x7fe00001, 'OV', concat(u32(0), u32(1))), encapsulated([], [new Uint8Array(2)]))),
      ['offset_table'],
    ],
  ])('%s', (_, file, expected) => {
    expect(codes(file)).toEqual(expected)
  })

  it('says where the pixel data are', () => {
    expect(inspect(fixture('encapsulated.dcm')).image).toMatchObject({
      frames: 2,
      bits: { allocated: 8, stored: 8, high: 7 },
      pixelData: { encapsulated: true, byteOffset: 440, length: 44, fragments: 2, offsetTable: 'basic' },
    })
    expect(inspect(fixture('japanese.dcm')).image).toBeNull()
    expect(inspect(part10(element(0x00280010, 'US', u16(2)))).image).toMatchObject({ rows: 2, columns: null, pixelData: null })
  })
})

describe('no value of the input stands in issues or faults', () => {
  const canary = 'Kanarienvogel'
  const files: [string, Uint8Array][] = [
    [
      'broken values',
      part10(
        concat(
          element(0x00080005, 'CS', canary),
          element(0x00080020, 'DA', canary),
          element(0x00101030, 'DS', canary),
          element(0x00090010, 'LO', canary),
          element(0x00091001, 'ZZ', canary),
        ),
      ),
    ],
    ['wrong transfer syntax', part10(element(0x00100010, 'PN', canary), canary)],
    ['a cut element', part10(element(0x00100010, 'PN', canary, 'explicit', 999))],
    ['no DICOM', text(canary.repeat(20))],
    [
      'too deep',
      part10(
        Array.from({ length: 70 }).reduce<Uint8Array>((inner) => sequence(0x0040a730, [item(inner)]), element(0x00100010, 'PN', canary)),
      ),
    ],
    ['a broken deflate stream', part10(text(canary.repeat(20)), '1.2.840.10008.1.2.1.99')],
  ]
  it.each(files)('%s', (_, bytes) => {
    let said: unknown
    try {
      said = inspect(bytes).issues
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError)
      const { message, at, facts, errors } = error as ProblemError
      said = { message, at, facts, errors }
    }
    expect(JSON.stringify(said)).toMatch(/byteOffset/)
    expect(JSON.stringify(said)).not.toContain(canary.slice(0, 6))
  })

  it('an unknown keyword is not repeated', () => {
    try {
      inspect(fixture('japanese.dcm'), { tags: [canary] })
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify([(error as ProblemError).message, (error as ProblemError).errors])).not.toContain(canary)
    }
  })
})
