// Reads XML 1.0 (fifth edition) with namespaces into a tree: strict, without document types, and in linear time and memory.
import { type DecodedXml, decodeXml } from './decode-xml.ts'
import { indentOf } from './indents.ts'
import { isNcName } from './names.ts'
import {
  type XmlComment,
  type XmlDeclaration,
  type XmlDocument,
  type XmlElement,
  type XmlInstruction,
  type XmlNode,
  XmlText,
} from './node.ts'
import { readDeclaration } from './read-declaration.ts'
import { NamespaceScopes } from './scopes.ts'
import { isBlank, TagReader } from './tag-reader.ts'
import { XmlScanner } from './xml-scanner.ts'

export interface XmlRules {
  /** Elements within elements. Default: 512. */
  readonly maxDepth?: number
  /** Elements, attributes, texts, comments and processing instructions. Default: 5 million. */
  readonly maxNodes?: number
  /** Attributes of one element. Default: 1,024. */
  readonly maxAttributes?: number
  /** Namespaces of prefixes that a document may use without declaring them; the result names those that it did. */
  readonly assumedPrefixes?: Readonly<Record<string, string>>
}

/**
 * Reads a document from its text, or from its bytes in the encoding that they declare.
 *
 * No entity can be declared and nothing is fetched. Comments, processing instructions and white space are kept.
 * @throws ProblemError with line, column and byte offset. `unreadable_input`: not well-formed, or not in its encoding. `unsupported_variant`: a
 *   DOCTYPE, or an encoding that is not read. `resource_limit`: more than the rules allow
 */
export function readXml(source: string | Uint8Array, rules: XmlRules = {}): XmlDocument {
  const decoded = decodeXml(source)
  return new XmlReader(decoded, rules).read(decoded)
}

/** Receives the elements of a document in order, without their children: no tree stays in memory. */
export interface XmlVisitor {
  begin(element: XmlElement): void
  end(element: XmlElement): void
}

/**
 * Reads a document as readXml does, with the same errors, and keeps no node of it. Memory grows only with the depth.
 * @returns its text
 * @throws ProblemError as readXml
 */
export function walkXml(source: string | Uint8Array, visitor: XmlVisitor, rules: XmlRules = {}): string {
  const decoded = decodeXml(source)
  return new XmlReader(decoded, rules, visitor).read(decoded).text
}

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f

class XmlReader {
  readonly #scanner: XmlScanner
  readonly #text: string
  readonly #tags: TagReader
  readonly #scopes: NamespaceScopes
  readonly #maxDepth: number
  readonly #marks: number[] = []
  /** Children of the open elements, so that each element gets a list of its own length when it ends. */
  readonly #pending: XmlNode[] = []
  /** How many of them count: an array that is made shorter and longer again is copied each time. */
  #pendingCount = 0
  /** Where the children of each open element begin among them. */
  readonly #firsts: number[] = []
  readonly #outside: (XmlComment | XmlInstruction)[] = []
  #root: XmlElement | undefined
  #current: XmlElement | null = null
  #position = 0

  readonly #visitor: XmlVisitor | undefined

  constructor(decoded: DecodedXml, rules: XmlRules, visitor?: XmlVisitor) {
    const { maxDepth = 512, maxNodes = 5_000_000, maxAttributes = 1_024, assumedPrefixes = {} } = rules
    this.#visitor = visitor
    this.#scanner = new XmlScanner(decoded, maxNodes)
    this.#text = decoded.text
    this.#scopes = new NamespaceScopes(assumedPrefixes)
    this.#tags = new TagReader(this.#scanner, this.#scopes, maxAttributes, visitor === undefined)
    this.#maxDepth = maxDepth
  }

  read({ text, charset, bom }: DecodedXml): XmlDocument {
    const first = text.search(/[^ \t\r\n]/)
    if (text.charCodeAt(first) !== LESS_THAN)
      throw this.#scanner.error('The document is not XML: it does not begin with a tag.', Math.max(first, 0))
    this.#scanner.checkCharacters()
    const declaration = this.#readDeclaration()
    this.#position = declaration?.end ?? 0
    this.#readNodes()
    if (this.#current) {
      const line = this.#scanner.lineOf(this.#current.start)
      throw this.#scanner.error(`The document ends within the element that begins in line ${line}.`, text.length)
    }
    if (!this.#root) throw this.#scanner.error('The document has no element.', text.length)
    return {
      text,
      charset,
      bom,
      declaration,
      root: this.#root,
      outside: this.#outside,
      assumedPrefixes: [...this.#scopes.used],
      nodeCount: this.#scanner.nodeCount,
      identified: this.#tags.identified,
    }
  }

  #readDeclaration(): XmlDeclaration | null {
    const read = readDeclaration(this.#text)
    if (read && 'wrongAt' in read) throw this.#scanner.error('The XML declaration is wrong.', read.wrongAt)
    return read
  }

  #readNodes(): void {
    const text = this.#text
    while (this.#position < text.length) {
      const found = text.indexOf('<', this.#position)
      const next = found < 0 ? text.length : found
      if (next > this.#position) this.#readText(this.#position, next)
      if (found < 0) return
      const unit = text.charCodeAt(next + 1)
      if (unit === SLASH) this.#readEndTag(next)
      else if (unit === BANG) this.#readBang(next)
      else if (unit === QUESTION) this.#readInstruction(next)
      else this.#readStartTag(next)
    }
  }

  #readText(start: number, end: number): void {
    if (!this.#current) {
      const inkAt = this.#inkAt(start, end)
      if (inkAt < end) throw this.#scanner.error('Text stands outside of the outermost element.', inkAt)
      return
    }
    this.#scanner.count(start)
    const indent = indentOf(this.#text, start, end)
    const isBlank = indent !== undefined || this.#inkAt(start, end) === end
    this.#keep(new XmlText(indent ?? this.#scanner.characterData(start, end), false, isBlank, start, end))
  }

  /** The first character that is no blank; `end` for none. */
  #inkAt(start: number, end: number): number {
    let i = start
    while (i < end && isBlank(this.#text.charCodeAt(i))) i++
    return i
  }

  #readStartTag(start: number): void {
    if (!this.#current && this.#root) throw this.#scanner.error('A second element follows the root element.', start)
    if (this.#marks.length >= this.#maxDepth) {
      throw this.#scanner.limitError(`Elements nest deeper than ${this.#maxDepth} levels.`, start, { limitDepth: this.#maxDepth })
    }
    const mark = this.#scopes.mark
    const element = this.#tags.read(start, this.#current)
    this.#position = element.end
    if (this.#current) this.#keep(element)
    else this.#root = element
    this.#visitor?.begin(element)
    if (this.#tags.isEmpty) {
      this.#visitor?.end(element)
      this.#scopes.undo(mark)
      return
    }
    this.#marks.push(mark)
    this.#firsts.push(this.#pendingCount)
    this.#current = element
  }

  #readEndTag(start: number): void {
    const text = this.#text
    const element = this.#current
    if (!element) throw this.#scanner.error('An end tag answers to no start tag.', start)
    let i = start + 2 + element.name.length
    if (!text.startsWith(element.name, start + 2) || !(isBlank(text.charCodeAt(i)) || text.charCodeAt(i) === GREATER_THAN)) {
      const line = this.#scanner.lineOf(element.start)
      throw this.#scanner.error(`An end tag has another name than the start tag in line ${line}.`, start)
    }
    while (isBlank(text.charCodeAt(i))) i++
    if (text.charCodeAt(i) !== GREATER_THAN) throw this.#scanner.error('An end tag contains more than its name.', i)
    element.contentEnd = start
    element.end = i + 1
    this.#position = i + 1
    this.#scopes.undo(this.#marks.pop()!)
    this.#takeChildren(element, this.#firsts.pop()!)
    this.#visitor?.end(element)
    this.#current = element.parent
  }

  #readBang(start: number): void {
    const text = this.#text
    if (text.startsWith('<!--', start)) {
      const end = text.indexOf('--', start + 4)
      if (end < 0) throw this.#scanner.error('A comment does not end.', start)
      if (text.charCodeAt(end + 2) !== GREATER_THAN) throw this.#scanner.error('A comment holds two hyphens in a row.', end)
      this.#add({ kind: 'comment', value: this.#scanner.literal(start + 4, end), start, end: end + 3 })
    } else if (text.startsWith('<![CDATA[', start)) {
      if (!this.#current) throw this.#scanner.error('A CDATA section stands outside of the outermost element.', start)
      const end = text.indexOf(']]>', start + 9)
      if (end < 0) throw this.#scanner.error('A CDATA section does not end.', start)
      this.#scanner.count(start)
      this.#keep(new XmlText(this.#scanner.literal(start + 9, end), true, false, start, end + 3))
      this.#position = end + 3
    } else if (text.startsWith('<!DOCTYPE', start)) {
      throw this.#scanner.error('The document has a DOCTYPE, which is not read. Remove it.', start, 'unsupported_variant')
    } else throw this.#scanner.error('What begins with <! is neither a comment nor a CDATA section.', start)
  }

  #readInstruction(start: number): void {
    const text = this.#text
    const end = text.indexOf('?>', start + 2)
    if (end < 0) throw this.#scanner.error('A processing instruction does not end.', start)
    let targetEnd = start + 2
    while (targetEnd < end && !isBlank(text.charCodeAt(targetEnd))) targetEnd++
    const target = text.slice(start + 2, targetEnd)
    if (target.toLowerCase() === 'xml')
      throw this.#scanner.error('An XML declaration is allowed only at the beginning of the document.', start)
    if (!isNcName(target)) throw this.#scanner.error('A processing instruction has no proper name.', start)
    let from = targetEnd
    while (from < end && isBlank(text.charCodeAt(from))) from++
    this.#add({ kind: 'instruction', target, value: this.#scanner.literal(from, end), start, end: end + 2 })
  }

  #add(node: XmlComment | XmlInstruction): void {
    this.#scanner.count(node.start)
    if (this.#current) this.#keep(node)
    else if (!this.#visitor) this.#outside.push(node)
    this.#position = node.end
  }

  #keep(node: XmlNode): void {
    if (!this.#visitor) this.#pending[this.#pendingCount++] = node
  }

  #takeChildren(element: XmlElement, first: number): void {
    if (first === this.#pendingCount) return
    element.children = this.#pending.slice(first, this.#pendingCount)
    this.#pendingCount = first
  }
}
