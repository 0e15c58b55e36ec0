// The format of local definitions: the segments, fields, data types, tables and positions that a site has beside the standard.
import * as z from 'zod'

const segmentId = z.string().regex(/^[A-Z][A-Z0-9]{2}$/)
const typeName = z.string().regex(/^[A-Z][A-Z0-9]{1,19}$/)
const tableId = z.string().regex(/^(?:[0-9]{4}|[A-Za-z][A-Za-z0-9_.-]{0,39})$/)
const position = z.int().min(1).max(999)
const name = (description: string) => z.string().min(1).max(200).describe(description)
const required = z.boolean().optional().describe('Requires a value. Default: as in the standard, else false.')
const table = tableId.optional().describe('Table of its codes: one of HL7, such as 0001, or one of these definitions.')
const override = z
  .boolean()
  .default(false)
  .describe(
    'true: overrides the standard for this position (listed as definition_override). false: if the standard differs, the standard applies (listed as definition_conflict).',
  )

const fieldSchema = z.strictObject({
  position: position.describe('Position in the segment, starting at 1.'),
  name: name('Name of the field.'),
  dataType: typeName.describe('Data type of HL7 or of these definitions, such as CX or ZAD.'),
  required,
  repeats: z.boolean().optional().describe('Can repeat. Default: as in the standard, else false.'),
  maxLength: z.int().min(1).max(10_000_000).optional().describe('Maximum length in characters.'),
  table,
  override,
})

const segmentSchema = z.strictObject({
  id: segmentId.describe('Segment identifier: ZPI, or a segment of HL7 that has further fields.'),
  name: name('Name of the segment. Default: its name in HL7.').optional(),
  fields: z.array(fieldSchema).max(999).default([]).describe('The fields, in any order.'),
})

const componentSchema = z.strictObject({
  position: position.describe('Position in the data type, starting at 1.'),
  name: name('Name of the component.'),
  dataType: typeName.describe('Data type of HL7 or of these definitions.'),
  required,
  table,
  override,
})

const dataTypeSchema = z.strictObject({
  name: typeName.describe('Name of the data type: ZAD, or one of HL7 that has further components.'),
  components: z.array(componentSchema).min(1).max(999).describe('The components, in any order.'),
})

const tableSchema = z.strictObject({
  id: tableId.describe('Table of HL7 by its four digits, or an identifier of the site that begins with a letter or has four digits.'),
  name: name('Name of the table.').optional(),
  codes: z
    .array(
      z.strictObject({
        code: z.string().min(1).max(1_000).describe('The code.'),
        display: z.string().max(1_000).default('').describe('Its meaning.'),
      }),
    )
    .max(100_000)
    .describe('Codes that are added; one that HL7 has gets the display given here.'),
  replace: z
    .boolean()
    .default(false)
    .describe('true: these are all codes of the table (of a table of HL7, listed as definition_override). false: they are added.'),
})

const structureSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2}(?:_[A-Z0-9]{3})?$/)
    .describe('Message structure of HL7, such as ADT_A01.'),
  segments: z
    .array(
      z.strictObject({
        segment: segmentId.describe('The segment that may appear there.'),
        after: z.string().min(1).max(100).optional().describe('Segment or group that it follows. Either after or before is needed.'),
        before: z.string().min(1).max(100).optional().describe('Segment or group that it precedes.'),
        group: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .describe('Innermost group of the place, such as INSURANCE. Default: every such place in the structure.'),
        required: z.boolean().default(false).describe('Whether it must be there.'),
        repeats: z.boolean().default(false).describe('Can repeat.'),
      }),
    )
    .min(1)
    .max(1_000)
    .describe('Positions of further segments, in this order. A later one may follow an earlier one.'),
})

export const definitionsField = z
  .strictObject({
    name: name('Name of the definitions.'),
    segments: z.array(segmentSchema).max(1_000).default([]).describe('Local segments, and further fields of segments of HL7.'),
    dataTypes: z.array(dataTypeSchema).max(1_000).default([]).describe('Local data types, and further components of those of HL7.'),
    tables: z.array(tableSchema).max(5_000).default([]).describe('Local tables, and further codes of tables of HL7.'),
    structures: z.array(structureSchema).max(1_000).default([]).describe("Positions of the site's segments in message structures."),
    events: z
      .array(
        z.strictObject({
          code: z
            .string()
            .regex(/^[A-Z][A-Z0-9]{2}$/)
            .describe('MSH-9.1, such as ADT.'),
          trigger: z
            .string()
            .regex(/^[A-Z0-9]{3}$/)
            .describe('MSH-9.2, such as Z01.'),
          structure: z
            .string()
            .regex(/^[A-Z][A-Z0-9]{2}(?:_[A-Z0-9]{3})?$/)
            .describe('Message structure of HL7 that such messages have.'),
        }),
      )
      .max(1_000)
      .default([])
      .describe('Events of the site and the structures of their messages.'),
  })
  .meta({ title: 'Hl7Definitions' })

export type Hl7Definitions = z.infer<typeof definitionsField>
export type LocalField = z.infer<typeof fieldSchema>
export type LocalComponent = z.infer<typeof componentSchema>
export type LocalSegment = z.infer<typeof segmentSchema>
export type LocalTable = z.infer<typeof tableSchema>
export type LocalStructure = z.infer<typeof structureSchema>
export type LocalPlace = LocalStructure['segments'][number]
