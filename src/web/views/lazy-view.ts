// Views of single kinds of results: each is loaded when a result first has it.
import type { VNode } from 'preact'
import type { View } from '../../core/view.ts'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import { useLoaded } from './loaded.ts'
import type { ViewProps } from './view-props.ts'

type Loader<K extends View['kind']> = () => Promise<{ readonly view: (props: ViewProps<K>) => VNode | null }>

const LOADERS = {
  'recipe-steps': () => import('../recipes/steps-view.ts').then(({ StepsView: view }) => ({ view })),
  'message-tree': () => import('./hl7/message-tree.ts').then(({ MessageTreeView: view }) => ({ view })),
  findings: () => import('./source/findings-view.ts').then(({ FindingsView: view }) => ({ view })),
  'message-findings': () => import('./hl7/message-findings.ts').then(({ MessageFindings: view }) => ({ view })),
  source: () => import('./source/source-view.ts').then(({ SourceView: view }) => ({ view })),
  'path-results': () => import('./fhir/path-results.ts').then(({ PathResults: view }) => ({ view })),
  'element-diff': () => import('./fhir/element-diff.ts').then(({ ElementDiff: view }) => ({ view })),
  'view-rows': () => import('./fhir/view-rows.ts').then(({ ViewRows: view }) => ({ view })),
  units: () => import('./codes/units-view.ts').then(({ UnitsView: view }) => ({ view })),
  identifiers: () => import('./codes/identifiers-view.ts').then(({ IdentifiersView: view }) => ({ view })),
  'device-labels': () => import('./codes/device-labels.ts').then(({ DeviceLabels: view }) => ({ view })),
  'clinical-document': () => import('./documents/clinical-document.ts').then(({ ClinicalDocument: view }) => ({ view })),
  interchange: () => import('./documents/interchange-view.ts').then(({ InterchangeView: view }) => ({ view })),
  segments: () => import('./documents/segments-view.ts').then(({ SegmentsView: view }) => ({ view })),
} satisfies { readonly [K in View['kind']]?: Loader<K> }

type LazyKind = keyof typeof LOADERS

export function isLazy(view: View): view is Extract<View, { readonly kind: LazyKind }> {
  return Object.hasOwn(LOADERS, view.kind)
}

export function LazyView(props: ViewProps<LazyKind>): VNode {
  const load = LOADERS[props.view.kind] as unknown as Loader<View['kind']>
  const { part, failed } = useLoaded(props.view.kind, load)
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The view could not be loaded. The JSON contains the complete result.'))
  return part ? h(part.view, props as unknown as ViewProps) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}
