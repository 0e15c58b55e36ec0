// The place of an element as an XPath: /ClinicalDocument/component/structuredBody/component[3]/section.
import { Fault } from '../../core/fault.ts'
import type { XmlElement, XmlNode } from '../xml/node.ts'

/** All paths together. A path is as long as its element is deep, and deep elements may stand there by the thousand. */
const MAX_CHARACTERS = 100_000_000

/** Ordinals are counted once for each parent, so that the paths of all its children cost no more than a walk over them. */
export class PathNames {
  readonly #paths = new Map<XmlElement, string>()
  #characters = 0
  readonly #ordinals = new Map<XmlElement, ReadonlyMap<XmlElement, number>>()

  /** @throws Fault `resource_limit` if all paths so far are too long together */
  of(element: XmlElement): string {
    const known = this.#paths.get(element)
    if (known !== undefined) return known
    const path = `${element.parent ? this.of(element.parent) : ''}/${element.name}${this.#ordinalOf(element)}`
    this.#count(path)
    this.#paths.set(element, path)
    return path
  }

  #count(path: string): void {
    this.#characters += path.length
    if (this.#characters <= MAX_CHARACTERS) return
    throw new Fault('The document is nested too deeply: the paths of its elements are too long.', {
      code: 'resource_limit',
      facts: { limitCharacters: MAX_CHARACTERS },
    })
  }

  /** Empty for the only child of its name. */
  #ordinalOf(element: XmlElement): string {
    const { parent } = element
    if (!parent) return ''
    let ordinals = this.#ordinals.get(parent)
    if (!ordinals) {
      ordinals = countNames(parent.children)
      this.#ordinals.set(parent, ordinals)
    }
    const ordinal = ordinals.get(element)
    return ordinal === undefined ? '' : `[${ordinal}]`
  }
}

/** From 1, of the elements whose name others beside them have, too. */
function countNames(children: readonly XmlNode[]): Map<XmlElement, number> {
  const byName = new Map<string, XmlElement[]>()
  for (const child of children) {
    if (child.kind !== 'element') continue
    const same = byName.get(child.name)
    if (same) same.push(child)
    else byName.set(child.name, [child])
  }
  const ordinals = new Map<XmlElement, number>()
  for (const same of byName.values()) {
    if (same.length > 1) for (const [i, element] of same.entries()) ordinals.set(element, i + 1)
  }
  return ordinals
}
