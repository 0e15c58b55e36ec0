// A list of objects as rows: each member has a control, rows are added, moved and removed. The JSON stays one click away.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { plural, t } from '../../language/language.ts'
import { labelOf, labelWords } from '../field-schema.ts'
import { withMember } from '../form-state.ts'
import { JsonControl } from '../json-control.ts'
import type { FieldSchema } from '../json-schema.ts'
import { OptionField } from '../option-field.ts'
import type { Completion } from '../paths/completion.ts'
import type { RowMembers } from './row-members.ts'

export interface RowsProps {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  /** Members of a row by the value of the one that decides; all, if left out. */
  readonly members: RowMembers | undefined
  /** For the members that are paths. */
  readonly completion: Completion | undefined
  readonly onChange: (value: unknown) => void
}

type Row = Readonly<Record<string, unknown>>

const STEP = 50

export function RowsControl(props: RowsProps): VNode {
  const { name, schema, value, onChange } = props
  const [isJson, setJson] = useState(false)
  const rows = rowsOf(value ?? schema.default)
  const label = labelOf(name)
  return h(
    'div',
    { class: 'stack rows-control' },
    isJson || !rows
      ? h(JsonControl, { common: { 'aria-label': t('{label} as JSON', { label }) }, fallback: schema.default, value, onChange })
      : h(RowList, { ...props, rows }),
    h(
      'label',
      { class: 'switch as-json' },
      h('input', {
        type: 'checkbox',
        'aria-label': t('Show {label} as JSON', { label: labelWords(name) }),
        checked: isJson || !rows,
        disabled: !rows,
        onChange: () => setJson(!isJson),
      }),
      t('As JSON'),
    ),
  )
}

function RowList({ name, schema, members, completion, rows, onChange }: RowsProps & { readonly rows: readonly Row[] }): VNode {
  const [count, setCount] = useState(STEP)
  const items = schema.items ?? {}
  const put = (next: readonly Row[]) => onChange(next.length === 0 ? undefined : next)
  const label = labelWords(name)
  const move = (index: number, by: number) => {
    const order = [...rows]
    order.splice(index + by, 0, ...order.splice(index, 1))
    put(order)
  }
  return h(
    'div',
    { class: 'stack' },
    rows.length > 0 &&
      h(
        'ol',
        { class: 'rows-list', 'aria-label': labelOf(name) },
        rows.slice(0, count).map((row, i) =>
          h(
            'li',
            { key: i, class: 'rows-row' },
            h(
              'div',
              { class: 'row-actions' },
              h('span', { class: 'step-number', 'aria-hidden': 'true' }, i + 1),
              action('↑', t('Move row {number} of {label} up', { number: i + 1, label }), i === 0, () => move(i, -1)),
              action('↓', t('Move row {number} of {label} down', { number: i + 1, label }), i === rows.length - 1, () => move(i, 1)),
              action('×', t('Remove row {number} of {label}', { number: i + 1, label }), false, () =>
                put(rows.filter((_, at) => at !== i)),
              ),
            ),
            h(RowFields, { schema: items, row, members, completion, onRow: (next) => put(rows.map((old, at) => (at === i ? next : old))) }),
          ),
        ),
      ),
    count < rows.length &&
      h(
        'p',
        null,
        h(
          'button',
          { type: 'button', class: 'plain', onClick: () => setCount(rows.length) },
          plural(rows.length, 'Show {count} row', 'Show all {count} rows'),
        ),
      ),
    h(
      'p',
      null,
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onClick: () => {
            setCount(Math.max(count, rows.length + 1))
            put([...rows, blankRow(items)])
          },
        },
        t('Add to {label}', { label }),
      ),
    ),
  )
}

function action(sign: string, label: string, disabled: boolean, onClick: () => void): VNode {
  return h('button', { type: 'button', class: 'plain', 'aria-label': label, title: label, disabled, onClick }, sign)
}

interface RowFieldsProps {
  readonly schema: FieldSchema
  readonly row: Row
  readonly members: RowMembers | undefined
  readonly completion: Completion | undefined
  readonly onRow: (row: Row) => void
}

/** Members that are required, set, or few are in view; the others open. */
function RowFields({ schema, row, members, completion, onRow }: RowFieldsProps): VNode {
  const offered = members?.of[String(row[members.by])]
  const all = Object.entries(schema.properties ?? {}).filter(([, { description }]) => description !== UNUSED)
  const isShown = ([member]: readonly [string, FieldSchema]) =>
    (schema.required?.includes(member) ?? false) || row[member] !== undefined || (offered?.includes(member) ?? all.length <= 4)
  const field = ([member, inner]: readonly [string, FieldSchema]) =>
    h(OptionField, {
      key: member,
      name: member,
      schema: inner,
      value: row[member],
      required: schema.required?.includes(member) ?? false,
      isCompact: true,
      completion: completion?.source.members?.includes(member) ? completion : undefined,
      onChange: (value) => onRow(ordered(schema, withMember(row, member, value))),
    })
  // What the decided member has no use for is offered by no control.
  const hidden = all.filter((entry) => !isShown(entry) && !(offered && members!.of[String(row[members!.by])]))
  return h(
    'div',
    { class: 'row-fields' },
    h('div', { class: 'row-grid' }, all.filter(isShown).map(field)),
    hidden.length > 0 &&
      h('details', { class: 'folded' }, h('summary', null, t('More')), h('div', { class: 'row-grid' }, hidden.map(field))),
  )
}

/** What the API says of members that it accepts from other tools and ignores. */
const UNUSED = 'Not used.'

/** The members in the order of the schema, whichever was filled in first: the same row always has the same JSON. */
function ordered({ properties = {} }: FieldSchema, row: Row): Row {
  const names = Object.keys(properties)
  return Object.fromEntries(Object.entries(row).sort(([a], [b]) => names.indexOf(a) - names.indexOf(b)))
}

function blankRow({ properties = {}, required = [] }: FieldSchema): Row {
  return Object.fromEntries(
    required.map((member) => {
      const { enum: names, type, properties: inner } = properties[member] ?? {}
      if (names) return [member, names[0]]
      return [member, type === 'array' ? [] : inner ? {} : type === 'integer' || type === 'number' ? 0 : type === 'boolean' ? false : '']
    }),
  )
}

/** Undefined for what is no list of objects. */
function rowsOf(value: unknown): readonly Row[] | undefined {
  if (value === undefined) return []
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))
    ? (value as readonly Row[])
    : undefined
}
