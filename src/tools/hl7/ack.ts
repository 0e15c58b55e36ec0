// hl7/ack: the acknowledgment that a message gets, laid out as its version wants it.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { answerDocument, encodeAnswers } from '../../formats/hl7/ack/answer-document.ts'
import { ACK_CODES, checkMode } from '../../formats/hl7/ack/choose-code.ts'
import { SOURCE_OPTIONS } from '../../formats/hl7/charset/source-charset.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_MEDIA_TYPES, MESSAGES } from '../../formats/hl7/describe/media-types.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { createGenerator } from '../../formats/hl7/generated-values.ts'
import { MESSAGE_FEED } from '../../formats/hl7/index/feed-cutter.ts'
import { parsePath } from '../../formats/hl7/paths.ts'
import { validateDocument } from '../../formats/hl7/validate/validate-document.ts'
import { readValidationOptions, validationOptions } from '../../formats/hl7/validate/validation-options.ts'

const errorOption = z.strictObject({
  path: z
    .string()
    .max(64)
    .refine((text) => parsePath(text) !== undefined)
    .optional()
    .describe('Where the error is, such as PID-3.1 or OBX[2]-5; without it, the message as a whole.'),
  code: z
    .string()
    .regex(/^[A-Za-z0-9]{1,20}$/)
    .default('207')
    .describe('Code of table 0357, such as 101 for a required field that is missing.'),
  severity: z.enum(['E', 'W', 'I']).default('E').describe('Code of table 0516: E for an error, W for a warning, I for information.'),
  text: z.string().max(250).optional().describe('Text of the code; default: the text of table 0357.'),
  applicationCode: z.string().max(250).optional().describe('Error code of the receiving application, for ERR-5 since 2.5.'),
  diagnosticText: z.string().max(2_000).optional().describe('Diagnostic text for ERR-7, since 2.5.'),
  userMessage: z.string().max(250).optional().describe('Text for the user: ERR-8 since 2.5, MSA-3 before.'),
})

const codeField = z.enum(ACK_CODES)

const choiceShape = {
  code: codeField.describe('MSA-1.'),
  mode: z.enum(['original', 'enhanced']).describe('The acknowledgment mode.'),
  requested: z.boolean().describe('True if the sender requests this acknowledgment by MSH-15 or MSH-16, or by original mode.'),
  why: z.array(z.string()).describe('Why it is this mode and code.'),
  errors: z.int().min(0).describe('How many errors ERR lists.'),
}

const RESULT = [
  'MSH|^~\\&|LAB|NORTH|REG|SOUTH|20260102080910||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada',
  'OBR|1|||24323-8^Panel^LN|||20260102',
  'OBX|1|NM|2345-7^Glucose^LN||5.4|mmol/L|||||F',
  '',
].join('\r')

export const hl7Ack = defineTool({
  id: 'hl7/ack',
  version: '1.0.0',
  title: 'Acknowledge HL7 v2',
  summary:
    'Writes the acknowledgment of each message, with the mode and code chosen or given, and MSH, MSA and ERR as its version requires.',
  input: z.strictObject({
    message: textOrBytesField(MESSAGES),
  }),
  options: z.strictObject({
    ...SOURCE_OPTIONS,
    code: z
      .enum(['auto', ...ACK_CODES])
      .default('auto')
      .describe('MSA-1. auto: accept, error or reject, by the given errors and the findings of the validator.'),
    mode: z
      .enum(['auto', 'original', 'enhanced'])
      .default('auto')
      .describe('auto: enhanced where MSH-15 or MSH-16 is valued, else original.'),
    errors: z.array(errorOption).max(1_000).default([]).describe('Errors of the message. ERR lists them before other findings.'),
    maxErrors: z.int().min(0).max(1_000).default(100).describe('Maximum number of errors in ERR per message.'),
    validate: z.boolean().default(true).describe('With the code auto: check the message, and answer by what is found.'),
    controlId: z
      .string()
      .min(1)
      .max(199)
      .optional()
      .describe(
        'MSH-10 of the acknowledgment; of several, -2, -3 … are added. uuid: a new UUID for each. Default: the control ID of the message.',
      ),
    timestamp: z
      .string()
      .regex(/^(?:now|[0-9]{4,14}(?:\.[0-9]{1,4})?(?:[+-][0-9]{4})?)$/)
      .optional()
      .describe(
        'MSH-7 of the acknowledgment; now: the time of the call, in UTC. Default: the time of the message, so that a message always gives the same result.',
      ),
    ...validationOptions('lenient'),
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    ...choiceShape,
    ack: z.string().describe('The acknowledgments, one after the other, segments ended by CR; what cannot be decoded is U+FFFD.'),
    content: bytesField('The acknowledgments, exactly: in the character sets of the messages; of a text, in UTF-8.'),
    acks: z
      .array(
        z.strictObject({
          message: z.int().min(0).describe('Place of the message in the document, from 0.'),
          messageControlId: z.string().nullable().describe('MSH-10 of the message.'),
          controlId: z.string().describe('MSH-10 of the acknowledgment.'),
          ...choiceShape,
        }),
      )
      .describe('One for each message that has an MSH; code, mode and why above are of the first one.'),
  }),
  document: { field: 'message', mediaTypes: HL7_MEDIA_TYPES, feed: MESSAGE_FEED },
  download: { field: 'content', mediaType: 'application/hl7-v2', extension: 'hl7' },
  maxInputBytes: 200_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A result is accepted',
      input: { message: RESULT },
      options: { controlId: 'ACK-1', timestamp: '20260102080911', validate: false },
      output: {
        ack: 'MSH|^~\\&|REG|SOUTH|LAB|NORTH|20260102080911||ACK^R01^ACK|ACK-1|P|2.5.1\rMSA|AA|R-7\r',
        code: 'AA',
        mode: 'original',
      },
    },
  ],
  checkOptions(options) {
    checkMode(options)
    readValidationOptions(options)
  },
  run({ message }, { code, mode, errors, maxErrors, validate, controlId, timestamp, sourceCharset, ...options }) {
    const read = readValidationOptions(options)
    const document = readDocument(message, sourceCharset, read.dictionary)
    const validation = validate && code === 'auto' ? validateDocument(document, read) : undefined
    const answers = answerDocument(document, validation, {
      code,
      mode,
      errors: errors.map(({ path = null, ...error }) => ({ path, ...error })),
      maxErrors,
      stamp: { controlId, timestamp: timestamp === 'now' ? createGenerator(undefined, undefined).now() : timestamp },
    })
    const acks = answers.map(({ text: _text, why, ...answer }) => ({
      ...answer,
      messageControlId: answer.messageControlId?.toWellFormed() ?? null,
      controlId: answer.controlId.toWellFormed(),
      why: [...why],
    }))
    const { code: used, mode: usedMode, requested, why, errors: listed } = acks[0]!
    const first = { code: used, mode: usedMode, requested, why, errors: listed }
    return { ...describeFacts(document), ...first, ...encodeAnswers(document, answers), acks }
  },
})
