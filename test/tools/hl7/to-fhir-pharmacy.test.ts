// hl7/to-fhir: drugs (HL7 v2.5.1 §4.13-4.14) with their doses, rates, timings, strengths and statuses, by the table cases of the standard.
import { describe, expect, test } from 'vitest'
import { type FhirResource, referred, resources, type ToFhirResult, toFhir } from './to-fhir-message.ts'

function convert(type: string, ...segments: string[]): ToFhirResult {
  return toFhir([`MSH|^~\\&|APP|NORTH|REG|NORTH|20260102080910+0100||${type}|7|P|2.5.1`, ...segments].join('\r'))
}

const PID = 'PID|1||1001^^^NORTH^MR||Sample^Ada'
const DRUG = '00054^Aspirin 81 mg^NDC'

function requestOf(...segments: string[]): FhirResource {
  const told = convert('RDE^O11^RDE_O11', PID, ...segments)
  expect(resources(told, 'ServiceRequest')).toEqual([])
  return resources(told, 'MedicationRequest')[0]!
}

const order = (control: string, status: string) => requestOf(`ORC|${control}|P-1|||${status}`, `RXE||${DRUG}|81||mg`)
const encoded = (fields: string, ...more: string[]) => requestOf('ORC|NW|P-1', `RXE|${fields}`, ...more).dosageInstruction

describe('the status of an order by ORC-1 (table 0119) and ORC-5 (table 0038)', () => {
  test.each([
    ['NW', '', 'active'],
    ['RU', '', 'stopped'],
    ['UN', '', 'active'],
    ['UF', '', 'active'],
    ['DF', '', 'cancelled'],
    ['SC', 'DC', 'stopped'],
    ['SC', 'HD', 'on-hold'],
    ['', 'CM', 'completed'],
    // An order that is called off is so, whatever status it had.
    ['CA', 'IP', 'cancelled'],
    ['DC', 'SC', 'stopped'],
    ['HD', 'IP', 'on-hold'],
    ['QQ', '', 'unknown'],
  ])('%s and %j: %s', (control, status, expected) => expect(order(control, status).status).toBe(expected))

  test.each(['RXO', 'RXE'])('an order to give (RXG) of a cancelled %s is cancelled', (segment) => {
    const drug = segment === 'RXO' ? `RXO|${DRUG}|81` : `RXE||${DRUG}|81||mg`
    const told = convert('RGV^O15^RGV_O15', PID, 'ORC|CA|P-1', drug, `RXG|1||^once|${DRUG}|81||mg`)
    expect(resources(told, 'MedicationRequest').map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })
})

describe('the dose (RXO-2 to RXO-4, RXE-3 to RXE-5, §4.14.1, §4.14.4)', () => {
  const ordered = (fields: string) => {
    const told = convert('OMP^O09^OMP_O09', PID, 'ORC|NW|P-1', `RXO|${DRUG}|${fields}`)
    expect(resources(told, 'ServiceRequest')).toEqual([])
    return resources(told, 'MedicationRequest')[0]!.dosageInstruction[0].doseAndRate[0]
  }

  test.each([
    ['81||mg', { doseQuantity: { value: 81, unit: 'mg' } }],
    ['81|162|mg', { doseRange: { low: { value: 81, unit: 'mg' }, high: { value: 162, unit: 'mg' } } }],
    ['81||mg^milligram', { doseQuantity: { value: 81, unit: 'mg (milligram)' } }],
    ['81||mg^milligram^UCUM', { doseQuantity: { value: 81, unit: 'milligram', code: 'mg', system: 'http://unitsofmeasure.org' } }],
  ])('%s', (fields, expected) => {
    expect(ordered(fields)).toMatchObject(expected)
    expect(encoded(`|${DRUG}|${fields}`)[0].doseAndRate[0]).toMatchObject(expected)
  })

  test('without a maximum it is no range', () => expect(ordered('81||mg')).not.toHaveProperty('doseRange'))

  test.each([
    ['|100|ml/hr', { value: 100, unit: 'ml/hr' }],
    ['H1|100|ml', { value: 100, unit: 'ml/H1' }],
    ['H1|100|ml/hr', { value: 100, unit: 'ml/hr' }],
  ])('a rate of %s', (fields, expected) => {
    expect(encoded(`|${DRUG}|1||bag${'|'.repeat(17)}${fields}`)[0].doseAndRate[0].rateQuantity).toEqual(expected)
  })
})

describe('an amount that is no number', () => {
  test.each([
    ['OMP^O09^OMP_O09', `RXO|${DRUG}|<81||mg|||||||one||x`, ['RXO-2: <81', 'RXO-11: one', 'RXO-13: x']],
    ['RDE^O11^RDE_O11', `RXE||${DRUG}|1/2|one|mg`, ['RXE-3: 1/2', 'RXE-4: one']],
    ['RDS^O13^RDS_O13', `RXD|1|${DRUG}|20260102|ten|TAB`, ['RXD-4: ten']],
    ['RGV^O15^RGV_O15', `RXG|1||^once|${DRUG}|one||mg`, ['RXG-5: one']],
    ['RAS^O17^RAS_O17', `RXA|0|1|20260102||${DRUG}|1,5|mg`, ['RXA-6: 1,5']],
  ])('%s: stands in a note', (type, segment, expected) => {
    const told = convert(type, PID, 'ORC|NW|P-1', segment)
    const notes = ['MedicationRequest', 'MedicationDispense', 'MedicationAdministration'].flatMap((each) =>
      resources(told, each).flatMap(({ note }) => (note ?? []).map(({ text }: FhirResource) => text as string)),
    )
    expect(notes.filter((text) => text.startsWith('RX'))).toEqual(expected)
    expect(told.unmapped.filter(({ reason }) => reason === 'invalid_value')).toEqual([])
  })

  test('of a part of a mixture, too', () => {
    expect(requestOf('ORC|NW|P-1', `RXE||${DRUG}|1||bag`, 'RXC|A|KCL^Potassium^L|x20|meq').note).toEqual([{ text: 'RXC-3: x20' }])
  })

  test('one that is a number has no note', () => {
    expect(requestOf('ORC|NW|P-1', `RXE||${DRUG}|81|162|mg`).note).toBeUndefined()
  })
})

describe('how often (table 0335), in TQ1-3 and RXE-1.2', () => {
  const often = {
    BID: [2, 1, 'd'],
    QID: [4, 1, 'd'],
    '6ID': [6, 1, 'd'],
    Q8H: [1, 8, 'h'],
    Q2D: [1, 2, 'd'],
    QOD: [1, 2, 'd'],
    Q30M: [1, 30, 'min'],
  }
  test.each(Object.entries(often))('%s', (code, [frequency, period, periodUnit]) => {
    const repeat = { frequency, period, periodUnit }
    expect(encoded(`|${DRUG}|81||mg`, `TQ1|1||${code}`)).toMatchObject([{ timing: { repeat, code: { coding: [{ code }] } } }])
    expect(encoded(`^${code}|${DRUG}|81||mg`)).toMatchObject([{ timing: { repeat } }])
  })

  test.each(['QHS', 'QSHIFT', 'Once', 'Q0H', 'C', 'every now and then'])('%s has a code alone', (code) => {
    const [dosage] = encoded(`|${DRUG}|81||mg`, `TQ1|1||${code}`)
    expect(dosage.timing.code.coding[0].code).toBe(code)
    expect(dosage.timing.repeat).toBeUndefined()
    expect(dosage.asNeededBoolean).toBeUndefined()
  })

  test.each(['PRN', 'PRNQ6H', 'Q6H PRN'])('%s is as needed', (code) => {
    const [dosage] = encoded(`|${DRUG}|81||mg`, `TQ1|1||${code}`)
    expect(dosage.asNeededBoolean).toBe(true)
    if (code !== 'PRN') expect(dosage.timing.repeat).toEqual({ frequency: 1, period: 6, periodUnit: 'h' })
  })

  test('a duration without an end: TQ.3', () => {
    const bounds = { boundsDuration: { value: 5, unit: 'd', code: 'd', system: 'http://unitsofmeasure.org' } }
    expect(encoded(`^BID^D5|${DRUG}|81||mg`)[0].timing.repeat).toMatchObject(bounds)
    expect(encoded(`^BID^D5^20260102|${DRUG}|81||mg`)[0].additionalInstruction).toEqual([{ text: 'Duration: D5' }])
  })

  test('times and conditions of TQ are instructions', () => {
    const [dosage] = encoded(`^BID&0800,2000^^^^^for pain|${DRUG}|81||mg`)
    expect(dosage.additionalInstruction).toEqual([{ text: 'At: 0800,2000' }, { text: 'for pain' }])
  })
})

describe('several timings of one drug (§4.5.4)', () => {
  const dosages = encoded(
    `|${DRUG}|81||mg`,
    'TQ1|1|1^tab|Q6H||||20260102|20260109',
    'TQ1|2|2^tab|BID||||20260110|20260119',
    'RXR|PO^Oral^HL70162',
  )

  test('each has the dose and the route', () => {
    expect(dosages).toHaveLength(2)
    for (const dosage of dosages) {
      expect(dosage.doseAndRate).toMatchObject([{ doseQuantity: { value: 81, unit: 'mg' } }])
      expect(dosage.route.coding[0].code).toBe('PO')
    }
  })

  test('each keeps its quantity and its time', () => {
    expect(dosages.map(({ text }: FhirResource) => text)).toEqual(['Quantity each time: 1 tab', 'Quantity each time: 2 tab'])
    expect(dosages.map(({ timing }: FhirResource) => timing.repeat.boundsPeriod.start)).toEqual(['2026-01-02', '2026-01-10'])
  })

  test('what ORC-7 says again is one timing, and counts as told', () => {
    const told = convert('RDE^O11^RDE_O11', PID, 'ORC|NW|P-1|||||^BID^^20260102', `RXE|^BID^^20260102|${DRUG}|81||mg`)
    expect(resources(told, 'MedicationRequest')[0]!.dosageInstruction).toHaveLength(1)
    expect(told.unmapped.filter(({ path }) => /^(?:ORC-7|RXE-1)/.test(path))).toEqual([])
  })

  test('two times of day are two timings', () => {
    expect(encoded(`|${DRUG}|81||mg`, 'TQ1|1||QAM', 'TQ1|2||QHS')).toHaveLength(2)
  })

  test('a dose of one timing is not that of another', () => {
    const [first, second] = encoded(`|${DRUG}`, 'TQ1|1|1^tab|Q6H', 'TQ1|2||BID')
    expect(first.doseAndRate).toMatchObject([{ doseQuantity: { value: 1, unit: 'tab' } }])
    expect(second.doseAndRate).toBeUndefined()
  })

  test('a second route is an alternative without a dose of its own', () => {
    const all = encoded(`|${DRUG}|81||mg`, 'TQ1|1||BID', 'RXR|PO', 'RXR|IV')
    expect(all).toHaveLength(2)
    expect(all[1].doseAndRate).toBeUndefined()
  })
})

describe('the drug', () => {
  const medication = (...segments: string[]) => {
    const told = convert('RDE^O11^RDE_O11', PID, 'ORC|NW|P-1', ...segments)
    return referred(told, resources(told, 'MedicationRequest')[0]!.medicationReference)
  }

  test('a strength is one of the drug itself (RXE-25, RXE-26)', () => {
    expect(medication(`RXE||${DRUG}|1||TAB${'|'.repeat(20)}81|mg`).ingredient).toMatchObject([
      { itemCodeableConcept: { coding: [{ code: '00054' }] }, strength: { numerator: { value: 81, unit: 'mg' } } },
    ])
  })

  test('without a strength there is no ingredient', () => expect(medication(`RXE||${DRUG}|1||TAB`).ingredient).toBeUndefined())

  test('other codes of it (RXE-31) stand beside its code', () => {
    const { coding } = medication(`RXE||${DRUG}|1||TAB${'|'.repeat(26)}1191^Aspirin^RXNORM~B01AC06^^ATC`).code
    expect(coding).toMatchObject([
      { code: '00054' },
      { code: '1191', system: 'http://www.nlm.nih.gov/research/umls/rxnorm' },
      { code: 'B01AC06', system: 'http://www.whocc.no/atc' },
    ])
  })

  test('instructions in the first component are told (RXO-6)', () => {
    const told = convert('OMP^O09^OMP_O09', PID, 'ORC|NW|P-1', `RXO|${DRUG}|81||mg||take it`)
    expect(resources(told, 'MedicationRequest')[0]!.note).toEqual([{ text: 'take it' }])
  })
})

test.each([
  ['RDE^O11^RDE_O11', 'RXE||1^A^L|1||mg'],
  ['RDE^O01', 'RXE||1^A^L|1||mg'],
  ['RDE^O25^RDE_O25', 'RXE||1^A^L|1||mg'],
  ['OMP^O09^OMP_O09', 'RXO|1^A^L|1'],
  ['ORM^O01^ORM_O01', 'RXO|1^A^L|1'],
  ['RDS^O13^RDS_O13', 'RXD|1|1^A^L|20260102|1'],
  ['RGV^O15^RGV_O15', 'RXG|1||^once|1^A^L|1||mg'],
  ['RAS^O17^RAS_O17', 'RXA|0|1|20260102||1^A^L|1|mg'],
  ['RRE^O12^RRE_O12', 'RXE||1^A^L|1||mg'],
  ['OMP^O09^OMP_O09', 'NTE|1||no segment of a drug'],
])('%s with %s has no order of a service', (type, segment) => {
  const told = convert(type, PID, 'ORC|NW|P-1', segment)
  expect(resources(told, 'ServiceRequest')).toEqual([])
  expect(resources(told, 'MessageHeader')).toHaveLength(1)
})
