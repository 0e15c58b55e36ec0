// fhir/validate: a resource that breaks a profile is found through chains of references of any length, in any order of the entries.
import { expect, test } from 'vitest'
import { runTool } from '../../../src/core/run.ts'
import { fhirValidate } from '../../../src/tools/fhir/validate.ts'

const vitalSign = (id: number, more: object) => ({
  resourceType: 'Observation',
  id: `o${id}`,
  status: 'final',
  category: [{ coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'vital-signs' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '29463-7' }] },
  subject: { reference: 'http://x.test/Patient/p' },
  effectiveDateTime: '2024-01-02',
  valueQuantity: { value: 70, unit: 'kg', system: 'http://unitsofmeasure.org', code: 'kg' },
  ...more,
})

/** Vital signs, each of which refers to the next, and last an observation that is none. */
function chainOf(length: number): object[] {
  const members = Array.from({ length }, (_, i) => vitalSign(i, { hasMember: [{ reference: `Observation/o${i + 1}` }] }))
  const last = vitalSign(length, { category: undefined, effectiveDateTime: undefined, code: { text: 'Mood' } })
  return [...members, last].map((resource) => ({ fullUrl: `http://x.test/Observation/${resource.id}`, resource }))
}

function wrongTargets(entry: readonly object[]): number {
  const resource = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry })
  const { issues } = runTool(fhirValidate, { resource }, {}) as unknown as { readonly issues: readonly { readonly code: string }[] }
  return issues.filter(({ code }) => code === 'reference_target').length
}

test.each([5, 41, 100])('of %i', (length) => {
  const entry = chainOf(length)
  expect([wrongTargets(entry), wrongTargets(entry.toReversed())]).toEqual([length, length])
})
