// An object whose names a person chooses, as rows of name and value.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { labelOf, labelWords } from '../field-schema.ts'
import { JsonControl } from '../json-control.ts'
import type { FieldSchema } from '../json-schema.ts'
import { OptionField } from '../option-field.ts'

interface Props {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

type Pair = readonly [name: string, value: unknown]

export function PairsControl({ name, schema, value, onChange }: Props): VNode {
  const given = pairsOf(value ?? schema.default)
  // While a person types a name it can be empty or equal another: the rows keep it, the object cannot.
  const [pairs, setPairs] = useState<readonly Pair[]>(given ?? [])
  const written = useRef(JSON.stringify(given))
  const [isJson, setJson] = useState(false)
  useEffect(() => {
    const text = JSON.stringify(given)
    if (given && text !== written.current) {
      written.current = text
      setPairs(given)
    }
  }, [value])
  const label = labelWords(name)
  const put = (next: readonly Pair[]) => {
    setPairs(next)
    const object = Object.fromEntries(next.filter(([key]) => key !== ''))
    const whole = Object.keys(object).length === 0 ? undefined : object
    written.current = JSON.stringify(pairsOf(whole ?? schema.default))
    onChange(whole)
  }
  const names = pairs.map(([key]) => key)
  const twice = names.find((key, i) => key !== '' && names.indexOf(key) !== i)
  const inner = innerOf(schema)
  const asJson = isJson || !given
  return h(
    'div',
    { class: 'stack rows-control' },
    asJson
      ? h(JsonControl, {
          common: { 'aria-label': t('{label} as JSON', { label: labelOf(name) }) },
          fallback: schema.default,
          value,
          onChange,
        })
      : h(
          'div',
          { class: 'stack' },
          h(
            'ol',
            { class: 'pairs-list', 'aria-label': labelOf(name) },
            pairs.map(([key, one], i) =>
              h(
                'li',
                { key: i, class: 'pairs-row' },
                h('input', {
                  type: 'text',
                  class: 'mono',
                  spellcheck: false,
                  autocomplete: 'off',
                  'aria-label': t('Name {number} of {label}', { number: i + 1, label }),
                  placeholder: t('name'),
                  value: key,
                  onInput: (event: Event) => {
                    const typed = (event.currentTarget as HTMLInputElement).value
                    put(pairs.map((pair, at) => (at === i ? [typed, one] : pair)))
                  },
                }),
                h(OptionField, {
                  name: t('Value {number} of {label}', { number: i + 1, label }),
                  schema: inner,
                  value: one,
                  required: false,
                  isCompact: true,
                  isBare: true,
                  onChange: (next) => put(pairs.map((pair, at) => (at === i ? [key, next ?? ''] : pair))),
                }),
                h(
                  'button',
                  {
                    type: 'button',
                    class: 'plain',
                    'aria-label': t('Remove row {number} of {label}', { number: i + 1, label }),
                    onClick: () => put(pairs.filter((_, at) => at !== i)),
                  },
                  '×',
                ),
              ),
            ),
          ),
          twice !== undefined &&
            h('p', { class: 'field-error', role: 'alert' }, t('Two rows have the name {twice}. The last one is used.', { twice })),
          h(
            'p',
            null,
            h(
              'button',
              { type: 'button', class: 'plain', onClick: () => setPairs([...pairs, ['', blankOf(inner)]]) },
              t('Add to {label}', { label }),
            ),
          ),
        ),
    h(
      'label',
      { class: 'switch as-json' },
      h('input', {
        type: 'checkbox',
        'aria-label': t('Show {label} as JSON', { label }),
        checked: asJson,
        disabled: !given,
        onChange: () => setJson(!isJson),
      }),
      t('As JSON'),
    ),
  )
}

function innerOf({ additionalProperties }: FieldSchema): FieldSchema {
  return typeof additionalProperties === 'object' && additionalProperties !== null ? (additionalProperties as FieldSchema) : {}
}

function blankOf({ enum: names, type }: FieldSchema): unknown {
  if (names) return names[0]
  return type === 'array' ? [] : type === 'object' ? {} : ''
}

/** Undefined for what is no object. */
function pairsOf(value: unknown): readonly Pair[] | undefined {
  if (value === undefined) return []
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.entries(value)
    : undefined
}
