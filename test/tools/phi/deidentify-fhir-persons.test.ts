// phi/deidentify-fhir: persons whose resources are in other documents of a bulk export, and codes that no terminology explains.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { PersonIndex } from '../../../src/formats/phi/fhir/persons.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

function cleaned(resource: Json, options: object = {}): Json {
  return JSON.parse((runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, { labels: false, ...options }) as Json).resource)
}

const observation = (over: object) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { text: 'Glucose' },
  subject: { reference: 'Patient/p1' },
  ...over,
})

describe('persons of other documents', () => {
  const lines = [
    { resourceType: 'Patient', id: 'p1', name: [{ family: 'Zorquavel', given: ['Velnimzor'] }], identifier: [{ value: '88412903' }] },
    { resourceType: 'RelatedPerson', id: 'r1', patient: { reference: 'Patient/p1' }, name: [{ text: 'Brelgosk Wimyar' }] },
  ].map((each) => new TextEncoder().encode(JSON.stringify(each)))
  const noted = observation({ note: [{ text: 'zorquavel phoned, wimyar too, see 88-412-903' }] })

  test('names and numbers of the patient and its relatives are found in resources that refer to the patient', () => {
    const index = new PersonIndex()
    for (const line of lines) index.add(line)
    const { persons } = index.optionsFor([new TextEncoder().encode(JSON.stringify(noted))], {}) as Json
    expect(cleaned(noted, { persons }).note[0].text).toBe('[NAME] phoned, [NAME] too, see [MRN]')
    expect(cleaned({ ...noted, subject: { reference: 'Patient/p2' } }, { persons }).note[0].text).toContain('wimyar')
  })

  test('a line that is no JSON, and persons without an id, add nothing', () => {
    const index = new PersonIndex()
    for (const text of ['{"resourceType":"Patient",', '{"resourceType":"Patient","name":[{"family":"Zorquavel"}]}'])
      index.add(new TextEncoder().encode(text))
    expect(index.optionsFor(lines, { mode: 'balanced' })).toEqual({ mode: 'balanced' })
  })
})

describe('codes that no terminology explains', () => {
  const coded = (code: string, system = 'http://north.example.com/codes') => observation({ code: { coding: [{ system, code }] } })
  const codeOf = (code: string, options?: object) => cleaned(coded(code), options).code.coding[0].code

  test.each(['glucose-fasting', 'CREAT', 'HGBA1C', '1230000084', 'LIPID_PANEL', '12.3'])('%s stays', (code) => {
    expect(codeOf(code)).toBe(code)
  })

  test.each(['zorquavel', 'VelnimzorZorquavel', 'ZORQUAVEL', 'MRN88412903', 'p-88412903-x', 'JohnSmith'])(
    '%s becomes another code',
    (code) => {
      expect(codeOf(code)).toMatch(/^(?:id-\d+|\[NAME\])$/)
    },
  )

  test('it becomes the same code wherever it stands, and stays if a rule says so', () => {
    const entry = ['zorquavel', 'velnimzor', 'zorquavel'].map((code) => ({ resource: coded(code) }))
    const told = cleaned({ resourceType: 'Bundle', type: 'collection', entry })
    const [first, second, third] = told.entry.map(({ resource }: Json) => resource.code.coding[0].code)
    expect([first === third, first === second]).toEqual([true, false])
    expect(codeOf('zorquavel', { rules: [{ fhirPath: 'Observation.code.coding.code', action: 'keep' }] })).toBe('zorquavel')
  })

  test('in the other modes digits alone may be a record number', () => {
    expect(codeOf('1230000084', { mode: 'high-recall' })).not.toBe('1230000084')
  })

  test('editions of terminologies stay, other days and numbers go', () => {
    const versionOf = (system: string, version: string) =>
      cleaned(observation({ code: { coding: [{ system, version, code: 'A' }] } })).code.coding[0].version
    expect(versionOf('http://terminology.hl7.org/CodeSystem/v3-ActCode', '2018-08-12')).toBe('2018-08-12')
    expect(versionOf('http://loinc.org', '2.68')).toBe('2.68')
    expect(versionOf('http://loinc.org', '1983-01-10')).toBeUndefined()
    expect(versionOf('http://north.example.com/codes', '71076136')).toBeUndefined()
  })
})

test('a question by its LOINC code or its definition decides the answer', () => {
  const byCode = observation({ code: { coding: [{ system: 'http://loinc.org', code: '45394-4' }] }, valueString: 'zorquavel' })
  expect(cleaned(byCode).valueString).toBe('[NAME]')
  const definition = 'http://hl7.org/fhir/StructureDefinition/Patient#Patient.name.family'
  const byDefinition = {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    item: [{ linkId: '1', definition, answer: [{ valueString: 'zorquavel' }] }],
  }
  expect(cleaned(byDefinition).item[0].answer[0].valueString).toBe('[NAME]')
})
