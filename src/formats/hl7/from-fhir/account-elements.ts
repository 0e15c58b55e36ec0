// Accounts for every element of a Bundle: in which field it stands, or why in none.

import { bundleKey, keysOf, type Returned } from './compare-returned.ts'
import type { Refusal } from './draft/claim-log.ts'
import type { MessageBuilder } from './draft/message-builder.ts'
import type { MessageContents } from './draft/message-contents.ts'
import type { FhirElement, SourceBundle } from './draft/source-tree.ts'

export type UnmappedReason = Refusal | 'no_map' | 'no_segment' | 'no_message' | 'identity' | 'bundle' | 'dangling_reference'

export interface UnmappedElement {
  readonly path: string
  readonly reason: UnmappedReason
}

export interface ElementAccount {
  readonly elements: number
  readonly unmapped: readonly UnmappedElement[]
  /** Elements that a field holds, and of which to-fhir makes another value. */
  readonly altered: readonly { readonly path: string; readonly target: string }[]
  /** Codes that stand for one of several. */
  readonly chosen: readonly { readonly path: string; readonly target: string }[]
}

export interface WrittenUnit {
  readonly contents: MessageContents
  readonly builder: MessageBuilder
  readonly returned: Returned
}

export function accountElements(bundle: SourceBundle, units: readonly WrittenUnit[]): ElementAccount {
  const back = new Set<FhirElement>()
  const inMessage = new Set<FhirElement>()
  for (const { contents, returned } of units) markReturned(contents, returned, back, inMessage)
  const unmapped: UnmappedElement[] = []
  const altered: { path: string; target: string }[] = []
  const refusals = new Map<FhirElement, Refusal>(units.flatMap(({ builder }) => [...builder.context.log.refusals]))
  let elements = 0
  for (const leaf of bundle.root.leaves()) {
    if (leaf.name === 'resourceType') continue
    elements++
    if (back.has(leaf)) continue
    const { path } = leaf
    if (leaf.taken !== undefined && leaf.taken !== '') altered.push({ path, target: leaf.taken })
    else unmapped.push({ path, reason: reasonOf(leaf, refusals, inMessage, units) })
  }
  const chosen = units.flatMap(({ builder }) =>
    [...builder.context.log.chosen].flatMap(([element]) => (element.taken ? [{ path: element.path, target: element.taken }] : [])),
  )
  return { elements, unmapped, altered, chosen }
}

/** Elements that a field holds come back before others of the same value. */
function markReturned(contents: MessageContents, returned: Returned, back: Set<FhirElement>, inMessage: Set<FhirElement>): void {
  const left = new Map(returned)
  const { bundle } = contents
  const open: (readonly [FhirElement, string])[] = []
  for (const resource of reachable(contents)) {
    inMessage.add(resource.element)
    for (const pair of keysOf(bundle, resource)) {
      if (pair[0].taken === undefined) open.push(pair)
      else markOne(pair, left, back)
    }
  }
  for (const pair of open) markOne(pair, left, back)
  for (const [name, list] of bundle.root.children) {
    if (name === 'entry') continue
    for (const child of list) for (const leaf of child.leaves()) if (left.has(bundleKey(leaf, bundle.root))) back.add(leaf)
  }
}

function markOne([leaf, key]: readonly [FhirElement, string], left: Map<string, number>, back: Set<FhirElement>): void {
  const count = left.get(key) ?? 0
  // One resource may be told in several places, and is read as one again.
  if (count === 0 && !back.has(leaf)) return
  left.set(key, count - 1)
  back.add(leaf)
}

/** The resources of a message, and those that they refer to. */
function reachable(contents: MessageContents): Set<MessageContents['resources'][number]> {
  const found = new Set(contents.resources)
  for (const resource of found) {
    const walk = (element: FhirElement): void => {
      if (element.children.has('reference')) {
        const target = contents.bundle.resolve(element)
        if (target) found.add(target)
      }
      for (const list of element.children.values()) for (const child of list) walk(child)
    }
    walk(resource.element)
  }
  return found
}

function reasonOf(
  leaf: FhirElement,
  refusals: ReadonlyMap<FhirElement, Refusal>,
  inMessage: ReadonlySet<FhirElement>,
  units: readonly WrittenUnit[],
): UnmappedReason {
  const refused = refusals.get(leaf)
  if (refused) return refused
  const owner = ownerOf(leaf)
  if (!owner) return leaf.name === 'fullUrl' ? 'identity' : 'bundle'
  if (leaf.name === 'id' && leaf.parent === owner) return 'identity'
  if (!inMessage.has(owner)) return units.length === 0 ? 'no_message' : 'no_segment'
  const bundle = units[0]?.contents.bundle
  if (leaf.name === 'reference' && leaf.parent && bundle && !bundle.resolve(leaf.parent)) return 'dangling_reference'
  return 'no_map'
}

function ownerOf(leaf: FhirElement): FhirElement | undefined {
  for (let at: FhirElement | undefined = leaf.parent; at; at = at.parent)
    if (at.name === 'resource' && (at.textAt('resourceType') ?? 'Bundle') !== 'Bundle') return at
  return undefined
}
