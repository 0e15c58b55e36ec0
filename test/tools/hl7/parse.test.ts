// hl7/parse: the fields of a message by the options.
import { describe, expect, test } from 'vitest'
import { lines, MSH } from '../../formats/hl7/hl7-text.ts'
import { fixture, parse, values } from './parse-message.ts'

describe('values (HL7 v2.5.1 §2.5.3)', () => {
  const one = (field: string) => parse(lines(MSH, `ZZZ|${field}`)).segments[1]!.fields[0]
  test.each([
    ['a', 1, 'a'],
    ['""', 1, null],
    ['a^b', 1, [['a', 'b']]],
    ['a^', 1, [['a', '']]],
    ['^b', 1, [['', 'b']]],
    ['a^^c', 1, [['a', '', 'c']]],
    ['a&b', 1, [[['a', 'b']]]],
    ['a&b^c', 1, [[['a', 'b'], 'c']]],
    ['a^b&c&d', 1, [['a', ['b', 'c', 'd']]]],
    ['a~b', 2, ['a', 'b']],
    ['a~', 2, ['a', '']],
    ['~', 2, ['', '']],
    ['a^b~c', 2, [['a', 'b'], 'c']],
    ['a~b^c&d', 2, ['a', ['b', ['c', 'd']]]],
    ['""~a', 2, [null, 'a']],
    ['""^a', 1, [[null, 'a']]],
    ['a^""&b', 1, [['a', [null, 'b']]]],
    ['a\\S\\b', 1, 'a^b'],
    ['a\\S\\b^c\\R\\', 1, [['a^b', 'c~']]],
    ['"', 1, '"'],
    ['"" ', 1, '"" '],
  ])('%s', (raw, repetitions, value) => {
    expect(one(raw)).toMatchObject({ path: 'ZZZ-1', raw, repetitions, value })
  })

  test('an empty field is not there, an explicit null is', () => {
    expect(values(lines(MSH, 'PID|||""||x'), { select: ['PID'] })).toEqual({ 'PID-3': null, 'PID-5': 'x' })
  })

  test('MSH-1 and MSH-2 are never divided', () => {
    expect(values(lines(MSH), { select: ['MSH-1', 'MSH-2'], view: 'flat' })).toEqual({ 'MSH-1': '|', 'MSH-2': '^~\\&' })
    expect(values(lines(MSH), { view: 'flat' })).toMatchObject({ 'MSH-2': '^~\\&', 'MSH-9.1': 'ORU' })
  })

  test('an ampersand is data where no subcomponent separator is declared', () => {
    expect(values('MSH|^~\\|A\rPID|x&y^z\r', { select: ['PID'] })).toEqual({ 'PID-1': [['x&y', 'z']] })
  })
})

describe('names', () => {
  const [field] = parse(lines(MSH, 'PID|||7')).segments[1]!.fields

  test('come from the dictionary of the version', () => {
    expect(field).toEqual({
      path: 'PID-3',
      name: 'Patient Identifier List',
      dataType: 'CX',
      repetitions: 1,
      raw: '7',
      value: '7',
      table: null,
    })
    const old = parse('MSH|^~\\&|A||||||ADT^A01|1|P|2.2\rPID|||7\r')
    expect(old.segments[0]!.fields.find(({ path }) => path === 'MSH-9')).toMatchObject({ name: 'Message Type', dataType: 'CM' })
    expect(old.segments[1]!.fields[0]).toMatchObject({ name: 'Patient ID (Internal ID)', dataType: 'CM' })
  })

  test('are left out', () => {
    const plain = parse(lines(MSH, 'PID|||7'), { names: false })
    expect(plain.segments[1]).toEqual({ id: 'PID', group: null, fields: [{ path: 'PID-3', repetitions: 1, raw: '7', value: '7' }] })
  })

  test('of what the version does not define are null', () => {
    const { segments } = parse(lines(MSH, 'ZZZ|a^b', `PID${'|'.repeat(50)}x`), { view: 'flat' })
    expect(segments[1]).toMatchObject({ name: null, fields: [{ path: 'ZZZ-1.1', name: null, dataType: null }, { path: 'ZZZ-1.2' }] })
    expect(segments[2]!.fields).toMatchObject([{ path: 'PID-50', name: null }])
  })

  test('OBX-5 has the type that OBX-2 names, if there is one', () => {
    const type = (obx2: string) => parse(lines(MSH, `OBX|1|${obx2}|||a^b`), { select: ['OBX-5'] }).segments[0]!.fields[0]!.dataType
    expect([type('CE'), type('NM'), type('XYZ'), type(''), type('ce')]).toEqual(['CE', 'NM', 'varies', 'varies', 'varies'])
    expect(parse(lines(MSH, 'OBX|1|CE|||a^b'), { view: 'flat', select: ['OBX-5'] }).segments[0]!.fields[1]).toMatchObject({
      name: 'Observation Value / Text',
      dataType: 'ST',
    })
  })
})

describe('select', () => {
  const message = fixture('result.hl7')
  test.each<[string[], Record<string, unknown>]>([
    [['PID-5'], { 'PID-5': [['Sample', 'Ada', 'B']] }],
    [['PID-5.1'], { 'PID-5.1': 'Sample' }],
    [['PID-5-1'], { 'PID-5.1': 'Sample' }],
    [['PID-3.4'], { 'PID-3.4': [[['NORTH', '1.2.3', 'ISO']]] }],
    [['PID-3.4.2'], { 'PID-3.4.2': '1.2.3' }],
    [['PID-3[2].1'], { 'PID-3[2].1': 'X-77' }],
    [['PID-3[*].1'], { 'PID-3.1': '1001', 'PID-3[2].1': 'X-77' }],
    [['PID-3[2]'], { 'PID-3[2]': [['X-77', '', '', 'STATE', 'PI']] }],
    [['PID-3[3].1'], {}],
    [['PID-40'], {}],
    [['PID-2'], {}],
    [['PID-8.2'], {}],
    [['OBX-1'], { 'OBX-1': '1' }],
    [['OBX[2]-1'], { 'OBX[2]-1': '2' }],
    [['OBX[*]-1'], { 'OBX-1': '1', 'OBX[2]-1': '2', 'OBX[3]-1': '3' }],
    [['OBX[4]-1'], {}],
    [['OBX[3]-5[2].2', 'OBX[3]-5.2.2'], { 'OBX[3]-5[2].2': 'Beta', 'OBX[3]-5.2.2': 'Sub' }],
    [['OBX[2]-7'], { 'OBX[2]-7': null }],
    [['NTE'], { 'NTE-1': '1', 'NTE-3': ['first', 'second'] }],
    [['MSH-9.3', 'NTE-1'], { 'MSH-9.3': 'ORU_R01', 'NTE-1': '1' }],
    [['ZZZ-1'], {}],
  ])('%j', (select, expected) => {
    expect(values(message, { select })).toEqual(expected)
  })

  test('leaves the segments out that nothing was asked of', () => {
    expect(parse(message, { select: ['PID-5'] }).segments.map(({ id }) => id)).toEqual(['PID'])
  })

  test('refuses what is no path, by its place', () => {
    expect(() => parse(message, { select: ['PID-5', 'PID_5'] })).toThrowError(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer: '/options/select/1' })] }),
    )
  })
})

describe('groups', () => {
  test('stand in the path notation of queries', () => {
    const { segments, diagnostics } = parse(fixture('result.hl7'), { groups: true, names: false })
    expect(segments.map(({ id, group }) => `${id} ${group}`)).toEqual([
      'MSH null',
      'PID PATIENT_RESULT/PATIENT',
      'ORC PATIENT_RESULT/ORDER_OBSERVATION',
      'OBR PATIENT_RESULT/ORDER_OBSERVATION',
      'OBX PATIENT_RESULT/ORDER_OBSERVATION/OBSERVATION',
      'OBX PATIENT_RESULT/ORDER_OBSERVATION/OBSERVATION[2]',
      'NTE PATIENT_RESULT/ORDER_OBSERVATION/OBSERVATION[2]',
      'SPM PATIENT_RESULT/ORDER_OBSERVATION/SPECIMEN',
      'OBX PATIENT_RESULT/ORDER_OBSERVATION/SPECIMEN',
    ])
    expect(diagnostics).toEqual([])
  })

  const codes = (type: string, version: string, ...segments: string[]) =>
    parse(lines(`MSH|^~\\&|A||||||${type}|1|P|${version}`, ...segments), { groups: true }).diagnostics.map(
      ({ code, path }) => `${code} ${path}`,
    )

  test('an unknown structure gives null and a diagnostic', () => {
    expect(codes('ZDT^Z01', '2.5', 'PID|1')).toEqual(['structure_unknown MSH-9'])
    expect(parse(lines('MSH|^~\\&|A||||||ZDT^Z01|1|P|2.5', 'PID|1'), { groups: true }).segments[1]!.group).toBeNull()
  })

  test('a structure that the version withdrew is taken from an older one', () => {
    expect(codes('ORM^O01^ORM_O01', '2.8', 'PID|1')).toEqual(['structure_older MSH-9'])
  })

  test('a declared structure that is none gives way to that of the event', () => {
    expect(codes('ADT^A40^ADT_A40', '2.5.1', 'EVN|A40', 'PID|1', 'MRG|1')).toEqual([])
  })

  test('a segment out of place is named', () => {
    expect(codes('ADT^A01', '2.5.1', 'PID|1', 'SPM|1', 'ZPI|1', 'pid|1')).toEqual(['segment_unexpected SPM', 'segment_id_invalid null'])
  })
})
