// Names that are spelled letter by letter, and words that examinations have spelled.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] =>
  detectPhi(text)
    .filter(({ rule }) => rule === 'spelled/name')
    .map(({ start, end }) => text.slice(start, end))

describe('a spelled name', () => {
  test.each([
    ['patient louella hutchins spelled h u t c h i n s medical record number 44719', 'h u t c h i n s'],
    ['the surname is spelled H-U-T-C-H-I-N-S.', 'H-U-T-C-H-I-N-S'],
    ["spelling: that's w, i, c, k, h, a, m. He was seen", 'w, i, c, k, h, a, m'],
    ['last name T as in Tom, R as in Robert, E, N.', 'T as in Tom, R as in Robert, E, N'],
    ['it is spelled Catherine with a C', 'Catherine'],
    ['spelled w. i. c. k. h. a. m. She was seen', 'w. i. c. k. h. a. m'],
    ['Brandl, spelled b r a n d l correctly', 'b r a n d l'],
    ['how do you spell that? b r a n d l', 'b r a n d l'],
    ['spelled m a c, space, d o u g a l', 'm a c, space, d o u g a l'],
    ['the last name h u t c h i n s', 'h u t c h i n s'],
  ])('%s', (text, name) => {
    expect(found(text)).toEqual([name])
  })
})

test.each([
  'He spelled WORLD backwards as D-L-R-O-W.',
  'able to spell w o r l d',
  'spelled world backwards d l r o w',
  'spelled phonetically',
  'Spelling test 8/10, spells HTN as a word',
  'type B as in the last scan',
  'spelled r i v e r backwards',
  'Drug name: KEPPRA',
  'Name a b c of resuscitation',
])('nobody in %s', (text) => {
  expect(found(text)).toEqual([])
})
