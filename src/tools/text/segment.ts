// text/segment: the sections and sentences of a clinical note, as positions in the text as it was given.
import * as z from 'zod'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SECTION_KINDS } from '../../formats/text/sentences/section-headings.ts'
import { splitSections } from '../../formats/text/sentences/sections.ts'
import { segmentersFor } from '../../formats/text/sentences/segmenters.ts'
import { splitSentences } from '../../formats/text/sentences/sentences.ts'

const start = z.int().min(0).describe('Offset of the first UTF-16 code unit.')
const end = z.int().min(0).describe('Offset behind the last UTF-16 code unit.')

export const textSegment = defineTool({
  id: 'text/segment',
  version: '1.0.0',
  title: 'Segment a note',
  summary: 'Splits a clinical note into its sections and sentences.',
  input: z.strictObject({
    text: z.string().describe('The note.'),
  }),
  options: z.strictObject({
    locale: z
      .string()
      .min(1)
      .max(64)
      .default('en')
      .describe(
        'BCP 47 language tag: determines which abbreviations and ordinals do not end a sentence. Lists exist for de, en, es, fr, it, nl and pt; other languages use the English one. Headings are recognized in English.',
      ),
    sections: z.boolean().default(true).describe('Find the sections.'),
    sentences: z.boolean().default(true).describe('Find the sentences.'),
  }),
  output: z.strictObject({
    sections: z
      .array(
        z.strictObject({
          kind: z
            .enum(SECTION_KINDS)
            .describe('What the section holds; `other` under a heading that is not in the table, `preamble` before the first one.'),
          title: z.string().describe('The heading in the text, without colon, numbering and Markdown marks. Empty for the preamble.'),
          start,
          bodyStart: z.int().min(0).describe('Offset of the text behind the heading.'),
          end,
        }),
      )
      .optional()
      .describe('The sections in order. They cover the text without gaps. Omitted if the option `sections` is off.')
      .meta(showAs({ kind: 'spans', of: { part: 'input', field: 'text' }, start: 'start', end: 'end', colour: 'kind' })),
    sentences: z
      .array(z.strictObject({ start, end }))
      .optional()
      .describe(
        'The sentences in order, without the white space around them; headings and list items count as sentences. Omitted if the option `sentences` is off.',
      )
      .meta(showAs({ kind: 'spans', of: { part: 'input', field: 'text' }, start: 'start', end: 'end', colour: null })),
  }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  maxInputBytes: 50 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'Abbreviations and decimals do not end a sentence',
      input: { text: 'Dr. Vance gave 2.5 mg b.i.d. with food. No pain.' },
      options: { sections: false },
      output: {
        sentences: [
          { start: 0, end: 39 },
          { start: 40, end: 48 },
        ],
      },
    },
    {
      title: 'A note with headings in several forms',
      input: { text: 'Seen today.\nHPI: Cough.\n\n## Assessment & Plan\nRest.' },
      options: { sentences: false },
      output: {
        sections: [
          { kind: 'preamble', title: '', start: 0, bodyStart: 0, end: 12 },
          { kind: 'history-of-present-illness', title: 'HPI', start: 12, bodyStart: 17, end: 25 },
          { kind: 'assessment-and-plan', title: 'Assessment & Plan', start: 25, bodyStart: 46, end: 51 },
        ],
      },
    },
    {
      title: 'German ordinals',
      input: { text: 'Aufnahme am 3. Mai. Dr. med. Vogel war da.' },
      options: { locale: 'de', sections: false },
      output: {
        sentences: [
          { start: 0, end: 19 },
          { start: 20, end: 42 },
        ],
      },
    },
  ],
  run({ text }, options) {
    const { language } = segmentersFor(options.locale)
    return {
      ...(options.sections && { sections: splitSections(text) }),
      ...(options.sentences && { sentences: splitSentences(text, language) }),
    }
  },
})
