// text/word-count: how much text there is, by definitions that a reader can check by hand.
import * as z from 'zod'
import { defineTool } from '../../core/tool.ts'
import { countText } from '../../formats/text/sentences/count-text.ts'

const count = (description: string) => z.int().min(0).describe(description)

export const textWordCount = defineTool({
  id: 'text/word-count',
  version: '1.0.0',
  title: 'Word count',
  summary: 'Counts words, characters, sentences, lines and paragraphs in any script.',
  input: z.strictObject({
    text: z.string().describe('The text to count.'),
  }),
  options: z.strictObject({
    locale: z
      .string()
      .min(1)
      .max(64)
      .default('en')
      .describe(
        'BCP 47 language tag, such as `th` or `zh-Hant`: determines how words are found in scripts without spaces, and which abbreviations do not end a sentence.',
      ),
  }),
  output: z.strictObject({
    words: count(
      'Tokens between white space with a letter or digit: `state-of-the-art` is 1, a single `-` is 0. Runs in Han, Kana, Thai, Lao, Khmer or Myanmar script count as the words that Intl.Segmenter finds in them.',
    ),
    unicodeWords: count(
      'Words by the boundaries of Unicode UAX #29 with a letter or digit: `state-of-the-art` is 4, `120/80` is 2, `72.5` is 1.',
    ),
    characters: count('Unicode code points, white space and line ends included. A lone surrogate counts as one.'),
    charactersNoSpaces: count('Code points that are not Unicode white space.'),
    graphemes: count(
      'Characters as a reader sees them: extended grapheme clusters of UAX #29. A CR LF pair is one, and so is a family emoji.',
    ),
    sentences: count('Sentences with a letter or digit, split as by text/segment: abbreviations and decimals do not end one.'),
    lines: count(
      'Lines, ended by a mandatory break of UAX #14 (LF, CR LF, CR, VT, FF, NEL, LS, PS) or by the end of the text; a final break does not start another line.',
    ),
    paragraphs: count('Runs of lines that are not blank.'),
    bytes: count('Size in UTF-8; a lone surrogate counts 3 as the U+FFFD that UTF-8 has for it.'),
  }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  maxInputBytes: 50 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    { title: 'Two words', input: { text: ' Hello, ward.' }, output: { words: 2, lines: 1, characters: 13, charactersNoSpaces: 11 } },
    {
      title: 'Measurements count as one word, but not by UAX #29',
      input: { text: 'BP 120/80 mmHg, HR 72.5' },
      output: { words: 5, unicodeWords: 6, sentences: 1 },
    },
    {
      title: 'Abbreviations do not end a sentence',
      input: { text: 'Dr. Vance saw her at 5 p.m. Monday.\n\nMetformin 500 mg b.i.d. with food.' },
      output: { sentences: 2, lines: 3, paragraphs: 2 },
    },
    {
      title: 'Japanese has no spaces between words',
      input: { text: '今日は頭が痛いです。' },
      options: { locale: 'ja' },
      output: { words: 6, sentences: 1, characters: 10, bytes: 30 },
    },
  ],
  run({ text }, { locale }) {
    return countText(text, locale)
  },
})
