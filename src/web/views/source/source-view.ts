// A document of a result as its text, with line numbers and colours.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import type { ViewProps } from '../view-props.ts'
import { SourceLines } from './source-lines.ts'

export function SourceView({ value }: ViewProps<'source'>): VNode {
  if (typeof value !== 'string' || value === '') return h('p', { class: 'quiet' }, t('Empty.'))
  return h(SourceLines, { text: value, label: t('Document') })
}
