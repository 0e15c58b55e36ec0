// hl7/to-fhir: values that R4 does not allow as the message writes them. Each Bundle is valid, and what cannot stand as it is stands otherwise or is listed.
import { describe, expect, test } from 'vitest'
import { type FhirResource, resources, type ToFhirResult, toFhir } from '../to-fhir-message.ts'

const PID = 'PID|1||2002^^^WEST^MR||Probe^Berta'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|LAB|WEST|REG|EAST|20260304080910+0100||${type}|9|P|2.5.1`, ...segments].join('\r'))
}

/** `PV1||I` of `{ 2: 'I' }`. */
function segment(id: string, values: Readonly<Record<number, string>>): string {
  const last = Math.max(...Object.keys(values).map(Number))
  return [id, ...Array.from({ length: last }, (_, i) => values[i + 1] ?? '')].join('|')
}

function only(told: ToFhirResult, type: string): FhirResource {
  const all = resources(told, type)
  expect(all).toHaveLength(1)
  return all[0]!
}

const listed = ({ unmapped }: ToFhirResult, path: string) => unmapped.filter((each) => each.path.startsWith(path))

describe('a period with ends that are not as precise as each other', () => {
  const visit = (start: string, end: string) =>
    only(convert('ADT^A03^ADT_A03', PID, segment('PV1', { 2: 'I', 19: 'V7^^^WEST^VN', 44: start, 45: end })), 'Encounter').period

  test('is cut to what both tell, and keeps the whole beside it', () => {
    expect(visit('20260301', '20260301103000+0100')).toEqual({
      start: '2026-03-01',
      end: '2026-03-01',
      _end: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/originalText', valueString: '2026-03-01T10:30:00+01:00' }] },
    })
    expect(visit('202603', '20260310')).toMatchObject({ start: '2026-03', end: '2026-03' })
  })

  test('stays where the order is certain, and has no end before its start', () => {
    expect(visit('20260301', '20260302103000+0100')).toEqual({ start: '2026-03-01', end: '2026-03-02T10:30:00+01:00' })
    expect(visit('20260305', '202603041200+0100')).toEqual({ start: '2026-03-05' })
    expect(visit('2027', '20260304')).toEqual({ start: '2027' })
  })
})

describe('a code that R4 does not know in its system', () => {
  test('is one of the sender', () => {
    const told = convert(
      'ADT^A01^ADT_A01',
      segment('PID', { 3: '2002^^^WEST^MR', 5: 'Probe^Berta', 16: 'C' }),
      'PD1|||Clinic^^^^^WEST^PIN^^^P5',
      'PV1|1|I',
    )
    const patient = only(told, 'Patient')
    const types = resources(told, 'Organization').flatMap(({ identifier }) =>
      identifier?.flatMap((each: FhirResource) => each.type?.coding ?? []),
    )
    expect(types).toContainEqual({ code: 'PIN', system: 'urn:hl7-v2:WEST:HL70203' })
    expect(patient.maritalStatus.coding[0]).toMatchObject({ code: 'C', system: 'http://terminology.hl7.org/CodeSystem/v2-0002' })
  })

  test('is no unit', () => {
    const observe = (unit: string) => {
      const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||24323-8^Panel^LN', `OBX|1|NM|1-1^A^LN||5|${unit}|||||F`)
      return only(told, 'Observation').valueQuantity
    }
    expect(observe('cells/uL^^UCUM')).toEqual({ value: 5, unit: 'cells/uL' })
    expect(observe('mg/dL^^UCUM')).toMatchObject({ value: 5, code: 'mg/dL', system: 'http://unitsofmeasure.org' })
    expect(observe('{cells}/uL^^UCUM')).toMatchObject({ code: '{cells}/uL' })
  })

  test('is no currency, and is listed', () => {
    const told = convert('DFT^P03^DFT_P03', PID, 'FT1|1|||20260304||CG|99^Bed|||1|12.50&QQQ')
    expect(only(told, 'ChargeItem').priceOverride).not.toHaveProperty('currency')
    expect(listed(told, 'FT1-11')).toEqual([{ path: 'FT1-11.1.2', reason: 'no_place' }])
    expect(only(convert('DFT^P03^DFT_P03', PID, 'FT1|1|||20260304||CG|99^Bed|||1|12.50&EUR'), 'ChargeItem').priceOverride.currency).toBe(
      'EUR',
    )
  })
})

describe('what a rule of R4 needs or forbids', () => {
  test('an animal has a species, known or not', () => {
    const told = convert('ADT^A01^ADT_A01', `${PID}${'|'.repeat(31)}BEA^Beagle^L`, 'PV1|1|I')
    const { extension } = only(told, 'Patient').extension.find((each: { url: string }) => each.url.endsWith('patient-animal'))
    expect(extension.map((each: { url: string }) => each.url).sort()).toEqual(['breed', 'species'])
  })

  test('a reason of an event that is unknown is an absent one', () => {
    const told = convert('ADT^A01^ADT_A01', 'EVN||20260304||U', PID, 'PV1|1|I')
    expect(resources(told, 'Provenance').flatMap(({ reason }) => reason ?? [])).toContainEqual({
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }],
    })
  })

  test('an administration with a route alone has a dose that is absent', () => {
    const told = convert('RAS^O17^RAS_O17', PID, 'ORC|RE|1', 'RXA|0|1|20260304|20260304|Z1^Drug^L|', 'RXR|PO')
    const { dosage } = only(told, 'MedicationAdministration')
    expect(dosage.route.coding[0].code).toBeTruthy()
    expect(dosage.dose.extension[0].valueCode).toBe('unknown')
  })

  test('a problem that is withdrawn has no clinical status, and its end is a note', () => {
    const told = convert('PPR^PC3^PPR_PC1', PID, 'PRB|DE|20260304|X1^Cough^L|||||||20260301')
    const condition = only(told, 'Condition')
    expect(condition.verificationStatus.coding[0].code).toBe('entered-in-error')
    expect(condition).not.toHaveProperty('clinicalStatus')
    expect(condition).not.toHaveProperty('abatementDateTime')
  })

  test('only an appointment that is called off has a reason for it', () => {
    const told = convert('SRM^S10^SRM_S01', 'ARQ|A1|||||R1^Reason^L', PID)
    expect(only(told, 'Appointment')).not.toHaveProperty('cancelationReason')
    expect(listed(told, 'ARQ-6')).not.toEqual([])
    expect(only(convert('SRM^S04^SRM_S01', 'ARQ|A1|||||R1^Reason^L', PID), 'Appointment').cancelationReason.coding[0].code).toBe('R1')
  })

  test('the order of a name is one that R4 knows', () => {
    const extensions = (order: string) =>
      only(convert('ADT^A01^ADT_A01', `${PID}^^^^^L^^^^${order}`, 'PV1|1|I'), 'Patient').name[0].extension
    expect(extensions('F')?.[0].valueCode).toBe('F')
    expect(extensions('Q')).toBeUndefined()
  })
})

test('data of blanks alone is none, and is listed', () => {
  const told = convert('ORU^R01^ORU_R01', PID, 'OBR|1|||24323-8^Panel^LN', 'OBX|1|ED|1-1^A^LN||^AP^PDF^Hex^  ||||||F')
  expect(resources(told, 'DocumentReference').map(({ content }) => content[0].attachment.data)).not.toContain('')
  expect(JSON.stringify(told.bundle)).not.toContain('"data":""')
  expect(listed(told, 'OBX-5.5')).not.toEqual([])
})

describe('control characters', () => {
  test.each(['PID|1||2002^^^WEST^MR||Probe^Berta|Old\u0007name|||X\u0001^Red\u0002^L', `${PID}|||||||||||||||||Oslo\u0003`])(
    'of %j are shown, and no text is lost',
    (patient) => {
      const told = convert('ADT^A01^ADT_A01', patient, 'PV1|1|I')
      expect(JSON.stringify(told.bundle)).not.toMatch(/\\u00[01]/)
    },
  )

  test('and blanks are no narrative', () => {
    const told = convert('ADT^A01^ADT_A01', PID, 'PV1|1|I', `PV2|${'|'.repeat(11)} \\X0D0A\\ `)
    expect(only(told, 'Encounter')).not.toHaveProperty('text')
  })
})

describe('what a message says of a person', () => {
  const ethnicity = (field: string) => {
    const told = convert('ADT^A01^ADT_A01', segment('PID', { 3: '2002^^^WEST^MR', 5: 'Probe^Berta', 22: field }), 'PV1|1|I')
    const extension = only(told, 'Patient').extension?.find((each: { url: string }) => each.url.endsWith('us-core-ethnicity'))
    return { parts: extension?.extension, told }
  }

  test('an ethnic group of table 0189 is one of CDC, in the words of the sender', () => {
    const { parts, told } = ethnicity('N^Not Latino^HL70189')
    expect(parts).toEqual([
      {
        url: 'ombCategory',
        valueCoding: { system: 'urn:oid:2.16.840.1.113883.6.238', code: '2186-5', display: 'Not Hispanic or Latino' },
      },
      { url: 'text', valueString: 'Not Latino' },
    ])
    expect(listed(told, 'PID-22')).toEqual([])
    expect(ethnicity('H^Hispanic').parts[0].valueCoding.code).toBe('2135-2')
  })

  test('an ethnic group of another table, or an unknown one, stands in the words of the sender alone', () => {
    for (const field of ['U', 'N', 'N^Northern', 'N^Northern^99LOC', 'constructor']) {
      const { parts, told } = ethnicity(field)
      expect(parts).toBeUndefined()
      expect(resources(told, 'Observation')).toHaveLength(1)
    }
  })

  test('the importance of PV1-16 is one of the patient, too', () => {
    const told = convert('ADT^A01^ADT_A01', PID, segment('PV1', { 2: 'I', 16: 'B^Board member^L' }))
    expect(only(told, 'Patient').extension).toContainEqual({
      url: 'http://hl7.org/fhir/StructureDefinition/patient-importance',
      valueCodeableConcept: { coding: [{ code: 'B', display: 'Board member', system: 'urn:hl7-v2:WEST:L' }] },
    })
  })

  test('the employer that holds a policy has its address and whom to contact', () => {
    const insurance = segment('IN1', { 1: '1', 2: 'P1', 3: 'C1', 4: 'Insurer', 11: 'Works', 44: 'Main 5^^Graz' })
    const more = segment('IN2', { 49: 'Boss^Ann', 50: '555-77' })
    const told = convert('ADT^A01^ADT_A01', PID, 'PV1|1|I', insurance, more)
    expect(resources(told, 'Organization').find(({ name }) => name === 'Works')).toMatchObject({
      address: [{ line: ['Main 5'], city: 'Graz' }],
      contact: [{ name: { family: 'Boss', given: ['Ann'] }, telecom: [{ value: '555-77' }] }],
    })
    expect([...listed(told, 'IN1-44'), ...listed(told, 'IN2-49'), ...listed(told, 'IN2-50')]).toEqual([])
    const without = convert('ADT^A01^ADT_A01', PID, 'PV1|1|I', insurance.replace('Works', ''), more)
    expect(listed(without, 'IN2-49')).not.toEqual([])
  })

  test('the first software is the source, and roles and levels have names', () => {
    const told = convert('ADT^A01^ADT_A01', 'SFT|Vendor|1.2|Product', 'SFT|Other|9|Relay', PID, 'PV1|1|I|W^2^B')
    expect(only(told, 'MessageHeader').source).toMatchObject({ name: 'LAB', software: 'Product', version: '1.2' })
    expect(listed(told, 'SFT')).toEqual([])
    expect(resources(told, 'Location').flatMap(({ physicalType }) => physicalType?.coding[0].display ?? [])).toEqual(['Bed', 'Room'])
    expect(only(told, 'Encounter').class.display).toBe('inpatient encounter')
  })
})
