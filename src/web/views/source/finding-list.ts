// Findings of any format beside their text, with a switch for each severity.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { severityName } from '../../language/words.ts'
import { type PlacedItem, SourceComparison } from './source-comparison.ts'

interface Severe {
  readonly severity: string
}

interface Props<Finding extends Severe> {
  readonly findings: readonly Finding[]
  /** Null for what has no text; undefined where the page does not have it. */
  readonly text: string | null | undefined
  readonly itemOf: (finding: Finding) => PlacedItem
}

const SEVERITIES = ['error', 'warning', 'info', 'information']

export function FindingList<Finding extends Severe>({ findings, text, itemOf }: Props<Finding>): VNode {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const found = SEVERITIES.filter((severity) => findings.some((finding) => finding.severity === severity))
  const items = useMemo(() => findings.filter(({ severity }) => !hidden.has(severity)).map(itemOf), [findings, hidden, text])
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
            h('span', null, findings.filter((finding) => finding.severity === severity).length),
          ),
        ),
      ),
    h(SourceComparison, { items, text, textLabel: t('Document'), listLabel: t('Findings') }),
  )
}
