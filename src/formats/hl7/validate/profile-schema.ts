// The profile format: what a site asks of its messages beyond the standard, as a schema from which its JSON Schema derives.
import * as z from 'zod'

const path = (description: string) => z.string().min(3).max(64).describe(description)

const conditionField = z.strictObject({
  path: path(
    'A field or part, such as PV1-2 or OBX-2. A path in the segment of the row without an index is read in the segment that is checked.',
  ),
  valued: z.boolean().optional().describe('true: true if the field has a value; false: if it has none.'),
  equals: z.string().max(1_000).optional().describe('True if the value is this text.'),
  notEquals: z.string().max(1_000).optional().describe('True if the value is another text, or missing.'),
  in: z.array(z.string().max(1_000)).min(1).max(1_000).optional().describe('True if the value is one of these.'),
  notIn: z.array(z.string().max(1_000)).min(1).max(1_000).optional().describe('True if the value is none of these.'),
})

const predicateField = z
  .strictObject({
    all: z.array(conditionField).max(20).default([]).describe('All of these must be true.'),
    any: z.array(conditionField).max(20).default([]).describe('At least one of these must be true, if there are any.'),
  })
  .describe('Condition of the row. If it is not met, `otherwise` applies.')

const usage = z.enum(['R', 'RE', 'O', 'X'])
const severity = z.enum(['info', 'warning', 'error']).default('error').describe('Severity of violations of the row.')
const whenField = predicateField.optional()

const segmentRow = z.strictObject({
  segment: z
    .string()
    .regex(/^[A-Z][A-Z0-9]{2}$/)
    .describe('Segment identifier, such as PV1 or ZPI.'),
  usage: usage.default('O').describe('R: must be there; RE: may be empty if the sender has no value; O: optional; X: must not be there.'),
  min: z.int().min(0).max(1_000_000).optional().describe('Minimum number of such segments, if there are any.'),
  max: z.int().min(0).max(1_000_000).optional().describe('Maximum number of such segments.'),
  when: whenField,
  otherwise: usage.default('O').describe('Usage if `when` is not met.'),
  severity,
})

const placeRow = z.strictObject({
  path: path('A field or part: PID-3, PID-3.4, OBX-5[2].1, OBX[1]-5. Without an index, it applies to every segment and every repetition.'),
  usage: usage.default('O').describe('R: must have a value; RE: may be empty if the sender has no value; O: optional; X: must have none.'),
  min: z.int().min(0).max(10_000).optional().describe('Minimum number of repetitions of a field that has a value.'),
  max: z.int().min(0).max(10_000).optional().describe('Maximum number of repetitions of a field.'),
  minLength: z.int().min(0).max(10_000_000).optional().describe('Minimum number of characters of a value.'),
  maxLength: z.int().min(0).max(10_000_000).optional().describe('Maximum number of characters of a value.'),
  table: z
    .string()
    .regex(/^(?:[0-9]{4}|[A-Za-z][A-Za-z0-9_.-]{0,39})$/)
    .optional()
    .describe('Table that the value must be from: one of HL7, such as 0001, or one of the definitions.'),
  codes: z.array(z.string().max(1_000)).min(1).max(10_000).optional().describe('The codes that the value must be one of.'),
  constant: z.string().max(10_000).optional().describe('The text that the value must be.'),
  when: whenField,
  otherwise: usage.default('O').describe('Usage if `when` is not met. The other requirements of the row do not apply then.'),
  severity,
})

export const profileField = z
  .strictObject({
    name: z.string().min(1).max(200).describe('Name of the profile.'),
    messages: z
      .array(
        z.strictObject({
          code: z.string().min(1).max(20).describe('MSH-9.1, such as ADT.'),
          trigger: z.string().min(1).max(20).optional().describe('MSH-9.2, such as A01. Default: all.'),
        }),
      )
      .max(200)
      .default([])
      .describe('Messages that the profile applies to. Default: all messages.'),
    segments: z.array(segmentRow).max(1_000).default([]).describe('Which segments must, may and must not be there, and how often.'),
    places: z
      .array(placeRow)
      .max(100_000)
      .default([])
      .describe('Requirements for fields and their parts. A row overrides the standard in the aspects that it sets.'),
  })
  .meta({ title: 'Hl7Profile' })

export type Hl7Profile = z.infer<typeof profileField>
export type ProfilePredicate = z.infer<typeof predicateField>
export type ProfileCondition = z.infer<typeof conditionField>
export type SegmentRow = z.infer<typeof segmentRow>
export type PlaceRow = z.infer<typeof placeRow>
export type Usage = z.infer<typeof usage>
