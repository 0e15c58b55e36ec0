// What the tables say of segments, fields and components, held against the standard itself.
import { describe, expect, test } from 'vitest'
import { componentDefinitions, isDataType, isKnownSegment, segmentDefinition } from '../../../src/formats/hl7/dictionary/dictionary.ts'
import { HL7_VERSIONS, type Hl7Version } from '../../../src/formats/hl7/dictionary/versions.ts'

describe('segments', () => {
  test.each(HL7_VERSIONS)('of %s: MSH, PID and OBX are there, every field has a place and a name', (version) => {
    for (const id of ['MSH', 'PID', 'OBX', 'OBR', 'PV1', 'FHS', 'BTS']) {
      const definition = segmentDefinition(version, id)!
      expect(definition.fields.length).toBeGreaterThan(2)
      for (const [position, field] of definition.fields.entries()) {
        if (position === 0) continue
        expect(field).toMatchObject({ position, path: `${id}-${position}` })
        expect(field!.name).toMatch(/^[^\s&<>].*[^\s]$/)
      }
    }
  })

  test.each<[Hl7Version, string, number, string, string | null, object]>([
    ['2.5.1', 'PID', 3, 'Patient Identifier List', 'CX', { required: true, repeats: true, maxLength: 250, item: '106' }],
    ['2.5.1', 'PID', 6, "Mother's Maiden Name", 'XPN', { repeats: true }],
    ['2.5.1', 'PID', 8, 'Administrative Sex', 'IS', { table: '0001', repeats: false }],
    ['2.8.2', 'PID', 8, 'Administrative Sex', 'CWE', { table: '0001', maxLength: null }],
    ['2.1', 'PID', 8, 'Sex', 'ID', { table: '0001' }],
    ['2.3', 'MSH', 9, 'Message Type', 'CM', { composite: 'CM_MSG' }],
    ['2.3', 'OBR', 26, 'Parent Result', 'CM', { composite: 'CM_PRL' }],
    ['2.2', 'PV1', 3, 'Assigned Patient Location', 'CM', { composite: 'CM_INTERNAL_LOCATION' }],
    ['2.5.1', 'OBX', 5, 'Observation Value', 'varies', { repeats: true }],
    ['2.3', 'OBX', 5, 'Observation Value', 'varies', {}],
    ['2.8', 'OBX', 5, 'Observation Value', 'varies', {}],
    // HL7 v2.5.1 §7.4.2 reserves OBX-20 to 22; the performing organization comes behind them.
    ['2.5.1', 'OBX', 20, 'Reserved for harmonization with V2.6', null, {}],
    ['2.5.1', 'OBX', 23, 'Performing Organization Name', 'XON', { item: '2283' }],
    ['2.5.1', 'OBX', 25, 'Performing Organization Medical Director', 'XCN', { item: '2285' }],
    ['2.6', 'OBX', 23, 'Performing Organization Name', 'XON', { item: '2283' }],
  ])('%s %s-%i is %s (%s)', (version, id, position, name, dataType, more) => {
    const field = segmentDefinition(version, id)!.fields[position]
    expect(field).toMatchObject({ dataType, ...more })
    expect(field!.name.toLowerCase()).toBe(name.toLowerCase())
  })

  test('have names', () => {
    expect(segmentDefinition('2.5.1', 'PID')!.name).toBe('Patient Identification')
    expect(segmentDefinition('2.5.1', 'QRD')!.name).toBe('Original-Style Query Definition')
    expect(segmentDefinition('2.8', 'IAR')!.name).toBe('Allergy reaction')
  })

  test('grow from version to version', () => {
    const lengths = (['2.1', '2.3', '2.5.1', '2.8.2'] as const).map((version) => segmentDefinition(version, 'PID')!.fields.length - 1)
    expect(lengths).toEqual([20, 30, 39, 40])
  })

  test.each(['ZZZ', 'pid', '', 'PIDX', '__proto__', 'constructor'])('%j is not one', (id) => {
    expect(segmentDefinition('2.5.1', id)).toBeUndefined()
    expect(isKnownSegment(id)).toBe(false)
  })

  test('of another version are not found', () => {
    expect(segmentDefinition('2.1', 'SPM')).toBeUndefined()
    expect(segmentDefinition('2.8.2', 'QRD')).toBeUndefined()
    expect(isKnownSegment('SPM')).toBe(true)
  })
})

describe('components', () => {
  const names = (version: Hl7Version, type: string) => componentDefinitions(version, type).map(({ name }) => name)

  test.each<[Hl7Version, string, number, string, string | null, string | null]>([
    ['2.5.1', 'XPN', 1, 'Family Name', 'FN', null],
    ['2.5.1', 'XPN', 7, 'Name Type Code', 'ID', '0200'],
    // Withdrawn components of 2.7 and later keep their place.
    ['2.8.2', 'XPN', 6, 'Degree (e.g., MD)', null, null],
    ['2.8.2', 'XPN', 7, 'Name Type Code', 'ID', '0200'],
    ['2.8.2', 'XPN', 15, 'Called By', 'ST', null],
    ['2.7.1', 'XCN', 9, 'Assigning Authority', 'HD', '0363'],
    ['2.8.2', 'XAD', 7, 'Address Type', 'ID', '0190'],
    ['2.5.1', 'CX', 4, 'Assigning Authority', 'HD', '0363'],
    ['2.5.1', 'CX', 5, 'Identifier Type Code', 'ID', '0203'],
    ['2.5.1', 'HD', 3, 'Universal ID Type', 'ID', '0301'],
    ['2.3', 'CM_MSG', 2, 'Trigger Event', 'ID', null],
    ['2.1', 'PN', 1, 'Family Name', 'ST', null],
    ['2.3', 'CM_NDL', 1, 'Name', 'CN', null],
  ])('%s %s.%i is %s', (version, type, position, name, dataType, table) => {
    const component = componentDefinitions(version, type).find((each) => each.position === position)
    expect(component).toMatchObject({ dataType, table })
    expect(component!.name.toLowerCase()).toBe(name.toLowerCase())
  })

  test('a withdrawn type is that of the last version which had it', () => {
    expect(names('2.8.2', 'CE')).toEqual(names('2.5.1', 'CE'))
    expect(names('2.8.2', 'CE')).toHaveLength(6)
    expect(names('2.1', 'CWE')).toEqual([])
  })

  test.each(['ST', 'NM', '', 'QQQ', '__proto__'])('%j has none', (type) => {
    expect(componentDefinitions('2.5.1', type)).toEqual([])
  })

  test('the location of 2.2 has no German additions', () => {
    expect(names('2.2', 'CM_INTERNAL_LOCATION')).toEqual(['Nurse Unit Station', 'Room', 'Bed', 'Facility ID', 'Bed Status'])
  })
})

test('data types that OBX-2 may name', () => {
  expect(['NM', 'ST', 'CE', 'CWE', 'ED', 'SN', 'TX', 'FT', 'DTM', 'RP'].filter((type) => !isDataType(type))).toEqual([])
  expect(['', 'XYZ', 'CM_MSG', 'nm', 'NM^'].filter(isDataType)).toEqual([])
})
