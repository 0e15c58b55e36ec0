// phi/deidentify-cda: documents of CDA with their protected health information removed or replaced, and everything else as it was written.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { CHANGE_REASONS } from '../../formats/phi/cda/change-report.ts'
import { deidentifyDocument } from '../../formats/phi/cda/deidentify-document.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { documentOptions } from '../../formats/phi/document-options.ts'
import { EMBEDDED_TOOLS } from '../../formats/phi/fhir/embedded-documents.ts'
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

/** Changes whenever another element is taken for an identifier. */
const ELEMENTS_RULESET = 'cda elements 1.1.0'

const place = {
  path: z.string().describe('Place of the element or attribute in the document that came, as an XPath.'),
  line: z.int().min(1).describe('Its line, from 1.'),
}
const category = z.enum(PHI_CATEGORIES).describe('Category of the value. Default for unknown values: `other-id`.')

const SAMPLE = [
  '<ClinicalDocument xmlns="urn:hl7-org:v3">',
  '<id root="2.16.840.1.113883.4.1" extension="900-00-0001"/><effectiveTime value="20260102"/>',
  '<recordTarget><patientRole><id root="2.16.840.1.113883.4.1" extension="900-00-0001"/><telecom value="tel:+1(555)555-0100" use="HP"/>',
  '<patient><name><given>Ada</given><family>Sample</family></name><birthTime value="19700102"/></patient></patientRole></recordTarget>',
  '<component><structuredBody><component><section><title>History</title>',
  '<text><paragraph ID="p1">Ms. <content>Sam</content>ple has asthma.</paragraph></text>',
  '</section></component></structuredBody></component></ClinicalDocument>',
].join('\n')

export const phiDeidentifyCda = defineTool({
  id: 'phi/deidentify-cda',
  version: '1.0.0',
  title: 'De-identify CDA',
  summary:
    'Removes or replaces what identifies persons in CDA documents: header and entries by the specification, narrative by the detector, and everything unknown. References stay intact.',
  input: z.strictObject({
    document: textOrBytesField(
      'A CDA R2 document, such as C-CDA, or a single section, entry or part of a header. UTF-8, UTF-16 or the encoding that the XML declares; no DOCTYPE.',
    ),
  }),
  options: z.strictObject({
    policy: phiPolicyField,
    unknown: z
      .enum(['block', 'search'])
      .default('block')
      .describe(
        'Elements and attributes that neither CDA nor the extensions of HL7 and IHE define, and text in unexpected places. block: their values are replaced. search: they are searched as text.',
      ),
    embedded: z
      .enum(['clean', 'remove'])
      .default('clean')
      .describe(
        'Data in base64, such as the body of a scanned document. clean: text, HTML, RTF, HL7 v2 and, with a key, DICOM as documents of their own; anything else is removed. remove: all is removed.',
      ),
    ...documentOptions,
    subject: phiSubjectField.describe(
      'Subject of the CDA document, such as a record number. Dates are shifted by the days of the subject. Default: the patient, by the first extension of an id of patientRole, a record number before a national one.',
    ),
  }),
  output: z.strictObject({
    document: z.string().describe('The document as text.'),
    content: bytesField(
      'The document, exactly: in the encoding of the original; of a text, in the one that it declares. Everything else is unchanged.',
    ),
    changes: z
      .array(
        z.strictObject({
          path: z
            .string()
            .nullable()
            .describe(
              'XPath in the original document. null for comments and processing instructions, and if the name itself is an identifier.',
            ),
          line: place.line,
          category,
          action: z.enum(PHI_ACTIONS).describe('Action taken. `replace` if the action of the policy does not fit the value.'),
          reason: z
            .enum(CHANGE_REASONS)
            .describe(
              'element: identified by its path. date: a time. identifier: an id, reference or address. text: the detector found it. known: a person of the document has the value. data: an embedded document. unknown: no part of CDA. comment, instruction: removed.',
            ),
        }),
      )
      .describe('All changes in document order. Contains no values.'),
    residual: z.array(z.strictObject({ ...place, category })).describe('Places that still contain a removed value. Review these places.'),
    embedded: z
      .array(
        z.strictObject({
          ...place,
          mediaType: z.string().nullable().describe('Null if it was removed.'),
          tool: z.enum(EMBEDDED_TOOLS).nullable().describe('Tool that de-identified it. null if it was removed.'),
          changes: z.int().min(0).describe('Number of identifiers found in it.'),
        }),
      )
      .describe('Every embedded document.'),
    counts: countsField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: { field: 'document', mediaTypes: ['application/xml', 'text/xml', 'application/hl7-cda+xml', 'text/plain'] },
  download: { field: 'content', mediaType: 'application/xml', extension: 'xml' },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A patient and a name split by markup',
      input: { document: SAMPLE },
      output: {
        document: SAMPLE.replace(
          '<id root="2.16.840.1.113883.4.1" extension="900-00-0001"/><eff',
          '<id root="2.16.840.1.113883.4.1" extension="[SSN-1]"/><eff',
        )
          .replace('"20260102"', '"2026"')
          .replace('"900-00-0001"', '"[SSN]"')
          .replace('tel:+1(555)555-0100', 'tel:[PHONE]')
          .replace('Ada', '[NAME]')
          .replace('<family>Sample', '<family>[NAME]')
          .replace('"19700102"', '"1970"')
          .replace('<content>Sam</content>ple', '<content>[NAME]</content>')
          .replace('ID="p1"', 'ID="p1"'),
        residual: [],
      },
    },
  ],
  run({ document }, { policy, unknown, embedded, key, surrogates, subject, mapping, mappingKey, ...detect }) {
    checkLists(detect)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const { result, provenance, pairs } = deidentifyDistinctly({ policy, key, surrogates, subject, mapping }, (deidentifier) => ({
      result: deidentifyDocument(document, { deidentifier, detect, unknown, embedded, key, subject }),
      provenance: deidentifier.provenance,
      pairs: deidentifier.pairs?.list() ?? [],
    }))
    const { text, content, ...report } = result
    const made = {
      document: text,
      content,
      ...report,
      counts: countCategories(report.changes),
      provenance: { ...provenance, ruleset: `${ELEMENTS_RULESET}; ${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    return withMapping(made, secret, () => ({ format: 'xml', original: document, result: text, pairs }))
  },
})
