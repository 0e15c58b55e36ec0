// Start tags with their attributes: names, values, and the namespaces that they declare and use.
import { NameTable, type QualifiedName } from './names.ts'
import { XMLNS_URI, XmlAttribute, XmlElement } from './node.ts'
import type { NamespaceScopes } from './scopes.ts'
import type { XmlScanner } from './xml-scanner.ts'

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const EQUALS = 0x3d
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const AMPERSAND = 0x26

/** What ends a name in a tag: blanks, `/`, `=`, `>`, and what no tag holds outside of values. */
const ENDS_NAME = new Uint8Array(128)
for (const mark of '\t\n\r /=><"\'&') ENDS_NAME[mark.charCodeAt(0)] = 1

/** The production S (XML 1.0, 2.3). */
export function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d
}

const SLOTS = 512
/** So many names are compared faster with each other than through a table. */
const FEW = 12
const TWICE = 'An element has the same attribute twice.'

export class TagReader {
  readonly #scanner: XmlScanner
  readonly #text: string
  readonly #scopes: NamespaceScopes
  /** Attributes of the tag at hand: a list that grows for each element would be many times as long as what it holds. */
  readonly #read: XmlAttribute[] = []
  #readCount = 0
  readonly #maxAttributes: number
  readonly #names = new NameTable()
  /** Names by a hash of their letters: a name of the vocabulary is found without a string of its own. */
  readonly #recent: (QualifiedName | undefined)[] = new Array<QualifiedName | undefined>(SLOTS).fill(undefined)
  #nameEnd = 0
  /** The tag that was read last ends its element, too. */
  isEmpty = false
  readonly #keepsIdentified: boolean
  /** Elements with an attribute that tells them from all others, if they are kept. */
  readonly identified: XmlElement[] = []
  #hasId = false
  /** An attribute of the tag at hand has a prefix, or declares a namespace. */
  #hasPrefix = false

  constructor(scanner: XmlScanner, scopes: NamespaceScopes, maxAttributes: number, keepsIdentified: boolean) {
    this.#keepsIdentified = keepsIdentified
    this.#scanner = scanner
    this.#text = scanner.text
    this.#scopes = scopes
    this.#maxAttributes = maxAttributes
  }

  /** The element whose tag begins at `start`, as if it ended with the tag. */
  read(start: number, parent: XmlElement | null): XmlElement {
    this.#scanner.count(start)
    const name = this.#readName(start + 1)
    const element = new XmlElement(name.name, name.local, parent, start)
    const end = this.#readAttributes(element, this.#nameEnd)
    this.#bindNames(element, name)
    this.isEmpty = this.#text.charCodeAt(end) === SLASH
    if (this.isEmpty && this.#text.charCodeAt(end + 1) !== GREATER_THAN) throw this.#scanner.error('A tag holds a misplaced slash.', end)
    const behind = this.isEmpty ? end + 2 : end + 1
    element.contentStart = behind
    element.contentEnd = behind
    element.end = behind
    return element
  }

  /** @returns where `>` or `/` stands */
  #readAttributes(element: XmlElement, from: number): number {
    const text = this.#text
    const read = this.#read
    let i = from
    for (;;) {
      const before = i
      while (isBlank(text.charCodeAt(i))) i++
      const unit = text.charCodeAt(i)
      if (unit === GREATER_THAN || unit === SLASH) break
      if (i >= text.length) throw this.#scanner.error('The document ends within a tag.', i)
      if (i === before) throw this.#scanner.error('A space is missing in a tag, or a name has an invalid character.', i)
      if (this.#readCount >= this.#maxAttributes) {
        throw this.#scanner.limitError(`An element has more than ${this.#maxAttributes} attributes.`, i, {
          limitAttributes: this.#maxAttributes,
        })
      }
      const attribute = this.#readAttribute(i)
      read[this.#readCount++] = attribute
      i = attribute.end
    }
    if (this.#readCount > 0) {
      element.attributes = read.slice(0, this.#readCount)
      this.#readCount = 0
      if (this.#hasId && this.#keepsIdentified) this.identified.push(element)
      this.#hasId = false
    }
    if (element.attributes.length > 1) this.#checkTwice(element.attributes)
    return i
  }

  #readAttribute(start: number): XmlAttribute {
    const text = this.#text
    this.#scanner.count(start)
    const name = this.#readName(start)
    let i = this.#nameEnd
    while (isBlank(text.charCodeAt(i))) i++
    if (text.charCodeAt(i) !== EQUALS) throw this.#scanner.error('An attribute has no value.', i)
    i++
    while (isBlank(text.charCodeAt(i))) i++
    const quote = text.charCodeAt(i)
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE)
      throw this.#scanner.error('The value of an attribute stands without quotation marks.', i)
    const valueStart = i + 1
    let isPlain = true
    for (i = valueStart; ; i++) {
      const unit = text.charCodeAt(i)
      if (unit > EQUALS) continue
      if (unit === quote) break
      if (unit === AMPERSAND || unit < 0x20) isPlain = false
      else if (unit === LESS_THAN) throw this.#scanner.error('The value of an attribute holds a <. Write &lt; for it.', i)
      else if (i >= text.length) throw this.#scanner.error('The document ends within the value of an attribute.', i)
    }
    const value = isPlain ? text.slice(valueStart, i) : this.#scanner.attributeValue(valueStart, i)
    const attribute = new XmlAttribute(name.name, name.local, value, start, valueStart, i + 1)
    if (name.isDeclaration) this.#declare(name, attribute)
    if (name.isId) this.#hasId = true
    if (name.isDeclaration || name.prefix !== '') this.#hasPrefix = true
    return attribute
  }

  #declare({ prefix, local }: QualifiedName, { value, start }: XmlAttribute): void {
    const wrong = this.#scopes.declare(prefix === '' ? '' : local, value)
    if (wrong === 'reserved') throw this.#scanner.error('A reserved prefix or namespace is declared.', start)
    if (wrong === 'empty') throw this.#scanner.error('A prefix is bound to no namespace.', start)
  }

  /** Once all declarations of the tag are known: they hold for the element itself, wherever in the tag they stand. */
  #bindNames(element: XmlElement, { prefix }: QualifiedName): void {
    element.uri = prefix === '' ? this.#scopes.default : this.#resolve(prefix, element.start)
    if (!this.#hasPrefix) return
    this.#hasPrefix = false
    let prefixed = 0
    for (const attribute of element.attributes) {
      if (attribute.name === attribute.local && attribute.name !== 'xmlns') continue
      prefixed++
      const { prefix: own, isDeclaration } = this.#names.of(attribute.name)!
      attribute.uri = isDeclaration ? XMLNS_URI : this.#resolve(own, attribute.start)
    }
    if (prefixed < 2) return
    const seen = new Set<string>()
    for (const { uri, local, start } of element.attributes) {
      if (uri === '' || uri === XMLNS_URI) continue
      // No namespace of a document holds a blank line end: those of values are normalized to blanks.
      const key = `${local}\n${uri}`
      if (seen.has(key)) throw this.#scanner.error('Two attributes of an element have the same name and namespace.', start)
      seen.add(key)
    }
  }

  #resolve(prefix: string, at: number): string {
    const uri = prefix === 'xmlns' ? undefined : this.#scopes.resolve(prefix)
    if (uri === undefined) throw this.#scanner.error('A prefix is used that is bound to no namespace.', at)
    return uri
  }

  #checkTwice(attributes: readonly XmlAttribute[]): void {
    if (attributes.length < FEW) {
      for (let i = 1; i < attributes.length; i++) {
        const { name, start } = attributes[i]!
        for (let k = 0; k < i; k++) if (attributes[k]!.name === name) throw this.#scanner.error(TWICE, start)
      }
      return
    }
    const seen = new Set<string>()
    for (const { name, start } of attributes) {
      if (seen.has(name)) throw this.#scanner.error(TWICE, start)
      seen.add(name)
    }
  }

  /** The name that begins at `start`; `#nameEnd` is then where it ends. */
  #readName(start: number): QualifiedName {
    const text = this.#text
    let hash = 0
    let i = start
    for (;;) {
      const unit = text.charCodeAt(i)
      if (unit < 128 ? ENDS_NAME[unit] === 1 : Number.isNaN(unit)) break
      hash = (Math.imul(hash, 31) + unit) | 0
      i++
    }
    this.#nameEnd = i
    const slot = hash & (SLOTS - 1)
    const recent = this.#recent[slot]
    if (recent !== undefined && recent.name.length === i - start && text.startsWith(recent.name, start)) return recent
    const name = this.#names.of(text.slice(start, i))
    if (!name) throw this.#scanner.error('A tag has an invalid name.', start)
    this.#recent[slot] = name
    return name
  }
}
