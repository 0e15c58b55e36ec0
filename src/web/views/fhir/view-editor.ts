// A ViewDefinition as rows: what the rows are of, and the columns with their expressions. Parts that have no row here stay in the JSON.
import type { VNode } from 'preact'
import { useId } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'

interface Column {
  readonly name?: string
  readonly path?: string
  readonly type?: string
  readonly collection?: boolean
}

interface Select {
  readonly column?: readonly Column[]
  readonly forEach?: string
  readonly forEachOrNull?: string
}

interface ViewDefinition {
  readonly resource?: string
  readonly select?: readonly Select[]
}

interface Props {
  readonly text: string
  readonly onChange: (text: string) => void
}

const BLANK: ViewDefinition = { resource: 'Patient', select: [{ column: [{ name: 'id', path: 'getResourceKey()' }] }] }
const HANDLED = new Set(['resource', 'select', 'resourceType', 'name', 'status'])

export function ViewEditor({ text, onChange }: Props): VNode {
  const write = (view: ViewDefinition) => onChange(JSON.stringify(view, undefined, 2))
  const id = useId()
  const view = readView(text)
  if (text.trim() === '') return h('p', null, h('button', { type: 'button', onClick: () => write(BLANK) }, t('New view')))
  if (!view) return h('p', { class: 'quiet', role: 'status' }, t('The JSON is not a view that has rows here. Edit it below.'))
  const selects = view.select ?? []
  const change = (at: number, select: Select) => write({ ...view, select: selects.map((each, i) => (i === at ? select : each)) })
  const others = Object.keys(view).filter((name) => !HANDLED.has(name))
  return h(
    'div',
    { class: 'view-editor' },
    h(
      'div',
      { class: 'view-line' },
      h('label', { for: `${id}-resource` }, t('Rows of')),
      input(`${id}-resource`, view.resource ?? '', (resource) => write({ ...view, resource })),
    ),
    selects.map((select, i) =>
      h(SelectGroup, {
        key: i,
        select,
        number: i + 1,
        onChange: (next) => change(i, next),
        onRemove: () => write({ ...view, select: selects.filter((_, at) => at !== i) }),
      }),
    ),
    h(
      'div',
      { class: 'view-line' },
      h(
        'button',
        {
          type: 'button',
          class: 'plain',
          onClick: () => write({ ...view, select: [...selects, { forEach: '', column: [{ name: '', path: '' }] }] }),
        },
        t('Add a list'),
      ),
      others.length > 0 && h('span', { class: 'quiet' }, t('Only in the JSON: {others}', { others: others.join(', ') })),
    ),
  )
}

interface GroupProps {
  readonly select: Select
  readonly number: number
  readonly onChange: (select: Select) => void
  readonly onRemove: () => void
}

function SelectGroup({ select, number, onChange, onRemove }: GroupProps): VNode {
  const id = useId()
  const columns = select.column ?? []
  const list = select.forEach ?? select.forEachOrNull
  const listName = select.forEachOrNull === undefined ? 'forEach' : 'forEachOrNull'
  const others = Object.keys(select).filter((name) => !['column', 'forEach', 'forEachOrNull'].includes(name))
  const setColumn = (at: number, column: Column) => onChange({ ...select, column: columns.map((each, i) => (i === at ? column : each)) })
  return h(
    'fieldset',
    { class: 'view-group' },
    h('legend', { class: 'away' }, t('Columns, part {number}', { number })),
    list !== undefined &&
      h(
        'div',
        { class: 'view-line' },
        h('label', { for: `${id}-list` }, t('For each')),
        input(`${id}-list`, list, (path) => onChange({ ...select, [listName]: path })),
        h('button', { type: 'button', class: 'plain', 'aria-label': t('Remove list {number}', { number }), onClick: onRemove }, '×'),
      ),
    columns.map((column, i) =>
      h(
        'div',
        { key: i, class: 'view-column' },
        field(t('Name of column {column}, part {number}', { column: i + 1, number }), t('name'), column.name ?? '', (name) =>
          setColumn(i, { ...column, name }),
        ),
        field(t('Path of column {column}, part {number}', { column: i + 1, number }), 'FHIRPath', column.path ?? '', (path) =>
          setColumn(i, { ...column, path }),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'plain',
            'aria-label': t('Remove column {value}', { value: column.name ?? i + 1 }),
            onClick: () => onChange({ ...select, column: columns.filter((_, at) => at !== i) }),
          },
          '×',
        ),
      ),
    ),
    h(
      'div',
      { class: 'view-line' },
      h(
        'button',
        { type: 'button', class: 'plain', onClick: () => onChange({ ...select, column: [...columns, { name: '', path: '' }] }) },
        t('Add a column'),
      ),
      others.length > 0 && h('span', { class: 'quiet' }, t('Only in the JSON: {others}', { others: others.join(', ') })),
    ),
  )
}

function input(id: string, value: string, onChange: (value: string) => void): VNode {
  return h('input', { id, type: 'text', class: 'mono', spellcheck: false, autocomplete: 'off', value, onInput: read(onChange) })
}

function field(label: string, placeholder: string, value: string, onChange: (value: string) => void): VNode {
  return h('input', {
    'aria-label': label,
    placeholder,
    type: 'text',
    class: 'mono',
    spellcheck: false,
    autocomplete: 'off',
    value,
    onInput: read(onChange),
  })
}

function read(onChange: (value: string) => void) {
  return (event: Event) => onChange((event.currentTarget as HTMLInputElement).value)
}

/** Undefined where it is no JSON or of another form. */
function readView(text: string): ViewDefinition | undefined {
  try {
    const view = JSON.parse(text) as ViewDefinition
    const isList = (value: unknown) =>
      value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null))
    return typeof view === 'object' && view !== null && isList(view.select) && (view.select ?? []).every(({ column }) => isList(column))
      ? view
      : undefined
  } catch {
    return undefined
  }
}
