// The text of a device label, its elements in colour in their places, each with its identifier and meaning.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { formatFixed, plural, t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import type { ViewProps } from '../view-props.ts'
import { checkName, formName, sentenceOf } from './label-words.ts'
import { type LabelledPart, LabelledText, visible } from './labelled-text.ts'
import { wordsOf } from './words.ts'

interface Issue {
  readonly code: string
  readonly severity: string
}

interface Element {
  readonly id: string
  readonly title: string
  readonly value: string
  readonly date: string | null
  readonly start: number
  readonly end: number
  readonly valid: boolean
  readonly issues: readonly Issue[]
}

interface Label {
  readonly index: number
  readonly issuingAgency: string | null
  readonly form: string | null
  readonly valid: boolean
  readonly ambiguous: boolean
  readonly di: string | null
  readonly elements: readonly Element[]
  readonly checks: readonly { readonly what: string; readonly element: string; readonly valid: boolean; readonly expected: string | null }[]
  readonly issues: readonly Issue[]
  readonly readings: readonly { readonly likelihood: number; readonly elements: readonly Element[] }[]
  readonly hrf: string | null
}

const STEP = 50

export function DeviceLabels({ shown, value, view }: ViewProps<'device-labels'>): VNode {
  const { results } = value as { readonly results: readonly Label[] }
  const { count, more } = useMoreRows(results.length, STEP)
  const lines = shown.texts[view.of]?.split(/\r\n?|\n/)
  if (results.length === 0) return h('p', { class: 'quiet' }, t('No identifiers.'))
  return h(
    'div',
    null,
    h(
      'ul',
      { class: 'code-cards' },
      results
        .slice(0, count)
        .map((label) =>
          h(
            'li',
            { key: label.index, class: label.valid || label.ambiguous ? '' : 'error' },
            h(LabelCard, { label, line: lines?.[label.index] }),
          ),
        ),
    ),
    more,
  )
}

function LabelCard({ label, line }: { label: Label; line: string | undefined }): VNode {
  const { issuingAgency, form, elements, readings } = label
  return h(
    'div',
    null,
    h(
      'p',
      { class: 'card-line' },
      statusBadge(label),
      issuingAgency !== null && h('strong', null, issuingAgency),
      form !== null && h('span', { class: 'quiet' }, formName(form)),
    ),
    h(LabelledText, { parts: partsOf(elements, line), label: t('Elements of the label') }),
    label.issues.length > 0 && h(IssueList, { issues: label.issues }),
    elements.length > 0 && h(ElementTable, { label }),
    readings.length > 1 && h(Readings, { readings, line }),
  )
}

function statusBadge({ issuingAgency, valid, ambiguous }: Label): VNode {
  if (issuingAgency === null) return h('span', { class: 'badge error' }, t('Unknown form'))
  if (ambiguous) return h('span', { class: 'badge warning' }, t('Ambiguous'))
  return valid ? h('span', { class: 'badge good' }, t('Valid')) : h('span', { class: 'badge error' }, t('Invalid'))
}

/** The whole line; without it the elements alone. */
function partsOf(elements: readonly Element[], line: string | undefined): LabelledPart[] {
  const parts: LabelledPart[] = []
  let at = 0
  const ordered = elements.map((element, hue) => ({ element, hue })).sort((a, b) => a.element.start - b.element.start)
  for (const { element, hue } of ordered) {
    const { id, title, value, start, end, valid } = element
    if (line !== undefined && start < at) continue
    if (line !== undefined && start > at) parts.push({ text: line.slice(at, start), label: '', hue: 0 })
    parts.push({ text: line?.slice(start, end) ?? `${id}${value}`, label: title, hue, isWrong: !valid })
    at = end
  }
  if (line !== undefined && at < line.length) parts.push({ text: line.slice(at), label: '', hue: 0 })
  return parts
}

function IssueList({ issues }: { issues: readonly Issue[] }): VNode {
  return h(
    'ul',
    { class: 'sentences' },
    issues.map(({ code, severity }, i) =>
      h('li', { key: i, class: severity }, h('span', { class: `badge ${severity}` }, wordsOf(severity)), ' ', sentenceOf(code)),
    ),
  )
}

function ElementTable({ label: { elements, checks } }: { label: Label }): VNode {
  return h(
    'div',
    { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('Elements') },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          [t('Identifier'), t('Meaning'), t('Value'), t('Check')].map((title) => h('th', { key: title, scope: 'col' }, title)),
        ),
      ),
      h(
        'tbody',
        null,
        elements.map((element, i) =>
          h(
            'tr',
            { key: i },
            h('td', null, h('span', { class: `mono tagged hue-${i % 10}` }, element.id === '' ? '—' : element.id)),
            h('td', null, element.title),
            h(
              'td',
              null,
              h('span', { class: 'mono' }, visible(element.value)),
              element.date !== null && [' ', h('span', { class: 'quiet date' }, element.date)],
            ),
            h('td', null, checkWords(element, checks)),
          ),
        ),
      ),
    ),
  )
}

function checkWords({ id, valid, issues }: Element, checks: Label['checks']): (VNode | string)[] {
  const own = checks.filter(({ element }) => element === id)
  const failed = own.filter((check) => !check.valid)
  const words = [
    ...failed.map(({ what, expected }) => `${checkName(what)}: ${expected === null ? t('wrong') : t('expected {expected}', { expected })}`),
    ...issues.filter(({ code }) => failed.length === 0 || code !== 'check_digit').map(({ code }) => sentenceOf(code)),
  ]
  if (words.length > 0) return [h('span', { class: valid ? 'badge warning' : 'badge error' }, words.join(' '))]
  return own.length > 0 ? [h('span', { class: 'quiet' }, t('{what} is correct', { what: checkName(own[0]!.what) }))] : []
}

function Readings({ readings, line }: { readings: Label['readings']; line: string | undefined }): VNode {
  return h(
    'div',
    { class: 'readings' },
    h('h3', null, plural(readings.length, 'A separator is missing: {count} reading fits', 'A separator is missing: {count} readings fit')),
    h(
      'ol',
      null,
      readings.map(({ likelihood, elements }, i) =>
        h(
          'li',
          { key: i },
          h('span', { class: 'quiet number' }, `${formatFixed(100 * likelihood, likelihood < 0.1 ? 1 : 0)} %`),
          h(LabelledText, { parts: partsOf(elements, line), label: t('Reading {number}', { number: i + 1 }) }),
        ),
      ),
    ),
  )
}
