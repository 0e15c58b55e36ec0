// phi/deidentify-text: a text with its protected health information removed or replaced, and what a second search of the result still finds.
import * as z from 'zod'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { deidentifyText } from '../../formats/phi/deidentify-text.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { replacementOptions, searchOptions } from '../../formats/phi/document-options.ts'
import { languageField, reportLanguage, unsupportedLanguageField } from '../../formats/phi/language/language-report.ts'
import { mappingOutputs, readMappingRequest, withMapping } from '../../formats/phi/mapping/mapping-options.ts'
import { readJsonPlaces } from '../../formats/phi/markup/json-scalars.ts'
import { deidentifyDistinctly } from '../../formats/phi/policy/deidentifier.ts'
import {
  countCategories,
  countsField,
  PHI_ACTIONS,
  phiPolicyField,
  phiSubjectField,
  provenanceField,
} from '../../formats/phi/policy/policy-schema.ts'
import { checkRulePaths } from '../../formats/phi/policy/rule-paths.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'

const { mode, locale, ...lists } = searchOptions
const offset = (what: string) => z.int().min(0).describe(what)

export const phiDeidentifyText = defineTool({
  id: 'phi/deidentify-text',
  version: '1.0.0',
  title: 'De-identify a text',
  summary: 'Removes or replaces names, places, dates, numbers and other identifiers of patients in a text.',
  input: z.strictObject({
    text: z.string().describe('The text.'),
  }),
  options: z.strictObject({
    policy: phiPolicyField,
    mode,
    locale,
    unsupportedLanguage: unsupportedLanguageField,
    ...lists,
    ...replacementOptions,
    subject: phiSubjectField,
  }),
  output: z.strictObject({
    text: z.string().describe('The text with every span replaced.'),
    spans: z
      .array(
        z.strictObject({
          start: offset('Offset in the given text.'),
          end: offset('Offset behind the span in the given text.'),
          category: z.enum(PHI_CATEGORIES).describe('What it was.'),
          action: z.enum(PHI_ACTIONS).describe('What was done: `replace` where the action of the policy could not read the value.'),
          newStart: offset('Offset of the replacement in the result.'),
          newEnd: offset('Offset behind the replacement in the result.'),
        }),
      )
      .describe('In the order of the text.')
      .meta(showAs({ kind: 'spans', of: { part: 'output', field: 'text' }, start: 'newStart', end: 'newEnd', colour: 'category' })),
    rescan: z
      .strictObject({
        residual: z
          .array(
            z.strictObject({
              start: offset('Offset in the result.'),
              end: offset('Offset behind it in the result.'),
              category: z.enum(PHI_CATEGORIES).describe('What it is.'),
              reason: z
                .enum(['original', 'detector'])
                .describe(
                  'original: a value that was removed elsewhere in the text. detector: a span that the detector finds in the result.',
                ),
            }),
          )
          .describe('Places to review. Empty if no value was found again.'),
      })
      .describe('The second search, over the result.'),
    counts: countsField,
    language: languageField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  download: { field: 'text', mediaType: 'text/plain', extension: 'txt' },
  maxInputBytes: 10 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'Labels instead of identifiers',
      input: { text: 'Mr. Alvin Quist, MRN 4471902, has Crohn disease.' },
      output: {
        text: 'Mr. [NAME], MRN [MRN], has Crohn disease.',
        spans: [
          { start: 4, end: 15, category: 'name', action: 'replace', newStart: 4, newEnd: 10 },
          { start: 21, end: 28, category: 'mrn', action: 'replace', newStart: 16, newEnd: 21 },
        ],
        rescan: { residual: [] },
        counts: { name: 1, mrn: 1 },
      },
    },
    {
      title: 'Asterisks, by a custom policy',
      input: { text: 'Call 312-555-0117.' },
      options: { policy: { default: 'mask' } },
      output: { text: 'Call ***-***-****.' },
    },
  ],
  run({ text }, { policy, key, surrogates, subject, mapping, mappingKey, unsupportedLanguage, ...options }) {
    checkLists(options)
    refuseFiles(text)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const language = reportLanguage(text, options, unsupportedLanguage)
    checkRulePaths(policy, [], 'a text has no places; name a category')
    const { deidentified, provenance, pairs } = deidentifyDistinctly({ policy, key, surrogates, subject, mapping }, (deidentifier) => ({
      deidentified: deidentifyText(text, options, deidentifier),
      provenance: deidentifier.provenance,
      pairs: deidentifier.pairs?.list() ?? [],
    }))
    const { text: result, spans, residual } = deidentified
    const made = {
      text: result,
      spans: [...spans],
      rescan: { residual: [...residual] },
      counts: countCategories(spans),
      language,
      provenance: { ...provenance, ruleset: `${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    const format = readJsonPlaces(text) ? 'json' : 'text'
    return withMapping(made, secret, () => ({ format, original: text, result, pairs }))
  },
})

/** How the source of a PDF file begins, and a ZIP archive, which files of Word and OpenDocument are. */
const FILES = /^\s*%PDF-\d|^PK\x03\x04/

/** @throws ProblemError `unreadable_input` for files whose contents stand in encoded streams, where no name is found */
function refuseFiles(text: string): void {
  if (!FILES.test(text)) return
  const kind = text.startsWith('PK') ? 'ZIP archive, such as a Word document' : 'PDF file'
  const message = `The text is the source of a ${kind}. Names in its compressed contents cannot be found. Extract its text, and send that.`
  throw new ProblemError(message, { code: 'unreadable_input' })
}
