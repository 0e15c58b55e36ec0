// Sentence ends against the cases of the fixture, and what holds for every text.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { countSentences, splitSentences } from '../../../src/formats/text/sentences/sentences.ts'
import { makeRandom, randomText } from './random.ts'

interface Case {
  title: string
  text: string
  locale?: string
  sentences: string[]
}

const cases = JSON.parse(readFileSync(new URL('../../fixtures/text/sentences.json', import.meta.url), 'utf8')) as Case[]

const split = (text: string, language = 'en') => splitSentences(text, language).map(({ start, end }) => text.slice(start, end))

describe('splitSentences', () => {
  it('has cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
  })

  it.each(cases)('$title', ({ text, locale, sentences }) => {
    expect(split(text, locale)).toEqual(sentences)
  })

  it('covers everything but white space, in order', () => {
    const pieces = [
      'Dr. ',
      'b.i.d. ',
      'a',
      'B',
      '. ',
      '.',
      '...',
      '? ',
      '! ',
      '\n',
      '\r\n',
      '\n\n',
      ' ',
      '1. ',
      '- ',
      ': ',
      '"',
      ')',
      '\u3002',
      '\u2026',
      '\ud800',
      '\u0000',
      'Plan:',
      '5 mg. ',
      'The ',
      '\u00e9',
      '[1]',
      'J. R. ',
    ]
    const random = makeRandom(77)
    for (let i = 0; i < 4000; i++) {
      const text = randomText(random, pieces, 30)
      let place = 0
      for (const { start, end } of splitSentences(text)) {
        expect([text, text.slice(place, start).trim()]).toEqual([text, ''])
        expect(end).toBeGreaterThan(start)
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
        place = end
      }
      expect([text, text.slice(place).trim()]).toEqual([text, ''])
    }
  })

  it('finds none in white space', () => {
    expect(split('')).toEqual([])
    expect(split(' \n\t\u00a0\n')).toEqual([])
  })
})

describe('limits', () => {
  it('does not list more sentences than one answer can hold', () => {
    expect(() => splitSentences('. '.repeat(3_000_001))).toThrow(expect.objectContaining({ code: 'resource_limit' }))
  })
})

describe('countSentences', () => {
  it('counts those that hold a letter or digit', () => {
    expect(countSentences('One. Two!\n-----\n*** \u4e09\u3002')).toBe(3)
  })
})
