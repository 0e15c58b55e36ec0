// How often something was found: in numbers, and as bars of one scale where they compare. What was not found is left out.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { t } from '../language/language.ts'

export function CountsView({ counts }: { counts: Readonly<Record<string, number>> }): VNode {
  const entries = Object.entries(counts).filter(([, count]) => count !== 0)
  const largest = Math.max(1, ...entries.map(([, count]) => count))
  const compares = new Set(entries.map(([, count]) => count)).size > 1
  if (entries.length === 0) return h('p', { class: 'quiet' }, t('None.'))
  return h(
    'table',
    { class: compares ? 'bars' : 'bars plain-bars' },
    h(
      'thead',
      { class: 'away' },
      h('tr', null, h('th', { scope: 'col' }, t('Name')), h('th', { scope: 'col' }, t('Share')), h('th', { scope: 'col' }, t('Count'))),
    ),
    h(
      'tbody',
      null,
      entries.map(([name, count]) =>
        h(
          'tr',
          { key: name },
          h('th', { scope: 'row' }, labelOf(name)),
          h('td', { class: 'bar', 'aria-hidden': 'true' }, compares && h('span', { style: { width: `${(100 * count) / largest}%` } })),
          h('td', { class: 'number' }, count),
        ),
      ),
    ),
  )
}
