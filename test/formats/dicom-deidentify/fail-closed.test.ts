// What is refused, what a second look at the result finds, and that no planted identifier survives damage to a file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { deidentifyFile } from '../../../src/formats/dicom/deidentify/deidentify-file.ts'
import { PROFILE_OPTIONS, type ProfileOption } from '../../../src/formats/dicom/deidentify/profile/profile-options.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { projectFolder } from '../../architecture/source-file.ts'
import { concat, element, encapsulated, item, metaGroup, part10, sequence, text, UNDEFINED } from '../dicom/build-dicom.ts'
import { mutate, seededRandom } from '../dicom/mutate-bytes.ts'
import { CT, deidentify, deidentifyElements, holds, patientDataset, patientFile, SECRETS, SETTINGS, UID } from './sample-patient.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(join(projectFolder, 'test/fixtures/dicom', name)))
const refusal = (bytes: Uint8Array, settings = {}) => {
  try {
    deidentify(bytes, settings)
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('refused:', () => {
  test.each([
    ['a cut file', fixture('truncated.dcm'), 'unreadable_input'],
    ['a cut file without lengths', fixture('truncated-implicit.dcm'), 'unreadable_input'],
    ['no DICOM', text('a text that is no DICOM file at all'), 'unreadable_input'],
    [
      'an item that is longer than its sequence',
      part10(
        concat(
          element(0x00080016, 'UI', CT),
          element(
            0x00081140,
            'SQ',
            concat(element(0xfffee000 >>> 0, 'UN').subarray(0, 4), Uint8Array.of(200, 0, 0, 0), element(0x00080060, 'CS', 'CT')),
          ),
          element(0x00280010, 'US', new Uint8Array(300)),
        ),
      ),
      'unreadable_input',
    ],
    [
      'a sequence that nobody ends',
      part10(concat(element(0x00080016, 'UI', CT), element(0x00081140, 'SQ', '', 'explicit', UNDEFINED))),
      'unreadable_input',
    ],
    ['sequences that nest too deep', fixture('nested-100.dcm'), 'resource_limit'],
    ['a directory', part10(sequence(0x00041220, [item(element(0x00100010, 'PN', 'Osricbrand'))])), 'unsupported_variant'],
    [
      'an encapsulated document',
      part10(concat(element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.104.1'), element(0x00420011, 'OB', text('%PDF-1.4')))),
      'unsupported_variant',
    ],
    [
      'an encapsulated document in an item',
      part10(sequence(0x00081140, [item(element(0x00420011, 'OB', text('%PDF-1.4')))])),
      'unsupported_variant',
    ],
    ['pixels that are elsewhere', part10(element(0x00080016, 'UI', CT), '1.2.840.10008.1.2.4.94'), 'unsupported_variant'],
    ['a recording of voices', part10(element(0x00080016, 'UI', '1.2.840.10008.5.1.4.1.1.9.4.2')), 'unsupported_variant'],
    [
      'fragments whose delimiter became padding',
      part10(
        concat(
          element(0x00080016, 'UI', CT),
          element(0x00080018, 'UI', `${UID}.7`),
          encapsulated([], [Uint8Array.of(1, 2, 3, 4)]).subarray(0, -8),
          new Uint8Array(8),
        ),
        '1.2.840.10008.1.2.5',
      ),
      'unreadable_input',
    ],
    ['a file without a data set', part10(concat()), 'unreadable_input'],
    [
      'a deflated data set that is cut',
      concat(new Uint8Array(128), text('DICM'), metaGroup('1.2.840.10008.1.2.1.99'), deflateSync(patientDataset()).subarray(0, -40)),
      'unreadable_input',
    ],
  ])('%s', (_name, bytes, code) => {
    const fault = refusal(bytes)
    expect(fault.code).toBe(code)
    expect(fault.at?.byteOffset).toBeTypeOf('number')
    expect(JSON.stringify([fault.message, fault.at])).not.toContain('Osricbrand')
  })

  it('no key, where one is needed', () => {
    expect(refusal(patientFile(), { key: undefined })).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/options/key' }] })
    const { values } = deidentify(patientFile(), { key: undefined, options: ['retain-uids'], pseudonyms: 'none' })
    expect(values.get('(0020,000D)')).toBe(`${UID}.8`)
  })
})

/** Words of technical values are not masked, so that it is the search that finds what is in them. */
const UNMASKED = { unlisted: 'keep' } as const

describe('the second look', () => {
  it('finds originals in texts that the profile keeps, and takes them out', () => {
    const { result, values } = deidentifyElements(
      [
        element(0x00080070, 'LO', 'Sold to Osricbrand'),
        element(0x00100010, 'PN', 'Osricbrand^Ada'),
        sequence(0x00082218, [item(element(0x00080104, 'LO', `see ${UID}.77`))]),
        element(0x0020000d, 'UI', `${UID}.77`),
      ],
      UNMASKED,
    )
    expect(values.get('(0008,0070)')).toBe('')
    expect(values.get('(0008,2218)[0].(0008,0104)')).toBe('')
    expect(result.changes.filter(({ rule }) => rule === 'residual').map(({ path }) => path)).toEqual([
      '(0008,0070)',
      '(0008,2218)[0].(0008,0104)',
    ])
    expect(result.residuals).toEqual([])
  })

  it.each([
    ['in a look-up table', element(0x00281201, 'OW', text('see Osricbrand^Ada ')), '(0028,1201)'],
    ['in Image Type', element(0x00080008, 'CS', 'OSRICBRAND^ADA'), '(0008,0008)'],
    ['as UTF-16', element(0x00282000, 'OB', text([...'Osricbrand^Ada'].join('\0'))), '(0028,2000)'],
  ])('reports what cannot be taken out: %s', (_name, bytes, path) => {
    const name = element(0x00100010, 'PN', 'Osricbrand^Ada')
    const { result } = deidentifyElements(bytes[2] === 8 && bytes[0] === 8 ? [bytes, name] : [name, bytes], UNMASKED)
    expect(result.residuals).toContainEqual({ path, kind: 'name' })
  })

  it('reports a name as UTF-16 beside others that are no ASCII, and before them', () => {
    const planted = (name: string) => element(0x00282000, 'OB', text([...name, ...(name.length % 2 === 0 ? [' '] : [])].join('\0')))
    const found = ['Osricbrand^Ada', 'Quillfeather^Bo'].map(
      (name) =>
        deidentifyElements(
          [
            element(0x00080005, 'CS', 'ISO_IR 100'),
            element(0x00080090, 'PN', 'Osricbrand^Ada'),
            element(0x00081048, 'PN', Uint8Array.of(0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72)),
            element(0x00100010, 'PN', 'Quillfeather^Bo'),
            planted(name),
          ],
          UNMASKED,
        ).result.residuals,
    )
    expect(found).toEqual([[{ path: '(0028,2000)', kind: 'name' }], [{ path: '(0028,2000)', kind: 'name' }]])
  })

  it.each([
    ['a short number in a number', [element(0x00100020, 'LO', '1234'), element(0x00180050, 'DS', '1234')]],
    ['a part of a longer word', [element(0x00080070, 'LO', 'Maxwellian'), element(0x00100010, 'PN', 'Maxwell^A')]],
  ])('does not cry over %s', (_name, elements) => {
    const { result } = deidentifyElements(elements.toSorted((a, b) => a[0]! - b[0]!))
    expect(result.residuals).toEqual([])
    expect(result.changes.some(({ rule }) => rule === 'residual')).toBe(false)
  })

  it('finds names in the bytes of every character set', () => {
    for (const name of ['japanese.dcm', 'korean-items.dcm', 'chinese.dcm']) {
      const { result } = deidentify(fixture(name), { onBurnedIn: 'warn' })
      expect(result.residuals, name).toEqual([])
      expect(result.actions.get('pseudonym'), name).toBeGreaterThan(0)
    }
  })
})

describe('deflated data sets', () => {
  it('are written as Explicit VR Little Endian', () => {
    const bytes = concat(new Uint8Array(128), text('DICM'), metaGroup('1.2.840.10008.1.2.1.99'), deflateSync(patientDataset()))
    const { result, values } = deidentify(bytes)
    expect(result.transferSyntax).toBe('1.2.840.10008.1.2.1')
    expect(values.get('(0008,0070)')).toBe('Maker')
    for (const secret of SECRETS) expect(holds(result.bytes, secret), secret).toBe(false)
  })
})

describe('damaged and doctored files', () => {
  it('give a ProblemError, or a result without any secret, or one that says where to look', () => {
    const random = seededRandom(7)
    const sources = (['explicit', 'implicit', 'big'] as const).map((syntax) => patientFile(syntax))
    const names = Object.keys(PROFILE_OPTIONS) as ProfileOption[]
    const kept = new Set<ProfileOption>([
      'retain-uids',
      'retain-institution',
      'retain-full-dates',
      'clean-pixel-data',
      'clean-descriptors',
      'retain-safe-private',
    ])
    let clean = 0
    let refused = 0
    for (let i = 0; i < 1500; i++) {
      const options = names.filter((name) => !kept.has(name) && random() < 0.2)
      const bytes = mutate(sources[i % 3]!, random)
      try {
        const result = deidentifyFile(readDicom(bytes), { ...SETTINGS, options, onBurnedIn: 'warn' })
        clean++
        if (result.residuals.length > 0) continue
        for (const secret of SECRETS) {
          // Damage may have made two of one, or hit the secret itself: it is then another text.
          if (holds(bytes, secret) && holds(result.bytes, secret))
            throw new Error(`${secret} survived mutation ${i} with ${options.join()}`)
        }
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        refused++
      }
    }
    expect(clean).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(100)
  })
})
