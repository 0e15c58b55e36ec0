// References within a document: to contained resources, between entries of a Bundle, and the types that they may lead to.
import { isObject, type JsonObject, type JsonPath } from '../json/json-value.ts'
import { BundleIndex, partsOf } from './bundle-index.ts'
import type { Context, ReferenceNode, ResourceNode } from './context.ts'

/** The resource that holds contained ones: of a contained resource, the one it stands in. */
function containerOf(node: ResourceNode): ResourceNode {
  return node.contained && node.parent ? node.parent : node
}

const UUID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/

export class References {
  private readonly context: Context
  private readonly indexes = new Map<ResourceNode, BundleIndex>()
  /** Fragments that each container's parts refer to. */
  private readonly used = new Map<ResourceNode, Set<string>>()

  constructor(context: Context) {
    this.context = context
  }

  /** Judges all references that the walk has met; then the contained resources that nothing refers to. */
  check(): void {
    for (const reference of this.context.references) this.checkOne(reference)
    for (const node of this.context.resources) this.checkContained(node)
  }

  indexOf(bundle: ResourceNode): BundleIndex {
    let index = this.indexes.get(bundle)
    if (!index) {
      index = new BundleIndex(bundle.value)
      this.indexes.set(bundle, index)
    }
    return index
  }

  /** Marks a fragment as used; of canonicals and URIs, too. */
  use(fragment: string, from: ResourceNode): void {
    const container = containerOf(from)
    const used = this.used.get(container)
    if (used) used.add(fragment)
    else this.used.set(container, new Set([fragment]))
  }

  /** The Bundle that a resource is an entry of, the index of the entry and its fullUrl; contained resources and resources of entries within count. */
  entryOf(
    node: ResourceNode,
  ): { readonly bundle: ResourceNode; readonly index: number | undefined; readonly fullUrl: string | undefined } | undefined {
    const holder = containerOf(node)
    const bundle = holder.parent
    if (bundle?.plan.name !== 'Bundle') return undefined
    const index = holder.path[bundle.path.length + 1]
    const entry = typeof index === 'number' ? this.indexOf(bundle).entries[index] : undefined
    return { bundle, index: entry?.index, fullUrl: entry?.fullUrl }
  }

  private checkOne({ value, path, resource, targets }: ReferenceNode): void {
    const { issues } = this.context
    const { reference, type } = value
    const stated = typeof type === 'string' ? type.slice(type.lastIndexOf('/') + 1) : undefined
    if (stated !== undefined && !this.isAdmitted(stated, targets)) issues.add('reference_target', path, { expected: expectedOf(targets) })
    if (typeof reference !== 'string' || reference === '') return
    if (reference.startsWith('#')) this.checkFragment(reference.slice(1), { path, resource, targets })
    else this.checkAddress(reference, { path, resource, targets, stated })
  }

  private checkFragment(id: string, { path, resource, targets }: Omit<ReferenceNode, 'value'>): void {
    const { issues } = this.context
    this.use(id, resource)
    // Of a contained resource, # is what contains it (R4 2.3.0.3).
    if (id === '' && resource.contained) return
    const container = containerOf(resource)
    const { contained } = container.value
    const target = Array.isArray(contained) ? contained.find((each) => isObject(each) && each.id === id) : undefined
    if (!isObject(target)) issues.add('reference_missing', path, { rule: 'ref-1', expected: 'the id of a contained resource' })
    else if (!this.isAdmitted(target.resourceType, targets)) issues.add('reference_target', path, { expected: expectedOf(targets) })
  }

  private checkAddress(
    reference: string,
    { path, resource, targets, stated }: Omit<ReferenceNode, 'value'> & { readonly stated: string | undefined },
  ): void {
    const { issues, model } = this.context
    if (/\s/.test(reference)) issues.add('reference_syntax', path, { expected: 'an address without white space' })
    const parts = partsOf(reference)
    const named = parts && model.resource(parts.type) ? parts.type : undefined
    if (named !== undefined && stated !== undefined && named !== stated) {
      issues.add('reference_target', path, { expected: 'the type that Reference.type says' })
    }
    const found = this.find(reference, path, resource)
    if (found) {
      if (named !== undefined && found.resourceType !== named)
        issues.add('reference_target', path, { expected: 'a resource of the type that the reference says' })
      else if (!this.isAdmitted(found.resourceType, targets)) issues.add('reference_target', path, { expected: expectedOf(targets) })
    } else if (named !== undefined && !this.isAdmitted(named, targets)) {
      issues.add('reference_target', path, { expected: expectedOf(targets) })
    }
  }

  /** The entry of the Bundle that the reference leads to; finding two is an issue. */
  private find(reference: string, path: JsonPath, resource: ResourceNode): JsonObject | undefined {
    const entry = this.entryOf(resource)
    if (!entry) return undefined
    const found = this.indexOf(entry.bundle).resolve(reference, entry.fullUrl)
    if (found.length > 1) this.context.issues.add('reference_ambiguous', path, { expected: 'one entry with this fullUrl' })
    return found[0]?.resource ?? this.findByUuid(reference, entry.bundle)
  }

  /** A relative reference whose id is the UUID of an entry means that entry, though it does not resolve to it. */
  private findByUuid(reference: string, bundle: ResourceNode): JsonObject | undefined {
    const parts = partsOf(reference)
    if (parts?.base !== '' || !UUID.test(parts.id)) return undefined
    return this.indexOf(bundle).resolve(`urn:uuid:${parts.id.toLowerCase()}`, undefined)[0]?.resource
  }

  private isAdmitted(type: unknown, targets: readonly string[]): boolean {
    if (targets.length === 0 || typeof type !== 'string') return true
    return targets.includes(type) || targets.some((target) => this.context.model.isA(type, target)) || !this.context.model.resource(type)
  }

  /** dom-3: a contained resource is referred to from its container, or refers to it. */
  private checkContained(node: ResourceNode): void {
    if (!node.contained || !node.parent) return
    const { issues } = this.context
    const { id } = node.value
    const used = this.used.get(node.parent)
    const isUsed = typeof id === 'string' && used?.has(id)
    if (!isUsed && !(used?.has('') && this.refersOut(node))) issues.add('contained_unused', node.path, { rule: 'dom-3' })
  }

  private refersOut(node: ResourceNode): boolean {
    return this.context.references.some(({ resource, value }) => resource === node && value.reference === '#')
  }
}

function expectedOf(targets: readonly string[]): string {
  return targets.length === 0 ? 'a resource' : `Reference(${targets.join(' | ')})`
}
