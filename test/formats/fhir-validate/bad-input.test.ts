// Bad input of fhir/validate: a problem or an issue with its code and place, and no value of the input in it.
import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { BASE, guide, MANIFEST, packageOf, profile } from '../fhir-profile/package-fixture.ts'

const CANARY = 'CANARY7781'

/** The problem, or the issues that are no warnings about missing narratives. */
function outcomeOf(resource: string | Uint8Array, definitions?: string | Uint8Array, options: object = {}) {
  try {
    const result = runTool(
      fhirValidate,
      { resource, ...(definitions === undefined ? {} : { definitions }) },
      { rules: { bestPractice: 'off' }, ...options },
    )
    const { issues } = result as unknown as { readonly issues: readonly { code: string; path: string; line: number }[] }
    expect(JSON.stringify(issues)).not.toContain(CANARY)
    return issues.map(({ code, path, line }) => ({ code, path, line }))
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    expect(JSON.stringify([error.message, error.at, error.errors])).not.toContain(CANARY)
    return { code: error.code, ...error.at }
  }
}

const xml = (inner: string) => `<Patient xmlns="http://hl7.org/fhir">\n${inner}`
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('a document', () => {
  test.each<[string, string | Uint8Array, object]>([
    ['of JSON that is cut', `{"resourceType":"Patient",\n"id":"${CANARY}`, { code: 'unreadable_input', line: 2 }],
    [
      'of JSON that is deep',
      `{"resourceType":"Patient","extension":${`[{"url":"${CANARY}","extension":`.repeat(100)}`,
      { code: 'resource_limit', line: 1 },
    ],
    [
      'of JSON with a member twice',
      `{"resourceType":"Patient",\n"id":"${CANARY}",\n"id":"b"}`,
      { code: 'unreadable_input', line: 3, column: 1 },
    ],
    [
      'of JSON in Latin-1',
      latin(`{"resourceType":"Patient","id":"${CANARY}\xe9"}`),
      { code: 'unreadable_input', byteOffset: 42, line: 1, column: 43 },
    ],
    [
      'of JSON in Latin-1, further down',
      latin(`{\n"id":"\xe9${CANARY}"}`),
      { code: 'unreadable_input', byteOffset: 8, line: 2, column: 7 },
    ],
    ['of XML that is cut', xml(`<id value="${CANARY}"/>`), { code: 'unreadable_input', line: 2 }],
    ['of XML that is deep', xml(`<extension url="${CANARY}">`.repeat(600)), { code: 'resource_limit', line: 2 }],
    ['of XML with an attribute twice', xml(`<id value="${CANARY}" value="b"/></Patient>`), { code: 'unreadable_input', line: 2 }],
    [
      'of XML in Latin-1',
      latin(`<?xml version="1.0" encoding="UTF-8"?>${xml(`<id value="${CANARY}\xe9"/></Patient>`)}`),
      { code: 'unreadable_input', line: 2, column: 12 + CANARY.length },
    ],
    [
      'with entities',
      `<!DOCTYPE x [<!ENTITY a "${CANARY}">]>${xml('<id value="&a;"/></Patient>')}`,
      { code: 'unsupported_variant', line: 1 },
    ],
    ['of DSTU2', `\n{"resourceType":"MedicationOrder","note":"${CANARY}"}`, { code: 'unsupported_variant', line: 2, column: 1 }],
    [
      'of DSTU2 in XML',
      `<Conformance xmlns="http://hl7.org/fhir"><name value="${CANARY}"/></Conformance>`,
      { code: 'unsupported_variant', line: 1 },
    ],
    ['of STU3', `{"resourceType":"ImagingManifest","id":"${CANARY}"}`, { code: 'unsupported_variant' }],
    ['of R6', `{"resourceType":"DeviceAlert","id":"${CANARY}"}`, { code: 'unsupported_variant' }],
    ['of RDF', `@prefix fhir: <http://hl7.org/fhir/> .\n<x> fhir:v "${CANARY}" .`, { code: 'unsupported_variant', line: 1 }],
  ])('%s', (_, resource, expected) => {
    expect(outcomeOf(resource)).toMatchObject(expected)
  })

  test.each<[string, object, object[]]>([
    [
      'of another version that is read',
      { resourceType: 'ActorDefinition', name: CANARY },
      [{ code: 'unknown_type', path: 'Resource', line: 1 }],
    ],
    [
      'with base64 that is none',
      { resourceType: 'Binary', contentType: 'text/plain', data: `${CANARY}!` },
      [{ code: 'invalid_value', path: 'Binary.data', line: 1 }],
    ],
    [
      'whose entries refer to each other',
      {
        resourceType: 'Bundle',
        type: 'collection',
        entry: ['a', 'b'].map((id) => ({
          fullUrl: `http://x.test/Patient/${id}`,
          resource: { resourceType: 'Patient', id, link: [{ other: { reference: `Patient/${id === 'a' ? 'b' : 'a'}` }, type: 'seealso' }] },
        })),
      },
      [],
    ],
  ])('%s', (_, resource, expected) => {
    expect(outcomeOf(JSON.stringify(resource))).toEqual(expected)
  })

  test('whose entries are a ring of thousands of vital signs, each a member of the one before', () => {
    const count = 4_000
    const coding = [{ system: 'http://loinc.org', code: '29463-7' }]
    const category = [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }]
    const subject = { reference: 'http://x.test/Patient/p' }
    const resources = Array.from({ length: count }, (_, i) => ({
      ...{
        resourceType: 'Observation',
        id: `o${i}`,
        status: 'final',
        category,
        code: { coding },
        subject,
        effectiveDateTime: '2024-01-02',
      },
      valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
      hasMember: [{ reference: `Observation/o${(i + 1) % count}` }],
    }))
    const entry = resources.map((resource) => ({ fullUrl: `http://x.test/Observation/${resource.id}`, resource }))
    expect(outcomeOf(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }))).toEqual([])
  })

  test('with half a character as an escape', () => {
    const half = '{"resourceType":"Patient","gender":"male",\n"name":[{"family":"\\ud800"}]}'
    expect(outcomeOf(half)).toEqual([{ code: 'invalid_value', path: 'Patient.name[0].family', line: 2 }])
    expect(outcomeOf(half.replace('\\ud800', '\\ud83d\\ude00'))).toEqual([])
  })

  test('of many resources keeps those beside one of another version', () => {
    const lines = ['{"resourceType":"Patient"}', '{"resourceType":"MedicationOrder"}', '{"resourceType":"Patient","gender":"M"}']
    expect(outcomeOf(lines.join('\n'))).toEqual([
      { code: 'unknown_type', path: 'Resource', line: 2 },
      { code: 'binding_required', path: 'Patient.gender', line: 3 },
    ])
  })
})

describe('definitions', () => {
  const PATIENT = JSON.stringify({
    resourceType: 'Patient',
    name: [{ family: CANARY }],
    link: [{ other: { reference: 'Patient/1' }, type: 'seealso' }],
  })
  const own = (...definitions: object[]) =>
    outcomeOf(PATIENT, definitions.map((each) => JSON.stringify(each)).join('\n'), { profiles: [`${BASE}a`] })

  test.each<[string, Uint8Array, object]>([
    ['that are no package', Uint8Array.of(0x1f, 0x8b, 1, 2), { code: 'unreadable_input' }],
    ['without a manifest', packageOf({ 'package/x.json': {} }), { code: 'unreadable_input' }],
    [
      'with a file that is no JSON',
      packageOf({
        'package/package.json': MANIFEST,
        'package/StructureDefinition-x.json': `{"resourceType":"StructureDefinition", ${CANARY}`,
      }),
      { code: 'unreadable_input', path: 'package/StructureDefinition-x.json' },
    ],
    ['for STU3', guide([], { ...MANIFEST, fhirVersions: ['3.0.2'] }), { code: 'unsupported_variant' }],
  ])('%s', (_, definitions, expected) => {
    expect(outcomeOf(PATIENT, definitions)).toMatchObject(expected)
  })

  test.each<[string, string | Uint8Array]>([
    ['that are cut', `{"resourceType":"StructureDefinition","url":"${CANARY}`],
    ['that are no package', Uint8Array.of(0x1f, 0x8b, 1, 2)],
  ])('%s, with a pointer to them', (_, definitions) => {
    const errors = [{ pointer: '/definitions', code: 'unreadable_input', detail: expect.any(String) }]
    expect(() => runTool(fhirValidate, { resource: PATIENT, definitions })).toThrow(expect.objectContaining({ errors }))
  })

  test('that are derived from each other', () => {
    const cycle = [profile('a', 'Patient', [], { baseDefinition: `${BASE}b` }), profile('b', 'Patient', [], { baseDefinition: `${BASE}a` })]
    expect(own(...cycle)).toEqual([{ code: 'profile_faulty', path: 'Patient', line: 1 }])
  })

  test('that demand themselves of what is referred to', () => {
    const other = { id: 'Patient.link.other', path: 'Patient.link.other', type: [{ code: 'Reference', targetProfile: [`${BASE}a`] }] }
    expect(own(profile('a', 'Patient', [other]))).toEqual([])
  })

  test('with slices that no discriminator tells apart', () => {
    const slices = [
      { id: 'Patient.name', path: 'Patient.name', slicing: { rules: 'closed' } },
      { id: 'Patient.name:x', path: 'Patient.name', sliceName: 'x', min: 1 },
    ]
    expect(own(profile('a', 'Patient', slices))).toEqual([{ code: 'slice_undecided', path: 'Patient.name[0]', line: 1 }])
  })
})
