// hl7/to-fhir: what the guide leaves out and maps of our own do: drugs, merges, numbers and their authorities, problems, charges, insurance and staff.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

function only(told: ToFhirResult, type: string): FhirResource {
  const all = resources(told, type)
  expect(all).toHaveLength(1)
  return all[0]!
}

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const DRUG = '00054^Aspirin 81 mg^NDC'

describe('pharmacy (HL7 v2.5.1 §4.13)', () => {
  test('RDE^O11 is a request for a drug with its dose, numbers and dates, and no ServiceRequest', () => {
    const told = convert(
      'RDE^O11^RDE_O11',
      PID,
      'ORC|NW|P-1^EHR|F-1^PH||||||20260102|||77^Doctor^Dan',
      `RXE|1^BID^D5^20260102^20260107|${DRUG}|81||mg|TAB^Tablet|^with food||G|10|TAB|2`,
      'RXR|PO^Oral^HL70162',
      'NTE|1||with water',
    )
    const request = only(told, 'MedicationRequest')
    expect(request).toMatchObject({
      status: 'active',
      intent: 'order',
      authoredOn: '2026-01-02',
      identifier: [
        { value: 'P-1', type: { coding: [{ code: 'PLAC' }] } },
        { value: 'F-1', type: { coding: [{ code: 'FILL' }] } },
      ],
      dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 81, unit: 'mg' } }], timing: { code: { coding: [{ code: 'BID' }] } } }],
      dispenseRequest: { quantity: { value: 10, unit: 'TAB' }, numberOfRepeatsAllowed: 2 },
      note: [{ text: 'with water' }],
    })
    expect(request.dosageInstruction).toHaveLength(1)
    expect(request.dosageInstruction[0].route.coding[0].code).toBe('PO')
    expect(referred(told, request.medicationReference).code.coding[0]).toMatchObject({ code: '00054' })
    expect(resources(told, 'ServiceRequest')).toEqual([])
    expect(told.trace.find(({ path }) => path === 'RXE-3')).toMatchObject({ own: true })
  })

  test.each([
    ['CA', 'cancelled'],
    ['DC', 'stopped'],
    ['HD', 'on-hold'],
    ['XO', 'active'],
  ])('an order control of %s: %s', (control, status) => {
    expect(only(convert('RDE^O11^RDE_O11', PID, `ORC|${control}|P-1`, `RXE||${DRUG}|81||mg`), 'MedicationRequest').status).toBe(status)
  })

  test('RXO and RXE are two requests, the second for the first', () => {
    const told = convert('RDE^O11^RDE_O11', PID, 'ORC|NW|P-1', `RXO|${DRUG}|81||mg`, 'RXR|PO', `RXE||${DRUG}|162||mg`, 'RXR|PO')
    const [ordered, encoded] = resources(told, 'MedicationRequest')
    expect([ordered!.intent, encoded!.intent]).toEqual(['order', 'filler-order'])
    expect(referred(told, encoded!.basedOn[0]).id).toBe(ordered!.id)
  })

  test('RDS^O13 is a dispense', () => {
    const told = convert('RDS^O13^RDS_O13', PID, 'ORC|RE|P-1|F-1', `RXD|1|${DRUG}|20260102081000|30|TAB||RX-5`)
    expect(only(told, 'MedicationDispense')).toMatchObject({ status: 'completed', quantity: { value: 30, unit: 'TAB' } })
    expect(resources(told, 'ServiceRequest')).toEqual([])
  })

  test.each([
    ['CP', 'A', 'completed'],
    ['RE', 'A', 'not-done'],
    ['', '', 'completed'],
    ['CP', 'D', 'entered-in-error'],
  ])('RAS^O17: RXA-20 %j and RXA-21 %j: %s', (completion, action, status) => {
    const told = convert(
      'RAS^O17^RAS_O17',
      PID,
      'ORC|RE|P-1',
      `RXA|0|1|20260102081000||${DRUG}|81|mg${'|'.repeat(13)}${completion}|${action}`,
    )
    const given = only(told, 'MedicationAdministration')
    expect(given).toMatchObject({ status, dosage: { dose: { value: 81, unit: 'mg' } }, effectiveDateTime: '2026-01-02T08:10:00+01:00' })
    expect(resources(told, 'Immunization')).toEqual([])
  })

  test('RXA of VXU stays a vaccination', () => {
    const told = convert('VXU^V04^VXU_V04', PID, 'ORC|RE|P-1', 'RXA|0|1|20260102||08^HepB^CVX|0.5|mL')
    expect(resources(told, 'Immunization')).toHaveLength(1)
    expect(resources(told, 'MedicationAdministration')).toEqual([])
  })

  test('parts of a mixture are ingredients', () => {
    const told = convert(
      'RDE^O11^RDE_O11',
      PID,
      'ORC|NW|P-1',
      `RXE||${DRUG}|1||bag`,
      'RXC|B|D5W^Dextrose^L|1000|mL',
      'RXC|A|KCL^Potassium^L|20|meq',
    )
    const { ingredient } = referred(told, only(told, 'MedicationRequest').medicationReference)
    expect(ingredient).toMatchObject([{ isActive: false }, { isActive: true, strength: { numerator: { value: 20, unit: 'meq' } } }])
  })
})

describe('merges and moves (HL7 v2.5.1 §3.6)', () => {
  const merged = (event: string) => convert(`ADT^${event}`, `EVN|${event}|20260102`, PID, 'MRG|2002^^^NORTH^MR||A-8||||Simple^Ada')

  test.each(['A18', 'A34', 'A36', 'A39', 'A40'])('%s: the record of MRG is replaced', (event) => {
    const told = merged(event)
    const [kept, gone] = resources(told, 'Patient')
    expect(kept!.identifier[0].value).toBe('1001')
    expect(gone).toMatchObject({ active: false, identifier: [{ value: '2002' }], name: [{ family: 'Simple' }] })
    expect([kept!.link[0].type, gone!.link[0].type]).toEqual(['replaces', 'replaced-by'])
    expect(referred(told, gone!.link[0].other).id).toBe(kept!.id)
    expect(referred(told, kept!.link[0].other).id).toBe(gone!.id)
  })

  test.each(['A46', 'A47'])('%s: the number of MRG is an old one of the same record', (event) => {
    const { identifier } = only(merged(event), 'Patient')
    expect(identifier).toMatchObject([{ value: '1001' }, { value: '2002', use: 'old' }])
  })

  test('A45: a visit moves, and the number of MRG-5 is an old one', () => {
    const told = convert('ADT^A45^ADT_A45', 'EVN|A45|20260102', PID, 'MRG|1001^^^NORTH^MR||||V-1', `PV1|1|I${'|'.repeat(17)}V-2`)
    const numbers = resources(told, 'Encounter').flatMap(({ identifier }) => identifier)
    expect(numbers).toContainEqual(expect.objectContaining({ value: 'V-1', use: 'old' }))
    expect(resources(told, 'Patient')).toHaveLength(1)
  })

  test.each(['A35', 'A41', 'A42', 'A45', 'A50', 'A51'])(
    '%s: the number of another patient in MRG-1 does not become one of PID',
    (event) => {
      const [kept, other] = resources(merged(event), 'Patient')
      expect(kept!.identifier).toMatchObject([{ value: '1001' }])
      expect(kept!.identifier).toHaveLength(1)
      expect(other!.identifier).toMatchObject([{ value: '2002' }])
      expect([kept!.link, other!.link, other!.active]).toEqual([undefined, undefined, undefined])
    },
  )

  test('A45: the account that a visit leaves stays with its patient', () => {
    const told = merged('A45')
    const account = resources(told, 'Account').find(({ identifier }) => identifier[0].value === 'A-8')!
    expect(referred(told, account.subject[0]).identifier[0].value).toBe('2002')
  })

  test.each(['A06', 'A41', 'A45', 'A51'])('%s: any number of PID-3 in MRG-1 is the same patient', (event) => {
    const told = convert(
      `ADT^${event}`,
      `EVN|${event}|20260102`,
      `${PID.split('|').slice(0, 3).join('|')}|1001^^^NORTH^MR~E5^^^ALL^PI`,
      'MRG|E5^^^ALL^PI',
    )
    expect(only(told, 'Patient').identifier.map(({ value }: { value: string }) => value)).toEqual(['1001', 'E5'])
  })

  test('a message without MRG has no other patient', () => expect(resources(convert('ADT^A40', PID), 'Patient')).toHaveLength(1))
})

describe('numbers and their authorities', () => {
  test('an OID in EI is the system of the number', () => {
    const told = convert('ORM^O01^ORM_O01', PID, 'ORC|NW|P-1^EHR^1.2.3.9^ISO', 'OBR|1|||1^A^L')
    expect(only(told, 'ServiceRequest').identifier[0]).toMatchObject({ value: 'P-1', system: 'urn:oid:1.2.3.9' })
  })

  test('a short OID is no system by itself, which the official validator refuses, and one where the caller says so', () => {
    const message = 'MSH|^~\\&|APP|NORTH|REG|NORTH|2026||ADT^A01^ADT_A01|7|P|2.5.1\rPID|1||1001^^^NORTH&2.16.1&ISO^MR||S'
    const system = (systems: object) => only(toFhir(message, { systems }), 'Patient').identifier[0].system
    expect([system({}), system({ NORTH: 'urn:oid:2.16.1' })]).toEqual([undefined, 'urn:oid:2.16.1'])
  })

  test('systems tell the kinds of number of one authority apart', () => {
    const systems = { 'NORTH^MR': 'urn:oid:1.2.3.1', 'NORTH^VN': 'urn:oid:1.2.3.2', NORTH: 'urn:oid:1.2.3' }
    const message = ['MSH|^~\\&|APP|NORTH|REG|NORTH|2026||ADT^A01^ADT_A01|7|P|2.5.1', 'PID|1||1^^^NORTH^MR~2^^^NORTH^VN~3^^^NORTH^XX||S']
    const numbers = only(toFhir(message.join('\r'), { systems }), 'Patient').identifier
    expect(numbers.map(({ system }: FhirResource) => system)).toEqual(['urn:oid:1.2.3.1', 'urn:oid:1.2.3.2', 'urn:oid:1.2.3'])
  })

  test('a number of XON in two components is one identifier', () => {
    const told = convert('ORM^O01^ORM_O01', PID, `ORC|NW|P-1${'|'.repeat(19)}Lab^L^^^^CLIA&1.2.3.4&ISO^XX^^^34D`, 'OBR|1|||1^A^L')
    const organizations = resources(told, 'Organization').filter(({ name }) => name === 'Lab')
    expect(organizations.map(({ identifier }) => identifier)).toMatchObject([[{ value: '34D', type: { coding: [{ code: 'XX' }] } }]])
  })

  test('a group number (ORC-4) is neither the placer\u2019s nor the filler\u2019s number of the report', () => {
    const told = convert('ORU^R01^ORU_R01', PID, 'ORC|RE|P-1|F-1|G-7', 'OBR|1|P-1|F-1|1^A^L')
    const group = only(told, 'DiagnosticReport').identifier.find(({ value }: FhirResource) => value === 'G-7')
    expect(group.type).toEqual({ text: 'Placer group number' })
  })

  test.each([
    ['APP|NORTH', 'urn:hl7-v2:NORTH:L'],
    ['APP|NORTH^1.2.3^ISO', 'urn:hl7-v2:1.2.3:L'],
    ['APP|', 'urn:hl7-v2:APP:L'],
    ['|', 'urn:hl7-v2:L'],
  ])('a local code of the sender %s has the system %s', (sender, system) => {
    const message = [`MSH|^~\\&|${sender}|REG|S|2026||ORU^R01^ORU_R01|7|P|2.5.1`, PID, 'OBR|1|||1^A^L', 'OBX|1|ST|1^A^L||x||||||F'].join(
      '\r',
    )
    expect(only(toFhir(message), 'Observation').code.coding[0].system).toBe(system)
  })
})

describe('codes that name a table of HL7 are translated as bare ones', () => {
  const married = (code: string) => only(convert('ADT^A01^ADT_A01', `PID|1||7||S${'|'.repeat(11)}${code}`), 'Patient').maritalStatus.coding
  const V3 = { code: 'M', system: 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus' }
  test.each(['M', 'M^Married^HL70002', 'M^Married^L'])('%s', (code) => expect(married(code)).toContainEqual(expect.objectContaining(V3)))
  test('one of another standard is not', () => expect(married('M^Married^SCT')).not.toContainEqual(expect.objectContaining(V3)))
})

describe('other segments', () => {
  test('PRB is a problem of the list', () => {
    const told = convert('PPR^PC1^PPR_PC1', PID, 'PRB|AD|20260102|I10^Hypertension^I10|PR-1|||20251201')
    expect(only(told, 'Condition')).toMatchObject({
      category: [{ coding: [{ code: 'problem-list-item' }] }],
      code: { coding: [{ code: 'I10' }] },
      identifier: [{ value: 'PR-1' }],
      onsetDateTime: '2025-12-01',
    })
  })

  test('FT1 is a charge', () => {
    const told = convert('DFT^P03^DFT_P03', 'EVN||20260102', PID, 'FT1|1|T-1||20260102||CG|99213^Visit^C4|||2|50^USD')
    expect(only(told, 'ChargeItem')).toMatchObject({ code: { coding: [{ code: '99213' }] }, quantity: { value: 2 } })
  })

  test('race and ethnicity of CDC are extensions of US Core', () => {
    const told = convert('ADT^A01^ADT_A01', `PID|1||7||S|||||2106-3^White^HL70005${'|'.repeat(12)}2186-5^Not Hispanic^HL70189`)
    const urls = only(told, 'Patient').extension.map(({ url }: FhirResource) => url.split('/').at(-1))
    expect(urls).toEqual(expect.arrayContaining(['us-core-race', 'us-core-ethnicity']))
  })

  test.each([
    ['3.5-5.5', { low: { value: 3.5, unit: 'mg' }, high: { value: 5.5, unit: 'mg' } }],
    ['<5', { high: { value: 5 } }],
    ['>= 10', { low: { value: 10 } }],
  ])('the ends of the range %s', (text, expected) => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|NM|1^A^L||4|mg|${text}||||F`)
    expect(only(told, 'Observation').referenceRange).toMatchObject([{ text, ...expected }])
  })

  test.each(['negative', '5.5-3.5', '1-2-3'])('no ends of the range %s', (text) => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|NM|1^A^L||4|mg|${text}||||F`)
    expect(only(told, 'Observation').referenceRange).toEqual([{ text }])
  })

  test.each([
    ['LAB', 'laboratory'],
    ['RAD', 'imaging'],
    ['VUS', 'imaging'],
    ['EN', 'procedure'],
    ['RT', 'therapy'],
  ])('a report of %s has observations of the category %s', (section, category) => {
    const told = convert('ORU^R01^ORU_R01', PID, `OBR|1|||1^A^L${'|'.repeat(20)}${section}`, 'OBX|1|NM|1^A^L||4|mg|||||F')
    expect(only(told, 'Observation').category[0].coding[0].code).toBe(category)
  })

  test.each(['OTH', 'ICU', 'PHR'])('a report of %s says nothing of the category', (section) => {
    const told = convert('ORU^R01^ORU_R01', PID, `OBR|1|||1^A^L${'|'.repeat(20)}${section}`, 'OBX|1|NM|1^A^L||4|mg|||||F')
    expect(only(told, 'Observation').category).toBeUndefined()
  })

  test('a referral with a disposition (RF1-4) and without a service is valid (prr-1)', () => {
    const told = convert('REF^I12^REF_I12', 'RF1|A|R|MED|I|IP|RF-6', PID)
    expect(only(told, 'ServiceRequest')).toMatchObject({ orderDetail: [{ coding: [{ code: 'I' }] }], code: { extension: [{}] } })
  })

  test('a vital sign of R4 has the category that its profile demands, beside that of its report', () => {
    const told = convert('ORU^R01^ORU_R01', PID, `OBR|1|||1^A^L${'|'.repeat(20)}LAB`, 'OBX|1|NM|8867-4^Heart rate^LN||70|/min^^UCUM|||||F')
    const codes = only(told, 'Observation').category.flatMap(({ coding }: { coding: { code: string }[] }) => coding.map(({ code }) => code))
    expect(codes).toEqual(['laboratory', 'vital-signs'])
  })

  test.each([
    ['8867-4^Heart rate^LN', 'NM', '70', 'beats/min^^ISO', '/min', 'beats/min'],
    ['8867-4^Heart rate^LN', 'CWE', '70', 'bpm^^L', '/min', 'bpm'],
    ['29463-7^Weight^LN', 'NM', '70', 'KG', 'kg', 'KG'],
    ['8310-5^Temperature^LN', 'NM', '38.5', 'deg C^^L', 'Cel', 'deg C'],
    ['8310-5^Temperature^LN', 'NM', '99.1', 'F', '[degF]', 'F'],
  ])(
    'the unit of a vital sign is the code of UCUM that it certainly means, beside its own text: %s %s',
    (code, type, value, unit, ucum, text) => {
      const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|${type}|${code}||${value}|${unit}|||||F`)
      const quantity = only(told, 'Observation').valueQuantity
      expect(quantity).toMatchObject({ value: Number(value), unit: text, system: 'http://unitsofmeasure.org', code: ucum })
      expect(told.unmapped.filter(({ path }: { path: string }) => /^OBX-[^1]/.test(path))).toEqual([])
    },
  )

  test.each([
    ['8867-4^Heart rate^LN', 'arbitrary^^L'],
    ['8867-4^Heart rate^LN', '/h^^L'],
    ['2345-7^Glucose^LN', 'beats/min^^L'],
  ])('any other unit stays what it is: %s in %s', (code, unit) => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', `OBX|1|NM|${code}||70|${unit}|||||F`)
    expect(only(told, 'Observation').valueQuantity.system).not.toBe('http://unitsofmeasure.org')
  })

  test('a vital sign without a value has a reason', () => {
    const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||1^A^L', 'OBX|1|ED|8867-4^Heart rate^LN||^application^pdf^Base64^JVBERg==||||||F')
    expect(only(told, 'Observation').dataAbsentReason.coding[0].code).toBe('unknown')
  })

  test('STF and PRA are a practitioner and a role', () => {
    const told = convert('PMU^B01^PMU_B01', 'EVN||20260102', 'STF|S-1|9^^^NORTH^EI|Nurse^Nora||F|19800101|A', 'PRA|P-9|||||L-1^RN')
    expect(only(told, 'Practitioner')).toMatchObject({ active: true, gender: 'female', name: [{ family: 'Nurse' }] })
    expect(referred(told, only(told, 'PractitionerRole').practitioner).id).toBe(only(told, 'Practitioner').id)
  })
})
