// The options of a tool: those that belong beside the input, and the others in a part that opens.
import type { VNode } from 'preact'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import type { FieldSchema } from '../form/field-schema.ts'
import { type FormState, isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import { OptionField } from '../form/option-field.ts'

interface Props {
  readonly tool: ToolDescription
  readonly form: FormState
  readonly onForm: (change: (form: FormState) => FormState) => void
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
  const properties = propertiesOf(tool.schemas.options).filter(([name]) => !prominent.has(name))
  const changed = Object.keys(form.options).filter((name) => !prominent.has(name)).length
  const hasRequired = properties.some(([name]) => isRequired(tool.schemas.options, name))
  if (properties.length === 0) return null
  return h(
    'details',
    { class: 'options', open: hasRequired || undefined },
    h('summary', null, h('h2', null, 'Options'), h('span', { class: 'quiet' }, changed === 0 ? 'Defaults' : `${changed} set`)),
    h('div', { class: 'option-grid' }, fieldsOf(props, properties)),
  )
}

function prominentOf({ views }: ToolDescription): ReadonlySet<string | undefined> {
  return new Set(views.options.filter(({ view }) => view.kind === 'prominent').map(({ path }) => path[0]))
}

function fieldsOf({ tool, form, onForm }: Props, properties: readonly Property[]): VNode[] {
  return properties.map(([name, schema]) =>
    h(OptionField, {
      key: name,
      name,
      schema,
      value: form.options[name],
      required: isRequired(tool.schemas.options, name),
      onChange: (value) => onForm((old) => ({ ...old, options: withMember(old.options, name, value) })),
    }),
  )
}
