// Places in the notation of rules, without positions: ClinicalDocument/recordTarget/patientRole/id/@extension.
import type { XmlElement } from '../../xml/node.ts'
import type { CdaLeaf } from './cda-leaf.ts'

/** Values in equal places share one string. */
export class PlaceNames {
  readonly #inner = new Map<string, Map<string, string>>()
  /** The element of the last value and those around it, with their places: values are read in document order. */
  readonly #elements: XmlElement[] = []
  readonly #places: string[] = []

  of({ element, attribute }: CdaLeaf): string {
    let depth = 0
    for (let outer = element.parent; outer; outer = outer.parent) depth++
    const place = this.#elementPlace(element, depth)
    return attribute ? this.#within(place, `@${attribute.name}`) : place
  }

  #elementPlace(element: XmlElement, depth: number): string {
    if (this.#elements[depth] === element) return this.#places[depth]!
    const place = element.parent ? this.#within(this.#elementPlace(element.parent, depth - 1), element.name) : element.name
    this.#elements[depth] = element
    this.#places[depth] = place
    return place
  }

  #within(outer: string, name: string): string {
    let inner = this.#inner.get(outer)
    if (!inner) {
      inner = new Map()
      this.#inner.set(outer, inner)
    }
    let place = inner.get(name)
    if (place === undefined) {
      place = `${outer}/${name}`
      inner.set(name, place)
    }
    return place
  }
}
