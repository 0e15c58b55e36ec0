// Segments and their fields, each with its path, name, data type and decoded value; of several messages, each by itself.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { useMoreRows } from './more-rows.ts'

/** A value of the parser: a text, null, or the list of its parts. */
type Value = string | null | readonly Value[]

interface Field {
  readonly path: string
  readonly name?: string | null
  readonly dataType?: string | null
  readonly raw: string
  readonly value: Value
}

interface Segment {
  readonly id: string
  readonly name?: string | null
  readonly group: string | null
  readonly fields: readonly Field[]
}

interface Message {
  readonly controlId: string | null
  readonly segments: readonly Segment[]
}

const STEP = 100

export function MessageTree({ entries }: { entries: readonly (Segment | Message)[] }): VNode {
  const { count, more } = useMoreRows(entries.length, STEP)
  if (entries.length === 0) return h('p', { class: 'quiet' }, 'None.')
  return h(
    'div',
    { class: 'tree' },
    entries.slice(0, count).map((entry, i) => ('segments' in entry ? messageNode(entry, i) : segmentNode(entry, i))),
    more,
  )
}

function messageNode({ controlId, segments }: Message, index: number): VNode {
  return h(
    'details',
    { key: index, class: 'node' },
    h('summary', null, `Message ${index + 1}`, controlId !== null && h('span', { class: 'quiet mono' }, controlId)),
    h(MessageTree, { entries: segments }),
  )
}

function segmentNode({ id, name, group, fields }: Segment, index: number): VNode {
  return h(
    'details',
    { key: index, class: 'node', open: true },
    h(
      'summary',
      null,
      h('span', { class: 'mono strong' }, id),
      name && h('span', null, name),
      group !== null && h('span', { class: 'quiet' }, group),
    ),
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': `Fields of ${id} ${index + 1}` },
      h(
        'table',
        null,
        h(
          'thead',
          { class: 'away' },
          h(
            'tr',
            null,
            ['Path', 'Name', 'Data type', 'Value'].map((title) => h('th', { key: title, scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          null,
          fields.map((field) => fieldRow(field)),
        ),
      ),
    ),
  )
}

function fieldRow({ path, name, dataType, raw, value }: Field): VNode {
  return h(
    'tr',
    { key: path },
    h('td', { class: 'mono path' }, path),
    h('td', { class: 'name' }, name ?? ''),
    h('td', { class: 'mono quiet' }, dataType ?? ''),
    h('td', { class: 'value', title: raw.slice(0, 1000) }, valueNode(value)),
  )
}

/** A list of one part is that part; other lists are numbered as the standard numbers them, empty parts left out. */
function valueNode(value: Value): VNode | string {
  if (value === null) return h('span', { class: 'quiet' }, 'null')
  if (typeof value === 'string') return value
  if (value.length === 1) return valueNode(value[0]!)
  return h(
    'ol',
    { class: 'parts' },
    value.map((part, i) => part !== '' && h('li', { key: i, value: i + 1 }, valueNode(part))),
  )
}
