// Controls for single values: a choice, a set of choices, a number, a line of text.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { t } from '../language/language.ts'
import type { FieldSchema } from './json-schema.ts'

export interface ControlProps {
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A label is either an element that names the control by its id, or a text. */
export type Common = { /** Id of a list of suggestions. */ readonly list?: string } & (
  | { readonly id: string; readonly 'aria-describedby': string | undefined }
  | { readonly id: string; readonly 'aria-label': string }
)

/** Undefined where the value is the default. */
export function changed(schema: FieldSchema, value: unknown): unknown {
  return value === schema.default ? undefined : value
}

export function choicesOf(values: readonly string[], schema: FieldSchema): VNode[] {
  const choices = values.map((value) => h('option', { key: value, value }, value))
  return schema.default === undefined ? [h('option', { key: '', value: '' }, t('not set')), ...choices] : choices
}

export function choose(schema: FieldSchema, value: unknown, onChange: (value: unknown) => void) {
  return {
    value: String(value ?? schema.default ?? ''),
    onChange: (event: Event) => {
      const chosen = (event.currentTarget as HTMLSelectElement).value
      onChange(chosen === '' ? undefined : changed(schema, chosen))
    },
  }
}

export function ChoiceSet({ values, schema, value, onChange }: ControlProps & { values: readonly string[] }): VNode {
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

export function NumberControl({ common, schema, value, onChange }: ControlProps & { common: Common }): VNode {
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
    placeholder: schema.default === undefined ? t('not set') : String(schema.default),
    value: value === undefined ? '' : String(value),
    onInput: read,
  })
}

export function LineControl({ common, schema, value, onChange, secret }: ControlProps & { common: Common; secret: boolean }): VNode {
  return h('input', {
    ...common,
    type: secret ? 'password' : 'text',
    autocomplete: 'off',
    spellcheck: false,
    maxLength: schema.maxLength,
    placeholder: typeof schema.default === 'string' && schema.default !== '' ? schema.default : t('not set'),
    value: typeof value === 'string' ? value : '',
    onInput: (event: Event) => {
      const { value: text } = event.currentTarget as HTMLInputElement
      onChange(text === '' ? undefined : changed(schema, text))
    },
  })
}
