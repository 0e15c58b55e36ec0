// A CDA document while it is read: access to elements and attributes that marks what was read, so that what was not can be counted.
import { Fault } from '../../core/fault.ts'
import { placeOf } from '../xml/decode-xml.ts'
import { nameBit, type XmlDocument, type XmlElement } from '../xml/node.ts'
import { collapseBlanks } from './collapse-blanks.ts'
import type { Issue, IssueCode } from './issue.ts'
import { HL7_URI, KNOWN_URIS, XSI_URI } from './namespaces.ts'
import type { NarrativeIds } from './narrative/narrative-ids.ts'
import { PathNames } from './path-names.ts'

export interface ReadRules {
  /** Whether the base64 of embedded media is kept. */
  readonly data: boolean
  /** Whether statements have the places of their elements in the text. */
  readonly sourcePositions: boolean
}

/** Ten times as many as any document is known to have. */
const MAX_SECTIONS = 10_000
/** Entries and relationships of statements. */
const MAX_RELATIONS = 100_000

/** More help nobody. */
const MAX_ISSUES = 100_000

const NO_ELEMENTS: readonly XmlElement[] = []

export class CdaReading {
  readonly document: XmlDocument
  readonly ids: NarrativeIds
  readonly #rules: ReadRules
  readonly paths = new PathNames()
  /** At most MAX_ISSUES of them. */
  readonly issues: Issue[] = []
  issueCount = 0
  #sections = 0
  #relations = 0

  constructor(document: XmlDocument, ids: NarrativeIds, rules: ReadRules) {
    this.document = document
    this.ids = ids
    this.#rules = rules
  }

  get keepsData(): boolean {
    return this.#rules.data
  }

  get keepsPositions(): boolean {
    return this.#rules.sourcePositions
  }

  /** @throws Fault `resource_limit` for one section too many */
  countSection(element: XmlElement): void {
    if (++this.#sections > MAX_SECTIONS) throw this.#tooMany('sections', MAX_SECTIONS, element)
  }

  /** @throws Fault `resource_limit` for one entry or relationship too many */
  countRelation(element: XmlElement): void {
    if (++this.#relations > MAX_RELATIONS) throw this.#tooMany('entries and relationships', MAX_RELATIONS, element)
  }

  #tooMany(what: string, limit: number, { start }: XmlElement): Fault {
    const at = placeOf(this.document, start)
    return new Fault(`The document has more than ${limit} ${what}.`, { code: 'resource_limit', at, facts: { limit } })
  }

  report(code: IssueCode, element: XmlElement): void {
    this.issueCount++
    if (this.issues.length < MAX_ISSUES) this.issues.push({ code, element })
  }

  /** The children of a name. */
  all(element: XmlElement, local: string): readonly XmlElement[] {
    if ((element.childNames & nameBit(local)) === 0) return NO_ELEMENTS
    let found: XmlElement[] | undefined
    for (const child of element.children) {
      if (child.kind !== 'element' || child.local !== local || !isKnown(child.uri, element.uri)) continue
      child.isMarked = true
      if (found) found.push(child)
      else found = [child]
    }
    return found ?? NO_ELEMENTS
  }

  /** What is made of each child of a name; undefined for none, so that the field is left out. */
  each<T>(element: XmlElement, local: string, of: (reading: CdaReading, child: XmlElement) => T): T[] | undefined {
    const found = this.all(element, local)
    return found.length === 0 ? undefined : found.map((child) => of(this, child))
  }

  /** The first child of a name. Others are not noted as read. */
  first(element: XmlElement, local: string): XmlElement | undefined {
    if ((element.childNames & nameBit(local)) === 0) return undefined
    for (const child of element.children) {
      if (child.kind !== 'element' || child.local !== local || !isKnown(child.uri, element.uri)) continue
      child.isMarked = true
      return child
    }
    return undefined
  }

  /** The first child of one of the names. */
  firstOf(element: XmlElement, names: ReadonlySet<string>): XmlElement | undefined {
    for (const child of element.children) {
      if (child.kind !== 'element' || !names.has(child.local) || !isKnown(child.uri, element.uri)) continue
      child.isMarked = true
      return child
    }
    return undefined
  }

  one<T>(element: XmlElement, local: string, of: (reading: CdaReading, child: XmlElement) => T): T | undefined {
    const found = this.first(element, local)
    return found && of(this, found)
  }

  /** The value of an attribute, without the blanks around it; undefined where there is none, or nothing in it. */
  attribute(element: XmlElement, local: string): string | undefined {
    for (const attribute of element.attributes) {
      if (attribute.local !== local || attribute.uri === XSI_URI) continue
      attribute.isMarked = true
      return attribute.value.trim() || undefined
    }
    return undefined
  }

  /** Undefined for what is neither true nor false, too, which is reported and not mapped. */
  flag(element: XmlElement, local: string): boolean | undefined {
    const attribute = element.attributes.find((each) => each.local === local && each.uri !== XSI_URI)
    const value = attribute?.value.trim()
    if (!attribute || value === '') return undefined
    const isTrue = value === 'true' || value === '1'
    if (isTrue || value === 'false' || value === '0') {
      attribute.isMarked = true
      return isTrue
    }
    this.report('boolean_invalid', element)
    return undefined
  }

  /** Notes an attribute as read that says what is always so. With any other value it is not mapped. */
  expect(element: XmlElement, fixed: Readonly<Record<string, string>>): void {
    for (const attribute of element.attributes) {
      if (fixed[attribute.name] === attribute.value) attribute.isMarked = true
    }
  }

  /** The xsi:type, without its prefix. */
  typeOf(element: XmlElement): string | undefined {
    for (const attribute of element.attributes) {
      if (attribute.local !== 'type' || attribute.uri !== XSI_URI) continue
      attribute.isMarked = true
      const value = attribute.value.trim()
      return value.slice(value.indexOf(':') + 1)
    }
    return undefined
  }

  /** The character data of an element itself, each run of blanks as one; undefined for none. */
  textOf(element: XmlElement): string | undefined {
    let text = ''
    for (const child of element.children) {
      if (child.kind !== 'text') continue
      child.isMarked = true
      text += child.value
    }
    return collapse(text) || undefined
  }
}

/** Nearly all elements are of the namespace of the element around them. */
function isKnown(uri: string, outer: string): boolean {
  return (uri === outer && uri === HL7_URI) || KNOWN_URIS.has(uri)
}

export function collapse(text: string): string {
  return collapseBlanks(text).trim()
}

/** Without the members that are undefined. Every field of a result that the document does not have is left out. */
export function compact<T extends object>(members: T): T {
  const kept: Partial<T> = {}
  for (const name in members) if (members[name] !== undefined) kept[name] = members[name]
  return kept as T
}
