// hl7/query: values of paths from each message, one row a message, as JSON and as CSV.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { definitionsOption, readDefinitions } from '../../formats/hl7/definitions/definitions-option.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { MESSAGE_FEED } from '../../formats/hl7/index/feed-cutter.ts'
import {
  queryMessages,
  readQuery,
  writeFeedFailure,
  writeFeedHead,
  writeFeedRow,
  writeQueryCsv,
} from '../../formats/hl7/query/query-messages.ts'

const leaf = z.string().nullable()

const TWO_RESULTS = [
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada',
  'OBR|1|||24323-8^Panel^LN',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
  'OBX|2|NM|2160-0^Creatinine^LN||71|umol/L|||||F',
  '',
].join('\r')

export const hl7Query = defineTool({
  id: 'hl7/query',
  version: '1.0.0',
  title: 'Query HL7 v2',
  summary: 'Reads values by path from each message of a file, one row per message, as JSON or CSV.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ...definitionsOption(
      'Paths may use the names of their fields and components, and groups contain their segments at the positions defined there.',
    ),
    paths: z
      .array(z.string().min(3).max(500))
      .min(1)
      .max(1_000)
      .describe(
        'What to read: PID-5-1, PID-5[2].1, PID-3(CX.5="MR").1, OBX[*]-5, OBX[last]-5, OBX(OBX-3.1="2345-7")-5, ORDER_OBSERVATION[2]/OBX-5; with definitions also ZPI-"Policy number". Without an index, the first; a segment or repetition with a condition, all that meet it; [*], all; [last], the last one.',
      )
      .meta(showAs({ kind: 'paths', paths: { syntax: 'hl7', of: 'message' } })),
    where: z
      .string()
      .max(4_000)
      .optional()
      .describe(
        'Condition for messages that give a row: MSH-9.1="ORU" and (OBX[*]-8 in ("H","HH") or not PID-30). Comparisons: = != < <= > >= ^= (begins) $= (ends) *= (holds); null is the explicit null; a path alone asks whether it is valued.',
      )
      .meta(showAs({ kind: 'paths', paths: { syntax: 'hl7', of: 'message' } })),
    decode: z
      .enum(['none', 'escapes', 'text'])
      .default('escapes')
      .describe(
        'none: values unchanged. escapes: escaped delimiters and hexadecimal data decoded. text: formatting turned into plain text, too. A part that is divided further is always returned unchanged.',
      ),
    separator: z.string().max(10).default('~').describe('Separator between several values of one path in the CSV.'),
    guardFormulas: z.boolean().default(false).describe('Put an apostrophe before CSV cells that a spreadsheet would run as a formula.'),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    messages: z.int().min(0).describe('How many messages the document holds.'),
    rows: z
      .array(
        z.strictObject({
          index: z.int().min(0).describe('Place of the message in the document, from 0.'),
          controlId: z.string().nullable().describe('MSH-10 of the message.'),
          values: z
            .record(z.string(), z.union([leaf, z.array(leaf)]))
            .describe(
              'By path: a text, empty where it is not valued; null for the explicit null (""); a list where the path may choose several places.',
            ),
        }),
      )
      .describe('The messages that meet the condition, in order.'),
    csv: z.string().describe('The rows as CSV (RFC 4180) with a header line; the explicit null is written "" as in HL7.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES, feed: MESSAGE_FEED },
  download: {
    field: 'csv',
    mediaType: 'text/csv',
    extension: 'csv',
    // One table over all messages and files of a feed.
    lines: {
      mediaType: 'text/csv',
      head: (options, hasFiles) => writeFeedHead(headOptions.parse(options), hasFiles),
      line: ({ csv }, index, file) => writeFeedRow(csv, index, file),
      failure: writeFeedFailure,
    },
  },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A result by its code',
      input: { message: TWO_RESULTS },
      options: { paths: ['PID-3.1', 'OBX(OBX-3.1="2345-7")-5', 'OBX[*]-6'] },
      output: {
        rows: [
          {
            index: 0,
            controlId: 'R-7',
            values: { 'PID-3.1': '1001', 'OBX(OBX-3.1="2345-7")-5': ['5.4'], 'OBX[*]-6': ['mmol/L', 'umol/L'] },
          },
        ],
      },
    },
  ],
  checkOptions({ paths, where, decode, definitions }) {
    readQuery(paths, where, decode, readDefinitions(definitions).names)
  },
  run({ message }, { paths, where, decode, separator, guardFormulas, sourceCharset, definitions }) {
    const { dictionary, names } = readDefinitions(definitions)
    const query = readQuery(paths, where, decode, names)
    const document = readDocument(message, sourceCharset, dictionary)
    const rows = queryMessages(document, query)
    const csv = writeQueryCsv(query.columns, rows, { separator, guardFormulas })
    return { ...describeFacts(document), messages: document.messages.length, rows, csv }
  },
})

/** Of a call whose options were checked. */
const headOptions = z.object({ paths: z.array(z.string()), guardFormulas: z.boolean().default(false) })
