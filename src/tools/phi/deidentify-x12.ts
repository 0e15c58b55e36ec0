// phi/deidentify-x12: interchanges of X12 with their protected health information removed or replaced, in the shape that they had.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { documentOptions } from '../../formats/phi/document-options.ts'
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
import { deidentifyX12 } from '../../formats/phi/x12/deidentify-x12.ts'
import { X12_REASONS } from '../../formats/phi/x12/x12-reasons.ts'
import { compileX12Rules } from '../../formats/phi/x12/x12-rules.ts'
import { readText } from '../../formats/x12/read-text.ts'

/** Changes whenever another place is taken for an identifier. */
const PLACES_RULESET = 'x12 places 1.1.0'

const place = {
  path: z.string().describe('Interchange, group and transaction set, such as ISA[1]/GS[1]/ST[2].'),
  position: z.int().min(1).nullable().describe('Position of the segment in its transaction set, ST being 1; null outside of one.'),
  element: z
    .string()
    .nullable()
    .describe('Segment, element, repetition and component, such as NM109 or HI01[2]-2; null for the identifier of a segment.'),
  category: z.enum(PHI_CATEGORIES).describe('Category of the value. Default for unknown values: `other-id`.'),
}

const placeRule = z.strictObject({
  path: z.string().min(2).max(12).describe('Segment, element or component, such as NM1, NM109 or CLM05-1.'),
  entity: z
    .string()
    .min(1)
    .max(3)
    .optional()
    .describe('Only for the name with this code in NM101 or N101, and the segments that follow it: 85 is the billing provider.'),
  qualifier: z
    .string()
    .min(1)
    .max(3)
    .optional()
    .describe(
      'Only after this qualifier: XX for an NM109 with a National Provider Identifier, EA for a REF02 with a medical record number.',
    ),
  action: z.enum(PHI_ACTIONS).describe('Action, as in a policy.'),
})

const CLAIM = [
  'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~',
  'GS*HC*SENDER*RECEIVER*20260102*0809*7*X*005010X222A1~ST*837*0001*005010X222A1~HL*1**22*0~',
  'NM1*IL*1*SAMPLE*ADA****MI*W12345678~N4*AURORA*IL*60505~DMG*D8*19700102*F~CLM*26-0001*125***11:B:1~',
  'NTE*ADD*ADA SAMPLE IS TO BE CALLED~SE*8*0001~GE*1*7~IEA*1*000000007~',
].join('')

const CLEANED = [
  'ISA*00*          *00*          *ZZ*[FACILITY]     *ZZ*[FACILITY]     *260101*0809*^*00501*000000007*0*T*:~',
  'GS*HC*[FACILITY]*[FACILITY]*20260101*0809*7*X*005010X222A1~ST*837*0001*005010X222A1~HL*1**22*0~',
  'NM1*IL*1*[NAME]*[NAME]****MI*[HEALTH-PLAN-ID]~N4*[LOCATION]*IL*605~DMG*D8*19700101*F~CLM*[ACCOUNT]*125***11:B:1~',
  'NTE*ADD*[NAME] IS TO BE CALLED~SE*8*0001~GE*1*7~IEA*1*000000007~',
].join('')

export const phiDeidentifyX12 = defineTool({
  id: 'phi/deidentify-x12',
  version: '1.0.0',
  title: 'De-identify X12',
  summary:
    'Removes or replaces what identifies persons in X12 transactions: elements by their segments, text by the detector, and everything unknown. Counts, control numbers and sums stay correct.',
  input: z.strictObject({
    interchange: textOrBytesField('One or more interchanges from ISA to IEA, such as 270, 271, 276, 277, 278, 820, 834, 835 or 837.'),
  }),
  options: z.strictObject({
    policy: phiPolicyField,
    rules: z
      .array(placeRule)
      .max(500)
      .default([])
      .describe(
        'Actions for paths. A component takes precedence over its element, an element over its segment, a rule with an entity or qualifier over one without, and all over the policy.',
      ),
    unknown: z
      .enum(['block', 'keep'])
      .default('block')
      .describe(
        'Unknown segments and elements, and transaction sets outside of healthcare. block: their values are removed. keep: they are searched as text.',
      ),
    ...documentOptions,
    subject: phiSubjectField.describe(
      'Subject of the interchange. Dates are shifted by the days of the subject. Default: each patient by the member number, which a family shares, else by record or control number. Headers are shifted with the first patient.',
    ),
  }),
  output: z.strictObject({
    interchange: z.string().describe('The document as text.'),
    content: bytesField('The document, exactly: in the character set of the original; of a text, in UTF-8.'),
    changes: z
      .array(
        z.strictObject({
          ...place,
          action: z.enum(PHI_ACTIONS).describe('Action taken. `replace` if the action of the policy does not fit the value.'),
          reason: z
            .enum(X12_REASONS)
            .describe(
              'place: identifying by its place. form: not what belongs there. text: found by the detector. known_value: an identifier of another place. length: the end of a text that became too long. Otherwise what is not known.',
            ),
        }),
      )
      .describe('All changes. Contains no values.'),
    residual: z
      .array(z.strictObject(place))
      .describe('Places that still contain a removed value, such as a control number or a count. Review these places.'),
    counts: countsField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: { field: 'interchange', mediaTypes: ['application/edi-x12', 'text/plain'] },
  download: { field: 'content', mediaType: 'application/edi-x12', extension: 'edi' },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [{ title: 'A claim with a note', input: { interchange: CLAIM }, output: { interchange: CLEANED, residual: [] } }],
  run({ interchange }, { policy, rules, unknown, key, surrogates, subject, mapping, mappingKey, ...detect }) {
    checkLists(detect)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const ruleFor = compileX12Rules(rules, { policy, hasKey: key !== undefined })
    const text = readText(interchange)
    const { result, provenance, pairs } = deidentifyDistinctly({ policy, key, surrogates, subject, mapping }, (deidentifier) => ({
      result: deidentifyX12(text, { deidentifier, detect, ruleFor, unknown, subject }),
      provenance: deidentifier.provenance,
      pairs: deidentifier.pairs?.list() ?? [],
    }))
    const made = {
      ...result,
      counts: countCategories(result.changes),
      provenance: { ...provenance, ruleset: `${PLACES_RULESET}; ${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    return withMapping(made, secret, () => ({ format: 'x12', original: interchange, result: result.content, pairs }))
  },
})
