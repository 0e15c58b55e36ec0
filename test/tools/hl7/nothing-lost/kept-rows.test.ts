// hl7/to-fhir: times, risks, restrictions, accidents, disability, consent and notes that the guide has no element for.
import { describe, expect, test } from 'vitest'
import { resources, type ToFhirResult, toFhir } from '../to-fhir-message.ts'

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const ORDER = 'ORC|NW|P-1'
const PANEL = 'OBR|1|P-1||24323-8^Panel^LN'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|SOUTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

/** Paths under the segment that are reported as unmapped, without set IDs. */
function lost({ unmapped }: ToFhirResult, segment: string): string[] {
  return unmapped.flatMap(({ path }) => (path.startsWith(segment) && path !== `${segment}-1` ? [path] : []))
}

function first(converted: ToFhirResult, type: string) {
  return resources(converted, type)[0]!
}

describe('an order', () => {
  test('keeps the clinical information, the callback number and the user fields', () => {
    const order = convert('OML^O21^OML_O21', PID, ORDER, `${PANEL}|||||||||Suspected sepsis||||^PRN^PH^^^555^1234567|ACC-77|B|C|D`)
    const { note, extension } = first(order, 'ServiceRequest')
    expect(note.map(({ text }: { text: string }) => text)).toEqual([
      'Relevant clinical information: Suspected sepsis',
      'Placer field 1: ACC-77',
      'Placer field 2: B',
      'Filler field 1: C',
      'Filler field 2: D',
    ])
    expect(JSON.stringify(extension)).toContain('servicerequest-order-callback-phone-number')
    expect(JSON.stringify(extension)).toContain('1234567')
    // The placer number is that of ORC-2.
    expect(lost(order, 'OBR')).toEqual(['OBR-2'])
  })

  test('exists for the clinical information of a report without ORC', () => {
    const report = convert('ORU^R01^ORU_R01', PID, `${PANEL}|||||||||Suspected sepsis||||||||||||F`)
    expect(first(report, 'ServiceRequest').note).toEqual([{ text: 'Relevant clinical information: Suspected sepsis' }])
  })
})

test('an observation keeps the time of its analysis beside its own', () => {
  const report = convert('ORU^R01^ORU_R01', PID, PANEL, 'OBX|1|NM|1-1^A^LN||5|mg|||||F|||20260101|||||20260102')
  expect(first(report, 'Observation')).toMatchObject({
    effectiveDateTime: '2026-01-01',
    extension: [{ url: expect.stringContaining('observation-analysis-date-time'), valueDateTime: '2026-01-02' }],
  })
})

test('a specimen keeps its role, risk and rejection', () => {
  const order = convert(
    'OML^O21^OML_O21',
    PID,
    ORDER,
    PANEL,
    'SPM|1|S-1||SER^Serum^HL70487|||||||P^Patient^HL70369|||||BIO^Biological^HL70489|||||HEM^Hemolyzed^L',
  )
  const specimen = first(order, 'Specimen')
  expect(specimen).toMatchObject({ status: 'unsatisfactory' })
  expect(specimen.note.map(({ text }: { text: string }) => text)).toEqual([
    'Role: P Patient',
    'Risk: BIO Biological',
    'Reject reason: HEM Hemolyzed',
  ])
})

test('a diagnosis of an order has its type and rank in the visit', () => {
  const order = convert('OML^O21^OML_O21', PID, 'PV1|1|I', ORDER, PANEL, 'DG1|1||I10^Hypertension^I10|||A|||||||||1')
  expect(first(order, 'Encounter').diagnosis).toMatchObject([
    { rank: 1, use: { coding: expect.arrayContaining([expect.objectContaining({ code: 'AD' })]) } },
  ])
})

describe('an admission', () => {
  const admission = convert(
    'ADT^A01^ADT_A01',
    `${PID}${'|'.repeat(22)}VET^Veteran^L`,
    'PD1||A',
    'ARV|1|A^Add^HL70719|DEMO^Demographics^HL70717|PHY^Physician^HL70718',
    `PV1|1|I|W^1^2^NORTH${'|'.repeat(36)}EAST`,
    'DB1|1|PT||Y|20260101|20260201',
    'ACC|20260101|MV^Vehicle^L|Crossing||N|N||Hit by a car',
  )
  const observed = (text: string) => resources(admission, 'Observation').find(({ code }) => code.text === text)!

  test('keeps access restrictions as security labels of the patient', () => {
    expect(first(admission, 'Patient').meta.security).toMatchObject([{ code: 'DEMO' }, { code: 'PHY' }])
  })

  test('keeps the servicing facility', () => {
    const visit = first(admission, 'Encounter')
    expect(visit.serviceProvider.reference).toMatch(/^urn:uuid:/)
    expect(lost(admission, 'PV1')).toEqual([])
  })

  test('keeps the military status, the disability and the accident', () => {
    expect(observed('Veterans military status').valueCodeableConcept.coding).toMatchObject([{ code: 'VET' }])
    expect(observed('Disability')).toMatchObject({
      valueCodeableConcept: { coding: [{ code: 'Y' }] },
      effectivePeriod: { start: '2026-01-01', end: '2026-02-01' },
    })
    expect(observed('Accident')).toMatchObject({
      effectiveDateTime: '2026-01-01',
      valueCodeableConcept: { coding: [{ code: 'MV' }] },
      note: [{ text: 'Location: Crossing' }, { text: 'Hit by a car' }],
      component: [{ code: { text: 'Job related' }, valueString: 'N' }, { code: { text: 'Death' } }],
    })
  })
})

test('a disability of somebody else is no observation of the patient', () => {
  const admission = convert('ADT^A01^ADT_A01', PID, 'PV1|1|I', 'DB1|1|GT||Y')
  expect(resources(admission, 'Observation')).toEqual([])
  expect(lost(admission, 'DB1')).toContain('DB1-4')
})

test('a removed access restriction labels nothing', () => {
  const admission = convert('ADT^A01^ADT_A01', PID, 'ARV|1|D^Delete^HL70719|DEMO^Demographics^HL70717', 'PV1|1|I')
  expect(first(admission, 'Patient').meta?.security).toBeUndefined()
})

test('a refused consent is a rejected Consent', () => {
  const document = convert('MDM^T01^MDM_T01', PID, 'CON|1|002^Procedure^HL70496|F-1||||||||R||20260101|20260102|20260102')
  expect(first(document, 'Consent')).toMatchObject({
    status: 'rejected',
    category: [{ coding: [{ code: '002' }] }],
    policyRule: { text: 'F-1' },
  })
})

test('notes behind a charge and a document stand in them', () => {
  const charge = convert('DFT^P03^DFT_P03', 'EVN||20260102', PID, 'FT1|1|||20260102||CG|99213^Visit^C4', 'NTE|1||Urgent')
  expect(first(charge, 'ChargeItem').note).toContainEqual({ text: 'Urgent' })
})

test('a vaccine has the facility of RXA-11 as its location', () => {
  const vaccine = convert('VXU^V04^VXU_V04', PID, 'ORC|RE||V-1', `RXA|0|1|20260102||08^HepB^CVX|1|mL^^UCUM||||^^^CLINIC-7||||L-1|||||CP|A`)
  expect(JSON.stringify(resources(vaccine, 'Location'))).toContain('CLINIC-7')
  expect(lost(vaccine, 'RXA-11')).toEqual([])
})

describe('an appointment', () => {
  const SCHEDULE = 'SCH|P-1|F-1|||||||30|min|^^^20250101080000+0100^20250101090000+0100'
  const times = (...segments: string[]) => first(convert('SIU^S12^SIU_S12', ...segments), 'Appointment')

  test('takes place at the time of TQ1, which replaces SCH-11', () => {
    expect(times(SCHEDULE, 'TQ1|||||||20260105093000+0100|20260105102000+0100', PID)).toMatchObject({
      start: '2026-01-05T09:30:00+01:00',
      end: '2026-01-05T10:20:00+01:00',
    })
    expect(times(SCHEDULE, PID)).toMatchObject({ start: '2025-01-01T08:00:00+01:00', end: '2025-01-01T09:00:00+01:00' })
  })

  test('takes place at the time of its service if nothing else says one', () => {
    expect(times('SCH|P-1|F-1|||||||30|min', PID, 'RGS|1', 'AIS|1||S^Serv^L|20260105093000+0100')).toMatchObject({
      start: '2026-01-05T09:30:00+01:00',
      end: '2026-01-05T10:00:00+01:00',
    })
    expect(times('SCH|P-1|F-1', PID, 'RGS|1', 'AIP|1||88^Nurse^Nora|N^Nurse^L||20260105093000+0100').start).toBe(
      '2026-01-05T09:30:00+01:00',
    )
  })
})

test('an address keeps its county (XAD.9), a role its table', () => {
  const address = (county: string) =>
    first(convert('ADT^A01^ADT_A01', `PID|1||7||S||||||1 Main^^Town^ST^12345^USA^H^^${county}`), 'Patient').address[0]
  expect([address('OC').district, address('06111').district]).toEqual(['OC', '06111'])
  const told = convert('REF^I12^REF_I12', 'RF1|A|R', 'PRD|RP^Referring^HL70286|Doe^Jo', PID)
  const [coding] = first(told, 'PractitionerRole').code[0].coding
  expect(coding).toMatchObject({ code: 'RP', system: 'http://terminology.hl7.org/CodeSystem/v2-0286' })
})
