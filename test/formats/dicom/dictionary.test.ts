// The packed registries: PS3.6 §6 to §9 and Annex A, private elements of known creators; and the notation of tags.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findElement, findKeyword } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { findPrivateElement } from '../../../src/formats/dicom/dictionary/private-dictionary.ts'
import { findUid } from '../../../src/formats/dicom/dictionary/uid-dictionary.ts'
import { describeTransferSyntax } from '../../../src/formats/dicom/read/transfer-syntax.ts'
import { creatorTagOf, formatTag, formatTagKey, isCreatorTag, isPrivateTag, parseTag } from '../../../src/formats/dicom/tag.ts'
import { readTagPaths, selectElement, selectInItem } from '../../../src/formats/dicom/tag-path.ts'

const root = new URL('../../..', import.meta.url).pathname
const source = `${root}../shared/data/dicom/`

describe('elements', () => {
  it.each([
    [0x00100010, 'PN', '1', "Patient's Name", 'PatientName', false],
    [0x00080005, 'CS', '1-n', 'Specific Character Set', 'SpecificCharacterSet', false],
    [0x00280106, 'US or SS', '1', 'Smallest Image Pixel Value', 'SmallestImagePixelValue', false],
    [0x00120063, 'LO', '1-n', 'De-identification Method', 'DeidentificationMethod', false],
    [0x00181153, 'IS', '1', 'Exposure in µAs', 'ExposureInuAs', false],
    [0x00080001, 'UL', '1', 'Length to End', 'LengthToEnd', true],
    [0x60023000, 'OB or OW', '1', 'Overlay Data', 'OverlayData', false],
    [0x00203101, 'CS', '1-n', 'Source Image IDs', 'SourceImageIDs', true],
    // Younger than the first source.
    [0x00100012, 'LT', '1', 'Name To Use', 'NameToUse', false],
  ])('%s', (tag, vr, vm, name, keyword, retired) => {
    const entry = findElement(tag)!
    expect({ vr: entry.vr, vm: entry.vm, name: entry.name.replace('uAs', 'µAs'), keyword: entry.keyword, retired: entry.retired }).toEqual({
      vr,
      vm,
      name,
      keyword,
      retired,
    })
  })

  it('know no private tags, also where a repeating group would fit', () => {
    expect([findElement(0x00091001), findElement(0x60013000), findElement(0xfffefffe)]).toEqual([undefined, undefined, undefined])
  })

  it('are found by keyword', () => {
    expect([findKeyword('PatientName'), findKeyword('TwoDMatingPoint'), findKeyword('Nonsense'), findKeyword('')]).toEqual([
      0x00100010,
      0x00686450,
      undefined,
      undefined,
    ])
  })

  it('give the table without a keyword no keyword', () => {
    expect(findElement(0x00080202)).toMatchObject({ name: 'Retired-blank', keyword: '' })
  })
})

describe.skipIf(!existsSync(source))('the generator', () => {
  it('makes the same tables again', () => {
    const target = mkdtempSync(join(tmpdir(), 'dicom-tables-'))
    try {
      const run = spawnSync(process.execPath, [`${root}build/dicom-tables.ts`, source, target], { encoding: 'utf8' })
      expect(run.status).toBe(0)
      for (const name of ['elements', 'private-elements', 'uids']) {
        const file = `${name}.generated.ts`
        expect(readFileSync(join(target, file), 'utf8') === readFileSync(`${root}src/formats/dicom/dictionary/${file}`, 'utf8'), file).toBe(
          true,
        )
      }
    } finally {
      rmSync(target, { recursive: true })
    }
  })

  it('keeps every row of its source', () => {
    const { elements, repeaters } = JSON.parse(readFileSync(`${source}elements.json`, 'utf8')) as Record<string, Record<string, string[]>>
    expect(Object.keys(elements!)).toHaveLength(5189)
    for (const [tag, [vr, vm, name, retired, keyword]] of Object.entries(elements!)) {
      const { vr: ownVr, vm: ownVm, name: ownName, retired: ownRetired, keyword: ownKeyword } = findElement(Number.parseInt(tag, 16))!
      expect([ownVr, ownVm, ownName, ownRetired, ownKeyword], tag).toEqual([vr, vm, name, retired !== '', keyword])
    }
    for (const [pattern, [vr, , name]] of Object.entries(repeaters!)) {
      expect(findElement(Number.parseInt(pattern.replaceAll('x', '2'), 16)), pattern).toMatchObject({ vr, name })
    }
    const privates = JSON.parse(readFileSync(`${source}private-elements.json`, 'utf8')) as Record<string, Record<string, string[]>>
    for (const [creator, rows] of Object.entries(privates)) {
      for (const [key, [, vm, name]] of Object.entries(rows)) {
        if (!/^[0-9A-F]{4}xx[0-9A-F]{2}$/.test(key)) continue
        expect(findPrivateElement(creator, Number.parseInt(key.replace('xx', '10'), 16)), `${creator} ${key}`).toMatchObject({ vm, name })
      }
    }
    const uids = JSON.parse(readFileSync(`${source}uids.json`, 'utf8')) as Record<string, string[]>
    for (const [uid, [name, type]] of Object.entries(uids)) if (name) expect(findUid(uid), uid).toMatchObject({ name, type })
  })
})

describe('private elements', () => {
  it('are found in any block of their creator, and in no other', () => {
    expect(findPrivateElement('SIEMENS CSA HEADER', 0x00291008)).toMatchObject({ vr: 'CS', name: 'CSA Image Header Type' })
    expect(findPrivateElement('SIEMENS CSA HEADER', 0x0029ab08)).toMatchObject({ vr: 'CS' })
    expect(findPrivateElement('SIEMENS MEDCOM HEADER', 0x00291008)?.name).not.toBe('CSA Image Header Type')
    expect(findPrivateElement('NOBODY', 0x00291008)).toBeUndefined()
    expect(findPrivateElement('constructor', 0x00291008)).toBeUndefined()
  })
})

describe('UIDs', () => {
  it('have names and types', () => {
    expect(findUid('1.2.840.10008.5.1.4.1.1.2')).toEqual({ name: 'CT Image Storage', type: 'SOP Class', retired: false })
    expect(findUid('1.2.840.10008.1.2.2')).toMatchObject({ type: 'Transfer Syntax', retired: true })
    expect(findUid('1.2.3')).toBeUndefined()
  })

  it.each([
    ['1.2.840.10008.1.2', [false, true, false, false]],
    ['1.2.840.10008.1.2.1', [true, true, false, false]],
    ['1.2.840.10008.1.2.1.98', [true, true, false, true]],
    ['1.2.840.10008.1.2.1.99', [true, true, true, false]],
    ['1.2.840.10008.1.2.2', [true, false, false, false]],
    ['1.2.840.10008.1.2.4.50', [true, true, false, true]],
    ['1.2.840.10008.1.2.4.94', [true, true, false, false]],
    ['1.2.840.10008.1.2.4.95', [true, true, true, false]],
    ['1.2.840.10008.1.2.4.205', [true, true, true, false]],
    ['1.2.840.10008.1.2.5', [true, true, false, true]],
    ['1.2.840.10008.1.2.8.1', [true, true, false, true]],
    ['1.2.840.113619.5.2', [false, true, false, false]],
  ])('PS3.5 §10: %s', (uid, expected) => {
    const { encoding, deflated, encapsulated } = describeTransferSyntax(uid)!
    expect([encoding.explicit, encoding.littleEndian, deflated, encapsulated]).toEqual(expected)
  })

  it('describe no data set where PS3.5 §10 gives none', () => {
    expect(describeTransferSyntax('1.2.840.10008.1.2.7.1')).toBeUndefined()
    expect(describeTransferSyntax('')).toBeUndefined()
  })
})

describe('tags', () => {
  it.each([0, 0x00100010, 0x7fe00010, 0xfffee00d, 0xffffffff])('%i is written and read', (tag) => {
    expect(formatTag(tag)).toMatch(/^\([0-9A-F]{4},[0-9A-F]{4}\)$/)
    expect([formatTag(tag), formatTag(tag).slice(1, -1), formatTagKey(tag), formatTagKey(tag).toLowerCase()].map(parseTag)).toEqual([
      tag,
      tag,
      tag,
      tag,
    ])
  })

  it.each(['', '0010', '(0010,0010', '0010.0010', '0010,001G', '001000100', '(00100010'])('"%s" is none', (value) => {
    expect(parseTag(value)).toBe(value === '(00100010)' ? 0x00100010 : undefined)
  })

  it('PS3.5 §7.8: private tags and their blocks', () => {
    expect([
      isPrivateTag(0x00091001),
      isPrivateTag(0x00080010),
      isCreatorTag(0x00090010),
      isCreatorTag(0x00091001),
      isCreatorTag(0x0009000f),
    ]).toEqual([true, false, true, false, false])
    expect([creatorTagOf(0x0029ab08), creatorTagOf(0x00290010), creatorTagOf(0x00100010)]).toEqual([0x002900ab, 0, 0])
  })
})

describe('paths', () => {
  it('name tags or keywords, items from 0', () => {
    expect(readTagPaths(['PatientName', '(0040,A730)[1].0040A168', 'ReferencedSeriesSequence[*].SeriesInstanceUID'], '/tags')).toEqual([
      [{ tag: 0x00100010, index: undefined }],
      [
        { tag: 0x0040a730, index: 1 },
        { tag: 0x0040a168, index: undefined },
      ],
      [
        { tag: 0x00081115, index: undefined },
        { tag: 0x0020000e, index: undefined },
      ],
    ])
  })

  it.each([
    '',
    '.',
    'PatientName.',
    'Nonsense',
    'PatientName[',
    'PatientName[-1]',
    'PatientName[1]x',
    '[0]',
    'constructor',
    'PatientName[0][0]',
  ])('"%s" is refused by its place', (value) => {
    expect(() => readTagPaths(['PatientName', value], '/options/tags')).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/tags/1' })] }),
    )
  })

  it('select elements and items', () => {
    const paths = readTagPaths(['PatientName', 'ConceptNameCodeSequence.CodeValue', 'ContentSequence[1]'], '')
    expect(selectElement(undefined, 1)).toBe('all')
    expect(selectElement(paths, 0x00100010)).toBe('all')
    expect(selectElement(paths, 0x00100020)).toBeUndefined()
    const codes = selectElement(paths, 0x0040a043)!
    expect(selectInItem(codes, 7)).toEqual([[{ tag: 0x00080100, index: undefined }]])
    const content = selectElement(paths, 0x0040a730)!
    expect([selectInItem(content, 0), selectInItem(content, 1)]).toEqual([[], undefined])
    expect(selectInItem('all', 0)).toBeUndefined()
  })
})
