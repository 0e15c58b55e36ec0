// Joins resources that others refer to: those that say the same, and what several segments say of one practitioner or organization.
import type { FhirNode, Primitive, Resource } from '../fhir-node.ts'
import { haveSameNumbers, MERGED_PATIENT, patientKeys } from './same-patient.ts'

/** Resources that others refer to, and that say the same, are one. */
export function joinAlike(resources: readonly Resource[]): readonly Resource[] {
  let current = resources
  for (;;) {
    const replaced = findAlike(current)
    if (replaced.size === 0) return current
    for (const [from, to] of replaced) joinLeaves(from.node, to.node)
    current = current.filter((each) => !replaced.has(each))
    for (const each of current) relink(each, replaced)
  }
}

/** By resource the first one that says the same. */
function findAlike(resources: readonly Resource[]): Map<Resource, Resource> {
  const replaced = new Map<Resource, Resource>()
  const groups = new Map<string, Alike>()
  for (const resource of resources) {
    if (resource.isMain) continue
    const sketch = sketchOf(resource)
    const group = groups.get(sketch)
    if (!group) {
      groups.set(sketch, new Alike(resource))
      continue
    }
    const same = group.findOrAdd(resource)
    if (same) replaced.set(resource, same)
  }
  return replaced
}

/** Different resources of one sketch. */
class Alike {
  readonly #different: Resource[]
  /** By all that they say; undefined while they are few, and compared with each other. */
  #byText: Map<string, Resource> | undefined

  constructor(first: Resource) {
    this.#different = [first]
  }

  /** @returns the one that says the same; undefined where there is none, and the resource is one of them now */
  findOrAdd(resource: Resource): Resource | undefined {
    if (this.#byText) return this.#findOrAddText(this.#byText, resource)
    const same = this.#different.find((each) => saysSame(each.node, resource.node))
    if (same) return same
    this.#different.push(resource)
    if (this.#different.length > MOST_COMPARED) this.#byText = new Map(this.#different.map((each) => [textOf(each.node), each]))
    return undefined
  }

  #findOrAddText(byText: Map<string, Resource>, resource: Resource): Resource | undefined {
    const text = textOf(resource.node)
    const same = byText.get(text)
    if (!same) byText.set(text, resource)
    return same
  }
}

/** Two that differ mostly do so early: no text is made of the few of a usual message. */
const MOST_COMPARED = 8

/** True where two nodes have the same text. */
function saysSame(one: FhirNode, other: FhirNode): boolean {
  if (one.link !== other.link || !isSameValue(one.value, other.value)) return false
  const { children } = one
  const others = other.children
  if (children.length !== others.length) return false
  for (let i = 0; i < children.length; i++) {
    const first = children[i]!
    const otherFirst = others[i]!
    if (first.name !== otherFirst.name || !saysSame(first, otherFirst)) return false
    const nodes = first.further?.nodes ?? NO_NODES
    const otherNodes = otherFirst.further?.nodes ?? NO_NODES
    if (nodes.length !== otherNodes.length) return false
    for (let j = 0; j < nodes.length; j++) if (!saysSame(nodes[j]!, otherNodes[j]!)) return false
  }
  return true
}

const NO_NODES: readonly FhirNode[] = []

/** Decimals with the same digits may be different objects. */
function isSameValue(one: Primitive | undefined, other: Primitive | undefined): boolean {
  return one === other || (typeof one === 'object' && typeof other === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

/** The type of a resource, how many elements it has and its first value: the same for all that say the same. */
function sketchOf({ type, node: { children } }: Resource): string {
  let first: FhirNode | undefined = children[0]
  while (first && first.value === undefined && first.children.length > 0) first = first.children[0]
  return typeof first?.value === 'string' ? `${type} ${children.length} ${first.value}` : `${type} ${children.length}`
}

/** The parts of the message that stand in a resource that is left out stand in the one that is kept. */
function joinLeaves(from: FhirNode, to: FhirNode): void {
  for (const leaf of from.leaves) to.hold(leaf)
  for (const { name, occurrences } of from.children) {
    const others = to.list(name)!
    for (let i = 0; i < occurrences.length; i++) joinLeaves(occurrences[i]!, others[i]!)
  }
}

function relink({ references }: Resource, replaced: ReadonlyMap<Resource, Resource>): void {
  for (let i = 0; i < references.length; i++) references[i]!.link = replaced.get(references[i]!.link!) ?? references[i]!.link
}

/** Tells contents apart: texts stand with their length, so that what they hold is not taken for a mark. */
function textOf(node: FhirNode): string {
  const { value } = node
  let text = ''
  if (value !== undefined) text = typeof value === 'string' ? `"${value.length}:${value}` : JSON.stringify(value)
  if (node.link) text += `@${node.link.number}`
  for (const { name, occurrences } of node.children) {
    text += `${name}(`
    for (const child of occurrences) text += `${textOf(child)},`
    text += ')'
  }
  return text
}

/** Resources of which one number means one, whatever else a segment tells of them. */
const NUMBERED: ReadonlySet<string> = new Set(['Organization', 'Practitioner'])

/** The same number of the same authority is the same person or organization; what each segment says of it stands in one resource. */
export function joinSame(resources: readonly Resource[]): readonly Resource[] {
  let current = resources
  // Organizations first: they are the authorities of the others.
  for (const type of ['Organization', 'Practitioner', 'Patient']) {
    const ofType = current.filter((each) => each.type === type)
    if (ofType.length < 2) continue
    const firsts = new Map<string, Resource>()
    const replaced = new Map<Resource, Resource>()
    for (const resource of ofType) {
      const keys = keysOf(resource)
      const same = keys.map((key) => firsts.get(key)).find((first) => first && isSame(first, resource))
      if (same) {
        unite(resource.node, same.node)
        same.references.push(...resource.references)
        replaced.set(resource, same)
      }
      for (const key of keys) if (!firsts.has(key)) firsts.set(key, same ?? resource)
    }
    if (replaced.size === 0) continue
    current = current.filter((each) => !replaced.has(each))
    for (const each of current) relink(each, replaced)
  }
  return current
}

/** Only resources with one of these keys in common may be the same. */
function keysOf(resource: Resource): readonly string[] {
  // A message of several results repeats PID, and prior results have their own. A merged patient is a different one.
  if (resource.type === 'Patient') return resource.isMain && resource.label !== MERGED_PATIENT ? patientKeys(resource) : []
  const key = resource.isMain ? undefined : numberKey(resource)
  return key === undefined ? [] : [key]
}

/** True if all are the same as the first. */
export function areOne([first, ...others]: readonly Resource[]): boolean {
  if (others.length === 0) return true
  const keys = new Set(first ? keysOf(first) : [])
  return others.every((each) => keysOf(each).some((key) => keys.has(key)) && isSame(first!, each))
}

function isSame({ type, node }: Resource, other: Resource): boolean {
  return !differs(node, other.node) && (type !== 'Patient' || haveSameNumbers(node, other.node))
}

/**
 * What tells a practitioner or organization apart from all others: its number with the system or the authority of it, or with its name where the
 * message does not say whose number it is; undefined for none.
 */
export function numberKey(resource: Resource): string | undefined {
  return NUMBERED.has(resource.type) ? keyOfNumber(resource) : undefined
}

function keyOfNumber({ type, node }: Resource): string | undefined {
  const identifiers = node.list('identifier') ?? []
  const [identifier] = identifiers
  const value = identifier?.first('value')?.value
  if (!identifier || value === undefined) return undefined
  const numbers = identifiers.map((each) => [each.first('value')?.value, each.first('system')?.value])
  const authority = identifier
    .first('assigner')
    ?.link?.node.list('identifier')
    ?.map((each) => each.first('value')?.value)
  if (type === 'Organization') return JSON.stringify([numbers, authority])
  const system = identifier.first('system')?.value
  const name = system === undefined && authority === undefined ? (node.first('name')?.first('family')?.value ?? '') : ''
  return JSON.stringify([value, system ?? authority ?? '', name])
}

/** True where an element that does not repeat has another value, or a value of another type. */
function differs(one: FhirNode, other: FhirNode): boolean {
  for (const child of other.children) {
    const own = one.first(child.name)
    const { name, repeats, choice } = child.element!
    if (own && !repeats && !covers(own, child)) return true
    if (choice !== undefined && one.children.some((each) => each.name !== name && each.element!.choice === choice)) return true
  }
  return false
}

/** True where all that an element says stands in another one. */
function covers(whole: FhirNode, part: FhirNode): boolean {
  if (part.value !== undefined && JSON.stringify(part.value) !== JSON.stringify(whole.value)) return false
  if (part.link && part.link !== whole.link) return false
  for (const { name, occurrences } of part.children) {
    const own = whole.list(name) ?? []
    if (!occurrences.every((node) => own.some((each) => covers(each, node)))) return false
  }
  return true
}

/** Takes over what is not said yet; an element that says more takes the place of one that says less. */
function unite(from: FhirNode, to: FhirNode): void {
  for (const { name, occurrences } of from.children) {
    for (const node of occurrences) {
      const own = to.list(name) ?? []
      const whole = own.find((each) => covers(each, node))
      const part = own.find((each) => covers(node, each))
      if (whole) fold(node, whole)
      else if (part) {
        fold(part, node)
        to.keep(
          name,
          own.map((each) => (each === part ? node : each)),
        )
      } else to.adopt(node)
    }
  }
}

/** The parts of the message that stand in an element stand in one that says as much. */
function fold(from: FhirNode, to: FhirNode): void {
  for (const leaf of from.leaves) to.hold(leaf)
  for (const { name, occurrences } of from.children)
    for (const node of occurrences) fold(node, (to.list(name) ?? []).find((each) => covers(each, node))!)
}
