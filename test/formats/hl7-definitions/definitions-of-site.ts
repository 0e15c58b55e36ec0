// The definitions of an invented site, and short ways to read some.
import { readDefinitions } from '../../../src/formats/hl7/definitions/definitions-option.ts'
import { definitionsField, type Hl7Definitions } from '../../../src/formats/hl7/definitions/definitions-schema.ts'
import type { Hl7Dictionary } from '../../../src/formats/hl7/dictionary/standard.ts'

type Input = Parameters<typeof definitionsField.parse>[0]

export const SITE = {
  name: 'North',
  segments: [
    {
      id: 'ZPI',
      name: 'Policy',
      fields: [
        { position: 1, name: 'Set ID', dataType: 'SI' },
        { position: 2, name: 'Policy number', dataType: 'CX', required: true },
        { position: 3, name: 'Region', dataType: 'ZRG', repeats: true },
        { position: 4, name: 'Kind', dataType: 'IS', table: 'ZKIND', maxLength: 5 },
      ],
    },
    { id: 'PID', fields: [{ position: 45, name: 'Ward of birth', dataType: 'ST' }] },
  ],
  dataTypes: [
    {
      name: 'ZRG',
      components: [
        { position: 1, name: 'Code', dataType: 'IS', table: 'ZKIND', required: true },
        { position: 2, name: 'Since', dataType: 'DT' },
        { position: 4, name: 'Authority', dataType: 'HD' },
      ],
    },
  ],
  tables: [{ id: 'ZKIND', codes: [{ code: 'N', display: 'North' }, { code: 'S' }] }],
  structures: [{ id: 'ADT_A01', segments: [{ segment: 'ZPI', after: 'PID', required: true }] }],
  events: [{ code: 'ADT', trigger: 'Z01', structure: 'ADT_A01' }],
}

export function definitionsOf(input: object): Hl7Definitions {
  return definitionsField.parse({ name: 'Test', ...input } as Input)
}

/** @throws ProblemError as the tools do */
export function dictionaryOf(input: object): Hl7Dictionary {
  return readDefinitions(definitionsOf(input)).dictionary
}
