// Known names that lines, scanners and hasty hands changed are found whole; words that are only like them stay.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { nicknamesOf } from '../../../src/formats/phi/known/known-nicknames.ts'
import type { KnownValues } from '../../../src/formats/phi/known/known-values.ts'
import { uncovered } from './annotated-text.ts'

const PLACES = ['The chart of {} was put away.', 'the dose for {} went up', '{}']
const PATIENT: KnownValues = { names: ['Margaret Anne Sullivan-Ortiz'] }

describe('is covered whole', () => {
  test.each<[string, KnownValues, string]>([
    ['broken over two lines', PATIENT, 'Mar-\ngaret|Sulli-\nvan|Margaret\nSullivan-Ortiz'],
    ['with a blank after each letter', PATIENT, 'M a r g a r e t'],
    ['with digits for letters', PATIENT, 'Su11ivan|Margar3t|0rtiz'],
    ['with a letter too few, too many, wrong or out of place', PATIENT, 'Margret|Margarret|Sulliwan|Sulilvan'],
    ['as a name of a user', PATIENT, 'msullivan|sullivanm'],
    ['as initials without the middle name', PATIENT, 'M.S.O.|M.A.O.'],
    ['by the short name', PATIENT, 'Peggy|Maggie|PEGGY'],
    ['by the short name of a given name in the second place', { names: ['Johnson, William R'] }, 'Bill|Billy|Bill Johnson'],
    ['a date with a month in Roman numerals, in words', { dates: ['1984-03-09'] }, '9/III/1984|9.III.84|March ninth|the ninth of March'],
    ['a number that a scanner misread', { ids: ['00-4471-9928'] }, 'OO-4471-9928|00-447l-9928|O0-4471-9928'],
  ])('%s', (_, known, variants) => {
    const left = variants
      .split('|')
      .flatMap((variant) => PLACES.map((place) => ({ variant: variant.replace(/^the /, ''), text: place.replace('{}', () => variant) })))
      .filter(({ variant, text }) => {
        const start = text.indexOf(variant)
        return uncovered(text, { start, end: start + variant.length }, detectPhi(text, { known })) > 0
      })
    expect(left).toEqual([])
  })

  test('the street of an address alone behind a word of place', () => {
    const text = 'He parks on Sycamore at night.'
    const found = detectPhi(text, { known: { addresses: ['418 Sycamore Lane, Bend, OR 97702'] } })
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(['Sycamore'])
  })
})

describe('stays', () => {
  test.each<[string, KnownValues]>([
    ['Bill the visit. The bill was paid.', { names: ['William Moro'] }],
    ['Margarine on toast, margins clear', PATIENT],
    ['The dose was bent on the chart', { names: ['Ada Benton'] }],
    ['sycamore leaves', { addresses: ['418 Sycamore Lane, Bend, OR 97702'] }],
  ])('%s', (text, known) => {
    expect(detectPhi(text, { known })).toEqual([])
  })
})

describe('short names', () => {
  test('lead to the given name and back, and to the others of the row', () => {
    expect(nicknamesOf('William')).toContain('bill')
    expect(nicknamesOf('Bill')).toEqual(expect.arrayContaining(['william', 'billy']))
    expect(nicknamesOf('Zzyx')).toEqual([])
  })
})
