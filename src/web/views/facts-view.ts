// Single values with their names.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { decimalSign, t } from '../language/language.ts'

interface Props {
  readonly facts: readonly (readonly [name: string, value: unknown])[]
  readonly describe: (name: string) => string | undefined
}

export function FactsView({ facts, describe }: Props): VNode {
  return h(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) =>
      h(
        'div',
        { key: name, title: describe(name) },
        h('dt', null, labelOf(name)),
        h('dd', { class: scalarClass(value) }, scalarText(value)),
      ),
    ),
  )
}

export function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

export function scalarText(value: unknown): string {
  if (value === true) return t('yes')
  if (value === false) return t('no')
  if (value === null || value === undefined) return '—'
  return typeof value === 'number' ? formatNumber(value) : String(value)
}

export function scalarClass(value: unknown): string {
  return typeof value === 'number' ? 'number' : ''
}

/** Digits as JSON has them, with narrow spaces between the thousands of longer whole numbers. */
function formatNumber(value: number): string {
  const text = String(value)
  if (!/^\d{5,}$/.test(text)) return /e/.test(text) ? text : text.replace('.', decimalSign())
  const first = text.length % 3
  const groups = Array.from({ length: Math.floor(text.length / 3) }, (_, i) => text.slice(first + 3 * i, first + 3 * i + 3))
  return [...(first > 0 ? [text.slice(0, first)] : []), ...groups].join('\u202f')
}
