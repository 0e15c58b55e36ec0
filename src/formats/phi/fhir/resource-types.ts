// The types of the resources of a document by what leads to them.
import { isObject } from '../../fhir/json/json-value.ts'
import type { Walked } from './fhir-leaf.ts'

/** By full address and by #id: what a reference itself does not tell. */
export function typesOf(walked: readonly Walked[]): Map<string, string> {
  const types = new Map<string, string>()
  for (const { resources } of walked) {
    const root = resources[0]!.value
    for (const { value, path } of resources)
      if (path.includes('.contained') && typeof value.id === 'string') types.set(`#${value.id}`, String(value.resourceType))
    for (const entry of Array.isArray(root.entry) ? root.entry : []) {
      if (isObject(entry) && isObject(entry.resource) && typeof entry.fullUrl === 'string')
        types.set(entry.fullUrl, String(entry.resource.resourceType))
    }
  }
  return types
}
