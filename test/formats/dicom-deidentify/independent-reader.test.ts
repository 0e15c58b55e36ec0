// The second reader: it agrees on whole files, says which ones it cannot read, and where it differs the file is refused.
import { describe, expect, it } from 'vitest'
import { readIndependently } from '../../../src/formats/dicom/deidentify/check/independent-reader.ts'
import { readDicom } from '../../../src/formats/dicom/read/read-dicom.ts'
import { concat, element, encapsulated, item, part10, sequence, text } from '../dicom/build-dicom.ts'
import { deidentify, patientFile, UID } from './sample-patient.ts'

const head = element(0x00080018, 'UI', `${UID}.7`)
const read = (...elements: readonly Uint8Array[]) => readDicom(part10(concat(head, ...elements)))

describe('a de-identified file', () => {
  it.each(['explicit', 'implicit', 'big'] as const)('is read by both alike: %s', (syntax) => {
    expect(deidentify(patientFile(syntax)).result.independentReader).toEqual({ status: 'agrees', reason: null })
  })
})

describe('both see the same in', () => {
  it.each([
    ['sequences', read(sequence(0x00081140, [item(element(0x00081150, 'UI', '1.2')), item(concat())]))],
    ['empty sequences', read(sequence(0x00081140, []))],
    ['fragments', read(encapsulated([0], [text('abcd'), text('ef')]))],
  ])('%s', (_name, file) => {
    expect(readIndependently(file).status).toBe('agrees')
  })
})

describe('what dicom-parser cannot read is said:', () => {
  it.each([
    ['64-bit-vr', read(element(0x00720083, 'UV', text('12345678')))],
    ['duplicate-tags', read(head)],
  ])('%s', (reason, file) => {
    expect(readIndependently(file)).toEqual({ status: 'not-read', reason })
  })
})

describe('where they differ the file is refused:', () => {
  const file = read(element(0x00100040, 'CS', 'M '))
  it.each([
    ['an element that one does not see', { ...file.dataset, elements: file.dataset.elements.slice(0, -1) }],
    [
      'a value of another length',
      { ...file.dataset, elements: file.dataset.elements.map((one) => ({ ...one, valueEnd: one.valueEnd - 1 })) },
    ],
    [
      'a value in another place',
      {
        ...file.dataset,
        elements: file.dataset.elements.map((one) => ({ ...one, valueStart: one.valueStart + 1, valueEnd: one.valueEnd + 1 })),
      },
    ],
  ])('%s', (_name, dataset) => {
    expect(() => readIndependently({ ...file, dataset })).toThrow(expect.objectContaining({ code: 'unsupported_variant' }))
  })
})
