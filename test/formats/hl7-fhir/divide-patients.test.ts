// hl7/from-fhir: the parts of a message of several patients. A message may have thousands of parts: they share the lists of what belongs to nobody.
import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/formats/fhir/json/json-value.ts'
import { MessageContents } from '../../../src/formats/hl7/from-fhir/draft/message-contents.ts'
import { readBundleTree } from '../../../src/formats/hl7/from-fhir/draft/source-tree.ts'
import { dividePatients } from '../../../src/formats/hl7/from-fhir/plan/divide-patients.ts'

const reference = (to: string) => ({ reference: `http://test.example/${to}` })
const RESOURCES: readonly JsonObject[] = [
  { resourceType: 'Device', id: 'd1' },
  { resourceType: 'Patient', id: 'p1' },
  { resourceType: 'Organization', id: 'o1' },
  { resourceType: 'Observation', id: 'b1', subject: reference('Patient/p1') },
  { resourceType: 'Device', id: 'd2', patient: reference('Patient/p1') },
  { resourceType: 'Patient', id: 'p2' },
  { resourceType: 'Observation', id: 'b2', subject: reference('Patient/p2') },
  { resourceType: 'Provenance', id: 'v1', target: [reference('Patient/p2')] },
  { resourceType: 'Device', id: 'd3' },
]

function contentsOf(resources: readonly JsonObject[]): MessageContents {
  const entry = resources.map((resource) => ({ fullUrl: `http://test.example/${resource.resourceType}/${resource.id}`, resource }))
  const bundle = readBundleTree({ resourceType: 'Bundle', type: 'message', entry })
  return new MessageContents(bundle, bundle.resources)
}

test('parts have their own resources and those of nobody, in order, and share the lists of those', () => {
  const contents = contentsOf(RESOURCES)
  const [first, second] = contents.all('Patient')
  const division = dividePatients(contents, first!, () => false)!
  const [one, other] = [first!, second!].map((patient) => division.partOf(patient))
  const ids = (part: MessageContents, type: string) => part.all(type).map(({ element }) => element.textAt('id'))
  expect([ids(one!, 'Device'), ids(other!, 'Device')]).toEqual([
    ['d1', 'd2', 'd3'],
    ['d1', 'd3'],
  ])
  expect([ids(one!, 'Observation'), ids(other!, 'Observation')]).toEqual([['b1'], ['b2']])
  expect(one!.resources.map(({ entry }) => entry)).toEqual([0, 1, 2, 3, 4, 7, 8])
  expect(one!.all('Organization')).toBe(other!.all('Organization'))
  expect(other!.referringTo(second!, 'Provenance', 'target')).toBe(one!.referringTo(second!, 'Provenance', 'target'))
  other!.use(contents.all('Organization')[0]!)
  expect(one!.unused('Organization')).toEqual([])
})
