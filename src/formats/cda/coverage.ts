// What of a document went into no field: every element, attribute and text that was not read, counted by its path.
import type { XmlAttribute, XmlElement } from '../xml/node.ts'
import { XMLNS_URI } from '../xml/node.ts'
import type { CdaReading } from './cda-reading.ts'
import { HL7_URI, XSI_URI } from './namespaces.ts'
import { NARRATIVE_ATTRIBUTES, NARRATIVE_ELEMENTS } from './narrative/narrative-elements.ts'

export interface Share {
  readonly total: number
  readonly mapped: number
}

export interface Coverage {
  readonly elements: Share
  /** Without declarations of namespaces and places of schemas. */
  readonly attributes: Share
  /** Elements of entries. */
  readonly entryElements: Share
  /** Paths without positions, the most frequent first. */
  readonly unmapped: { readonly path: string; readonly count: number }[]
}

/** So many paths are told apart; further ones go under the path of the root. */
const MAX_PATHS = 20_000

/** Reports elements of narratives that CDA does not define, too. */
export function measureCoverage(reading: CdaReading): Coverage {
  const { root } = reading.document
  const counter = new CoverageCounter(reading, root)
  counter.walk(root, false)
  const { elements, attributes, entryElements } = counter
  return { elements, attributes, entryElements, unmapped: counter.unmapped() }
}

class CoverageCounter {
  readonly elements = { total: 0, mapped: 0 }
  readonly attributes = { total: 0, mapped: 0 }
  readonly entryElements = { total: 0, mapped: 0 }
  readonly #reading: CdaReading
  readonly #root: XmlElement
  readonly #counts = new Map<string, number>()

  constructor(reading: CdaReading, root: XmlElement) {
    this.#reading = reading
    this.#root = root
  }

  walk(element: XmlElement, isWithinEntry: boolean): void {
    if (element.local === 'text' && element.isMarked && element.parent?.local === 'section') {
      this.#walkNarrative(element, isWithinEntry)
      return
    }
    const isEntry = isWithinEntry || element.local === 'entry'
    this.#countElement(element, element.isMarked, isEntry)
    const { attributes, children } = element
    if (attributes.length > 0) this.#countAttributes(element, attributes)
    for (let i = 0; i < children.length; i++) {
      const child = children[i]!
      if (child.kind === 'element') this.walk(child, isEntry)
      else if (child.kind === 'text' && !child.isMarked && !child.isBlank && /\S/.test(child.value)) this.#miss(element, '/text()')
    }
  }

  #countAttributes(element: XmlElement, attributes: readonly XmlAttribute[]): void {
    let mapped = 0
    for (let i = 0; i < attributes.length; i++) {
      if (attributes[i]!.isMarked) mapped++
      else this.#missAttribute(element, attributes[i]!)
    }
    this.attributes.total += mapped
    this.attributes.mapped += mapped
  }

  #walkNarrative(element: XmlElement, isEntry: boolean): void {
    const isKnown = NARRATIVE_ELEMENTS.has(element.local)
    this.#countElement(element, isKnown, isEntry)
    if (!isKnown) this.#reading.report('narrative_element_unknown', element)
    for (const attribute of element.attributes) {
      if (NARRATIVE_ATTRIBUTES.has(attribute.local) && !isSyntax(attribute)) {
        this.attributes.total++
        this.attributes.mapped++
      } else this.#missAttribute(element, attribute)
    }
    for (const child of element.children) if (child.kind === 'element') this.#walkNarrative(child, isEntry)
  }

  #countElement(element: XmlElement, isMapped: boolean, isEntry: boolean): void {
    this.elements.total++
    if (isMapped) this.elements.mapped++
    else this.#miss(element, '')
    if (!isEntry) return
    this.entryElements.total++
    if (isMapped) this.entryElements.mapped++
  }

  #missAttribute(element: XmlElement, attribute: XmlAttribute): void {
    if (isSyntax(attribute)) return
    this.attributes.total++
    this.#miss(element, `/@${attribute.name}`)
  }

  unmapped(): Coverage['unmapped'] {
    return [...this.#counts].map(([path, count]) => ({ path, count })).sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
  }

  #miss(element: XmlElement, what: string): void {
    let path = what
    for (let outer: XmlElement | null = element; outer; outer = outer.parent) path = `/${nameOf(outer)}${path}`
    const key = this.#counts.size < MAX_PATHS || this.#counts.has(path) ? path : `/${this.#root.local}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }
}

/** Declarations, and where a schema is said to be. */
function isSyntax({ uri, local }: XmlAttribute): boolean {
  return uri === XMLNS_URI || (uri === XSI_URI && local !== 'type')
}

function nameOf({ uri, local, name }: XmlElement): string {
  return uri === HL7_URI || uri === '' ? local : name
}
