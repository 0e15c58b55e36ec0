// A narrative as HTML of a few elements: no links, scripts, styles or images, and no attribute but spans of cells and the IDs.
import type { XmlElement, XmlNode } from '../../xml/node.ts'
import { attributeOf, idOf } from './write-narrative.ts'

const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  item: 'li',
  caption: 'p',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tfoot: 'tfoot',
  tr: 'tr',
  th: 'th',
  td: 'td',
  sub: 'sub',
  sup: 'sup',
  footnote: 'small',
  content: 'span',
  linkHtml: 'span',
  renderMultiMedia: 'span',
}

const STYLES: readonly (readonly [style: RegExp, name: string])[] = [
  [/\bBold\b/i, 'b'],
  [/\bItalics\b/i, 'i'],
  [/\bUnderline\b/i, 'u'],
]

/** What stands within the element. */
export function writeHtml(element: XmlElement): string {
  const parts: string[] = []
  writeChildren(element, parts)
  return parts.join('').trim()
}

function writeChildren(element: XmlElement, parts: string[]): void {
  for (const child of element.children) writeNode(child, parts)
}

function writeNode(node: XmlNode, parts: string[]): void {
  if (node.kind === 'text') parts.push(escapeHtml(node.value))
  if (node.kind !== 'element' || node.local === 'colgroup' || node.local === 'col') return
  if (node.local === 'br') {
    parts.push('<br>')
    return
  }
  const name = nameOf(node)
  const styles = STYLES.filter(([style]) => style.test(attributeOf(node, 'styleCode') ?? '')).map(([, style]) => style)
  parts.push(`<${name}${attributesOf(node)}>`, ...styles.map((style) => `<${style}>`))
  writeChildren(node, parts)
  if (node.local === 'renderMultiMedia') parts.push(escapeHtml(`[media ${attributeOf(node, 'referencedObject') ?? ''}]`))
  parts.push(...styles.toReversed().map((style) => `</${style}>`), `</${name}>`)
}

function nameOf(element: XmlElement): string {
  if (element.local === 'list') return attributeOf(element, 'listType') === 'ordered' ? 'ol' : 'ul'
  if (element.local === 'caption' && element.parent?.local === 'table') return 'caption'
  return Object.hasOwn(ELEMENTS, element.local) ? ELEMENTS[element.local]! : 'span'
}

/** The ID is given as data: as an id it could stand for parts of the page that shows it. */
function attributesOf(element: XmlElement): string {
  const id = idOf(element)
  const spans = ['colspan', 'rowspan'].flatMap((name) => {
    const value = attributeOf(element, name)
    return value !== undefined && /^[1-9]\d{0,2}$/.test(value) ? [` ${name}="${value}"`] : []
  })
  return `${id === undefined ? '' : ` data-id="${escapeHtml(id)}"`}${spans.join('')}`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
