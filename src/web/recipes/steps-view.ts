// What each step of a recipe reports, one below the other.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { ResultFields } from '../views/result-fields.ts'
import type { Selection, ViewProps } from '../views/view-props.ts'

interface StepReport {
  readonly tool: string
  readonly version: string
  readonly result?: Readonly<Record<string, unknown>>
}

export function StepsView({ shown, value }: ViewProps<'recipe-steps'>): VNode {
  return h(
    'ol',
    { class: 'step-reports' },
    (value as readonly StepReport[]).map((step, i) => h('li', { key: i }, h(StepReportView, { shown, step, number: i + 1 }))),
  )
}

function StepReportView({ shown, step, number }: { shown: Selection; step: StepReport; number: number }): VNode {
  const { tool, result } = step
  const head = [h('span', { key: 'number', class: 'step-number' }, number), h('span', { key: 'tool', class: 'mono strong' }, tool)]
  if (!result)
    return h('p', { class: 'node' }, head, h('span', { class: 'quiet' }, ` ${t('Left out: it can contain what a later step removes.')}`))
  const plain = {
    ...shown.tool,
    download: null,
    views: { input: [], options: [], output: [] },
    schemas: { ...shown.tool.schemas, output: {} },
  }
  return h('details', { class: 'node' }, h('summary', null, head), h(ResultFields, { ...shown, tool: plain, value: result }))
}
