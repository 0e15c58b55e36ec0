// A value that has no simpler control, as JSON. What is not finished is kept as it is, and keeps the tool from running.
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { parseJson } from '../../core/parse-json.ts'
import { h } from '../draw.ts'
import { BrokenJson } from './form-state.ts'

export interface JsonControlProps {
  readonly common: Readonly<Record<string, unknown>>
  readonly fallback: unknown
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function JsonControl({ common, fallback, value, onChange }: JsonControlProps): VNode {
  const [text, setText] = useState(() => textOf(value))
  // A value that came from elsewhere (an example, a link) replaces the text; one that the text says already leaves its layout alone.
  useEffect(() => {
    if (textOf(value) !== textOf(parse(text))) setText(textOf(value))
  }, [value])
  const read = (event: Event) => {
    const { value: typed } = event.currentTarget as HTMLTextAreaElement
    setText(typed)
    onChange(parse(typed))
  }
  const isBroken = value instanceof BrokenJson && text.trim() !== ''
  return h('textarea', {
    ...common,
    class: 'code',
    rows: Math.min(12, Math.max(2, text.split('\n').length)),
    spellcheck: false,
    placeholder: fallback === undefined ? 'JSON' : JSON.stringify(fallback),
    'aria-invalid': isBroken ? 'true' : undefined,
    value: text,
    onInput: read,
  })
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return parseJson(text) as unknown
  } catch {
    return new BrokenJson(text)
  }
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return value instanceof BrokenJson ? value.text : JSON.stringify(value, undefined, 2)
}
