// The options of a tool: those that belong beside the input, and the others in a part that opens.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { type FormState, isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import type { FieldSchema } from '../form/json-schema.ts'
import { OptionField } from '../form/option-field.ts'
import { t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'
import { codedWords } from '../views/coded-words.ts'
import { useLoaded } from '../views/loaded.ts'
import type { Box } from '../views/picture/boxes.ts'
import type { BoxesEditorProps } from '../views/picture/boxes-editor.ts'
import type { RunTool } from '../views/picture/frame-picture.ts'

interface Props {
  readonly tool: PageTool
  readonly form: FormState
  readonly onForm: (change: (form: FormState) => FormState) => void
  readonly ask: RunTool
}

type Property = readonly [name: string, schema: FieldSchema]

export function ProminentOptions(props: Props): VNode | null {
  const prominent = prominentOf(props.tool)
  const properties = propertiesOf(props.tool.schemas.options).filter(([name]) => prominent.has(name))
  return properties.length === 0 ? null : h('div', { class: 'option-grid prominent' }, fieldsOf(props, properties))
}

export function Options(props: Props): VNode | null {
  const { tool, form } = props
  const prominent = prominentOf(tool)
  const needed = (name: string) => isRequired(tool.schemas.options, name)
  const properties = propertiesOf(tool.schemas.options)
    .filter(([name]) => !prominent.has(name))
    .sort(([a], [b]) => Number(needed(b)) - Number(needed(a)))
  const changed = Object.keys(form.options).filter((name) => !prominent.has(name)).length
  const hasRequired = properties.some(([name]) => needed(name))
  if (properties.length === 0) return null
  return h(
    'details',
    { class: 'options', open: hasRequired || undefined },
    h(
      'summary',
      null,
      h('h2', null, t('Options')),
      h('span', { class: 'quiet' }, changed === 0 ? t('Defaults') : t('{changed} set', { changed })),
    ),
    h('div', { class: 'option-grid' }, fieldsOf(props, properties)),
  )
}

function prominentOf({ views }: PageTool): ReadonlySet<string | undefined> {
  return new Set(views.options.filter(({ view }) => view.kind === 'prominent').map(({ path }) => path[0]))
}

function fieldsOf({ tool, form, onForm, ask }: Props, properties: readonly Property[]): VNode[] {
  const views = new Map(tool.views.options.map(({ path, view }) => [path.join('/'), view]))
  return properties.map(([name, schema]) => {
    const onChange = (value: unknown) => onForm((old) => ({ ...old, options: withMember(old.options, name, value) }))
    const view = views.get(name)
    if (view?.kind === 'boxes') {
      const document = form.fields[view.of]
      const boxes = (form.options[name] ?? []) as readonly Box[]
      return h(BoxesField, {
        key: name,
        name,
        schema,
        ask,
        file: document,
        boxes,
        onBoxes: (next) => onChange(next.length > 0 ? next : undefined),
      })
    }
    const required = isRequired(tool.schemas.options, name)
    const members = view?.kind === 'rows' ? view : undefined
    const source = view && 'paths' in view ? view.paths : undefined
    const completion = source && { source, document: form.fields[source.of], ask }
    return h(OptionField, { key: name, name, schema, value: form.options[name], required, members, completion, onChange })
  })
}

/** Drawn when it is opened: the frame costs a run. */
function BoxesField({ name, schema, ...props }: BoxesEditorProps & { readonly name: string; readonly schema: FieldSchema }): VNode {
  const [isOpen, setOpen] = useState(props.boxes.length > 0)
  return h(
    'details',
    { class: 'option group folded', open: isOpen, onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h('summary', null, labelOf(name), h('span', { class: 'optional' }, props.boxes.length === 0 ? t('none') : String(props.boxes.length))),
    schema.description && h('p', { class: 'hint' }, codedWords(schema.description)),
    isOpen && h(LoadedBoxes, props),
  )
}

function LoadedBoxes(props: BoxesEditorProps): VNode | null {
  const { part } = useLoaded('boxes', () => import('../views/picture/boxes-editor.ts'))
  return part ? h(part.BoxesEditor, props) : null
}
