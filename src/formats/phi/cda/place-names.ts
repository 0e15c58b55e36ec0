// Places in the notation of rules, without positions: ClinicalDocument/recordTarget/patientRole/id/@extension.
import type { XmlElement } from '../../xml/node.ts'
import type { CdaLeaf } from './cda-leaf.ts'

export class PlaceNames {
  readonly #elements = new Map<XmlElement, string>()
  /** Equal places are one text, however many values stand there. */
  readonly #known = new Map<string, string>()

  of({ element, attribute }: CdaLeaf): string {
    const outer = this.#elementPlace(element)
    return attribute ? this.#intern(`${outer}/@${attribute.name}`) : outer
  }

  #elementPlace(element: XmlElement): string {
    let place = this.#elements.get(element)
    if (place === undefined) {
      place = this.#intern(element.parent ? `${this.#elementPlace(element.parent)}/${element.name}` : element.name)
      this.#elements.set(element, place)
    }
    return place
  }

  #intern(place: string): string {
    const known = this.#known.get(place)
    if (known !== undefined) return known
    this.#known.set(place, place)
    return place
  }
}
