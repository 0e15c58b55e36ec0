// Files that end between two elements: whole by their bytes, and cut by what their IOD requires behind the end.
import { describe, expect, it } from 'vitest'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { listMissingAtEnd } from '../../../src/formats/dicom/validate/missing-end.ts'
import { concat, element, part10, sequence, u16, u32 } from './build-dicom.ts'

const CT = '1.2.840.10008.5.1.4.1.1.2'
const SR = '1.2.840.10008.5.1.4.1.1.88.22'
const RT_DOSE = '1.2.840.10008.5.1.4.1.1.481.2'
const SPECTROSCOPY = '1.2.840.10008.5.1.4.1.1.4.2'
const PRIVATE = '1.2.826.0.1.3680043.10.543.1'

const ofClass = (uid: string) => [element(0x00080016, 'UI', uid), element(0x00080018, 'UI', '1.2.826.0.1.3680043.10.543.7')]
const pixelDescription = [element(0x00280010, 'US', u16(1)), element(0x00280011, 'US', u16(2)), element(0x00280100, 'US', u16(8))]
const pixels = element(0x7fe00010, 'OB', Uint8Array.of(1, 2))
const missing = (...elements: readonly Uint8Array[]) => listMissingAtEnd(readDicom(part10(concat(...elements))))

describe('nothing is missing behind', () => {
  it.each([
    ['pixels', [...ofClass(CT), ...pixelDescription, pixels]],
    ['pixels of an unknown class', [...ofClass(PRIVATE), ...pixelDescription, pixels]],
    ['the last element of an unknown class without pixels', [...ofClass(PRIVATE), element(0x00100010, 'PN', 'A^B')]],
    ['the flags of a report (PS3.3 §C.17.2)', [...ofClass(SR), element(0x0040a493, 'CS', 'VERIFIED'), element(0x0040a504, 'SQ', '')]],
    [
      'spectroscopy data, which have rows and columns too',
      [...ofClass(SPECTROSCOPY), ...pixelDescription.slice(0, 2), element(0x56000020, 'OF', u32(0))],
    ],
    ['the last group that says its length', [...ofClass(PRIVATE), element(0x00100000, 'UL', u32(8)), element(0x00100010, 'PN')]],
    [
      'an image of which nobody describes pixels, and which goes on behind their description',
      [...ofClass(CT), element(0x0020000d, 'UI', '1.2.3'), element(0x00400254, 'LO', 'Chest')],
    ],
    ['the records of a directory', [element(0x00041130, 'CS', 'A'), sequence(0x00041220, [])]],
  ])('%s', (_name, elements) => {
    expect(missing(...elements)).toEqual([])
  })
})

describe('missing is', () => {
  it.each([
    ['Pixel Data of a CT image that ends before them', [...ofClass(CT), ...pixelDescription], 0x7fe00010],
    ['Pixel Data of an image that ends in their description', [...ofClass(CT), ...pixelDescription.slice(0, 2)], 0x7fe00010],
    [
      'Pixel Data of an image with half of their description that goes on behind it',
      [...ofClass(CT), pixelDescription[0]!, element(0x00400254, 'LO', 'Chest')],
      0x7fe00010,
    ],
    ['Pixel Data of an unknown class', [...ofClass(PRIVATE), ...pixelDescription], 0x7fe00010],
    ['Pixel Data of a dose, which need not have any', [...ofClass(RT_DOSE), ...pixelDescription], 0x7fe00010],
    ['Completion Flag of a report', [...ofClass(SR), element(0x0020000d, 'UI', '1.2.3')], 0x0040a491],
    ['the SOP class', [element(0x00080005, 'CS', 'ISO_IR 100')], 0x00080016],
    ['the rest of a group', [...ofClass(PRIVATE), element(0x00100000, 'UL', u32(20)), element(0x00100010, 'PN', 'A^B')], 0x00100000],
  ])('%s', (_name, elements, tag) => {
    expect(missing(...elements)).toContain(tag)
  })

  it('behind every cut of an image between two elements', () => {
    const elements = [...ofClass(CT), element(0x00100010, 'PN', 'A^B'), ...pixelDescription, pixels]
    for (let count = 1; count < elements.length; count++) expect(missing(...elements.slice(0, count))).not.toEqual([])
  })

  it('of a file of 200,000 elements, too', () => {
    const behind = Array.from({ length: 200_000 }, (_, i) => [...element(0x00090000 + 0x20000 * (i >> 15) + (i & 0x7fff), 'UN')]).flat()
    expect(missing(...ofClass(CT), Uint8Array.from(behind))).toContain(0x7fe00010)
  })
})
