// Resources of a FHIR document as cards: what each is, and what a person looks for in it.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { type Card, cardsOf } from './card-facts.ts'

/** Larger documents are read in the tool for them. */
const MAX_BYTES = 2_000_000
const STEP = 12

export function ResourceCards({ content }: { content: Blob }): VNode | null {
  const [cards, setCards] = useState<readonly Card[]>([])
  useEffect(() => {
    let current = true
    setCards([])
    if (content.size <= MAX_BYTES) void content.text().then((text) => current && setCards(cardsOf(text)))
    return () => {
      current = false
    }
  }, [content])
  const { count, more } = useMoreRows(cards.length, STEP)
  if (cards.length === 0) return null
  return h(
    'section',
    { class: 'field' },
    h('h3', null, t('Resources'), h('span', { class: 'count' }, cards.length)),
    h(
      'ul',
      { class: 'resource-cards' },
      cards.slice(0, count).map((card, i) => h(ResourceCard, { key: i, card })),
    ),
    more,
  )
}

function ResourceCard({ card: { type, title, facts } }: { card: Card }): VNode {
  return h(
    'li',
    { class: 'resource-card' },
    h('p', { class: 'quiet' }, type),
    title !== '' && h('p', { class: 'strong' }, title),
    facts.length > 0 &&
      h(
        'dl',
        null,
        facts.map(([name, text]) => h('div', { key: name }, h('dt', null, labelOf(name)), h('dd', null, text))),
      ),
  )
}
