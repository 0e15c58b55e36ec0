// A value of one of several forms: a choice of the form, and its control.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { labelOf, labelWords } from '../field-schema.ts'
import { JsonControl } from '../json-control.ts'
import type { FieldSchema } from '../json-schema.ts'
import { OptionField } from '../option-field.ts'
import { type Form, formOf } from './forms.ts'

interface Props {
  readonly name: string
  readonly forms: readonly Form[]
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

export function FormsControl({ name, forms, schema, value, onChange }: Props): VNode {
  const [chosen, setChosen] = useState(0)
  const current = value === undefined ? chosen : formOf(forms, value)
  const form = current === -1 ? undefined : forms[current]!
  const choose = (event: Event) => {
    const index = Number((event.currentTarget as HTMLSelectElement).value)
    setChosen(index)
    onChange(forms[index]!.blank)
  }
  return h(
    'div',
    { class: 'stack forms-control' },
    h(
      'select',
      { 'aria-label': t('Form of {label}', { label: labelWords(name) }), value: String(current), onChange: choose },
      current === -1 && h('option', { value: '-1', disabled: true }, 'JSON'),
      forms.map(({ title }, i) => h('option', { key: title, value: String(i) }, title)),
    ),
    form === undefined
      ? h(JsonControl, {
          common: { 'aria-label': t('{label} as JSON', { label: labelOf(name) }) },
          fallback: schema.default,
          value,
          onChange,
        })
      : form.schema.type !== 'null' &&
          h(OptionField, { key: form.title, name, schema: form.schema, value, required: false, isCompact: true, isBare: true, onChange }),
  )
}
