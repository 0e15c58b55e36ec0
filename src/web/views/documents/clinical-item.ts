// One entry of a clinical document: what it is about, its value, its time, and whether it is denied.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import { msgs, plural, t } from '../../language/language.ts'
import {
  type Code,
  codeName,
  codeWords,
  nullWords,
  plainWords,
  type Quantity,
  quantityWords,
  type Time,
  timeWords,
} from './clinical-words.ts'

interface Value {
  readonly code?: Code
  readonly quantity?: Quantity
  readonly time?: Time
  readonly text?: string
  readonly boolean?: boolean
  readonly nullFlavor?: string
}

interface Relation {
  readonly type?: string
  readonly statement?: Item
}

export interface Item {
  readonly path: string
  readonly section?: string | null
  readonly as: string
  readonly name?: string
  readonly mood?: string
  readonly negated: boolean
  readonly nullFlavor?: string
  readonly code?: Code
  readonly text?: { readonly text?: string; readonly reference?: { readonly text?: string } }
  readonly reference?: { readonly id: string; readonly text?: string }
  readonly status?: unknown
  readonly effective?: Time
  readonly timing?: readonly Time[]
  readonly value?: readonly Value[]
  readonly interpretation?: readonly Code[]
  readonly referenceRange?: readonly { readonly value?: readonly Value[]; readonly text?: { readonly text?: string } }[]
  readonly substance?: Code
  readonly dose?: Quantity
  readonly route?: Code
  readonly related?: readonly Relation[]
}

interface Props {
  readonly item: Item
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
}

const MOODS: Readonly<Record<string, string>> = msgs({
  INT: 'planned',
  RQO: 'ordered',
  PRP: 'proposed',
  PRMS: 'promised',
  GOL: 'goal',
  ARQ: 'appointment requested',
})
const MOST_RELATED = 12
const MAX_PREVIEW_CHARACTERS = 200

export function ClinicalItem({ item, chosen, onChoose }: Props): VNode {
  const { reference } = item
  const content = [
    h(
      'span',
      { key: 'head', class: 'item-head' },
      item.negated && h('span', { class: 'badge warning' }, t('Negated')),
      h('strong', null, titleOf(item)),
      valueNode(item),
    ),
    h('span', { key: 'facts', class: 'item-facts quiet' }, factsOf(item)),
  ]
  if (!reference) return h('div', { class: 'entry' }, content, relatedOf(item))
  return h(
    'div',
    { class: 'item' },
    h(
      'button',
      {
        type: 'button',
        class: 'entry',
        'aria-pressed': reference.id === chosen,
        title: t('Show in the narrative'),
        onClick: () => onChoose(reference.id),
      },
      content,
    ),
    relatedOf(item),
  )
}

/** The substance, else the coded problem that an assertion has as its value, else the code; words before numbers. */
function titleOf({ substance, code, value, text, reference, name, as }: Item): string {
  const asserted = value?.find((each) => each.code)?.code
  const codes = code === undefined || code.code === 'ASSERTION' ? [substance, asserted, code] : [substance, code, asserted]
  const said = plainWords(reference?.text ?? text?.text ?? text?.reference?.text)
  return codes.map(codeName).find(Boolean) || said.slice(0, MAX_PREVIEW_CHARACTERS) || codes.map(codeWords).find(Boolean) || name || as
}

function valueNode(item: Item): VNode | false {
  const title = titleOf(item)
  const words = (item.value ?? []).map(valueWords).filter((text) => text !== '' && text !== title)
  const interpretation = (item.interpretation ?? []).map(codeWords).filter(Boolean)
  if (words.length === 0 && interpretation.length === 0) return false
  return h(
    'span',
    { class: 'item-value' },
    words.join('; '),
    interpretation.length > 0 && h('span', { class: 'badge' }, interpretation.join(', ')),
  )
}

function valueWords({ code, quantity, time, text, boolean, nullFlavor }: Value): string {
  if (boolean !== undefined) return boolean ? t('yes') : t('no')
  return (
    codeWords(code) ||
    quantityWords(quantity) ||
    timeWords(time) ||
    plainWords(text) ||
    (nullFlavor === undefined ? '' : nullWords(nullFlavor))
  )
}

function factsOf({ name, mood, nullFlavor, status, effective, timing, dose, route, referenceRange, code, value }: Item): string {
  const kind = code?.code === 'ASSERTION' || !value?.some((each) => each.code) ? '' : codeWords(code)
  const range = (referenceRange ?? [])
    .map((each) => plainWords(each.text?.text) || (each.value ?? []).map(valueWords).join(', '))
    .filter(Boolean)
  const facts = [
    name,
    kind,
    mood !== undefined && MOODS[mood] !== undefined && t(MOODS[mood]),
    plainWords(status),
    timeWords(effective),
    ...(timing ?? []).map(timeWords),
    quantityWords(dose),
    codeWords(route),
    range.length > 0 && t('reference range {range}', { range: range.join('; ') }),
    nullFlavor !== undefined && nullWords(nullFlavor),
  ]
  return [...new Set(facts.filter((fact) => typeof fact === 'string' && fact !== ''))].join(' · ')
}

/** Reactions, severities, doses and whatever else stands within it. */
function relatedOf({ related = [] }: Item): VNode | false {
  const inner = related.flatMap(({ statement }) => (statement ? [statement] : []))
  if (inner.length === 0) return false
  return h(
    'ul',
    { class: 'related' },
    inner
      .slice(0, MOST_RELATED)
      .map((statement) =>
        h(
          'li',
          { key: statement.path },
          statement.negated && h('span', { class: 'badge warning' }, t('Negated')),
          ' ',
          titleOf(statement),
          ' ',
          valueNode(statement),
          h('span', { class: 'quiet' }, ` ${factsOf(statement)}`),
        ),
      ),
    inner.length > MOST_RELATED &&
      h('li', { class: 'quiet' }, plural(inner.length - MOST_RELATED, 'and {count} more, in the JSON', 'and {count} more, in the JSON')),
  )
}
