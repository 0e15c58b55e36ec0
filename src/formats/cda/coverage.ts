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
  /** Elements of narratives that CDA does not define. */
  readonly strange: XmlElement[]
}

/** So many paths are told apart; further ones go under the path of the root. */
const MAX_PATHS = 20_000

export function measureCoverage({ document: { root } }: CdaReading): Coverage {
  const counter = new CoverageCounter(root)
  counter.walk(root, false, false)
  const { elements, attributes, entryElements, strange } = counter
  return { elements, attributes, entryElements, strange, unmapped: counter.unmapped() }
}

class CoverageCounter {
  readonly elements = { total: 0, mapped: 0 }
  readonly attributes = { total: 0, mapped: 0 }
  readonly entryElements = { total: 0, mapped: 0 }
  readonly strange: XmlElement[] = []
  readonly #root: XmlElement
  readonly #counts = new Map<string, number>()

  constructor(root: XmlElement) {
    this.#root = root
  }

  walk(element: XmlElement, isWithinText: boolean, isWithinEntry: boolean): void {
    const isNarrative = isWithinText || (element.local === 'text' && element.parent?.local === 'section' && element.isMarked)
    const isEntry = isWithinEntry || (element.local === 'entry' && !isNarrative)
    const isMapped = isNarrative ? NARRATIVE_ELEMENTS.has(element.local) : element.isMarked
    this.elements.total++
    if (isEntry) this.entryElements.total++
    if (isMapped) {
      this.elements.mapped++
      if (isEntry) this.entryElements.mapped++
    } else {
      this.#miss(element, '')
      if (isNarrative) this.strange.push(element)
    }
    for (const attribute of element.attributes) {
      if (isSyntax(attribute)) continue
      this.attributes.total++
      if (isNarrative ? NARRATIVE_ATTRIBUTES.has(attribute.local) : attribute.isMarked) this.attributes.mapped++
      else this.#miss(element, `/@${attribute.name}`)
    }
    for (const child of element.children) {
      if (child.kind === 'element') this.walk(child, isNarrative, isEntry)
      else if (child.kind === 'text' && !isNarrative && !child.isMarked && hasContent(child.value)) this.#miss(element, '/text()')
    }
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

/** Nearly all texts outside of narratives are the blanks and line ends of an indentation. */
function hasContent(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > BLANK) return /\S/.test(text)
  return false
}

const BLANK = 0x20

/** Declarations, and where a schema is said to be. */
function isSyntax({ uri, local }: XmlAttribute): boolean {
  return uri === XMLNS_URI || (uri === XSI_URI && local !== 'type')
}

function nameOf({ uri, local, name }: XmlElement): string {
  return uri === HL7_URI || uri === '' ? local : name
}
