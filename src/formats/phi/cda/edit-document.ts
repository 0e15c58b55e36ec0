// Changes of a document at their places in its text: what no change covers stays as it was written, to the byte.
import { readReference } from '../../xml/entities.ts'
import { escapeXmlAttribute, escapeXmlText } from '../../xml/escape-xml.ts'
import type { XmlAttribute, XmlElement, XmlText } from '../../xml/node.ts'
import { type FlowText, segmentsBefore } from './flow-text.ts'

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const CDATA_START = '<![CDATA['.length
const CDATA_END = ']]>'.length

export class DocumentEdits {
  readonly #text: string
  readonly #edits: Edit[] = []
  readonly #offsets = new Map<XmlText, Int32Array | null>()
  readonly #masked = new Set<XmlElement>()

  constructor(text: string) {
    this.#text = text
  }

  /** Takes out everything between two offsets, whatever else is changed there. */
  remove(start: number, end: number): void {
    this.#edits.push({ start, end, text: '' })
  }

  setAttribute({ valueStart, end }: XmlAttribute, value: string): void {
    this.#edits.push({ start: valueStart, end: end - 1, text: escapeXmlAttribute(value) })
  }

  /** With the blanks before it. */
  removeAttribute({ start, end }: XmlAttribute): void {
    let from = start
    while (/\s/.test(this.#text[from - 1] ?? '')) from--
    this.remove(from, end)
  }

  /** Says that there is a value, and that it is not told: nullFlavor MSK in its place. */
  maskAttribute(element: XmlElement, attribute: XmlAttribute): void {
    if (this.#saysNull(element)) this.removeAttribute(attribute)
    else this.#edits.push({ start: attribute.start, end: attribute.end, text: 'nullFlavor="MSK"' })
  }

  /** The same of an element whose content goes. */
  maskElement(element: XmlElement): void {
    if (this.#saysNull(element)) return
    const at = element.contentStart - (this.#text[element.contentStart - 2] === '/' ? 2 : 1)
    this.#edits.push({ start: at, end: at, text: ' nullFlavor="MSK"' })
  }

  #saysNull(element: XmlElement): boolean {
    const saysNull = this.#masked.has(element) || element.attributes.some(({ name }) => name === 'nullFlavor')
    this.#masked.add(element)
    return saysNull
  }

  /** A stretch of a text, over all nodes that it stands in: the first of them gets what stands in its place. */
  setText({ segments }: FlowText, start: number, end: number, replacement: string): void {
    let rest = replacement
    for (let i = segmentsBefore(segments, start); i < segments.length; i++) {
      const { at, length, node, from } = segments[i]!
      if (at >= end) break
      const first = from + Math.max(0, start - at)
      const last = from + Math.min(length, end - at)
      const text = node.isCdata ? rest.replaceAll(']]>', ']] >') : escapeXmlText(rest)
      this.#edits.push({ start: this.#rawOffset(node, first), end: this.#rawOffset(node, last), text })
      rest = ''
    }
  }

  finish(): string {
    const parts: string[] = []
    let at = 0
    for (const edit of this.#edits.sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (edit.start < at) continue
      parts.push(this.#text.slice(at, edit.start), edit.text)
      at = edit.end
    }
    parts.push(this.#text.slice(at))
    return parts.join('')
  }

  /** Where a unit of a node's value stands in the text. */
  #rawOffset(node: XmlText, offset: number): number {
    const start = node.isCdata ? node.start + CDATA_START : node.start
    const end = node.isCdata ? node.end - CDATA_END : node.end
    if (end - start === node.value.length) return start + offset
    let offsets = this.#offsets.get(node)
    if (!offsets) {
      offsets = mapOffsets(this.#text, start, end, node)
      this.#offsets.set(node, offsets)
    }
    return offsets[offset]!
  }
}

/** Of each unit of the value and of its end: references are one or two units, both signs of a line end one. */
function mapOffsets(text: string, start: number, end: number, { value, isCdata }: XmlText): Int32Array {
  const offsets = new Int32Array(value.length + 1)
  let unit = 0
  let at = start
  while (at < end) {
    const reference = !isCdata && text[at] === '&' ? readReference(text, at, end) : undefined
    const known = typeof reference === 'object' ? reference : undefined
    for (let i = known ? known.value.length : 1; i > 0; i--) offsets[unit++] = at
    at = known ? known.end : text.startsWith('\r\n', at) ? at + 2 : at + 1
  }
  offsets[unit] = end
  return offsets
}
