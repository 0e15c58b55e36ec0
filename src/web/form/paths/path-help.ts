// Help with paths: those of the document are offered as a person types.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import type { Completion } from './completion.ts'
import { Suggestions } from './suggestions.ts'

export interface PathHelpProps {
  /** Of the list of suggestions, which the control above it names. */
  readonly id: string
  /** True for an option that is a list of paths. */
  readonly isList: boolean
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly completion: Completion
}

export function PathHelp({ id, isList, value, onChange, completion }: PathHelpProps): VNode {
  const [isUsed, setUsed] = useState(false)
  const [typed, setTyped] = useState('')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Documents are read for it when the control above is used.
    const around = place.current?.parentElement
    const use = () => setUsed(true)
    if (around?.contains(document.activeElement)) use()
    around?.addEventListener('focusin', use)
    return () => around?.removeEventListener('focusin', use)
  }, [])
  return h(
    'div',
    { ref: place },
    isList && h(AddPath, { list: id, typed, onTyped: setTyped, onAdd: (path) => onChange(withPath(value, path)) }),
    isUsed && h(Suggestions, { id, typed: isList ? typed : String(value ?? ''), completion }),
  )
}

function withPath(value: unknown, path: string): readonly string[] {
  const paths = Array.isArray(value) ? (value as readonly string[]) : []
  return paths.includes(path) ? paths : [...paths, path]
}

interface AddProps {
  readonly list: string
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly onAdd: (path: string) => void
}

/** Browsers complete fields of one line alone: a path is added by a field below the list. */
function AddPath({ list, typed, onTyped, onAdd }: AddProps): VNode {
  const add = () => {
    if (typed.trim() !== '') onAdd(typed.trim())
    onTyped('')
  }
  return h(
    'div',
    { class: 'path-add' },
    h('input', {
      type: 'text',
      'aria-label': t('Path from the document'),
      placeholder: t('Path from the document'),
      autocomplete: 'off',
      spellcheck: false,
      list,
      value: typed,
      onInput: (event: Event) => onTyped((event.currentTarget as HTMLInputElement).value),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || event.ctrlKey) return
        event.preventDefault()
        add()
      },
    }),
    h('button', { type: 'button', class: 'plain', onClick: add }, t('Add')),
  )
}
