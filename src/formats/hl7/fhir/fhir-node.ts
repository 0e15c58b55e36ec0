// An element of a resource while it is filled: its value, its elements, and the parts of the message that stand in it.
import type { Decimal } from './decimal.ts'
import { type R4Element, type R4Type, r4Type } from './r4-model.ts'
import type { Reason } from './reason.ts'
import { elementIn } from './resolve-target.ts'
import { append, without } from './short-list.ts'

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
  /** Of an element that is there more than once, the others; they stand with the first one. Most elements are there once. */
  further: Further | undefined
  /** Most nodes are values and have no elements. */
  #children: FhirNode[] | undefined

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
    for (const leaf of this.#leaves) leaf.nodes = without(leaf.nodes, this)
    this.#leaves = NO_PARTS
  }

  /** Of an element: its name in the one that it is of. */
  get name(): string {
    return this.element!.name
  }

  /** The elements that are there; of one that is there more than once, the first. */
  get children(): readonly FhirNode[] {
    return this.#children ?? NO_CHILDREN
  }

  /** This element, which is the first of its name, and the further ones. */
  get occurrences(): readonly FhirNode[] {
    return this.further ? [this, ...this.further.nodes] : [this]
  }

  /** The occurrences of an element; undefined where there is none. */
  list(name: string): readonly FhirNode[] | undefined {
    return this.first(name)?.occurrences
  }

  has(name: string): boolean {
    return this.first(name) !== undefined
  }

  /** The first occurrence of an element. An element has few different children: a search through them is faster than a map. */
  first(name: string): FhirNode | undefined {
    const children = this.#children
    if (children) for (let i = 0; i < children.length; i++) if (children[i]!.element!.name === name) return children[i]
    return undefined
  }

  #add(child: FhirNode): void {
    this.#children = append(this.#children ?? NO_CHILDREN, child)
  }

  /**
   * The child of the name; of an element that repeats the one of the key.
   * @returns undefined where another type of the same choice is there already
   * @throws Error where R4 has no such element
   */
  child(name: string, key: string): FhirNode | undefined {
    const first = this.first(name)
    return this.#childOf(first, first ? first.element! : elementIn(this.definition, this.type, name), key)
  }

  /** The same for an element of the type. */
  childOf(element: R4Element, key: string): FhirNode | undefined {
    return this.#childOf(this.first(element.name), element, key)
  }

  #childOf(first: FhirNode | undefined, element: R4Element, key: string): FhirNode | undefined {
    if (first) {
      const known = element.repeats ? first.#occurrence(key) : first
      if (known && element.choice === undefined) return known
      if (known) return known.isEmpty() && this.#hasOtherChoice(element) ? undefined : known
    }
    if (element.choice !== undefined && this.#hasOtherChoice(element)) return undefined
    const node = new FhirNode(element.type, element)
    node.key = key
    if (first) first.#addFurther(node)
    else this.#add(node)
    return node
  }

  /** Of the first occurrence: the one of a key. */
  #occurrence(key: string): FhirNode | undefined {
    return this.key === key ? this : this.further?.find(key)
  }

  #addFurther(node: FhirNode): void {
    if (this.further) this.further.push(node)
    else this.further = new Further([node])
  }

  #hasOtherChoice({ name, choice }: R4Element): boolean {
    for (const child of this.children) {
      const { element } = child
      if (element!.name !== name && element!.choice === choice && child.occurrences.some((node) => !node.isEmpty())) return true
    }
    return false
  }

  /** True where a value, a reference or a part of the message stands in it or below. */
  isEmpty(): boolean {
    if (this.value !== undefined || this.link !== undefined) return false
    for (const child of this.children) {
      if (!child.isEmpty()) return false
      if (child.further) for (const node of child.further.nodes) if (!node.isEmpty()) return false
    }
    return true
  }

  /** True where a value of the message stands in it or below. */
  holdsSource(): boolean {
    if (this.leaves.length > 0) return true
    for (const child of this.children) for (const node of child.occurrences) if (node.holdsSource()) return true
    return false
  }

  /** Takes an element out. */
  remove(name: string): void {
    this.removeAll((each) => each.name === name)
  }

  /** Takes out the elements of whose first occurrence the function says so. */
  removeAll(isOut: (first: FhirNode) => boolean): void {
    if (this.#children?.some(isOut)) this.#children = this.#children.filter((each) => !isOut(each))
  }

  /** True where another one of the same element says nothing else than this one: each of them can be a part of one whole. */
  agreesWith(other: FhirNode): boolean {
    for (const child of other.children) {
      const own = this.first(child.name)
      if (child.name === 'coding' && !this.#sharesCode(child.occurrences)) return false
      if (!own || child.element!.repeats || child.isEmpty() || own.isEmpty()) continue
      if (own.link || child.link || !own.#isAlike(child)) return false
    }
    for (const { element } of other.children)
      if (!element!.repeats && element!.choice !== undefined && this.#hasOtherChoice(element!)) return false
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
    for (const child of other.children) {
      const own = this.first(child.name)
      const nodes = child.occurrences
      if (!own) for (const node of nodes) this.adopt(node)
      else if (child.name === 'coding') this.#absorbCodings(nodes)
      else if (child.element!.repeats) for (const node of nodes) this.adopt(node)
      else own.absorb(child)
    }
  }

  #absorbCodings(codings: readonly FhirNode[]): void {
    for (const coding of codings) {
      const same = this.list('coding')!.find((each) => each.isSameCode(coding))
      if (same) same.absorb(coding)
      else this.adopt(coding)
    }
  }

  /** Takes over an element of another one of the same type. */
  adopt(node: FhirNode): void {
    node.key = undefined
    node.further = undefined
    const first = this.first(node.name)
    if (first) first.#addFurther(node)
    else this.#add(node)
  }

  /** Replaces the occurrences of an element by others, one at least. */
  keep(name: string, nodes: readonly FhirNode[]): void {
    const place = this.#children!.findIndex((each) => each.name === name)
    const known = new Set(this.#children![place]!.occurrences)
    for (const node of nodes) {
      if (!known.has(node)) node.key = undefined
      node.further = undefined
    }
    const [first, ...others] = nodes
    if (others.length > 0) first!.further = new Further(others)
    this.#children![place] = first!
  }

  /** True for a coding with the code, or the display, of another one. */
  isSameCode(other: FhirNode): boolean {
    const name = this.first('code') || other.first('code') ? 'code' : 'display'
    return this.first(name)?.value === other.first(name)?.value
  }
}

/** From this many occurrences on, an index finds them by their keys: an Observation may have thousands of components. */
const INDEXED = 16

/** The occurrences of an element behind the first one. */
class Further {
  nodes: readonly FhirNode[]
  #byKey: Map<string, FhirNode> | undefined

  constructor(nodes: readonly FhirNode[]) {
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

  #index(): Map<string, FhirNode> {
    if (!this.#byKey) {
      this.#byKey = new Map()
      for (const node of this.nodes) if (node.key !== undefined) this.#byKey.set(node.key, node)
    }
    return this.#byKey
  }
}

const NO_CHILDREN: readonly FhirNode[] = []
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
