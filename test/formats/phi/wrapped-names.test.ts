// Names that go on behind the end of a line, and surnames of eponyms that the text gives to a person.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'

const namesIn = (text: string) =>
  detectPhi(text)
    .filter(({ category }) => category === 'name')
    .map(({ start, end }) => text.slice(start, end))

describe('a name that a line end divides', () => {
  test.each([
    ['Seen by Dr. Alan\nWhitfield today.', 'Alan\nWhitfield'],
    ['Patient: Brisa\r\nQuorlin was seen.', 'Brisa\r\nQuorlin'],
    ['Mr. Whit-\nfield came.', 'Whit-\nfield'],
  ])('%j is found whole', (text, name) => {
    expect(namesIn(text)).toEqual([name])
  })

  test.each([
    'Patient: Brisa\nMedications: none',
    'Seen by Dr. Alan\nPlan\nrest',
    'Seen by Dr. Alan\n\nWhitfield Hall',
    'Seen by Dr. Alan\nwhitfield',
  ])('%j does not go on', (text) => {
    expect(namesIn(text)[0]).toMatch(/^(?:Brisa|Alan)$/)
  })
})

describe('the surname of an eponym', () => {
  test('is that of the person whom the text names', () => {
    expect(namesIn('Mr. José Müller met Müller.')).toEqual(['José Müller', 'Müller'])
  })

  test.each([
    ['Patient: Anna Foley. Plan per Foley: discharge.', ['Anna Foley', 'Foley']],
    ['Patient: Ben Crohn. Crohn disease excluded. Told Crohn so.', ['Ben Crohn', 'Crohn']],
  ])('is found where it stands alone, a thing of clinicians or not: %j', (text, names) => {
    expect(namesIn(text)).toEqual(names)
  })

  test('is none in the name of a disease, behind an article, or without a person', () => {
    expect(namesIn('Mr. James Parkinson has Parkinson disease and the Parkinson gait.')).toEqual(['James Parkinson'])
    expect(namesIn('Has Parkinson disease. Parkinson progressed.')).toEqual([])
  })
})
