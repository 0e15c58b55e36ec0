// Ages over 89 that grammar says, and the saturations, pressures, angles, doses and counts with the same numbers.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const ages = (text: string, mode: 'balanced' | 'high-recall' = 'balanced'): string[] =>
  detectPhi(text, { mode })
    .filter(({ category }) => category === 'age')
    .map(({ start, end }) => text.slice(start, end))

describe('an age over 89', () => {
  test.each([
    ['a widow in her nineties with a fall', 'nineties'],
    ['man in his early 90s on digoxin', 'early 90s'],
    ['she is well into her mid-90s', 'mid-90s'],
    ['she turns 101 next week', '101'],
    ['Dad just turned 95 in June', '95'],
    ['he will be 95 in June', '95'],
    ["she'll be 100 on Sunday", '100'],
    ['going on 97 and frail', '97'],
    ['plans his 95th birthday', '95th'],
    ['aged ninety-one', 'ninety-one'],
    ['ninety two yo woman', 'ninety two'],
    ['one hundred and three-year-old', 'one hundred and three-year'],
    ['a hundred and one years old', 'a hundred and one years'],
    ['female, 92, with dementia', '92'],
    ['F/92 with dyspnea', '92'],
    ['Age/Sex 95 F', '95'],
    ['pt 98 F', '98'],
    ['98 yr F with urosepsis', '98'],
    ['92WF with CHF', '92'],
    ['a man of 92 years', '92'],
    ['sister alive 92', '92'],
    ['MGM died @ 96', '96'],
    ['father d. 94 MI', '94'],
    ['sibs 92, 88', '92'],
    ['Mr. Orvendale (91) on warfarin', '91'],
    ['93, lives alone', '93'],
    ['97 and still driving', '97'],
    ['can she get TAVR at 93', '93'],
  ])('%s', (text, age) => {
    expect(ages(text)).toEqual([age])
  })

  test.each([
    'in the 90s systolic',
    'SBP in her 90s overnight',
    'O2 sats in the low 90s',
    'temperatures in the high 90s',
    'turn the knee to 90 and hold',
    'he hit 100 on the bike',
    'going on 100 mg now',
    'she will be 100 percent weight bearing',
    'the pump will be 95 for the night',
    'is she at 93',
    'flexion at 95',
    'he is 98 kg',
    'a man of 92 kg',
    'weight at the 97th percentile',
    'one hundred and ten patients',
    'ninety days supply',
    'mother alive, BP 92',
    'score (91) of the panel',
    '93, 95 and 92 on room air',
    'males 92 of 140',
    '90+ yo',
    'in his 80s',
    '89 yo F',
  ])('none in: %s', (text) => {
    expect(ages(text)).toEqual([])
  })

  test('a careful mode hides the word for such an age', () => {
    expect(ages('nonagenarian on apixaban')).toEqual([])
    expect(ages('nonagenarian on apixaban', 'high-recall')).toEqual(['nonagenarian'])
  })
})
