// phi/reidentify: restores originals with the encrypted mapping of the run that made the surrogates.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { MAPPED_FORMATS } from '../../formats/phi/mapping/leaves/read-leaves.ts'
import { reidentify } from '../../formats/phi/mapping/mapping.ts'
import { openMapping } from '../../formats/phi/mapping/mapping-file.ts'
import { mappingKeyField, mappingSecret } from '../../formats/phi/mapping/mapping-options.ts'
import { countCategories, countsField, phiKeyField } from '../../formats/phi/policy/policy-schema.ts'
import { EXAMPLE_KEY, EXAMPLE_MAPPING } from './example-mapping.ts'

export const phiReidentify = defineTool({
  id: 'phi/reidentify',
  version: '1.0.0',
  title: 'Re-identify',
  summary:
    'Restores the originals in a de-identified text, message, table or document with the encrypted mapping of its de-identification.',
  input: z.strictObject({
    document: textOrBytesField(
      'De-identified text, HL7 v2, CSV, JSON, FHIR, CDA or X12. It may have changed since, or be another text with the same surrogates.',
    ),
    mapping: bytesField('Mapping file that a phi/deidentify tool returned with its option mapping. phi/deidentify-dicom has none.'),
  }),
  options: z.strictObject({
    mappingKey: mappingKeyField.describe('Secret that the mapping was encrypted with.'),
    key: phiKeyField.describe('Secret of the surrogates, if the mapping was encrypted without a mappingKey.'),
    format: z
      .enum(['auto', ...MAPPED_FORMATS])
      .default('auto')
      .describe('Format of the document. auto: the one that the mapping was made for. json: FHIR and NDJSON too. xml: CDA and FHIR.'),
    ...SOURCE_OPTIONS,
  }),
  output: z.strictObject({
    document: z.string().describe('The document with its originals.'),
    content: bytesField('The document, exactly: HL7 v2 and X12 in their character sets, everything else in UTF-8.'),
    isUnchanged: z
      .boolean()
      .describe(
        'True if the document is the one that the mapping was made with, with the same values in the same places. False: only surrogates that stand for one original are restored.',
      ),
    ambiguous: z
      .array(
        z.strictObject({
          place: z.string().describe('Line of a text, place in a message, row and column, or JSON pointer.'),
          category: z.enum(PHI_CATEGORIES).describe('Kind of data.'),
        }),
      )
      .describe('Surrogates that stand for several originals, such as shifted dates of several patients. They are not restored.'),
    counts: countsField.describe('Number of surrogates replaced by their originals, by category.'),
  }),
  download: { field: 'content', mediaType: 'text/plain', extension: 'txt', isCopy: true },
  maxInputBytes: 100 * 1024 * 1024,
  mayRunLong: true,
  examples: [
    {
      title: 'A name and a record number in an answer',
      input: { document: 'Mr. Walwin (1279374) is due three months after 31 October 2023.', mapping: EXAMPLE_MAPPING },
      options: { mappingKey: EXAMPLE_KEY },
      output: { document: 'Mr. Quist (4471902) is due three months after 14 March 2024.', isUnchanged: false, ambiguous: [] },
    },
  ],
  async run({ document, mapping }, { mappingKey, key, format, sourceCharset }) {
    // Both keys are checked, also the one that this mapping does not need.
    const secrets = { mappingKey: mappingSecret('mappingKey', { mappingKey }), key: mappingSecret('key', { key }) }
    const opened = await openMapping(mapping, (source) => secrets[source])
    const { text, content, isUnchanged, restored, ambiguous } = await reidentify(document, opened, { format, sourceCharset })
    return {
      document: text,
      content,
      isUnchanged,
      ambiguous: [...ambiguous],
      counts: countCategories(restored.map((category) => ({ category }))),
    }
  },
})
