// An element of a resource while it is filled: its value, its elements, and the parts of the message that stand in it.
import type { Decimal } from './decimal.ts'
import { type R4Element, type R4Type, r4Type } from './r4-model.ts'
import type { Reason } from './reason.ts'
import { elementIn } from './resolve-target.ts'
import { append } from './short-list.ts'

export type Primitive = string | boolean | Decimal

/** A resource of the Bundle. */
export interface Resource {
  /** Among the resources of its message. */
  readonly number: number
  readonly type: string
  readonly node: FhirNode
  /** `Observation[2]` of the message map; the type alone for what another resource refers to. */
  readonly label: string
  /** Where the segment stands that began it. */
  readonly scope: readonly string[]
  readonly serial: number
  /** True for what stands in the Bundle for its own sake, and not because another resource refers to it. */
  readonly isMain: boolean
  /** Its elements that refer to other resources. Empty until the whole message has been read. */
  references: FhirNode[]
}

export class FhirNode {
  /** Type of R4, a primitive one too. */
  readonly type: string
  /** The element that it is; undefined for a resource. */
  readonly element: R4Element | undefined
  /** Undefined for a primitive type. */
  readonly definition: R4Type | undefined
  value: Primitive | undefined
  /** True for a value of the map that a value of the message, or of a more special row, may replace. */
  isWeak = false
  /** True for a value that stands there by a row that the guide does not have. */
  isOwn = false
  /** What a report calls the site's rule by which the value stands there. */
  rule: string | undefined
  #leaves: readonly Part[] = NO_PARTS
  /** Of a reference. */
  link: Resource | undefined
  /** Where it stands in the Bundle, once that is written and it holds parts of the message. */
  place: string | undefined
  /** Tells it apart from the other occurrences of its element; undefined for one that was taken over from another node. */
  key: string | undefined
  /** Most nodes are values and have no elements. */
  #children: readonly ChildList[] | undefined

  constructor(type: string, element: R4Element | undefined) {
    this.type = type
    this.element = element
    this.definition = element ? element.definition : r4Type(type)
  }

  /** The parts of the message that stand in it. */
  get leaves(): readonly Part[] {
    return this.#leaves
  }

  /** A part of the message stands in it. */
  hold(leaf: Part): void {
    this.#leaves = append(this.#leaves, leaf)
    leaf.nodes = append(leaf.nodes, this)
  }

  /** No part of the message stands in it any more. */
  release(): void {
    for (const leaf of this.#leaves) leaf.nodes = leaf.nodes.filter((each) => each !== this)
    this.#leaves = NO_PARTS
  }

  /** The elements that are there by name; each has one node at least. */
  get children(): readonly Children[] {
    return this.#children ?? NO_CHILDREN
  }

  /** The occurrences of an element; undefined where there is none. */
  list(name: string): readonly FhirNode[] | undefined {
    return this.#find(name)?.nodes
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  /** An element has few different children: a search through them is faster than a map. */
  #find(name: string): ChildList | undefined {
    const lists = this.#children
    if (lists) for (let i = 0; i < lists.length; i++) if (lists[i]!.name === name) return lists[i]
    return undefined
  }

  #add(name: string, nodes: readonly FhirNode[]): void {
    this.#children = append(this.#children ?? NO_CHILDREN, new ChildList(name, nodes))
  }

  /**
   * The child of the name; of an element that repeats the one of the key.
   * @returns undefined where another type of the same choice is there already
   * @throws Error where R4 has no such element
   */
  child(name: string, key: string): FhirNode | undefined {
    const list = this.#find(name)
    const element = list ? list.nodes[0]!.element! : elementIn(this.definition, this.type, name)
    if (list) {
      const known = element.repeats ? list.find(key) : list.nodes[0]
      if (known && element.choice === undefined) return known
      if (known) return known.isEmpty() && this.#hasOtherChoice(element) ? undefined : known
    }
    if (element.choice !== undefined && this.#hasOtherChoice(element)) return undefined
    const node = new FhirNode(element.type, element)
    node.key = key
    if (list) list.push(node)
    else this.#add(name, [node])
    return node
  }

  #hasOtherChoice({ name, choice }: R4Element): boolean {
    for (const { name: other, nodes } of this.children) {
      if (other !== name && nodes[0]!.element?.choice === choice && nodes.some((node) => !node.isEmpty())) return true
    }
    return false
  }

  /** True where a value, a reference or a part of the message stands in it or below. */
  isEmpty(): boolean {
    if (this.value !== undefined || this.link !== undefined) return false
    for (const { nodes } of this.children) for (const node of nodes) if (!node.isEmpty()) return false
    return true
  }

  /** True where a value of the message stands in it or below. */
  holdsSource(): boolean {
    if (this.leaves.length > 0) return true
    for (const { nodes } of this.children) for (const node of nodes) if (node.holdsSource()) return true
    return false
  }

  first(name: string): FhirNode | undefined {
    return this.#find(name)?.nodes[0]
  }

  /** Takes an element out. */
  remove(name: string): void {
    this.removeAll((each) => each.name === name)
  }

  /** Takes out the elements of which the function says so. */
  removeAll(isOut: (children: Children) => boolean): void {
    if (this.#children?.some(isOut)) this.#children = this.#children.filter((each) => !isOut(each))
  }

  /** True where another one of the same element says nothing else than this one: each of them can be a part of one whole. */
  agreesWith(other: FhirNode): boolean {
    for (const { name, nodes } of other.children) {
      const own = this.first(name)
      if (name === 'coding' && !this.#sharesCode(nodes)) return false
      if (!own || nodes[0]!.element!.repeats || nodes[0]!.isEmpty() || own.isEmpty()) continue
      if (own.link || nodes[0]!.link || !own.#isAlike(nodes[0]!)) return false
    }
    for (const { nodes } of other.children)
      if (!nodes[0]!.element!.repeats && nodes[0]!.element!.choice !== undefined) {
        if (this.#hasOtherChoice(nodes[0]!.element!)) return false
      }
    return true
  }

  #isAlike(other: FhirNode): boolean {
    // Decimals with the same digits may be different objects.
    return this.definition ? this.agreesWith(other) : JSON.stringify(this.value) === JSON.stringify(other.value)
  }

  /** True where one of the codings is one of the concept's own, or it has none: two codes of one concept say the same. */
  #sharesCode(codings: readonly FhirNode[]): boolean {
    const own = this.list('coding')
    return !own || codings.some((coding) => own.some((each) => each.isSameCode(coding)))
  }

  /** Takes over what stands in another one of the same element. */
  absorb(other: FhirNode): void {
    this.value ??= other.value
    for (const leaf of other.leaves) this.hold(leaf)
    for (const { name, nodes } of other.children) {
      const own = this.#find(name)
      if (!own) this.#add(name, nodes.map(withoutKey))
      else if (name === 'coding') absorbCodings(own, nodes)
      else if (nodes[0]!.element!.repeats) for (const node of nodes) own.push(withoutKey(node))
      else own.nodes[0]!.absorb(nodes[0]!)
    }
  }

  /** Takes over an element of another one of the same type. */
  adopt(name: string, node: FhirNode): void {
    const own = this.#find(name)
    if (own) own.push(withoutKey(node))
    else this.#add(name, [withoutKey(node)])
  }

  /** Replaces the occurrences of an element by others, one at least. */
  keep(name: string, nodes: readonly FhirNode[]): void {
    const own = this.#find(name)!
    const known = new Set(own.nodes)
    for (const node of nodes) if (!known.has(node)) node.key = undefined
    own.replace(nodes)
  }

  /** True for a coding with the code, or the display, of another one. */
  isSameCode(other: FhirNode): boolean {
    const name = this.first('code') || other.first('code') ? 'code' : 'display'
    return this.first(name)?.value === other.first(name)?.value
  }
}

/** The occurrences of one element, one at least. */
export interface Children {
  readonly name: string
  readonly nodes: readonly FhirNode[]
}

/** From this many occurrences on, an index finds them by their keys: an Observation may have thousands of components. */
const INDEXED = 16

class ChildList implements Children {
  readonly name: string
  nodes: readonly FhirNode[]
  #byKey: Map<string, FhirNode> | undefined

  constructor(name: string, nodes: readonly FhirNode[]) {
    this.name = name
    this.nodes = nodes
  }

  find(key: string): FhirNode | undefined {
    const { nodes } = this
    if (nodes.length >= INDEXED) return this.#index().get(key)
    for (let i = 0; i < nodes.length; i++) if (nodes[i]!.key === key) return nodes[i]
    return undefined
  }

  push(node: FhirNode): void {
    this.nodes = append(this.nodes, node)
    if (node.key !== undefined) this.#byKey?.set(node.key, node)
  }

  replace(nodes: readonly FhirNode[]): void {
    this.nodes = [...nodes]
    this.#byKey = undefined
  }

  #index(): Map<string, FhirNode> {
    if (!this.#byKey) {
      this.#byKey = new Map()
      for (const node of this.nodes) if (node.key !== undefined) this.#byKey.set(node.key, node)
    }
    return this.#byKey
  }
}

function withoutKey(node: FhirNode): FhirNode {
  node.key = undefined
  return node
}

function absorbCodings(own: ChildList, codings: readonly FhirNode[]): void {
  for (const coding of codings) {
    const same = own.nodes.find((each) => each.isSameCode(coding))
    if (same) same.absorb(coding)
    else own.push(withoutKey(coding))
  }
}

const NO_CHILDREN: readonly ChildList[] = []
const NO_PARTS: readonly Part[] = []

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** Says that a value is not known. */
export function markAbsent(node: FhirNode): void {
  const extension = node.child('extension', 'absent')!
  extension.child('url', '')!.value = ABSENT
  extension.child('valueCode', '')!.value = 'unknown'
}

/** A repetition of a field, a component or a subcomponent that is valued. */
export interface Part {
  /** `PID-3[2].4.1`. */
  readonly path: string
  /** Decoded; empty for what is divided further. */
  readonly value: string
  readonly parts: readonly (Part | undefined)[] | undefined
  /** True where it holds more than the explicit null. */
  readonly isValued: boolean
  /** Elements that hold the value. */
  nodes: readonly FhirNode[]
  reason: Reason | undefined
}
