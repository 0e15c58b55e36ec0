// The options of the detector as schemas, shared by every tool that searches text.
import * as z from 'zod'
import { PHI_CATEGORIES, type PhiCategory } from './category.ts'

const MAX_VALUE = 500
const MAX_VALUES = 1000
const values = (what: string) => z.array(z.string().min(1).max(MAX_VALUE)).max(MAX_VALUES).optional().describe(what)

const knownField = z
  .strictObject({
    names: values('Names of the patient and the family, `Given Family` or `Family, Given`.'),
    dates: values('Dates as YYYY-MM-DD: found in every format. Any other text is searched as written.'),
    ids: values('Record numbers and other identifiers: found with any separators.'),
    phones: values('Phone and fax numbers; an extension of up to three digits is found behind a word such as ext or pager.'),
    addresses: values('Addresses: found whole and by their parts between commas, with street words in full and cut short.'),
    providers: values('Names of the people who treat the patient.'),
    organizations: values(
      'Hospitals, practices, employers, schools, insurers: found whole, without words such as Regional Medical Center or Inc, with words cut short, and by their first letters.',
    ),
  })
  .default({})
  .describe('Known values of the patient. They are found in every spelling.')
  .meta({ title: 'PhiKnownValues', writeOnly: true })

const pattern = z
  .strictObject({
    pattern: z.string().min(1).max(MAX_VALUE).describe('RE2 syntax: no look-around, no back-references. Runs in linear time.'),
    category: z.enum(PHI_CATEGORIES).describe('Category of a match.'),
    ignoreCase: z.boolean().default(false).describe('Ignore case.'),
  })
  .meta({ title: 'PhiPattern' })

const score = z.number().min(0).max(1).optional().describe('Minimum score of the category.')

export const detectOptionFields = {
  mode: z
    .enum(['balanced', 'high-recall', 'fail-closed'])
    .default('balanced')
    .describe(
      'balanced: names, places and numbers that are probably identifiers. high-recall: doubtful ones too. fail-closed: everything that is not probably safe; this hides some words of medicine and of everyday language. Scores are low in this mode: `minScore` removes much of what it adds.',
    ),
  categories: z
    .array(z.enum(PHI_CATEGORIES))
    .min(1)
    .optional()
    .describe('Categories to find. Default: all. Values of `deny` are always found.'),
  locale: z
    .string()
    .min(2)
    .max(35)
    .optional()
    .describe(
      'BCP 47 language tag of the text, such as `de` or `en-GB`. Without it, the language of each paragraph is identified from its words, and decides whether day or month comes first in dates of two numbers. With it, the whole text is searched in that language, and the day comes first outside of the United States.',
    ),
  minScore: z
    .strictObject(Object.fromEntries(PHI_CATEGORIES.map((category) => [category, score])) as Record<PhiCategory, typeof score>)
    .meta({ title: 'PhiMinScore' })
    .default({})
    .describe('Minimum score by category. Spans below it are dropped.'),
  known: knownField,
  allow: z
    .array(z.string().min(1).max(MAX_VALUE))
    .max(10_000)
    .default([])
    .describe('Texts that are not identifiers. A span with such a text is dropped, regardless of case and punctuation.')
    .meta({ writeOnly: true }),
  deny: z
    .array(z.string().min(1).max(MAX_VALUE))
    .max(10_000)
    .default([])
    .describe('Texts that are always identifiers.')
    .meta({ writeOnly: true }),
  patterns: z.array(pattern).max(100).default([]).describe('Further patterns.'),
}
