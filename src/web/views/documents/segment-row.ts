// One segment on a line: its identifier, its name, its elements in their order and what they come to.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { amountsOf } from './amounts.ts'
import { segmentName } from './segment-names.ts'
import { plainText, type Segment } from './segment-tree.ts'

/** @param more stands behind the amounts */
export function segmentContent(segment: Segment, more?: VNode | false): VNode[] {
  return [
    h('span', { key: 'id', class: 'mono segment-id' }, segment.id),
    h('span', { key: 'name', class: 'segment-name' }, segmentName(segment.id)),
    h('span', { key: 'elements', class: 'mono segment-elements' }, elementsOf(segment)),
    h(
      'span',
      { key: 'amounts', class: 'amounts' },
      amountsOf(segment).map(([title, value]) => h('span', { key: title }, `${title} `, h('b', null, value))),
      more,
    ),
  ]
}

/** Empty elements keep their place, so that others can be counted. */
function elementsOf({ id, elements }: Segment): VNode[] {
  return elements.map((element, i) => {
    const text = plainText(element)
    const title = `${id}${String(i + 1).padStart(2, '0')}`
    return h('span', { key: i, class: text === '' ? 'el empty' : 'el', title }, text === '' ? '·' : text)
  })
}
