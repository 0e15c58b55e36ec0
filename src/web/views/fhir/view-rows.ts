// Rows of a ViewDefinition as a table: every column in its order, with its type; what is missing stays visible as missing.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { plural, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { TextView } from '../text-view.ts'
import { useVariant } from '../use-variant.ts'
import type { ViewProps } from '../view-props.ts'

interface Column {
  readonly name: string
  readonly type: string | null
  readonly collection: boolean
  readonly path: string
}

type Row = Readonly<Record<string, unknown>>

const STEP = 100
/** Rows of the table where the result itself has none. */
const MOST_ROWS = 5000

export function ViewRows({ shown }: ViewProps<'view-rows'>): VNode {
  const { rowCount, content } = shown.value
  const columns = shown.value.columns as readonly Column[]
  // Only the format json has rows; the others have a document alone.
  const needsRows = shown.options.format !== undefined && shown.options.format !== 'json' && Number(rowCount) > 0
  const other = useVariant(shown, needsRows ? { format: 'json', maxRows: MOST_ROWS } : undefined)
  const rows = ((needsRows ? other?.rows : shown.value.rows) ?? []) as readonly Row[]
  return h(
    'div',
    null,
    h(
      'p',
      { class: 'lead' },
      `${plural(Number(rowCount), '{count} row', '{count} rows')}, ${plural(columns.length, '{count} column', '{count} columns')}`,
    ),
    h(RowTable, { columns, rows }),
    needsRows &&
      h('details', { class: 'rows' }, h('summary', null, t('As a document')), h(TextView, { text: String(content), label: t('Document') })),
  )
}

function RowTable({ columns, rows }: { readonly columns: readonly Column[]; readonly rows: readonly Row[] }): VNode | null {
  const { count, more } = useMoreRows(rows.length, STEP)
  if (rows.length === 0) return null
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('Rows') },
      h(
        'table',
        { class: 'view-rows' },
        h('thead', null, h('tr', null, columns.map(columnHead))),
        h(
          'tbody',
          null,
          rows.slice(0, count).map((row, i) =>
            h(
              'tr',
              { key: i },
              columns.map(({ name }) => cellOf(name, row[name])),
            ),
          ),
        ),
      ),
    ),
    more,
  )
}

function columnHead({ name, type, collection, path }: Column): VNode {
  const kind = [type, collection && 'list'].filter(Boolean).join(', ')
  return h('th', { key: name, scope: 'col', title: path }, name, kind !== '' && h('span', { class: 'kind' }, kind))
}

function cellOf(name: string, value: unknown): VNode {
  if (value === null || value === undefined) return h('td', { key: name, class: 'quiet' }, 'null')
  const isPlain = typeof value !== 'object'
  return h(
    'td',
    { key: name, class: isPlain ? (typeof value === 'number' ? 'number' : '') : 'mono' },
    isPlain ? String(value) : JSON.stringify(value),
  )
}
