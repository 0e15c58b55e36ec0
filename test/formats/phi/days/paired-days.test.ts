// Days as two numbers without a year, and months in small letters, that what stands around them tells from ranges, decimals, doses and scores.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const dates = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'date')
    .map(({ start, end }) => text.slice(start, end))

describe('two numbers', () => {
  test.each([
    ['waters broke on 11-04 at home', ['11-04']],
    ['seen 03-07 for cough', ['03-07']],
    ['LAST SEEN 8-23 BY RENAL', ['8-23']],
    ['fluid tapped on 8.29, cultures negative', ['8.29']],
    ['On 3.14 she seized twice', ['3.14']],
    ['off heparin since 23.9', ['23.9']],
    ['- 21.6: letter came', ['21.6']],
    ['Foley put in 27/10. Bag empty', ['27/10']],
    ['transferred in 14/1 with a hip fracture', ['14/1']],
    ['does 26/2 to 13/3 count as a fortnight', ['26/2', '13/3']],
    ['week commencing 14/10', ['14/10']],
    ['sputum of 4.xi.24 grew it', ['4.xi.24']],
    ['MRI of 27.9.24 shows none', ['27.9.24']],
  ])('%s', (text, expected) => {
    expect(dates(text)).toEqual(expected)
  })

  test.each([
    'on 2-3 liters',
    'on 10-15 mg',
    'potassium on 4.17',
    'he is on 6.25 bid',
    'carvedilol on 6.25 twice daily',
    'we are on 4.17 of the software',
    'K drawn 4.25, low',
    'INR on 2.25',
    'pressures 28/3 to 14/5',
    'BiPAP 14/5 and tolerated',
    'a course of 14/7 and 18/12',
    'PA pressure 25/10, wedge 12',
    'GA 26+3, well',
    'at 16:05, again',
    'BUN/Cr 28/1, oliguric',
  ])('none in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})

describe('months in small letters', () => {
  test.each([
    ['found it 26 jan, still sore', '26 jan'],
    ['I bled 13 and 14 feb.', '13 and 14 feb'],
    ['since the day they split, may 17. then worse', 'may 17'],
    ['for the week of march ninth', 'march ninth'],
  ])('%s', (text, date) => {
    expect(dates(text)).toContain(date)
  })

  test.each(['has had 2 sept lesions', 'take 3 may help', 'in 4 march steps'])('none in: %s', (text) => {
    expect(dates(text)).toEqual([])
  })
})
