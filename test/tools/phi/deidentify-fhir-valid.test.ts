// phi/deidentify-fhir: what was valid stays valid and of use, in each mode: expressions, codes that HL7 lists, ids of elements, references by name.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

const MODES = ['balanced', 'high-recall', 'fail-closed'] as const

function run(resource: object, options: object): { readonly text: string; readonly value: ReturnType<typeof JSON.parse> } {
  const { resource: text } = runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, options) as unknown as { resource: string }
  return { text, value: JSON.parse(text) }
}

function isValid(text: string): boolean {
  return (runTool(fhirValidate, { resource: text }, {}) as unknown as { valid: boolean }).valid
}

const profile = (expression: string, ...elements: object[]) => ({
  resourceType: 'StructureDefinition',
  url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient',
  name: 'Patient',
  status: 'draft',
  kind: 'resource',
  abstract: false,
  type: 'Patient',
  baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Patient',
  derivation: 'constraint',
  differential: {
    element: [
      { id: 'Patient', path: 'Patient', constraint: [{ key: 'a-1', severity: 'error', human: 'A rule', expression }] },
      ...elements,
    ],
  },
})

describe.each(MODES)('in mode %s', (mode) => {
  test.each([
    ["name.where(family.startsWith('Smith')).exists()", "name.where(family.startsWith('[NAME]')).exists()"],
    ["name.family.value = 'Brown'", "name.family.value = '[NAME]'"],
    ["contact.name.text = 'John Brown'", "contact.name.text = '[NAME]'"],
    ["telecom.value.startsWith('555-123-4567')", "telecom.value.startsWith('[PHONE]')"],
    [
      "name.given.where($this = 'Ada').exists() and birthDate = @1970-01-02",
      "name.given.where($this = '[NAME]').exists() and birthDate = @1970",
    ],
  ])('an expression stays one without what it compares: %s', (expression, expected) => {
    const { text, value } = run(profile(expression), { mode })
    expect(isValid(JSON.stringify(profile(expression)))).toBe(true)
    expect(value.differential.element[0].constraint[0].expression).toBe(expected)
    expect(isValid(text)).toBe(true)
  })

  test('a date whose year may not stay leaves an empty collection', () => {
    const { text, value } = run(profile('birthDate > @1921-03-04'), { mode })
    expect(value.differential.element[0].constraint[0].expression).toBe('birthDate > {}')
    expect(isValid(text)).toBe(true)
  })

  test('codes that HL7 lists stay, and a name in their place does not', () => {
    const condition = (clinical: string, category: string) => ({
      resourceType: 'Condition',
      clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: clinical }] },
      category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-category', code: category }] }],
      subject: { reference: 'Patient/1' },
    })
    const { text, value } = run(condition('active', 'encounter-diagnosis'), { mode })
    expect([value.clinicalStatus.coding[0].code, value.category[0].coding[0].code]).toEqual(['active', 'encounter-diagnosis'])
    expect(isValid(text)).toBe(true)
    expect(run(condition('Zebulonquux', 'Smith-Zebulonquux'), { mode }).text).not.toContain('Zebulonquux')
  })

  test('slices keep ids that differ', () => {
    const slice = (name: string, part: string) => ({ id: `Patient.extension:${name}${part}`, path: `Patient.extension${part}` })
    const elements = [slice('Zebulonquux', ''), slice('Zebulonquux', '.url'), slice('Quuxfield', ''), slice('Quuxfield', '.url')]
    const { text, value } = run(profile('name.exists()', ...elements), { mode })
    const ids = value.differential.element.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(5)
    expect(text).not.toMatch(/Zebulonquux|Quuxfield/)
  })

  test('a reference by a name of the site becomes another address, the same for the same', () => {
    const subject = { reference: 'urn:site:patient:zebulonquux' }
    const { value, text } = run(
      {
        resourceType: 'Observation',
        status: 'final',
        code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
        subject,
        performer: [subject],
      },
      { mode },
    )
    expect(value.subject.reference).toMatch(/^https:\/\/example\.org\//)
    expect(value.performer[0].reference).toBe(value.subject.reference)
    expect(text).not.toContain('zebulonquux')
  })
})

test('a surrogate with an apostrophe is quoted in an expression', () => {
  const names = Array.from(
    { length: 40 },
    (_, i) => `name.family = 'Zebulon${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${'xyz'[i % 3]}${i % 2 ? 'quux' : 'feld'}'`,
  )
  const { text } = run(profile(names.join(' or ')), { policy: 'pseudonymize', key: '0123456789abcdef'.repeat(4) })
  expect(isValid(text)).toBe(true)
})
