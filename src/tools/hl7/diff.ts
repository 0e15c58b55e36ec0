// hl7/diff: what differs between two messages or files by the meaning of their parts, and not by their bytes.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { compareDocuments } from '../../formats/hl7/diff/compare-documents.ts'
import { readDiffRules, TREAT_EQUAL } from '../../formats/hl7/diff/diff-rules.ts'
import { readDocument } from '../../formats/hl7/document.ts'

const count = (description: string) => z.int().min(0).describe(description)
const place = z.int().min(0).nullable()
const facts = (description: string) => z.strictObject(DOCUMENT_FACTS).describe(description)

const message = (segments: readonly string[]) => `${segments.join('\r')}\r`
const BEFORE = message([
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'OBR|1|||24323-8^Panel^LN',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||P',
  'OBX|2|NM|2160-0^Creatinine^LN||71|umol/L|||||F',
])
const AFTER = message([
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102093000||ORU^R01^ORU_R01|R-8|P|2.5.1',
  'OBR|1|||24323-8^Panel^LN|||',
  'OBX|1|NM|2823-3^Potassium^LN||4.1|mmol/L|||||F',
  'OBX|2|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
  'OBX|3|NM|2160-0^Creatinine^LN||71|umol/L|||||F',
])

export const hl7Diff = defineTool({
  id: 'hl7/diff',
  version: '1.0.0',
  title: 'Diff HL7 v2',
  summary: 'Compares two messages or files part by part, with fields to ignore and segments matched by their keys.',
  input: z.strictObject({
    left: textOrBytesField('The messages before: one or more in ER7 or XML encoding, or a batch. Segments of batches are not compared.'),
    right: textOrBytesField('The messages after; they may have other delimiters, line ends and character sets.'),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ignore: z
      .array(z.string().min(3).max(64))
      .max(1_000)
      .default(['MSH-7', 'MSH-10'])
      .describe('Paths to ignore: MSH-7, OBX-14, PID-3[2].1, ZPI. Without an index, every segment of the name and every repetition.')
      .meta(showAs({ kind: 'paths', paths: { syntax: 'hl7', of: 'left' } })),
    match: z
      .record(z.string().max(3), z.array(z.string().min(5).max(64)).min(1).max(20))
      .default({ OBX: ['OBX-3', 'OBX-4'] })
      .describe(
        'For a segment, the key fields that match it with a segment on the right. Equal keys are matched in order. Segments without a match are aligned by equality and order, then by name.',
      ),
    treatEqual: z
      .array(z.enum(TREAT_EQUAL))
      .max(TREAT_EQUAL.length)
      .default(['trailing', 'escapes'])
      .describe(
        'Differences to ignore. trailing: empty parts at the end. escapes: escaped and plain characters. case: capitals. whitespace: runs of blanks, and those at either end. numeric: 5.40 and 5.4. empty-null: an empty part and the explicit null (""). delimiters: MSH-1 and MSH-2. order: the order of matched segments.',
      ),
    pairBy: z
      .enum(['order', 'control-id'])
      .default('order')
      .describe('How messages are matched: by order, equal ones first, or by MSH-10.'),
  }),
  output: z.strictObject({
    left: facts('The document before.'),
    right: facts('The document after.'),
    equal: z.boolean().describe('True if nothing differs except what the options ignore.'),
    summary: z.strictObject({
      messages: z.strictObject({
        left: count('Messages before.'),
        right: count('Messages after.'),
        added: count('Only after.'),
        removed: count('Only before.'),
        changed: count('On both sides, with changes.'),
      }),
      segments: z.strictObject({
        left: count('Segments compared of the document before.'),
        right: count('Segments compared of the document after.'),
        added: count('Only after.'),
        removed: count('Only before.'),
        moved: count('On both sides, in another order.'),
        changed: count('On both sides, with parts that differ.'),
      }),
      parts: z.strictObject({
        added: count('Parts that are valued only after.'),
        removed: count('Parts that are valued only before.'),
        replaced: count('Parts with another value.'),
      }),
    }),
    changes: z
      .array(
        z.strictObject({
          op: z.enum(['add', 'remove', 'replace', 'move']).describe('What makes the right side out of the left one.'),
          path: z.string().describe('The place on the left, PID-5.1 or a whole segment OBX[2]; on the right for what only that side has.'),
          rightPath: z.string().nullable().describe('The place on the right where that is another one.'),
          message: z
            .strictObject({ left: place, right: place })
            .describe('Places of the messages in their documents, from 0; null for the side without it.'),
          left: z
            .string()
            .nullable()
            .describe(
              'The original value, decoded. Null for a missing part, "" for the explicit null. Values with further parts are unchanged.',
            ),
          right: z.string().nullable().describe('The value after.'),
        }),
      )
      .describe('The changes, in order.'),
  }),
  maxInputBytes: 64_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A result added, another one made final',
      input: { left: BEFORE, right: AFTER },
      options: { ignore: ['MSH-7', 'MSH-10', 'OBX-1'] },
      output: {
        equal: false,
        changes: [
          {
            op: 'add',
            path: 'OBX',
            rightPath: null,
            message: { left: 0, right: 0 },
            left: null,
            right: 'OBX|1|NM|2823-3^Potassium^LN||4.1|mmol/L|||||F',
          },
          { op: 'replace', path: 'OBX-11', rightPath: 'OBX[2]-11', message: { left: 0, right: 0 }, left: 'P', right: 'F' },
        ],
      },
    },
  ],
  checkOptions(options) {
    readDiffRules(options)
  },
  run({ left, right }, { ignore, match, treatEqual, pairBy, sourceCharset }) {
    const rules = readDiffRules({ ignore, match, treatEqual })
    const documents = { left: readDocument(left, sourceCharset), right: readDocument(right, sourceCharset) }
    const result = compareDocuments(documents.left, documents.right, { rules, pairBy })
    return { left: describeFacts(documents.left), right: describeFacts(documents.right), ...result }
  },
})
