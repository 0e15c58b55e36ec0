// PS3.15 Annex E clause by clause: what each row of Table E.1-1 and each option does to an attribute, at the top and in items.
import { describe, expect, it, test } from 'vitest'
import { createDecider } from '../../../src/formats/dicom/deidentify/profile/decide.ts'
import type { ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { findElement } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { parseTag } from '../../../src/formats/dicom/tag.ts'
import { isVr, type Vr } from '../../../src/formats/dicom/value/vr.ts'
import { concat, element, item, sequence, u16 } from '../dicom/build-dicom.ts'
import { CT, deidentify, deidentifyElements, holds, KEY, patientFile, SECONDARY_CAPTURE, SECRETS, UID } from './sample-patient.ts'

const SEG = '1.2.840.10008.5.1.4.1.1.66.4'
const treatmentOf = (tag: string, options: readonly ProfileOption[] = [], sopClass = CT, parent = 0) => {
  const number = parseTag(tag)!
  const vr = findElement(number)?.vr ?? 'UN'
  return createDecider({ options: new Set(options), unlisted: 'remove', sopClass })(number, isVr(vr) ? vr : ('OW' as Vr), parent).treatment
}

describe('Table E.1-1, basic profile', () => {
  test.each([
    ['(0008,1030)', 'remove', 'X'],
    ['(0010,1010)', 'remove', 'X'],
    ['(0400,0561)', 'remove', 'X: original attributes'],
    ['(FFFA,FFFA)', 'remove', 'X: digital signatures'],
    ['(0088,0200)', 'remove', 'X: icon image'],
    ['(5000,3000)', 'remove', 'X: curves, first group'],
    ['(501E,0005)', 'remove', 'X: curves, last group'],
    ['(6000,3000)', 'remove', 'X: overlay data, first group'],
    ['(60FE,4000)', 'remove', 'X: overlay comments, last group'],
    ['(6002,0010)', 'remove', 'rows of an overlay without data'],
    ['(FFFC,FFFC)', 'remove', 'X: trailing padding'],
    ['(0010,0010)', 'empty', 'Z'],
    ['(0010,0030)', 'empty', 'Z'],
    ['(0040,A123)', 'dummy', 'D'],
    ['(0008,0018)', 'uid', 'U'],
    ['(0020,000D)', 'uid', 'U'],
    ['(0008,1140)', 'keep', 'X/Z/U*: references with new UIDs'],
    ['(0028,0010)', 'keep', 'not listed'],
    ['(0008,0070)', 'keep', 'not listed'],
    ['(0010,0012)', 'remove', 'newer than the table'],
    ['(0011,0010)', 'remove', 'unknown to the registry'],
    ['(0040,A067)', 'remove', 'not listed, a name'],
    ['(0014,1020)', 'remove', 'not listed, a date'],
    ['(0008,1190)', 'remove', 'not listed, an address'],
    ['(0008,0051)', 'remove', 'not listed, issuer of a number'],
    ['(0400,0500)', 'remove', 'not listed, encrypted'],
    ['(0008,0001)', 'remove', 'not listed, a length that is no longer true'],
    ['(0028,0303)', 'keep', 'not listed'],
    ['(0008,0016)', 'keep', 'not listed, a class'],
    ['(0028,0304)', 'uid', 'not listed, an instance'],
  ])('%s: %s (%s)', (tag, treatment) => {
    expect(treatmentOf(tag)).toBe(treatment)
  })

  test.each([
    ['(0008,0023) Z/D, type 2C in CT', '(0008,0023)', CT, 'empty'],
    ['(0008,0023) Z/D, type 1 in Segmentation', '(0008,0023)', SEG, 'dummy'],
    ['(0018,1000) X/Z/D, type 3 in CT', '(0018,1000)', CT, 'remove'],
    ['(0018,1000) X/Z/D, type 1 in Segmentation', '(0018,1000)', SEG, 'dummy'],
    ['(0008,0021) X/D, type 3 in CT', '(0008,0021)', CT, 'remove'],
    ['(0008,0021) X/D, SOP class not known', '(0008,0021)', '1.2.3.4', 'dummy'],
    ['(0040,0555) X/Z, type 2 in Digital X-Ray', '(0040,0555)', '1.2.840.10008.5.1.4.1.1.1.1', 'empty'],
    ['(0040,0555) X/Z, type 3 in CT', '(0040,0555)', CT, 'remove'],
  ])('the type in the IOD decides: %s', (_name, tag, sopClass, treatment) => {
    expect(treatmentOf(tag, [], sopClass)).toBe(treatment)
  })
})

describe('options of §E.3', () => {
  test.each<[string, ProfileOption, string, string]>([
    ['E.3.9', 'retain-uids', '(0008,0018)', 'keep'],
    ['E.3.8', 'retain-device', '(0018,1000)', 'keep'],
    ['E.3.8', 'retain-device', '(0008,1010)', 'keep'],
    ['E.3.8', 'retain-device', '(0008,0055)', 'dummy'],
    ['E.3.11', 'retain-institution', '(0008,0080)', 'keep'],
    ['E.3.7', 'retain-patient-characteristics', '(0010,1020)', 'keep'],
    ['E.3.7', 'retain-patient-characteristics', '(0010,2110)', 'clean'],
    ['E.3.6', 'retain-full-dates', '(0008,0020)', 'keep'],
    ['E.3.6', 'retain-full-dates', '(0010,0030)', 'empty'],
    ['E.3.6', 'retain-modified-dates', '(0008,0020)', 'date'],
    ['E.3.6', 'retain-modified-dates', '(0008,0030)', 'keep'],
    ['E.3.6', 'retain-modified-dates', '(0010,0030)', 'empty'],
    ['E.3.5', 'clean-descriptors', '(0008,1030)', 'clean'],
    ['E.3.4', 'clean-structured-content', '(0040,A730)', 'clean'],
    ['E.3.3', 'clean-graphics', '(0070,0001)', 'clean'],
    ['E.3.3', 'clean-graphics', '(6000,3000)', 'remove'],
  ])('%s %s: %s is %s', (_clause, option, tag, treatment) => {
    expect(treatmentOf(tag, [option])).toBe(treatment)
  })

  it('a date that is to be modified is not kept by the device option', () => {
    expect(treatmentOf('(0018,1200)', ['retain-device'])).toBe('keep')
    expect(treatmentOf('(0018,1200)', ['retain-device', 'retain-modified-dates'])).toBe('date')
  })

  it('an option twice, or both kinds of dates, is refused', () => {
    for (const options of [
      ['retain-uids', 'retain-uids'],
      ['retain-full-dates', 'retain-modified-dates'],
    ] as const)
      expect(() => deidentify(patientFile(), { options })).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})

describe('a whole file', () => {
  test.each(['explicit', 'implicit', 'big'] as const)('%s: no secret is left and the report says what was done', (syntax) => {
    const { result, values } = deidentify(patientFile(syntax))
    for (const secret of SECRETS) expect(holds(result.bytes, secret), secret).toBe(false)
    for (const secret of SECRETS) expect(JSON.stringify({ ...result, bytes: undefined }), secret).not.toContain(secret)
    expect(result.residuals).toEqual([])
    expect(values.get('(0012,0062)')).toBe('YES')
    expect(values.get('(0028,0303)')).toBe('REMOVED')
    expect(values.get('(0012,0064)[0].(0008,0100)')).toBe('113100')
    expect(values.has('(0028,0301)')).toBe(false)
    expect(values.get('(0008,0070)')).toBe('Maker')
    expect(values.get('(0008,2218)[0].(0008,0104)')).toBe('Thorax')
    expect(values.get('(0020,000D)')).toMatch(/^2\.25\.[1-9][0-9]{30,38}$/)
    expect(values.get('(0008,1140)[0].(0008,1155)')).toBe(values.get('(0020,000D)'))
    expect(result.changes).toContainEqual({ tag: '(0009,1001)', path: '(0009,1001)', action: 'remove', rule: 'private' })
    expect(result.changes).toContainEqual({ tag: '(0010,0010)', path: '(0010,0010)', action: 'pseudonym', rule: 'E.1-1 Z' })
    expect([...values.keys()].some((path) => /\([0-9A-F]{3}[13579BDF],/.test(path))).toBe(false)
  })

  it('encodings, pixels and the preamble', () => {
    for (const syntax of ['explicit', 'implicit', 'big'] as const) {
      const original = patientFile(syntax)
      original.fill(0x4d, 0, 128)
      const { result, file } = deidentify(original)
      expect(file.transferSyntax.encoding).toEqual({ explicit: syntax !== 'implicit', littleEndian: syntax !== 'big' })
      expect(result.bytes.subarray(0, 128)).toEqual(new Uint8Array(128))
      expect(result.pixelState).toBe('identical')
      const pixels = file.dataset.elements.at(-1)!
      expect([...file.data.subarray(pixels.valueStart, pixels.valueEnd)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    }
  })

  it('the same key gives the same file, another key another one', () => {
    const first = deidentify(patientFile()).result.bytes
    expect(deidentify(patientFile()).result.bytes).toEqual(first)
    const other = deidentify(patientFile(), { key: `${KEY} of another site` })
    expect(other.result.bytes).not.toEqual(first)
    expect(other.values.get('(0020,000D)')).not.toBe(deidentify(patientFile()).values.get('(0020,000D)'))
  })

  it('without pseudonyms the names and numbers are empty or mean nothing', () => {
    const { values } = deidentify(patientFile(), { pseudonyms: 'none' })
    expect(values.get('(0010,0010)')).toBe('')
    expect(values.get('(0010,0020)')).toBe('')
    expect(values.get('(0008,0050)')).toBe('')
  })

  it('every option at once keeps what it names and no more', () => {
    const options = [
      'retain-safe-private',
      'retain-device',
      'retain-institution',
      'retain-patient-characteristics',
      'retain-modified-dates',
      'clean-descriptors',
      'clean-structured-content',
      'clean-graphics',
    ] as const
    const { result, values } = deidentify(patientFile(), { options })
    expect(values.get('(0008,0080)')).toBe('Saint Fictive')
    expect(values.get('(0008,0020)')).toMatch(/^202[34]\d{4}$/)
    expect(values.get('(0008,0030)')).toBe('101112')
    expect(values.get('(0010,1010)')).toBe('090Y')
    expect(values.get('(0010,0040)')).toBe('M')
    expect(values.get('(0008,1030)')).toBe('Chest of ***********')
    expect(values.get('(0028,0303)')).toBe('MODIFIED')
    for (const secret of SECRETS.filter((secret) => secret !== 'Saint Fictive')) expect(holds(result.bytes, secret), secret).toBe(false)
    const codes = [...values].filter(([path]) => path.endsWith('.(0008,0100)') && path.startsWith('(0012,0064)')).map(([, code]) => code)
    expect(codes).toEqual(['113100', '113111', '113109', '113112', '113108', '113107', '113105', '113104', '113103'])
  })
})

describe('sequences', () => {
  it('D: content is replaced by one item that says nothing (E.1.1)', () => {
    const text = item(concat(element(0x0040a040, 'CS', 'TEXT'), element(0x0040a160, 'UT', 'Seen by Osricbrand')))
    const { result, values } = deidentifyElements([sequence(0x0040a730, [text, text])], {}, '1.2.840.10008.5.1.4.1.1.88.11')
    expect(values.get('(0040,A730)[0].(0040,A160)')).toBe('ANONYMIZED')
    expect(values.has('(0040,A730)[1].(0040,A160)')).toBe(false)
    expect(holds(result.bytes, 'Osricbrand')).toBe(false)
  })

  it('C: structured content stays, its texts are searched, its names and dates go (E.3.4)', () => {
    const leaf = (type: string, more: Uint8Array) => item(concat(element(0x0040a040, 'CS', type), more))
    const items = [
      leaf('TEXT', element(0x0040a160, 'UT', 'Mr. Osricbrand has a nodule of 4 mm.')),
      leaf('PNAME', element(0x0040a123, 'PN', 'Osricbrand^Ada')),
      leaf('DATE', element(0x0040a121, 'DA', '20240219')),
    ]
    const { result, values } = deidentifyElements([sequence(0x0040a730, items)], { options: ['clean-structured-content'] })
    expect(values.get('(0040,A730)[0].(0040,A160)')).toBe('Mr. ********** has a nodule of 4 mm.')
    expect(values.get('(0040,A730)[1].(0040,A123)')).toBe('ANONYMIZED')
    expect(values.get('(0040,A730)[2].(0040,A121)')).toBe('19000101')
    expect(result.residuals).toEqual([])
  })

  it('what is unchanged stays byte for byte, whatever the form of its lengths', () => {
    for (const isUndefined of [false, true]) {
      const kept = sequence(0x00082218, [item(element(0x00080104, 'LO', 'Thorax'), 'explicit', isUndefined)], 'explicit', isUndefined)
      const changed = sequence(0x00081140, [item(element(0x00081155, 'UI', `${UID}.9`), 'explicit', isUndefined)], 'explicit', isUndefined)
      const { result, values } = deidentifyElements([changed, kept])
      expect(holds(result.bytes, String.fromCharCode(...kept))).toBe(true)
      expect(values.get('(0008,1140)[0].(0008,1155)')).toMatch(/^2\.25\./)
    }
  })

  it('private elements inside items go, a sequence of VR UN is cleaned inside', () => {
    const inner = item(
      concat(element(0x00090010, 'LO', 'VENDOR'), element(0x00091001, 'LO', 'Osricbrand'), element(0x00081155, 'UI', `${UID}.9`)),
    )
    expect([...deidentifyElements([sequence(0x00081140, [inner])]).values.keys()]).not.toContain('(0008,1140)[0].(0009,1001)')
    const unknown = element(0x00081140, 'UN', item(concat(element(0x00081155, 'UI', `${UID}.9`, 'implicit')), 'implicit'))
    const { values } = deidentifyElements([unknown])
    expect(values.get('(0008,1140)[0].(0008,1155)')).toMatch(/^2\.25\./)
  })

  it('a value of VR UN that should be a sequence and is none goes', () => {
    const { values } = deidentifyElements([element(0x00081140, 'UN', 'Zebulonquux is here!')])
    expect(values.has('(0008,1140)')).toBe(false)
  })
})

describe('elements that are not what they should be', () => {
  it.each([
    ['a text in place of a number (DS)', element(0x00180050, 'DS', 'Osricbrand'), '(0018,0050)', ''],
    ['a text VR where the registry has a number', element(0x00280010, 'LO', 'Osricbrand'), '(0028,0010)', undefined],
    ['a group length', element(0x00080000, 'UL', new Uint8Array(4)), '(0008,0000)', undefined],
    ['a stray group of commands', element(0x00000002, 'UI', `${UID}.9`), '(0000,0002)', undefined],
    ['a retired free text', element(0x0040a16a, 'ST', 'Osricbrand'), '(0040,A16A)', undefined],
  ])('%s', (_name, bytes, path, value) => {
    const { values, result } = deidentifyElements([bytes])
    expect(values.get(path)).toBe(value)
    expect(holds(result.bytes, 'Osricbrand')).toBe(false)
  })

  it('a text in place of a date that an option keeps', () => {
    const elements = [element(0x00080020, 'DA', '20240219'), element(0x00080030, 'TM', '10:11:12'), element(0x00080031, 'TM', 'Osricbrand')]
    const { values } = deidentifyElements(elements, { options: ['retain-full-dates'] })
    expect([values.get('(0008,0020)'), values.get('(0008,0030)'), values.get('(0008,0031)')]).toEqual(['20240219', '10:11:12', ''])
  })

  it('both of two elements with one tag are treated', () => {
    const { result } = deidentifyElements([element(0x00100010, 'PN', 'Osricbrand^A'), element(0x00100010, 'PN', 'Zebulonquux^B')])
    expect(holds(result.bytes, 'Osricbrand') || holds(result.bytes, 'Zebulonquux')).toBe(false)
  })

  it('safe private elements stay with their creator, others of the block go (E.3.10)', () => {
    const block = [
      element(0x00190010, 'LO', 'SIEMENS MR HEADER'),
      element(0x0019100c, 'IS', '1000'),
      element(0x00191099, 'LO', 'Osricbrand'),
      element(0x00210010, 'LO', 'SIEMENS MR HEADER'),
    ]
    const { values } = deidentifyElements(block, { options: ['retain-safe-private'] })
    expect([...values.keys()].filter((path) => path.startsWith('(0019') || path.startsWith('(0021'))).toEqual([
      '(0019,0010)',
      '(0019,100C)',
    ])
  })

  it('UIDs: registered ones stay, every other one of a list is new, padding is right', () => {
    const { values, file } = deidentifyElements([element(0x00083010, 'UI', `${UID}.1\\${CT}\\not a uid`)])
    const [first, second, third] = values.get('(0008,3010)')!.split('\\')
    expect(first).toMatch(/^2\.25\./)
    expect(second).toBe(CT)
    expect(third).toMatch(/^2\.25\./)
    for (const { valueStart, valueEnd } of file.dataset.elements) expect((valueEnd - valueStart) % 2).toBe(0)
  })

  it('the group of the file is new: nothing of where it has been', () => {
    const meta = element(0x00020016, 'AE', 'OSRICBRAND')
    const bytes = concat(new Uint8Array(128), Uint8Array.of(0x44, 0x49, 0x43, 0x4d), element(0x00020010, 'UI', '1.2.840.10008.1.2.1'), meta)
    const { result, file } = deidentify(concat(bytes, element(0x00080016, 'UI', SECONDARY_CAPTURE), element(0x00280010, 'US', u16(1))))
    expect(holds(result.bytes, 'OSRICBRAND')).toBe(false)
    expect(file.meta!.elements.map(({ tag }) => tag)).toEqual([0x00020000, 0x00020001, 0x00020002, 0x00020010, 0x00020012, 0x00020013])
  })
})
