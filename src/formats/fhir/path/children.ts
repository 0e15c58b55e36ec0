// The elements below a node. Members of the JSON are read by the names that the definitions have, none of which is a name of Object.prototype.
import { isObject, type JsonObject, type JsonValue } from '../json/json-value.ts'
import type { ElementPlan, FhirModel, Property, TypePlan } from '../model/element-plan.ts'
import { type Item, type NodeItem, systemOf } from './item.ts'

/** Choices of more types are looked for among the members that there are. */
const FEW_TYPES = 3

/** The elements of a name below a node; `value` of a primitive is its value, of a system type. */
export function childrenOf(node: NodeItem, model: FhirModel, name: string): Item[] {
  const found: Item[] = []
  const element = node.plan.byName.get(name)
  if (element) addChildren(node, model, element, found)
  else addValue(node, name, found)
  return found
}

/** The value of a primitive by the name `value`. */
export function addValue(node: NodeItem, name: string, found: Item[]): void {
  const value = name === 'value' && node.plan.kind === 'primitive' ? systemOf(node) : undefined
  if (value) found.push(value)
}

/** Adds the values of an element below a node. */
export function addChildren(node: NodeItem, model: FhirModel, element: ElementPlan, found: Item[]): void {
  const source = membersOf(node)
  if (!source) return
  if (element.properties.length > FEW_TYPES) addPresent(node, model, { source, only: element }, found)
  else for (const property of element.properties) addProperty(node, model, property, source, found)
}

/** Adds all elements below a node, in the order of the definition. */
export function addAllChildren(node: NodeItem, model: FhirModel, found: Item[]): void {
  const source = membersOf(node)
  if (source) addPresent(node, model, { source, only: undefined }, found)
}

/** All elements below a node, in the order of the definition. */
export function allChildrenOf(node: NodeItem, model: FhirModel): Item[] {
  const found: Item[] = []
  addAllChildren(node, model, found)
  return found
}

function membersOf(node: NodeItem): JsonObject | undefined {
  if (node.plan.kind === 'primitive') return node.extras
  return isObject(node.value) ? node.value : undefined
}

interface Sought {
  readonly source: JsonObject
  /** Undefined for all elements. */
  readonly only: ElementPlan | undefined
}

/** Goes by the members that there are, which are far fewer than those that a type has; nearly all documents have them in its order. */
function addPresent(node: NodeItem, model: FhirModel, { source, only }: Sought, found: Item[]): void {
  const { properties, elements } = node.plan
  const before = found.length
  let rank = -1
  for (const name of Object.keys(source)) {
    const property = properties.get(name) ?? propertyOfExtras(source, name, node.plan)
    if (!property || (only && property.element !== only)) continue
    if (property.rank < rank) {
      found.length = before
      for (const element of only ? [only] : elements) for (const each of element.properties) addProperty(node, model, each, source, found)
      return
    }
    rank = property.rank
    addProperty(node, model, property, source, found)
  }
}

/** Of `_birthDate` beside `birthDate` nothing: it is read with the value. */
function propertyOfExtras(source: JsonObject, name: string, plan: TypePlan): Property | undefined {
  if (name.charCodeAt(0) !== UNDERSCORE) return undefined
  const plain = name.slice(1)
  return Object.hasOwn(source, plain) ? undefined : plan.properties.get(plain)
}
const UNDERSCORE = 0x5f

function addProperty(
  node: NodeItem,
  model: FhirModel,
  { name, extrasName, element, type }: Property,
  source: JsonObject,
  found: Item[],
): void {
  const { plan } = type
  const value = source[name]
  const extras = plan.kind === 'primitive' ? source[extrasName] : undefined
  if (value === undefined && extras === undefined) return
  if (!Array.isArray(value) && !Array.isArray(extras)) {
    addChild(node, model, element, { plan, value, extras, index: -1 }, found)
    return
  }
  const values = Array.isArray(value) ? value : []
  const others = Array.isArray(extras) ? extras : []
  const count = Math.max(values.length, others.length)
  for (let index = 0; index < count; index++)
    addChild(node, model, element, { plan, value: values[index], extras: others[index], index }, found)
}

interface Draft {
  readonly plan: TypePlan
  readonly value: JsonValue | undefined
  readonly extras: JsonValue | undefined
  readonly index: number
}

function addChild(parent: NodeItem, model: FhirModel, element: ElementPlan, { plan, value, extras, index }: Draft, found: Item[]): void {
  const known = value === null ? undefined : value
  const beside = isObject(extras) ? extras : undefined
  if (known === undefined && beside === undefined) return
  let own = plan
  if (plan.kind === 'resource' && isObject(known)) {
    const type = known.resourceType
    own = (typeof type === 'string' ? model.resource(type) : undefined) ?? plan
  }
  found.push({ kind: 'node', plan: own, value: known, extras: beside, element, parent, step: element.name, index })
}
