// text/word-count through the runner: defaults, limits and the fault of a bad locale.
import { describe, expect, it } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { textWordCount } from '../../../src/tools/text/word-count.ts'

describe('text/word-count', () => {
  it('needs no option', () => {
    expect(runTool(textWordCount, { text: 'One two.\n' })).toEqual({
      words: 2,
      unicodeWords: 2,
      characters: 9,
      charactersNoSpaces: 7,
      graphemes: 9,
      sentences: 1,
      lines: 1,
      paragraphs: 1,
      bytes: 9,
    })
  })

  it.each(['', 'x'.repeat(65), 'en us', 'e', 'en-'])('refuses the locale %j at its pointer', (locale) => {
    expect(() => runTool(textWordCount, { text: 'a' }, { locale })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/locale' })] }),
    )
  })

  it('keeps its answers apart by locale, however many there are', () => {
    for (let i = 0; i < 50; i++)
      expect(runTool(textWordCount, { text: 'a b' }, { locale: `en-x-${'a'.repeat(1 + (i % 8))}${i % 10}`.slice(0, 12) })).toMatchObject({
        words: 2,
      })
    expect(runTool(textWordCount, { text: '\u03a0\u03bf\u03bd\u03ac\u03b5\u03b9; \u038c\u03c7\u03b9.' }, { locale: 'el' })).toMatchObject({
      sentences: 2,
    })
    expect(runTool(textWordCount, { text: '\u03a0\u03bf\u03bd\u03ac\u03b5\u03b9; \u038c\u03c7\u03b9.' }, { locale: 'en' })).toMatchObject({
      sentences: 1,
    })
  })

  it('has as many sentences as text/segment finds with a word in them', () => {
    const text = 'Seen. Dr. Roe b.i.d. with food.\n\n-----\nPlan: rest.'
    expect(runTool(textWordCount, { text })).toMatchObject({ sentences: 3 })
  })
})
