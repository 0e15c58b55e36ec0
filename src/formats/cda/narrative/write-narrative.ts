// A narrative as plain text or Markdown, with the places of the parts that entries refer to.
import type { XmlElement, XmlNode } from '../../xml/node.ts'
import { collapseBlanks } from '../collapse-blanks.ts'
import { NarrativeWriter } from './narrative-writer.ts'

export interface Span {
  readonly start: number
  readonly end: number
}

export interface WrittenNarrative {
  readonly text: string
  /** Places of the elements with an ID that `isAnchor` accepts. */
  readonly spans: ReadonlyMap<XmlElement, Span>
}

interface Style {
  readonly cellBreak: string
  readonly escape: (text: string, isAtLineStart: boolean) => string
  readonly isMarkdown: boolean
}

const PLAIN: Style = { cellBreak: '; ', escape: (text) => text, isMarkdown: false }
const MARKDOWN: Style = {
  cellBreak: '<br>',
  escape(text, isAtLineStart) {
    const escaped = text.replace(/[\\`*_[\]<>|#~&]/g, '\\$&')
    return isAtLineStart ? escaped.replace(/^(\d{0,9})([-+.)])/, '$1\\$2') : escaped
  },
  isMarkdown: true,
}

/** @param isAnchor whether the place of an element with an ID is noted */
export function writeNarrative(
  element: XmlElement,
  format: 'text' | 'markdown',
  isAnchor: (element: XmlElement) => boolean,
): WrittenNarrative {
  const walker = new NarrativeWalker(format === 'text' ? PLAIN : MARKDOWN, isAnchor)
  walker.walk(element)
  return { text: walker.writer.text, spans: walker.spans }
}

/** Elements that stand on lines of their own, and how many line breaks are around them. */
const BLOCKS: Readonly<Record<string, 1 | 2>> = { paragraph: 2, list: 2, table: 2, caption: 1, tr: 1, footnote: 1 }

class NarrativeWalker {
  readonly writer: NarrativeWriter
  readonly spans = new Map<XmlElement, Span>()
  readonly #style: Style
  readonly #isAnchor: (element: XmlElement) => boolean
  #listDepth = 0

  constructor(style: Style, isAnchor: (element: XmlElement) => boolean) {
    this.#style = style
    this.#isAnchor = isAnchor
    this.writer = new NarrativeWriter(style.cellBreak)
  }

  walk(element: XmlElement): void {
    const { writer } = this
    const pieces = writer.starts.length
    this.#writeElement(element)
    if (element.attributes.length > 0 && this.#isAnchor(element) && idOf(element) !== undefined)
      this.spans.set(element, { start: writer.starts[pieces] ?? writer.text.length, end: writer.text.length })
  }

  #writeElement(element: XmlElement): void {
    const { writer } = this
    const lines = Object.hasOwn(BLOCKS, element.local) ? BLOCKS[element.local] : undefined
    if (lines) writer.break(element.local === 'list' && this.#listDepth > 0 ? 1 : lines)
    if (element.local === 'br') writer.break(1)
    else if (element.local === 'table') this.#writeTable(element)
    else if (element.local === 'list') this.#writeList(element)
    else if (element.local === 'tr') this.#writeRow(element)
    else if (element.local === 'renderMultiMedia') this.#writeMedia(element)
    else if (element.local === 'content') this.#writeContent(element)
    else this.#writeChildren(element)
    if (element.local === 'linkHtml') this.#writeLink(element)
    if (lines) writer.break(element.local === 'list' && this.#listDepth > 0 ? 1 : lines)
  }

  #writeChildren(element: XmlElement): void {
    for (const child of element.children) this.#writeNode(child)
  }

  #writeNode(node: XmlNode): void {
    if (node.kind === 'element') this.walk(node)
    else if (node.kind === 'text') this.#writeText(node.value)
  }

  #writeText(data: string): void {
    const { isAtLineStart } = this.writer
    this.writer.write(data, (text) => this.#style.escape(text, isAtLineStart))
  }

  #writeContent(element: XmlElement): void {
    const style = attributeOf(element, 'styleCode') ?? ''
    const mark = !this.#style.isMarkdown ? '' : /\bBold\b/i.test(style) ? '**' : /\bItalics\b/i.test(style) ? '*' : ''
    // Emphasis around blocks, or around nothing, is no Markdown.
    const isInline = mark !== '' && element.children.length > 0 && element.children.every(({ kind }) => kind !== 'element')
    const hasText = isInline && element.children.some((child) => child.kind === 'text' && child.value.trim() !== '')
    if (!hasText) {
      this.#writeChildren(element)
      return
    }
    const first = element.children[0]!
    if (first.kind === 'text' && /^\s/.test(first.value)) this.#writeText(' ')
    this.writer.mark('')
    this.writer.note()
    this.writer.append(mark)
    const text = element.children.map((child) => (child.kind === 'text' ? child.value : '')).join('')
    this.writer.append(this.#style.escape(collapseBlanks(text).trim(), false))
    this.writer.append(mark)
    if (/\s$/.test(text)) this.#writeText(' ')
  }

  #writeList(element: XmlElement): void {
    const isOrdered = attributeOf(element, 'listType') === 'ordered'
    let count = 0
    this.#listDepth++
    for (const child of element.children) {
      if (child.kind !== 'element' || child.local !== 'item') {
        this.#writeNode(child)
        continue
      }
      count++
      const bullet = isOrdered ? `${count}. ` : '- '
      this.writer.break(1)
      if (!this.writer.isInCell) this.writer.bullet(bullet)
      this.writer.indent(' '.repeat(bullet.length), () => this.walk(child))
      this.writer.break(1)
    }
    this.#listDepth--
  }

  #writeTable(element: XmlElement): void {
    if (!this.#style.isMarkdown || this.writer.isInCell) {
      this.#writeChildren(element)
      return
    }
    const rows = rowsOf(element)
    const columns = Math.min(
      MAX_COLUMNS,
      rows.reduce((most, row) => Math.max(most, widthOf(row)), 1),
    )
    let isFirst = true
    for (const child of element.children) {
      if (child.kind === 'element' && child.local === 'caption') this.walk(child)
    }
    this.writer.break(2)
    for (const row of rows) {
      const isHead = isFirst && cellsOf(row).every(({ local }) => local === 'th')
      if (isFirst && !isHead) {
        this.writer.mark(`|${'  |'.repeat(columns)}\n|${' --- |'.repeat(columns)}`)
        this.writer.break(1)
      }
      this.walk(row)
      this.writer.settle()
      this.writer.append(' |'.repeat(1 + Math.max(0, columns - widthOf(row))))
      if (isHead) this.writer.append(`\n|${' --- |'.repeat(columns)}`)
      this.writer.break(1)
      isFirst = false
    }
  }

  /** Cells beside each other; a cell over several columns is followed by empty ones. */
  #writeRow(row: XmlElement): void {
    let isFirst = true
    const isInner = this.writer.isInCell
    for (const cell of row.children) {
      if (cell.kind !== 'element') {
        // Text between cells is no part of CDA and must not vanish.
        this.#writeNode(cell)
        continue
      }
      if (this.#style.isMarkdown && !isInner) this.writer.mark(isFirst ? '| ' : ' | ')
      else if (!isFirst) this.writer.append(' | ')
      else this.writer.mark('')
      this.writer.cell(() => this.walk(cell))
      const span = spanOf(cell)
      if (this.#style.isMarkdown && !isInner && span > 1) this.writer.append(' |'.repeat(span - 1))
      isFirst = false
    }
  }

  #writeMedia(element: XmlElement): void {
    this.#writeChildren(element)
    const target = attributeOf(element, 'referencedObject')
    if (target !== undefined) this.#writeText(` [media ${target}] `)
  }

  #writeLink(element: XmlElement): void {
    const target = attributeOf(element, 'href')
    if (target && !target.startsWith('#')) this.#writeText(` (${target})`)
  }
}

/** Of a narrative element; some documents write the name in small letters. */
export function idOf(element: XmlElement): string | undefined {
  return attributeOf(element, 'ID') ?? attributeOf(element, 'id')
}

export function attributeOf(element: XmlElement, local: string): string | undefined {
  for (const attribute of element.attributes) if (attribute.name === local) return attribute.value.trim()
  return undefined
}

/** Of the table itself, not of tables in its cells. */
function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table).flatMap((child) => (child.local === 'tr' ? [child] : elementsOf(child).filter(({ local }) => local === 'tr')))
}

function elementsOf(element: XmlElement): XmlElement[] {
  return element.children.filter((child) => child.kind === 'element')
}

function cellsOf(row: XmlElement): XmlElement[] {
  return elementsOf(row)
}

/** No table of a document has as many; wider ones are not filled up, lest short rows grow. */
const MAX_COLUMNS = 100

function spanOf(cell: XmlElement): number {
  const span = Number(attributeOf(cell, 'colspan') ?? 1)
  return Number.isInteger(span) && span > 1 && span <= MAX_COLUMNS ? span : 1
}

function widthOf(row: XmlElement): number {
  return cellsOf(row).reduce((sum, cell) => sum + spanOf(cell), 0)
}
