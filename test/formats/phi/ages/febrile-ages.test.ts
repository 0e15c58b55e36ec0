// Ages over 89 beside a fever, and degrees that look like ages.
import { expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string) => detectPhi(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['A febrile 93-year-old woman was seen.', '93-year-old'],
  ['Febrile 95 yo man.', '95 yo'],
  ['fever at 96 years of age', '96 years of age'],
  ['T: 95 yo female admitted', '95 yo'],
  ['febrile 92F with UTI', '92F'],
])('the age in %s', (text, age) => {
  expect(found(text)).toContain(age)
})

test.each(['fever of 106F, with vomiting', 'Maximum temp 101F', 'Temp: 97F'])('no age in %s', (text) => {
  expect(found(text)).toEqual([])
})
