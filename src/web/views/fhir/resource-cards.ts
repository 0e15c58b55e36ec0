// Resources of a FHIR document as cards: what each is, and what a person looks for in it. A card opens into all elements of its resource.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { labelOf } from '../../form/field-schema.ts'
import { t } from '../../language/language.ts'
import { useLoaded } from '../loaded.ts'
import { useMoreRows } from '../more-rows.ts'
import { type Card, cardsOf } from './card-facts.ts'

/** Larger documents are read in the tool for them. */
const MAX_BYTES = 2_000_000
const STEP = 12

interface Document {
  readonly text: string
  readonly cards: readonly Card[]
}

export function ResourceCards({ content }: { content: Blob }): VNode | null {
  const [{ text, cards }, setDocument] = useState<Document>({ text: '', cards: [] })
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    let current = true
    setDocument({ text: '', cards: [] })
    setOpen(new Set())
    if (content.size <= MAX_BYTES) void content.text().then((read) => current && setDocument({ text: read, cards: cardsOf(read) }))
    return () => {
      current = false
    }
  }, [content])
  const { count, more } = useMoreRows(cards.length, STEP)
  // Findings of a validator are shown as such.
  if (cards.length === 0 || cards.every(({ type }) => type === 'OperationOutcome')) return null
  const set = (index: number, isOpen: boolean) =>
    setOpen((old) => new Set(isOpen ? [...old, index] : [...old].filter((one) => one !== index)))
  const order = cards.map((_card, i) => i).sort((a, b) => rankOf(cards[a]!) - rankOf(cards[b]!) || a - b)
  const drawn = order.slice(0, count)
  const show = (index: number) => {
    set(index, true)
    const card = list.current?.children[drawn.indexOf(index)]
    card?.scrollIntoView({ block: 'nearest' })
    card?.querySelector('summary')?.focus()
  }
  return h(
    'section',
    { class: 'field' },
    h('h3', null, t('Resources'), h('span', { class: 'count' }, cards.length)),
    h(
      'ul',
      { class: 'resource-cards', ref: list },
      drawn.map((i) =>
        h(
          'li',
          { key: i, class: open.has(i) ? 'resource-card open' : 'resource-card' },
          h(
            'details',
            { open: open.has(i), onToggle: (event: Event) => set(i, (event.currentTarget as HTMLDetailsElement).open) },
            h('summary', null, h(CardHead, { card: cards[i]! })),
            open.has(i) && h(LoadedTree, { text, index: i, drawn, onShow: show }),
          ),
        ),
      ),
    ),
    more,
  )
}

/** What tells a person most comes first. */
function rankOf({ title, facts }: Card): number {
  return title !== '' ? 0 : facts.length > 0 ? 1 : 2
}

interface TreeProps {
  readonly text: string
  readonly index: number
  /** Resources that have a card on the page. */
  readonly drawn: readonly number[]
  readonly onShow: (index: number) => void
}

/** Loaded with the first card that is opened. */
function LoadedTree(props: TreeProps): VNode {
  const { part, failed } = useLoaded('resource-tree', () => import('./resource-tree.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The view could not be loaded. The JSON contains the complete result.'))
  return part ? h(part.ResourceTree, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

function CardHead({ card: { type, title, facts } }: { card: Card }): VNode {
  return h(
    'span',
    { class: 'card-words' },
    h('span', { class: 'quiet' }, type),
    title !== '' && h('span', { class: 'strong' }, title),
    facts.map(([name, text]) => h('span', { key: name, class: 'card-fact' }, h('span', { class: 'quiet' }, labelOf(name)), ' ', text)),
  )
}
