// One option as a labelled control, chosen by its schema. An option that is left alone is not sent: the tool's default holds.
import type { ComponentChild, VNode } from 'preact'
import { useId } from 'preact/hooks'
import { h } from '../draw.ts'
import { codedWords } from '../views/coded-words.ts'
import { controlOf, type FieldSchema, labelOf } from './field-schema.ts'
import { BrokenJson, withMember } from './form-state.ts'
import { JsonControl } from './json-control.ts'
import { LinesControl } from './lines-control.ts'

export interface OptionProps {
  readonly name: string
  readonly schema: FieldSchema
  /** Undefined where the default holds. */
  readonly value: unknown
  readonly required: boolean
  readonly onChange: (value: unknown) => void
}

export function OptionField(props: OptionProps): VNode {
  const { name, schema, value, onChange } = props
  const id = useId()
  const control = controlOf(schema)
  const hint = schema.description && h('p', { class: 'hint', id: `${id}-hint` }, codedWords(schema.description))
  const common = { id, 'aria-describedby': schema.description ? `${id}-hint` : undefined }
  switch (control.kind) {
    case 'switch':
      return h(
        'div',
        { class: 'option' },
        h(
          'label',
          { class: 'switch', for: id },
          h('input', {
            ...common,
            type: 'checkbox',
            checked: (value ?? schema.default) === true,
            onChange: (event: Event) => onChange(changed(schema, (event.currentTarget as HTMLInputElement).checked)),
          }),
          labelOf(name),
        ),
        hint,
      )
    case 'choice':
      return labelled(props, id, hint, h('select', { ...common, ...choose(schema, value, onChange) }, choicesOf(control.values, schema)))
    case 'choices':
      return group(name, hint, id, h(ChoiceSet, { values: control.values, schema, value, onChange }))
    case 'choice-or-json':
      return labelled(props, id, hint, h(ChoiceOrJson, { common, values: control.values, schema, value, onChange }))
    case 'group':
      return group(
        name,
        hint,
        id,
        control.members.map(([member, inner]) => memberField(props, member, inner)),
      )
    case 'number':
      return labelled(props, id, hint, h(NumberControl, { common, schema, value, onChange }))
    case 'lines':
      return labelled(props, id, hint, h(LinesControl, { common, fallback: schema.default, value, onChange }))
    case 'json':
      return labelled(props, id, hint, h(JsonControl, { common, fallback: schema.default, value, onChange }))
    default:
      return labelled(props, id, hint, h(LineControl, { common, schema, value, onChange, secret: control.kind === 'secret' }))
  }
}

interface ControlProps {
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

type Common = { readonly id: string; readonly 'aria-describedby': string | undefined }

function labelled({ name, required }: OptionProps, id: string, hint: ComponentChild, control: VNode): VNode {
  return h(
    'div',
    { class: 'option' },
    h('label', { for: id }, labelOf(name), required && h('span', { class: 'needed' }, 'required')),
    control,
    hint,
  )
}

function group(name: string, hint: ComponentChild, id: string, content: ComponentChild): VNode {
  return h(
    'fieldset',
    { class: 'option group', 'aria-describedby': hint ? `${id}-hint` : undefined },
    h('legend', null, labelOf(name)),
    hint,
    content,
  )
}

function memberField({ schema, value, onChange }: OptionProps, member: string, inner: FieldSchema): VNode {
  const members = (value ?? {}) as Record<string, unknown>
  const change = (next: unknown) => {
    const whole = withMember(members, member, next)
    onChange(Object.keys(whole).length === 0 ? undefined : whole)
  }
  const required = schema.required?.includes(member) ?? false
  return h(OptionField, { key: member, name: member, schema: inner, value: members[member], required, onChange: change })
}

/** Undefined where the value is the default. */
function changed(schema: FieldSchema, value: unknown): unknown {
  return value === schema.default ? undefined : value
}

function choicesOf(values: readonly string[], schema: FieldSchema): VNode[] {
  const choices = values.map((value) => h('option', { key: value, value }, value))
  return schema.default === undefined ? [h('option', { key: '', value: '' }, 'not set'), ...choices] : choices
}

function choose(schema: FieldSchema, value: unknown, onChange: (value: unknown) => void) {
  return {
    value: String(value ?? schema.default ?? ''),
    onChange: (event: Event) => {
      const chosen = (event.currentTarget as HTMLSelectElement).value
      onChange(chosen === '' ? undefined : changed(schema, chosen))
    },
  }
}

function ChoiceSet({ values, schema, value, onChange }: ControlProps & { values: readonly string[] }): VNode {
  const chosen = new Set((value ?? schema.default ?? []) as readonly string[])
  const toggle = (name: string) => {
    const next = values.filter((other) => (other === name ? !chosen.has(other) : chosen.has(other)))
    const same = JSON.stringify(next) === JSON.stringify(schema.default ?? [])
    onChange(same ? undefined : next)
  }
  return h(
    'div',
    { class: 'choices' },
    values.map((name) =>
      h(
        'label',
        { key: name, class: 'switch' },
        h('input', { type: 'checkbox', checked: chosen.has(name), onChange: () => toggle(name) }),
        name,
      ),
    ),
  )
}

const OTHER = ' '

function ChoiceOrJson({ common, values, schema, value, onChange }: ControlProps & { common: Common; values: readonly string[] }): VNode {
  const isOther = value instanceof BrokenJson || (typeof value === 'object' && value !== null)
  const select = (event: Event) => {
    const chosen = (event.currentTarget as HTMLSelectElement).value
    onChange(chosen === OTHER ? new BrokenJson('') : changed(schema, chosen === '' ? undefined : chosen))
  }
  return h(
    'div',
    { class: 'stack' },
    h(
      'select',
      { ...common, value: isOther ? OTHER : String(value ?? schema.default ?? ''), onChange: select },
      choicesOf(values, schema),
      h('option', { value: OTHER }, 'own, as JSON'),
    ),
    isOther && h(JsonControl, { common: { 'aria-label': 'Own, as JSON' }, fallback: undefined, value, onChange }),
  )
}

function NumberControl({ common, schema, value, onChange }: ControlProps & { common: Common }): VNode {
  const read = (event: Event) => {
    const { value: text } = event.currentTarget as HTMLInputElement
    onChange(text === '' ? undefined : changed(schema, Number(text)))
  }
  return h('input', {
    ...common,
    type: 'number',
    min: schema.minimum,
    max: schema.maximum,
    step: schema.type === 'integer' ? 1 : 'any',
    placeholder: schema.default === undefined ? 'not set' : String(schema.default),
    value: value === undefined ? '' : String(value),
    onInput: read,
  })
}

function LineControl({ common, schema, value, onChange, secret }: ControlProps & { common: Common; secret: boolean }): VNode {
  return h('input', {
    ...common,
    type: secret ? 'password' : 'text',
    autocomplete: 'off',
    spellcheck: false,
    maxLength: schema.maxLength,
    placeholder: typeof schema.default === 'string' && schema.default !== '' ? schema.default : 'not set',
    value: typeof value === 'string' ? value : '',
    onInput: (event: Event) => {
      const { value: text } = event.currentTarget as HTMLInputElement
      onChange(text === '' ? undefined : changed(schema, text))
    },
  })
}
