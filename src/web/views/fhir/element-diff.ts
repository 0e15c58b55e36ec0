// Before and after, element by element: what was changed, how, and what it was taken for.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { t } from '../../language/language.ts'
import { ChangeTable } from '../change-table.ts'
import { TableView } from '../table-view.ts'
import type { ViewProps } from '../view-props.ts'
import { type ElementChange, type ElementRow, layOutElements } from './element-rows.ts'
import { elementsInParts } from './element-tree.ts'
import { useSlices } from './use-slices.ts'

const STEP = 300
/** Of a longer document only what was changed is shown at first. */
const MAX_ROWS = 80
const MAX_CHARACTERS = 600

export function ElementDiff({ shown, value, view }: ViewProps<'element-diff'>): VNode {
  const changes = value as readonly ElementChange[]
  const [before, after] = [shown.texts[view.before], shown.value[view.after]]
  const laidOut = useSlices(() => rowsOf(before, after, changes), [before, after, value])
  const [choice, setChoice] = useState<boolean | undefined>(undefined)
  if (!laidOut) return h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
  const rows = laidOut.result
  if (!rows) return h(TableView, { rows: changes, label: t('Changes') })
  const isAll = choice ?? rows.length <= MAX_ROWS
  return h(
    'div',
    null,
    h(
      'div',
      { class: 'segments', role: 'group', 'aria-label': t('Elements shown') },
      h('button', { type: 'button', 'aria-pressed': isAll, onClick: () => setChoice(true) }, t('All elements')),
      h('button', { type: 'button', 'aria-pressed': !isAll, onClick: () => setChoice(false) }, t('Only changes')),
    ),
    h(DiffTable, { rows: isAll ? rows : onlyChanges(rows) }),
  )
}

function* rowsOf(before: unknown, after: unknown, changes: readonly ElementChange[]): Generator<void, ElementRow[] | undefined> {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined
  const left = yield* elementsInParts(before)
  yield
  const right = yield* elementsInParts(after)
  yield
  return left && right && (yield* layOutElements(left, right, changes))
}

function onlyChanges(rows: readonly ElementRow[]): ElementRow[] {
  const kept: ElementRow[] = []
  for (const row of rows) {
    if (row.kind === 'same') continue
    // The head of a resource without changes.
    if (row.kind === 'resource' && kept.at(-1)?.kind === 'resource') kept.pop()
    kept.push(row)
  }
  if (kept.at(-1)?.kind === 'resource') kept.pop()
  return kept
}

function DiffTable({ rows }: { rows: readonly ElementRow[] }): VNode {
  return h(ChangeTable<ElementRow>, {
    label: t('Before and after'),
    titles: [t('Element'), t('Before'), t('After'), t('Change')],
    rows,
    step: STEP,
    drawRow: (row, index) => (row.kind === 'resource' ? resourceRow(row, index) : elementRow(row, index)),
  })
}

function resourceRow({ path }: ElementRow, key: number): VNode {
  return h('tr', { key, class: 'resource-row' }, h('th', { colSpan: 4, scope: 'colgroup' }, path))
}

function elementRow({ kind, path, before, after, changes }: ElementRow, key: number): VNode {
  const isOther = kind !== 'same'
  return h(
    'tr',
    { key, class: kind },
    h('td', { class: 'mono path' }, path),
    h('td', { class: isOther ? 'gone' : '' }, isOther && before !== undefined ? h('del', null, cut(before)) : cut(before ?? '')),
    h('td', { class: isOther ? 'new' : '' }, isOther && after !== undefined ? h('ins', null, cut(after)) : cut(after ?? '')),
    h('td', null, isOther && wordsOf(kind, changes)),
  )
}

function wordsOf(kind: ElementRow['kind'], changes: readonly ElementChange[]): VNode | string {
  if (changes.length === 0) return kind === 'added' ? t('added') : ''
  const words = [...new Set(changes.map(({ action, category }) => `${labelOf(category)}: ${action}`))]
  return h('span', { class: 'change-words' }, words.join(', '))
}

function cut(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text
}
