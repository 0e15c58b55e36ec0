// A text that stands in several nodes, and where each part of it stands: a name that markup divides is read as it is seen.
import { countLeading } from '../../../core/count-leading.ts'
import { NARRATIVE_ELEMENTS } from '../../cda/narrative/narrative-elements.ts'
import type { XmlElement, XmlNode, XmlText } from '../../xml/node.ts'
import { meaningOfHeader } from '../table/column-names.ts'
import { isInline } from './known-elements.ts'

/** A stretch of the text that stands in one node as it is. */
export interface Segment {
  /** Offset in the text. */
  readonly at: number
  readonly length: number
  readonly node: XmlText
  /** Offset in the value of the node. */
  readonly from: number
}

export interface FlowText {
  readonly text: string
  /** In order. What lies between them is in no node: it stands for markup. */
  readonly segments: readonly Segment[]
}

/** How many segments end at an offset or before it: a narrative has as many as nodes, so they are not searched one by one for each span. */
export function segmentsBefore(segments: readonly Segment[], offset: number): number {
  return countLeading(segments.length, (i) => segments[i]!.at + segments[i]!.length <= offset)
}

/** The nodes one behind the other. */
export function joinNodes(nodes: readonly XmlText[]): FlowText {
  const [first] = nodes
  if (nodes.length === 1) return { text: first!.value, segments: [{ at: 0, length: first!.value.length, node: first!, from: 0 }] }
  const writer = new FlowWriter()
  for (const node of nodes) writer.node(node)
  return writer.finish()
}

/** A narrative as lines and cells; and, where it reads otherwise, with line ends as blanks and nothing at all for markup within a line. */
export function readNarrative(element: XmlElement): { readonly lines: FlowText; readonly tight: FlowText | undefined } {
  const lines = new NarrativeReader('lines')
  lines.read(element)
  const flow = lines.finish()
  if (!lines.isDivided) return { lines: flow, tight: undefined }
  const tight = new NarrativeReader('tight')
  tight.read(element)
  const other = tight.finish()
  return { lines: flow, tight: other.text === flow.text ? undefined : other }
}

class FlowWriter {
  readonly #parts: string[] = []
  readonly #segments: Segment[] = []
  #length = 0
  last = ''

  virtual(text: string): void {
    if (text === '') return
    this.#parts.push(text)
    this.#length += text.length
    this.last = text.at(-1)!
  }

  /** A stretch of the value of a node. */
  node(node: XmlText, from = 0, to = node.value.length): void {
    if (to <= from) return
    const text = node.value.slice(from, to)
    this.#segments.push({ at: this.#length, length: text.length, node, from })
    this.virtual(text)
  }

  finish(): FlowText {
    return { text: this.#parts.join(''), segments: this.#segments }
  }
}

/** Anything but single blanks. */
const ODD_BLANKS = /[\t\n\r]| {2}/

const MAX_LABEL = 40
const RAISED: ReadonlySet<string> = new Set(['sub', 'sup', 'footnote', 'footnoteRef'])

class NarrativeReader {
  readonly #writer = new FlowWriter()
  readonly #isTight: boolean
  /** A line end of a text, or markup within a line, was read as a division. */
  isDivided = false
  /** Elements begun or ended within the line since the last character. */
  #tags = 0

  constructor(form: 'lines' | 'tight') {
    this.#isTight = form === 'tight'
  }

  read(element: XmlElement): void {
    for (const child of element.children) this.#readNode(child, [])
  }

  finish(): FlowText {
    return this.#writer.finish()
  }

  #readNode(node: XmlNode, labels: readonly string[]): void {
    if (node.kind === 'text') this.#readText(node)
    else if (node.kind === 'element') this.#readElement(node, labels)
  }

  #readElement(element: XmlElement, labels: readonly string[]): void {
    if (isInline(element)) {
      // What is raised or lowered is no part of the word beside it.
      const tags = RAISED.has(element.local) ? 2 : 1
      this.#tags += tags
      for (const child of element.children) this.#readNode(child, labels)
      this.#tags += tags
      return
    }
    const { local } = element
    const isCell = local === 'td' || local === 'th'
    this.#break(isCell ? '\t' : '\n')
    if (local === 'tr') this.#readRow(element, labels)
    else {
      const own = local === 'table' ? headings(element) : NARRATIVE_ELEMENTS.has(local) ? labels : []
      for (const child of element.children) this.#readNode(child, own)
    }
    this.#break(isCell ? '\t' : '\n')
  }

  /** Cells under a heading that names an identifier are read behind it: `Phone: 555 0100`. */
  #readRow(row: XmlElement, labels: readonly string[]): void {
    let column = 0
    for (const cell of row.children) {
      const label = cell.kind === 'element' && cell.local === 'td' ? labels[column] : undefined
      if (label) {
        this.#break('\n')
        this.#writer.virtual(`${label}: `)
      }
      this.#readNode(cell, [])
      if (cell.kind === 'element') column += spanOf(cell)
    }
  }

  #break(sign: string): void {
    this.#tags = 0
    if (this.#writer.last !== '' && this.#writer.last !== '\n') this.#writer.virtual(sign)
  }

  /** Runs of blanks as one blank or line end. */
  #readText(node: XmlText): void {
    const { value } = node
    if (this.#tags > 0 && !this.#isTight && this.#isApart(value[0] ?? '')) this.#divide(' ')
    if (value !== '') this.#tags = 0
    let from = 0
    for (const { 0: run, index } of ODD_BLANKS.test(value) ? value.matchAll(/[ \t\n\r]+/g) : []) {
      if (run === ' ') continue
      this.#writer.node(node, from, index)
      if (this.#isTight || !run.includes('\n')) this.#writer.node(node, index, index + 1)
      else this.#divide('\n')
      from = index + run.length
    }
    this.#writer.node(node, from, value.length)
  }

  #divide(sign: ' ' | '\n'): void {
    this.isDivided = true
    if (sign === ' ') this.#writer.virtual(sign)
    else this.#break(sign)
  }

  /** Words on both sides of several tags are apart, those of one only where a capital begins. */
  #isApart(next: string): boolean {
    const { last } = this.#writer
    if (!isWordUnit(last) || !isWordUnit(next)) return false
    return this.#tags > 1 || /^[^\p{Lu}]\p{Lu}$/u.test(last + next)
  }
}

function isWordUnit(unit: string): boolean {
  return /[\p{L}\p{N}]/u.test(unit)
}

/** Headings of clinical columns that read like those of persons and places. */
const CLINICAL = /^(?:name|names|site|location|device|item|test|image|picture|id|date)$/i

/** By column, headings that name an identifier; empty for others. */
function headings(table: XmlElement): string[] {
  const labels: string[] = []
  const row = firstRow(table)
  const cells = row?.children.filter((child): child is XmlElement => child.kind === 'element') ?? []
  if (!cells.every(({ local }) => local === 'th')) return labels
  for (const cell of cells) {
    const text = textIn(cell, MAX_LABEL).replace(/\s+/g, ' ').trim()
    const meaning = meaningOfHeader(text)
    const isTold = meaning !== undefined && !['scan', 'code', 'age', 'date', 'state', 'photo', 'other-id'].includes(meaning)
    const label = isTold && text.length <= MAX_LABEL && !CLINICAL.test(text) ? text.replace(/:$/, '') : ''
    for (let i = spanOf(cell); i > 0; i--) labels.push(label)
  }
  return labels
}

function firstRow(table: XmlElement): XmlElement | undefined {
  for (const child of table.children) {
    if (child.kind !== 'element') continue
    if (child.local === 'tr') return child
    const row = child.local === 'thead' || child.local === 'tbody' ? firstRow(child) : undefined
    if (row) return row
  }
  return undefined
}

function textIn(element: XmlElement, limit: number): string {
  let text = ''
  for (const child of element.children) {
    if (text.length > limit) break
    if (child.kind === 'text') text += child.value
    else if (child.kind === 'element') text += textIn(child, limit)
  }
  return text
}

const MAX_SPAN = 100

function spanOf(cell: XmlElement): number {
  const span = Number(cell.attributes.find(({ name }) => name === 'colspan')?.value ?? 1)
  return Number.isInteger(span) && span > 0 && span <= MAX_SPAN ? span : 1
}
