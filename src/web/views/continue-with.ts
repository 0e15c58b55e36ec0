// Takes the document of a result to another tool that fits it.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { detectBlob, type Kind } from '../intake/detect-kind.ts'
import type { Handed } from '../intake/handover.ts'
import { offersOf } from '../intake/offers.ts'
import { t } from '../language/language.ts'
import type { ToolEntry } from '../shell/tool-list.ts'

interface Props {
  readonly tools: readonly ToolEntry[]
  readonly content: Blob
  readonly onOpen: (toolId: string, handed: Handed) => void
}

/** Longer documents travel as files, which a form does not show. */
const MAX_TEXT_BYTES = 1_000_000

export function ContinueWith({ tools, content, onOpen }: Props): VNode | null {
  const [found, setFound] = useState<{ readonly kind: Kind; readonly isUtf8: boolean } | undefined>()
  useEffect(() => {
    let current = true
    void detectBlob(content).then((detected) => current && setFound(detected))
    return () => {
      current = false
    }
  }, [content])
  const offers = found ? offersOf(found.kind).flatMap((id) => tools.find((tool) => tool.id === id) ?? []) : []
  if (!found || found.kind === 'other' || offers.length === 0) return null
  const open = async (toolId: string) => {
    const isText = found.isUtf8 && content.size <= MAX_TEXT_BYTES
    onOpen(toolId, { documents: [isText ? { text: await content.text() } : { file: new File([content], t('Result')) }] })
  }
  const choose = (event: Event) => void open((event.currentTarget as HTMLSelectElement).value)
  return h(
    'select',
    { 'aria-label': t('Continue with the result in another tool'), value: '', onChange: choose },
    h('option', { value: '', disabled: true }, t('Continue with')),
    offers.map(({ id, title }) => h('option', { key: id, value: id }, title)),
  )
}
