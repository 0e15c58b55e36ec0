// phi/detect: where a text holds protected health information, by category; positions and scores, the text itself only where asked for.
import * as z from 'zod'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { detectOptionFields } from '../../formats/phi/detect-options.ts'
import { detectPhi } from '../../formats/phi/detect-phi.ts'
import { DETECTOR_PROVENANCE } from '../../formats/phi/detector-version.ts'
import { languageField, reportLanguage, unsupportedLanguageField } from '../../formats/phi/language/language-report.ts'
import { countCategories, countsField, provenanceField } from '../../formats/phi/policy/policy-schema.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'

export const phiDetect = defineTool({
  id: 'phi/detect',
  version: '1.0.0',
  title: 'Detect PHI',
  summary: 'Finds names, places, dates, numbers and other identifiers of patients in a text.',
  input: z.strictObject({
    text: z.string().describe('The text.'),
  }),
  options: z.strictObject({
    ...detectOptionFields,
    unsupportedLanguage: unsupportedLanguageField,
    includeText: z.boolean().default(false).describe('Include the text of each span. false: the result contains positions only.'),
  }),
  output: z.strictObject({
    spans: z
      .array(
        z.strictObject({
          start: z.int().min(0).describe('Offset of the first UTF-16 code unit.'),
          end: z.int().min(0).describe('Offset behind the last UTF-16 code unit.'),
          category: z.enum(PHI_CATEGORIES).describe('What it is.'),
          letter: z.string().describe('Letter of the list in 45 CFR 164.514(b)(2)(i).'),
          score: z.number().min(0).max(1).describe('How sure the rule is.'),
          rule: z.string().describe('Layer and rule that found it.'),
          text: z.string().optional().describe('The text of the span, where includeText is on.'),
        }),
      )
      .describe('In the order of the text; spans do not overlap.')
      .meta(showAs({ kind: 'spans', of: { part: 'input', field: 'text' }, start: 'start', end: 'end', colour: 'category' })),
    counts: countsField,
    language: languageField,
    provenance: provenanceField,
  }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  maxInputBytes: 10 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'A note in one line',
      input: { text: 'Mr. Alvin Quist, MRN 4471902, seen 03/14/2024 for Crohn disease.' },
      output: {
        spans: [
          { start: 4, end: 15, category: 'name', letter: 'A', score: 0.97, rule: 'name/title' },
          { start: 21, end: 28, category: 'mrn', letter: 'H', score: 0.97, rule: 'labelled-id/mrn' },
          { start: 35, end: 45, category: 'date', letter: 'C', score: 0.97, rule: 'date/numeric' },
        ],
        counts: { name: 1, date: 1, mrn: 1 },
      },
    },
    {
      title: 'A note in German',
      input: { text: 'Herr Wendelin Krause, geb. 12.03.1951, wurde wegen einer Pneumonie aufgenommen und ist wohnhaft in Kassel.' },
      output: { counts: { name: 1, date: 1, location: 1 }, language: { code: 'de', supported: true, certain: true } },
    },
    {
      title: 'Eponyms, doses and scores are kept',
      input: { text: 'Foley catheter in place, Glasgow 15, BP 120/80, Apgars 8/9.' },
      output: { spans: [], counts: {} },
    },
    {
      title: 'Known values are found in other spellings',
      input: { text: 'QUIST seen 14 Mar; callback 312 5550100.' },
      options: { known: { names: ['Alvin Quist'], dates: ['2024-03-14'], phones: ['312-555-0100'] } },
      output: { counts: { name: 1, date: 1, phone: 1 } },
    },
  ],
  run({ text }, { includeText, unsupportedLanguage, ...options }) {
    checkLists(options)
    const language = reportLanguage(text, options, unsupportedLanguage)
    const spans = detectPhi(text, options)
    return {
      spans: includeText ? spans.map((span) => ({ ...span, text: text.slice(span.start, span.end) })) : spans,
      counts: countCategories(spans),
      language,
      provenance: DETECTOR_PROVENANCE,
    }
  },
})
