// A Bundle as the resources of its entries, and resources as the entries of a Bundle.
import { isObject, type JsonObject, type JsonPath, type JsonValue } from '../json/json-value.ts'

export const BUNDLE_TYPES = ['collection', 'batch', 'transaction'] as const
export type BundleType = (typeof BUNDLE_TYPES)[number]

export interface BundleEntries {
  /** In the order of the entries; one without a resource gives none. */
  readonly resources: readonly { readonly value: JsonObject; readonly path: JsonPath }[]
  /** Members that say something beside the resources, and go with the Bundle. */
  readonly left: readonly JsonPath[]
}

/** @returns undefined for what is no Bundle, or one whose entries are not as JSON of FHIR has them */
export function splitBundle(bundle: JsonObject, base: string | undefined): BundleEntries | undefined {
  if (bundle.resourceType !== 'Bundle') return undefined
  const { entry: entries = [] } = bundle
  if (!Array.isArray(entries) || !entries.every(isObject)) return undefined
  const left: JsonPath[] = Object.keys(bundle)
    .filter((name) => name !== 'resourceType' && name !== 'entry')
    .map((name) => [name])
  const resources: { value: JsonObject; path: JsonPath }[] = []
  for (const [i, entry] of entries.entries()) {
    const { resource } = entry
    const value = isTyped(resource) ? resource : undefined
    if (resource !== undefined && !value) return undefined
    if (value) resources.push({ value, path: ['entry', i, 'resource'] })
    for (const name of Object.keys(entry)) {
      if (name === 'resource') continue
      if (name === 'fullUrl' && value && base !== undefined && entry.fullUrl === fullUrlOf(value, base)) continue
      left.push(['entry', i, name])
    }
  }
  return { resources, left }
}

/** Resources in a Bundle. With a base each that has an id gets its fullUrl: [base]/[type]/[id]. */
export function joinBundle(resources: readonly JsonObject[], type: BundleType, base: string | undefined): JsonObject {
  const entry = resources.map((resource) => {
    const fullUrl = base === undefined ? undefined : fullUrlOf(resource, base)
    return {
      ...(fullUrl === undefined ? {} : { fullUrl }),
      resource,
      ...(type === 'collection' ? {} : { request: requestOf(resource) }),
    }
  })
  return { resourceType: 'Bundle', type, ...(entry.length > 0 ? { entry } : {}) }
}

/** A resource with an id is put under it, one without is created (R4 3.1.0.11). */
function requestOf({ resourceType, id }: JsonObject): JsonObject {
  return typeof id === 'string' ? { method: 'PUT', url: `${resourceType}/${id}` } : { method: 'POST', url: resourceType! }
}

function fullUrlOf({ resourceType, id }: JsonObject, base: string): string | undefined {
  return typeof id === 'string' ? `${base.replace(/\/$/, '')}/${resourceType}/${id}` : undefined
}

function isTyped(value: JsonValue | undefined): value is JsonObject {
  return isObject(value) && typeof value.resourceType === 'string'
}
