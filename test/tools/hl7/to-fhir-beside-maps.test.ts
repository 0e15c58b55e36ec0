// hl7/to-fhir: values that the guide has no row for although its maps have the segment: times, notes, documents, locations, staff, visits, referrals.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const REPORT = 'OBR|1||F-9|24323-8^Panel^LN|||20260102080000+0100|||||||||||||||20260102090000+0100|||F'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|SOUTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

function only(told: ToFhirResult, type: string): FhirResource {
  const all = resources(told, type)
  expect(all).toHaveLength(1)
  return all[0]!
}

const lost = ({ unmapped }: ToFhirResult, path: string) => unmapped.filter((each) => each.path.startsWith(path))

describe('the time of an observation', () => {
  const observe = (report: string, fields: string) =>
    only(convert('ORU^R01^ORU_R01', PID, report, `OBX|1|NM|1-1^A^LN||5|mg|||||F${fields}`), 'Observation')

  test('is that of its report where it has none, and the report was issued then', () => {
    expect(observe(REPORT, '')).toMatchObject({ effectiveDateTime: '2026-01-02T08:00:00+01:00', issued: '2026-01-02T09:00:00+01:00' })
    expect(observe(REPORT, '|||20260101')).toMatchObject({ effectiveDateTime: '2026-01-01' })
    expect(observe(REPORT, '|||20260101')).not.toHaveProperty('effectivePeriod')
  })

  test('is a period where the report has one', () => {
    const period = REPORT.replace('20260102080000+0100|', '20260102080000+0100|20260102083000+0100')
    expect(observe(period, '')).toMatchObject({
      effectivePeriod: { start: '2026-01-02T08:00:00+01:00', end: '2026-01-02T08:30:00+01:00' },
    })
  })

  test('is that of its analysis where nothing else is known', () => {
    expect(observe('OBR|1||F-9|24323-8^Panel^LN', '||||||||20260102')).toMatchObject({ effectiveDateTime: '2026-01-02' })
  })
})

describe('encapsulated data (ED)', () => {
  const send = (value: string) => convert('ORU^R01^ORU_R01', PID, REPORT, `OBX|1|ED|1-1^A^LN||${value}||||||F`)

  test.each([
    ['^application^pdf^Base64^JVBERi0xLjQ=', 'application/pdf'],
    ['^AP^PDF^Base64^JVBERi0xLjQ=', 'application/pdf'],
    ['^application^text^A^Hello', 'text/plain'],
    ['^audio^basic^Base64^AAAA', 'audio/basic'],
    ['^TEXT^^A^Hello', 'text/plain'],
  ])('%s is of the type %s, and ED.2 is no note', (value, type) => {
    const told = send(value)
    expect(only(told, 'DocumentReference').content[0].attachment).toMatchObject({ contentType: type, data: expect.any(String) })
    expect(only(told, 'Observation')).not.toHaveProperty('note')
    expect(lost(told, 'OBX-5').filter(({ path }) => path !== 'OBX-5.4')).toEqual([])
  })

  test('without data is an absent value of a document of that type, and no text of separators', () => {
    const told = send('^application^pdf^Base64^')
    expect(only(told, 'Observation')).not.toHaveProperty('valueString')
    expect(only(told, 'Observation').dataAbsentReason.coding[0].code).toBe('unknown')
    expect(only(told, 'DocumentReference').content[0].attachment.contentType).toBe('application/pdf')
  })

  test('is of the patient', () => {
    const told = send('^application^pdf^Base64^JVBERi0xLjQ=')
    expect(referred(told, only(told, 'DocumentReference').subject).resourceType).toBe('Patient')
  })
})

test('a reference range that holds separators is one text without ends', () => {
  const told = convert('ORU^R01^ORU_R01', PID, REPORT, 'OBX|1|NM|1-1^A^LN||5|mg|<5^>7^a||||F')
  expect(only(told, 'Observation').referenceRange).toEqual([{ text: '<5^>7^a' }])
  expect(lost(told, 'OBX-7')).toEqual([])
})

test.each([
  ['10^9/L', '10^9/L'],
  ['10\\S\\9/L', '10^9/L'],
  ['mg/dL', 'mg/dL'],
])('the ends of a range have the unit of the value: %s', (unit, whole) => {
  const told = convert('ORU^R01^ORU_R01', PID, REPORT, `OBX|1|NM|1-1^A^LN||5|${unit}|3-7||||F`)
  const { valueQuantity, referenceRange } = only(told, 'Observation')
  expect(valueQuantity.unit).toBe(whole)
  expect(referenceRange).toEqual([{ text: '3-7', low: { value: 3, unit: whole }, high: { value: 7, unit: whole } }])
})

describe('notes', () => {
  test('behind an appointment and each of its resources are its comment', () => {
    const told = convert(
      'SIU^S12^SIU_S12',
      'SCH|1|2|||||||30|min|^^30^202601050900+0100^202601050930+0100',
      'NTE|1||Bring a list of drugs',
      PID,
      'RGS|1',
      'AIS|1||XR^X-ray^L',
      'NTE|1||Of the service',
      'AIG|1||D1^Device',
      'NTE|1||Of the device',
      'AIL|1||R1^^^NORTH',
      'NTE|1||Of the room',
      'AIP|1||123^Doe^Jo',
      'NTE|1||Of the person',
    )
    expect(only(told, 'Appointment').comment).toBe('Bring a list of drugs\nOf the service\nOf the device\nOf the room\nOf the person')
    expect(resources(told, 'Device').some(({ deviceName }) => deviceName?.[0].name === 'Device')).toBe(true)
  })

  test('behind a patient, an allergy, a diagnosis and a specimen stand with them', () => {
    const told = convert(
      'ADT^A01^ADT_A01',
      PID,
      'NTE|1||Of the patient',
      'PV1|1|I',
      'AL1|1|DA|A^Aspirin^L',
      'NTE|1||Of the allergy',
      'DG1|1||R05^Cough^I10|||W',
      'NTE|1||Of the diagnosis',
    )
    expect(only(told, 'Patient').extension).toContainEqual({
      url: 'http://hl7.org/fhir/StructureDefinition/note',
      valueAnnotation: { text: 'Of the patient' },
    })
    expect(only(told, 'AllergyIntolerance').note).toEqual([{ text: 'Of the allergy' }])
    expect(only(told, 'Condition').note).toEqual([{ text: 'Of the diagnosis' }])
  })
})

describe('structures', () => {
  test.each([
    ['SIU^S13^SIU_S13', 'SIU_S12'],
    ['ADT^A04^ADT_A04', 'ADT_A01'],
    ['ADT^A28^ADT_A28', 'ADT_A05'],
  ])('%s has the map %s of its event', (type, map) => {
    expect(convert(type, PID).map).toBe(map)
  })

  test('use and rank of a diagnosis stand in the visit where the guide has no map of the message', () => {
    const told = convert('ADT^A03^ADT_A03', PID, 'PV1|1|I', 'DG1|1||R05^Cough^I10|||F|||||||||1')
    expect(told.map).toBeNull()
    const [diagnosis] = only(told, 'Encounter').diagnosis
    expect(diagnosis).toMatchObject({ rank: 1 })
    expect(JSON.stringify(diagnosis.use)).toContain('"F"')
    expect(referred(told, diagnosis.condition).code.coding[0].code).toBe('R05')
  })
})

test('account and mother of a patient stand beside a result', () => {
  const told = convert('ORU^R01^ORU_R01', 'PID|1||1001^^^NORTH^MR||Sample^Ada|||||||||||||A-7^^^NORTH^AN|||55^^^NORTH^MR', REPORT)
  expect(only(told, 'Account').identifier[0].value).toBe('A-7')
  const mother = only(told, 'RelatedPerson')
  expect(mother.identifier[0].value).toBe('55')
  expect(mother.relationship[0].coding[0].code).toBe('MTH')
  expect(referred(told, mother.patient).resourceType).toBe('Patient')
})

test('the universal identifier of each level of a location stands beside its name', () => {
  const told = convert('ADT^A01^ADT_A01', PID, `PV1|1|I|W1&1.2.840.1.99&ISO^12^1^NORTH${'|'.repeat(8)}T2^9${'|'.repeat(32)}P3^7`)
  const ward = resources(told, 'Location').find(({ identifier }) => identifier[0].value === 'W1')!
  expect(ward.identifier[1]).toMatchObject({ value: 'urn:oid:1.2.840.1.99', system: 'urn:ietf:rfc:3986' })
  expect(only(told, 'Encounter').location.map(({ status }: { status: string }) => status)).toEqual(['active', 'active', 'completed'])
  expect(lost(told, 'PV1-').map(({ path }) => path)).toEqual(['PV1-1'])
})

test('all names of who answers for an observation with several values stand', () => {
  const told = convert(
    'ORU^R01^ORU_R01',
    PID,
    REPORT,
    'OBX|1|NM|1-1^A^LN||5~6|mg|||||F|||||77^Doe^Jo^Ann^JR^Dr^MD^^^^^^^^^^^^^^PhD|||||||Lab^L^05D|Street 1^^Town|9^Director^Di^R^^^MD',
  )
  expect(lost(told, 'OBX-16')).toEqual([])
  expect(lost(told, 'OBX-25')).toEqual([])
  expect(resources(told, 'Practitioner').map(({ name }) => name[0].given)).toEqual([
    ['Jo', 'Ann'],
    ['Di', 'R'],
  ])
})

test('codes of HL7 tables are shown by their names', () => {
  const told = convert('ADT^A01^ADT_A01', PID)
  expect(only(told, 'Patient').identifier[0].type.coding[0]).toEqual({
    system: 'http://terminology.hl7.org/CodeSystem/v2-0203',
    code: 'MR',
    display: 'Medical record number',
  })
})

test('parts of extensions stand: citizenship, nationality and the kind of an animal', () => {
  const fields: string[] = []
  fields[26] = 'AUT^Austria'
  fields[28] = 'CAN^Canada'
  fields[35] = 'D^Dog'
  const told = convert('ADT^A01^ADT_A01', `${PID}${Array.from({ length: 30 }, (_, i) => `|${fields[i + 6] ?? ''}`).join('')}`)
  expect(lost(told, 'PID-')).toEqual([{ path: 'PID-1', reason: 'no_map' }])
  const parts = only(told, 'Patient').extension.map(({ extension }: FhirResource) => [
    extension[0].url,
    extension[0].valueCodeableConcept.coding[0].code,
  ])
  expect(parts).toEqual([
    ['code', 'AUT'],
    ['code', 'CAN'],
    ['species', 'D'],
  ])
})

test('a referral is a request', () => {
  const told = convert(
    'REF^I12^REF_I12',
    'RF1|A^Accepted|A^ASAP|RAD^Radiology|||R-1^APP|20260102|||W^Second opinion||||Broken leg',
    'PRD|RP^Referring|Doe^Jo',
    PID,
  )
  expect(only(told, 'ServiceRequest')).toMatchObject({
    status: 'active',
    priority: 'asap',
    intent: 'order',
    authoredOn: expect.any(String),
    reasonCode: [{ coding: [{ code: 'W' }] }, { text: 'Broken leg' }],
  })
})

describe('several patients of one message', () => {
  test('each has the results behind its PID', () => {
    const of = (n: number) => [`PID|1||100${n}^^^NORTH^MR||Sample^Ada`, `OBR|1||F-${n}|1^P^L`, `OBX|1|NM|1^A^L||${n}||||||F`]
    const told = convert('ORU^R01^ORU_R01', ...of(1), ...of(2), ...of(3))
    const numbers = ['DiagnosticReport', 'Observation'].map((type) =>
      resources(told, type).map(({ subject }) => referred(told, subject).identifier[0].value),
    )
    expect(numbers).toEqual(Array(2).fill(['1001', '1002', '1003']))
    expect(told.unmapped.filter(({ path }) => /^PID(?:\[\d\])?-[^1]/.test(path))).toEqual([])
  })

  test('a patient without a result beside one with results', () => {
    const told = convert('ORU^R01^ORU_R01', 'PID|1||1001', 'PID|2||1002', 'OBR|1||F-1|1^P^L', 'OBX|1|NM|1^A^L||5||||||F')
    expect(resources(told, 'Patient')).toHaveLength(2)
    expect(referred(told, resources(told, 'Observation')[0]!.subject).identifier[0].value).toBe('1002')
  })

  test('of a swap (A17) each has its visit, account, mother and observation', () => {
    const of = (n: number) => [`PID|${n}||100${n}${'|'.repeat(15)}A-${n}|||M-${n}`, `PV1|1|I|W${n}`, `OBX|1|NM|1^A^L||${n}||||||F`]
    const told = convert('ADT^A17^ADT_A17', 'EVN||20260102', ...of(1), ...of(2))
    const owners = ['Encounter', 'Account', 'RelatedPerson', 'Observation'].map((type) =>
      resources(told, type).map(({ subject, patient }) => referred(told, [subject ?? patient].flat()[0]).identifier[0].value),
    )
    expect(owners).toEqual(Array(4).fill(['1001', '1002']))
  })

  test.each(['OMG^O19^OMG_O19', 'OML^O21^OML_O21'])('%s: each order has its own specimen', (type) => {
    const of = (n: number) => [`ORC|NW|P-${n}`, `OBR|1|||${n}^A^L|||2026010${n}`]
    const told = convert(type, 'PID|1||1001', ...of(1), ...of(2))
    expect(resources(told, 'Specimen').map(({ collection }) => collection.collectedDateTime)).toEqual(['2026-01-01', '2026-01-02'])
  })

  test.each(['OUL^R22^OUL_R22', 'OUL^R24^OUL_R24'])('%s: OBR and the ORC behind it are one order', (type) => {
    const told = convert(type, 'PID|1||1001', 'SPM|1|S-1', 'OBR|1|||1^A^L', 'ORC|OC|P-1', 'OBX|1|NM|1^A^L||5||||||F')
    expect(only(told, 'ServiceRequest')).toMatchObject({ status: 'revoked', code: { coding: [{ code: '1' }] } })
  })

  test('the specimen that another one was taken of is of the same patient', () => {
    const told = convert('OUL^R22^OUL_R22', 'PID|1||1001', 'SPM|1|S-1|S-0|BLD^Blood^L', 'OBR|1||F-1|1^P^L')
    const patient = resources(told, 'Patient')[0]!.id
    expect(resources(told, 'Specimen').map(({ subject }) => referred(told, subject).id)).toEqual([patient, patient])
  })
})
