// A table of changes, drawn as far as a person reads.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { useMoreRows } from './more-rows.ts'

interface Props<Row> {
  /** Names the region for screen readers. */
  readonly label: string
  readonly titles: readonly string[]
  readonly rows: readonly Row[]
  /** Number of rows that are drawn at first, and added with each click. */
  readonly step: number
  readonly drawRow: (row: Row, index: number) => VNode
}

export function ChangeTable<Row>({ label, titles, rows, step, drawRow }: Props<Row>): VNode {
  const { count, more } = useMoreRows(rows.length, step)
  if (rows.length === 0) return h('p', { class: 'quiet' }, t('Nothing was changed.'))
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': label },
      h(
        'table',
        { class: 'element-diff' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            titles.map((title) => h('th', { key: title, scope: 'col' }, title)),
          ),
        ),
        h('tbody', null, rows.slice(0, count).map(drawRow)),
      ),
    ),
    more,
  )
}
