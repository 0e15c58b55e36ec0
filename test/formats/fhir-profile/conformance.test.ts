// fhir/path over the packages of a site: conformsTo() and memberOf(), and other versions of FHIR.
import { afterEach, expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { sitePackagesOfFhir } from '../../../src/formats/fhir/profile/open-guides.ts'
import { fhirPath } from '../../../src/tools/fhir/path.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'
import { BASE, guide, MANIFEST, profile } from './package-fixture.ts'

const NAMED = profile('named', 'Patient', [{ id: 'Patient.name', path: 'Patient.name', min: 1 }])
const SET = { resourceType: 'ValueSet', url: `${BASE}set`, compose: { include: [{ system: 'urn:example', concept: [{ code: 'en' }] }] } }

afterEach(() => sitePackagesOfFhir.use([]))

function evaluate(resource: object, expression: string): unknown[] {
  const { results } = runTool(fhirPath, { resource: JSON.stringify(resource) }, { expression }) as unknown as {
    results: { value: unknown }[]
  }
  return results.map(({ value }) => value)
}

test('a path asks for profiles and value sets of the site', () => {
  sitePackagesOfFhir.use([guide([NAMED, SET])])
  const patient = { resourceType: 'Patient', language: 'en' }
  expect(evaluate(patient, `conformsTo('${BASE}named')`)).toEqual([false])
  expect(evaluate({ ...patient, name: [{ text: 'x' }] }, `conformsTo('${BASE}named')`)).toEqual([true])
  expect(evaluate(patient, `language.memberOf('${BASE}set')`)).toEqual([true])
  expect(evaluate(patient, `'de'.memberOf('${BASE}set')`)).toEqual([false])
  expect(evaluate(patient, `language.memberOf('${BASE}none')`)).toEqual([])
  expect(evaluate(patient, `gender.memberOf('http://hl7.org/fhir/ValueSet/administrative-gender')`)).toEqual([])
  expect(() => evaluate(patient, `conformsTo('${BASE}none')`)).toThrow('loaded')
})

test('a package holds for its own versions of FHIR, and for calls that name it', () => {
  sitePackagesOfFhir.use([guide([NAMED], { ...MANIFEST, fhirVersions: ['4.3.0', '5.0.0'] })])
  const resource = JSON.stringify({ resourceType: 'Patient', meta: { profile: [`${BASE}named`] } })
  const codes = (options: object) =>
    (runTool(fhirValidate, { resource }, options) as unknown as { issues: { code: string }[] }).issues.map(({ code }) => code)
  expect(codes({ version: 'R4B' })).toContain('required')
  expect(codes({ version: 'R5' })).toContain('required')
  expect(codes({ version: 'R5', packages: ['example.guide'] })).toContain('required')
  expect(codes({ version: 'R5', packages: [] })).toContain('profile_unknown')
  expect(codes({ version: 'R4' })).toContain('profile_unknown')
})
