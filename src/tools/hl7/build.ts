// hl7/build: messages from a tree, from values by their paths, or from a template and rows; values escaped, the header completed.
import * as z from 'zod'
import { bytesField, textOrBytesField } from '../../core/document.ts'
import { ProblemError } from '../../core/problem.ts'
import { defineTool } from '../../core/tool.ts'
import { CSV_DELIMITERS } from '../../formats/csv/read-csv.ts'
import { tableOf } from '../../formats/csv/table-source.ts'
import { type BuildSource, buildMessages } from '../../formats/hl7/build/build-messages.ts'
import { DOCUMENT_FACTS, describeFacts } from '../../formats/hl7/describe/document-facts.ts'
import { HL7_VERSIONS } from '../../formats/hl7/dictionary/versions.ts'
import { readDocument } from '../../formats/hl7/document.ts'
import { isValid, validateDocument } from '../../formats/hl7/validate/validate-document.ts'
import {
  countsField,
  issueField,
  readValidationOptions,
  structureField,
  validationOptions,
} from '../../formats/hl7/validate/validation-options.ts'

const leaf = z.string().nullable()
const componentValue = z.union([leaf, z.array(leaf)])
const repetitionValue = z.union([leaf, z.array(componentValue)])

/** What hl7/parse says beside path and value is taken and not used, so that its result can be built again. */
const treeField = z.strictObject({
  path: z.string().min(5).max(64).describe('PID-5 or PID-3[2].1; the index of the segment is ignored.'),
  value: z
    .union([leaf, z.array(repetitionValue)])
    .describe('A text; null for the explicit null (""); or the list of repetitions, each a text or the list of its components.'),
  name: z.string().nullable().optional().describe('Not used.'),
  dataType: z.string().nullable().optional().describe('Not used.'),
  repetitions: z.int().optional().describe('Not used.'),
  raw: z.string().optional().describe('Not used.'),
  table: z.string().nullable().optional().describe('Not used.'),
})

const treeSegment = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2}$/)
    .describe('Segment identifier.'),
  fields: z.array(treeField).max(10_000).default([]).describe('Fields with a value.'),
  name: z.string().nullable().optional().describe('Not used.'),
  group: z.string().nullable().optional().describe('Not used.'),
})

const text = (description: string) => z.string().min(1).max(250).optional().describe(description)

const headerOption = z
  .strictObject({
    sendingApplication: text('MSH-3.'),
    sendingFacility: text('MSH-4.'),
    receivingApplication: text('MSH-5.'),
    receivingFacility: text('MSH-6.'),
    timestamp: z
      .string()
      .regex(/^[0-9]{4,14}(?:\.[0-9]{1,4})?(?:[+-][0-9]{4})?$/)
      .optional()
      .describe('MSH-7. The clock is not used, so the same input always gives the same message.'),
    type: z
      .string()
      .regex(/^[A-Z0-9]{3}(?:\^[A-Z0-9]{3})?$/)
      .optional()
      .describe('MSH-9.1 and MSH-9.2, such as ADT^A04; default: derived from `structure`.'),
    controlId: text('MSH-10; of several messages, -2, -3 … are added. Default: 1, 2, 3 …'),
    processingId: z.string().min(1).max(20).default('P').describe('MSH-11.'),
    characterSet: text('MSH-18 in HL7’s spelling, such as 8859/1: the result uses it. Default: UTF-8.'),
  })
  .prefault({})
  .describe('Values of MSH that the source does not set.')

const { version: _version, ...VALIDATION } = validationOptions('strict')

export const hl7Build = defineTool({
  id: 'hl7/build',
  version: '1.0.0',
  title: 'Build HL7 v2',
  summary: 'Builds messages from a tree, from values by path, or from a template with one row per message. Values are escaped.',
  input: z.strictObject({
    tree: z.array(treeSegment).min(1).max(200_000).optional().describe('Segments in order, as hl7/parse shows them.'),
    paths: z
      .record(z.string().max(500), z.union([z.string(), z.number(), z.null()]))
      .optional()
      .describe(
        'Values by path: {"PID-5.1": "Sample", "OBX[2]-5": "5.4"}; with definitions also by their names: ZPI-"Policy number". Segments appear in the order in which they are first named.',
      ),
    template: z
      .string()
      .min(3)
      .optional()
      .describe('Segments, one a line, with {{column}} where an escaped cell goes, and {{{column}}} for a cell that stands as it is.'),
    csv: textOrBytesField('With a template: a table with a header line; each row gives a message.').optional(),
    rows: z
      .array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])))
      .max(100_000)
      .optional()
      .describe('With a template: the rows as objects instead of csv.'),
  }),
  options: z.strictObject({
    version: z
      .enum(['auto', ...HL7_VERSIONS])
      .default('auto')
      .describe('MSH-12 if the source does not set it. auto: 2.5.1.'),
    structure: z
      .string()
      .regex(/^[A-Z0-9]{3}(?:_[A-Z0-9]{3})?$/)
      .optional()
      .describe('MSH-9.3, such as ADT_A01, from which MSH-9 is made where the source has none.'),
    header: headerOption,
    delimiters: z
      .string()
      .regex(/^[!-~]{5,6}$/)
      .default('|^~\\&')
      .describe('MSH-1 and MSH-2 if the source does not set them.'),
    escapes: z
      .enum(['escape', 'keep'])
      .default('escape')
      .describe('escape: values are plain text. keep: escape sequences in them, such as \\.br\\, stay what they are.'),
    lineBreaks: z.enum(['hex', 'br']).default('hex').describe('How line ends in values are written: \\X0D\\ and \\X0A\\, or \\.br\\.'),
    emptySegments: z
      .enum(['keep', 'drop'])
      .default('keep')
      .describe('What to do with template segments whose placeholders are all empty in a row.'),
    delimiter: z.enum(CSV_DELIMITERS).optional().describe('Separator of the CSV cells. Default: detected.'),
    validate: z.boolean().default(true).describe('Check the messages that were built.'),
    ...VALIDATION,
  }),
  output: z.strictObject({
    ...DOCUMENT_FACTS,
    message: z.string().describe('The messages, one after the other, segments ended by CR.'),
    content: bytesField('The same in the character set of MSH-18.'),
    messages: z
      .array(
        z.strictObject({
          row: z.int().min(1).nullable().describe('The row that the message is from, from 1; null without rows.'),
          valid: z.boolean().nullable().describe('True if no issue of the message is an error. Null if it was not checked.'),
          structure: structureField.nullable().describe('Structure that the segment order was checked against.'),
        }),
      )
      .describe('The messages in order.'),
    valid: z.boolean().nullable().describe('True if no finding is an error. Null if the messages were not checked.'),
    counts: countsField.nullable().describe('How many issues of each severity were found.'),
    issues: z.array(issueField).describe('Findings of the validator.'),
  }),
  document: { field: 'csv', mediaTypes: ['text/csv'] },
  download: { field: 'content', mediaType: 'application/hl7-v2', extension: 'hl7' },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'Values by path',
      input: { paths: { 'EVN-2': '20260102', 'PID-3.1': '1001', 'PID-3.5': 'MR', 'PID-5.1': 'Sample & Sons', 'PV1-2': 'O' } },
      options: { structure: 'ADT_A01', header: { timestamp: '20260102080910', controlId: 'A-1' } },
      output: {
        message: 'MSH|^~\\&|||||20260102080910||ADT^A01^ADT_A01|A-1|P|2.5.1\rEVN||20260102\rPID|||1001^^^^MR||Sample \\T\\ Sons\rPV1||O\r',
        valid: true,
      },
    },
  ],
  checkOptions(options) {
    readValidationOptions({ ...options, version: 'auto' })
  },
  run(input, { version, structure, header, delimiters, escapes, lineBreaks, emptySegments, delimiter, validate, ...options }) {
    const read = readValidationOptions({ ...options, version: 'auto' })
    const source = chooseSource(input, delimiter)
    const used = version === 'auto' ? undefined : version
    const { dictionary, names } = read
    const settings = { version: used, structure, header, delimiters, escapes, lineBreaks, emptySegments, dictionary, names }
    const built = buildMessages(source, settings)
    const document = readDocument(built.content, 'auto', read.dictionary)
    const validation = validate ? validateDocument(document, read) : undefined
    const facts = describeFacts(document)
    const messages = document.messages.map((_, i) => ({
      row: built.rows[i] ?? null,
      valid: validation?.messages[i]?.valid ?? null,
      structure: validation?.messages[i]?.structure ?? null,
    }))
    const valid = validation ? isValid(validation, facts.diagnostics) : null
    const { counts = null, issues = [] } = validation ?? {}
    return { ...facts, message: built.text, content: built.content, messages, valid, counts, issues }
  },
})

interface BuildInput {
  readonly tree?: Extract<BuildSource, { kind: 'tree' }>['tree'] | undefined
  readonly paths?: Extract<BuildSource, { kind: 'paths' }>['paths'] | undefined
  readonly template?: string | undefined
  readonly csv?: string | Uint8Array | undefined
  readonly rows?: Parameters<typeof tableOf>[0]['rows']
}

/** @throws ProblemError `invalid_input` where the input has not exactly one source, or rows without a template */
function chooseSource(
  { tree, paths, template, csv, rows }: BuildInput,
  delimiter: Parameters<typeof tableOf>[1]['delimiter'],
): BuildSource {
  const given = [tree, paths, template].filter((source) => source !== undefined)
  const isTable = csv !== undefined || rows !== undefined
  if (given.length !== 1 || (isTable && template === undefined)) {
    const detail = 'expected tree, or paths, or template with csv or rows'
    throw new ProblemError('Give exactly one source to build messages from.', {
      code: 'invalid_input',
      errors: [{ pointer: '', code: 'invalid_value', detail }],
    })
  }
  if (tree) return { kind: 'tree', tree }
  if (paths) return { kind: 'paths', paths }
  // A template without rows is one message.
  const table = isTable ? tableOf({ csv, rows }, { delimiter, hasHeader: true }) : tableOf({ rows: [{}] }, { delimiter, hasHeader: true })
  return { kind: 'template', template: template!, table }
}
