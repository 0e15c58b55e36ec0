// One option as a labelled control, chosen by its schema. An option that is left alone is not sent: the tool's default holds.
import type { ComponentChild, VNode } from 'preact'
import { useId, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { msg, t } from '../language/language.ts'
import { codedWords } from '../views/coded-words.ts'
import { useLoaded } from '../views/loaded.ts'
import { type Control, controlOf, labelOf } from './field-schema.ts'
import { BrokenJson, withMember } from './form-state.ts'
import type { JsonControlProps } from './json-control.ts'
import type { FieldSchema } from './json-schema.ts'
import { LinesControl } from './lines-control.ts'
import type { Completion } from './paths/completion.ts'
import type { PathHelpProps } from './paths/path-help.ts'
import { ChoiceSet, type Common, type ControlProps, changed, choicesOf, choose, LineControl, NumberControl } from './plain-controls.ts'
import type { RowMembers } from './rows/row-members.ts'

export interface OptionProps {
  readonly name: string
  readonly schema: FieldSchema
  /** Undefined where the default holds. */
  readonly value: unknown
  readonly required: boolean
  readonly onChange: (value: unknown) => void
  /** Help opens at a click, for rows of many fields. */
  readonly isCompact?: boolean
  /** No label in view: what is around it names it. */
  readonly isBare?: boolean
  readonly members?: RowMembers | undefined
  /** Of the paths that it holds. */
  readonly completion?: Completion | undefined
}

export function OptionField(props: OptionProps): VNode {
  const { name, schema, value, onChange, isBare = false, isCompact = false } = props
  const id = useId()
  const control = controlOf(schema)
  const hint = schema.description && !isBare && !isCompact && h('p', { class: 'hint', id: `${id}-hint` }, codedWords(schema.description))
  const common: Common = isBare ? { id, 'aria-label': labelOf(name) } : { id, 'aria-describedby': hint ? `${id}-hint` : undefined }
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
    case 'choices':
      return group(props, hint, id, h(ChoiceSet, { values: control.values, schema, value, onChange }))
    case 'group':
      if (isDeep(control) && !isBare) return h(FoldedGroup, { ...props, control })
      return group(
        props,
        hint,
        id,
        control.members.map(([member, inner]) => memberField(props, member, inner)),
      )
    case 'rows':
    case 'pairs':
    case 'forms':
      return group(props, hint, id, h(LoadedRows, { ...props, control }), 'option group plain-group')
    default:
      return labelled(props, id, hint, plainControl(control, common, props))
  }
}

function plainControl(control: Control, common: Common, props: OptionProps): VNode {
  const { schema, value, onChange, completion } = props
  if (completion) {
    const { completion: _none, ...plain } = props
    const list = `${common.id}-paths`
    return h(
      'div',
      { class: 'stack' },
      plainControl(control, { ...common, list }, plain),
      h(LoadedPaths, { id: list, isList: control.kind === 'lines', value: value ?? schema.default, onChange, completion }),
    )
  }
  switch (control.kind) {
    case 'choice':
      return h('select', { ...common, ...choose(schema, value, onChange) }, choicesOf(control.values, schema))
    case 'choice-or-form':
      return h(ChoiceOrForm, { common, values: control.values, form: control.form, schema, value, onChange })
    case 'number':
      return h(NumberControl, { common, schema, value, onChange })
    case 'lines':
      return h(LinesControl, { common, fallback: schema.default, value, onChange })
    case 'json':
      return h(LoadedJson, { common, fallback: schema.default, value, onChange })
    default:
      return h(LineControl, { common, schema, value, onChange, secret: control.kind === 'secret' })
  }
}

/** Loaded with the first option that has no simpler control. */
function LoadedJson(props: JsonControlProps): VNode {
  const { part, failed } = useLoaded('json', () => import('./json-control.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return part ? h(part.JsonControl, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

/** Loaded with the first option that has paths. Without it, they are typed. */
function LoadedPaths(props: PathHelpProps): VNode | null {
  const { part } = useLoaded('paths', () => import('./paths/path-help.ts'))
  return part ? h(part.PathHelp, props) : null
}

/** Rows are loaded with the first tool that has some. */
function LoadedRows({ control, ...props }: OptionProps & { readonly control: Control }): VNode {
  const { part, failed } = useLoaded('rows', () => import('./rows/rows.ts'))
  const { name, schema, value, onChange, members, completion } = props
  if (failed) return h(LoadedJson, { common: { 'aria-label': labelOf(name) }, fallback: schema.default, value, onChange })
  if (!part) return h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
  return h(part.RowsField, { control, name, schema, value, members, completion, onChange })
}

function labelled(props: OptionProps, id: string, hint: ComponentChild, control: VNode): VNode {
  const { name, required, isBare, isCompact, schema } = props
  if (isBare) return control
  return h(
    'div',
    { class: 'option' },
    h('label', { for: id }, labelOf(name), required && !isCompact && h('span', { class: 'needed' }, t('required'))),
    isCompact && h(Help, { name, text: schema.description }),
    control,
    hint,
  )
}

/** Opened by a click, a touch or a key. */
function Help({ name, text }: { name: string; text: string | undefined }): VNode | null {
  if (text === undefined) return null
  return h(
    'details',
    { class: 'help' },
    h('summary', { 'aria-label': t('Help for {label}', { label: labelOf(name) }) }, '?'),
    h('p', { class: 'hint' }, codedWords(text)),
  )
}

function group(
  { name, isBare, isCompact, required, schema }: OptionProps,
  hint: ComponentChild,
  id: string,
  content: ComponentChild,
  style = 'option group',
): VNode {
  if (isBare) return h('div', { class: 'bare', role: 'group', 'aria-label': labelOf(name) }, content)
  return h(
    'fieldset',
    { class: style, 'aria-describedby': hint ? `${id}-hint` : undefined },
    h('legend', null, labelOf(name), required && !isCompact && h('span', { class: 'needed' }, t('required'))),
    hint,
    isCompact && h(Help, { name, text: schema.description }),
    content,
  )
}

type GroupControl = Extract<Control, { kind: 'group' }>

/** Rows within a group are many controls that few people need. */
function isDeep({ members }: GroupControl): boolean {
  return members.some(([, schema]) => ['rows', 'pairs', 'group'].includes(controlOf(schema).kind))
}

/** Drawn when it is opened. */
function FoldedGroup({ control, ...props }: OptionProps & { readonly control: GroupControl }): VNode {
  const { name, schema, value, required } = props
  const [isOpen, setOpen] = useState(required || value !== undefined)
  const count = Object.keys(value ?? {}).length
  return h(
    'details',
    { class: 'option group folded', open: isOpen, onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h('summary', null, labelOf(name), h('span', { class: 'optional' }, count === 0 ? t('not set') : t('{count} set', { count }))),
    schema.description && h('p', { class: 'hint' }, codedWords(schema.description)),
    isOpen && control.members.map(([member, inner]) => memberField(props, member, inner)),
  )
}

function memberField({ schema, value, onChange, isCompact }: OptionProps, member: string, inner: FieldSchema): VNode {
  const members = (value ?? {}) as Record<string, unknown>
  const change = (next: unknown) => {
    const whole = withMember(members, member, next)
    onChange(Object.keys(whole).length === 0 ? undefined : whole)
  }
  const required = schema.required?.includes(member) ?? false
  return h(OptionField, {
    key: member,
    name: member,
    schema: inner,
    value: members[member],
    required,
    isCompact: isCompact ?? false,
    onChange: change,
  })
}

const OTHER = ' '

interface ChoiceOrFormProps extends ControlProps {
  readonly common: Common
  readonly values: readonly string[]
  readonly form: FieldSchema | undefined
}

/** One of the names, or a value of the site's own. */
function ChoiceOrForm({ common, values, form, schema, value, onChange }: ChoiceOrFormProps): VNode {
  const isOther = value instanceof BrokenJson || (typeof value === 'object' && value !== null)
  const select = (event: Event) => {
    const chosen = (event.currentTarget as HTMLSelectElement).value
    onChange(chosen === OTHER ? (form ? {} : new BrokenJson('')) : changed(schema, chosen === '' ? undefined : chosen))
  }
  return h(
    'div',
    { class: 'stack' },
    h(
      'select',
      { ...common, value: isOther ? OTHER : String(value ?? schema.default ?? ''), onChange: select },
      choicesOf(values, schema),
      h('option', { value: OTHER }, form ? t('custom rules') : t('custom, as JSON')),
    ),
    isOther && form && h(OptionField, { name: msg('Custom rules'), schema: form, value, required: false, isBare: true, onChange }),
    isOther && !form && h(LoadedJson, { common: { 'aria-label': t('Custom, as JSON') }, fallback: undefined, value, onChange }),
  )
}
