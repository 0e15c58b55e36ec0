// A birth date in a UID that an option keeps is reported; the date of an examination is in most UIDs.
import { describe, expect, it } from 'vitest'
import type { DeidentifySettings } from '../../../src/formats/dicom/deidentify/prepare.ts'
import { element } from '../dicom/build-dicom.ts'
import { deidentifyElements, UID } from './sample-patient.ts'

function residualsOf(uid: string, settings: Partial<DeidentifySettings>, birth = '19480317') {
  const elements = [
    element(0x00080018, 'UI', `${UID}.7`),
    element(0x00080020, 'DA', '20240219'),
    element(0x00100030, 'DA', birth),
    element(0x0020000d, 'UI', uid),
  ]
  return deidentifyElements(elements, { onResidual: 'warn', ...settings }).result.residuals
}

const FOUND = [{ path: '(0020,000D)', kind: 'date' }]

describe.each<[string, Partial<DeidentifySettings>]>([
  ['with full dates', { options: ['retain-uids', 'retain-full-dates'] }],
  ['with modified dates', { options: ['retain-uids', 'retain-modified-dates'] }],
  ['without dates', { options: ['retain-uids'] }],
])('UIDs that stay, %s:', (_what, settings) => {
  it.each([`${UID}.19480317.2`, `${UID}.19480317094502`, `${UID}.4019480317`])('a birth date is found in %s', (uid) => {
    expect(residualsOf(uid, settings)).toEqual(FOUND)
  })

  it.each([
    ['the date of the study', `${UID}.20240219.2`, '19480317'],
    ['the date of the study, of a newborn', `${UID}.20240219.2`, '20240219'],
    ['zeros in place of a date', `${UID}.100000000.2`, '00000000'],
  ])('%s stays', (_what, uid, birth) => {
    expect(residualsOf(uid, settings, birth)).toEqual([])
  })
})

it('a new UID has none', () => {
  expect(residualsOf(`${UID}.19480317.2`, { options: [] })).toEqual([])
})
