// What an expression gives, result by result with its type and place, beside the resource.
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { h } from '../../draw.ts'
import { countWords } from '../count-words.ts'
import { BesideSource, type PlacedItem } from '../source/beside-source.ts'
import type { ViewProps } from '../view-props.ts'

interface Result {
  readonly index: number
  readonly type: string
  readonly value: unknown
  readonly path: string | null
  readonly line: number | null
  readonly column: number | null
}

const SHOWN_CHARACTERS = 400

export function PathResults({ shown, value, view }: ViewProps<'path-results'>): VNode {
  const { results } = value as { readonly results: readonly Result[] }
  const items = useMemo(() => results.map(itemOf), [value])
  const words = results.length === 0 ? 'No result: an empty collection.' : countWords(results.length, 'result')
  const text = shown.texts[view.of.field]
  return h('div', null, h('p', { class: 'lead' }, words), h(BesideSource, { items, text, textLabel: 'Resource', listLabel: 'Results' }))
}

function itemOf({ type, value, path, line, column }: Result): PlacedItem {
  const written = typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
  const text = written.length > SHOWN_CHARACTERS ? `${written.slice(0, SHOWN_CHARACTERS)}…` : written
  return {
    line,
    column,
    kind: 'found',
    content: [
      h('span', { key: 'value', class: typeof value === 'object' ? 'result-value mono' : 'result-value' }, text),
      h('span', { key: 'type', class: 'badge' }, type),
      path === null ? h('span', { key: 'path', class: 'quiet' }, 'Computed') : h('span', { key: 'path', class: 'mono path' }, path),
    ],
  }
}
