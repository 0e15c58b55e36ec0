// Names in technical values of files in which no attribute of a person carries them: masked, taken out or reported, in every attribute that the profile keeps.
import { describe, expect, it } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { createDecider } from '../../../src/formats/dicom/deidentify/profile/decide.ts'
import { maskWords } from '../../../src/formats/dicom/deidentify/words/mask-words.ts'
import type { DicomItem } from '../../../src/formats/dicom/dicom-file.ts'
import { formatPath } from '../../../src/formats/dicom/dicom-issue.ts'
import { findElement } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { ELEMENTS } from '../../../src/formats/dicom/dictionary/elements.generated.ts'
import { unpackTable } from '../../../src/formats/dicom/dictionary/unpack-table.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import type { Vr } from '../../../src/formats/dicom/value/vr.ts'
import { concat, element, item, part10, sequence } from '../dicom/build-dicom.ts'
import { CT, deidentifyElements, SETTINGS, UID } from './sample-patient.ts'

const TEXTS = new Set(['CS', 'LO', 'SH', 'ST', 'LT', 'UT', 'UC'])
const CONTENT = 0x0040a730
const TAGS_A_FILE = 120

const tags: number[] = []
for (const delta of unpackTable(ELEMENTS)[0]!.split('\n')) tags.push((tags.at(-1) ?? 0) + Number.parseInt(delta, 16))
/** Behind commands and directories, before pixels; without what says how the file is read. */
const PLANTED = tags.filter(
  (tag) => tag >>> 16 >= 8 && tag < 0x7fe00000 && tag !== 0x00080005 && TEXTS.has(findElement(tag)!.vr) && tag !== 0x00420012,
)

const utf8 = (value: string): Uint8Array => {
  const bytes = new TextEncoder().encode(value)
  return bytes.length % 2 === 0 ? bytes : concat(bytes, [0x20])
}

function fileOf(sopClass: string, name: Uint8Array, some: readonly number[]): Uint8Array {
  const planted = new Map(some.map((tag) => [tag, element(tag, findElement(tag)!.vr, name)]))
  const elements = new Map([
    [0x00080005, element(0x00080005, 'CS', 'ISO_IR 192')],
    [0x00080016, element(0x00080016, 'UI', sopClass)],
    [0x00080018, element(0x00080018, 'UI', `${UID}.7`)],
    ...planted,
    [CONTENT, sequence(CONTENT, [item(concat(...planted.values()))])],
    [0x00540016, sequence(0x00540016, [item(concat(...planted.values()))])],
  ])
  return part10(concat(...[...elements].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
}

/** Words of three letters stand in too many codes, unless they are no Latin ones or the name has no others. */
const wordsOf = (name: string): string[] => [name, ...name.split(/[\s,^]+/).filter((word) => word.length > 3)]

/** Paths of the elements that hold a word of the name. */
function listNamed(data: Uint8Array, dataset: DicomItem, name: string, steps: readonly number[] = []): string[] {
  return dataset.elements.flatMap((leaf) => {
    const path = [...steps, leaf.tag]
    if (leaf.items) return leaf.items.flatMap((child, i) => listNamed(data, child, name, [...path, i]))
    const value = new TextDecoder().decode(data.subarray(leaf.valueStart, leaf.valueEnd))
    return wordsOf(name).some((word) => value.includes(word)) ? [formatPath(path)] : []
  })
}

function leaksOf(sopClass: string, name: string, settings: Partial<DeidentifySettings>): { silent: string[]; reported: number } {
  const silent: string[] = []
  let reported = 0
  for (let start = 0; start < PLANTED.length; start += TAGS_A_FILE) {
    const bytes = fileOf(sopClass, utf8(name), PLANTED.slice(start, start + TAGS_A_FILE))
    const result = deidentifyFile(readDicom(bytes), { ...SETTINGS, ...settings })
    const { data, dataset } = readDicom(result.bytes)
    const known = new Set(result.residuals.map(({ path }) => path))
    silent.push(...listNamed(data, dataset, name).filter((path) => !known.has(path)))
    reported += known.size
  }
  return { silent, reported }
}

const IODS: readonly [string, string][] = [
  ['CT', CT],
  ['enhanced MR', '1.2.840.10008.5.1.4.1.1.4.1'],
  ['ultrasound', '1.2.840.10008.5.1.4.1.1.6.1'],
  ['comprehensive SR', '1.2.840.10008.5.1.4.1.1.88.33'],
  ['grey presentation state', '1.2.840.10008.5.1.4.1.1.11.1'],
  ['RT plan', '1.2.840.10008.5.1.4.1.1.481.5'],
  ['12-lead ECG', '1.2.840.10008.5.1.4.1.1.9.1.1'],
]

describe('a name that no attribute of a person carries', { timeout: 120_000 }, () => {
  it('is planted in the attributes that the profile keeps', () => {
    const decide = createDecider({ options: new Set(), unlisted: 'remove', sopClass: CT })
    const kept = PLANTED.filter((tag) => decide(tag, findElement(tag)!.vr as Vr, 0).treatment === 'keep')
    expect(kept.length).toBeGreaterThan(1000)
  })

  it.each(IODS)('is in no attribute of text in silence: %s', (_iod, sopClass) => {
    expect(leaksOf(sopClass, 'OSRICBRAND', {})).toEqual({ silent: [], reported: 0 })
  })

  it.each([
    'Osricbrand',
    'SMITH',
    'Smith^John',
    'Zebulonquux, Osric',
    'JOHN SMITH',
    'Nguyen Thi',
    'MÜLLER',
    '李小明',
    'Иванов',
    'Ng^Jo',
    'Brown',
  ])('is masked however it is written: %s', (name) => {
    expect(leaksOf(CT, name, {}).silent).toEqual([])
  })

  it('is reported where attributes stay that the table does not judge', () => {
    const { silent, reported } = leaksOf(CT, 'OSRICBRAND', { unlisted: 'keep' })
    expect(silent).toEqual([])
    expect(reported).toBeGreaterThan(1000)
  })

  it.each(['clean-structured-content', 'clean-descriptors', 'clean-graphics', 'retain-patient-characteristics'] as const)(
    'is in no code in silence with %s',
    (option) => {
      const { silent } = leaksOf(CT, 'OSRICBRAND', { options: [option] })
      const ofCodes = silent.filter((path) => findElement(Number.parseInt(path.slice(-10, -1).replace(',', ''), 16))!.vr === 'CS')
      expect(ofCodes).toEqual([])
    },
  )

  it.each([
    ['OSRICBRAND', 'ISO_IR 100'],
    ['ISO 2022 IR 6\\OSRICBRAND', 'ISO 2022 IR 6\\'],
  ])('in the Specific Character Set is removed: %s', (terms, left) => {
    const { result, values } = deidentifyElements([element(0x00080005, 'CS', terms)])
    expect(values.get('(0008,0005)')).toBe(left)
    expect(result.residuals).toEqual([])
  })
})

describe('words of the field stay:', () => {
  it.each([
    [0x00080008, 'CS', 'DERIVED'],
    [0x00080008, 'CS', 'POST_PROCESSED'],
    [0x00080060, 'CS', 'RTSTRUCT'],
    [0x00080070, 'LO', 'Philips Medical Systems'],
    [0x00080070, 'LO', 'SIEMENS'],
    [0x00080070, 'LO', 'G.E. Medical Systems'],
    [0x00081090, 'LO', 'LightSpeed Ultra'],
    [0x00081090, 'LO', 'Biograph 16'],
    [0x00080104, 'LO', 'Gray matter of brain'],
    [0x00080104, 'LO', 'Musculus flexor digitorum'],
    [0x00180015, 'CS', 'HEADNECK'],
    [0x00180015, 'CS', 'BRAIN'],
    [0x00180022, 'CS', 'VB_GEMS'],
    [0x00181020, 'LO', 'syngo MR E11'],
    [0x00181160, 'SH', 'LARGE BOWTIE FIL'],
    [0x00181210, 'SH', 'FC80'],
    [0x00209421, 'LO', 'ImagePositionPatient'],
    [0x00281054, 'LO', 'HU'],
    [0x20100100, 'CS', 'WHITE'],
    [0x00080100, 'SH', '85756007'],
    [0x00080102, 'SH', 'UCUM'],
    [0x00189318, 'LO', 'µm'],
  ] as const)('%i %s %s', (tag, vr, value) => {
    expect(maskWords(value, tag, vr)).toBe(value)
  })
})

describe('what is no word of the field is masked, and its length stays:', () => {
  it.each([
    [0x00180015, 'CS', 'OSRIC_HEAD', 'XXXXX_HEAD'],
    [0x00180015, 'CS', 'WHITE', 'XXXXX'],
    [0x00180015, 'CS', 'NO10004711 HEAD', 'XXXXXXXXXX HEAD'],
    [0x00180015, 'CS', 'HEAD OSRIC2', 'HEAD XXXXXX'],
    [0x00080070, 'LO', 'made for Osric', 'made for *****'],
    [0x00080070, 'LO', ' Ng^Jo ', ' **^** '],
    [0x00080104, 'LO', 'number 10004711, part 2', 'number ********, part 2'],
    [0x00080104, 'LO', 'no A1000471B', 'no A*******B'],
    [0x00080104, 'LO', 'no Osric1000471', 'no ************'],
    [0x00080100, 'SH', 'OSRIC-10004711', '*****-10004711'],
    [0x00080104, 'LO', '李明', '**'],
    [0x00080104, 'LO', 'ab', 'ab'],
  ] as const)('%i %s %s', (tag, vr, value, masked) => {
    expect(maskWords(value, tag, vr)).toBe(masked)
    expect(maskWords(masked, tag, vr)).toBe(masked)
  })

  it('says so in the changes', () => {
    const { result, values } = deidentifyElements([element(0x00080070, 'LO', 'made for Osric')])
    expect(values.get('(0008,0070)')).toBe('made for *****')
    expect(result.changes).toContainEqual({ tag: '(0008,0070)', path: '(0008,0070)', action: 'clean', rule: 'words' })
  })

  it('but not of a device that retain-device keeps', () => {
    const model = element(0x00081090, 'LO', 'Osrictron 5')
    expect(deidentifyElements([model]).values.get('(0008,1090)')).toBe('********* 5')
    const { result, values } = deidentifyElements([model], { options: ['retain-device'] })
    expect(values.get('(0008,1090)')).toBe('Osrictron 5')
    expect(result.residuals).toEqual([])
  })

  it('a text that is too long to be judged goes', () => {
    const long = element(0x00080070, 'UC', 'osric '.repeat(20_000))
    expect(deidentifyElements([long]).values.get('(0008,0070)')).toBe('')
  })
})

describe('with retain-safe-private', () => {
  const options = ['retain-safe-private'] as const
  // PS3.15 Table E.3.10-1: (0019,xx9E) of GEMS_ACQU_01, Internal Pulse Sequence Name, is safe.
  const of = (value: string) =>
    deidentifyElements([element(0x00190010, 'LO', 'GEMS_ACQU_01'), element(0x0019109e, 'LO', value)], { options }).values.get('(0019,109E)')

  it.each(['EFGRE3D', 'fse-xl', 'SE 3', 'LARGE FOV'])('a technical text stays: %s', (value) => {
    expect(of(value)).toBe(value)
  })

  it.each(['SMITH', 'for Miller', 'Osric^Ada', 'EFGRE JOHNSON'])('a name goes: %s', (value) => {
    expect(of(value)).toBeUndefined()
  })
})
