// Definitions that contradict themselves or lead nowhere are refused, each place by its pointer.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { definitionsField } from '../../../src/formats/hl7/definitions/definitions-schema.ts'
import { dictionaryOf, SITE } from './definitions-of-site.ts'

const SECRET = 'Sample-Secret'
const field = (position: number, dataType = 'ST', more: object = {}) => ({ position, name: SECRET, dataType, ...more })

function pointersOf(input: object): string[] {
  try {
    dictionaryOf(input)
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(error.code).toBe('invalid_input')
    expect(JSON.stringify([error.message, error.errors])).not.toContain(SECRET)
    return error.errors!.map(({ pointer }) => pointer.replace('/options/definitions/', ''))
  }
  return []
}

const zpi = (...fields: object[]) => ({ id: 'ZPI', fields })
const type = (name: string, ...types: string[]) => ({ name, components: types.map((dataType, i) => field(i + 1, dataType)) })
const at = (segment: string, more: object) => ({ structures: [{ id: 'ADT_A01', segments: [{ segment, ...more }] }] })

describe('refused:', () => {
  test.each<[string, object, string[]]>([
    ['a segment twice', { segments: [zpi(), zpi()] }, ['segments/1/id']],
    ['a position twice', { segments: [zpi(field(1), field(2), field(1))] }, ['segments/0/fields/2/position']],
    ['a data type twice', { dataTypes: [type('ZA', 'ST'), type('ZA', 'ST')] }, ['dataTypes/1/name']],
    ['a component twice', { dataTypes: [{ name: 'ZA', components: [field(1), field(1)] }] }, ['dataTypes/0/components/1/position']],
    [
      'a table twice',
      {
        tables: [
          { id: 'ZT', codes: [] },
          { id: 'ZT', codes: [] },
        ],
      },
      ['tables/1/id'],
    ],
    ['a code twice', { tables: [{ id: 'ZT', codes: [{ code: SECRET }, { code: SECRET }] }] }, ['tables/0/codes/1/code']],
    [
      'a structure twice',
      { structures: [...at('PV2', { after: 'PID' }).structures, ...at('PV2', { after: 'PID' }).structures] },
      ['structures/1/id'],
    ],
    ['an event twice', { events: [SITE.events[0]!, SITE.events[0]!] }, ['events/1/trigger']],
    ['a data type that there is not', { segments: [zpi(field(1, 'ZNO'))] }, ['segments/0/fields/0/dataType']],
    ['a component of a type that there is not', { dataTypes: [type('ZA', 'ST', 'ZNO')] }, ['dataTypes/0/components/1/dataType']],
    ['a key of a CM', { segments: [zpi(field(1, 'varies'.toUpperCase()))] }, ['segments/0/fields/0/dataType']],
    ['a table that there is not', { segments: [zpi(field(1, 'IS', { table: 'ZNO' }))] }, ['segments/0/fields/0/table']],
    [
      'a table of a component that there is not',
      { dataTypes: [{ name: 'ZA', components: [field(1, 'IS', { table: '9998' })] }] },
      ['dataTypes/0/components/0/table'],
    ],
    ['components of a simple type', { dataTypes: [type('ST', 'NM')] }, ['dataTypes/0/name']],
    [
      'the field separator',
      { segments: [{ id: 'MSH', fields: [field(1), field(2), field(30)] }] },
      ['segments/0/fields/0/position', 'segments/0/fields/1/position'],
    ],
    [
      'a data type of the name of a segment',
      { segments: [zpi()], dataTypes: [type('PID', 'ST'), type('ZPI', 'ST')] },
      ['dataTypes/0/name', 'dataTypes/1/name'],
    ],
    ['a type that holds itself', { dataTypes: [type('ZA', 'ST', 'ZA')] }, ['dataTypes/0/components/1/dataType']],
    ['two types that hold each other', { dataTypes: [type('ZA', 'ZB'), type('ZB', 'ST', 'ZA')] }, ['dataTypes/1/components/1/dataType']],
    [
      'a circle through a type of HL7',
      { dataTypes: [{ name: 'HD', components: [field(4, 'ZA')] }, type('ZA', 'CX')] },
      ['dataTypes/1/components/0/dataType'],
    ],
    [
      'a structure that there is not',
      { structures: [{ id: 'ADT_Q99', segments: [{ segment: 'PID', after: 'MSH' }] }] },
      ['structures/0/id'],
    ],
    [
      'an event of a structure that there is not',
      { events: [{ code: 'ADT', trigger: 'Z01', structure: 'ADT_Q99' }] },
      ['events/0/structure'],
    ],
    ['a segment that there is not', at('ZPI', { after: 'PID' }), ['structures/0/segments/0/segment']],
    ['a place that there is not', at('PV2', { after: 'OBR' }), ['structures/0/segments/0/after']],
    ['a place in a group that there is not', at('PV2', { before: 'PID', group: 'INSURANCE' }), ['structures/0/segments/0/before']],
    ['neither after nor before', at('PV2', {}), ['structures/0/segments/0']],
    ['both after and before', at('PV2', { after: 'PID', before: 'PV1' }), ['structures/0/segments/0']],
  ])('%s', (_title, input, expected) => expect(pointersOf(input)).toEqual(expected))

  test.each<[string, object]>([
    ['no name', { name: undefined }],
    ['an unknown member', { fields: [] }],
    ['a segment in small letters', { segments: [{ id: 'zpi' }] }],
    ['position 0', { segments: [zpi(field(0))] }],
    ['a position beyond all', { segments: [zpi(field(1_000))] }],
    ['a type of a prototype', { segments: [zpi(field(1, '__proto__'))] }],
    ['a table of a number', { tables: [{ id: 1, codes: [] }] }],
    ['a type without components', { dataTypes: [{ name: 'ZA', components: [] }] }],
    ['a list in place of definitions', []],
  ])('by the schema: %s', (_title, input) => {
    const whole = Array.isArray(input) ? input : { name: 'Test', ...input }
    expect(definitionsField.safeParse(whole).success).toBe(false)
  })
})

describe('taken:', () => {
  test('the definitions of a site', () => expect(pointersOf(SITE)).toEqual([]))

  test('two types that hold one third', () =>
    expect(pointersOf({ dataTypes: [type('ZA', 'ZC', 'CX'), type('ZB', 'ZC', 'ZA'), type('ZC', 'ST')] })).toEqual([]))

  test('a segment behind an added one', () => {
    const segments = [
      { segment: 'ZPI', after: 'PID' },
      { segment: 'ZPJ', after: 'ZPI' },
    ]
    expect(pointersOf({ segments: [zpi(), { id: 'ZPJ' }], structures: [{ id: 'ADT_A01', segments }] })).toEqual([])
  })

  test('names of the prototype of objects', () => {
    const codes = [{ code: '__proto__' }, { code: 'constructor' }, { code: 'toString' }]
    const dictionary = dictionaryOf({ tables: [{ id: 'constructor', codes }] })
    expect([...dictionary.table('2.5.1', 'constructor')!.codes.keys()]).toEqual(codes.map(({ code }) => code))
    expect(dictionary.table('2.5.1', 'toString')).toBeUndefined()
    expect(dictionary.segment('2.5.1', '__proto__')).toBeUndefined()
  })

  test('a chain of 1,000 data types, in little time', () => {
    const dataTypes = Array.from({ length: 1_000 }, (_, i) => type(`Z${i}`, i === 999 ? 'ST' : `Z${i + 1}`))
    const start = performance.now()
    expect(pointersOf({ dataTypes })).toEqual([])
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
