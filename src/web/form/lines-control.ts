// A list of texts, one to a line.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'

interface Props {
  readonly common: Readonly<Record<string, unknown>>
  readonly fallback: unknown
  readonly value: unknown
  readonly onChange: (value: readonly string[] | undefined) => void
}

export function LinesControl({ common, fallback, value, onChange }: Props): VNode {
  const [text, setText] = useState(() => textOf(value))
  // As with JSON: an empty line at the end is being typed, and stays.
  useEffect(() => {
    if (textOf(value) !== textOf(linesOf(text))) setText(textOf(value))
  }, [value])
  return h('textarea', {
    ...common,
    rows: Math.min(8, Math.max(2, text.split('\n').length)),
    spellcheck: false,
    placeholder: Array.isArray(fallback) && fallback.length > 0 ? fallback.join('\n') : t('one per line'),
    value: text,
    onInput: (event: Event) => {
      const { value: typed } = event.currentTarget as HTMLTextAreaElement
      setText(typed)
      onChange(linesOf(typed))
    },
  })
}

function linesOf(text: string): readonly string[] | undefined {
  const lines = text.split('\n').filter((line) => line !== '')
  return lines.length === 0 ? undefined : lines
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : ''
}
