// One tool: its form, where it runs, and its result. Everything on it comes from the declaration of the tool.
import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import { DocumentField } from '../form/document-field.ts'
import { callOf, EMPTY_FORM, type FormState, formOfExample, isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import { OptionField } from '../form/option-field.ts'
import { askServer } from '../run/ask-server.ts'
import { composeCurl } from '../run/curl-line.ts'
import { textsOf } from '../run/input-texts.ts'
import type { Problem } from '../run/messages.ts'
import { keepKey, readKey } from '../run/server-key.ts'
import { ToolThread } from '../run/tool-thread.ts'
import { ProblemView } from '../views/problem-view.ts'
import { type Answer, ResultPanel } from '../views/result-panel.ts'
import { closedPlace, sharedPlace } from './address.ts'
import { BatchPanel } from './batch-panel.ts'
import { copyText } from './copy-text.ts'
import { type Where, WhereChoice } from './key-entry.ts'
import { formatBytes } from './save-file.ts'

interface Props {
  readonly tool: ToolDescription
  /** Options of the link that led here. */
  readonly options: Readonly<Record<string, unknown>>
  readonly openWorker: () => Worker
}

type Run =
  | { readonly kind: 'waiting' | 'running' | 'stopped' }
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly problem: Problem }

export function ToolPanel({ tool, options, openWorker }: Props): VNode {
  const [form, setForm] = useState<FormState>({ ...EMPTY_FORM, options })
  const [run, setRun] = useState<Run>({ kind: 'waiting' })
  const [isBatch, setBatch] = useState(false)
  const [where, setWhere] = useState<Where>('tab')
  const [key, setKey] = useState(() => ({ text: readKey(), kept: readKey() !== '' }))
  const [notice, setNotice] = useState('')
  const thread = useMemo(() => new ToolThread(openWorker), [openWorker])
  const sending = useRef<AbortController | undefined>(undefined)
  const again = useRef<FormState['options'] | undefined>(undefined)
  useEffect(() => () => thread.stop(), [thread])
  useEffect(() => history.replaceState(null, '', closedPlace(tool, form.options)), [tool, form.options])

  const start = async () => {
    const read = callOf(form)
    if ('problem' in read) return setRun({ kind: 'failed', problem: read.problem })
    setRun({ kind: 'running' })
    const { input, options: chosen } = read.call
    sending.current = new AbortController()
    const outcome =
      where === 'tab'
        ? await thread.run({ kind: 'run', toolId: tool.id, input, options: chosen })
        : await askServer({ tool, input, options: chosen, key: key.text, signal: sending.current.signal })
    if ('stopped' in outcome) setRun({ kind: 'stopped' })
    else if ('problem' in outcome) setRun({ kind: 'failed', problem: outcome.problem })
    else setRun({ kind: 'done', answer: { result: outcome.done, texts: await textsOf(input), place: where } })
  }
  /** Keeps the last result on show while the next one is made; of many moves only the last counts. */
  const runAgain = async (next: FormState['options']) => {
    setForm((old) => ({ ...old, options: next }))
    const isRunning = again.current !== undefined
    again.current = next
    if (isRunning) return
    const read = callOf(form)
    while (again.current !== undefined && 'call' in read) {
      const chosen: FormState['options'] = again.current
      const outcome = await thread.run({ kind: 'run', toolId: tool.id, input: read.call.input, options: chosen })
      if ('done' in outcome) setRun({ kind: 'done', answer: { result: outcome.done, texts: await textsOf(read.call.input), place: 'tab' } })
      else if ('problem' in outcome) setRun({ kind: 'failed', problem: outcome.problem })
      if (again.current === chosen || !('done' in outcome)) again.current = undefined
    }
  }
  const stop = () => {
    thread.stop()
    sending.current?.abort()
  }
  const copy = async (what: string, text: string) => {
    setNotice((await copyText(text)) ? `${what} copied.` : 'The browser does not let this page copy.')
  }
  const copyCurl = () => {
    const read = callOf(form)
    if ('problem' in read) setRun({ kind: 'failed', problem: read.problem })
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
    setRun({ kind: 'waiting' })
  }
  const isRunning = run.kind === 'running'
  return h(
    'article',
    { class: 'tool' },
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
                ? h('button', { type: 'button', class: 'stop', onClick: stop }, 'Stop')
                : h('button', { type: 'button', class: 'primary', onClick: () => void start() }, 'Run'),
              h('button', { type: 'button', onClick: copyCurl }, 'Copy as curl'),
              h('button', { type: 'button', onClick: copyLink }, 'Copy link'),
              h('span', { class: 'quiet', role: 'status' }, notice),
            ),
          ],
    ),
    !isBatch && h(RunResultCard, { tool, run, options: form.options, onOptions: (next) => void runAgain(next) }),
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
  return h(
    'div',
    { class: 'documents' },
    propertiesOf(tool.schemas.input).map(([name, schema]) =>
      h(DocumentField, {
        key: name,
        name,
        schema,
        isDocument: documents.has(name),
        required: isRequired(tool.schemas.input, name),
        value: form.fields[name],
        onChange: (value) => onForm((old) => ({ ...old, fields: withMember(old.fields, name, value) })),
      }),
    ),
  )
}

function Options({ tool, form, onForm }: FormProps): VNode | null {
  const properties = propertiesOf(tool.schemas.options)
  const changed = Object.keys(form.options).length
  const hasRequired = properties.some(([name]) => isRequired(tool.schemas.options, name))
  if (properties.length === 0) return null
  return h(
    'details',
    { class: 'options', open: hasRequired || undefined },
    h(
      'summary',
      null,
      h('h2', null, 'Options'),
      h('span', { class: 'quiet' }, changed === 0 ? 'all as they are by default' : `${changed} set`),
    ),
    h(
      'div',
      { class: 'option-grid' },
      properties.map(([name, schema]) =>
        h(OptionField, {
          key: name,
          name,
          schema,
          value: form.options[name],
          required: isRequired(tool.schemas.options, name),
          onChange: (value) => onForm((old) => ({ ...old, options: withMember(old.options, name, value) })),
        }),
      ),
    ),
  )
}

interface CardProps {
  readonly tool: ToolDescription
  readonly run: Run
  readonly options: FormState['options']
  readonly onOptions: (options: FormState['options']) => void
}

function RunResultCard({ tool, run, options, onOptions }: CardProps): VNode {
  const words = {
    waiting: '',
    running: 'Running…',
    stopped: 'Stopped. Nothing of this run is kept.',
    failed: '',
    done:
      run.kind === 'done'
        ? `Done in ${formatTime(run.answer.result.milliseconds)} ${run.answer.place === 'tab' ? 'in this tab' : 'on the server'}.`
        : '',
  }[run.kind]
  return h(
    'section',
    { class: run.kind === 'waiting' ? 'result' : 'card result', 'aria-label': 'Result' },
    h('p', { class: 'run-words', role: 'status' }, words),
    run.kind === 'failed' && h(ProblemView, { problem: run.problem }),
    run.kind === 'done' && h(ResultPanel, { tool, answer: run.answer, options, onOptions }),
  )
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
