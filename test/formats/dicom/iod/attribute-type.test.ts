// The tables of PS3.3: types of attributes by SOP class and place, and the generator that makes them.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attributeType } from '../../../../src/formats/dicom/iod/attribute-type.ts'
import { attributesOf, findIod, findIodOfSopClass } from '../../../../src/formats/dicom/iod/iod-table.ts'

const root = new URL('../../../..', import.meta.url).pathname
const source = `${root}../shared/data/dicom`

const CT = '1.2.840.10008.5.1.4.1.1.2'
const ENHANCED_MR = '1.2.840.10008.5.1.4.1.1.4.1'
const BASIC_TEXT_SR = '1.2.840.10008.5.1.4.1.1.88.11'

describe('the type of an attribute', () => {
  it.each([
    ['C.7.1.1 Patient Name', CT, [0x00100010], '2'],
    ['C.7.2.1 Study Instance UID', CT, [0x0020000d], '1'],
    ['C.7.2.1 Study Description', CT, [0x00081030], '3'],
    ['C.8.2.1 Rescale Intercept of CT Image', CT, [0x00281052], '1'],
    ['C.7.3.1 Laterality', CT, [0x00200060], '2C'],
    ['C.7.6.3 Smallest Image Pixel Value, named by Image Pixel', CT, [0x00280106], '3'],
    ['C.7.6.2.1 Pixel Spacing', CT, [0x00280030], '1'],
    ['Table 10-11 Referenced SOP Instance UID of a referenced study', CT, [0x00081110, 0x00081155], '1'],
    ['Table 10-1 Institution Name of a referring physician', CT, [0x00080096, 0x00401101, 0x00080100], '1C'],
    ['C.9.2 Overlay Rows in the second group', CT, [0x60020010], '1'],
    ['C.7.6.16.2.1 Pixel Spacing of a frame', ENHANCED_MR, [0x52009230, 0x00289110, 0x00280030], '1C'],
    ['C.17.3 Content Sequence', BASIC_TEXT_SR, [0x0040a730], '1C'],
  ] as const)('%s', (_clause, sopClass, path, type) => {
    expect(attributeType(sopClass, path)).toBe(type)
  })

  it('is none of an attribute that no module names there, of a private one, of an unknown SOP class', () => {
    expect(attributeType(CT, [0x00080096, 0x00100010])).toBeUndefined()
    expect(attributeType(CT, [0x00100010, 0x00100010])).toBeUndefined()
    expect(attributeType(CT, [0x00091001])).toBeUndefined()
    expect(attributeType(CT, [])).toBeUndefined()
    expect(attributeType('1.2.3', [0x00100010])).toBeUndefined()
  })
})

describe('the IODs', () => {
  it('are found by SOP class and by key', () => {
    expect(findIodOfSopClass(CT)).toBe(findIod('ct-image'))
    expect(findIod('ct-image')?.modules.find(({ key }) => key === 'ct-image')?.usage).toBe('M')
    expect(findIod('no-such-iod')).toBeUndefined()
  })
})

describe.skipIf(!existsSync(`${source}/highdicom_module_attribute_map.json`))('the generator', () => {
  it('makes the same table again', { timeout: 60_000 }, () => {
    const target = mkdtempSync(join(tmpdir(), 'dicom-iods-'))
    try {
      const run = spawnSync(process.execPath, [`${root}build/dicom-iods.ts`, source, target], { encoding: 'utf8' })
      expect(run.stderr).toBe('')
      const made = readFileSync(join(target, 'iods.generated.ts'), 'utf8')
      expect(made === readFileSync(`${root}src/formats/dicom/iod/iods.generated.ts`, 'utf8')).toBe(true)
    } finally {
      rmSync(target, { recursive: true })
    }
  })
})

describe('the lists', () => {
  it('name no list that is not there', () => {
    const seen = new Set<number>()
    const visit = (list: number): void => {
      if (seen.has(list)) return
      seen.add(list)
      for (const { items } of attributesOf(list).values()) if (items !== undefined) visit(items)
    }
    for (const { attributes } of findIod('ct-image')!.modules)
      for (const { items } of attributes.values()) if (items !== undefined) visit(items)
    expect(seen.size).toBeGreaterThan(20)
  })
})
