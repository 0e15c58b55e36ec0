// dicom/validate: a clean object gives no error, and every kind of defect that is sown into it is found at its place.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { dicomValidate } from '../../../src/tools/dicom/validate.ts'
import {
  concat,
  element,
  encapsulated,
  hex,
  item,
  metaGroup,
  part10,
  sequence,
  TRANSFER_SYNTAXES,
  text,
  u16,
  u32,
} from '../../formats/dicom/build-dicom.ts'
import { fixtures } from './inspect-result.ts'
import { capture, changed, ROOT, SC, validate } from './validate-result.ts'

describe('a clean object', () => {
  it('gives no issue at all', () => {
    expect(validate(capture())).toEqual({
      iod: 'secondary-capture-image',
      edition: '2026b',
      valid: true,
      counts: { error: 0, warning: 0, info: 0 },
      issues: [],
      issuesOmitted: 0,
    })
  })
})

describe('a defect that is sown is found:', () => {
  it.each([
    // PS3.5 §7.4: types
    ['a missing attribute of Type 1', changed(0x0020000d, undefined), 'missing_type_1', '(0020,000D)'],
    ['an empty attribute of Type 1', changed(0x0020000d, element(0x0020000d, 'UI', '')), 'empty_type_1', '(0020,000D)'],
    ['one that is padding alone', changed(0x00080064, element(0x00080064, 'CS', '  ')), 'empty_type_1', '(0008,0064)'],
    ['a missing attribute of Type 2', changed(0x00100030, undefined), 'missing_type_2', '(0010,0030)'],
    ['Planar Configuration of a color image', changed(0x00280002, element(0x00280002, 'US', u16(3))), 'missing_type_1c', '(0028,0006)'],
    ['Pixel Data that are not there', changed(0x7fe00010, undefined), 'missing_type_1c', '(7FE0,0010)'],
    [
      'a missing attribute of Type 1 in an item',
      changed(0x00081110, sequence(0x00081110, [item(element(0x00081150, 'UI', SC))])),
      'missing_type_1',
      '(0008,1110)[0].(0008,1155)',
    ],
    ['an overlay without rows', changed(0x60020011, element(0x60020011, 'US', u16(1))), 'missing_type_1', '(6002,0010)'],
    ['an attribute of no module', changed(0x300a0002, element(0x300a0002, 'SH', 'A')), 'not_in_iod', '(300A,0002)'],
    // PS3.6
    ['an unknown tag', changed(0x0010fff0, element(0x0010fff0, 'LO', 'A')), 'unknown_tag', '(0010,FFF0)'],
    ['a retired tag', changed(0x00200030, element(0x00200030, 'DS', '0\\0\\0')), 'retired_tag', '(0020,0030)'],
    ['a wrong VR', changed(0x00200013, element(0x00200013, 'SH', '1')), 'wrong_vr', '(0020,0013)'],
    ['too many values', changed(0x00100020, element(0x00100020, 'LO', 'A\\B')), 'value_multiplicity', '(0010,0020)'],
    ['too few values', changed(0x00280030, element(0x00280030, 'DS', '1')), 'value_multiplicity', '(0028,0030)'],
    // PS3.5 §6.2
    ['AS', changed(0x00101010, element(0x00101010, 'AS', '24')), 'value_syntax', '(0010,1010)'],
    ['CS', changed(0x00080060, element(0x00080060, 'CS', 'ot')), 'value_syntax', '(0008,0060)'],
    ['DA', changed(0x00080020, element(0x00080020, 'DA', '2020.02.29')), 'value_syntax', '(0008,0020)'],
    ['DS', changed(0x00180050, element(0x00180050, 'DS', 'thin')), 'value_syntax', '(0018,0050)'],
    ['DS of 17 characters', changed(0x00180050, element(0x00180050, 'DS', '1.234567890123456')), 'value_too_long', '(0018,0050)'],
    ['DT', changed(0x0008002a, element(0x0008002a, 'DT', 'NaN')), 'value_syntax', '(0008,002A)'],
    ['IS', changed(0x00200013, element(0x00200013, 'IS', '1.5')), 'value_syntax', '(0020,0013)'],
    ['LO of 65 characters', changed(0x00100020, element(0x00100020, 'LO', 'x'.repeat(65))), 'value_too_long', '(0010,0020)'],
    ['PN of four component groups', changed(0x00100010, element(0x00100010, 'PN', 'A=B=C=D')), 'value_syntax', '(0010,0010)'],
    ['TM', changed(0x00080030, element(0x00080030, 'TM', '10:15:00')), 'value_syntax', '(0008,0030)'],
    ['UI with a leading zero', changed(0x0020000e, element(0x0020000e, 'UI', '1.02')), 'value_syntax', '(0020,000E)'],
    ['UI below no root', changed(0x0020000e, element(0x0020000e, 'UI', '3.1')), 'uid_root', '(0020,000E)'],
    ['UI of one component', changed(0x0020000e, element(0x0020000e, 'UI', '0')), 'uid_root', '(0020,000E)'],
    ['text padded with NUL', changed(0x00100020, element(0x00100020, 'LO', hex('4100'))), 'padding_byte', '(0010,0020)'],
    [
      'the first of two values padded with NUL',
      changed(0x00080008, element(0x00080008, 'CS', hex('41005c42'))),
      'padding_byte',
      '(0008,0008)',
    ],
    ['a UID padded with a space', changed(0x0020000e, element(0x0020000e, 'UI', hex('312e3220'))), 'padding_byte', '(0020,000E)'],
    ['a date padded with spaces', changed(0x00080020, element(0x00080020, 'DA', '20200229  ')), 'padding_byte', '(0008,0020)'],
    ['numbers of a wrong length', changed(0x00280010, element(0x00280010, 'US', hex('0200ff'))), 'value_length', '(0028,0010)'],
    ['bytes outside the character set', changed(0x00080060, element(0x00080060, 'CS', hex('4fd4'))), 'charset_bytes', '(0008,0060)'],
    ['a character set of no defined term', changed(0x00080005, element(0x00080005, 'CS', 'KLINGON')), 'charset_unknown', '(0008,0005)'],
    // PS3.5 §7
    ['an odd length', changed(0x00100020, element(0x00100020, 'LO', hex('414243'))), 'odd_length', '(0010,0020)'],
    ['a group length that lies', changed(0x00100000, element(0x00100000, 'UL', u32(2))), 'group_length', '(0010,0000)'],
    ['a private element without creator', changed(0x00091001, element(0x00091001, 'LO', 'A')), 'missing_creator', '(0009,1001)'],
    ['an empty creator', changed(0x00090010, element(0x00090010, 'LO', '')), 'private_creator_empty', '(0009,0010)'],
    ['a private element in no block', changed(0x00090001, element(0x00090001, 'LO', 'A')), 'private_element_number', '(0009,0001)'],
    ['Pixel Data of a wrong length', changed(0x7fe00010, element(0x7fe00010, 'OB', new Uint8Array(6))), 'pixel_length', '(7FE0,0010)'],
    // PS3.10 §7.1
    ['a meta group of another instance', capture(new Map(), `${ROOT}.1.2`), 'meta_instance_mismatch', '(0002,0003)'],
  ])('%s', (_what, file, code, path) => {
    const { issues, counts } = validate(file)
    expect(issues.map((issue) => [issue.code, issue.path])).toContainEqual([code, path])
    expect(counts.error! + counts.warning! + counts.info!).toBeGreaterThan(0)
    expect(issues.map(({ byteOffset }) => byteOffset)).toEqual(issues.map(({ byteOffset }) => byteOffset).sort((a, b) => a - b))
  })

  it('each alone, and with its module and type', () => {
    expect(validate(changed(0x00100030, undefined)).issues).toEqual([
      {
        code: 'missing_type_2',
        severity: 'error',
        message: expect.any(String),
        path: '(0010,0030)',
        keyword: 'PatientBirthDate',
        module: 'patient',
        type: '2',
        byteOffset: expect.any(Number),
      },
    ])
  })

  it('many at once', () => {
    const file = capture(
      new Map([
        [0x0020000d, undefined],
        [0x00100030, undefined],
        [0x00080060, element(0x00080060, 'CS', 'ot')],
      ]),
    )
    expect(validate(file)).toMatchObject({ valid: false, counts: { error: 3 } })
  })
})

describe('what is allowed is no defect:', () => {
  it.each([
    ['an empty attribute of Type 2', changed(0x00100010, element(0x00100010, 'PN', ''))],
    ['several values where PS3.6 has n', changed(0x00080008, element(0x00080008, 'CS', 'DERIVED\\SECONDARY\\OTHER'))],
    ['a right group length', changed(0x00280000, element(0x00280000, 'UL', u32(84)))],
    [
      'a private block',
      capture(
        new Map([
          [0x00090010, element(0x00090010, 'LO', 'INVENTED')],
          [0x00091001, element(0x00091001, 'LO', 'A\\B')],
        ]),
      ),
    ],
    ['UN for a known element', changed(0x00100020, element(0x00100020, 'UN', 'A '))],
    ['a time with spaces behind it', changed(0x00080030, element(0x00080030, 'TM', '101500  '))],
  ])('%s', (_what, file) => {
    expect(validate(file, { minSeverity: 'error' }).issues).toEqual([])
  })
})

describe('a module that need not be there', () => {
  it('is checked where an attribute of Type 1 is there that only it has', () => {
    const reference = changed(0x00200052, element(0x00200052, 'UI', `${ROOT}.4`))
    expect(validate(reference).issues.map(({ code, path }) => [code, path])).toContainEqual(['missing_type_2', '(0020,1040)'])
    const thickness = changed(0x00180050, element(0x00180050, 'DS', '2.5'))
    expect(validate(thickness)).toMatchObject({ valid: true, counts: { error: 0 } })
  })
})

describe('the options', () => {
  it('check against another IOD', () => {
    const result = validate(capture(), { iod: 'ct-image' })
    expect(result.iod).toBe('ct-image')
    expect(result.issues).toContainEqual(expect.objectContaining({ code: 'missing_type_1', path: '(0028,1052)', module: 'ct-image' }))
  })

  it('refuse an IOD and an edition that are not there', () => {
    expect(() => validate(capture(), { iod: 'no-such-iod' })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    expect(() => validate(capture(), { edition: '2019a' })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })

  it('list what is severe enough, and count all', () => {
    const file = changed(0x00200030, element(0x00200030, 'DS', '0\\0\\0'))
    const { issues, counts } = validate(file, { minSeverity: 'error' })
    expect(issues).toEqual([])
    expect(counts.warning).toBe(1)
  })
})

it('says that an object of no known SOP class was not checked', () => {
  const result = validate(changed(0x00080016, element(0x00080016, 'UI', '1.2.3')))
  expect(result).toMatchObject({ iod: null, valid: false })
  expect(result.issues.map(({ code }) => code)).toContain('unknown_sop_class')
  expect(validate(changed(0x00080016, undefined)).issues.map(({ code }) => code)).toContain('missing_sop_class')
})

it('looks into encapsulated and deflated files', () => {
  const offsets = part10(encapsulated([8], [hex('01020304')]), '1.2.840.10008.1.2.5')
  expect(validate(offsets).issues.map(({ code }) => code)).toContain('offset_table')
  expect(validate(fixtures.get('deflated.dcm')!).issues).toContainEqual(
    expect.objectContaining({ code: 'missing_type_1', inflatedOffset: expect.any(Number) }),
  )
})

it('demands the elements of the File Meta Information', () => {
  const meta = metaGroup(TRANSFER_SYNTAXES.explicit)
  const file = concat(new Uint8Array(128), text('DICM'), meta.subarray(26), element(0x00080016, 'UI', SC))
  expect(validate(file).issues).toContainEqual(
    expect.objectContaining({ code: 'missing_type_1', path: '(0002,0000)', module: 'file-meta-information' }),
  )
})

const corpus = new URL('../../../../shared/corpora/dicom', import.meta.url).pathname
describe.skipIf(!existsSync(corpus))('the corpus', () => {
  it('is judged whole, without crash', { timeout: 120_000 }, () => {
    let judged = 0
    const files = existsSync(corpus) ? readdirSync(corpus, { recursive: true, encoding: 'utf8', withFileTypes: true }) : []
    for (const entry of files) {
      if (!entry.isFile() || !/\.dcm$/.test(entry.name) || entry.name === 'no_meta.dcm') continue
      const result = validate(new Uint8Array(readFileSync(`${entry.parentPath}/${entry.name}`)))
      expect(dicomValidate.output.safeParse(result).error?.issues).toBeUndefined()
      judged++
    }
    expect(judged).toBeGreaterThan(150)
  })
})
