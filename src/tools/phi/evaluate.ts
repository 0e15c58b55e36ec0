// phi/evaluate: how much of annotated documents a de-identifier finds, how much it takes too much, and where it leaks.
import * as z from 'zod'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { detectOptionFields } from '../../formats/phi/detect-options.ts'
import { detectPhi } from '../../formats/phi/detect-phi.ts'
import type { LabelRules } from '../../formats/phi/evaluate/annotation.ts'
import { ANNOTATION_FORMATS, pairDocuments, readAnnotations, withTexts } from '../../formats/phi/evaluate/pair-documents.ts'
import { scoreSpans } from '../../formats/phi/evaluate/score-spans.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'

const count = (description: string) => z.int().min(0).describe(description)
const proportion = (description: string) =>
  z
    .strictObject({
      hits: count('How many.'),
      of: count('Out of how many.'),
      value: z.number().min(0).max(1).nullable().describe('The share. Null if the total is 0.'),
      low: z.number().min(0).max(1).nullable().describe('Lower end of the confidence interval (Wilson).'),
      high: z.number().min(0).max(1).nullable().describe('Upper end of the confidence interval.'),
    })
    .describe(description)
const scores = {
  spans: count('Gold spans.'),
  recallOverlap: proportion('Gold spans with at least one covered letter or digit.'),
  recallFull: proportion('Gold spans with every letter and digit covered.'),
  recallCharacters: proportion(
    'Letters and digits of gold spans that are covered. Characters of one span are not independent: the interval is too narrow.',
  ),
  recallSameCategory: proportion('Gold spans that a prediction of the same category touches.'),
}
const place = {
  document: z.int().min(1).describe('Position of the document from 1.'),
  start: count('UTF-16 offset of the first character.'),
  end: count('UTF-16 offset behind the last character.'),
}

export const phiEvaluate = defineTool({
  id: 'phi/evaluate',
  version: '1.1.0',
  title: 'Evaluate de-identification',
  summary: 'Measures recall, precision and leaks of predictions, or of this detector, against annotated documents.',
  input: z.strictObject({
    gold: z
      .string()
      .describe('The truth: JSON lines {"id","text","spans":[{"start","end","type"}],"ignore","traps"}, i2b2 XML, or brat annotations.'),
    predictions: z
      .string()
      .optional()
      .describe('Predictions to evaluate, in the same formats. Default: the results of phi/detect on the texts.'),
    text: z.string().optional().describe('Text of a single document whose annotations do not contain it, as in brat.'),
  }),
  options: z.strictObject({
    format: z.enum(ANNOTATION_FORMATS).default('auto').describe('Format of gold.'),
    predictionsFormat: z.enum(ANNOTATION_FORMATS).default('auto').describe('Format of predictions.'),
    labels: z
      .record(z.string().max(200), z.enum(PHI_CATEGORIES))
      .default({})
      .describe('Category of a label, if its name does not show it. Unknown labels count as `other`.'),
    ignoreLabels: z
      .array(z.string().max(200))
      .max(500)
      .default([])
      .describe('Labels whose spans count neither as gold nor as false positives.'),
    detect: z.strictObject(detectOptionFields).optional().describe('Options of the detector, as of phi/detect; only without predictions.'),
    confidence: z.enum(['0.9', '0.95', '0.99']).default('0.95').describe('Level of the confidence intervals.'),
    maxListed: z.int().min(0).max(100_000).default(1000).describe('Maximum number of leaks, and of false alarms, to list.'),
  }),
  output: z.strictObject({
    documents: count('Documents compared.'),
    cleanDocuments: proportion('Documents without a leak: every gold span is fully covered.'),
    ...scores,
    precisionSpans: proportion('Predictions that touch a gold span; predictions that touch each other are one.'),
    precisionCharacters: proportion('Letters and digits predicted that are gold.'),
    traps: proportion('Ranges marked as traps in gold that were touched. Fewer is better.'),
    perCategory: z
      .array(z.strictObject({ category: z.enum([...PHI_CATEGORIES, 'other']), ...scores }))
      .describe('The same for each category of gold, the most frequent first.'),
    leakCount: count('Gold spans that are not fully covered.'),
    leaks: z
      .array(
        z.strictObject({
          ...place,
          category: z.enum([...PHI_CATEGORIES, 'other']),
          covered: z.number().min(0).max(1).describe('Share that is covered.'),
        }),
      )
      .describe('Their positions. Contains no values.'),
    falseAlarmCount: count('Predictions that touch no gold span.'),
    falseAlarms: z.array(z.strictObject(place)).describe('Their positions.'),
  }),
  document: { field: 'gold', mediaTypes: ['application/x-ndjson', 'application/xml', 'text/plain'] },
  maxInputBytes: 100 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'One name found, a record number cut short',
      input: {
        gold: '{"text":"Ada Quillfeather, MRN 10004711","spans":[{"start":0,"end":16,"type":"NAME"},{"start":22,"end":30,"type":"MRN"}]}',
        predictions: '{"spans":[{"start":0,"end":16,"category":"name"},{"start":22,"end":26,"category":"mrn"}]}',
      },
      output: {
        documents: 1,
        cleanDocuments: { hits: 0, of: 1, value: 0 },
        recallOverlap: { hits: 2, of: 2, value: 1, low: 0.34238, high: 1 },
        recallFull: { hits: 1, of: 2, value: 0.5, low: 0.094531, high: 0.905469 },
        recallCharacters: { hits: 19, of: 23 },
        leaks: [{ document: 1, start: 22, end: 30, category: 'mrn', covered: 0.5 }],
      },
    },
  ],
  run({ gold, predictions, text }, { format, predictionsFormat, labels, ignoreLabels, detect, confidence, maxListed }) {
    const rules: LabelRules = { labels, ignoreLabels: new Set(ignoreLabels) }
    const documents = withTexts(readAnnotations({ content: gold, format, pointer: '/gold' }, text, rules), text)
    if (predictions === undefined) {
      const options = detect ?? {}
      checkLists(options)
      const pairs = documents.map((entry) => ({ ...entry, predicted: detectPhi(entry.text, options) }))
      return scoreSpans(pairs, { confidence, maxListed })
    }
    if (detect !== undefined) throw refuseBoth()
    const given = readAnnotations({ content: predictions, format: predictionsFormat, pointer: '/predictions' }, text, rules)
    return scoreSpans(pairDocuments(documents, given), { confidence, maxListed })
  },
})

function refuseBoth(): ProblemError {
  return new ProblemError('Detector options cannot be combined with predictions.', {
    code: 'invalid_input',
    errors: [{ pointer: '/options/detect', code: 'contradiction', detail: 'only without predictions' }],
  })
}
