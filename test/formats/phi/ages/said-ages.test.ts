// Ages over 89 that are said of a person without a unit, and the saturations, pulses, weights and counts that are said so as well.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const ages = (text: string): string[] =>
  detectPhi(text)
    .filter(({ category }) => category === 'age')
    .map(({ start, end }) => text.slice(start, end))

describe('an age that is said of a person', () => {
  test.each([
    ['Walter is 94 and still drives', '94'],
    ['my grandmother is actually 91 and takes metformin', '91'],
    ["he's almost 93 and sharp", '93'],
    ['the resident in room 4 is 99 and refuses meds', '99'],
    ['three aunts, the eldest is 96 and has shingles', '96'],
    ['would a chap of 97 survive a laparotomy', '97'],
    ['Keeps losing her keys, now 92 and anxious', '92'],
    ['a retired miner, 93, short of breath', '93'],
    ['Uncle Bert Ogle, 95: his left ear', '95'],
    ['Mrs Tolland 94. Son visits', '94'],
    ['her nan (93) at home', '93'],
    ['my dad is ninety-two and on apixaban', 'ninety-two'],
    ['a lady of ninety-three with a hip fracture', 'ninety-three'],
    ['Mr Pell, ninety-four. Former baker', 'ninety-four'],
    ["at gran's 100th she choked", '100th'],
    ['for her ninetieth we flew to Rome', 'ninetieth'],
    ['his ninety-fifth is next week', 'ninety-fifth'],
  ])('%s', (text, age) => {
    expect(ages(text)).toEqual([age])
  })

  test.each([
    'patient is 92 on 2 L',
    'pt is 98 degrees',
    'he was 95 over 60',
    'she is 100 pounds',
    'the patient in bed 6 sat is 92 and',
    'two patients, one desatted, one is 92 on air',
    'a heart rate of 98 and regular',
    'a cohort of 98 with cancer',
    'he desatted on the walk, now 93 and recovering',
    'platelets of his, now 96 and falling',
    'a MAP, 92, on pressors',
    'BMI over her 95th',
    'her 95th percentile',
    'the score is ninety-two and normal',
    'her sat is ninety-two and falling',
    'Weight 94. Son visits',
    'Sodium is 97 and chloride 105',
  ])('none in: %s', (text) => {
    expect(ages(text)).toEqual([])
  })
})
