// Single names that are words, too, in notes, small letters and queries, and the same words where nobody is meant.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'
import { readAnnotated, uncovered } from '../annotated-text.ts'

const read = (name: string) => readAnnotated(`word-names/${name}.txt`, '\n')

describe('in sentences of the half', () => {
  test.each([
    ['dev', 28],
    ['test', 20],
  ])('%s, %d of 30 names are found', (half, least) => {
    const found = read(`queries.${half}`).filter(({ text, spans }) => uncovered(text, spans[0]!, detectPhi(text)) === 0)
    expect(found.length).toBeGreaterThanOrEqual(least)
  })

  test.each([
    ['dev', 0],
    ['test', 1],
  ])('%s, at most %d of 30 without a name are touched', (half, most) => {
    expect(read(`negatives.${half}`).filter(({ text }) => detectPhi(text).length > 0).length).toBeLessThanOrEqual(most)
  })
})

const found = (text: string) => detectPhi(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Called Hope at home.', 'Hope'],
  ['called hope, she will come in', 'hope'],
  ['Wickham says the inhaler helps.', 'Wickham'],
  ['Patient Wickham seen in clinic.', 'Wickham'],
  ["Grace's mother called.", 'Grace'],
  ['faith and her husband want to wait.', 'faith'],
  ['Does Frank still need the catheter?', 'Frank'],
])('the person in %s', (text, name) => {
  expect(found(text)).toEqual([name])
})

test.each([
  'Called hope line number on the card.',
  'Brooke says 2 mL for each percent.',
  'Stone was seen in the bladder.',
  'Rose was seen at the base.',
  'Long reports are cut.',
  'Does Frank hematuria need CT?',
  'How do I tell Dressler syndrome from an effusion?',
  'Patient May be discharged.',
  'Spoke with hope of recovery in mind.',
  'Called May 3 for results.',
])('nobody in %s', (text) => {
  expect(found(text).filter((each) => !/\d/.test(each))).toEqual([])
})
