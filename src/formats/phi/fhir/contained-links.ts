// Removes contained resources that lost their last reference, which would make the resource invalid (dom-3).
import { isObject, type JsonArray, type JsonObject, type JsonValue } from '../../fhir/json/json-value.ts'
import type { ResourceScope } from './fhir-leaf.ts'

/** @returns a function that removes the contained resources that were referred to before and no longer are, and lists their original paths */
export function watchContained(resources: readonly ResourceScope[]): () => string[] {
  const watched = resources.flatMap(({ value, path }) => {
    const list = value.contained
    if (!Array.isArray(list)) return []
    const before = linksIn(value)
    const referred = list.flatMap((each, i) => (isReferred(each, before) ? [[each, `${path}.contained[${i}]`] as const] : []))
    return [{ value, referred: new Map(referred) }]
  })
  return () =>
    watched.flatMap(({ value, referred }) => {
      dropUnreferred(value, new Set(referred.keys()))
      const left = new Set(Array.isArray(value.contained) ? value.contained : [])
      return [...referred].flatMap(([each, path]) => (left.has(each) ? [] : [path]))
    })
}

function dropUnreferred(value: JsonObject, referred: ReadonlySet<JsonValue>): void {
  const list = value.contained
  if (!Array.isArray(list)) return
  const links = linksIn(value)
  const left: JsonArray = list.filter((each) => !referred.has(each) || isReferred(each, links) || linksIn(each).has('#'))
  if (left.length === 0) delete value.contained
  else value.contained = left
  // Removed resources may have had the last references to others.
  if (left.length > 0 && left.length < list.length) dropUnreferred(value, referred)
}

function isReferred(resource: JsonValue, links: ReadonlySet<string>): boolean {
  return isObject(resource) && typeof resource.id === 'string' && links.has(`#${resource.id}`)
}

/** References and addresses within the resource. */
function linksIn(value: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' && value.startsWith('#')) found.add(value)
  else if (Array.isArray(value)) for (const item of value) linksIn(item, found)
  else if (isObject(value)) for (const name of Object.keys(value)) linksIn(value[name]!, found)
  return found
}
