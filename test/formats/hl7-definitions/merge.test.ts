// The rule by which a site's definitions stand beside the standard's, place by place.
import { describe, expect, test } from 'vitest'
import { HL7_VERSIONS } from '../../../src/formats/hl7/dictionary/versions.ts'
import { definitionsOf, dictionaryOf, SITE } from './definitions-of-site.ts'

const V = '2.5.1'

function fieldOf(field: object, version: (typeof HL7_VERSIONS)[number] = V) {
  const dictionary = dictionaryOf({ segments: [{ id: 'PID', fields: [field] }] })
  const { position } = field as { position: number }
  return { field: dictionary.segment(version, 'PID')!.fields[position], conflicts: dictionary.conflicts(version) }
}

describe('a field of a segment of HL7', () => {
  test.each([
    [
      'that the version does not have is added',
      { position: 45, name: 'Ward', dataType: 'ST', maxLength: 9 },
      { name: 'Ward', dataType: 'ST', maxLength: 9, required: false, repeats: false, table: null },
      undefined,
    ],
    [
      'may be named',
      { position: 8, name: 'Geschlecht', dataType: 'IS' },
      { name: 'Geschlecht', dataType: 'IS', table: '0001', maxLength: 1 },
      undefined,
    ],
    [
      'may get a table where it has none',
      { position: 7, name: 'Born', dataType: 'TS', table: '0001' },
      { table: '0001', dataType: 'TS' },
      undefined,
    ],
    [
      'of another type is told, and the standard holds',
      { position: 3, name: 'Number', dataType: 'ST' },
      { name: 'Patient Identifier List', dataType: 'CX', repeats: true, required: true },
      'definition_conflict',
    ],
    [
      'of another type takes its place with override',
      { position: 3, name: 'Number', dataType: 'ST', override: true },
      { name: 'Number', dataType: 'ST', composite: 'ST', repeats: true, required: true },
      'definition_override',
    ],
    ['with another table', { position: 8, name: 'Sex', dataType: 'IS', table: '0002' }, { table: '0001' }, 'definition_conflict'],
    [
      'with another table and override',
      { position: 8, name: 'Sex', dataType: 'IS', table: '0002', override: true },
      { table: '0002' },
      'definition_override',
    ],
    ['that must have a value', { position: 8, name: 'Sex', dataType: 'IS', required: true }, { required: false }, 'definition_conflict'],
    [
      'that must have a value, with override',
      { position: 8, name: 'Sex', dataType: 'IS', required: true, override: true },
      { required: true, table: null },
      'definition_override',
    ],
    ['that repeats', { position: 8, name: 'Sex', dataType: 'IS', repeats: true }, { repeats: false }, 'definition_conflict'],
    ['of another length', { position: 8, name: 'Sex', dataType: 'IS', maxLength: 9 }, { maxLength: 1 }, 'definition_conflict'],
    [
      'of another length, with override',
      { position: 8, name: 'Sex', dataType: 'IS', maxLength: 9, override: true },
      { maxLength: 9 },
      'definition_override',
    ],
  ] as const)('%s', (_title, input, expected, conflict) => {
    const { field, conflicts } = fieldOf(input)
    expect(field).toMatchObject(expected)
    expect(conflicts).toEqual(conflict ? [{ code: conflict, path: `PID-${input.position}` }] : [])
  })

  test('a length where the version sets none is taken', () => {
    const { field, conflicts } = fieldOf({ position: 8, name: 'Sex', dataType: 'CWE', maxLength: 9 }, '2.8.2')
    expect(field).toMatchObject({ maxLength: 9, table: '0001' })
    expect(conflicts).toEqual([])
  })

  test('a position that the version withdrew is free', () => {
    const dictionary = dictionaryOf({ segments: [{ id: 'MSA', fields: [{ position: 5, name: 'Own delay', dataType: 'ST' }] }] })
    expect(dictionary.segment('2.8.2', 'MSA')!.fields[5]).toMatchObject({ name: 'Own delay', dataType: 'ST' })
    expect(dictionary.conflicts('2.8.2')).toEqual([])
    expect(dictionary.conflicts('2.2')).toEqual([{ code: 'definition_conflict', path: 'MSA-5' }])
  })

  test('the conflict is of the versions that have the field', () => {
    const dictionary = dictionaryOf({ segments: [{ id: 'PID', fields: [{ position: 31, name: 'Own', dataType: 'CX' }] }] })
    const told = HL7_VERSIONS.filter((version) => dictionary.conflicts(version).length > 0)
    expect(told).toEqual(['2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.1', '2.8.2'])
    expect(dictionary.segment('2.3', 'PID')!.fields[31]).toMatchObject({ name: 'Own', dataType: 'CX' })
  })

  test('positions between the standard and an added field stay undefined', () => {
    const { fields } = dictionaryOf(SITE).segment('2.3', 'PID')!
    expect(fields).toHaveLength(46)
    expect(fields[44]).toBeUndefined()
  })
})

describe('data types', () => {
  test('a local one has its components in order', () => {
    const { dataTypes } = definitionsOf(SITE)
    const dictionary = dictionaryOf({
      ...SITE,
      dataTypes: dataTypes.map((each) => ({ ...each, components: each.components.toReversed() })),
    })
    expect(dictionary.components(V, 'ZRG').map(({ position, dataType }) => [position, dataType])).toEqual([
      [1, 'IS'],
      [2, 'DT'],
      [4, 'HD'],
    ])
    expect(dictionary.isDataType('ZRG')).toBe(true)
    expect(dictionary.isDataType('ZRH')).toBe(false)
  })

  test('one of HL7 gets components behind its own, and keeps its own', () => {
    const components = [
      { position: 4, name: 'Authority', dataType: 'ST' },
      { position: 11, name: 'Since', dataType: 'DT' },
    ]
    const dictionary = dictionaryOf({ dataTypes: [{ name: 'CX', components }] })
    expect(dictionary.components(V, 'CX').at(-1)).toMatchObject({ position: 11, name: 'Since', dataType: 'DT' })
    expect(dictionary.components(V, 'CX')[3]).toMatchObject({ dataType: 'HD' })
    expect(dictionary.conflicts(V)).toEqual([{ code: 'definition_conflict', path: 'CX.4' }])
  })

  test('every data type of HL7 may be a component of a local one', () => {
    const types = ['ST', 'CX', 'XCN', 'CWE', 'TQ', 'XPN', 'PL', 'EIP', 'SPS', 'ED', 'TS', 'CQ']
    const components = types.map((dataType, i) => ({ position: i + 1, name: `Part ${i}`, dataType }))
    expect(dictionaryOf({ dataTypes: [{ name: 'ZAL', components }] }).components(V, 'ZAL')).toHaveLength(types.length)
  })
})

describe('tables', () => {
  test('codes are added to a table of HL7, and a display is replaced', () => {
    const codes = [
      { code: 'D', display: 'Divers' },
      { code: 'F', display: 'Weiblich' },
    ]
    const dictionary = dictionaryOf({ tables: [{ id: '0001', codes }] })
    const table = dictionary.table(V, '0001')!
    expect(table).toMatchObject({ kind: 'user', inVersion: true })
    expect([...table.codes.keys()]).toEqual(expect.arrayContaining(['M', 'F', 'D']))
    expect(table.codes.get('F')).toEqual({ code: 'F', display: 'Weiblich', inVersion: true })
    expect(dictionary.conflicts(V)).toEqual([])
  })

  test('one that replaces is told', () => {
    const dictionary = dictionaryOf({ tables: [{ id: '0001', replace: true, codes: [{ code: 'D' }] }] })
    expect([...dictionary.table(V, '0001')!.codes.keys()]).toEqual(['D'])
    expect(dictionary.conflicts(V)).toEqual([{ code: 'definition_override', path: 'table 0001' }])
  })
})

describe('events', () => {
  test('those of the site lead to a structure; those of the standard stay', () => {
    const events = [
      { code: 'ADT', trigger: 'Z01', structure: 'ADT_A01' },
      { code: 'ADT', trigger: 'A08', structure: 'ADT_A03' },
    ]
    const dictionary = dictionaryOf({ events })
    expect(dictionary.structureOfEvent(V, 'ADT', 'Z01')).toBe('ADT_A01')
    expect(dictionary.structureOfEvent(V, 'ADT', 'A08')).toBe('ADT_A01')
    expect(dictionary.structureOfEvent(V, 'ADT', 'Z99')).toBeUndefined()
    expect(dictionary.conflicts(V)).toEqual([{ code: 'definition_conflict', path: 'ADT^A08' }])
  })
})

test('what no definition names is the standard itself', () => {
  const dictionary = dictionaryOf(SITE)
  const bare = dictionaryOf({})
  for (const id of ['MSH', 'OBX', 'ZZZ']) expect(dictionary.segment(V, id)).toBe(bare.segment(V, id))
  expect(dictionary.components(V, 'XPN')).toBe(bare.components(V, 'XPN'))
  expect(dictionary.table(V, '0002')).toBe(bare.table(V, '0002'))
  expect(dictionary.structure(V, 'ORU_R01')).toBe(bare.structure(V, 'ORU_R01'))
})
