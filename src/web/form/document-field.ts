// A document of the input: a place to type or paste where it is text, and to drop or choose a file in any case.
import type { VNode } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import type { View } from '../../core/view.ts'
import { h } from '../draw.ts'
import { formatBytes, t } from '../language/language.ts'
import { codedWords } from '../views/coded-words.ts'
import { useLoaded } from '../views/loaded.ts'
import { labelOf } from './field-schema.ts'
import type { DocumentValue } from './form-state.ts'
import type { FieldSchema } from './json-schema.ts'
import { OptionField } from './option-field.ts'
import { TextArea } from './text-area.ts'

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  /** A mark of the declaration. */
  readonly view?: View | undefined
  /** True where it may come as a file. */
  readonly isDocument: boolean
  readonly required: boolean
  readonly value: DocumentValue | undefined
  /** Takes several files at once; undefined for one that takes the first. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
  readonly onChange: (value: DocumentValue | undefined) => void
}

export function DocumentField(props: Props): VNode {
  const { name, schema, view, isDocument, required, value, onFiles, onChange } = props
  const id = useId()
  const describedBy = schema.description ? `${id}-hint` : undefined
  const isBinary = schema.contentEncoding === 'base64'
  const currentFile = value && ('file' in value || 'bytes' in value) ? value : undefined
  const hasEditor = view?.kind === 'view-definition' && !currentFile
  const zone = () =>
    h(DropZone, { label: labelOf(name), onFile: (file) => onChange({ file }), onFiles }, [
      currentFile && h(ChosenFile, { value: currentFile, onRemove: () => onChange(undefined) }),
      !currentFile &&
        !isBinary &&
        h(TextArea, {
          id,
          describedBy,
          rows: 8,
          placeholder: t('Type or paste here, or drop a file.'),
          text: value && 'text' in value ? value.text : '',
          onText: (text) => onChange(text === '' ? undefined : { text }),
        }),
    ])
  return h(
    'div',
    { class: 'document' },
    h(
      isBinary || !isDocument ? 'p' : 'label',
      { class: 'label', for: isBinary || !isDocument ? undefined : id },
      labelOf(name),
      !required && h('span', { class: 'optional' }, t('optional')),
    ),
    schema.description && h('p', { class: 'hint', id: describedBy }, codedWords(schema.description)),
    !isDocument &&
      h(OptionField, {
        name,
        schema,
        value: value && 'json' in value ? value.json : undefined,
        required,
        isBare: true,
        onChange: (json) => onChange(json === undefined ? undefined : { json }),
      }),
    hasEditor && h(ViewEditorField, { value, onChange }),
    isDocument && (hasEditor ? h('details', { class: 'folded' }, h('summary', null, t('As JSON')), zone()) : zone()),
  )
}

/** Loaded with the first tool that has one. */
function ViewEditorField({ value, onChange }: Pick<Props, 'value' | 'onChange'>): VNode | null {
  const { part } = useLoaded('view-editor', () => import('../views/fhir/view-editor.ts'))
  const text = value && 'text' in value ? value.text : ''
  return part ? h(part.ViewEditor, { text, onChange: (next) => onChange({ text: next }) }) : null
}

function ChosenFile({ value, onRemove }: { value: { readonly file: File } | { readonly bytes: Uint8Array }; onRemove: () => void }): VNode {
  const [name, bytes] = 'file' in value ? [value.file.name, value.file.size] : [t('Example'), value.bytes.byteLength]
  return h(
    'div',
    { class: 'held' },
    h('span', { class: 'held-name' }, name),
    h('span', { class: 'quiet' }, formatBytes(bytes)),
    h('button', { type: 'button', class: 'plain', onClick: onRemove }, t('Remove')),
  )
}

interface DropProps {
  readonly label: string
  readonly onFile: (file: File) => void
  readonly onFiles: Props['onFiles']
  readonly children?: unknown
}

function DropZone({ label, onFile, onFiles, children }: DropProps): VNode {
  const [over, setOver] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    if (files.length > 1 && onFiles) onFiles(files)
    else if (files[0]) onFile(files[0])
  }
  const drop = (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])]
    setOver(false)
    if (files.length === 0) return
    event.preventDefault()
    take(files)
  }
  const choose = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    take([...(input.files ?? [])])
    input.value = ''
  }
  return h(
    'div',
    {
      class: over ? 'drop over' : 'drop',
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: drop,
    },
    children as VNode,
    h(
      'div',
      { class: 'drop-bar' },
      h('button', { type: 'button', class: 'plain', onClick: () => chooser.current?.click() }, t('Choose a file')),
      h('span', { class: 'quiet' }, t('or drop it here')),
      h('input', {
        ref: chooser,
        type: 'file',
        multiple: onFiles !== undefined,
        class: 'away',
        tabIndex: -1,
        'aria-label': t('File for {label}', { label }),
        onChange: choose,
      }),
    ),
  )
}
