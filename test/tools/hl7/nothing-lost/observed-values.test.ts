// hl7/to-fhir: whatever OBX-2 names and OBX-5 and OBX-6 hold, each piece of it stands in the Observation, in a component or in its document.
import { describe, expect, test } from 'vitest'
import { codeTable } from '../../../../src/formats/hl7/dictionary/code-tables.ts'
import { HL7_VERSIONS } from '../../../../src/formats/hl7/dictionary/versions.ts'
import { type FhirResource, resources, type ToFhirResult, toFhir } from '../to-fhir-message.ts'

const HEADER = [
  'MSH|^~\\&|LAB|NORTH|REG|NORTH|20260102080910+0100||ORU^R01^ORU_R01|R-7|P|2.5.1',
  'PID|1||1001^^^NORTH^MR||Sample^Ada',
  'OBR|1||F-9|1^P^L',
]
/** Data types that HL7 names for OBX-2, of all versions. */
const TYPES = [...new Set(HL7_VERSIONS.flatMap((version) => [...(codeTable(version, '0125')?.codes.keys() ?? [])])), '', 'ZZ']
/** Good ones of some type are malformed ones of every other. */
const VALUES = [
  '5.40',
  '<5',
  '>= 10',
  '≤7.25',
  '1,5',
  'abc',
  '-',
  '5 mg',
  '1E5',
  '+6',
  '.5',
  '12345678901234567890',
  '007',
  '<^5',
  '^1^:^128',
  '^9^-^2',
  '>^1^-^5',
  '^1^-^5x',
  '<>^7',
  '^3^+',
  '1^2^3',
  '1^x^3',
  'A^Alpha^L',
  'A  B^Alpha',
  '77^^^NORTH&1.2.3&ISO^MR',
  'Sample^Ada^B^^Dr',
  '12 Main St^^Town^^12345',
  '20260102',
  '20261345',
  '20260102080910.123',
  '0809',
  '250199',
  '20260105^20260101',
  'https://example.org/a^APP^TEXT^plain',
  '^TEXT^PDF^Base64^no data',
  'one~two',
  '5.4~<6~x',
  '20260102~abc',
  'a\\X07\\b',
]
const UNITS = ['', 'q^quux', '10^9/L', 'mg^milligram^UCUM^MG^Mil^L']

/** All texts and numbers of a resource, data of attachments decoded. */
function textsOf(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return [name === 'data' && /^[A-Za-z0-9+/]+=*$/.test(value) ? atob(value) : value]
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  if ('rawJSON' in value) return [String(value.rawJSON)]
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, Array.isArray(value) ? name : key))
}

/** The value, unit and notes of an Observation with the documents that it refers to. */
function heldBy({ bundle }: ToFhirResult, observation: FhirResource): string[] {
  const documents = (observation.derivedFrom ?? []).map(({ reference }: { reference: string }) =>
    bundle.entry.find(({ fullUrl }) => fullUrl === reference),
  )
  const { code, component, ...own } = observation
  const parts = (component ?? []).map(({ code: _, ...rest }: FhirResource) => rest)
  return textsOf([own, parts, documents])
}

const plain = (text: string) => text.replace(/\\X07\\/g, '\u2407')

/** What FHIR calls otherwise. */
const SYNONYMS: Readonly<Record<string, string>> = {
  UCUM: 'http://unitsofmeasure.org',
  PDF: 'application/pdf',
  TEXT: 'text/plain',
  '+': ':%2B',
}

/** Undelimited pieces of a field that are not told in what holds them. */
function lostOf(field: string, held: readonly string[]): string[] {
  const joined = held.join('\n')
  const digits = held.map((text) => text.replace(/[^0-9]/g, ''))
  return field.split(/[~^&]/).filter((piece) => {
    const text = plain(piece)
    if (text === '' || text === '=' || text === 'Base64' || joined.includes(text) || joined.includes(SYNONYMS[text] ?? text)) return false
    const [, sign = '', number = ''] = /^([<>≤≥]?=?) ?([+-]?[0-9.]+)$/.exec(text) ?? []
    const comparator = sign.replace('≤', '<=').replace('≥', '>=')
    if (number !== '' && joined.includes(comparator) && held.some((each) => each !== '' && Number(each) === Number(number))) return false
    return !(/^[0-9.]{4,}$/.test(text) && digits.some((each) => each.includes(text.replace('.', ''))))
  })
}

describe('each value and unit of OBX stands in its Observation', () => {
  expect(TYPES.length).toBeGreaterThan(30)
  test.each(UNITS)('unit %j', (unit) => {
    const lost: string[] = []
    for (const type of TYPES) {
      const told = toFhir(
        [...HEADER, ...VALUES.map((value, i) => `OBX|${i + 1}|${type}|1^A^L|${i + 1}|${value}|${unit}|||||F`)].join('\r'),
        { timezone: 'UTC' },
      )
      const observations = resources(told, 'Observation')
      expect(observations).toHaveLength(VALUES.length)
      for (const [i, value] of VALUES.entries()) {
        const held = heldBy(told, observations[i]!)
        const missing = [...lostOf(value, held), ...lostOf(unit, held)]
        if (missing.length > 0) lost.push(`${type}|${value}|${unit}: ${missing.join(', ')}`)
      }
    }
    expect(lost).toEqual([])
  })
})

describe('what becomes of a value', () => {
  const observe = (line: string) => {
    const told = toFhir([...HEADER, line].join('\r'), { timezone: 'UTC' })
    return { told, observation: resources(told, 'Observation')[0]! }
  }

  test.each([
    ['a comparator in NM', 'NM', '<5', 'mg', { valueQuantity: { comparator: '<', value: 5, unit: 'mg' } }],
    ['a number of ST in a unit', 'ST', '11.6', 'g/dl', { valueQuantity: { value: 11.6, unit: 'g/dl' } }],
    ['a number of ST without a unit', 'ST', '11.6', '', { valueString: '11.6' }],
    ['a decimal comma', 'NM', '1,5', 'mg', { valueString: '1,5 mg' }],
    ['a word in place of a number', 'NM', 'abc', 'mg', { valueString: 'abc', note: [{ text: 'Unit (OBX-6): mg' }] }],
    [
      'numbers that repeat',
      'NM',
      '5.4~<6',
      'mg',
      { component: [{ valueQuantity: { value: 5.4, unit: 'mg' } }, { valueQuantity: { comparator: '<', value: 6, unit: 'mg' } }] },
    ],
    ['a series', 'NA', '1^2.5^3', 'mV', { valueSampledData: { data: '1 2.5 3', origin: { value: 0, unit: 'mV' } } }],
    ['a series with a gap', 'NA', '1^^3', 'mV', { valueString: '1^^3 mV' }],
    ['a range whose ends are exchanged', 'SN', '^9^-^2', 'mg', { valueString: '9 - 2 mg' }],
    ['a range in a unit', 'NR', '1^2', 'mg', { valueRange: { low: { value: 1, unit: 'mg' }, high: { value: 2, unit: 'mg' } } }],
    ['an amount of money', 'MO', '100^USD', '', { valueString: '100^USD' }],
    ['a whole number', 'SI', '3', '', { valueInteger: 3 }],
    ['lines of a text (HL7 v2.5.1 §2.A.78)', 'TX', 'one~two', '', { valueString: 'one\ntwo' }],
    ['a power of ten that is not escaped', 'NM', '5', '10^9/L', { valueQuantity: { value: 5, unit: '10^9/L' } }],
    ['one with a sign before it', 'NM', '5', 'x10^12/L', { valueQuantity: { value: 5, unit: 'x10^12/L' } }],
    ['a unit that is none of UCUM', 'NM', '5', 'IU/mL^units^UCUM', { valueQuantity: { value: 5, unit: 'IU/mL (units)' } }],
    ['an explicit null', 'ST', '""', '', { dataAbsentReason: { coding: [{ code: 'unknown' }] } }],
    ['a unit without a number', 'NM', '', 'mg', { valueQuantity: { unit: 'mg', _value: { extension: [{ valueCode: 'unknown' }] } } }],
  ])('%s', (_, type, value, unit, expected) => {
    expect(observe(`OBX|1|${type}|1^A^L||${value}|${unit}|||||F`).observation).toMatchObject(expected)
  })

  test('a power of ten that is not escaped is told of', () => {
    const { told } = observe('OBX|1|NM|1^A^L||5|10^9/L|||||F')
    expect(told.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(['unit_not_escaped OBX-6'])
    expect(observe('OBX|1|NM|1^A^L||5|10\\S\\9/L|||||F').told.diagnostics).toEqual([])
  })

  test('a time without an offset keeps its text beside the day', () => {
    const told = toFhir(
      ['MSH|^~\\&|L|N|R|N|2026||ORU^R01^ORU_R01|7|P|2.5.1', 'PID|1||7||S', 'OBR|1||9|1^P^L', 'OBX|1|TS|1^A^L||202601020800||||||F'].join(
        '\r',
      ),
    )
    const { valueDateTime, _valueDateTime } = resources(told, 'Observation')[0]!
    expect([valueDateTime, _valueDateTime.extension[0].valueString]).toEqual(['2026-01-02', '202601020800'])
  })

  test.each(['N', 'X'])('a value with OBX-11 %s has no reason for its absence (obs-6)', (status) => {
    const { observation, told } = observe(`OBX|1|NM|1^A^L||5|mg|||||${status}`)
    expect(observation.valueQuantity).toEqual({ value: 5, unit: 'mg' })
    expect(observation.dataAbsentReason).toBeUndefined()
    expect(observation._status.extension[0].valueCodeableConcept.coding[0].code).toBe(status)
    expect(told.unmapped.map(({ path }) => path)).not.toContain('OBX-11')
  })

  test('OBX-11 N without a value is the reason for its absence', () => {
    expect(observe('OBX|1|NM|1^A^L||||||||N').observation.dataAbsentReason.coding[0].code).toBe('not-asked')
  })

  test('every component has the code of the observation', () => {
    const { code, component } = observe('OBX|1|NM|1^A^L||5~6~x|mg|||||F').observation
    expect(component.map((each: FhirResource) => each.code)).toEqual([code, code, code])
  })
})

describe('a document (MDM_T02)', () => {
  const HEAD = [
    'MSH|^~\\&|L|N|R|N|20260102080910+0100||MDM^T02^MDM_T02|7|P|2.5.1',
    'EVN|T02|20260102',
    'PID|1||7||S',
    'PV1|1|I',
    'TXA|1|DS|TX|||||||||D-1',
  ]
  const contentOf = (...lines: string[]) => resources(toFhir([...HEAD, ...lines].join('\r')), 'DocumentReference')[0]!.content

  test('its lines are one text, numbers with their unit', () => {
    const content = contentOf('OBX|1|TX|1^A^L||one~two||||||F', 'OBX|2|NM|1^A^L||5|mg|||||F', 'OBX|3|FT|1^A^L||a\\.br\\b||||||F')
    expect(content).toEqual([{ attachment: { contentType: 'text/plain', data: btoa('one\ntwo\n5 mg\na\nb') } }])
  })

  test('a file stands beside the text', () => {
    const content = contentOf('OBX|1|ED|1^A^L||^AP^PDF^Base64^JVBERi0=||||||F', 'OBX|2|ST|1^A^L||one||||||F')
    expect(content.map(({ attachment }: FhirResource) => attachment.contentType)).toEqual(['application/pdf', 'text/plain'])
  })
})
