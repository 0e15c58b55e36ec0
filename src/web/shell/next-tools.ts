// Other tools that fit the same document: one click takes it there.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import type { DocumentValue } from '../form/form-state.ts'
import { detectBlob, detectKind, HEAD_BYTES, type Kind, textKind } from '../intake/detect-kind.ts'
import type { Handed } from '../intake/handover.ts'
import { offersOf } from '../intake/offers.ts'
import { t } from '../language/language.ts'
import type { ToolEntry } from './tool-list.ts'

/** More tools are in a list that opens, to keep the options in view. */
const MOST_BUTTONS = 3

interface Props {
  readonly toolId: string
  readonly value: DocumentValue | undefined
  readonly tools: readonly ToolEntry[]
  readonly onOpen: (toolId: string, handed: Handed) => void
}

export function NextTools({ toolId, value, tools, onOpen }: Props): VNode | null {
  const [kind, setKind] = useState<Kind>('empty')
  useEffect(() => {
    let current = true
    void kindOf(value).then((found) => current && setKind(found))
    return () => {
      current = false
    }
  }, [value])
  const offers = offersOf(kind).flatMap((id) => tools.find((tool) => tool.id === id && id !== toolId) ?? [])
  if (offers.length === 0 || !value) return null
  const button = ({ id, title }: ToolEntry) =>
    h('button', { key: id, type: 'button', class: 'plain', onClick: () => onOpen(id, { documents: [value] }) }, title)
  const [shown, others] = offers.length > MOST_BUTTONS + 1 ? [offers.slice(0, MOST_BUTTONS), offers.slice(MOST_BUTTONS)] : [offers, []]
  return h(
    'div',
    { class: 'next-tools' },
    h('span', { class: 'quiet' }, t('Same document in:')),
    shown.map(button),
    others.length > 0 && h('details', { class: 'more-tools' }, h('summary', null, t('More')), others.map(button)),
  )
}

async function kindOf(value: DocumentValue | undefined): Promise<Kind> {
  if (!value || 'json' in value) return 'empty'
  if ('text' in value) return textKind(value.text.slice(0, HEAD_BYTES), value.text.length <= HEAD_BYTES)
  if ('bytes' in value) return detectKind(value.bytes.subarray(0, HEAD_BYTES), value.bytes.length <= HEAD_BYTES).kind
  return detectBlob(value.file).then(
    ({ kind }) => kind,
    () => 'empty',
  )
}
