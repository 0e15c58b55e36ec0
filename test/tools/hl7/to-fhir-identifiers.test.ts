// hl7/to-fhir: numbers with the system of their authority, numbers of groups of orders, and the addresses of code systems that stand as OIDs.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const report = (group: string) => convert('ORU^R01^ORU_R01', PID, `ORC|RE|P-1|F-1|${group}`, 'OBR|1|P-1|F-1|1^A^L')

describe('the number of a group of orders (ORC-4, HL7 v2.5.1 §4.5.1.4)', () => {
  const PLACER = { type: { text: 'Placer group number' } }
  const FILLER = { type: { text: 'Filler group number' } }

  test('an EI with its authority is one number of the placer', () => {
    const told = report('G-7^EHR^1.2.3.9^ISO')
    const group = { ...PLACER, value: 'G-7', system: 'urn:oid:1.2.3.9' }
    expect(resources(told, 'DiagnosticReport')[0]!.identifier.slice(2)).toMatchObject([group])
    const { requisition } = resources(told, 'ServiceRequest')[0]!
    expect(requisition).toMatchObject(group)
    expect(referred(told, requisition.assigner).identifier[0].value).toBe('EHR')
    expect(told.unmapped.filter(({ path }) => path.startsWith('ORC-4'))).toEqual([])
  })

  test('of a pair each end has its own', () => {
    const told = report('G-7&EHR&1.2.3.9&ISO^G-8&LAB')
    const placer = { ...PLACER, value: 'G-7', system: 'urn:oid:1.2.3.9' }
    const filler = { ...FILLER, value: 'G-8' }
    expect(resources(told, 'DiagnosticReport')[0]!.identifier.slice(2)).toMatchObject([placer, filler])
    expect(resources(told, 'ServiceRequest')[0]).toMatchObject({ requisition: placer })
    expect(resources(told, 'ServiceRequest')[0]!.identifier).toContainEqual(expect.objectContaining(filler))
    expect(told.unmapped.filter(({ path }) => path.startsWith('ORC-4'))).toEqual([])
  })

  test('of a vaccination and of a drug, too', () => {
    const vaccination = convert('VXU^V04^VXU_V04', PID, 'ORC|RE|P-1|F-1|G-7^EHR', 'RXA|0|1|20260102||08^HepB^CVX|0.5|mL')
    expect(resources(vaccination, 'Immunization')[0]!.identifier[2]).toMatchObject({ ...PLACER, value: 'G-7' })
    const drug = convert('OMP^O09^OMP_O09', PID, 'ORC|NW|P-1||G-7^EHR^1.2.3.9^ISO', 'RXO|1^A^L|1')
    const group = { ...PLACER, value: 'G-7', system: 'urn:oid:1.2.3.9' }
    expect(resources(drug, 'MedicationRequest')[0]!.groupIdentifier).toMatchObject(group)
  })

  test('the number of the filler alone (ORC-38) has its authority', () => {
    const told = convert('OML^O21^OML_O21', PID, `ORC|NW|P-1${'|'.repeat(36)}G-8^LAB^1.2.3.8^ISO`, 'OBR|1|P-1||1^A^L')
    const group = expect.objectContaining({ ...FILLER, value: 'G-8', system: 'urn:oid:1.2.3.8' })
    expect(resources(told, 'ServiceRequest')[0]!.identifier).toContainEqual(group)
  })
})

describe('one number in two fields', () => {
  const numbersOf = (fields: string) => {
    const told = convert('ADT^A01^ADT_A01', `PID|1|${fields}||Sample^Ada`)
    expect(told.unmapped.filter(({ path }) => /^PID-[2-4]/.test(path))).toEqual([])
    return resources(told, 'Patient')[0]!.identifier as FhirResource[]
  }
  test('is one identifier', () => expect(numbersOf('7||7')).toHaveLength(1))
  test('with two check digits is two, and neither is lost', () => {
    expect(numbersOf('7^1||7^2').map(({ extension }) => extension[0].valueString)).toEqual(['1', '2'])
  })
})

describe('an authority', () => {
  test('is one Organization, whether CX or EI names it', () => {
    const told = convert('ORM^O01^ORM_O01', 'PID|1||7^^^NORTH&1.2.3.4&ISO^MR||S', 'ORC|NW|P-1^NORTH^1.2.3.4^ISO', 'OBR|1|||1^A^L')
    const named = resources(told, 'Organization').filter(({ identifier }) => identifier[1]?.value === 'urn:oid:1.2.3.4')
    expect(named).toHaveLength(1)
    expect(named[0]!.identifier[1].system).toBe('urn:ietf:rfc:3986')
  })

  test.each([
    ['&2.16.840.1.113883.4.6&ISO', 'http://hl7.org/fhir/sid/us-npi'],
    ['SSA&2.16.840.1.113883.4.1&ISO', 'http://hl7.org/fhir/sid/us-ssn'],
    ['X&1.2.3.4&ISO', 'urn:oid:1.2.3.4'],
    ['X&1.2.3.4', 'urn:oid:1.2.3.4'],
    ['X&2.16.1&ISO', undefined],
    ['X&0B0D57C6-57D8-4B31-A8D5-7FD8F6B1A111&UUID', 'urn:uuid:0b0d57c6-57d8-4b31-a8d5-7fd8f6b1a111'],
    ['X&http://north.example/mrn&URI', 'http://north.example/mrn'],
    ['X', undefined],
    ['X&01.2.3&ISO', undefined],
    ['X&4.2.3&ISO', undefined],
  ])('%s: the system %s', (authority, system) => {
    const told = convert('ADT^A01^ADT_A01', `PID|1||7^^^${authority}^MR||S`)
    expect(resources(told, 'Patient')[0]!.identifier[0].system).toBe(system)
  })

  test('names of staff have the systems of their kinds, too', () => {
    const message = ['MSH|^~\\&|APP|NORTH|REG|NORTH|2026||ADT^A01^ADT_A01|7|P|2.5.1', PID, 'PV1|1|I|||||77^Doctor^Dan^^^^^^NORTH^L^^^EI']
    const told = toFhir(message.join('\r'), { systems: { 'NORTH^EI': 'urn:oid:1.2.7', NORTH: 'urn:oid:1.2.8' } })
    expect(resources(told, 'Practitioner')[0]!.identifier[0].system).toBe('urn:oid:1.2.7')
    expect(resources(told, 'Patient')[0]!.identifier[0].system).toBe('urn:oid:1.2.8')
  })
})

describe('the system of a code', () => {
  const codeOf = (code: string) => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|ST|${code}||x||||||F`)
    return resources(told, 'Observation')[0]!.code.coding[0] as FhirResource
  }
  test.each([
    ['2345-7^Glucose^2.16.840.1.113883.6.1', 'http://loinc.org'],
    ['1^A^2.16.840.1.113883.6.96', 'http://snomed.info/sct'],
    ['1^A^1.2.3.4', 'urn:oid:1.2.3.4'],
    ['M^Male^2.16.840.1.113883.12.1', 'http://terminology.hl7.org/CodeSystem/v2-0001'],
    ['1^A^RXN', 'http://www.nlm.nih.gov/research/umls/rxnorm'],
    ['1^A^99LAB', 'urn:hl7-v2:NORTH:99LAB'],
  ])('%s: %s', (code, system) => expect(codeOf(code).system).toBe(system))
})

describe('the endpoint of an application (MSH-3, MSH-5)', () => {
  const ends = (from: string, to: string) => {
    const told = toFhir([`MSH|^~\\&|${from}|NORTH|${to}|NORTH|2026||ADT^A01^ADT_A01|7|P|2.5.1`, PID].join('\r'))
    const { source, destination } = resources(told, 'MessageHeader')[0]!
    return [source, destination[0]] as FhirResource[]
  }
  const ABSENT = { extension: [{ valueCode: 'unknown' }] }

  test('is its address', () => {
    const [source, destination] = ends('LAB^1.2.3.7^ISO', 'REG^http://reg.example^URI')
    expect(source).toMatchObject({ name: 'LAB', endpoint: 'urn:oid:1.2.3.7' })
    expect(destination).toMatchObject({ name: 'REG', endpoint: 'http://reg.example' })
  })
  test('is absent for a name alone, which is no address', () => {
    for (const end of ends('LAB', 'REG')) expect(end).toMatchObject({ _endpoint: ABSENT })
  })
})

describe('persons of one family name and without a number', () => {
  // Beyond eight different ones, texts find those that say the same.
  test.each([2, 8, 9, 30])('%i different ones, each in two results, are as many resources', (count) => {
    const observers = Array.from({ length: 2 * count }, (_, i) => `OBX|${i + 1}|NM|1^A^L||${i}|||||||||||^Sample^Given${i % count}`)
    const { bundle, trace } = convert('ORU^R01^ORU_R01', PID, 'OBR|1|P-1|F-1|1^A^L', ...observers)
    const entries = (bundle as { readonly entry: readonly { readonly fullUrl: string; readonly resource: FhirResource }[] }).entry
    const practitioners = entries.filter(({ resource }) => resource.resourceType === 'Practitioner')
    expect(practitioners.map(({ resource }) => resource.name[0].given[0])).toEqual(Array.from({ length: count }, (_, i) => `Given${i}`))
    const observations = entries.filter(({ resource }) => resource.resourceType === 'Observation')
    const roleOf = (practitioner: string) => entries.find(({ resource }) => resource.practitioner?.reference === practitioner)!.fullUrl
    expect(observations.map(({ resource }) => resource.performer[0].reference)).toEqual(
      Array.from({ length: 2 * count }, (_, i) => roleOf(practitioners[i % count]!.fullUrl)),
    )
    const placed = trace.filter(({ path }) => /^OBX(?:\[\d+\])?-16\.3$/.test(path))
    expect(placed.map(({ target }) => target)).toEqual(
      Array.from({ length: 2 * count }, (_, i) => `Bundle.entry[${entries.indexOf(practitioners[i % count]!)}].resource.name[0].given[0]`),
    )
  })
})
