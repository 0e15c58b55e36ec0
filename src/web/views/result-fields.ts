// Shows a result field by field: by the view that the declaration marks, else by what the value is. Everything is text, nothing is HTML.
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import type { View } from '../../core/view.ts'
import { h } from '../draw.ts'
import { labelOf } from '../form/field-schema.ts'
import { propertiesOf } from '../form/form-state.ts'
import type { FieldSchema } from '../form/json-schema.ts'
import { t } from '../language/language.ts'
import { codedWords } from './coded-words.ts'
import { CountsView } from './counts-view.ts'
import { DiffView } from './diff-view.ts'
import { FactsView, isScalar } from './facts-view.ts'
import { isLazy, LazyView } from './lazy-view.ts'
import { SpansView } from './spans-view.ts'
import { TableView } from './table-view.ts'
import { TagTree } from './tag-tree.ts'
import { TextView } from './text-view.ts'
import type { Selection } from './view-props.ts'

export function ResultFields(shown: Selection): VNode {
  const marks = new Map(shown.tool.views.output.map(({ path, view }) => [path.join('/'), view]))
  const schemas = new Map(propertiesOf(shown.tool.schemas.output))
  const whole = marks.get('')
  const fields = () => h('div', { class: 'fields' }, membersOf(shown, shown.value, [], marks, schemas))
  if (!whole || !isLazy(whole)) return fields()
  return h('div', null, h(LazyView, { shown, value: shown.value, view: whole }), h(AllFields, { content: fields }))
}

/** Everything else of a result that has a view of its own; drawn when it is opened. */
function AllFields({ content }: { content: () => VNode }): VNode {
  const [isOpen, setOpen] = useState(false)
  const toggle = (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open)
  return h(
    'details',
    { class: 'rows all-fields', onToggle: toggle },
    h('summary', null, t('All fields of the result')),
    isOpen && content(),
  )
}

type Marks = ReadonlyMap<string, View>
type Schemas = ReadonlyMap<string, FieldSchema>

/** Single values first, then what has a picture, then lists, then the rest; what is empty is only named. */
function membersOf(
  shown: Selection,
  value: Readonly<Record<string, unknown>>,
  path: readonly string[],
  marks: Marks,
  schemas: Schemas,
): VNode[] {
  const entries = Object.entries(value).filter(([name]) => path.length > 0 || !isSavedBytes(schemas.get(name)))
  const isNothing = ([name, member]: readonly [string, unknown]) => isEmpty(member) || (member === 0 && name.endsWith('Omitted'))
  const facts = entries.filter((entry) => isScalar(entry[1]) && !isNothing(entry) && !isText(shown, [...path, entry[0]], entry[1]))
  const empties = entries.filter(isNothing).map(([name]) => labelOf(name))
  const rank = ([name, member]: [string, unknown]) => {
    const view = marks.get([...path, name].join('/'))
    if (view) return isLazy(view) ? 0 : 1
    return isScalar(member) || Array.isArray(member) ? 2 : 3
  }
  const rest = entries.filter(([name, member]) => !facts.some(([fact]) => fact === name) && !isNothing([name, member]))
  return [
    ...(facts.length > 0 ? [h(FactsView, { key: '/', facts, describe: (name) => schemas.get(name)?.description })] : []),
    ...rest
      .map((entry, i) => ({ entry, i }))
      .sort((a, b) => rank(a.entry) - rank(b.entry) || a.i - b.i)
      .map(({ entry: [name, member] }) => section(shown, member, [...path, name], marks, schemas.get(name))),
    ...(empties.length > 0 ? [h('p', { key: '', class: 'empties' }, t('Empty: {empties}', { empties: empties.join(', ') }))] : []),
  ]
}

/** Base64 of a document that a button saves is nothing to read. */
function isSavedBytes(schema: FieldSchema | undefined): boolean {
  return schema?.contentEncoding === 'base64'
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function section(shown: Selection, value: unknown, path: readonly string[], marks: Marks, schema: FieldSchema | undefined): VNode {
  const name = path.at(-1)!
  return h(
    'section',
    { key: name, class: 'field' },
    h(path.length > 1 ? 'h4' : 'h3', null, labelOf(name), Array.isArray(value) && h('span', { class: 'count' }, value.length)),
    schema?.description && path.length === 1 && h('p', { class: 'hint' }, codedWords(schema.description)),
    content(shown, value, path, marks, schema),
  )
}

function content(
  shown: Selection,
  value: unknown,
  path: readonly string[],
  marks: Marks,
  schema: FieldSchema | undefined,
): VNode | VNode[] {
  const view = marks.get(path.join('/'))
  const marked = view && viewOf(shown, value, view)
  if (marked) return marked
  if (typeof value === 'string') return h(TextView, { text: value, label: labelOf(path.at(-1)!) })
  if (Array.isArray(value)) return h(TableView, { rows: value, label: labelOf(path.at(-1)!) })
  const members = Object.entries((value ?? {}) as Record<string, unknown>)
  return membersOf(shown, Object.fromEntries(members), path, marks, new Map(Object.entries(schema?.properties ?? {})))
}

/** Undefined where the view lacks what it needs, such as the text of a file that is too large to be shown. */
function viewOf(shown: Selection, value: unknown, view: View): VNode | undefined {
  if (isLazy(view)) return h(LazyView, { shown, value, view })
  const { value: result, texts } = shown
  switch (view.kind) {
    case 'tag-tree':
      return Array.isArray(value) ? h(TagTree, { elements: value }) : undefined
    case 'counts':
      return h(CountsView, { counts: value as Record<string, number> })
    case 'spans': {
      const text = view.of.part === 'input' ? texts[view.of.field] : result[view.of.field]
      return typeof text === 'string' && Array.isArray(value) ? h(SpansView, { ...view, text, spans: value }) : undefined
    }
    case 'diff': {
      const [left, right] = [texts[view.left], texts[view.right]]
      return left !== undefined && right !== undefined && Array.isArray(value) ? h(DiffView, { left, right, changes: value }) : undefined
    }
    default:
      return undefined
  }
}

/** A text of several lines, or the document of the result, has a place of its own. */
function isText({ tool }: Selection, path: readonly string[], value: unknown): boolean {
  return (
    typeof value === 'string' && (/[\r\n]/.test(value) || value.length > 200 || (path.length === 1 && path[0] === tool.download?.field))
  )
}
