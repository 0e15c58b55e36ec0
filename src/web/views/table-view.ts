// A list as a table: a column for each member that is not empty everywhere; objects of plain values in words, others as short JSON.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { labelOf, labelWords } from '../form/field-schema.ts'
import { t } from '../language/language.ts'
import { isScalar, scalarClass, scalarText } from './facts-view.ts'
import { useMoreRows } from './more-rows.ts'

interface Props {
  readonly rows: readonly unknown[]
  readonly label: string
}

const STEP = 100
const MOST_FACTS = 8
const MOST_LINES = 10
/** Rows that tell which columns there are. */
const SAMPLE = 1000

export function TableView({ rows, label }: Props): VNode {
  const { count, more } = useMoreRows(rows.length, STEP)
  if (rows.length === 0) return h('p', { class: 'quiet' }, t('None.'))
  const shown = rows.slice(0, count)
  if (rows.every(isScalar))
    return h(
      'div',
      null,
      h(
        'ul',
        { class: 'values' },
        shown.map((value, i) => h('li', { key: i }, wordsOf(value))),
      ),
      more,
    )
  const named = [...new Set(rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row as object)))]
  const isUsed = (column: string) => rows.some((row) => !isEmptyList((row as Record<string, unknown>)[column]))
  const columns = named.filter(isUsed)
  const empties = named.filter((column) => !columns.includes(column)).map(labelOf)
  return h(
    'div',
    null,
    empties.length > 0 && h('p', { class: 'empties' }, t('Empty: {empties}', { empties: empties.join(', ') })),
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': label },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            columns.map((column) => h('th', { key: column, scope: 'col' }, labelOf(column))),
          ),
        ),
        h(
          'tbody',
          null,
          shown.map((row, i) =>
            h(
              'tr',
              { key: i },
              columns.map((column) => cell(column, (row as Record<string, unknown>)[column])),
            ),
          ),
        ),
      ),
    ),
    more,
  )
}

function cell(column: string, value: unknown): VNode {
  if (value === undefined) return h('td', { key: column })
  const isCode = column === 'path' || column === 'code' || column.endsWith('Path')
  if (column === 'severity') return h('td', { key: column }, h('span', { class: `badge ${String(value)}` }, String(value)))
  if (isScalar(value)) return h('td', { key: column, class: isCode ? 'mono' : scalarClass(value) }, scalarText(value))
  if (isEmptyList(value)) return h('td', { key: column }, '—')
  const lines = Array.isArray(value) ? linesOf(value) : undefined
  if (lines) {
    const items = lines.map((line, i) => h('li', { key: i }, wordsOf(line)))
    return h('td', { key: column }, h('ul', { class: 'values' }, items))
  }
  const facts = factsOf(value)
  return facts === undefined ? h('td', { key: column, class: 'mono' }, shortJson(value)) : h('td', { key: column }, facts)
}

function wordsOf(value: unknown): VNode | string {
  return value === '' ? h('span', { class: 'quiet' }, t('Empty')) : scalarText(value)
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

/** The entries of a short list, each in words; undefined where one of them holds more. */
function linesOf(list: readonly unknown[]): string[] | undefined {
  if (list.length > MOST_LINES) return undefined
  const lines = list.map((entry) => (isScalar(entry) ? scalarText(entry) : factsOf(entry)))
  return lines.every((line) => line !== undefined) ? lines : undefined
}

/** An object of plain values in words; undefined for a list and whatever holds more. */
function factsOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return undefined
  const members = Object.entries(value as object)
  if (members.length === 0 || members.length > MOST_FACTS || !members.every(([, member]) => isScalar(member))) return undefined
  return members.map(([name, member]) => `${labelWords(name)} ${scalarText(member)}`).join(', ')
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
