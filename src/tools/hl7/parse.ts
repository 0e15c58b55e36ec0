// Parses HL7 v2 messages: segments, fields and components by the positions of the standard, with names, data types and decoded values.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { definitionsOption, readDefinitions } from '../../formats/hl7/definitions/definitions-option.ts'
import { describeDocument } from '../../formats/hl7/describe/describe-document.ts'
import { DOCUMENT_FACTS, MESSAGE_FACTS } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readSelection } from '../../formats/hl7/describe/selection.ts'
import { writeDescription, writesDescription } from '../../formats/hl7/describe/write-description.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { MESSAGE_FEED } from '../../formats/hl7/index/feed-cutter.ts'

const leaf = z.string().nullable()
const componentValue = z.union([leaf, z.array(leaf)])
const repetitionValue = z.union([leaf, z.array(componentValue)])

const fieldResult = z.strictObject({
  path: z.string().describe('Place in the message: PID-5, OBX[2]-5 for the second OBX; below a field PID-3[2].1 and PID-3.4.2.'),
  name: z.string().nullable().optional().describe('Name in the version used, with the names of the whole before that of a part.'),
  dataType: z.string().nullable().optional().describe('Data type in the version used; for OBX-5 what OBX-2 names.'),
  repetitions: z.int().min(1).describe('How many repetitions the field has.'),
  raw: z.string().describe('The text, unchanged.'),
  value: z
    .union([leaf, z.array(repetitionValue)])
    .describe(
      'The decoded text of a simple field; null for the explicit null (""). Of any other field the list of its repetitions: each is a text, null, or the list of its components, and a component with subcomponents is the list of them. A part without value is an empty text.',
    ),
  table: z.string().nullable().optional().describe('Number of the table that the field or part takes its codes from.'),
})

const segmentResult = z.strictObject({
  id: z.string().describe('Segment identifier; of a line that begins with none, the text before its first field separator.'),
  name: z.string().nullable().optional().describe('Name of the segment. Null if the version does not define it.'),
  group: z.string().nullable().describe('Group of the message structure, as PATIENT_RESULT/ORDER_OBSERVATION[2]; null for none.'),
  fields: z.array(fieldResult).describe('Fields with a value.'),
})

const batch = z.strictObject({
  header: segmentResult.nullable().describe('BHS.'),
  trailer: segmentResult.nullable().describe('BTS.'),
  declaredMessages: z.int().nullable().describe('BTS-1.'),
  firstMessage: z.int().min(0).describe('Place of the first message of the batch in the file, from 0.'),
  messages: z.int().min(0).describe('How many messages the batch holds.'),
})

const batchFile = z.strictObject({
  header: segmentResult.nullable().describe('FHS.'),
  trailer: segmentResult.nullable().describe('FTS.'),
  declaredBatches: z.int().nullable().describe('FTS-1.'),
  batches: z.array(batch),
})

const ADMISSION = [
  'MSH|^~\\&|REG|NORTH|LAB|NORTH|20260102080910||ADT^A01|A-100|P|2.5.1',
  'EVN|A01|20260102080910',
  'PID|1||1001^^^NORTH^MR~X-77^^^STATE^PI||Sample^Ada^B||19700102|F|||1 Test Way^^Sometown',
  'PV1|1|I|W1^101^A',
].join('\r')

const RESULT = [
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH^MR',
  'OBR|1|||24323-8^Panel^LN',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
  'OBX|2|FT|8251-1^Comment^LN||Fasting \\T\\ rested\\.br\\Repeat||""||||F',
].join('\r')

export const hl7Parse = defineTool({
  id: 'hl7/parse',
  version: '1.0.0',
  title: 'Parse HL7 v2',
  summary: 'Reads HL7 v2 messages, batches and damaged files. Shows every field with its name, data type and decoded value.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ...definitionsOption('Their names, types and tables are shown, and groups contain their segments at the positions defined there.'),
    view: z
      .enum(['tree', 'flat'])
      .default('tree')
      .describe('tree: one entry for each field, with nested values. flat: one entry for each component or subcomponent that is valued.'),
    names: z.boolean().default(true).describe('Add names, data types and tables from the dictionary of the version.'),
    decode: z
      .enum(['none', 'escapes', 'text'])
      .default('escapes')
      .describe(
        'none: values unchanged. escapes: escaped delimiters and hexadecimal data decoded. text: formatting turned into plain text, too.',
      ),
    groups: z.boolean().default(false).describe('Add the position of each segment in the group tree of the message structure.'),
    select: z
      .array(z.string().max(500))
      .max(1_000)
      .default([])
      .describe(
        'Paths of the fields to show. Default: all. Examples: PID, PID-5, PID-3[2].1, OBX[*]-5, OBX[2]-5.1.2; with definitions also ZPI-"Policy number". Without an index, the first.',
      ),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    segments: z
      .array(segmentResult)
      .describe('The segments of the message; of several messages, of the first one.')
      .meta(showAs({ kind: 'message-tree' })),
    batch: z
      .strictObject({ files: z.array(batchFile) })
      .nullable()
      .describe('The batch segments and which messages they hold; null for a document without any.'),
    messages: z
      .array(
        z.strictObject({
          charset: z.string().nullable().describe('Character set of this message.'),
          byteStart: z.int().min(0).describe('First byte of the message.'),
          byteEnd: z.int().min(0).describe('First byte behind the message.'),
          ...MESSAGE_FACTS,
          diagnostics: DOCUMENT_FACTS.diagnostics,
          segments: z.array(segmentResult),
        }),
      )
      .describe('All messages of a document with several messages, including the first one. Empty for one message.')
      .meta(showAs({ kind: 'message-tree' })),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES, feed: MESSAGE_FEED },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'An admission, with names and data types',
      input: { message: ADMISSION },
      output: {
        type: { code: 'ADT', trigger: 'A01', structure: 'ADT_A01' },
        version: { declared: '2.5.1', used: '2.5.1' },
        controlId: 'A-100',
        diagnostics: [],
      },
    },
    {
      title: 'One field of every observation',
      input: { message: RESULT },
      options: { select: ['OBX[*]-5'], decode: 'text' },
      output: {
        segments: [
          { id: 'OBX', fields: [{ path: 'OBX-5', name: 'Observation Value', dataType: 'NM', raw: '5.4', value: '5.4' }] },
          {
            id: 'OBX',
            fields: [{ path: 'OBX[2]-5', dataType: 'FT', raw: 'Fasting \\T\\ rested\\.br\\Repeat', value: 'Fasting & rested\nRepeat' }],
          },
        ],
      },
    },
    {
      title: 'Identifiers, part by part',
      input: { message: ADMISSION },
      options: { view: 'flat', select: ['PID-3'] },
      output: {
        segments: [
          {
            id: 'PID',
            fields: [
              { path: 'PID-3.1', name: 'Patient Identifier List / ID Number', value: '1001' },
              { path: 'PID-3.4', name: 'Patient Identifier List / Assigning Authority', value: 'NORTH' },
              { path: 'PID-3.5', name: 'Patient Identifier List / Identifier Type Code', table: '0203', value: 'MR' },
              { path: 'PID-3[2].1', value: 'X-77' },
              { path: 'PID-3[2].4', value: 'STATE' },
              { path: 'PID-3[2].5', value: 'PI' },
            ],
          },
        ],
      },
    },
    {
      title: 'A damaged message with groups',
      input: { message: 'MSH|^~\\&|LAB||||||ORU^R01|1|P|2.9\nPID|1||7\nOBR|1\nOBX|1|TX|||torn\nhere' },
      options: { groups: true, names: false },
      output: {
        source: { lineEnd: 'LF' },
        version: { declared: '2.9', used: '2.8.2' },
        diagnostics: [{ code: 'version_fallback', path: 'MSH-12' }, { code: 'line_end_not_cr' }, { code: 'stray_line' }],
      },
    },
  ],
  checkOptions({ select, definitions }) {
    readSelection(select, '/options/select', readDefinitions(definitions).names)
  },
  run({ message }, { select, sourceCharset, definitions, ...options }) {
    const { dictionary, names } = readDefinitions(definitions)
    const selection = readSelection(select, '/options/select', names)
    return describeDocument(readDocument(message, sourceCharset, dictionary), { ...options, selection })
  },
  writeJson({ message }, { select, sourceCharset, definitions, ...options }) {
    // The constants that the writer puts together are those of the standard.
    if (definitions) return undefined
    const selection = readSelection(select, '/options/select')
    return writesDescription({ ...options, selection }) ? writeDescription(readDocument(message, sourceCharset), options) : undefined
  },
})
