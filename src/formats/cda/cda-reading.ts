// A CDA document while it is read: access to elements and attributes that marks what was read, so that what was not can be counted.
import { ProblemError } from '../../core/problem.ts'
import { placeOf } from '../xml/decode-xml.ts'
import { XMLNS_URI, type XmlAttribute, type XmlDocument, type XmlElement } from '../xml/node.ts'
import { collapseBlanks } from './collapse-blanks.ts'
import type { Issue, IssueCode } from './issue.ts'
import { KNOWN_URIS, XSI_URI } from './namespaces.ts'
import type { NarrativeIds } from './narrative/narrative-ids.ts'
import { PathNames } from './path-names.ts'

export interface ReadRules {
  /** Whether the base64 of embedded media is kept. */
  readonly data: boolean
  /** Whether statements have the places of their elements in the text. */
  readonly sourcePositions: boolean
  /** Issues and dangling references that are kept of each; all are counted. */
  readonly maxIssues: number
}

/** Ten times as many as any document is known to have. */
const MAX_SECTIONS = 10_000
/** Entries and relationships of statements. */
const MAX_RELATIONS = 100_000

/** Fewer issues are not worth sorting. */
const MIN_KEPT = 1_000

const NO_ELEMENTS: readonly XmlElement[] = []

export class CdaReading {
  readonly document: XmlDocument
  readonly ids: NarrativeIds
  readonly #rules: ReadRules
  readonly paths = new PathNames()
  #issues: Issue[] = []
  /** Issues by their code, those that are not kept, too. */
  readonly issueCounts = new Map<IssueCode, number>()
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

  /** @throws ProblemError `resource_limit` for one section too many */
  countSection(element: XmlElement): void {
    if (++this.#sections > MAX_SECTIONS) throw this.#tooMany('sections', MAX_SECTIONS, element)
  }

  /** @throws ProblemError `resource_limit` for one entry or relationship too many */
  countRelation(element: XmlElement): void {
    if (++this.#relations > MAX_RELATIONS) throw this.#tooMany('entries and relationships', MAX_RELATIONS, element)
  }

  #tooMany(what: string, limit: number, { start }: XmlElement): ProblemError {
    const at = placeOf(this.document, start)
    return new ProblemError(`The document has more than ${limit} ${what}.`, { code: 'resource_limit', at, facts: { limit } })
  }

  report(code: IssueCode, element: XmlElement): void {
    this.issueCounts.set(code, (this.issueCounts.get(code) ?? 0) + 1)
    if (this.#rules.maxIssues === 0) return
    this.#issues.push({ code, element })
    if (this.#issues.length >= 4 * (this.#rules.maxIssues + MIN_KEPT)) this.#issues = this.firstIssues()
  }

  /** As many as are listed, in the order of the document. */
  firstIssues(): Issue[] {
    return this.#issues.sort((a, b) => a.element.start - b.element.start).slice(0, this.#rules.maxIssues)
  }

  /** The children with a name. */
  all(element: XmlElement, local: string): readonly XmlElement[] {
    let found: XmlElement[] | undefined
    for (const child of element.children) {
      if (child.kind !== 'element' || child.local !== local || !KNOWN_URIS.has(child.uri)) continue
      child.isMarked = true
      if (found) found.push(child)
      else found = [child]
    }
    return found ?? NO_ELEMENTS
  }

  /** The first child with a name. Others stay unmapped. */
  first(element: XmlElement, local: string): XmlElement | undefined {
    for (const child of element.children) {
      if (child.kind !== 'element' || child.local !== local || !KNOWN_URIS.has(child.uri)) continue
      child.isMarked = true
      return child
    }
    return undefined
  }

  /** The value of an attribute, without the blanks around it; undefined if it is missing or blank. */
  attribute(element: XmlElement, local: string): string | undefined {
    const found = find(element, local)
    if (!found) return undefined
    found.isMarked = true
    return trimmed(found.value)
  }

  /** Undefined also for a value that is neither true nor false, which is reported and not mapped. */
  flag(element: XmlElement, local: string): boolean | undefined {
    const found = find(element, local)
    return found && flagOf(this, element, found)
  }

  /** Marks an attribute as read if it has its usual value, the fixed one. With another value it stays unmapped. */
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
    return text === '' ? undefined : collapse(text) || undefined
  }
}

function find({ attributes }: XmlElement, local: string): XmlAttribute | undefined {
  for (const attribute of attributes) {
    if (attribute.local === local && attribute.uri !== XSI_URI && attribute.uri !== XMLNS_URI) return attribute
  }
  return undefined
}

/** A value without the blanks around it; undefined if nothing is left. */
export function trimmed(value: string): string | undefined {
  const { length } = value
  if (length === 0) return undefined
  const isBare = isInk(value.charCodeAt(0)) && isInk(value.charCodeAt(length - 1))
  return isBare ? value : value.trim() || undefined
}

/** False for any blank, and for some other characters. */
function isInk(unit: number): boolean {
  return unit > BLANK && unit < 0x7f
}

const BLANK = 0x20

export function flagOf(reading: CdaReading, element: XmlElement, attribute: XmlAttribute): boolean | undefined {
  const value = attribute.value.trim()
  if (value === '') return undefined
  const isTrue = value === 'true' || value === '1'
  if (isTrue || value === 'false' || value === '0') {
    attribute.isMarked = true
    return isTrue
  }
  reading.report('boolean_invalid', element)
  return undefined
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
