// The HTML of a narrative, as the parser of documents writes it, as nodes of the page: an allowed list of elements and nothing of their
// attributes but spans of cells and the ID. What is not of that form is text.
import type { ComponentChild, VNode } from 'preact'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'

const ELEMENTS = new Set('p li ul ol table caption thead tbody tfoot tr th td sub sup small span b i u br'.split(' '))
/** Where a browser takes only elements of a kind. */
const LISTS = new Set(['ul', 'ol'])
const PIECE = /<(\/?)([a-z]+)((?:\s+[a-z-]+="[^"]*")*)\s*>/g

interface OpenNode {
  readonly name: string
  readonly properties: Readonly<Record<string, unknown>>
  readonly children: ComponentChild[]
}

/** @param chosen ID of the part that is marked */
export function narrativeNodes(html: string, chosen: string | undefined): ComponentChild[] {
  const root: OpenNode = { name: '', properties: {}, children: [] }
  const open: OpenNode[] = [root]
  let at = 0
  const addText = (text: string) => {
    if (text !== '') add(open.at(-1)!, decode(text), text.trim() === '')
  }
  for (const { 0: piece, 1: closing, 2: name = '', 3: attributes = '', index } of html.matchAll(PIECE)) {
    if (!ELEMENTS.has(name)) continue
    addText(html.slice(at, index))
    at = index + piece.length
    if (name === 'br') add(open.at(-1)!, h('br', { key: index }), false)
    else if (closing === '') open.push({ name, properties: propertiesOf(attributes, chosen, index), children: [] })
    else if (open.at(-1)!.name === name) close(open)
  }
  addText(html.slice(at))
  while (open.length > 1) close(open)
  return root.children
}

function close(open: OpenNode[]): void {
  const node = open.pop()!
  add(open.at(-1)!, nodeOf(node), false, node.name === 'li')
}

function nodeOf({ name, properties, children }: OpenNode): VNode {
  const node = h(name, properties, children)
  return name === 'table'
    ? h(
        'div',
        { class: 'scroll', key: `t${String(properties.key)}`, tabIndex: 0, role: 'region', 'aria-label': t('Table of the narrative') },
        node,
      )
    : node
}

/** In a list only items stand. */
function add(parent: OpenNode, child: ComponentChild, isBlank: boolean, isItem = false): void {
  if (!LISTS.has(parent.name)) parent.children.push(child)
  else if (isItem) parent.children.push(child)
  else if (!isBlank) parent.children.push(h('li', { class: 'plain-item' }, child))
}

function propertiesOf(attributes: string, chosen: string | undefined, key: number): Readonly<Record<string, unknown>> {
  // Names and values take turns between the quotation marks.
  const halves = attributes.split('"')
  const read = new Map(halves.flatMap((half, i) => (i % 2 === 0 ? [] : [[halves[i - 1]!.trim().slice(0, -1), decode(half)] as const])))
  const id = read.get('data-id')
  return {
    key,
    ...(id !== undefined && { 'data-id': id, class: id === chosen ? 'chosen' : 'anchored' }),
    ...(read.has('colspan') && { colSpan: Number(read.get('colspan')) }),
    ...(read.has('rowspan') && { rowSpan: Number(read.get('rowspan')) }),
  }
}

/** The parser writes every mark by its number. */
function decode(text: string): string {
  return text.replace(/&#(\d{1,7});/g, (whole, code: string) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : whole))
}
