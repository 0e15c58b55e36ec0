// An element of a resource while it is filled: its value, its elements, and the parts of the message that stand in it.

import type { Decimal } from './decimal.ts'
import { type R4Element, type R4Type, r4Type } from './r4-model.ts'
import { elementIn } from './resolve-target.ts'
import type { Part } from './source-message.ts'

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
  readonly leaves: Part[] = []
  /** Of a reference. */
  link: Resource | undefined
  /** Where it stands in the Bundle, once that is written and it holds parts of the message. */
  place: string | undefined
  /** Most nodes are values and have no elements. */
  #children: Map<string, FhirNode[]> | undefined
  /** Of elements that repeat, by name and key. */
  #slots: Map<string, FhirNode> | undefined

  constructor(type: string, element: R4Element | undefined) {
    this.type = type
    this.element = element
    this.definition = r4Type(type)
  }

  /** The elements that are there by name; each has one node at least. */
  get children(): ReadonlyMap<string, readonly FhirNode[]> {
    return this.#children ?? NO_CHILDREN
  }

  /**
   * The child of the name; of an element that repeats the one of the key.
   * @returns undefined where another type of the same choice is there already
   * @throws Error where R4 has no such element
   */
  child(name: string, key: string): FhirNode | undefined {
    const element = elementIn(this.definition, this.type, name)
    const list = this.#children?.get(name)
    const slot = element.repeats ? `${name}#${key}` : ''
    const known = element.repeats ? this.#slots?.get(slot) : list?.[0]
    if (known) return known
    if (element.choice !== undefined && this.#hasOtherChoice(element)) return undefined
    const node = new FhirNode(element.type, element)
    if (element.repeats) {
      this.#slots ??= new Map()
      this.#slots.set(slot, node)
    }
    if (list) list.push(node)
    else {
      this.#children ??= new Map()
      this.#children.set(name, [node])
    }
    return node
  }

  #hasOtherChoice({ name, choice }: R4Element): boolean {
    for (const [other, nodes] of this.children) {
      if (other !== name && nodes[0]!.element?.choice === choice && nodes.some((node) => !node.isEmpty())) return true
    }
    return false
  }

  /** True where a value, a reference or a part of the message stands in it or below. */
  isEmpty(): boolean {
    if (this.value !== undefined || this.link !== undefined) return false
    for (const nodes of this.children.values()) for (const node of nodes) if (!node.isEmpty()) return false
    return true
  }

  /** True where a value of the message stands in it or below. */
  holdsSource(): boolean {
    if (this.leaves.length > 0) return true
    for (const nodes of this.children.values()) for (const node of nodes) if (node.holdsSource()) return true
    return false
  }

  first(name: string): FhirNode | undefined {
    return this.children.get(name)?.[0]
  }

  /** Takes an element out. */
  remove(name: string): void {
    this.#children?.delete(name)
    if (this.#slots) for (const slot of this.#slots.keys()) if (slot.startsWith(`${name}#`)) this.#slots.delete(slot)
  }

  /** True where another one of the same element says nothing else than this one: each of them can be a part of one whole. */
  agreesWith(other: FhirNode): boolean {
    for (const [name, nodes] of other.children) {
      const own = this.first(name)
      if (name === 'coding' && !this.#sharesCode(nodes)) return false
      if (!own || nodes[0]!.element!.repeats || nodes[0]!.isEmpty() || own.isEmpty()) continue
      if (own.link || nodes[0]!.link || !own.#isAlike(nodes[0]!)) return false
    }
    for (const nodes of other.children.values())
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
    const own = this.children.get('coding')
    return !own || codings.some((coding) => own.some((each) => each.#isSameCode(coding)))
  }

  /** True for a coding with the code, or the display, of another one. */
  #isSameCode(other: FhirNode): boolean {
    const name = this.first('code') || other.first('code') ? 'code' : 'display'
    return this.first(name)?.value === other.first(name)?.value
  }

  /** Takes over what stands in another one of the same element. */
  absorb(other: FhirNode): void {
    this.value ??= other.value
    for (const leaf of other.leaves) {
      this.leaves.push(leaf)
      leaf.nodes.push(this)
    }
    for (const [name, nodes] of other.children) {
      if (name === 'coding' && this.#children?.has(name)) {
        this.#absorbCodings(nodes)
        continue
      }
      this.#children ??= new Map()
      const own = this.#children.get(name)
      if (!own) this.#children.set(name, [...nodes])
      else if (nodes[0]!.element!.repeats) own.push(...nodes)
      else own[0]!.absorb(nodes[0]!)
    }
  }

  /** Takes over an element of another one of the same type. */
  adopt(name: string, node: FhirNode): void {
    this.#children ??= new Map()
    this.#children.set(name, [...(this.#children.get(name) ?? []), node])
  }

  #absorbCodings(codings: readonly FhirNode[]): void {
    const own = this.#children!.get('coding')!
    for (const coding of codings) {
      const same = own.find((each) => each.#isSameCode(coding))
      if (same) same.absorb(coding)
      else own.push(coding)
    }
  }

  /** Takes out all occurrences of an element but some, one at least. */
  keep(name: string, nodes: FhirNode[]): void {
    this.#children!.set(name, nodes)
    const kept = new Set(nodes)
    for (const [slot, node] of this.#slots ?? []) if (slot.startsWith(`${name}#`) && !kept.has(node)) this.#slots!.delete(slot)
  }
}

const NO_CHILDREN: ReadonlyMap<string, readonly FhirNode[]> = new Map()

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** Says that a value is not known. */
export function markAbsent(node: FhirNode): void {
  const extension = node.child('extension', 'absent')!
  extension.child('url', '')!.value = ABSENT
  extension.child('valueCode', '')!.value = 'unknown'
}
