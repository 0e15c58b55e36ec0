// All matches of a pattern that is used again and again, as matchAll finds them.
import { expect, it } from 'vitest'
import { listMatches } from '../../src/core/list-matches.ts'

const WORDS = /[\p{L}\p{M}]+/gu

it.each(['', '  ', 'one', 'Böhm, Ärzte 12 x', '😀a😀bc', 'a b c d'])('%j', (text) => {
  const expected = [...text.matchAll(WORDS)].map(({ 0: word, index }) => [word, index])
  expect(listMatches(WORDS, text, (word, start) => [word, start])).toEqual(expected)
})

it('begins anew after a text that was given up in the middle', () => {
  const stop = (): never => {
    throw new RangeError('enough')
  }
  expect(() => listMatches(WORDS, 'one two', stop)).toThrow(RangeError)
  expect(listMatches(WORDS, 'one two', (word) => word)).toEqual(['one', 'two'])
})
