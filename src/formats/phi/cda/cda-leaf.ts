// The values of a document of CDA: every attribute and every text, with what its place says of it.
import { HL7_URI, KNOWN_URIS, XSI_URI } from '../../cda/namespaces.ts'
import {
  XML_URI,
  XMLNS_URI,
  type XmlAttribute,
  type XmlComment,
  type XmlElement,
  type XmlInstruction,
  type XmlText,
} from '../../xml/node.ts'
import type { CdaTreatment } from './cda-treatment.ts'
import { attributeTreatment, textTreatment } from './element-rules.ts'
import { type FlowText, joinNodes, readNarrative } from './flow-text.ts'
import { isKnownElement, isNarrativeElement } from './known-elements.ts'
import { narrativeTreatment } from './narrative-rules.ts'

export interface CdaLeaf {
  readonly element: XmlElement
  /** Null for a text. */
  readonly attribute: XmlAttribute | null
  readonly treatment: CdaTreatment
  readonly value: string
  /** Equal for the parts of one name or address. */
  readonly group: number
  /** Of a text. */
  readonly flow: FlowText | null
  /** Of a narrative: the same read otherwise. */
  readonly tight: FlowText | undefined
}

export interface WalkedCda {
  /** Elements that CDA does not have. */
  readonly unknown: XmlElement[]
  readonly outside: (XmlComment | XmlInstruction)[]
}

/**
 * @param unknown whether known elements within unknown ones are taken for what they are
 * @param take is called for each value in document order: a list of all would take memory, and most need no change
 */
export function walkCda(root: XmlElement, unknown: 'block' | 'search', take: (leaf: CdaLeaf) => void): WalkedCda {
  const walker = new Walker(unknown, take)
  walker.walk(root, { group: 0, isUnknown: false, isNarrative: false })
  return walker
}

interface Place {
  readonly group: number
  readonly isUnknown: boolean
  readonly isNarrative: boolean
}

class Walker implements WalkedCda {
  readonly unknown: XmlElement[] = []
  readonly outside: (XmlComment | XmlInstruction)[] = []
  readonly #blocks: boolean
  readonly #take: (leaf: CdaLeaf) => void
  #groups = 0

  constructor(unknown: 'block' | 'search', take: (leaf: CdaLeaf) => void) {
    this.#blocks = unknown === 'block'
    this.#take = take
  }

  walk(element: XmlElement, place: Place): void {
    const isKnown = place.isNarrative ? isNarrativeElement(element) : isKnownElement(element)
    if (!isKnown) this.unknown.push(element)
    const isUnknown = !isKnown || (place.isUnknown && this.#blocks)
    const group = element.local === 'name' || element.local === 'addr' ? ++this.#groups : place.group
    const own = placeWithin(place, group, isUnknown, place.isNarrative)
    for (const attribute of element.attributes) this.#addAttribute(element, attribute, own)
    const isNarrative = !place.isNarrative && !isUnknown && isSectionText(element)
    if (isNarrative) this.#addNarrative(element)
    else if (!place.isNarrative) this.#addTexts(element, own)
    const inner = placeWithin(own, group, isUnknown && this.#blocks, place.isNarrative || isNarrative)
    for (const child of element.children) {
      if (child.kind === 'element') this.walk(child, inner)
      else if (child.kind !== 'text') this.outside.push(child)
    }
  }

  #addAttribute(element: XmlElement, attribute: XmlAttribute, { isUnknown, isNarrative, group }: Place): void {
    this.#take({
      element,
      attribute,
      treatment: this.#treatmentOf(element, attribute, isUnknown, isNarrative),
      value: attribute.value,
      group,
      flow: null,
      tight: undefined,
    })
  }

  #treatmentOf(element: XmlElement, { uri, local }: XmlAttribute, isUnknown: boolean, isNarrative: boolean): CdaTreatment {
    if (uri === XMLNS_URI) return 'namespace'
    if (isUnknown) return 'unknown'
    if (uri === XML_URI) return local === 'id' ? 'xml-id' : local === 'lang' ? 'language' : local === 'space' ? 'structural' : 'remove'
    if (uri === XSI_URI) return local === 'type' ? 'type' : local === 'nil' ? 'boolean' : 'schema'
    if (!KNOWN_URIS.has(uri) && uri !== HL7_URI) return 'unknown'
    return isNarrative || isSectionText(element) ? narrativeTreatment(element, local) : attributeTreatment(element, local)
  }

  #addNarrative(element: XmlElement): void {
    const { lines, tight } = readNarrative(element)
    if (lines.text.trim() === '') return
    this.#take({ element, attribute: null, treatment: 'narrative', value: lines.text, group: 0, flow: lines, tight })
  }

  /** Texts between elements are each one value; comments do not divide them. */
  #addTexts(element: XmlElement, { isUnknown, group }: Place): void {
    const treatment = isUnknown ? 'unknown' : textTreatment(element)
    let run: XmlText[] | undefined
    for (const child of element.children) {
      if (child.kind === 'text') {
        if (run) run.push(child)
        else run = [child]
      } else if (run && child.kind === 'element' && treatment !== 'data') {
        this.#addText(element, run, treatment, group)
        run = undefined
      }
    }
    if (run) this.#addText(element, run, treatment, group)
  }

  #addText(element: XmlElement, nodes: readonly XmlText[], treatment: CdaTreatment, group: number): void {
    if (nodes.every(({ isBlank }) => isBlank)) return
    const flow = joinNodes(nodes)
    if (flow.text.trim() !== '') this.#take({ element, attribute: null, treatment, value: flow.text, group, flow, tight: undefined })
  }
}

/** Reuses the place if nothing differs: otherwise there would be one for each element. */
function placeWithin(place: Place, group: number, isUnknown: boolean, isNarrative: boolean): Place {
  const isSame = place.group === group && place.isUnknown === isUnknown && place.isNarrative === isNarrative
  return isSame ? place : { group, isUnknown, isNarrative }
}

/** The narrative of a section. */
function isSectionText({ local, uri, parent }: XmlElement): boolean {
  return local === 'text' && KNOWN_URIS.has(uri) && parent?.local === 'section'
}
