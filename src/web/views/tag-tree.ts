// Data elements with tag, name, value representation and values; sequences open into their items.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { formatBytes, plural, t } from '../language/language.ts'
import { useMoreRows } from './more-rows.ts'

export interface DataElement {
  readonly tag: string
  readonly keyword?: string
  readonly name?: string
  readonly vr: string
  readonly length: number
  readonly value?: readonly (string | number)[]
  readonly uidNames?: readonly (string | null)[]
  readonly base64?: string
  readonly cut?: true
  readonly items?: readonly { readonly index: number; readonly elements: readonly DataElement[] }[]
}

const STEP = 200
const SHOWN_CHARACTERS = 400

export function TagTree({ elements }: { elements: readonly DataElement[] }): VNode {
  const { count, more } = useMoreRows(elements.length, STEP)
  if (elements.length === 0) return h('p', { class: 'quiet' }, t('None.'))
  return h('div', { class: 'tree' }, h('ul', { class: 'tags' }, elements.slice(0, count).map(elementNode)), more)
}

function elementNode(element: DataElement, index: number): VNode {
  const { items } = element
  const head = [
    h('span', { key: 'tag', class: 'mono tag-number' }, element.tag),
    h('span', { key: 'name', class: 'tag-name' }, element.name ?? element.keyword ?? t('unknown')),
    h('span', { key: 'vr', class: 'mono vr' }, element.vr),
  ]
  if (!items) return h('li', { key: index }, h('div', { class: 'tag-row' }, head, h('span', { class: 'tag-value' }, valueText(element))))
  return h(
    'li',
    { key: index },
    h(
      'details',
      { open: items.length < 10 },
      h('summary', null, head, h('span', { class: 'quiet' }, plural(items.length, '{count} item', '{count} items'))),
      h(
        'ol',
        { class: 'items' },
        items.map((item) =>
          h(
            'li',
            { key: item.index },
            h('p', { class: 'quiet' }, t('Item {index}', { index: item.index })),
            h(TagTree, { elements: item.elements }),
          ),
        ),
      ),
    ),
  )
}

/** Values as a person reads them, with the names of UIDs. */
export function valueText({ value, uidNames, base64, length, cut }: DataElement): string {
  if (base64 !== undefined) return formatBytes(length)
  if (!value) return length === 0 ? t('Empty') : formatBytes(length)
  const texts = value.map((item, i) => (uidNames?.[i] ? `${item} (${uidNames[i]})` : String(item)))
  const text = texts.join(' \\ ')
  return text.length > SHOWN_CHARACTERS || cut ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
