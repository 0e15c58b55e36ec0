// The patient's name in every attribute of the registry, at the top and in an item, with the VR of the registry and with others: it goes or is reported.
import { describe, expect, it } from 'vitest'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import { PROFILE_OPTIONS, type ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import type { DicomItem } from '../../../src/formats/dicom/dicom-file.ts'
import { formatPath } from '../../../src/formats/dicom/dicom-issue.ts'
import { findElement } from '../../../src/formats/dicom/dictionary/dictionary.ts'
import { ELEMENTS } from '../../../src/formats/dicom/dictionary/elements.generated.ts'
import { unpackTable } from '../../../src/formats/dicom/dictionary/unpack-table.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, item, part10, sequence, text } from '../dicom/build-dicom.ts'
import { CT, SETTINGS, UID } from './sample-patient.ts'

const NAME = 'OSRICBRAND'
const OTHER_VRS = ['LO', 'PN', 'SH', 'UT', 'LT', 'UN', 'CS', 'DS', 'IS', 'UI', 'DA', 'OB', 'US', 'FD', 'AE', 'AS', 'TM']
const REFERENCES = 0x00081140
const TAGS_A_FILE = 80
/** They would make another file of it: structure, and documents, which are refused. */
const LEFT_OUT = new Set([0x00080005, 0x00080016, 0x00080018, 0x00100010, 0x00420011])
const HEAD = new Map([
  [0x00080016, element(0x00080016, 'UI', CT)],
  [0x00080018, element(0x00080018, 'UI', `${UID}.7`)],
  [0x00100010, element(0x00100010, 'PN', 'Osricbrand^Ada')],
])

function listTags(): number[] {
  let tag = 0
  const tags = unpackTable(ELEMENTS)[0]!
    .split('\n')
    .map((delta) => (tag += Number.parseInt(delta, 16)))
  // Commands and directories before, pixels behind; group 0028 would describe pixels.
  return tags.filter((one) => one >>> 16 >= 8 && one < 0x7fe00000 && one >>> 16 !== 0x28 && !LEFT_OUT.has(one))
}

const TAGS = listTags().filter((tag) => findElement(tag)!.vr !== 'SQ')

function fileOf(tags: readonly number[], vrOf: (tag: number) => string): Uint8Array {
  const planted = new Map(tags.map((tag) => [tag, element(tag, vrOf(tag), text(NAME))]))
  const elements = new Map([...HEAD, ...planted, [REFERENCES, sequence(REFERENCES, [item(concat(...planted.values()))])]])
  return part10(concat(...[...elements].sort(([a], [b]) => a - b).map(([, bytes]) => bytes)))
}

/** Paths of the elements that hold the name. */
function listNamed(data: Uint8Array, dataset: DicomItem, steps: readonly number[] = []): string[] {
  return dataset.elements.flatMap((leaf) => {
    const path = [...steps, leaf.tag]
    if (leaf.items) return leaf.items.flatMap((child, i) => listNamed(data, child, [...path, i]))
    const value = new TextDecoder('latin1').decode(data.subarray(leaf.valueStart, leaf.valueEnd))
    return value.toUpperCase().includes(NAME) ? [formatPath(path)] : []
  })
}

describe('the name of the patient', { timeout: 60_000 }, () => {
  const all = (Object.keys(PROFILE_OPTIONS) as ProfileOption[]).filter((name) => name !== 'retain-full-dates')
  it.each([
    ['the Basic Profile', {}],
    ['unlisted attributes kept', { unlisted: 'keep' as const }],
    ['all options', { options: all }],
  ])('is in no attribute in silence: %s', (_what, settings) => {
    const vrs = [(tag: number) => findElement(tag)!.vr.slice(0, 2), (tag: number) => OTHER_VRS[tag % OTHER_VRS.length]!]
    let files = 0
    for (const vrOf of vrs) {
      for (let start = 0; start < TAGS.length; start += TAGS_A_FILE) {
        const bytes = fileOf(TAGS.slice(start, start + TAGS_A_FILE), vrOf)
        const result = deidentifyFile(readDicom(bytes), { ...SETTINGS, ...settings })
        const { data, dataset } = readDicom(result.bytes)
        const reported = new Set(result.residuals.map(({ path }) => path))
        expect(listNamed(data, dataset).filter((path) => !reported.has(path))).toEqual([])
        files++
      }
    }
    expect(files).toBeGreaterThan(80)
  })
})
