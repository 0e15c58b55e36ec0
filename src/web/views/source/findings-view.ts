// Findings as sentences in the colour of their severity, beside the text: choosing one shows its line.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { severityName } from '../../language/words.ts'
import { findingSentence } from '../fhir/finding-words.ts'
import type { ViewProps } from '../view-props.ts'
import { FindingList } from './finding-list.ts'
import type { PlacedItem } from './source-comparison.ts'

interface Finding {
  readonly severity: string
  readonly code: string
  readonly message: string
  readonly path?: string | null
  /** Name of the last element of the path. */
  readonly keyword?: string
  readonly line?: number | null
  readonly column?: number | null
  /** Key of an invariant. */
  readonly rule?: string | null
  readonly expected?: string | null
  /** Address of the profile that asks for it. */
  readonly profile?: string | null
}

export function FindingsView({ shown, value, view }: ViewProps<'findings'>): VNode {
  const { of } = view
  const text = of === null ? null : of.part === 'input' ? shown.texts[of.field] : shown.value[of.field]
  return h(FindingList, {
    findings: value as readonly Finding[],
    itemOf,
    text: typeof text === 'string' || text === null ? text : undefined,
  })
}

function itemOf({ severity, code, message, path, line = null, column = null, rule, expected, profile, keyword }: Finding): PlacedItem {
  return {
    line,
    column,
    kind: severity,
    content: () => [
      h(
        'span',
        { key: 'message', class: 'sentence' },
        h('span', { class: `badge ${severity}` }, severityName(severity)),
        ' ',
        findingSentence(message),
      ),
      path && h('span', { key: 'path', class: 'mono path' }, path),
      keyword && h('span', { key: 'keyword' }, keyword),
      h('span', { key: 'code', class: 'quiet' }, [rule ?? code, expected].filter(Boolean).join(': ')),
      profile && h('span', { key: 'profile', class: 'quiet' }, t('Profile {profile}', { profile })),
    ],
  }
}
