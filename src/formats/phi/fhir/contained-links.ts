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

/** Counts references instead of searching again: one removal may lead to the next through thousands of resources. */
function dropUnreferred(value: JsonObject, referred: ReadonlySet<JsonValue>): void {
  const { contained: list, ...rest } = value
  if (!Array.isArray(list)) return
  const links = list.map((each) => linksIn(each))
  const counts = new Map<string, number>()
  for (const found of [linksIn(rest), ...links]) for (const link of found) counts.set(link, (counts.get(link) ?? 0) + 1)
  const places = placesOf(list)
  const isLoose = (i: number) => referred.has(list[i]!) && !links[i]!.has('#') && !counts.get(linkTo(list[i]!) ?? '')
  const dropped = new Set([...list.keys()].filter(isLoose))
  // Iterating over a Set also visits entries that are added meanwhile.
  for (const i of dropped) {
    for (const link of links[i]!) {
      const count = counts.get(link)! - 1
      counts.set(link, count)
      if (count === 0) for (const other of places.get(link) ?? []) if (isLoose(other)) dropped.add(other)
    }
  }
  const left: JsonArray = list.filter((_, i) => !dropped.has(i))
  if (left.length === 0) delete value.contained
  else value.contained = left
}

/** By the link that leads to it. */
function placesOf(list: JsonArray): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  for (const [i, each] of list.entries()) {
    const link = linkTo(each) ?? ''
    const same = places.get(link)
    if (same) same.push(i)
    else places.set(link, [i])
  }
  return places
}

function linkTo(resource: JsonValue): string | undefined {
  return isObject(resource) && typeof resource.id === 'string' ? `#${resource.id}` : undefined
}

function isReferred(resource: JsonValue, links: ReadonlySet<string>): boolean {
  return links.has(linkTo(resource) ?? '')
}

/** References and addresses within the resource. */
function linksIn(value: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string' && value.startsWith('#')) found.add(value)
  else if (Array.isArray(value)) for (const item of value) linksIn(item, found)
  else if (isObject(value)) for (const name of Object.keys(value)) linksIn(value[name]!, found)
  return found
}
