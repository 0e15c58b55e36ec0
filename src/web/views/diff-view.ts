// Two texts beside each other, with what differs marked.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { type Change, type Line, layOutRows } from './diff-rows.ts'
import { useMoreRows } from './more-rows.ts'

interface Props {
  readonly left: string
  readonly right: string
  readonly changes: readonly Change[]
}

const STEP = 200

export function DiffView({ left, right, changes }: Props): VNode {
  const rows = useMemo(() => layOutRows(left, right, changes), [left, right, changes])
  const { count, more } = useMoreRows(rows.length, STEP)
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('Both texts side by side') },
      h(
        'table',
        { class: 'diff' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [t('Left'), t('Right')].flatMap((side) => [
              h('th', { key: `${side}-line`, scope: 'col', class: 'line' }, h('span', { class: 'away' }, t('{side} line', { side }))),
              h('th', { key: side, scope: 'col' }, side),
            ]),
          ),
        ),
        h(
          'tbody',
          null,
          rows.slice(0, count).map((row, i) => h('tr', { key: i }, lineCells(row.left, 'gone'), lineCells(row.right, 'new'))),
        ),
      ),
    ),
    more,
  )
}

function lineCells(line: Line | undefined, kind: 'gone' | 'new'): VNode[] {
  if (!line) return [h('td', { key: `${kind}-line`, class: 'line' }), h('td', { key: kind, class: 'absent' })]
  const changed = line.pieces.some((piece) => piece.changed)
  const tag = kind === 'gone' ? 'del' : 'ins'
  return [
    h('td', { key: `${kind}-line`, class: 'line' }, line.number),
    h(
      'td',
      { key: kind, class: changed ? kind : '' },
      line.pieces.map((piece, i) => (piece.changed ? h(tag, { key: i }, piece.text) : piece.text)),
    ),
  ]
}
