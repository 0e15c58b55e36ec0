// What of a Bundle comes back when to-fhir reads the message again: elements by their type, path and value, whatever the ids.

import type { JsonObject } from '../../fhir/json/json-value.ts'
import { readJson } from '../../fhir/json/read-json.ts'
import { readDocument } from '../document.ts'
import { convertDocument } from '../fhir/convert-document.ts'
import type { ConvertSettings } from '../fhir/convert-message.ts'
import { type FhirElement, readBundleTree, type SourceBundle, type SourceResource } from './draft/source-tree.ts'

/** How often each element stands in the Bundle that to-fhir makes of a message. */
export type Returned = Map<string, number>

export function readAgain(message: string, settings: ConvertSettings): Returned {
  const { messages } = convertDocument(readDocument(message), settings, {
    type: 'message',
    writes: 'create',
    ids: 'message',
    namespace: '',
  })
  const returned: Returned = new Map()
  for (const { bundle } of messages) {
    const tree = readBundleTree(readJson(JSON.stringify(bundle)) as JsonObject)
    for (const resource of tree.resources) for (const [, key] of keysOf(tree, resource)) returned.set(key, (returned.get(key) ?? 0) + 1)
    for (const [name, list] of tree.root.children) {
      if (name === 'entry') continue
      for (const child of list) for (const leaf of child.leaves()) returned.set(bundleKey(leaf, tree.root), 1)
    }
  }
  return returned
}

/** What tells a member of a Bundle from others; the Bundle may be an entry of another one. */
export function bundleKey(leaf: FhirElement, root: FhirElement): string {
  return `Bundle${leaf.path.slice(root.path.length)}=${leaf.text}`
}

/** The leaves of a resource, each with what tells it from others. */
export function* keysOf(bundle: SourceBundle, { type, element }: SourceResource): Generator<readonly [FhirElement, string]> {
  yield* keysIn(bundle, element, type)
}

function* keysIn(bundle: SourceBundle, element: FhirElement, path: string): Generator<readonly [FhirElement, string]> {
  for (const [name, list] of element.children) {
    for (const child of list) {
      const inner = `${path}.${name}`
      if (child.text !== undefined)
        yield [child, `${inner}=${name === 'reference' ? (bundle.resolve(element)?.type ?? child.text) : plainValue(child.text)}`]
      yield* keysIn(bundle, child, inner)
    }
  }
}

/** Times of one instant are one, however their offset is written. */
function plainValue(text: string): string {
  return /^\d{4}-\d{2}-\d{2}T.*Z$/.test(text) ? `${text.slice(0, -1)}+00:00` : text
}
