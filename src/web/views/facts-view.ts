// Single values with their names.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { decimalSign, formatCount, t } from '../language/language.ts'

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

/** Digits as JSON has them, whole numbers grouped and decimals divided as the language does it. */
function formatNumber(value: number): string {
  if (Number.isSafeInteger(value)) return formatCount(value)
  const text = String(value)
  return /e/.test(text) ? text : text.replace('.', decimalSign())
}
