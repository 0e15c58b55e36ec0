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

const hasMembers = (ids: readonly number[]) => ({ hasMember: ids.map((id) => ({ reference: `Observation/o${id}` })) })
const entriesOf = (resources: readonly { readonly id: string }[]): object[] =>
  resources.map((resource) => ({ fullUrl: `http://x.test/Observation/${resource.id}`, resource }))

/** An observation that is no vital sign. */
const other = (id: number) => vitalSign(id, { category: undefined, effectiveDateTime: undefined, code: { text: 'Mood' } })

/** Vital signs, each of which refers to the next, and last an observation that is none. */
function chainOf(length: number): object[] {
  const members = Array.from({ length }, (_, i) => vitalSign(i, hasMembers([i + 1])))
  return entriesOf([...members, other(length)])
}

/** A chain, the last vital sign of which refers to many, and the last of those is none. */
function fanOf(length: number, width: number): object[] {
  const chain = Array.from({ length: length - 1 }, (_, i) => vitalSign(i, hasMembers([i + 1])))
  const ids = Array.from({ length: width }, (_, i) => length + i)
  const members = ids.map((id, i) => (i < width - 1 ? vitalSign(id, {}) : other(id)))
  return entriesOf([...chain, vitalSign(length - 1, hasMembers(ids)), ...members])
}

function wrongTargets(entry: readonly object[]): number {
  const resource = JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry })
  const { issues } = runTool(fhirValidate, { resource }, { maxIssues: 10_000 }) as unknown as {
    readonly issues: readonly { readonly code: string }[]
  }
  return issues.filter(({ code }) => code === 'reference_target').length
}

test.each([5, 41, 100])('of %i', (length) => {
  const entry = chainOf(length)
  expect([wrongTargets(entry), wrongTargets(entry.toReversed())]).toEqual([length, length])
})

test.each([20, 41, 60])('of %i, the last of which refers to hundreds', (length) => {
  expect(wrongTargets(fanOf(length, 400))).toBe(length)
})
