// phi/deidentify-fhir: rules of the caller, and a configuration of Microsoft's anonymizer.
import { describe, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { phiDeidentifyFhir } from '../../../src/tools/phi/deidentify-fhir.ts'

// biome-ignore lint/suspicious/noExplicitAny: JSON whose elements the tests name
type Json = any

const KEY = 'a secret of sixteen or more'

const PATIENT = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ use: 'official', family: 'Zebulon', given: ['Quista'] }],
  telecom: [{ system: 'phone', value: '555-123-9876' }],
  gender: 'female',
  birthDate: '1970-03-04',
  address: [{ line: ['12 Elm Street'], city: 'Springfield', state: 'IL', postalCode: '62704', country: 'US' }],
  generalPractitioner: [{ reference: 'Practitioner/x1' }],
}

function run(resource: Json, options: object = {}) {
  const told = runTool(phiDeidentifyFhir, { resource: JSON.stringify(resource) }, { labels: false, ...options }) as unknown as {
    readonly resource: string
    readonly changes: readonly { readonly path: string; readonly rule: string; readonly action: string }[]
  }
  return { ...told, json: JSON.parse(told.resource) as Json }
}

function configured(fhirPathRules: readonly object[], over: object = {}, parameters: object = {}) {
  return run(PATIENT, { policy: { default: 'replace' }, configuration: { fhirVersion: 'R4', fhirPathRules, parameters }, ...over })
}

describe('a change says what decided it', () => {
  test.each([
    ['an element', {}, 'Patient.name[0].family', 'HumanName.family'],
    ['a rule', { rules: [{ fhirPath: 'Patient.name', action: 'mask' }] }, 'Patient.name[0].family', '/options/rules/0'],
    ['an unknown member', {}, 'Patient', 'unknown'],
    ['the detector', {}, 'Patient.contact[0].relationship[0].text', /^detector\/known/],
  ])('%s', (_title, options, path, rule) => {
    const { changes } = run({ ...PATIENT, nickname: 'Q', contact: [{ relationship: [{ text: 'sister of Quista Zebulon' }] }] }, options)
    expect(changes.find((each) => each.path === path)?.rule).toEqual(typeof rule === 'string' ? rule : expect.stringMatching(rule))
  })
})

describe('a rule', () => {
  test('for an id or a reference is followed, and all others go on leading where they led', () => {
    const remove = run(PATIENT, { rules: [{ fhirPath: 'Patient.generalPractitioner.reference', action: 'remove' }] })
    expect(remove.json.generalPractitioner).toBeUndefined()
    const rules = [{ fhirPath: 'Patient.id', action: 'hash' }]
    const observation = { resourceType: 'Observation', status: 'final', subject: { reference: 'Patient/p1' } }
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [PATIENT, observation].map((resource) => ({ resource })) }
    const [patient, other] = run(bundle, { rules, key: KEY, policy: 'limited-data-set' }).json.entry
    expect(patient.resource.id).toMatch(/^[0-9a-f]{16}$/)
    expect(other.resource.subject.reference).toBe(`Patient/${patient.resource.id}`)
  })

  test('for data takes out its size and hash with it', () => {
    const content = [{ attachment: { contentType: 'text/plain', data: btoa('well'), size: 4, hash: 'AAAA' } }]
    const rules = [{ fhirPath: 'DocumentReference.content.attachment.data', action: 'remove' }]
    expect(run({ resourceType: 'DocumentReference', status: 'current', content }, { rules }).json.content).toEqual([
      { attachment: { contentType: 'text/plain' } },
    ])
  })

  test.each([
    ['keeps a name', { rules: [{ fhirPath: 'Patient.name', action: 'keep' }] }, 'contradiction'],
    ['keeps a picture', { rules: [{ fhirPath: 'Patient.photo', action: 'keep' }] }, 'contradiction'],
    ['hashes', { rules: [{ fhirPath: 'Patient.id', action: 'hash' }], key: KEY }, 'contradiction'],
    ['names no element', { rules: [{ fhirPath: 'Patient.nmae', action: 'remove' }] }, 'unknown_path'],
    ['names a choice as JSON does', { rules: [{ fhirPath: 'Patient.deceasedDateTime', action: 'remove' }] }, 'unknown_path'],
    ['hashes without a key', { rules: [{ fhirPath: 'Patient.id', action: 'hash' }], policy: 'limited-data-set' }, 'missing'],
  ])('that %s under safe-harbor, or without what it needs, is refused', (_title, options, code) => {
    const resource = { ...PATIENT, photo: [{ data: 'AAAA' }] }
    expect(() => run(resource, options)).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        errors: [expect.objectContaining({ pointer: expect.stringMatching('^/options/rules/0'), code })],
      }),
    )
  })
})

describe('a configuration of the anonymizer', () => {
  test('is followed, the first rule for a place first', () => {
    const { json, changes } = configured([
      { path: "nodesByType('HumanName').use", method: 'keep' },
      { path: "nodesByType('Address').state", method: 'keep' },
      { path: 'Patient.address', method: 'redact' },
      { path: 'Patient.address.city', method: 'keep' },
      { path: "nodesByName('family')", method: 'substitute', replaceWith: 'Doe' },
      { path: 'Patient.telecom.value', method: 'REDACT' },
      { path: 'Observation.value', method: 'redact' },
    ])
    expect(json).toMatchObject({ name: [{ use: 'official', family: 'Doe', given: ['[NAME]'] }], address: [{ state: 'IL' }] })
    expect(Object.keys(json.address[0])).toEqual(['state'])
    expect(json.telecom).toEqual([{ system: 'phone' }])
    expect(changes.find(({ path }) => path === 'Patient.name[0].family')?.rule).toBe('/options/configuration/fhirPathRules/4')
  })

  test('leaves parts of dates and ZIP codes where its parameters say so', () => {
    const rules = [
      { path: "nodesByType('date')", method: 'redact' },
      { path: 'Patient.address.postalCode', method: 'redact' },
    ]
    const partial = { enablePartialDatesForRedact: true, enablePartialZipCodesForRedact: true }
    expect(configured(rules, {}, partial).json).toMatchObject({ birthDate: '1970', address: [{ postalCode: '627' }] })
    const whole = configured(rules).json
    expect([whole.birthDate, whole.address[0].postalCode]).toEqual([undefined, undefined])
  })

  test('shifts dates and hashes ids by the key', () => {
    const rules = [
      { path: "nodesByType('date')", method: 'dateShift' },
      { path: 'Resource.id', method: 'cryptoHash' },
    ]
    const { json } = configured(rules, { key: KEY })
    expect(json.birthDate).toMatch(/^19(?:69|70)-\d\d-\d\d$/)
    expect(json.birthDate).not.toBe('1970-03-04')
    expect(json.id).toMatch(/^[0-9a-f]{16}$/)
  })

  test('generalizes by its cases', () => {
    const cases = { '$this < @1950-01-01': "'before'", '$this >= @1950-01-01': '@1970-01-01' }
    const generalize = { path: 'Patient.birthDate', method: 'generalize', cases }
    expect(configured([generalize]).json.birthDate).toBe('1970-01-01')
    expect(configured([{ ...generalize, cases: { false: "'x'" } }]).json.birthDate).toBeUndefined()
    expect(configured([{ ...generalize, cases: { false: "'x'" }, otherValues: 'keep' }]).json.birthDate).toBe('1970-03-04')
  })

  test('does not keep what it does not name: the policy decides', () => {
    expect(configured([{ path: 'Observation.value', method: 'redact' }]).resource).not.toMatch(/Zebulon|Quista|Elm|9876/)
  })

  test('yields to a rule of ours', () => {
    const rules = [{ fhirPath: 'Patient.name.family', action: 'mask' }]
    expect(configured([{ path: 'Patient.name', method: 'redact' }], { rules }).json.name).toEqual([{ family: '*******' }])
  })

  test.each([
    ['encrypt', { path: 'Patient.name', method: 'encrypt' }, 'method'],
    ['perturb', { path: 'Patient.name', method: 'perturb', span: 2 }, 'method'],
    ['an object in place', { path: 'Patient.name', method: 'substitute', replaceWith: { family: 'Doe' } }, 'replaceWith'],
    ['no cases', { path: 'Patient.name', method: 'generalize' }, 'cases'],
    ['a case that is no FHIRPath', { path: 'Patient.name', method: 'generalize', cases: { 'a..': '1' } }, 'cases'],
    ['a path that is none', { path: 'Patient..name', method: 'redact' }, 'path'],
    ['a path behind nodesByType that is none', { path: "nodesByType('date').", method: 'redact' }, 'path'],
  ])('with %s is refused with its place', (_title, rule, name) => {
    const pointer = `/options/configuration/fhirPathRules/0/${name}`
    expect(() => configured([rule])).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] }),
    )
  })
})

test('labels stand in every resource that was changed, for what was done to it', () => {
  const observation = { resourceType: 'Observation', status: 'final', code: { coding: [{ system: 'http://loinc.org', code: '2345-7' }] } }
  const contained = { ...observation, contained: [{ resourceType: 'Patient', name: [{ family: 'Zebulon' }] }], subject: { reference: '#' } }
  const entry = [PATIENT, observation, contained].map((resource) => ({ resource }))
  const { json } = run({ resourceType: 'Bundle', type: 'collection', entry }, { labels: true })
  const codes = (resource: Json) => resource.meta?.security?.map(({ code }: Json) => code)
  expect(json.entry.map(({ resource }: Json) => codes(resource))).toEqual([['ABSTRED', 'REDACTED'], undefined, ['REDACTED']])
  expect(codes(json)).toEqual(['ABSTRED', 'REDACTED'])
  expect(json.entry[2].resource.contained[0].meta).toBeUndefined()
})

test('in mode fail-closed a value that still stands is a problem; else it is told', () => {
  const resource = { ...PATIENT, maritalStatus: { text: 'Zebulon' } }
  const policy = { default: 'replace', rules: [{ path: 'Patient.maritalStatus.text', action: 'keep' }] }
  expect(run(resource, { policy })).toMatchObject({ verification: { residuals: 1 }, residual: [{ path: 'Patient.maritalStatus.text' }] })
  expect(() => run(resource, { policy, mode: 'fail-closed' })).toThrow(
    expect.objectContaining({ code: 'unsupported_variant', message: expect.not.stringContaining('Zebulon'), facts: { residuals: 1 } }),
  )
})

test('the result is validated', () => {
  const { verification: good } = run(PATIENT) as unknown as { readonly verification: { readonly valid: boolean } }
  const { verification: bad } = run({ ...PATIENT, gender: 'F', contact: [{}] }) as unknown as {
    readonly verification: { readonly valid: boolean }
  }
  const { verification: worse } = run({ resourceType: 'Observation' }) as unknown as { readonly verification: { readonly valid: boolean } }
  expect([good.valid, bad.valid, worse.valid]).toEqual([true, true, false])
})
