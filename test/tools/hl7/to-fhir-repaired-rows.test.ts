// Rows of the guide that are carried out after a repair: ends of periods by durations, who reported an allergy, subscribers and forms.
import { describe, expect, test } from 'vitest'
import { lines } from '../../formats/hl7/hl7-text.ts'
import { referred, resources, toFhir } from './to-fhir-message.ts'

const msh = (type: string) => `MSH|^~\\&|LAB|NORTH|REG|SOUTH|20260102080910+0100||${type}|R-7|P|2.5.1`
const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const reasonOf = ({ unmapped }: ReturnType<typeof toFhir>, path: string) => unmapped.find((each) => each.path === path)?.reason

describe('the end of a period (AIS, AIG, AIL, AIP; TQ1-6)', () => {
  const appointment = (...segments: string[]) =>
    lines(msh('SIU^S12^SIU_S12'), 'SCH|P-1|F-1||||R^Routine|||||^^^202601021000+0100', PID, 'RGS|1', ...segments)

  test.each([
    ['AIS', 'AIS|1||X^Visit|202601021000+0100|||20|min^^UCUM'],
    ['AIG', 'AIG|1||R^Room|T^Type||||202601021000+0100|||20|MIN'],
    ['AIL', 'AIL|1||W1|T^Type||202601021000+0100|||20|m'],
    ['AIP', 'AIP|1||77^Doc^Dora|T^Type||202601021000+0100|||20|minutes'],
  ])('%s: the start and the duration in its unit', (_, segment) => {
    const [found] = resources(toFhir(appointment('AIS|1||X', segment)), 'Appointment')
    const periods = found!.participant.map(({ period }: { period: unknown }) => period).filter((period: unknown) => period)
    expect(periods).toEqual([{ start: '2026-01-02T10:00:00+01:00', end: '2026-01-02T10:20:00+01:00' }])
  })

  test.each([
    ['without a unit', 'AIS|1||X^Visit|202601021000+0100|||20'],
    ['with a unit of no fixed length', 'AIS|1||X^Visit|202601021000+0100|||1|mo'],
    ['minutes after a day', 'AIS|1||X^Visit|20260102|||20|min'],
  ])('%s has no end, and the duration is told', (_, segment) => {
    const result = toFhir(appointment(segment))
    expect(JSON.stringify(resources(result, 'Appointment')[0]!.participant)).not.toContain('"end"')
    expect(reasonOf(result, 'AIS-7')).toBe('invalid_value')
  })

  test.each([
    ['TQ1|1|||||3^d|20260102', { start: '2026-01-02', end: '2026-01-05' }],
    ['TQ1|1|||||3^d||20260105', { start: '2026-01-02', end: '2026-01-05' }],
  ])('%s', (segment, period) => {
    const order = lines(msh('OMG^O19^OMG_O19'), PID, 'ORC|NW|P-1', segment, 'OBR|1|P-1||X^Test')
    expect(resources(toFhir(order), 'ServiceRequest')[0]!.occurrenceTiming.repeat.boundsPeriod).toEqual(period)
  })
})

describe('IAM-14 and IAM-15: who reported an allergy', () => {
  const allergy = (relationship: string) =>
    lines(msh('ADT^A60^ADT_A60'), 'EVN|A60|20260102', PID, `IAM|1|DA|X^Stuff|||A|1|||||||Teller^Tom|${relationship}`)

  test('without a relationship a practitioner', () => {
    const result = toFhir(allergy(''))
    expect(resources(result, 'Practitioner')[0]!.name[0].family).toBe('Teller')
    expect(resources(result, 'AllergyIntolerance')[0]!.recorder.reference).toBeDefined()
  })

  test('with one a related person', () => {
    const [person] = resources(toFhir(allergy('MTH^Mother')), 'RelatedPerson')
    expect(person!.name[0].family).toBe('Teller')
    expect(person!.relationship[0].coding[0].code).toBe('MTH')
    expect(person!.patient.reference).toBeDefined()
  })

  test('the patient keeps the name of PID', () => {
    const result = toFhir(allergy('SEL^Self'))
    expect(resources(result, 'Patient')[0]!.name).toHaveLength(1)
    expect(resources(result, 'RelatedPerson')).toEqual([])
    expect(reasonOf(result, 'IAM-14.1')).toBeDefined()
  })
})

test('IN1-49 is the subscriber, which is a text in R4', () => {
  const insurance = `IN1|1|PLAN|CO${'|'.repeat(46)}S-99^^^NORTH`
  const [coverage] = resources(toFhir(lines(msh('ADT^A01^ADT_A01'), 'EVN|A01|20260102', PID, 'PV1|1|I', insurance)), 'Coverage')
  expect(coverage!.subscriberId).toBe('S-99')
})

test('RXO-5 is the form of the medication', () => {
  const order = lines(msh('OMP^O09^OMP_O09'), PID, 'ORC|NW|P-1', 'RXO|D-1^Drug|1||mg|TAB^Tablet', 'RXR|PO')
  const [medication] = resources(toFhir(order), 'Medication')
  expect(medication!.form.coding[0].code).toBe('TAB')
})

test('NDL names the locations of the interpreter, each part of the next one', () => {
  const interpreter = '77&Doc&Dora^20260102^20260103^W1^101^A^NORTH^^^B2^3'
  const result = toFhir(
    lines(msh('ORU^R01^ORU_R01'), PID, `OBR|1|P-1|F-1|X^Test${'|'.repeat(28)}${interpreter}`, 'OBX|1|ST|Y^Test||x||||||F'),
  )
  const [role] = resources(result, 'PractitionerRole')
  const places: string[] = []
  for (let reference = role!.location[0]; reference; reference = referred(result, reference).partOf)
    places.push(referred(result, reference).identifier[0].value)
  expect(places).toEqual(['A', '101', '3', 'W1', 'B2', 'NORTH'])
})

describe('XTN: telephone numbers and addresses of electronic mail', () => {
  const telecomOf = (field: string) => {
    const result = toFhir(lines(msh('ADT^A01^ADT_A01'), 'EVN|A01|20260102', `${PID}||||||||${field}`, 'PV1|1|I'))
    const [patient] = resources(result, 'Patient')
    const points = patient!.telecom.map(({ system, value }: { system: string; value: string }) => `${system} ${value}`)
    return { points, left: result.unmapped.filter(({ path }) => path.startsWith('PID-13')).map(({ path }) => path) }
  }

  test.each([
    ['555-0100', ['phone 555-0100'], []],
    ['555-0100^^^ada@example.org', ['phone 555-0100', 'email ada@example.org'], []],
    ['555-0100^PRN^PH^ada@example.org', ['phone 555-0100', 'email ada@example.org'], []],
    ['^^^ada@example.org', ['email ada@example.org'], []],
    ['^NET^Internet^ada@example.org', ['email ada@example.org'], ['PID-13.2']],
    ['^PRN^PH^^^555^0100~^^^ada@example.org', ['phone 555 0100', 'email ada@example.org'], []],
    ['^^PH^ada@example.org', ['phone undefined'], ['PID-13.4']],
  ])('%s', (field, points, left) => {
    expect(telecomOf(field)).toEqual({ points, left })
  })
})

describe('TXA-17: the state of a document', () => {
  const documentOf = (state: string, options: object = {}) =>
    toFhir(
      lines(msh('MDM^T02^MDM_T02'), 'EVN|T02|20260102', PID, 'PV1|1|I', `TXA|1|DS|TX|||||||||D-1|||||${state}`, 'OBX|1|TX|1||x||||||F'),
      options,
    )

  test.each([
    ['LA', 'final'],
    ['AU', 'final'],
    ['DI', 'preliminary'],
    ['IP', 'preliminary'],
  ])('%s is %s', (state, expected) => {
    const result = documentOf(state)
    expect(resources(result, 'DocumentReference')[0]!.docStatus).toBe(expected)
    expect(reasonOf(result, 'TXA-17')).toBeUndefined()
  })

  test('of another code it is not told, unless the caller knows it', () => {
    expect(reasonOf(documentOf('XX'), 'TXA-17')).toBe('no_code')
    const codeMaps = [{ map: 'DocumentCompletionStatus', from: 'XX', to: 'amended' }]
    expect(resources(documentOf('XX', { codeMaps }), 'DocumentReference')[0]!.docStatus).toBe('amended')
  })
})

describe('IN1-16 to IN1-19: the insured', () => {
  const insured = (relationship: string) => {
    const insurance = `IN1|1|P1|C1|Insco||||||||||||Sample^Dan~Sample^Danny^^^^^N|${relationship}|19400101|1 Test Way^^Sometown|${'|'.repeat(23)}M`
    const result = toFhir(lines(msh('ADT^A01^ADT_A01'), 'EVN|A01|20260102', PID, 'NK1|1|Sample^Mia|MTH^Mother', 'PV1|1|I', insurance))
    return { result, subscriber: resources(result, 'Coverage')[0]!.subscriber }
  }

  test('with a relationship are a related person of their own, not the next of kin', () => {
    const { result, subscriber } = insured('FTH')
    expect(referred(result, subscriber)).toMatchObject({
      resourceType: 'RelatedPerson',
      name: [
        { family: 'Sample', given: ['Dan'] },
        { family: 'Sample', given: ['Danny'], use: 'nickname' },
      ],
      relationship: [{ coding: [{ code: 'FTH' }] }],
      birthDate: '1940-01-01',
      gender: 'male',
      address: [{ line: ['1 Test Way'], city: 'Sometown' }],
    })
    expect(resources(result, 'RelatedPerson')).toHaveLength(2)
  })

  test('SEL is the patient', () => {
    const { result, subscriber } = insured('SEL')
    expect(referred(result, subscriber).resourceType).toBe('Patient')
  })

  test('without a relationship are a name', () => {
    const { result, subscriber } = insured('')
    expect(subscriber).toEqual({ display: 'Dan Sample' })
    expect(reasonOf(result, 'IN1-18')).toBe('condition_false')
  })
})

describe('an observation of the type TS, which is DTM since 2.6 (OBX-5)', () => {
  test.each([
    ['2026', '2026'],
    ['202601', '2026-01'],
    ['20260102^D', '2026-01-02'],
    ['20260102080910', '2026-01-02T08:09:10+01:00'],
    ['202601020809-0500', '2026-01-02T08:09:00-05:00'],
  ])('%s', (value, expected) => {
    const message = lines(msh('ORU^R01^ORU_R01'), PID, 'OBR|1|||1^A^L', `OBX|1|TS|2^Onset^L||${value}||||||F`)
    const [observation] = resources(toFhir(message), 'Observation')
    expect(observation!.valueDateTime).toBe(expected)
  })
})
