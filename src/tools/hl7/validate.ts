// hl7/validate: every breach of the standard and of a profile, with its place and its HL7 error code.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { answerValidated } from '../../formats/hl7/ack/answer-document.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { MESSAGE_FEED } from '../../formats/hl7/index/feed-cutter.ts'
import { isValid, type Validation, validateDocument } from '../../formats/hl7/validate/validate-document.ts'
import {
  countsField,
  issueField,
  readValidationOptions,
  structureField,
  validationOptions,
} from '../../formats/hl7/validate/validation-options.ts'

const FAULTY_ADMISSION = [
  'MSH|^~\\&|REG|NORTH|LAB|NORTH|20260102080910||ADT^A01^ADT_A01|A-100|P|2.5.1',
  'EVN||20260102080910',
  'PID|1||1001^^^NORTH^MR||Sample^Ada||19700230|F',
  '',
].join('\r')

export const hl7Validate = defineTool({
  id: 'hl7/validate',
  version: '1.0.0',
  title: 'Validate HL7 v2',
  summary: 'Checks messages and batches against the standard and your own profile, and lists every finding with its location.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    ...validationOptions('strict'),
    ack: z.boolean().default(false).describe('Write an acknowledgment for each message, its code chosen by the findings.'),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    valid: z.boolean().describe('True if no issue and no diagnostic is an error.'),
    counts: countsField,
    issues: z
      .array(issueField)
      .describe('All issues, in document order.')
      .meta(showAs({ kind: 'message-findings', of: 'message' })),
    structure: structureField,
    profileUsed: z.boolean().describe('True if a profile was given and applies to the first message.'),
    ack: z.string().nullable().describe('The acknowledgments, one after the other, segments ended by CR; null if none was requested.'),
    messages: z
      .array(
        z.strictObject({
          valid: z.boolean().describe('True if no issue of the message is an error.'),
          counts: countsField,
          structure: structureField,
          version: z.string().describe('The version whose tables were used.'),
          profileUsed: z.boolean().describe('True if a profile was given and applies to the message.'),
        }),
      )
      .describe('All messages of a document with several messages, including the first one. Empty for one message.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES, feed: MESSAGE_FEED },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Three errors at once',
      input: { message: FAULTY_ADMISSION },
      output: { valid: false, counts: { error: 2, warning: 0, info: 0, notListed: 0 }, structure: { expected: 'ADT_A01' } },
    },
  ],
  checkOptions(options) {
    readValidationOptions(options)
  },
  run({ message }, { ack, sourceCharset, ...options }) {
    const read = readValidationOptions(options)
    const document = readDocument(message, sourceCharset, read.dictionary)
    const validation = validateDocument(document, read)
    const facts = describeFacts(document)
    const { counts, issues, messages } = validation
    const first = messages[0]
    return {
      ...facts,
      version: { declared: facts.version.declared, used: first?.version ?? facts.version.used },
      valid: isValid(validation, facts.diagnostics),
      counts,
      issues,
      structure: first?.structure ?? NO_STRUCTURE,
      profileUsed: first?.profileUsed ?? false,
      ack: ack ? answerValidated(document, validation) : null,
      messages: messages.length > 1 ? listMessages(validation) : [],
    }
  },
})

const NO_STRUCTURE = { expected: null, version: null, firstUnexpected: null }

function listMessages({ messages }: Validation) {
  return messages.map(({ valid, counts, structure, version, profileUsed }) => ({ valid, counts, structure, version, profileUsed }))
}
