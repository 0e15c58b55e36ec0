// The validator of FHIR: one planted fault for each rule and version, with its place; what keeps the rules is valid.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

interface Result {
  readonly valid: boolean
  readonly issues: readonly {
    readonly severity: string
    readonly code: string
    readonly path: string
    readonly rule: string | null
    readonly line: number
  }[]
  readonly terminology: { readonly checked: number; readonly unchecked: readonly { readonly system: string; readonly count: number }[] }
  readonly resources: readonly { readonly valid: boolean }[]
  readonly outcome: Uint8Array
}

function validate(resource: object | string, options: object = {}): Result {
  const text = typeof resource === 'string' ? resource : JSON.stringify(resource)
  return runTool(fhirValidate, { resource: text }, options) as unknown as Result
}

/** `code path` of the errors. */
function errors(resource: object | string, options: object = {}): string[] {
  return validate(resource, options)
    .issues.filter(({ severity }) => severity === 'error')
    .map(({ code, path, rule }) => (code === 'invariant' ? `${rule} ${path}` : `${code} ${path}`))
}

const patient = (rest: object) => ({ resourceType: 'Patient', ...rest })
const observation = (rest: object) => ({ resourceType: 'Observation', status: 'final', code: { text: 'x' }, ...rest })
const PERSON = patient({ id: 'p1', gender: 'female', birthDate: '1970-01-02', name: [{ family: 'Sample', given: ['Ada'] }] })

test('numbers, base64 and codes as R5 has them are stricter', () => {
  const of = (resource: object | string) => [errors(resource), errors(resource, { version: 'R5' })]
  const number = (value: string) => `{"resourceType":"Observation","status":"final","code":{"text":"x"},"valueQuantity":{"value":${value}}}`
  const size = ['invalid_value Observation.value.value']
  expect(of(number('0.1234567890123456789'))).toEqual([[], size])
  expect(of(number('1234567890123456789012'))).toEqual([[], size])
  expect(of(number('1000000000000000000'))).toEqual([[], size])
  expect(of(number('-1.50e-3'))).toEqual([[], []])
  const data = { resourceType: 'Binary', contentType: 'text/plain', data: 'YWJj ZGVm' }
  expect(of(data)).toEqual([[], ['invalid_value Binary.data']])
  const concept = [{ code: 'a' }, { code: 'b', concept: [{ code: 'a' }] }]
  const system = { resourceType: 'CodeSystem', url: 'http://x.test/c', name: 'A', status: 'draft', content: 'complete', concept }
  expect(of(system)).toEqual([['csd-1 CodeSystem'], ['definition_content CodeSystem.concept[1].concept[0]']])
})

describe('finds in R4', () => {
  test.each<[string, object, string[]]>([
    ['a member that there is not', patient({ gendre: 'x' }), ['unknown_element Patient.?']],
    ['an id and nothing else', patient({ name: [{ id: 'a' }] }), ['ele-1 Patient.name[0]']],
    ['an id beside a null', patient({ name: [{ given: ['A', null], _given: [null, { id: 'a' }] }] }), ['ele-1 Patient.name[0].given[1]']],
    ['an id instead of a value', patient({ _birthDate: { id: 'a' } }), ['ele-1 Patient.birthDate']],
    ['nothing in an id beside a value', patient({ birthDate: '1970', _birthDate: { id: 'a' }, name: [{ id: 'b', family: 'A' }] }), []],
    [
      'a comparator where only an amount may be',
      {
        ...{ resourceType: 'MedicationRequest', status: 'active', intent: 'order', subject: { display: 'x' } },
        medicationCodeableConcept: { text: 'x' },
        dosageInstruction: [{ doseAndRate: [{ doseQuantity: { value: 1, comparator: '<' } }] }],
      },
      ['sqty-1 MedicationRequest.dosageInstruction[0].doseAndRate[0].dose.comparator'],
    ],
    ['nothing in a comparator elsewhere', observation({ valueQuantity: { value: 1, comparator: '<' } }), []],
    ['a reference to what contains nothing', observation({ subject: { reference: '#' } }), ['reference_missing Observation.subject']],
    ['an extension of nothing', patient({ extension: [{ url: 'http://example.org/x' }] }), ['ext-1 Patient.extension[0]']],
    [
      'an extension of a value and of parts',
      patient({ extension: [{ url: 'http://example.org/x', valueString: 'a', extension: [{ url: 'x', valueString: 'a' }] }] }),
      ['ext-1 Patient.extension[0]'],
    ],
    [
      'nothing in an extension whose value is an extension',
      patient({
        extension: [{ url: 'http://example.org/x', _valueString: { extension: [{ url: 'http://example.org/y', valueCode: 'a' }] } }],
      }),
      [],
    ],
    [
      'an extension among modifiers that modifies nothing',
      patient({ modifierExtension: [{ url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace', valueAddress: { city: 'x' } }] }),
      ['extension_context Patient.modifierExtension[0]'],
    ],
    [
      'two contained resources of one id',
      patient({
        contained: ['a', 'b'].map((name) => ({ resourceType: 'Organization', id: 'o', name })),
        managingOrganization: { reference: '#o' },
      }),
      ['invalid_id Patient.contained[1].id'],
    ],
    [
      'an extension with a relative address',
      patient({ extension: [{ url: 'x', valueString: 'a' }] }),
      ['canonical_relative Patient.extension[0].url'],
    ],
    [
      'one in the value of an extension',
      patient({
        extension: [{ url: 'http://example.org/x', valueString: 'a', _valueString: { extension: [{ url: 'x', valueString: 'a' }] } }],
      }),
      ['canonical_relative Patient.extension[0].value.extension[0].url'],
    ],
    [
      'nothing in a relative part of an extension',
      patient({ extension: [{ url: 'http://example.org/x', extension: [{ url: 'x', valueString: 'a' }] }] }),
      [],
    ],
    ['an object in place of an array', patient({ name: { family: 'S' } }), ['expected_array Patient.name']],
    ['an array in place of one value', patient({ gender: ['male'] }), ['expected_array Patient.gender']],
    ['a text in place of an object', patient({ name: ['S'] }), ['json_type Patient.name[0]']],
    ['a number in place of a text', patient({ id: 7 }), ['json_type Patient.id']],
    ['an empty object', patient({ name: [{}] }), ['empty Patient.name[0]']],
    ['an empty array', patient({ name: [] }), ['empty Patient.name']],
    ['an empty text', patient({ name: [{ family: '' }] }), ['empty Patient.name[0].family']],
    ['a null', patient({ name: null }), ['null Patient.name']],
    ['two values of a choice', patient({ deceasedBoolean: true, deceasedDateTime: '2026' }), ['choice Patient.deceased']],
    ['a required element', { resourceType: 'Observation', status: 'final' }, ['required Observation']],
    ['a day that there is not', patient({ birthDate: '2026-02-30' }), ['invalid_value Patient.birthDate']],
    ['a time without an offset', observation({ issued: '2026-01-02T03:04:05' }), ['invalid_value Observation.issued']],
    ['a number of 33 bits', patient({ multipleBirthInteger: 2_147_483_648 }), ['invalid_value Patient.multipleBirth']],
    ['an id with an underscore', patient({ id: 'a_b' }), ['invalid_id Patient.id']],
    ['a code of no value set', patient({ gender: 'M' }), ['binding_required Patient.gender']],
    ['an invariant of a type', observation({ effectivePeriod: { start: '2026-02', end: '2026-01' } }), ['per-1 Observation.effective']],
    ['an invariant of a resource', observation({ valueString: 'x', dataAbsentReason: { text: 'y' } }), ['obs-6 Observation']],
    ['an invariant of an element', patient({ contact: [{ gender: 'male' }] }), ['pat-1 Patient.contact[0]']],
    ['a reference with a blank', observation({ subject: { reference: 'Patient/a b' } }), ['reference_syntax Observation.subject']],
    ['the type of a reference', observation({ subject: { reference: 'Medication/1' } }), ['reference_target Observation.subject']],
    [
      'a contained resource that is not there',
      patient({ managingOrganization: { reference: '#o' } }),
      ['reference_missing Patient.managingOrganization'],
    ],
    [
      'a contained resource that nothing refers to',
      patient({ contained: [{ resourceType: 'Organization', id: 'o', name: 'N' }] }),
      ['contained_unused Patient.contained[0]'],
    ],
    [
      'a script in a narrative',
      patient({ text: { status: 'generated', div: '<div xmlns="http://www.w3.org/1999/xhtml"><script>x</script></div>' } }),
      ['xhtml Patient.text.div'],
    ],
    [
      'the size of an attachment',
      patient({ photo: [{ contentType: 'image/png', data: 'AAAA', size: 7 }] }),
      ['attachment_size Patient.photo[0]'],
    ],
    [
      'a Bundle without fullUrl',
      { resourceType: 'Bundle', type: 'collection', entry: [{ resource: PERSON }] },
      ['fullurl Bundle.entry[0]'],
    ],
    [
      'a message without its header',
      { resourceType: 'Bundle', type: 'message', entry: [{ fullUrl: 'urn:uuid:11111111-1111-4111-8111-111111111111', resource: PERSON }] },
      ['bundle_order Bundle.entry[0]', 'bdl-12 Bundle'],
    ],
    ['a resource that there is not', { resourceType: 'Nope' }, ['unknown_type Resource']],
  ])('%s', (_, resource, expected) => expect(errors(resource).sort()).toEqual([...expected].sort()))

  test.each<[string, object]>([
    ['a patient', PERSON],
    [
      'extensions of a primitive',
      patient({ birthDate: '1970', _birthDate: { extension: [{ url: 'http://example.org/x', valueString: 'y' }] } }),
    ],
    [
      'a primitive of extensions alone',
      patient({ _gender: { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'unknown' }] } }),
    ],
    [
      'nulls beside extensions',
      patient({ name: [{ given: ['A', null], _given: [null, { extension: [{ url: 'http://example.org/x', valueBoolean: true }] }] }] }),
    ],
    ['a decimal with its zeros', observation({ valueQuantity: { value: 1.5, unit: 'mg' } })],
    [
      'a contained resource',
      patient({ contained: [{ resourceType: 'Organization', id: 'o', name: 'N' }], managingOrganization: { reference: '#o' } }),
    ],
    ['an unknown code system', observation({ code: { coding: [{ system: 'http://example.org', code: 'x' }] } })],
  ])('nothing wrong with %s', (_, resource) => expect(errors(resource)).toEqual([]))
})

describe('the versions differ', () => {
  const request = {
    resourceType: 'MedicationRequest',
    status: 'active',
    intent: 'order',
    subject: { reference: 'Patient/1' },
    medication: { concept: { text: 'A' } },
  }
  test('in elements', () => {
    expect(errors(request, { version: 'R5' })).toEqual([])
    expect(errors(request)).toContain('unknown_element MedicationRequest.?')
  })
  test.each(['R4', 'R4B', 'R5'])('a patient is one in %s', (version) => {
    expect(errors(PERSON, { version })).toEqual([])
    expect(errors(patient({ gender: 'M', name: {} }), { version })).toEqual([
      'binding_required Patient.gender',
      'expected_array Patient.name',
      'empty Patient.name',
    ])
  })
})

test('what cannot be checked is said', () => {
  const { terminology, issues } = validate(
    observation({
      meta: { profile: ['http://example.org/StructureDefinition/x'] },
      category: [{ coding: [{ system: 'http://example.org/codes', code: 'x' }] }],
      bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '38266002' }] },
    }),
  )
  expect(issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(issues.map(({ code }) => code)).toContain('profile_unknown')
  expect(terminology.checked).toBeGreaterThan(0)
})

test.each([
  ['http://loinc.org', '2345-8'],
  ['http://snomed.info/sct', '38266003'],
  ['urn:iso:std:iso:3166', 'Austria'],
])('a code against the rules of %s is a warning', (system, code) => {
  const { issues, valid } = validate(observation({ code: { coding: [{ system, code }] } }))
  expect(issues).toContainEqual(
    expect.objectContaining({ code: 'code_syntax', severity: 'warning', path: 'Observation.code.coding[0].code' }),
  )
  expect(valid).toBe(true)
})

test('lines and columns are those of the document', () => {
  const { issues } = validate('{\n  "resourceType": "Patient",\n  "gender": "M"\n}')
  expect(issues.find(({ code }) => code === 'binding_required')).toMatchObject({ line: 3, column: 3 })
})

test('NDJSON is validated line by line', () => {
  const { resources, valid } = validate(`${JSON.stringify(PERSON)}\n${JSON.stringify(patient({ gender: 'M' }))}\n`)
  expect([resources.map((each) => each.valid), valid]).toEqual([[true, false], false])
})

test('rules are lowered and turned off', () => {
  expect(validate(patient({ gender: 'M' }), { rules: { binding: 'warning' } }).valid).toBe(true)
  expect(errors(patient({ gender: 'M' }), { rules: { binding: 'off' } })).toEqual([])
})

test('the outcome is an OperationOutcome that is valid itself', () => {
  const outcome = new TextDecoder().decode(validate(patient({ gender: 'M', name: {} })).outcome)
  expect(errors(outcome)).toEqual([])
  expect(JSON.parse(outcome).issue.length).toBeGreaterThan(2)
})

test('a Bundle of 5,000 entries that refer to each other takes linear time', () => {
  const url = (i: number) => `urn:uuid:${i.toString(16).padStart(8, '0')}-1111-4111-8111-111111111111`
  const entry = Array.from({ length: 5_000 }, (_, i) => ({
    fullUrl: url(i),
    resource:
      i === 0 ? PERSON : observation({ subject: { reference: url(0) }, derivedFrom: i > 1 ? [{ reference: url(i - 1) }] : undefined }),
  }))
  expect(errors({ resourceType: 'Bundle', type: 'collection', entry })).toEqual([])
}, 30_000)
