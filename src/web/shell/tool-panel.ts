// One tool: its form, where it runs, and its result. Everything on it comes from the declaration of the tool.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import { DocumentField } from '../form/document-field.ts'
import { callOf, EMPTY_FORM, type FormState, formOfExample, isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import { composeCurl } from '../run/curl-line.ts'
import { keepKey, readKey } from '../run/server-key.ts'
import { closedPlace, sharedPlace } from './address.ts'
import { BatchPanel } from './batch-panel.ts'
import { copyText } from './copy-text.ts'
import { type Where, WhereChoice } from './key-entry.ts'
import { followsTyping, isShortCall } from './live-call.ts'
import { RunResultCard } from './result-card.ts'
import { formatBytes } from './save-file.ts'
import { Options, ProminentOptions } from './tool-options.ts'
import { useRun } from './use-run.ts'

interface Props {
  readonly tool: ToolDescription
  /** Options of the link that led here. */
  readonly options: Readonly<Record<string, unknown>>
  readonly openWorker: () => Worker
}

/** How long a person pauses before a tool follows what was typed. */
const PAUSE_MS = 250

export function ToolPanel({ tool, options, openWorker }: Props): VNode {
  const [form, setForm] = useState<FormState>({ ...EMPTY_FORM, options })
  const [isBatch, setBatch] = useState(false)
  const [where, setWhere] = useState<Where>('tab')
  const [key, setKey] = useState(() => ({ text: readKey(), kept: readKey() !== '' }))
  const [notice, setNotice] = useState('')
  const runs = useRun(tool, openWorker)
  const { run } = runs
  const isLive = followsTyping(tool)
  const wasFilled = useRef(false)
  useEffect(() => history.replaceState(null, '', closedPlace(tool, form.options)), [tool, form.options])
  useEffect(() => {
    if (!isLive || isBatch || where !== 'tab' || !isShortCall(tool, form)) return
    // An example is there at once; typing waits for a pause.
    const timer = setTimeout(() => void runs.follow(form), wasFilled.current ? PAUSE_MS : 0)
    wasFilled.current = true
    return () => clearTimeout(timer)
  }, [form, isBatch, where])

  const start = () => runs.start(form, where, key.text)
  const runAgain = (next: FormState['options']) => {
    const changed = { ...form, options: next }
    setForm(changed)
    void runs.follow(changed)
  }
  const copy = async (what: string, text: string) => {
    setNotice((await copyText(text)) ? `${what} copied.` : 'The browser does not let this page copy.')
  }
  const copyCurl = () => {
    const read = callOf(form)
    if ('problem' in read) runs.fail(read.problem)
    else void copy('curl line', composeCurl(tool, read.call.input, read.call.options, document.baseURI))
  }
  const copyLink = () => void copy('Link', new URL(sharedPlace(tool, form.options), document.baseURI).href)
  const readOptions = () => {
    const read = callOf({ ...form, fields: {} })
    return 'problem' in read ? read : { options: read.call.options }
  }
  const useExample = (index: number) => {
    const example = tool.examples[index]
    if (example) setForm(formOfExample(tool, example))
    wasFilled.current = false
    if (!isLive) runs.reset()
  }
  const edit = (field: string, text: string) => setForm((old) => ({ ...old, fields: withMember(old.fields, field, { text }) }))
  const isRunning = run.kind === 'running'
  return h(
    'article',
    { class: isLive && !isBatch ? 'tool live' : 'tool' },
    h(ToolHead, { tool }),
    h(
      'section',
      { class: 'card', 'aria-labelledby': 'input-title' },
      h(
        'div',
        { class: 'card-head' },
        h('h2', { id: 'input-title' }, 'Input'),
        tool.document && h(ModeChoice, { isBatch, onBatch: setBatch }),
        !isBatch && h(ExampleChoice, { tool, onChoose: useExample }),
      ),
      !isBatch && h(InputFields, { tool, form, onForm: setForm }),
      h(ProminentOptions, { tool, form, onForm: setForm }),
      h(Options, { tool, form, onForm: setForm }),
      isBatch
        ? h(BatchPanel, { tool, openWorker, readOptions })
        : [
            h(WhereChoice, {
              key: 'where',
              where,
              apiKey: key.text,
              kept: key.kept,
              onWhere: setWhere,
              onKey: (text, kept) => {
                setKey({ text, kept })
                keepKey(text, kept)
              },
            }),
            h(
              'div',
              { key: 'actions', class: 'actions' },
              isRunning
                ? h('button', { type: 'button', class: 'stop', onClick: runs.stop }, 'Stop')
                : h('button', { type: 'button', class: 'primary', onClick: () => void start() }, 'Run'),
              h('button', { type: 'button', onClick: copyCurl }, 'Copy as curl'),
              h('button', { type: 'button', onClick: copyLink }, 'Copy link'),
              h('span', { class: 'quiet', role: 'status' }, notice),
            ),
          ],
    ),
    !isBatch && h(RunResultCard, { tool, run, isLive, options: form.options, onOptions: runAgain, variant: runs.variant, edit }),
  )
}

function ToolHead({ tool }: { tool: ToolDescription }): VNode {
  return h(
    'header',
    { class: 'tool-head' },
    h('h1', null, tool.title),
    h('p', { class: 'summary' }, tool.summary),
    h(
      'p',
      { class: 'quiet' },
      h('span', { class: 'mono' }, tool.id),
      ` version ${tool.version}, documents up to ${formatBytes(tool.limits.maxInputBytes)}`,
    ),
  )
}

function ModeChoice({ isBatch, onBatch }: { isBatch: boolean; onBatch: (isBatch: boolean) => void }): VNode {
  const mode = (value: boolean, title: string) =>
    h('button', { type: 'button', 'aria-pressed': isBatch === value, onClick: () => onBatch(value) }, title)
  return h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': 'How many documents' },
    mode(false, 'One document'),
    mode(true, 'Many files'),
  )
}

function ExampleChoice({ tool, onChoose }: { tool: ToolDescription; onChoose: (index: number) => void }): VNode {
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement
    onChoose(Number(select.value))
    select.value = ''
  }
  return h(
    'select',
    { class: 'examples', 'aria-label': 'Fill in an example', value: '', onChange: choose },
    h('option', { value: '', disabled: true }, 'Fill in an example'),
    tool.examples.map(({ title }, i) => h('option', { key: title, value: String(i) }, title)),
  )
}

interface FormProps {
  readonly tool: ToolDescription
  readonly form: FormState
  readonly onForm: (change: (form: FormState) => FormState) => void
}

function InputFields({ tool, form, onForm }: FormProps): VNode {
  const documents = new Set(tool.parts.map(({ field }) => field))
  const views = new Map(tool.views.input.map(({ path, view }) => [path[0], view]))
  return h(
    'div',
    { class: 'documents' },
    propertiesOf(tool.schemas.input).map(([name, schema]) =>
      h(DocumentField, {
        key: name,
        name,
        schema,
        view: views.get(name),
        isDocument: documents.has(name),
        required: isRequired(tool.schemas.input, name),
        value: form.fields[name],
        onChange: (value) => onForm((old) => ({ ...old, fields: withMember(old.fields, name, value) })),
      }),
    ),
  )
}
