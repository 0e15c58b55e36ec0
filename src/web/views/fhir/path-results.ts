// What an expression gives, result by result with its type and place, beside the resource.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../../draw.ts'
import { plural, t } from '../../language/language.ts'
import { type PlacedItem, SourceComparison } from '../source/source-comparison.ts'
import type { ViewProps } from '../view-props.ts'

interface Result {
  readonly index: number
  readonly type: string
  readonly value: unknown
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
}

/** What the definitions say of the expression alone. */
interface Check {
  readonly column: number
  readonly message: string
}

const MAX_CHARACTERS = 400

export function PathResults({ shown, value, view }: ViewProps<'path-results'>): VNode {
  const { results, checks = [] } = value as { readonly results: readonly Result[]; readonly checks?: readonly Check[] }
  const isSeveral = results.some(({ index }) => index > 0)
  const items = useMemo(() => results.map((result) => itemOf(result, isSeveral)), [value])
  const words = results.length === 0 ? t('No result: an empty collection.') : plural(results.length, '{count} result', '{count} results')
  const text = shown.texts[view.of.field]
  return h(
    'div',
    null,
    checks.length > 0 &&
      h(
        'ul',
        { class: 'sentences' },
        checks.map(({ column, message }, i) =>
          h('li', { key: i, class: 'warning' }, h('span', { class: 'badge warning' }, t('Column {column}', { column })), ' ', message),
        ),
      ),
    h('p', { class: 'lead' }, words),
    h(SourceComparison, { items, text, textLabel: t('Resource'), listLabel: t('Results') }),
  )
}

/** @param isSeveral the document holds several resources */
function itemOf({ index, type, value, path, line, column }: Result, isSeveral: boolean): PlacedItem {
  return {
    line,
    column,
    kind: 'found',
    content: () => [
      h('span', { key: 'value', class: typeof value === 'object' ? 'result-value mono' : 'result-value' }, writtenOf(value)),
      h('span', { key: 'type', class: 'badge' }, type),
      isSeveral && h('span', { key: 'index', class: 'quiet' }, t('Resource {index}', { index: index + 1 })),
      path === null ? h('span', { key: 'path', class: 'quiet' }, t('Computed')) : h('span', { key: 'path', class: 'mono path' }, path),
    ],
  }
}

function writtenOf(value: unknown): string {
  const written = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
  return written.length > MAX_CHARACTERS ? `${written.slice(0, MAX_CHARACTERS)}…` : written
}
