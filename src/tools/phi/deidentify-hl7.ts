// phi/deidentify-hl7: messages with their protected health information removed or replaced. Their structure stays the same.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { documentOptions } from '../../formats/phi/document-options.ts'
import { deidentifyHl7 } from '../../formats/phi/hl7/deidentify-hl7.ts'
import { compilePlaceRules } from '../../formats/phi/hl7/place-rules.ts'
import { mappingOutputs, readMappingRequest, withMapping } from '../../formats/phi/mapping/mapping-options.ts'
import { deidentifyDistinctly } from '../../formats/phi/policy/deidentifier.ts'
import {
  countCategories,
  countsField,
  PHI_ACTIONS,
  phiPolicyField,
  phiSubjectField,
  provenanceField,
} from '../../formats/phi/policy/policy-schema.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'

/** Changes whenever another place is taken for an identifier. */
const PLACES_RULESET = 'hl7 places 1.3.0'

const place = {
  message: z.int().min(0).nullable().describe('Place of the message in the document, from 0; null outside of messages.'),
  path: z.string().nullable().describe('Place in the message; null if there is none, as for text between messages.'),
  category: z.enum(PHI_CATEGORIES).describe('Kind of data; `other-id` if it is not known.'),
}

const placeRule = z.strictObject({
  path: z
    .string()
    .min(3)
    .max(20)
    .optional()
    .describe(
      'Segment, field, component or subcomponent: `PID-5.1` is the first component in every repetition of the field and every PID.',
    ),
  dataType: z.string().min(2).max(3).optional().describe('Every part of the data type, such as `XPN`.'),
  segment: z.string().length(3).optional().describe('Every part of the segment, which can be one of the site.'),
  action: z.enum(PHI_ACTIONS).describe('Action, as in a policy.'),
})

const ADMISSION = [
  'MSH|^~\\&|||||20260102080910||ADT^A01||P|2.5.1',
  'PID|1||1001^^^^MR||Sample^Ada||19700102|F',
  'OBX|1|TX|8302-2^Height^LN||Ada Sample is 170 cm tall.',
  '',
].join('\r')

export const phiDeidentifyHl7 = defineTool({
  id: 'phi/deidentify-hl7',
  version: '1.0.0',
  title: 'De-identify HL7 v2',
  summary:
    'Removes or replaces data that identifies persons in HL7 v2 messages: fields by the standard, text by the detector, and everything unknown.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    policy: phiPolicyField,
    rules: z
      .array(placeRule)
      .max(500)
      .default([])
      .describe(
        'Actions for places. A rule names a path, a data type or a segment. A path takes precedence over its segment, both over a data type, and all over the policy.',
      )
      .meta(showAs({ kind: 'paths', paths: { syntax: 'hl7', of: 'message', members: ['path'] } })),
    unknown: z
      .enum(['block', 'keep'])
      .default('block')
      .describe(
        'Segments and parts that the standard does not define, such as Z segments. block: remove their values. keep: search them as text.',
      ),
    ...documentOptions,
    subject: phiSubjectField.describe(
      'Subject of the document, such as a record number. Dates are shifted by the days of the subject. Default: the patient of each message, by the number of PID-3 with type MR or PI, else of PID-3, PID-2, PID-4 or PID-18.',
    ),
  }),
  output: z.strictObject({
    message: z.string().describe('The document as text; what cannot be decoded is U+FFFD.'),
    content: bytesField('The document, exactly: in the character set of the original; of a text or of XML, as ER7 in UTF-8.'),
    changes: z
      .array(
        z.strictObject({
          ...place,
          action: z.enum(PHI_ACTIONS).describe('Action taken: `replace` if the action of the policy could not read the value.'),
        }),
      )
      .describe(
        'All changes. Contains no values. Content of XML that ER7 cannot carry, such as comments, is listed as removed, with category `other-id`.',
      ),
    residual: z
      .array(z.strictObject(place))
      .describe('Places that still contain a removed value. Review these places. Empty if no value was found again.'),
    counts: countsField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES },
  download: { field: 'content', mediaType: 'application/hl7-v2', extension: 'hl7' },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A name in its field and in a note',
      input: { message: ADMISSION },
      output: {
        message: [
          'MSH|^~\\&|||||2026||ADT^A01||P|2.5.1',
          'PID|1||[MRN]^^^^MR||[NAME]^[NAME]||1970|F',
          'OBX|1|TX|8302-2^Height^LN||[NAME] is 170 cm tall.',
          '',
        ].join('\r'),
        residual: [],
      },
    },
  ],
  run({ message }, { policy, rules, unknown, key, surrogates, subject, mapping, mappingKey, sourceCharset, ...detect }) {
    checkLists(detect)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const actionFor = compilePlaceRules(rules, { policy, hasKey: key !== undefined })
    const { result, provenance, pairs } = deidentifyDistinctly({ policy, key, surrogates, subject, mapping }, (deidentifier) => ({
      result: deidentifyHl7(readDocument(message, sourceCharset), { deidentifier, detect, actionFor, unknown, subject }),
      provenance: deidentifier.provenance,
      pairs: deidentifier.pairs?.list() ?? [],
    }))
    const made = {
      ...result,
      counts: countCategories(result.changes),
      provenance: { ...provenance, ruleset: `${PLACES_RULESET}; ${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    return withMapping(made, secret, () => ({ format: 'hl7', sourceCharset, original: message, result: result.content, pairs }))
  },
})
