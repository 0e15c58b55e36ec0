// Reads the XML encoding of HL7 v2 (ANSI/HL7 V2 XML) as ER7 text, so that every tool reads messages in either encoding.
import { ProblemError } from '../../../core/problem.ts'
import type { XmlAttribute, XmlElement, XmlNode } from '../../xml/node.ts'
import { XML_URI, XMLNS_URI } from '../../xml/node.ts'
import { readXml } from '../../xml/read-xml.ts'
import { type Delimiters, readDelimiters } from '../delimiters.ts'
import { LeafReader } from './read-leaf.ts'
import { MAX_POSITION, V2XML_URI } from './xml-names.ts'

export interface ReadXml {
  /** The same messages in ER7, each segment with a carriage return behind it. */
  readonly text: string
  /** Segments from which something was left out, by the start of their text; a path of null is outside of segments. */
  readonly leftOut: readonly { readonly at: number; readonly path: string | null }[]
}

/** Attributes that the schemas of HL7 fix for every field: the dictionary knows what they say. */
const SCHEMA_ATTRIBUTES: ReadonlySet<string> = new Set(['Item', 'Type', 'Table', 'LongName', 'maxLength'])
const XSI_URI = 'http://www.w3.org/2001/XMLSchema-instance'
/** Of xsi:, those that only help a validator. */
const XSI_ATTRIBUTES: ReadonlySet<string> = new Set(['schemaLocation', 'noNamespaceSchemaLocation', 'type'])
const HEADERS: ReadonlySet<string> = new Set(['MSH', 'FHS', 'BHS'])
/** Document, groups, segment, field, component, subcomponent, and the escapes in them. */
const MAX_DEPTH = 64

/**
 * Groups add nothing to ER7: only segments, in the order of the document, are read. A position that the elements leave out is empty.
 * @throws ProblemError of the XML reader
 */
export function readV2Xml(source: string | Uint8Array): ReadXml {
  return new V2XmlReader().read(source)
}

class V2XmlReader {
  readonly #segments: string[] = []
  readonly #leftOut: { at: number; path: string | null }[] = []
  #length = 0
  #separators = 0
  #limit = 0
  #leaves = new LeafReader(readDelimiters('MSH|^~\\&|', 0).delimiters)

  read(source: string | Uint8Array): ReadXml {
    const { root, outside } = readXml(source, { maxDepth: MAX_DEPTH })
    // A high position is as many separators: real messages are shorter in ER7 than in XML.
    this.#limit = 2 * source.length + 100_000
    for (const node of outside) this.#checkOutside(node)
    if (isSegment(root)) this.#readSegment(root)
    else this.#readGroup(root)
    return { text: this.#segments.join(''), leftOut: this.#leftOut }
  }

  #leaveOut(path: string | null): void {
    this.#leftOut.push({ at: this.#length, path })
  }

  /** A stylesheet only says how to show the document. */
  #checkOutside(node: XmlNode): void {
    if (node.kind === 'instruction' ? node.target !== 'xml-stylesheet' : node.kind !== 'text') this.#leaveOut(null)
  }

  /** A message, a batch or a group of segments. */
  #readGroup(group: XmlElement): void {
    this.#checkAttributes(group, null)
    for (const child of group.children) {
      if (child.kind !== 'element') this.#checkText(child, null)
      else if (!isOwn(child)) this.#leaveOut(null)
      else if (isSegment(child)) this.#readSegment(child)
      else this.#readGroup(child)
    }
  }

  #readSegment(segment: XmlElement): void {
    const id = segment.local
    this.#checkAttributes(segment, id)
    const fields = new Map<number, XmlElement[]>()
    for (const child of segment.children) {
      const position = child.kind === 'element' && isOwn(child) ? positionIn(id, child.local) : undefined
      if (child.kind !== 'element') this.#checkText(child, id)
      else if (position === undefined) this.#leaveOut(id)
      else if (fields.has(position)) fields.get(position)!.push(child)
      else fields.set(position, [child])
    }
    const isHeader = HEADERS.has(id)
    if (isHeader) this.#readHeader(id, fields)
    const { field, repetition } = this.#leaves.delimiters
    const first = isHeader ? 3 : 1
    const texts: string[] = []
    const last = Math.max(0, ...fields.keys())
    this.#countSeparators(last)
    for (let position = first; position <= last; position++) {
      const repetitions = fields.get(position) ?? []
      texts.push(repetitions.map((each) => this.#readPart(each, 0, `${id}-${position}`)).join(repetition))
    }
    // A header that was cut off behind its name stays so.
    const start = isHeader && fields.size > 0 ? `${id}${field}${this.#encodingCharacters}` : id
    const text = `${[start, ...texts].join(field)}\r`
    this.#segments.push(text)
    this.#length += text.length
  }

  /** Counts separators before they are written: a few elements with high positions would be more than a string can hold. */
  #countSeparators(count: number): void {
    this.#separators += count
    if (this.#separators <= this.#limit) return
    throw new ProblemError('Positions of elements are too high: the messages would be too long.', {
      code: 'resource_limit',
      facts: { limitCharacters: this.#limit },
    })
  }

  #encodingCharacters = '^~\\&'

  /** Takes over the delimiters of a header; those that could not be read back are replaced by the usual ones. */
  #readHeader(id: string, fields: ReadonlyMap<number, readonly XmlElement[]>): void {
    for (const position of [1, 2]) this.#checkDelimiterField(fields.get(position) ?? [], `${id}-${position}`)
    const separator = plainText(fields.get(1)?.[0])
    const characters = plainText(fields.get(2)?.[0])
    const head = `${id}${separator}${characters}${separator}`
    const usable = separator.length === 1 && !/[\r\n]/.test(separator + characters) && !characters.includes(separator)
    if (usable) {
      this.#encodingCharacters = characters
      this.#leaves = new LeafReader(readDelimiters(head, 0).delimiters)
      return
    }
    if (separator !== '' || characters !== '') this.#leaveOut(`${id}-2`)
    this.#encodingCharacters = '^~\\&'
    this.#leaves = new LeafReader(readDelimiters(`${id}|^~\\&|`, 0).delimiters)
  }

  /** Delimiters are given once, as text. */
  #checkDelimiterField(elements: readonly XmlElement[], path: string): void {
    for (const element of elements) this.#checkAttributes(element, path)
    if (elements.length > 1 || elements[0]?.children.some((child) => delimiterText(child) === undefined)) this.#leaveOut(path)
  }

  /** @param level 0 for a repetition, 1 for a component, 2 for a subcomponent; below it, ER7 has room for the first part alone */
  #readPart(element: XmlElement, level: number, path: string): string {
    this.#checkAttributes(element, path)
    const parts = new Map<number, string>()
    let isLeaf = true
    for (const child of element.children) {
      if (child.kind !== 'element' || isEscape(child)) continue
      isLeaf = false
      const position = isOwn(child) ? positionOf(child.local) : undefined
      if (position === undefined || parts.has(position)) this.#leaveOut(path)
      else parts.set(position, this.#readPart(child, level + 1, `${path}.${position}`))
    }
    if (isLeaf) return this.#readLeaf(element, path)
    for (const child of element.children) if (child.kind !== 'element' || isEscape(child)) this.#checkText(child, path)
    const separator = separatorOf(this.#leaves.delimiters, level)
    if (separator === null) {
      if ([...parts].some(([position, text]) => position > 1 && text !== '')) this.#leaveOut(path)
      return parts.get(1) ?? ''
    }
    const last = Math.max(0, ...parts.keys())
    this.#countSeparators(last)
    return Array.from({ length: last }, (_, i) => parts.get(i + 1) ?? '').join(separator)
  }

  #readLeaf(element: XmlElement, path: string): string {
    const pieces: string[] = []
    for (const child of element.children) {
      if (child.kind === 'text') pieces.push(this.#leaves.readText(child.value, child.isCdata, () => this.#leaveOut(path)))
      else if (child.kind === 'element') {
        const sequence = this.#leaves.readEscape(child.attributes.find(({ local }) => local === 'V')?.value ?? '')
        if (sequence !== undefined) pieces.push(sequence)
        const hasOther = child.children.length > 0 || child.attributes.some((each) => each.local !== 'V' && !isKnown(each))
        if (sequence === undefined || hasOther) this.#leaveOut(path)
      } else this.#checkText(child, path)
    }
    return pieces.join('')
  }

  #checkAttributes({ attributes }: XmlElement, path: string | null): void {
    if (attributes.some((attribute) => !isKnown(attribute))) this.#leaveOut(path)
  }

  /** White space between elements says nothing. */
  #checkText(node: XmlNode, path: string | null): void {
    if (node.kind !== 'text' || node.value.trim() !== '') this.#leaveOut(path)
  }
}

function separatorOf({ component, subcomponent }: Delimiters, level: number): string | null {
  if (level === 0) return component
  return level === 1 ? subcomponent : null
}

/** An element whose children are named by it; one without children by its three characters. */
function isSegment({ local, children }: XmlElement): boolean {
  const elements = children.filter((child) => child.kind === 'element')
  if (elements.length === 0) return /^[A-Z][A-Z0-9]{2}$/.test(local)
  return elements.some((child) => positionIn(local, child.local) !== undefined)
}

function isOwn({ uri }: XmlElement): boolean {
  return uri === V2XML_URI || uri === ''
}

function isEscape(element: XmlElement): boolean {
  return element.local === 'escape' && isOwn(element)
}

/** Declarations of namespaces, and attributes that the schemas explain. */
function isKnown({ name, local, uri }: XmlAttribute): boolean {
  if (uri === XMLNS_URI || name === 'xmlns') return true
  if (uri === XSI_URI) return XSI_ATTRIBUTES.has(local)
  return uri === XML_URI ? local === 'space' : uri === '' && SCHEMA_ATTRIBUTES.has(local)
}

/** `PID.5` in PID is 5. */
function positionIn(segment: string, local: string): number | undefined {
  return local.startsWith(`${segment}.`) && local.lastIndexOf('.') === segment.length ? positionOf(local) : undefined
}

/** `CX.4` is 4: the data type before it is not needed to find the place. */
function positionOf(local: string): number | undefined {
  const position = Number(/\.([1-9][0-9]{0,2})$/.exec(local)?.[1] ?? 0)
  return position > 0 && position <= MAX_POSITION ? position : undefined
}

function plainText(element: XmlElement | undefined): string {
  return (element?.children ?? []).map((child) => delimiterText(child) ?? '').join('')
}

/** Text of a field that declares delimiters. XML has no control characters, which may be among them: they are hexadecimal escapes. */
function delimiterText(node: XmlNode): string | undefined {
  if (node.kind === 'text') return node.value
  if (node.kind !== 'element' || !isEscape(node) || node.children.length > 0) return undefined
  const code = /^X([01][0-9A-F])$/.exec(node.attributes.find(({ local }) => local === 'V')?.value ?? '')?.[1]
  return code === undefined ? undefined : String.fromCharCode(Number.parseInt(code, 16))
}
