// Every option of PS3.15 §E.3 on a whole file: what it does that the bare profile does not, and that the file says so by its code (CID 7050).
import { describe, expect, it } from 'vitest'
import { PROFILE_OPTIONS, type ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { concat, element, item, part10, sequence, text } from '../dicom/build-dicom.ts'
import { CT, deidentify, SMALL_IMAGE, UID } from './sample-patient.ts'

const code = (tag: number, value: string, meaning: string) =>
  sequence(tag, [item(concat(element(0x00080100, 'SH', value), element(0x00080102, 'SH', 'DCM'), element(0x00080104, 'LO', meaning)))])
const content = item(
  concat(
    element(0x0040a010, 'CS', 'CONTAINS'),
    element(0x0040a040, 'CS', 'TEXT'),
    code(0x0040a043, '121071', 'Finding'),
    element(0x0040a160, 'UT', 'Osricbrand has a cough'),
  ),
)

/** A file of an invented patient with something in it for every option. */
const FILE = part10(
  concat(
    element(0x00080016, 'UI', CT),
    element(0x00080018, 'UI', `${UID}.7`),
    element(0x00080020, 'DA', '20240219'),
    element(0x00080080, 'LO', 'Saint Fictive'),
    element(0x00081030, 'LO', 'Chest of Osricbrand'),
    element(0x00100010, 'PN', 'Osricbrand^Ada'),
    element(0x00100020, 'LO', '10004711'),
    element(0x00101020, 'DS', '1.71'),
    element(0x00181000, 'LO', 'SERIAL-99'),
    ...SMALL_IMAGE,
    sequence(0x0040a730, [content]),
    sequence(0x00700001, [item(sequence(0x00700008, [item(element(0x00700006, 'ST', 'of Osricbrand'))]))]),
    element(0x70530010, 'LO', 'Philips PET Private Group'),
    element(0x70531000, 'DS', '1.5 '),
    element(0x7fe00010, 'OB', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
  ),
)

/** A path and what stands there with the option; undefined where it is gone. Without the option it is something else. */
const EFFECTS: Readonly<Record<ProfileOption, readonly [path: string, value: string | RegExp]>> = {
  'retain-safe-private': ['(7053,1000)', '1.5'],
  'retain-uids': ['(0008,0018)', `${UID}.7`],
  'retain-device': ['(0018,1000)', 'SERIAL-99'],
  'retain-institution': ['(0008,0080)', 'Saint Fictive'],
  'retain-patient-characteristics': ['(0010,1020)', '1.71'],
  'retain-full-dates': ['(0008,0020)', '20240219'],
  'retain-modified-dates': ['(0008,0020)', /^(?!20240219)[12]\d{7}$/],
  'clean-descriptors': ['(0008,1030)', /^Chest of \**$/],
  'clean-structured-content': ['(0040,A730)[0].(0040,A160)', /^\** has a cough$/],
  'clean-graphics': ['(0070,0001)[0].(0070,0008)[0].(0070,0006)', /^of \**$/],
  'clean-pixel-data': ['(0028,0301)', 'NO'],
}

const codesOf = (values: ReadonlyMap<string, string>): string[] =>
  [...values].filter(([path]) => /^\(0012,0064\)\[\d+\]\.\(0008,0100\)$/.test(path)).map(([, value]) => value)

describe('each option', () => {
  const bare = deidentify(FILE).values

  it.each(Object.entries(EFFECTS))('%s', (name, [path, expected]) => {
    const option = name as ProfileOption
    const regions = option === 'clean-pixel-data' ? [{ column: 0, row: 0, width: 2, height: 1 }] : []
    const { values, result, file } = deidentify(FILE, { options: [option], regions })
    if (typeof expected === 'string') expect(values.get(path)).toBe(expected)
    else expect(values.get(path)).toMatch(expected)
    expect(bare.get(path)).not.toBe(values.get(path))
    expect(codesOf(values)).toEqual(['113100', PROFILE_OPTIONS[option].code])
    expect(result.residuals).toEqual([])
    const bytes = new TextDecoder('latin1').decode(result.bytes)
    for (const secret of ['Osricbrand', '10004711']) expect(bytes).not.toContain(secret)
    const pixels = file.dataset.elements.at(-1)!
    const first = [...file.data.subarray(pixels.valueStart, pixels.valueStart + 3)]
    expect(first).toEqual(option === 'clean-pixel-data' ? [0, 0, 3] : [1, 2, 3])
  })

  it('the bare profile names itself alone', () => {
    expect(codesOf(bare)).toEqual(['113100'])
    expect(bare.get('(0012,0062)')).toBe('YES')
  })

  it('the table above has all of them', () => {
    expect(Object.keys(EFFECTS).sort()).toEqual(Object.keys(PROFILE_OPTIONS).sort())
  })
})

describe('unlisted attributes', () => {
  const file = part10(
    concat(
      element(0x00080016, 'UI', CT),
      element(0x00080018, 'UI', `${UID}.7`),
      element(0x00100010, 'PN', 'Osricbrand^Ada'),
      element(0x00100012, 'LO', 'Newer than the table'),
      element(0x00189999, 'OB', text('ab')),
    ),
  )
  it('go, or stay where the caller says so', () => {
    expect(deidentify(file).values.has('(0018,9999)')).toBe(false)
    expect(deidentify(file, { unlisted: 'keep' }).values.has('(0018,9999)')).toBe(true)
  })
})
