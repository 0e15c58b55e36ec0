// Ages over 89 that stand for a person or behind one, without a unit and without a verb, and the measures with the same numbers.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const ages = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'age')
    .map(({ start, end }) => text.slice(start, end))

describe('an age', () => {
  test.each([
    ['behind a name without a bracket', 'Zebulon Orvendale 96 hip fracture', '96'],
    ['behind a name and at', 'Mr Orvendale at 96 has a pacemaker', '96'],
    ['behind a day of birth', 'dob 1/2/30 (94)', '94'],
    ['that a text begins with', '93 nh pt with uti', '93'],
    ['before a diagnosis', '92 afib, apixaban?', '92'],
    ['before a fall', '94 post fall hip fx', '94'],
    ['before with', '95 with dementia and pneumonia, comfort care?', '95'],
    ['before on', '92 and on warfarin, INR 6', '92'],
    ['with an article', 'Would you offer dialysis to a 93 with ESRD?', '93'],
    ['behind kin', 'gma 94 fell last week', '94'],
    ['behind kin in the middle', 'my nan 97 keeps falling', '97'],
    ['behind a resident', 'resident 94 choking on pills', '94'],
    ['alone beside a person, at the edge of what people reach', 'Mr. Orvendale and Zia, both 114, married', '114'],
  ])('%s: %s', (_, text, age) => {
    expect(ages(text)).toEqual([age])
  })
})

describe('no age', () => {
  test.each([
    'Sats for Zebulon Orvendale at 92, then up',
    'Zebulon Orvendale 92% on RA',
    'Zebulon Orvendale at 92 on 2 L',
    '90 tabs of Norco, 3 refills',
    '95 percent of them recover',
    '101 with chills since noon',
    '92 with ambulation, 96 at rest',
    '94 on room air',
    '90 day supply of Eliquis',
    'a 95 percent interval for a 92 to 98 range',
    'dad fever 101 since noon',
    'patient 92 bpm, 94 sat',
    'mum temp 99',
  ])('%s', (text) => {
    expect(ages(text)).toEqual([])
  })
})
