// Identifiers behind nouns of no table, names of accounts, secrets and files, and the doses, counts, years and codes that look like them.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ start, end }) => text.slice(start, end))

describe('a number or a code behind its noun', () => {
  test.each([
    ['passcode changed to 4471', '4471'],
    ['pin reset to 8820', '8820'],
    ['ring and cash in security env 00417', '00417'],
    ['gave police log 44-0231', '44-0231'],
    ['ID band pair BX 20817', 'BX 20817'],
    ['insured by Ayushman card PJK7X21QA', 'PJK7X21QA'],
    ['flies home, booking QX7RTB', 'QX7RTB'],
    ['CGM 4KX88L expired', '4KX88L'],
    ['two charts (660418 and 660992)', '660418'],
    ['two charts (660418 and 660992)', '660992'],
    ['merge 660418 into 660992', '660992'],
    ['Dr. Orven, KMC 55210', '55210'],
    ['nurse RN 718820', '718820'],
    ['VA file C-28 771 043', 'C-28 771 043'],
    ['Orven, Talm // 3309-4471 // seen', '3309-4471'],
    ['phone ending 0148', '0148'],
    ['plate ends 447', '447'],
    ['dial 4471 for results', '4471'],
    ['page me at 4471', '4471'],
    ['on flight BA117', 'BA117'],
    ['ANC no. ANC/2024/0713', 'ANC/2024/0713'],
    ['ICD serial PJN447188S', 'PJN447188S'],
    ['call 1300 555 148', '1300 555 148'],
  ])('%s', (text, value) => {
    expect(found(text)).toContain(value)
  })

  test.each([
    'dial 911',
    'pin 2 loose',
    'pin site clean, reset to 2 turns',
    'charts 2 and 3',
    'records of 44718 patients',
    'log 10 copies',
    'a receipt of 2024',
    'booking 12 visits',
    'Dexcom G6 and Libre 3',
    'MMC stage 3',
    'GMC guidance 2024',
    'ring 3 of 5',
    'page 4471 of the text',
    'B-12 100 mcg',
    'T-4 100 200 mg',
    'HCV RNA 1204471',
    'OR 1.94 (1.2-2.9)',
    'penicillin 2400000',
    'PS 10/5',
    'on 5-FU',
    'ratio 3309-4471 // next',
  ])('nothing in: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a name of an account, a secret or a file', () => {
  test.each([
    ['on the app, user dmf_roof', 'dmf_roof'],
    ['posts as u/dmf_roof', 'dmf_roof'],
    ['snap: dmfroof22', 'dmfroof22'],
    ['gamertag is dmfRoof', 'dmfRoof'],
    ['wifi pw roofBlue77', 'roofBlue77'],
    ['saved at \\\\rad01\\orven', '\\\\rad01\\orven'],
    ['saved at C:\\pts\\orven', 'C:\\pts\\orven'],
    ['see bit.ly/3xOrvn', 'bit.ly/3xOrvn'],
  ])('%s', (text, value) => {
    expect(found(text)).toContain(value)
  })

  test.each([
    'user error of the pump',
    'snap judgment 22',
    'IG nephropathy, IgA positive',
    'signal void',
    'profile was normal',
    'and\\or',
    'w/u and s/p',
    'u/s of the abdomen',
    'q.id/tid',
    'pass 3 stools',
    'handle with care',
  ])('nothing in: %s', (text) => {
    expect(found(text)).toEqual([])
  })
})
