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

interface Step {
  readonly element: XmlElement
  readonly path: string
  readonly isNarrative: boolean
  readonly isEntry: boolean
}

/** So many paths are told apart; further ones go under the path of the root. */
const MAX_PATHS = 20_000

export function measureCoverage(reading: CdaReading): Coverage {
  const counts = { elements: [0, 0], attributes: [0, 0], entryElements: [0, 0] } satisfies Record<string, [number, number]>
  const paths = new Map<string, number>()
  const strange: XmlElement[] = []
  const { root } = reading.document
  const miss = (path: string) => {
    const key = paths.size < MAX_PATHS || paths.has(path) ? path : `/${root.local}`
    paths.set(key, (paths.get(key) ?? 0) + 1)
  }
  const stack: Step[] = [{ element: root, path: '', isNarrative: false, isEntry: false }]
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { element } = step
    const path = `${step.path}/${nameOf(element)}`
    const isNarrative = step.isNarrative || (element.local === 'text' && element.parent?.local === 'section' && reading.isRead(element))
    const isEntry = step.isEntry || (element.local === 'entry' && !isNarrative)
    const isKnown = isNarrative ? NARRATIVE_ELEMENTS.has(element.local) : element === root || reading.isRead(element)
    if (isNarrative && !isKnown) strange.push(element)
    counts.elements[0]!++
    if (isKnown) counts.elements[1]!++
    else miss(path)
    if (isEntry) counts.entryElements[0]!++
    if (isEntry && isKnown) counts.entryElements[1]!++
    for (const attribute of element.attributes) {
      if (isSyntax(attribute)) continue
      counts.attributes[0]!++
      if (isNarrative ? NARRATIVE_ATTRIBUTES.has(attribute.local) : reading.isRead(attribute)) counts.attributes[1]!++
      else miss(`${path}/@${attribute.name}`)
    }
    for (let i = element.children.length - 1; i >= 0; i--) {
      const child = element.children[i]!
      if (child.kind === 'element') stack.push({ element: child, path, isNarrative, isEntry })
      else if (child.kind === 'text' && !isNarrative && !reading.isRead(child) && /\S/.test(child.value)) miss(`${path}/text()`)
    }
  }
  const share = ([total, mapped]: readonly number[]): Share => ({ total: total!, mapped: mapped! })
  const unmapped = [...paths].map(([path, count]) => ({ path, count })).sort((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1))
  return {
    elements: share(counts.elements),
    attributes: share(counts.attributes),
    entryElements: share(counts.entryElements),
    unmapped,
    strange,
  }
}

/** Declarations, and where a schema is said to be. */
function isSyntax({ uri, local }: XmlAttribute): boolean {
  return uri === XMLNS_URI || (uri === XSI_URI && local !== 'type')
}

function nameOf({ uri, local, name }: XmlElement): string {
  return uri === HL7_URI || uri === '' ? local : name
}
