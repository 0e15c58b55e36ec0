// Units line by line: the conversion in large, what the unit means, what is wrong with it and what was meant.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import type { Selection, ViewProps } from '../view-props.ts'
import { reasonOf, sentenceOf } from './unit-words.ts'

interface Issue {
  readonly code: string
  readonly severity: string
  readonly start: number
  readonly end: number
}

interface Unit {
  readonly index: number
  readonly unit: string
  readonly valid: boolean
  readonly code: string | null
  readonly value: string | null
  readonly exact: boolean | null
  readonly convertedFrom: { readonly value: string; readonly unit: string } | null
  readonly issues: readonly Issue[]
  readonly suggestions: readonly { readonly unit: string; readonly name: string; readonly why: string }[]
  readonly canonical: { readonly factor: string | null; readonly exact: boolean; readonly units: string } | null
  readonly name: string | null
  readonly print: string | null
  readonly dimension: readonly { readonly symbol: string; readonly exponent: number }[]
  readonly special: boolean
  readonly arbitrary: readonly string[]
}

const STEP = 50

export function UnitsView({ shown, value }: ViewProps<'units'>): VNode {
  const { results } = value as { readonly results: readonly Unit[] }
  const { count, more } = useMoreRows(results.length, STEP)
  if (results.length === 0) return h('p', { class: 'quiet' }, t('No units.'))
  return h(
    'div',
    null,
    h(
      'ul',
      { class: 'code-cards' },
      results.slice(0, count).map((unit) => h('li', { key: unit.index, class: unit.valid ? '' : 'error' }, h(UnitCard, { unit, shown }))),
    ),
    more,
  )
}

function UnitCard({ unit, shown }: { unit: Unit; shown: Selection }): VNode {
  const given = lineOf(shown, unit)
  return h(
    'div',
    null,
    h(Conversion, { unit, target: String(shown.options.to ?? unit.canonical?.units ?? ''), given }),
    unit.valid && h(Meaning, { unit }),
    unit.issues.length > 0 &&
      h(
        'ul',
        { class: 'sentences' },
        unit.issues.map(({ code, severity, start, end }, i) =>
          h(
            'li',
            { key: i, class: severity },
            h('span', { class: `badge ${severity}` }, severity === 'error' ? t('Error') : t('Warning')),
            ' ',
            end > start && end - start < given.length && h('code', null, given.slice(start, end)),
            end > start && end - start < given.length && ': ',
            sentenceOf(code),
          ),
        ),
      ),
    unit.suggestions.length > 0 && h(Suggestions, { unit, shown }),
  )
}

/** The line as it was given; the unit alone where the page does not have the text. */
function lineOf({ texts }: Selection, { index, unit, convertedFrom }: Unit): string {
  return texts.units?.split(/\r\n?|\n/)[index] ?? (convertedFrom ? `${convertedFrom.value} ${unit}` : unit)
}

interface ConversionProps {
  readonly unit: Unit
  readonly target: string
  readonly given: string
}

function Conversion({ unit: { valid, convertedFrom, value, exact, print, unit }, target, given }: ConversionProps): VNode {
  if (!valid)
    return h('p', { class: 'conversion' }, h('strong', { class: 'mono' }, given.trim()), h('span', { class: 'badge error' }, t('Not UCUM')))
  if (value === null || !convertedFrom) {
    return h(
      'p',
      { class: 'conversion' },
      h('strong', null, convertedFrom ? `${convertedFrom.value} ${unit}` : (print ?? unit)),
      !convertedFrom && h('span', { class: 'badge good' }, t('Valid')),
    )
  }
  return h(
    'p',
    { class: 'conversion' },
    h('span', null, `${convertedFrom.value} ${convertedFrom.unit}`),
    h('span', { class: 'equals' }, exact ? '=' : '≈'),
    h('strong', null, `${value} ${target}`),
    h('span', { class: 'badge' }, exact ? t('exact') : t('rounded')),
  )
}

function Meaning({ unit }: { unit: Unit }): VNode {
  const { name, print, code, canonical, dimension, special, arbitrary } = unit
  const facts: readonly (readonly [string, VNode | string | null])[] = [
    [t('Name'), name === null ? null : withoutParentheses(name)],
    [t('Printed'), print],
    [t('Code'), code !== null && code !== unit.unit ? code : null],
    [t('In base units'), canonical && (canonical.factor === null ? canonical.units : `${canonical.factor} ${canonical.units}`)],
    [
      t('Dimension'),
      dimension.length === 0
        ? null
        : h(
            'span',
            null,
            dimension.map(({ symbol, exponent }) => [symbol, exponent !== 1 && h('sup', null, exponent), ' ']),
          ),
    ],
    [t('Scale'), special ? t('Special scale: no factor') : null],
    [t('Arbitrary'), arbitrary.length > 0 ? arbitrary.join(', ') : null],
  ]
  return h(
    'dl',
    { class: 'meaning' },
    facts.map(([title, fact]) => fact !== null && h('div', { key: title }, h('dt', null, title), h('dd', null, fact))),
  )
}

function Suggestions({ unit, shown }: { unit: Unit; shown: Selection }): VNode {
  const lines = shown.texts.units?.split(/\r\n?|\n/)
  return h(
    'p',
    { class: 'suggestions' },
    t('Did you mean'),
    unit.suggestions.map(({ unit: code, name, why }) =>
      h(
        'button',
        {
          key: code,
          type: 'button',
          class: 'plain',
          title: reasonOf(why),
          disabled: lines === undefined,
          onClick: () =>
            lines && shown.edit('units', lines.map((line, i) => (i === unit.index ? replaceUnit(line, unit.unit, code) : line)).join('\n')),
        },
        h('strong', { class: 'mono' }, code),
        h('span', { class: 'quiet' }, `${withoutParentheses(name)}, ${reasonOf(why)}`),
      ),
    ),
  )
}

/** `(microgram)` without the parentheses, which only tell the parts of a product apart. */
function withoutParentheses(name: string): string {
  return name.replace(/^\(([^()]*)\)$/, '$1')
}

/** The value before the unit stays. */
function replaceUnit(line: string, unit: string, code: string): string {
  const at = line.lastIndexOf(unit)
  return at < 0 ? code : line.slice(0, at) + code + line.slice(at + unit.length)
}
