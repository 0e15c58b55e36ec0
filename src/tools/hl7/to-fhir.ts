// hl7/to-fhir: messages as Bundles of FHIR R4 by the maps of HL7's v2-to-FHIR guide, with an account of every value.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { definitionsOption, readDefinitions } from '../../formats/hl7/definitions/definitions-option.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { type ConvertedMessage, convertDocument } from '../../formats/hl7/fhir/convert-document.ts'
import { CONVERT_OPTIONS, readConvertOptions } from '../../formats/hl7/fhir/convert-options.ts'
import { writeEnvelopeNote, writeFailure } from '../../formats/hl7/fhir/write/write-failure.ts'
import { MESSAGE_FEED } from '../../formats/hl7/index/feed-cutter.ts'

const RESULT = [
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada||19700102|F',
  'OBR|1||F-9|24323-8^Panel^LN|||20260102080000',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
].join('\r')

const CONVERSION = {
  map: z.string().nullable().describe("Message structure of the guide's map. Null if it has none and only the segment maps were used."),
  mapped: z
    .strictObject({
      fields: z.int().min(0).describe('Values of the message that are in the Bundle.'),
      ratio: z.number().min(0).max(1).describe('Their share of all values.'),
    })
    .describe('A value is a field, component or subcomponent that is valued and not divided further.'),
  unmapped: z
    .array(
      z.strictObject({
        path: z.string().describe('Place in the message: PID-3.4, OBX[2]-5[3].1.'),
        reason: z
          .enum([
            'delimiters',
            'null_value',
            'no_segment_map',
            'no_map',
            'condition_false',
            'invalid_value',
            'no_code',
            'no_timezone',
            'no_place',
            'no_resource',
          ])
          .describe(
            'delimiters: MSH-1 and MSH-2. null_value: the explicit null, for which FHIR has no value. no_segment_map, no_map: the guide does not map the segment, or the field. condition_false: no condition of the guide holds. invalid_value: no value of the type in FHIR. no_code: no code of the required value set. no_timezone: only the date is there. no_place: the element has another value already, or may not have this one. no_resource: there is nothing that the segment could add to.',
          ),
      }),
    )
    .describe('Every value that is not in the Bundle.'),
  trace: z
    .array(
      z.strictObject({
        path: z.string().describe('Place in the message.'),
        target: z.string().describe('FHIRPath of the element in the Bundle.'),
        own: z.literal(true).optional().describe("There where the guide maps no such value, and a map of this program's own does."),
        rule: z
          .string()
          .optional()
          .describe(
            'There where a rule of the site put the value: a row of rules such as PID[Patient] row 3, a ConceptMap by its name, codeMaps or systems. Default: the guide.',
          ),
      }),
    )
    .describe('Location of each value.'),
}

const bundleField = z.record(z.string(), z.unknown())

export const hl7ToFhir = defineTool({
  id: 'hl7/to-fhir',
  version: '1.0.0',
  title: 'HL7 v2 to FHIR',
  summary: "Converts messages to FHIR R4 by HL7's v2-to-FHIR maps, and lists for every value where it went, or why it was not mapped.",
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...CONVERT_OPTIONS,
    ...SOURCE_OPTIONS,
    ...definitionsOption(
      'Their events lead to the map of the structure, and their segments belong to the groups that the definitions name.',
    ),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    bundle: bundleField.nullable().describe('The Bundle of the message; of several messages, of the first one; null without a message.'),
    content: bytesField('The Bundle as application/fhir+json; of several messages, a Bundle of type collection that holds theirs.'),
    ...CONVERSION,
    messages: z
      .array(
        z.strictObject({
          controlId: z.string().nullable().describe('MSH-10.'),
          bundle: bundleField.describe('The Bundle of the message.'),
          ...CONVERSION,
        }),
      )
      .describe('All messages of a document with several messages, including the first one. Empty for one message.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES, feed: MESSAGE_FEED },
  download: {
    field: 'content',
    mediaType: 'application/fhir+json',
    extension: 'json',
    isCopy: true,
    lines: {
      mediaType: 'application/fhir+ndjson',
      failure: (index, problem) => writeFailure(index, problem, 'Message'),
      note: writeEnvelopeNote,
    },
  },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A result',
      input: { message: RESULT },
      output: {
        map: 'ORU_R01',
        bundle: { resourceType: 'Bundle', type: 'message', timestamp: '2026-01-02T08:09:10+01:00' },
      },
    },
  ],
  checkOptions(options) {
    readDefinitions(options.definitions)
    readConvertOptions(options)
  },
  run({ message }, { bundle, writes, ids, idNamespace, sourceCharset, definitions, ...options }) {
    const settings = readConvertOptions(options)
    const document = readDocument(message, sourceCharset, readDefinitions(definitions).dictionary)
    const { messages, envelope, content } = convertDocument(document, settings, { type: bundle, writes, ids, namespace: idNamespace })
    const [first] = messages
    return {
      ...describeFacts(document),
      bundle: first?.bundle ?? null,
      content: content(),
      ...(first ? accountOf(first, envelope) : NOTHING),
      messages: messages.length > 1 ? messages.map((each) => ({ controlId: each.controlId, bundle: each.bundle, ...accountOf(each) })) : [],
    }
  },
})

const NOTHING = { map: null, mapped: { fields: 0, ratio: 0 }, unmapped: [], trace: [] }

function accountOf({ map, mapped, unmapped, trace }: ConvertedMessage, envelope: ConvertedMessage['unmapped'] = []) {
  return { map, mapped, unmapped: [...unmapped, ...envelope], trace: [...trace] }
}
