// The tree of an XML document: what the markup says, and where each part of it stands in the text.
//
// A node has a mark for whoever walks the tree, such as for what it has read: a set beside the tree costs as much as the tree.
// Offsets are UTF-16 code units of the text that was read, a byte order mark not counted, ends exclusive.
import type { EncodingName } from '../text/encoding/encoding-names.ts'

/** The namespace that the prefix xmlns is bound to (Namespaces in XML 1.0, section 3). */
export const XMLNS_URI = 'http://www.w3.org/2000/xmlns/'
export const XML_URI = 'http://www.w3.org/XML/1998/namespace'

export class XmlAttribute {
  /** With its prefix, as written. */
  readonly name: string
  readonly local: string
  /** Namespace; '' for a name without prefix, XMLNS_URI for a declaration of a namespace. */
  uri: string
  /** Normalized: references resolved, each tab and line end one blank. */
  readonly value: string
  /** First character of the name. */
  readonly start: number
  /** First character behind the opening quotation mark; the closing one stands at `end - 1`. */
  readonly valueStart: number
  readonly end: number
  isMarked = false

  constructor(name: string, local: string, value: string, start: number, valueStart: number, end: number) {
    this.name = name
    this.local = local
    this.uri = ''
    this.value = value
    this.start = start
    this.valueStart = valueStart
    this.end = end
  }
}

export class XmlElement {
  declare readonly kind: 'element'
  /** With its prefix, as written. */
  readonly name: string
  readonly local: string
  /** Namespace; '' for none. */
  uri: string
  readonly parent: XmlElement | null
  attributes: XmlAttribute[]
  /** In the order of the text. */
  children: XmlNode[]
  /** Position among the siblings of the same name, from 1; 0 for the only one, -1 before they are counted. */
  ordinal = -1
  readonly start: number
  /** First character behind the start tag. */
  contentStart: number
  /** First character of the end tag; that of `contentStart` for an empty-element tag. */
  contentEnd: number
  end: number
  isMarked = false

  constructor(name: string, local: string, parent: XmlElement | null, start: number) {
    this.name = name
    this.local = local
    this.uri = ''
    this.parent = parent
    this.attributes = NO_ATTRIBUTES
    this.children = NO_CHILDREN
    this.start = start
    this.contentStart = start
    this.contentEnd = start
    this.end = start
  }
}

/** Shared by all elements that have none: most elements of health documents have no children. */
const NO_ATTRIBUTES: XmlAttribute[] = Object.freeze([]) as unknown as XmlAttribute[]
const NO_CHILDREN: XmlNode[] = Object.freeze([]) as unknown as XmlNode[]

/** Characters between two pieces of markup, or one CDATA section. */
export class XmlText {
  declare readonly kind: 'text'
  /** References resolved, line ends as \n. */
  readonly value: string
  readonly isCdata: boolean
  /** Nothing but blanks and line ends, as most texts of an indented document are. False for a CDATA section. */
  readonly isBlank: boolean
  readonly start: number
  readonly end: number
  isMarked = false

  constructor(value: string, isCdata: boolean, isBlank: boolean, start: number, end: number) {
    this.value = value
    this.isCdata = isCdata
    this.isBlank = isBlank
    this.start = start
    this.end = end
  }
}

// On the prototypes: documents have hundreds of thousands of elements and texts.
Object.assign(XmlElement.prototype, { kind: 'element' })
Object.assign(XmlText.prototype, { kind: 'text' })

export interface XmlComment {
  readonly kind: 'comment'
  readonly value: string
  readonly start: number
  readonly end: number
}

export interface XmlInstruction {
  readonly kind: 'instruction'
  readonly target: string
  readonly value: string
  readonly start: number
  readonly end: number
}

export type XmlNode = XmlElement | XmlText | XmlComment | XmlInstruction

export interface XmlDeclaration {
  readonly version: string
  readonly encoding: string | null
  readonly standalone: boolean | null
  readonly end: number
}

export interface XmlDocument {
  /** What the offsets count in. */
  readonly text: string
  /** Lower-case IANA name; null if the document came as a text, whose declaration says nothing then. */
  readonly charset: EncodingName | null
  readonly bom: boolean
  readonly declaration: XmlDeclaration | null
  readonly root: XmlElement
  /** Comments and processing instructions outside of the root, in order. */
  readonly outside: readonly (XmlComment | XmlInstruction)[]
  /** Prefixes that are used and declared nowhere, whose namespace the caller gave. */
  readonly assumedPrefixes: readonly string[]
  /** Elements, attributes, texts, comments and processing instructions. */
  readonly nodeCount: number
  /** Elements with an attribute ID, id or xml:id, in the order of the text. */
  readonly identified: readonly XmlElement[]
}
