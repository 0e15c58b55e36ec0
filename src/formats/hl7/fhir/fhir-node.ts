// An element of a resource while it is filled: its value, its elements, and the parts of the message that stand in it.

import type { Decimal } from './decimal.ts'
import { type R4Element, r4Type } from './r4-model.ts'
import { elementOf } from './resolve-target.ts'
import type { Part } from './source-message.ts'

export type Primitive = string | boolean | Decimal

/** A resource of the Bundle. */
export interface Resource {
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
  readonly children = new Map<string, FhirNode[]>()
  value: Primitive | undefined
  /** True for a value of the map that a value of the message, or of a more special row, may replace. */
  isWeak = false
  readonly leaves: Part[] = []
  /** Of a reference. */
  link: Resource | undefined
  readonly #slots = new Map<string, FhirNode>()

  constructor(type: string, element: R4Element | undefined) {
    this.type = type
    this.element = element
  }

  /**
   * The child of the name; of an element that repeats the one of the key.
   * @returns undefined where another type of the same choice is there already
   * @throws Error where R4 has no such element
   */
  child(name: string, key: string): FhirNode | undefined {
    const element = elementOf(this.type, name)
    const slot = element.repeats ? `${name}#${key}` : name
    const known = this.#slots.get(slot)
    if (known) return known
    if (element.choice !== undefined && this.#hasOtherChoice(element)) return undefined
    const node = new FhirNode(element.type, element)
    this.#slots.set(slot, node)
    const list = this.children.get(name)
    if (list) list.push(node)
    else this.children.set(name, [node])
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
    this.children.delete(name)
    for (const slot of [...this.#slots.keys()]) if (slot === name || slot.startsWith(`${name}#`)) this.#slots.delete(slot)
  }

  get isPrimitive(): boolean {
    return r4Type(this.type) === undefined
  }
}

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** Says that a value is not known. */
export function markAbsent(node: FhirNode): void {
  const extension = node.child('extension', 'absent')!
  extension.child('url', '')!.value = ABSENT
  extension.child('valueCode', '')!.value = 'unknown'
}
