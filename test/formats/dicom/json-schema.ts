// PS3.18 Annex F as a JSON schema: attribute names, one of Value, BulkDataURI and InlineBinary, and the types of Table F.2.3-1.

const values = (items: object, vrs: string[], more: string[] = []) => ({
  if: { properties: { vr: { enum: vrs } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { propertyNames: { enum: ['vr', 'Value', ...more] }, properties: { Value: { type: 'array', minItems: 1, items } } },
})
const orNull = (schema: { type: string | string[] }) => ({ ...schema, type: [schema.type, 'null'].flat() })

const TEXT_VRS = ['AE', 'AS', 'CS', 'DA', 'DT', 'LO', 'SH', 'TM', 'UI', 'UR']
const BULK_TEXT_VRS = ['LT', 'ST', 'UC', 'UT']

export const DICOM_JSON_SCHEMA = {
  $id: 'dicom-json',
  type: 'object',
  // No group length, no File Meta Information.
  patternProperties: { '^(?!0002)(?![0-9A-F]{4}0000$)[0-9A-F]{8}$': { $ref: '#/$defs/attribute' } },
  additionalProperties: false,
  $defs: {
    attribute: {
      type: 'object',
      required: ['vr'],
      properties: {
        vr: { enum: 'AE AS AT CS DA DS DT FL FD IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR US UT UV'.split(' ') },
        BulkDataURI: { type: 'string', minLength: 1 },
        InlineBinary: { type: 'string', pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
      },
      maxProperties: 2,
      allOf: [
        values(orNull({ type: 'string' }), TEXT_VRS),
        values(orNull({ type: 'string' }), BULK_TEXT_VRS, ['BulkDataURI']),
        values({ type: 'string', pattern: '^[0-9A-F]{8}$' } as object, ['AT']),
        values({ type: ['string', 'number', 'null'] }, ['DS', 'IS', 'SV', 'UV'], ['BulkDataURI']),
        values({ type: 'number' }, ['FL', 'FD', 'SL', 'SS', 'UL', 'US'], ['BulkDataURI']),
        values({ $ref: '#' }, ['SQ']),
        values(
          {
            type: ['object', 'null'],
            minProperties: 1,
            properties: { Alphabetic: { type: 'string' }, Ideographic: { type: 'string' }, Phonetic: { type: 'string' } },
            additionalProperties: false,
          },
          ['PN'],
        ),
        {
          if: { properties: { vr: { enum: ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN'] } } },
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
          then: { propertyNames: { enum: ['vr', 'InlineBinary', 'BulkDataURI'] } },
        },
      ],
    },
  },
}
