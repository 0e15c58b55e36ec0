// text/readability: how hard an English text is to read, and what makes it so; made for consent forms and patient information.
import * as z from 'zod'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import {
  judgeReadability,
  READABILITY_REASONS,
  READABILITY_WARNINGS,
  SCORE_NAMES,
} from '../../formats/text/readability/judge-readability.ts'
import { measureReadability } from '../../formats/text/readability/readability.ts'

const count = (description: string) => z.int().min(0).describe(description)
const score = (description: string) => z.number().nullable().describe(`${description} Null if the text has no words.`)
const offsets = { start: count('Offset of the first UTF-16 code unit.'), end: count('Offset behind the last UTF-16 code unit.') }

export const textReadability = defineTool({
  id: 'text/readability',
  version: '1.0.0',
  title: 'Readability',
  summary: 'Grades how hard an English text is to read, and lists its hard words and long sentences.',
  input: z.strictObject({
    text: z.string().describe('The text, in English.'),
  }),
  options: z.strictObject({
    target: z
      .strictObject({
        maxGrade: z.number().min(0).max(20).default(8).describe('Maximum US school grade of the text.'),
        formula: z.enum(SCORE_NAMES).default('fleschKincaidGrade').describe('The grade that `maxGrade` is compared with.'),
        minEase: z.number().min(0).max(100).optional().describe('Minimum Flesch reading ease of the text. Default: not tested.'),
      })
      .default({ maxGrade: 8, formula: 'fleschKincaidGrade' })
      .describe('Target for `pass`. Review boards commonly return consent forms above grade 8.'),
    longSentenceWords: z.int().min(5).max(200).default(25).describe('Sentences of more words are listed as long.'),
    ignoreWords: z
      .array(z.string().min(1).max(100))
      .max(1000)
      .default([])
      .describe(
        'Words never counted as hard, such as the name of the drug under study; case does not matter. They still count in every other figure.',
      ),
    maxListed: z.int().min(0).max(10_000).default(200).describe('Maximum number of hard words, and of long sentences, to list.'),
  }),
  output: z.strictObject({
    pass: z.boolean().describe('True if the text meets the target. Also false if it cannot be measured: no words, or not English.'),
    reasons: z.array(z.enum(READABILITY_REASONS)).describe('Why `pass` is false.'),
    fleschKincaidGrade: score('School grade by Kincaid et al. 1975.'),
    fleschReadingEase: score('Flesch 1948: 60 to 70 is plain English, higher is easier.'),
    smog: score('School grade by McLaughlin 1969.'),
    gunningFog: score('School grade by Gunning 1952.'),
    colemanLiau: score('School grade by Coleman and Liau 1975.'),
    automatedReadability: score('School grade by Smith and Senter 1967.'),
    counts: z.strictObject({
      sentences: count('Sentences with at least one word, including headings and list items.'),
      words: count('Tokens between white space with a letter or digit.'),
      syllables: count('Syllables as read aloud, numbers and abbreviations too.'),
      letters: count('Letters.'),
      characters: count('Letters and digits.'),
      polysyllables: count('Words of three syllables or more, as SMOG counts them.'),
      complexWords: count(
        'Complex words as Gunning counts them: without names, numbers, compounds of short words, and words that are long only because of -ed, -es or -ing.',
      ),
    }),
    hardWords: z
      .array(
        z.strictObject({
          word: z.string().describe('In small letters.'),
          syllables: count('Syllables.'),
          count: count('Times that it occurs.'),
          positions: z.array(z.strictObject(offsets)).describe('Where; 100 places at most.'),
        }),
      )
      .describe('The complex words, the most frequent first, then the longest.'),
    longSentences: z
      .array(z.strictObject({ ...offsets, words: count('Words.') }))
      .describe('The long sentences in order.')
      .meta(showAs({ kind: 'spans', of: { part: 'input', field: 'text' }, start: 'start', end: 'end', colour: null })),
    language: z
      .string()
      .describe('`en`; the tag of another language that the words suggest; `other` for another script; `und` if undetermined.'),
    warnings: z
      .array(z.enum(READABILITY_WARNINGS))
      .describe(
        'few-words: under 100, the size of the samples that the formulas were made with. few-sentences: under 30, as many as SMOG samples. not-english: the formulas do not fit.',
      ),
  }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  maxInputBytes: 20 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'Plain words',
      input: { text: 'You can stop at any time. Just tell us. We will still care for you.' },
      output: { pass: true, reasons: [], hardWords: [] },
    },
    {
      title: 'What makes a sentence hard',
      input: { text: 'Participation necessitates intermittent venipuncture.' },
      output: { pass: false, reasons: ['grade-above-target'], counts: { words: 4, complexWords: 4 } },
    },
    {
      title: 'The name of the study drug does not count as a hard word',
      input: { text: 'We give you methotrexate. You take methotrexate once a week.' },
      options: { ignoreWords: ['methotrexate'], target: { maxGrade: 6, minEase: 60 } },
      output: { pass: true, hardWords: [] },
    },
  ],
  run({ text }, { target, ...limits }) {
    const measured = measureReadability(text, limits)
    return judgeReadability(measured, target)
  },
})
