// Counts against hand-made tables and, for random texts, against Intl.Segmenter and plain regular expressions.
import { describe, expect, it } from 'vitest'
import { countAny, countText } from '../../../src/formats/text/sentences/count-text.ts'
import { countSegmentedWords, segmentersFor } from '../../../src/formats/text/sentences/segmenters.ts'
import { makeRandom, randomText } from './random.ts'

const ZERO = {
  words: 0,
  unicodeWords: 0,
  characters: 0,
  charactersNoSpaces: 0,
  graphemes: 0,
  sentences: 0,
  lines: 0,
  paragraphs: 0,
  bytes: 0,
}

describe('countText', () => {
  it('finds nothing in an empty text', () => {
    expect(countText('', 'en')).toEqual(ZERO)
  })

  it.each([
    ['state-of-the-art', { words: 1, unicodeWords: 4 }],
    ['word - word', { words: 2, unicodeWords: 2 }],
    ['BP 120/80 mmHg, HR 72.5', { words: 5, unicodeWords: 6, sentences: 1 }],
    [' Hello, ward.', { words: 2, characters: 13, charactersNoSpaces: 11, lines: 1, sentences: 1 }],
    ["don't can\u2019t", { words: 2, unicodeWords: 2 }],
    ['... --- !!!', { words: 0, unicodeWords: 0, sentences: 0, characters: 11, paragraphs: 1, lines: 1 }],
    ['\u00bd tablet', { words: 2, unicodeWords: 1 }],
    ['a\u00a0b\u2003c\u3000d', { words: 4, charactersNoSpaces: 4, characters: 7 }],
    ['\u670d\u7528aspirin\u6bcf\u65e5', { words: 3 }],
    ['\u4eca\u65e5\u306f\u982d\u304c\u75db\u3044\u3067\u3059\u3002', { words: 6, sentences: 1, bytes: 30 }],
    ['\u0e1c\u0e39\u0e49\u0e1b\u0e48\u0e27\u0e22\u0e44\u0e21\u0e48\u0e21\u0e35\u0e44\u0e02\u0e49', { words: 4, unicodeWords: 4 }],
    ['\u{1f469}\u200d\u2695\ufe0f ok', { words: 1, graphemes: 4, characters: 7, bytes: 16 }],
    ['e\u0301', { words: 1, graphemes: 1, characters: 2, bytes: 3 }],
    ['\ud800', { words: 0, characters: 1, graphemes: 1, bytes: 3 }],
    ['a\u0000b', { words: 1, characters: 3, bytes: 3 }],
    ['\ufeffa', { words: 1, characters: 2, charactersNoSpaces: 2, bytes: 4 }],
  ])('counts %j', (text, expected) => {
    expect(countText(text, 'en')).toMatchObject(expected)
  })

  it.each([
    ['a', 1, 1],
    ['a\n', 1, 1],
    ['a\n\n', 2, 1],
    ['a\nb', 2, 1],
    ['a\n\nb', 3, 2],
    ['a\n \t\nb', 3, 2],
    ['a\r\nb\r\n', 2, 1],
    ['a\r\rb', 3, 2],
    ['\n', 1, 0],
    ['\r\n', 1, 0],
    ['\n\r', 2, 0],
    [' ', 1, 0],
    ['a\u2028b', 2, 1],
    ['a\u2029b', 2, 2],
    ['a\u0085b\u000bc\u000cd', 4, 1],
  ])('counts the lines and paragraphs of %j', (text, lines, paragraphs) => {
    expect(countText(text, 'en')).toMatchObject({ lines, paragraphs })
  })

  it('says where a malformed locale stands', () => {
    expect(() => countText('a', 'not a locale')).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/locale' })] }),
    )
  })

  it('takes a well-formed locale without data for the root', () => {
    expect(countText('one two', 'xx-YY')).toEqual(countText('one two', 'en'))
  })
})

const LOCALES = ['en', 'de', 'el', 'fi', 'he', 'ja', 'sv', 'th', 'en-US-u-va-posix']

describe('the fast paths count what the slow ones count', () => {
  const ascii = [...'aZ09_.,;:\'"-/ \n\t()@\u000b\u0000', '\r\n', '\r', 'Dr. ', 'word', ' ', '\n\n', '3.5']
  const mixed = [
    ...ascii,
    '\u00e9',
    'e\u0301',
    '\u0439',
    '\u2019',
    '\u2014',
    '\u00b7',
    '\u00ad',
    '\u200d',
    '\u4f60\u597d',
    '\u30ab\u30fc',
    '\u0e1b\u0e48',
    '\ud83d\udc4d\ud83c\udffd',
    '\ud83c\udde9',
    '\ud800',
    '\udc00',
    '\uac00',
    '\u1100\u1161',
    '\u0915\u094d\u0937',
    '\u0600',
    '\u05d0',
    '\u0644\u0627',
    '\u2028',
    '\ufeff',
    '\u00a9\u200d',
  ]

  it.each(LOCALES)('ASCII in %s', (locale) => {
    const random = makeRandom(11)
    const segmenters = segmentersFor(locale)
    for (let i = 0; i < 1500; i++) {
      const text = randomText(random, ascii, 24)
      const counts = countText(text, locale)
      const { words, characters, charactersNoSpaces, graphemes, lines, paragraphs, bytes } = counts
      expect({ text, ...countAny(text, segmenters), sentences: 0 }).toEqual({
        text,
        ...ZERO,
        words,
        characters,
        charactersNoSpaces,
        graphemes,
        lines,
        paragraphs,
        bytes,
      })
      expect([text, counts.unicodeWords]).toEqual([text, countSegmentedWords(text, segmenters.word)])
      expect([text, words]).toEqual([text, text.split(/\s+/).filter((token) => /[A-Za-z0-9]/.test(token)).length])
    }
  })

  it.each(LOCALES)('mixed scripts in %s', (locale) => {
    const random = makeRandom(23)
    const { word, grapheme } = segmentersFor(locale)
    for (let i = 0; i < 1500; i++) {
      const text = randomText(random, mixed, 40)
      const counts = countText(text, locale)
      expect([text, counts.unicodeWords]).toEqual([text, countSegmentedWords(text, word)])
      expect([text, counts.graphemes]).toEqual([text, [...grapheme.segment(text)].length])
      expect([text, counts.characters]).toEqual([text, [...text].length])
      expect([text, counts.bytes]).toEqual([text, new TextEncoder().encode(text).length])
    }
  })

  it('also over stretches longer than those that go to the segmenter', () => {
    const random = makeRandom(5)
    const { word, grapheme } = segmentersFor('en')
    for (let i = 0; i < 40; i++) {
      const text = randomText(random, ['plain ascii text with many words, '.repeat(3), ...mixed], 120)
      const counts = countText(text, 'en')
      expect([text, counts.unicodeWords]).toEqual([text, countSegmentedWords(text, word)])
      expect([text, counts.graphemes]).toEqual([text, [...grapheme.segment(text)].length])
    }
  })
})
