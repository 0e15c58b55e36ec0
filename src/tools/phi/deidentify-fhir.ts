// phi/deidentify-fhir: resources with their protected health information removed or replaced, and references that lead where they led.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { FHIR_MEDIA_TYPES } from '../../formats/fhir/document/fhir-document.ts'
import { unknownType } from '../../formats/fhir/document/other-versions.ts'
import { readFhirDocument } from '../../formats/fhir/document/read-document.ts'
import { RESOURCE_FEED } from '../../formats/fhir/document/resource-feed.ts'
import type { JsonObject } from '../../formats/fhir/json/json-value.ts'
import { type FhirModel, modelOf } from '../../formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS, type FhirVersion } from '../../formats/fhir/model/versions.ts'
import { writeFailure } from '../../formats/hl7/fhir/write/write-failure.ts'
import { PHI_CATEGORIES } from '../../formats/phi/category.ts'
import { DETECTOR_RULESET } from '../../formats/phi/detector-version.ts'
import { documentOptions } from '../../formats/phi/document-options.ts'
import {
  type AnonymizerConfiguration,
  type AnonymizerRule,
  anonymizerField,
  readAnonymizerRules,
} from '../../formats/phi/fhir/anonymizer-configuration.ts'
import { isValidResource } from '../../formats/phi/fhir/check-result.ts'
import { deidentifyFhir } from '../../formats/phi/fhir/deidentify-fhir.ts'
import { EMBEDDED_TOOLS } from '../../formats/phi/fhir/embedded-documents.ts'
import { shareFeedOptions } from '../../formats/phi/fhir/feed-options.ts'
import { checkRules, type RuleAction } from '../../formats/phi/fhir/judge/rule-places.ts'
import { PersonIndex } from '../../formats/phi/fhir/persons.ts'
import { writeFhir } from '../../formats/phi/fhir/write-fhir.ts'
import { mappingOutputs, readMappingRequest, withMapping } from '../../formats/phi/mapping/mapping-options.ts'
import { deidentifyDistinctly } from '../../formats/phi/policy/deidentifier.ts'
import {
  countCategories,
  countsField,
  PHI_ACTIONS,
  type PhiPolicy,
  phiPolicyField,
  phiSubjectField,
  provenanceField,
} from '../../formats/phi/policy/policy-schema.ts'
import { checkLists } from '../../formats/phi/search/list-contradictions.ts'

/** Changes whenever another element is taken for an identifier. */
const ELEMENTS_RULESET = 'fhir elements 1.2.0'

const place = {
  index: z.int().min(0).describe('Place of the resource in the document, from 0.'),
  path: z.string().describe('FHIRPath of the element from its resource; in a Bundle from the Bundle.'),
}
const category = z.enum(PHI_CATEGORIES).describe('Category of the value. Default for unknown values: `other-id`.')

const texts = z.array(z.string().min(1).max(500)).max(1_000).optional()
const personField = z.strictObject({
  names: texts.describe('Names as `Family, Given`.'),
  dates: texts.describe('Dates as YYYY-MM-DD.'),
  ids: texts.describe('Record numbers and other identifiers.'),
  phones: texts.describe('Phone numbers and e-mail addresses.'),
  addresses: texts.describe('Lines and towns of addresses.'),
})

const PATIENT = JSON.stringify({
  resourceType: 'Patient',
  id: 'ada-1',
  identifier: [{ type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value: '1001' }],
  name: [{ family: 'Sample', given: ['Ada'] }],
  gender: 'female',
  birthDate: '1970-01-02',
})

export const phiDeidentifyFhir = defineTool({
  id: 'phi/deidentify-fhir',
  version: '1.0.0',
  title: 'De-identify FHIR',
  summary:
    'Removes or replaces what identifies persons in FHIR resources: elements by their definitions, text by the detector, and everything unknown. References stay intact.',
  input: z.strictObject({
    resource: textOrBytesField('A resource or a Bundle as JSON or XML, an array of resources, or resources line by line as NDJSON.'),
  }),
  options: z.strictObject({
    version: z.enum(FHIR_VERSIONS).default('R4').describe('FHIR version whose definitions describe the elements.'),
    policy: phiPolicyField,
    rules: z
      .array(
        z.strictObject({
          fhirPath: z.string().min(1).max(2_000).describe('FHIRPath from a resource, those in Bundles too: `Patient.address.city`.'),
          action: z.enum(PHI_ACTIONS).describe('Action for the element and everything below it, as in a policy.'),
        }),
      )
      .max(500)
      .default([])
      .describe(
        'Actions for elements. A rule for an element takes precedence over one for its parent, a later rule over an earlier one, and all over the policy.',
      )
      .meta(showAs({ kind: 'paths', paths: { syntax: 'fhirpath', of: 'resource', members: ['fhirPath'] } })),
    configuration: anonymizerField,
    unknown: z
      .enum(['block', 'search'])
      .default('block')
      .describe(
        'Extensions that neither HL7 nor US Core or IPS define. block: they are removed. search: their values are treated by type, and texts by the detector. Members that the version does not define are always removed.',
      ),
    narrative: z
      .enum(['remove', 'clean'])
      .default('remove')
      .describe('The narrative of resources. remove: it is removed. clean: the detector removes what it finds.'),
    attachments: z
      .enum(['clean', 'remove'])
      .default('clean')
      .describe(
        'Data in attachments and Binary. clean: text, HTML, RTF, HL7 v2, FHIR, CDA and, with a key, DICOM as documents of their own; anything else is removed. remove: all is removed.',
      ),
    labels: z
      .boolean()
      .default(true)
      .describe('Record in meta.security of each resource what was done: REDACTED, PSEUDED, MASKED, ABSTRED.'),
    ...documentOptions,
    idKey: z
      .string()
      .min(16)
      .max(1000)
      .optional()
      .describe(
        'Secret for ids and addresses under a policy that numbers them, such as `safe-harbor`: documents with the same secret get the same ids. A feed makes a random one by itself. Discard it afterwards. Default: ids are numbered in each document.',
      )
      .meta({ writeOnly: true }),
    subject: phiSubjectField.describe(
      'Subject of the document. Dates are shifted by the offset of the subject. Default: the patient of each resource.',
    ),
    subjectFrom: z
      .enum(['id', 'identifier'])
      .default('id')
      .describe(
        'How a resource names its patient. id: by the logical id, so that dates of each file of an export are shifted alike. identifier: by the record number (type MR or PI, else the first), as in HL7 v2 and DICOM, so that all three are shifted alike; the Patient has to be in the document, or its number in `subjects`.',
      ),
    subjects: z
      .record(z.string().min(1).max(64), z.string().min(1).max(500))
      .default({})
      .describe('By logical id of a Patient, whom its dates belong to, such as the record number that HL7 v2 and DICOM move by.')
      .meta({ writeOnly: true }),
    persons: z
      .record(z.string().min(3).max(200), personField)
      .default({})
      .describe(
        'By reference, such as `Patient/1`: values of a person whose resource is not in the document. They are found in resources that refer to the person. `run --feed` collects them from all its files.',
      )
      .meta({ writeOnly: true }),
  }),
  output: z.strictObject({
    resource: z.string().describe('The document as text, in the form that it had; XML comments are removed.'),
    content: bytesField('The same in UTF-8.'),
    changes: z
      .array(
        z.strictObject({
          ...place,
          category,
          action: z.enum(PHI_ACTIONS).describe('Action taken. `replace` if the action of the policy does not fit the value.'),
          rule: z
            .string()
            .describe(
              'What decided it: the JSON pointer of a rule, the element of the definitions (`HumanName.family`), `detector/` with the rule that found it in a text, `unknown` for what the definitions do not have.',
            ),
        }),
      )
      .describe('All changes. Contains no values.')
      .meta(showAs({ kind: 'element-diff', before: 'resource', after: 'resource' })),
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
      .describe('Every document in an attachment or a Binary.'),
    verification: z
      .strictObject({
        valid: z.boolean().describe('Whether fhir/validate finds no error in the result; what was invalid before may still be invalid.'),
        residuals: z.int().min(0).describe('Length of `residual`. In mode fail-closed, a value above 0 is an error without a result.'),
      })
      .describe('The result read again.'),
    resources: z.int().min(0).describe('Resources of the document; a Bundle is one.'),
    counts: countsField,
    provenance: provenanceField,
    ...mappingOutputs,
  }),
  document: {
    field: 'resource',
    mediaTypes: FHIR_MEDIA_TYPES,
    feed: { ...RESOURCE_FEED, shareOptions: shareFeedOptions, openIndex: () => new PersonIndex() },
  },
  download: {
    field: 'content',
    mediaType: 'application/fhir+json',
    extension: 'json',
    isCopy: true,
    lines: { mediaType: 'application/fhir+ndjson', failure: (index, problem) => writeFailure(index, problem, 'Resource') },
  },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A patient',
      input: { resource: PATIENT },
      options: { labels: false },
      output: {
        resource: JSON.stringify({
          resourceType: 'Patient',
          id: 'id-1',
          identifier: [{ type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] }, value: '[MRN]' }],
          name: [{ family: '[NAME]', given: ['[NAME]'] }],
          gender: 'female',
          birthDate: '1970',
        }),
        residual: [],
      },
    },
  ],
  checkOptions(options) {
    readRules(options)
  },
  run({ resource }, { policy, rules, configuration, subjects, mapping, mappingKey, ...rest }) {
    const configured = readRules({ version: rest.version, policy, rules, configuration, key: rest.key })
    const { version, unknown, narrative, attachments, labels, key, surrogates, idKey, subject, subjectFrom, persons, ...detect } = rest
    checkLists(detect)
    const secret = readMappingRequest({ mapping, mappingKey, key })
    const model = modelOf(version)
    const settings = {
      ...{ version, unknown, narrative, attachments, labels, rules, key, idKey, subject, subjectFrom, detect },
      subjects: new Map(Object.entries(subjects)),
      persons: new Map(Object.entries(persons)),
      configured,
      partial: partialOf(configuration),
    }
    const { cleaned, text, resources, provenance, pairs, original, format } = deidentifyDistinctly(
      { policy, key, surrogates, subject, mapping },
      (deidentifier) => {
        const document = readFhirDocument(resource, model)
        const read = [...document.resources()]
        const values = read.map(({ value }) => value)
        const cleaned = deidentifyFhir(values, { ...settings, deidentifier })
        if (!cleaned) throw unknownType(read.find(({ value }) => !isTypeOf(value, model))!, model)
        return {
          cleaned,
          text: writeFhir(document, values, model),
          resources: values,
          original: document.text,
          format: document.format,
          provenance: deidentifier.provenance,
          pairs: deidentifier.pairs?.list() ?? [],
        }
      },
    )
    const made = {
      resource: text,
      content: new TextEncoder().encode(text),
      changes: [...cleaned.changes],
      residual: [...cleaned.residual],
      embedded: [...cleaned.embedded],
      verification: { valid: resources.every((each) => isValidResource(each, model)), residuals: cleaned.residual.length },
      resources: resources.length,
      counts: countCategories(cleaned.changes),
      provenance: { ...provenance, ruleset: `${ELEMENTS_RULESET}; ${DETECTOR_RULESET}; ${provenance.ruleset}` },
    }
    return withMapping(made, secret, () => ({ format: format === 'xml' ? 'xml' : 'json', original, result: text, pairs }))
  },
})

interface RuleOptions {
  readonly version: FhirVersion
  readonly policy: PhiPolicy
  readonly key?: string | undefined
  readonly rules: readonly RuleAction[]
  readonly configuration?: AnonymizerConfiguration | undefined
}

/** The rules of the configuration, when they and all others can be followed. */
function isTypeOf({ resourceType }: JsonObject, model: FhirModel): boolean {
  return typeof resourceType === 'string' && model.resource(resourceType)?.abstract === false
}

function readRules({ version, policy, key, rules, configuration }: RuleOptions): AnonymizerRule[] {
  const configured = configuration ? readAnonymizerRules(configuration) : []
  checkRules({ rules, configured }, { policy, hasKey: key !== undefined, model: modelOf(version) })
  return configured
}

/** What Microsoft's program leaves of what it redacts where its configuration says so. */
function partialOf(configuration: AnonymizerConfiguration | undefined) {
  const { enablePartialAgesForRedact: ages = false, enablePartialDatesForRedact: dates = false } = configuration?.parameters ?? {}
  return { ages, dates, zipCodes: configuration?.parameters?.enablePartialZipCodesForRedact ?? false }
}
