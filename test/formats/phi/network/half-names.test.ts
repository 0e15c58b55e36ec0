// The other part of a name: a word that no list has as a name, beside one that the network takes for a name.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const found = (text: string): string[] => detectPhi(text).map(({ start, end }) => text.slice(start, end))

describe('a rare word beside a name is part of it', () => {
  test.each([
    ['Quillon Vandermeersch', 'Quillon Vandermeersch'],
    ['Reviewed with Sorrel Vandermeersch by phone.', 'Sorrel Vandermeersch'],
    ['QUILLON VANDERMEERSCH', 'QUILLON VANDERMEERSCH'],
    ['Vandermeersch, Quillon', 'Vandermeersch, Quillon'],
  ])('%s', (text, name) => {
    expect(found(text)).toContain(name)
  })

  test('with the category of a person', () => {
    expect(detectPhi('Reviewed with Sorrel Vandermeersch by phone.').map(({ category }) => category)).toEqual(['name'])
  })

  test.each([
    ['Nephrostomy Vandermeersch', 'Nephrostomy'],
    ['Oncologist Vandermeersch agrees', 'Oncologist'],
    ['Vandermeersch, Oncologist', 'Oncologist'],
    ['Spoke with Vandermeersch, Sorrel tea was given', 'Sorrel'],
    ['Dr Vandermeersch, Gastroenterology', 'Gastroenterology'],
  ])('but: %s', (text, word) => {
    expect(found(text).join('|')).toContain('Vandermeersch')
    expect(found(text).join('|')).not.toContain(word)
  })
})
