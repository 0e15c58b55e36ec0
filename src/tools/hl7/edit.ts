// hl7/edit: changes named parts of messages and leaves every other byte as it is.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { definitionsOption, readDefinitions } from '../../formats/hl7/definitions/definitions-option.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { editDocument } from '../../formats/hl7/edit/edit-document.ts'
import { SKIP_REASONS } from '../../formats/hl7/edit/edit-target.ts'
import { OPERATION_MEMBERS, operationSchema, readOperations } from '../../formats/hl7/edit/operations.ts'
import { createGenerator } from '../../formats/hl7/generated-values.ts'

const number = (description: string) => z.int().min(0).describe(description)

const ADMISSION = [
  'MSH|^~\\&|REG|NORTH|LAB|NORTH|20260102080910||ADT^A01|A-100|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada||19700102|F',
  '',
].join('\r')

export const hl7Edit = defineTool({
  id: 'hl7/edit',
  version: '1.0.0',
  title: 'Edit HL7 v2',
  summary: 'Sets, clears, inserts, deletes, copies, moves, maps and replaces parts of messages. All other bytes stay unchanged.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ...definitionsOption(
      'Paths may use the names of their fields and components, and groups contain their segments at the positions defined there.',
    ),
    operations: z
      .array(operationSchema)
      .min(1)
      .max(1_000)
      .describe('Operations, in this order. Each works on the result of the one before.')
      .meta(
        showAs({
          kind: 'rows',
          by: 'op',
          of: OPERATION_MEMBERS,
          paths: { syntax: 'hl7', of: 'message', members: ['path', 'from', 'when'] },
        }),
      ),
    messages: z.array(z.int().min(0)).max(100_000).default([]).describe('Indexes of the messages to edit, from 0. Default: all.'),
    timestamp: z
      .string()
      .regex(/^[0-9]{4,14}(?:\.[0-9]{1,4})?(?:[+-][0-9]{4})?$/)
      .optional()
      .describe('Value of now, as an HL7 timestamp. Default: the time of the call in UTC.'),
    seed: z.string().min(1).max(1_000).optional().describe('Seed for UUIDs, for reproducible results. Default: random.'),
    ifMissing: z
      .enum(['create', 'report', 'fail'])
      .default('create')
      .describe(
        'If a part is missing. create: set, null, copy and move add it to its segment with the separators it needs. report: it is left out and listed. fail: the call fails. A missing segment is never created, only inserted.',
      ),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    message: z.string().describe('The edited document as text; what cannot be decoded is U+FFFD.'),
    content: bytesField('The edited document, exactly: in the character set of the original; of a text, in UTF-8.'),
    changes: z
      .array(
        z.strictObject({
          message: number('Place of the message in the document, from 0.'),
          operation: number('Place of the operation in the list, from 0.'),
          op: operationSchema.shape.op,
          path: z.string().describe('What was changed, by its place when the operation was carried out.'),
        }),
      )
      .describe('All changes. Contains no values.'),
    skipped: z
      .array(
        z.strictObject({
          message: number('Place of the message in the document, from 0.'),
          operation: number('Place of the operation in the list, from 0.'),
          reason: z
            .enum(SKIP_REASONS)
            .describe(
              'when_false: the message does not meet the condition. no_segment, no_part, no_source: the place is not there. not_in_table: map does not know the value. no_match: the pattern finds nothing. does_not_fit: the place cannot hold such a part. already_so: nothing to change.',
            ),
          path: z.string().nullable().describe('The place, as far as it is known.'),
        }),
      )
      .describe('Where an operation changed nothing: each operation has a change or an entry here for each message.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES },
  download: { field: 'content', mediaType: 'application/hl7-v2', extension: 'hl7' },
  // The result holds the document twice, once of it as base64, in one JSON text.
  maxInputBytes: 100_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A name with an ampersand, and a code mapped',
      input: { message: ADMISSION },
      options: {
        operations: [
          { op: 'set', path: 'PID-5.1', value: 'Sample & Sons' },
          { op: 'map', path: 'PID-8', value: { F: 'female' }, when: 'MSH-9.1="ADT"' },
        ],
      },
      output: {
        message: ADMISSION.replace('Sample', 'Sample \\T\\ Sons').replace('|F\r', '|female\r'),
        changes: [
          { message: 0, operation: 0, op: 'set', path: 'PID-5.1' },
          { message: 0, operation: 1, op: 'map', path: 'PID-8' },
        ],
        skipped: [],
      },
    },
  ],
  checkOptions({ operations, definitions }) {
    readOperations(operations, '/options/operations', { ...readDefinitions(definitions), generator: createGenerator(undefined, undefined) })
  },
  run({ message }, { operations, messages, ifMissing, sourceCharset, definitions, timestamp, seed }) {
    const { dictionary, names } = readDefinitions(definitions)
    const read = readOperations(operations, '/options/operations', { names, dictionary, generator: createGenerator(timestamp, seed) })
    const document = readDocument(message, sourceCharset, dictionary)
    const result = editDocument(document, read, { messages, ifMissing })
    return { ...describeFacts(document), ...result }
  },
})
