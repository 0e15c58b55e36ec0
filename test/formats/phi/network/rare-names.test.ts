// Names that no list has, because they are words, alone where a person stands, and words that are nobody in the same places.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ start, end }) => text.slice(start, end))

describe('a word where a person stands is a name', () => {
  test.each([
    ['Sorrel was seen in clinic today.', 'Sorrel'],
    ['Dear Cotta,', 'Cotta'],
    ['Bibb denies chest pain.', 'Bibb'],
    ['Coble is a 67 year old man with COPD.', 'Coble'],
    ["Medley's daughter is at the bedside.", 'Medley'],
    ['Seen by Marron, RN.', 'Marron'],
    ['I reviewed this with Carse before discharge.', 'Carse'],
    ['Her brother, Gowan, drove her in.', 'Gowan'],
    ['We will ask Pirog about the ride home.', 'Pirog'],
    ['She was driven in by her neighbor and Coble waited outside.', 'Coble'],
  ])('%s', (text, name) => {
    expect(found(text)).toEqual([name])
  })

  test('with the category of a person', () => {
    expect(detectPhi('Bibb denies chest pain.').map(({ category }) => category)).toEqual(['name'])
  })

  test('in mode fail-closed, too', () => {
    expect(detectPhi('Sorrel was seen in clinic today.', { mode: 'fail-closed' }).map(({ start }) => start)).toContain(0)
  })
})

describe('mode fail-closed hides a word with a capital that would be a name if a list had it', () => {
  test.each([
    ['Seen in the ED with PA Roadie at noon.', 'Roadie'],
    ['Break covered by Dorsum until two.', 'Dorsum'],
    ['Hess chart by Fahlband in orthoptics normal.', 'Fahlband'],
  ])('%s', (text, name) => {
    expect(detectPhi(text, { mode: 'fail-closed' }).map(({ start, end }) => text.slice(start, end))).toContain(name)
  })

  test.each(['What are Kayser-Fleischer rings?', 'Everyone says so, Medicare denied it', 'should I stop Jardiance'])(
    'but nothing in %s',
    (text) => {
      expect(detectPhi(text, { mode: 'fail-closed' })).toEqual([])
    },
  )
})

test.each([
  'Documentation states that the ulcer is old.',
  'Claim denied because the form was late.',
  'Everyone asks about the parking.',
  'Dear Colleague,',
  'Thrombus was seen in the left ventricle.',
  'Biopsy reports no malignancy.',
  'Bacteria identified in stool by Culture.',
])('nobody in %s', (text) => {
  expect(found(text)).toEqual([])
})
