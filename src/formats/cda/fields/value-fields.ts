// The schemas of values: identifiers, codes, quantities, times, names, addresses (HL7 V3 Data Types, Release 1). What a document does not have is left out.
import * as z from 'zod'

const nullFlavor = z.string().optional().describe('Why there is no value, such as UNK, NI, NA, ASKU.')
const text = z.string().optional()

/** What may be a nullFlavor instead. */
export function orNull<T extends z.ZodType>(field: T) {
  return z.union([field, z.strictObject({ nullFlavor: z.string() })])
}

export interface NullFlavored {
  readonly nullFlavor: string
}

export const identifierField = z
  .strictObject({
    root: text.describe('OID or UUID.'),
    extension: text,
    assigner: text.describe('assigningAuthorityName.'),
    nullFlavor,
  })
  .meta({ id: 'Identifier' })

/** Clients that generators make have methods `setId` for the member `id`, which a member of that name collides with. */
export const formerSetId = identifierField.optional().meta({ description: 'The same as documentSetId.', deprecated: true })

export const referenceField = z
  .strictObject({
    id: z.string().describe('ID that the reference names, without #; a whole URL if it leads out of the document.'),
    text: text.describe('Text of the narrative with this ID.'),
    found: z.boolean().describe('False if no element of the document has the ID, or the reference leads out of it.'),
  })
  .meta({ id: 'NarrativeReference' })

export interface CodeValue {
  readonly code?: string | undefined
  readonly system?: string | undefined
  readonly systemName?: string | undefined
  readonly systemVersion?: string | undefined
  readonly display?: string | undefined
  readonly valueSet?: string | undefined
  readonly valueSetVersion?: string | undefined
  readonly originalText?: string | undefined
  readonly reference?: z.infer<typeof referenceField> | undefined
  readonly qualifiers?:
    | { readonly name?: CodeValue | undefined; readonly value?: CodeValue | undefined; readonly inverted?: boolean | undefined }[]
    | undefined
  readonly translations?: CodeValue[] | undefined
  readonly text?: string | undefined
  readonly nullFlavor?: string | undefined
}

export const codeField: z.ZodType<CodeValue> = z
  .lazy(() =>
    z.strictObject({
      code: text,
      system: text.describe('OID of the code system.'),
      systemName: text,
      systemVersion: text,
      display: text,
      valueSet: text,
      valueSetVersion: text,
      originalText: text.describe('Inline text. The text of the narrative that it points to is that of the reference.'),
      reference: referenceField.optional().describe('The narrative that the code was taken from.'),
      qualifiers: z
        .array(z.strictObject({ name: codeField.optional(), value: codeField.optional(), inverted: z.boolean().optional() }))
        .optional(),
      translations: z.array(codeField).optional(),
      text: text.describe('Text beside the attributes.'),
      nullFlavor,
    }),
  )
  .meta({ id: 'Code' })

export interface QuantityValue {
  readonly value?: string | undefined
  readonly unit?: string | undefined
  readonly currency?: string | undefined
  readonly inclusive?: boolean | undefined
  readonly low?: QuantityValue | undefined
  readonly high?: QuantityValue | undefined
  readonly center?: QuantityValue | undefined
  readonly width?: QuantityValue | undefined
  readonly numerator?: QuantityValue | undefined
  readonly denominator?: QuantityValue | undefined
  readonly translations?: { readonly value?: string | undefined; readonly code?: CodeValue | undefined }[] | undefined
  readonly text?: string | undefined
  readonly nullFlavor?: string | undefined
}

export const quantityField: z.ZodType<QuantityValue> = z
  .lazy(() =>
    z.strictObject({
      value: text.describe('The number, unchanged.'),
      unit: text,
      currency: text,
      inclusive: z.boolean().optional().describe('False if a bound is no part of its range.'),
      low: quantityField.optional(),
      high: quantityField.optional(),
      center: quantityField.optional(),
      width: quantityField.optional(),
      numerator: quantityField.optional(),
      denominator: quantityField.optional(),
      translations: z.array(z.strictObject({ value: text, code: codeField.optional() })).optional(),
      text,
      nullFlavor,
    }),
  )
  .meta({ id: 'Quantity' })

export interface TimeValue {
  readonly type?: string | undefined
  readonly value?: string | undefined
  readonly raw?: string | undefined
  readonly precision?: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | undefined
  readonly offset?: string | undefined
  readonly inclusive?: boolean | undefined
  readonly low?: TimeValue | undefined
  readonly high?: TimeValue | undefined
  readonly center?: TimeValue | undefined
  readonly width?: QuantityValue | undefined
  readonly phase?: TimeValue | undefined
  readonly period?: QuantityValue | undefined
  readonly institutionSpecified?: boolean | undefined
  readonly alignment?: string | undefined
  readonly event?: CodeValue | undefined
  readonly eventOffset?: QuantityValue | undefined
  readonly operator?: string | undefined
  readonly parts?: TimeValue[] | undefined
  readonly text?: string | undefined
  readonly nullFlavor?: string | undefined
}

export const timeField: z.ZodType<TimeValue> = z
  .lazy(() =>
    z.strictObject({
      type: text.describe('xsi:type, such as IVL_TS, PIVL_TS.'),
      value: text.describe('ISO 8601, to its precision: 2026-01, 2026-01-02T08:09. Never with a zone that the document does not give.'),
      raw: text.describe('The time, unchanged, if it is not a date.'),
      precision: z.enum(['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction']).optional(),
      offset: text.describe('Offset from UTC as +01:00; left out if the document gives none.'),
      inclusive: z.boolean().optional().describe('False if a bound is no part of its range.'),
      low: timeField.optional(),
      high: timeField.optional(),
      center: timeField.optional(),
      width: quantityField.optional(),
      phase: timeField.optional().describe('Of a periodic time: one of its occurrences.'),
      period: quantityField.optional().describe('Of a periodic time: from one occurrence to the next.'),
      institutionSpecified: z.boolean().optional().describe('Of a periodic time: how often it is alone counts, not when.'),
      alignment: text,
      event: codeField.optional().describe('Of a time by an event: the event, such as AC for before meals.'),
      eventOffset: quantityField.optional(),
      operator: text.describe('How the time is joined with the ones before: I (default), A, E, H, P.'),
      parts: z.array(timeField).optional(),
      text,
      nullFlavor,
    }),
  )
  .meta({ id: 'Time' })

export const nameField = z
  .strictObject({
    text: z.string().describe('All of the name in the order of the document.'),
    use: text.describe('Such as L for legal.'),
    prefix: z.array(z.string()).optional(),
    given: z.array(z.string()).optional(),
    family: z.array(z.string()).optional(),
    suffix: z.array(z.string()).optional(),
    qualifiers: z
      .array(z.strictObject({ part: z.string(), position: z.int().min(1), qualifier: text, nullFlavor }))
      .optional()
      .describe('What the document says of single parts: CL for a name of use, BR for a name at birth.'),
    valid: timeField.optional(),
    nullFlavor,
  })
  .meta({ id: 'Name' })

export const addressField = z
  .strictObject({
    text: z.string().describe('All of the address in the order of the document.'),
    use: text.describe('Such as HP for the primary home.'),
    lines: z.array(z.string()).optional(),
    city: text,
    county: text,
    state: text,
    postalCode: text,
    country: text,
    parts: z
      .array(z.strictObject({ part: z.string(), value: z.string(), nullFlavor }))
      .optional()
      .describe('Other parts, such as houseNumber.'),
    valid: z.array(timeField).optional(),
    nullFlavor,
  })
  .meta({ id: 'Address' })

export const telecomField = z
  .strictObject({
    value: text.describe('URL, such as tel:+1-555-0100.'),
    use: text,
    valid: z.array(timeField).optional(),
    nullFlavor,
  })
  .meta({ id: 'Telecom' })

export const mediaField = z
  .strictObject({
    mediaType: text,
    representation: text.describe('B64 for base64; left out for text.'),
    language: text,
    compression: text,
    bytes: z.int().min(0).optional().describe('Size of the content, decoded; left out if there is none.'),
    text: text.describe('Content that is text.'),
    data: text.describe('Base64 without blanks, if the option data asks for it.'),
    reference: referenceField.optional(),
    nullFlavor,
  })
  .meta({ id: 'Media' })

export const valueField = z
  .strictObject({
    type: text.describe('xsi:type, such as CD, PQ, ST.'),
    code: codeField.optional(),
    quantity: quantityField.optional(),
    time: timeField.optional(),
    text,
    boolean: z.boolean().optional(),
    id: identifierField.optional(),
    telecom: telecomField.optional(),
    address: addressField.optional(),
    name: nameField.optional(),
    media: mediaField.optional(),
    nullFlavor,
  })
  .meta({ id: 'Value' })

export type Identifier = z.infer<typeof identifierField>
export type NarrativeReference = z.infer<typeof referenceField>
export type NameValue = z.infer<typeof nameField>
export type AddressValue = z.infer<typeof addressField>
export type TelecomValue = z.infer<typeof telecomField>
export type MediaValue = z.infer<typeof mediaField>
export type Value = z.infer<typeof valueField>
