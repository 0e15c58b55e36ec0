// Findings as sentences in the colour of their severity, beside the text: choosing one shows its line.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { severityName } from '../../language/words.ts'
import type { ViewProps } from '../view-props.ts'
import { type PlacedItem, SourceComparison } from './source-comparison.ts'

interface Finding {
  readonly severity: string
  readonly code: string
  readonly message: string
  readonly path?: string
  readonly line?: number | null
  readonly column?: number | null
  /** Key of an invariant. */
  readonly rule?: string | null
  readonly expected?: string | null
  /** Address of the profile that asks for it. */
  readonly profile?: string | null
}

const SEVERITIES = ['error', 'warning', 'info', 'information']

export function FindingsView({ shown, value, view }: ViewProps<'findings'>): VNode {
  const all = value as readonly Finding[]
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const found = SEVERITIES.filter((severity) => all.some((finding) => finding.severity === severity))
  const items = useMemo(() => all.filter(({ severity }) => !hidden.has(severity)).map(itemOf), [value, hidden])
  const text = view.of.part === 'input' ? shown.texts[view.of.field] : shown.value[view.of.field]
  const toggle = (severity: string) =>
    setHidden(new Set(hidden.has(severity) ? [...hidden].filter((one) => one !== severity) : [...hidden, severity]))
  return h(
    'div',
    { class: 'findings' },
    found.length > 1 &&
      h(
        'div',
        { class: 'chips', role: 'group', 'aria-label': t('Severities shown') },
        found.map((severity) =>
          h(
            'button',
            {
              key: severity,
              type: 'button',
              class: `chip ${severity}`,
              'aria-pressed': !hidden.has(severity),
              onClick: () => toggle(severity),
            },
            `${severityName(severity)} `,
            h('span', null, all.filter((finding) => finding.severity === severity).length),
          ),
        ),
      ),
    h(SourceComparison, { items, text: typeof text === 'string' ? text : undefined, textLabel: t('Document'), listLabel: t('Findings') }),
  )
}

function itemOf({ severity, code, message, path, line = null, column = null, rule, expected, profile }: Finding): PlacedItem {
  return {
    line,
    column,
    kind: severity,
    content: [
      h('span', { key: 'message', class: 'sentence' }, h('span', { class: `badge ${severity}` }, severityName(severity)), ' ', message),
      path !== undefined && h('span', { key: 'path', class: 'mono path' }, path),
      h('span', { key: 'code', class: 'quiet' }, [rule ?? code, expected].filter(Boolean).join(': ')),
      profile && h('span', { key: 'profile', class: 'quiet' }, t('Profile {profile}', { profile })),
    ],
  }
}
