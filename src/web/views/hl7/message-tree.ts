// Segments with their fields and the parts of these, each with its path, name and value. Choosing one shows it in the message, and the other
// way round.
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { useVariant } from '../use-variant.ts'
import type { ViewProps } from '../view-props.ts'
import { MessageText } from './message-text.ts'
import { placeOf, placeSegments } from './places.ts'

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

interface Choosing {
  readonly chosen: string | undefined
  readonly onChoose: (path: string) => void
  /** Names and values of the parts of a field, by the path of the field. */
  readonly parts: ReadonlyMap<string, readonly Field[]>
}

const STEP = 100
/** Parts cost a second run; longer messages are shown without their names. */
const MAX_TEXT = 300_000

export function MessageTreeView({ shown, value }: ViewProps<'message-tree'>): VNode {
  const entries = value as readonly (Segment | Message)[]
  if (entries.length === 0) return h('p', { class: 'quiet' }, t('None.'))
  return 'segments' in entries[0]!
    ? h(MessageList, { shown, messages: entries as readonly Message[] })
    : h(MessageView, { shown, segments: entries as readonly Segment[], index: 0 })
}

type MessageTreeData = ViewProps<'message-tree'>['shown']

function MessageList({ shown, messages }: { shown: MessageTreeData; messages: readonly Message[] }): VNode {
  const { count, more } = useMoreRows(messages.length, STEP)
  return h(
    'div',
    { class: 'tree' },
    messages.slice(0, count).map((message, i) => h(MessageNode, { key: i, shown, message, index: i })),
    more,
  )
}

function MessageNode({ shown, message, index }: { shown: MessageTreeData; message: Message; index: number }): VNode {
  const [isOpen, setOpen] = useState(false)
  return h(
    'details',
    { class: 'node', onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h(
      'summary',
      null,
      t('Message {index}', { index: index + 1 }),
      message.controlId !== null && h('span', { class: 'quiet mono' }, message.controlId),
    ),
    isOpen && h(MessageView, { shown, segments: message.segments, index }),
  )
}

/** @param index of the message in its document, from 0 */
function MessageView({ shown, segments, index }: { shown: MessageTreeData; segments: readonly Segment[]; index: number }): VNode {
  const text = shown.texts[shown.tool.document?.field ?? ''] ?? ''
  const placed = useMemo(() => placeSegments(text).filter((segment) => segment.message === index), [text, index])
  const flat = useVariant(shown, text !== '' && text.length <= MAX_TEXT && shown.options.view !== 'flat' ? { view: 'flat' } : undefined)
  const parts = useMemo(() => partsOf(segmentsOf(flat, index)), [flat, index])
  const [chosen, setChosen] = useState<string | undefined>()
  const tree = useRef<HTMLDivElement>(null)
  const choose = (path: string) => {
    setChosen(path)
    tree.current?.querySelector(`[data-path="${path}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => setChosen(undefined), [text])
  const { count, more } = useMoreRows(segments.length, STEP)
  const place = chosen === undefined ? undefined : placeOf(text, placed, chosen, index)
  return h(
    'div',
    { class: placed.length > 0 ? 'message-view' : 'message-view alone' },
    placed.length > 0 && h(MessageText, { text, segments: placed, chosen: place, onChoose: choose }),
    h(
      'div',
      { class: 'tree', ref: tree },
      segments.slice(0, count).map((segment, i) => segmentNode(segment, i, { chosen, onChoose: setChosen, parts })),
      more,
    ),
  )
}

function segmentsOf(flat: Readonly<Record<string, unknown>> | undefined, index: number): readonly Segment[] {
  if (!flat) return []
  const messages = flat.messages as readonly Message[]
  return messages.length > 0 ? (messages[index]?.segments ?? []) : (flat.segments as readonly Segment[])
}

function partsOf(segments: readonly Segment[]): ReadonlyMap<string, readonly Field[]> {
  const parts = new Map<string, Field[]>()
  for (const { fields } of segments) {
    for (const field of fields) {
      const whole = /^[^-]+-\d+/.exec(field.path)?.[0]
      if (whole === undefined || whole === field.path) continue
      const known = parts.get(whole)
      if (known) known.push(field)
      else parts.set(whole, [field])
    }
  }
  return parts
}

function segmentNode({ id, name, group, fields }: Segment, index: number, choosing: Choosing): VNode {
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
      'table',
      { 'aria-label': t('Fields of {id} {index}', { id, index: index + 1 }) },
      h('colgroup', null, h('col', { class: 'path-col' }), h('col', { class: 'name-col' }), h('col', null)),
      h(
        'thead',
        { class: 'away' },
        h(
          'tr',
          null,
          [t('Path'), t('Name'), t('Value')].map((title) => h('th', { key: title, scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        null,
        fields.flatMap((field) => rowsOf(field, choosing)),
      ),
    ),
  )
}

/** A field, and below it its parts if it has more than one. */
function rowsOf(field: Field, choosing: Choosing): VNode[] {
  const parts = choosing.parts.get(field.path) ?? []
  const isWhole = parts.length < 2 && typeof simple(field.value) === 'string'
  const row = fieldRow(field, choosing, parts.length >= 2 ? '' : valueNode(field.value), field.dataType ?? undefined)
  if (isWhole || parts.length < 2) return [row]
  return [row, ...parts.map((part) => fieldRow(part, choosing, valueNode(part.value), undefined, true))]
}

function simple(value: Value): Value {
  return Array.isArray(value) && value.length === 1 ? simple(value[0] as Value) : value
}

function fieldRow(
  { path, name, raw }: Field,
  { chosen, onChoose }: Choosing,
  value: VNode | string,
  dataType: string | undefined,
  isPart = false,
): VNode {
  return h(
    'tr',
    { key: path, class: [isPart && 'part', path === chosen && 'chosen'].filter(Boolean).join(' '), 'data-path': path },
    h(
      'td',
      { class: 'path' },
      h('button', { type: 'button', class: 'path-button mono', 'aria-pressed': path === chosen, onClick: () => onChoose(path) }, path),
    ),
    h(
      'td',
      { class: 'name' },
      (isPart ? name?.split(' / ').slice(1).join(', ') : name) ?? '',
      dataType && h('span', { class: 'mono quiet type' }, dataType),
    ),
    h('td', { class: 'value', title: raw.slice(0, 1000) }, value),
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
