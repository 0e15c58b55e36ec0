// fhir/convert: FHIR between JSON, XML, NDJSON and Bundles, without loss.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { BUNDLE_TYPES } from '../../formats/fhir/convert/bundle-entries.ts'
import { convertDocument, LOSSES, type LossKind, TARGETS } from '../../formats/fhir/convert/convert-document.ts'
import { FHIR_MEDIA_TYPES } from '../../formats/fhir/document/fhir-document.ts'
import { modelOf } from '../../formats/fhir/model/element-plan.ts'
import { FHIR_VERSIONS } from '../../formats/fhir/model/versions.ts'

const OBSERVATION =
  '{"resourceType":"Observation","status":"final","code":{"text":"Glucose"},"valueQuantity":{"value":5.40,"unit":"mmol/L"}}'

const LOSS_KINDS = LOSSES.filter((kind): kind is Exclude<LossKind, 'whitespace'> => kind !== 'whitespace')

export const fhirConvert = defineTool({
  id: 'fhir/convert',
  version: '1.0.0',
  title: 'Convert FHIR',
  summary:
    'Writes resources as JSON, XML, NDJSON or a Bundle, keeps every number as written, and lists what the new format cannot represent.',
  input: z.strictObject({
    resource: textOrBytesField('A FHIR resource as JSON or XML, a JSON array of resources, or NDJSON with one resource a line.'),
  }),
  options: z.strictObject({
    to: z
      .enum(TARGETS)
      .default('xml')
      .describe(
        'json: one resource, or an array of several. xml: one resource. ndjson: one resource a line; of one Bundle the resources of its entries. bundle: a Bundle in JSON that holds the resources.',
      ),
    version: z.enum(FHIR_VERSIONS).default('R4').describe('FHIR version of the definitions.'),
    pretty: z.boolean().default(true).describe('Line breaks and two spaces per level, but never within a narrative. NDJSON has none.'),
    order: z
      .enum(['keep', 'definition'])
      .default('keep')
      .describe('Members of JSON in their original order, or in the order of the definition, as in XML.'),
    bundleType: z
      .enum(BUNDLE_TYPES)
      .default('collection')
      .describe('Type of a Bundle that is made. Entries of batch and transaction put resources with an id, and create those without.'),
    base: z
      .string()
      .regex(/^https?:\/\/[^\s?#]{1,1000}$/)
      .optional()
      .describe('Base URL of the FHIR server, such as https://example.org/fhir, for the fullUrl of entries.'),
  }),
  output: z.strictObject({
    content: z
      .string()
      .describe('The converted document.')
      .meta(showAs({ kind: 'source' })),
    format: z.enum(['json', 'xml', 'ndjson']).describe('Form of content.'),
    source: z
      .strictObject({
        format: z.enum(['json', 'ndjson', 'xml']).describe('The form of the document.'),
        charset: z.string().describe('Its character set. Content is UTF-8.'),
        bytes: z.int().min(0).describe('Its size.'),
        resources: z.int().min(0).describe('Resources in it; those within others are not counted.'),
      })
      .describe('The document that was read.'),
    version: z.enum(FHIR_VERSIONS).describe('The version whose definitions were used.'),
    resources: z.int().min(0).describe('Resources in content; those within others are not counted.'),
    lost: z
      .array(
        z.strictObject({
          index: z.int().min(0).describe('Place of the resource in the document, from 0.'),
          what: z
            .enum(LOSS_KINDS)
            .describe(
              'comment, instruction, schema_location: of XML. element_order: elements of XML that stood out of order. entity: a named character of HTML in a narrative, written by its number. around_narrative: text beside the div. bundle: a member of a Bundle or entry that is no resource.',
            ),
          path: z.string().describe('FHIRPath from the resource.'),
          line: z.int().min(1).describe('Line of the place, from 1.'),
          column: z.int().min(1).describe('Column of the place, from 1.'),
          offset: z.int().min(0).describe('UTF-16 code units before the place in the text of the document.'),
        }),
      )
      .describe('What content lacks or contains in another form. Empty: nothing is lost.'),
    whitespace: z.int().min(0).describe('Insignificant white space between XML elements, which is not kept.'),
  }),
  document: { field: 'resource', mediaTypes: FHIR_MEDIA_TYPES },
  download: { field: 'content', mediaType: 'application/octet-stream', extension: 'fhir' },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'To XML',
      input: { resource: OBSERVATION },
      options: { pretty: false },
      output: {
        content:
          '<?xml version="1.0" encoding="UTF-8"?><Observation xmlns="http://hl7.org/fhir"><status value="final"/><code><text value="Glucose"/></code><valueQuantity><value value="5.40"/><unit value="mmol/L"/></valueQuantity></Observation>',
        lost: [],
      },
    },
  ],
  run({ resource }, { to, version, ...settings }) {
    const { content, document, resources, written, losses, whitespace } = convertDocument(resource, {
      ...settings,
      base: settings.base,
      to,
      model: modelOf(version),
    })
    const { format, charset } = document
    return {
      content,
      format: to === 'bundle' ? 'json' : to,
      source: { format, charset, bytes: document.bytes(), resources },
      version,
      resources: written,
      lost: losses.map(({ kind, ...at }) => ({ ...at, what: kind as (typeof LOSS_KINDS)[number] })),
      whitespace,
    }
  },
})
