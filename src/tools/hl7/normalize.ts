// hl7/normalize: one kind of line end, frame, character set and delimiters for a whole file, and its messages one by one.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { repairLineEnds } from '../../formats/hl7/index/literal-line-ends.ts'
import { NORMALIZE_CHANGES, normalizeDocument } from '../../formats/hl7/normalize/normalize-document.ts'
import { readSettings, TARGET_CHARSETS } from '../../formats/hl7/normalize/normalize-settings.ts'

const number = (description: string) => z.int().min(0).describe(description)

export const hl7Normalize = defineTool({
  id: 'hl7/normalize',
  version: '1.0.0',
  title: 'Normalize HL7 v2',
  summary:
    'Makes line endings, framing, character set and delimiters of a file of messages uniform, splits the file, and checks its batch counts.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    split: z
      .boolean()
      .default(false)
      .describe(
        'Return each message separately in messages[] and, for one document, as separate files in a ZIP. Batch segments are removed.',
      ),
    lineEnd: z
      .enum(['keep', 'CR', 'LF', 'CRLF'])
      .default('CR')
      .describe('Segment terminator. A line end inside a field is escaped. keep: unchanged.'),
    literalLineEnds: z
      .enum(['keep', 'repair'])
      .default('keep')
      .describe(
        'repair: where an export wrote line ends as text (\\r, \\n, <cr>, {CR}, &#13; and similar) before a segment or the end, write a carriage return. Positions in the result refer to the repaired document.',
      ),
    mllp: z
      .enum(['keep', 'remove', 'add'])
      .default('remove')
      .describe('Start and end characters of MLLP. add: around each message, or around the whole file where it is a batch.'),
    charset: z
      .string()
      .max(40)
      .default('keep')
      .describe(`keep, or the character set to convert to, which MSH-18 then names: ${TARGET_CHARSETS.join(', ')}.`),
    trailing: z
      .enum(['keep', 'trim'])
      .default('keep')
      .describe('trim: remove empty fields, repetitions, components and subcomponents behind the last one that is valued.'),
    delimiters: z
      .string()
      .max(8)
      .default('keep')
      .describe(
        'keep, standard (|^~\\&), or five or six characters in the order of MSH-1 and MSH-2; data that looks like them is escaped.',
      ),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    message: z.string().describe('The normalized document as text; what cannot be decoded is U+FFFD.'),
    content: bytesField(
      'The normalized document, exactly: in the character set of its messages; of a text that is not converted, in UTF-8.',
    ),
    messages: z
      .array(
        z.strictObject({
          index: number('Place of the message in the document, from 0.'),
          controlId: z.string().nullable().describe('MSH-10.'),
          type: z
            .strictObject({ code: z.string().nullable(), trigger: z.string().nullable(), structure: z.string().nullable() })
            .describe('MSH-9.'),
          charset: z.string().nullable().describe('Character set of the message in content; null for a text that is not converted.'),
          segments: number('How many segments the message has.'),
          byteStart: number('First byte of the message in content.'),
          byteEnd: number('First byte behind the message in content.'),
          message: z.string().nullable().describe('With split, the message as text.'),
        }),
      )
      .describe('The messages, in order.'),
    batchCounts: z
      .array(
        z.strictObject({
          path: z.enum(['BTS-1', 'FTS-1']),
          file: number('Place of the file in the document, from 0.'),
          batch: z.int().min(0).nullable().describe('Place of the batch in the file, from 0; null for the count of a file.'),
          declared: z.int().min(0).nullable().describe('Count in the trailer. Null if it has no number.'),
          actual: number('What there is.'),
          correct: z.boolean().nullable().describe('Null if not declared.'),
        }),
      )
      .describe('The counts of batch and file trailers; empty for a document without batch segments. They are checked, not changed.'),
    changes: z
      .array(
        z.strictObject({
          change: z
            .enum(NORMALIZE_CHANGES)
            .describe('What was changed; junk, blank lines, blanks before segments and a byte order mark are left out.'),
          message: z.int().min(0).nullable().describe('Place of the message in the document, from 0; null outside of messages.'),
          path: z.string().nullable().describe('Segment; null for the whole message.'),
          count: z.int().min(1).describe('How many times.'),
        }),
      )
      .describe('All changes to the document. Contains no values.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES },
  download: {
    field: 'content',
    mediaType: 'application/hl7-v2',
    extension: 'hl7',
    divide: ({ messages }) => (messages.some(({ message }) => message !== null) ? messages : undefined),
  },
  // The result holds the document up to three times, once as base64, in one JSON text.
  maxInputBytes: 64_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Line feeds, unusual delimiters and empty fields',
      input: { message: 'MSH:*~!$:REG:NORTH:::20260102080910::ADT*A01:A-100:P:2.5.1::::\nPID:1::1001***NORTH*MR::Sample$$*Ada**:::\n' },
      options: { delimiters: 'standard', trailing: 'trim' },
      output: {
        message: 'MSH|^~\\&|REG|NORTH|||20260102080910||ADT^A01|A-100|P|2.5.1\rPID|1||1001^^^NORTH^MR||Sample^Ada\r',
        changes: [
          { change: 'delimiters', message: 0, path: null, count: 2 },
          { change: 'trailing', message: 0, path: 'MSH', count: 1 },
          { change: 'line_end', message: 0, path: null, count: 2 },
          { change: 'trailing', message: 0, path: 'PID', count: 1 },
        ],
      },
    },
  ],
  checkOptions(options) {
    readSettings(options)
  },
  run({ message }, { sourceCharset, literalLineEnds, ...options }) {
    const settings = readSettings(options)
    const { document: given, count } = literalLineEnds === 'repair' ? repairLineEnds(message) : { document: message, count: 0 }
    const document = readDocument(given, sourceCharset)
    const { changes, ...result } = normalizeDocument(document, settings)
    const repaired = count > 0 ? [{ change: 'literal_line_end' as const, message: null, path: null, count }] : []
    return { ...describeFacts(document), ...result, changes: [...repaired, ...changes] }
  },
})
