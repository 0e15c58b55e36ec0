// The nodes of one document while it is checked against profiles: each made once, found by name, by place and by reference.
import { isObject, type JsonObject } from '../json/json-value.ts'
import type { FhirModel, TypePlan } from '../model/element-plan.ts'
import { childrenOf } from '../path/children.ts'
import { type NodeItem, rootNode } from '../path/item.ts'
import { BundleIndex, partsOf } from '../validate/bundle-index.ts'
import type { ResourceNode } from '../validate/context.ts'

export class ProfileNodes {
  readonly model: FhirModel
  private readonly children = new WeakMap<NodeItem, Map<string, readonly NodeItem[]>>()
  private readonly roots = new Map<JsonObject, NodeItem>()
  private readonly indexes = new WeakMap<NodeItem, BundleIndex>()

  constructor(model: FhirModel) {
    this.model = model
  }

  /** The values of an element by the name that FHIRPath has for it. */
  childrenOf(node: NodeItem, name: string): readonly NodeItem[] {
    let known = this.children.get(node)
    if (!known) {
      known = new Map()
      this.children.set(node, known)
    }
    let items = known.get(name)
    if (!items) {
      items = childrenOf(node, this.model, name).filter((each) => each.kind === 'node')
      known.set(name, items)
    }
    return items
  }

  /** The node of a resource of the document. */
  ofResource(resource: ResourceNode): NodeItem | undefined {
    let outermost = resource
    while (outermost.parent) outermost = outermost.parent
    return this.at(outermost, resource.path)
  }

  /** What stands at a path from the outermost resource. */
  at(outermost: ResourceNode, path: readonly (string | number)[]): NodeItem | undefined {
    let node = this.rootOf(outermost.value)
    for (let i = 0; node && i < path.length; i++) {
      const step = String(path[i]).replace(/^_/, '')
      const name: string = node.plan.properties.get(step)?.element.name ?? step
      const items = this.childrenOf(node, name)
      const next = path[i + 1]
      if (typeof next === 'number') {
        node = items[next]?.index === next ? items[next] : items.find(({ index }) => index === next)
        i++
      } else node = items[0]
    }
    return node
  }

  /** What a reference leads to within the document: a contained resource or an entry of the Bundle. */
  resolve(reference: string, from: NodeItem): NodeItem | undefined {
    const resource = resourceOf(from)
    const container = resource?.step === 'contained' && resource.parent ? resourceOf(resource.parent) : resource
    if (!container) return undefined
    if (reference.startsWith('#')) {
      if (reference === '#') return container
      return this.childrenOf(container, 'contained').find(({ value }) => isObject(value) && value.id === reference.slice(1))
    }
    const entry = container.parent
    const bundle = entry?.parent
    if (!entry || bundle?.plan.name !== 'Bundle' || !isObject(bundle.value)) return undefined
    let index = this.indexes.get(bundle)
    if (!index) {
      index = new BundleIndex(bundle.value)
      this.indexes.set(bundle, index)
    }
    const fullUrl = isObject(entry.value) && typeof entry.value.fullUrl === 'string' ? entry.value.fullUrl : undefined
    const found = index.resolve(reference, fullUrl)[0]
    const entries = this.childrenOf(bundle, 'entry')
    const direct = found && entries[found.index]
    const target = direct?.index === found?.index ? direct : entries.find((each) => each.index === found?.index)
    return target && this.childrenOf(target, 'resource')[0]
  }

  private rootOf(value: JsonObject): NodeItem | undefined {
    let node = this.roots.get(value)
    if (!node) {
      node = rootNode(this.model, value)
      if (node) this.roots.set(value, node)
    }
    return node
  }
}

/** The innermost resource that a node is in, or is. */
export function resourceOf(node: NodeItem): NodeItem | undefined {
  let found: NodeItem | undefined = node
  while (found && found.plan.kind !== 'resource') found = found.parent
  return found
}

/** The reference that a Reference or canonical holds. */
export function referenceOf({ value }: NodeItem): string | undefined {
  const reference = isObject(value) ? value.reference : value
  return typeof reference === 'string' && reference !== '' ? reference : undefined
}

/** The type that a reference says that it leads to: by its own type, or by its form. */
export function statedType(node: NodeItem, model: FhirModel): string | undefined {
  const { value } = node
  if (isObject(value) && typeof value.type === 'string') {
    const type = value.type.slice(value.type.lastIndexOf('/') + 1)
    if (model.resource(type)) return type
  }
  const type = partsOf(referenceOf(node) ?? '')?.type
  return type !== undefined && model.resource(type) ? type : undefined
}

/** Whether a value is of a type by the code that profiles have for it: a code is no string, but a Patient is a DomainResource. */
export function isOfCode(model: FhirModel, { kind, name }: TypePlan, code: string): boolean {
  return name === code || (kind === 'resource' && model.isA(name, code))
}
