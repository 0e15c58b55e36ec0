// One tool: its form, where it runs, and its result. Everything on it comes from the declaration of the tool.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { DocumentField } from '../form/document-field.ts'
import { callOf, EMPTY_FORM, type FormState, formOfExample, isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import { formOfHandover, type Handed, type Handover } from '../intake/handover.ts'
import { t } from '../language/language.ts'
import { loadExamples } from '../language/load.ts'
import { noteWork } from '../palette/recent-work.ts'
import type { PageExample, PageTool } from '../run/page-tool.ts'
import { keepKey, readKey } from '../run/server-key.ts'
import { currentSession } from '../sign-in/session.ts'
import { useLoaded } from '../views/loaded.ts'
import { closedPlace, sharedPlace } from './address.ts'
import type { BatchPanelProps } from './batch-panel.ts'
import { CopyChoice } from './copy-choice.ts'
import { copyText } from './copy-text.ts'
import { type Where, WhereChoice } from './key-entry.ts'
import { isSameInput, keepFollowing, liveStateOf, readFollowing } from './live-call.ts'
import { NextTools } from './next-tools.ts'
import { RunResultCard } from './result-card.ts'
import { useSeries } from './series.ts'
import { ToolHead } from './tool-head.ts'
import type { ToolEntry } from './tool-list.ts'
import { Options, ProminentOptions } from './tool-options.ts'
import { useRun } from './use-run.ts'

export interface ToolPanelProps {
  readonly tool: PageTool
  readonly tools: readonly ToolEntry[]
  /** Options of the link that led here. */
  readonly options: Readonly<Record<string, unknown>>
  /** What was dropped elsewhere for this tool. */
  readonly handed: Handover | undefined
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
  /** Undefined for what is no single tool. */
  readonly onFavourite?: () => void
  readonly isFavourite?: boolean
  /** A recipe that runs instead of the tool, which describes it, and the controls to change it. */
  readonly recipe?: unknown
  readonly above?: VNode
}

export function ToolPanel(props: ToolPanelProps): VNode {
  const { tool, tools, options, handed, openWorker, onOpen, recipe, above } = props
  const [form, setForm] = useState<FormState>(() => (handed ? formOfHandover(tool, handed) : { ...EMPTY_FORM, options }))
  const isViewer = isPictureTool(tool)
  const [isBatch, setBatch] = useState(handed !== undefined && 'files' in handed && !isViewer)
  const [isWide, setWide] = useState(false)
  const [where, setWhere] = useState<Where>('tab')
  const [key, setKey] = useState(() => ({ text: readKey(), kept: readKey() !== '' }))
  const [notice, setNotice] = useState('')
  const runs = useRun(tool, openWorker, recipe)
  const { run } = runs
  const live = liveStateOf(tool, form)
  const [isFollowing, setFollowing] = useState(readFollowing)
  const isLive = where === 'tab' && isFollowing
  const wasFilled = useRef(false)
  const start = () => {
    if (recipe === undefined) noteWork(tool, form)
    return runs.start(form, where, currentSession()?.token ?? key.text)
  }
  useEffect(() => history.replaceState(null, '', closedPlace(tool, form.options)), [tool, form.options])
  useEffect(() => {
    // What a person has dropped for this tool runs however large it is.
    if (handed && (live === 'long' || (live === 'ready' && !isLive))) void start()
  }, [])
  useEffect(() => {
    if (!isLive || isBatch) return
    // A result of what was there before would be taken for that of what is there now.
    if (live !== 'ready') return wasFilled.current || live === 'missing' ? runs.reset() : undefined
    // An example is there at once; typing waits for a pause.
    const timer = setTimeout(() => void runs.follow(form), wasFilled.current ? runs.pause.ms : 0)
    wasFilled.current = true
    return () => clearTimeout(timer)
  }, [form, isBatch, isLive, recipe])
  useEffect(() => {
    if (!isLive && run.kind === 'done' && !isSameInput(run.answer.call.input, form.fields)) runs.reset()
  }, [form.fields, run, isLive])
  const mainField = tool.document?.field ?? tool.parts[0]?.field ?? ''
  const series = useSeries(runs.ask, (file) => {
    const changed = (old: FormState) => ({ ...old, fields: withMember(old.fields, mainField, { file }) })
    setForm(changed)
    void runs.follow(changed(form))
  })
  useEffect(() => {
    if (isViewer && handed && 'files' in handed) series.take(handed.files.map(({ file }) => file))
  }, [])
  const last = useRef<FormState | undefined>(undefined)
  last.current = run.kind === 'done' ? form : undefined
  useEffect(() => () => last.current && recipe === undefined && noteWork(tool, last.current), [])

  const runAgain = (next: FormState['options']) => {
    const changed = { ...form, options: next }
    setForm(changed)
    void runs.follow(changed)
  }
  const copy = async (what: string, text: string) => {
    setNotice((await copyText(text)) ? t('{what} copied.', { what }) : t('The browser does not let this page copy.'))
  }
  const readCall = () => {
    const read = callOf(form)
    if ('call' in read) return read.call
    runs.fail(read.problem)
    return undefined
  }
  const copyLink = () => void copy(t('Link'), new URL(sharedPlace(tool, form.options), document.baseURI).href)
  const readOptions = () => {
    const read = callOf({ ...form, fields: {} })
    return 'problem' in read ? read : { options: read.call.options }
  }
  const useExample = (example: PageExample) => {
    wasFilled.current = false
    setForm(formOfExample(tool, example))
    if (!isLive) runs.reset()
  }
  const edit = (field: string, text: string) => setForm((old) => ({ ...old, fields: withMember(old.fields, field, { text }) }))
  const follow = (next: boolean) => {
    keepFollowing(next)
    setFollowing(next)
  }
  const isRunning = run.kind === 'running'
  return h(
    'article',
    { class: `tool ${isBatch ? 'one-pane' : isWide ? 'one-pane wide' : 'panes'}` },
    h(ToolHead, { tool, isFavourite: props.isFavourite ?? false, onFavourite: props.onFavourite }),
    h(
      'section',
      { class: 'card input-card', 'aria-labelledby': 'input-title' },
      above,
      h(
        'div',
        { class: 'card-head' },
        h('h2', { id: 'input-title' }, t('Input')),
        tool.document && h(ModeChoice, { isBatch, onBatch: setBatch }),
        !isBatch && h(ExampleChoice, { tool, onChoose: useExample }),
      ),
      !isBatch && h(InputFields, { tool, form, onForm: setForm, onFiles: isViewer ? series.take : undefined }),
      !isBatch && h(NextTools, { toolId: tool.id, value: form.fields[mainField], tools, onOpen }),
      h(ProminentOptions, { tool, form, onForm: setForm, ask: runs.ask }),
      h(Options, { tool, form, onForm: setForm, ask: runs.ask }),
      isBatch
        ? h(LoadedBatch, { tool, openWorker, readOptions, recipe, initial: handed && 'files' in handed ? handed.files : [] })
        : [
            recipe === undefined &&
              h(WhereChoice, {
                key: 'where',
                where,
                apiKey: key.text,
                kept: key.kept,
                onWhere: setWhere,
                onKey: (text, kept) => {
                  setKey({ text, kept: keepKey(text, kept) && kept })
                },
              }),
            h(
              'div',
              { key: 'actions', class: 'actions' },
              isRunning
                ? h('button', { type: 'button', class: 'stop', onClick: runs.stop }, t('Stop'))
                : h(
                    'button',
                    {
                      type: 'button',
                      class: 'primary',
                      'aria-keyshortcuts': 'Control+Enter',
                      title: 'Ctrl+Enter',
                      onClick: () => void start(),
                    },
                    t('Run'),
                  ),
              where === 'tab' && h(FollowSwitch, { isOn: isFollowing, onChange: follow }),
              recipe === undefined && h(CopyChoice, { tool, readCall, onCopy: (what, text) => void copy(what, text) }),
              recipe === undefined && h('button', { type: 'button', class: 'plain', onClick: copyLink }, t('Copy link')),
              h('span', { class: 'quiet', role: 'status' }, notice),
            ),
          ],
    ),
    !isBatch &&
      h(RunResultCard, {
        tool,
        tools,
        run,
        live: isLive ? live : undefined,
        options: form.options,
        onOptions: runAgain,
        variant: runs.variant,
        ask: runs.ask,
        edit,
        series: series.of(form.fields[mainField]),
        onOpen,
        isWide,
        onWide: setWide,
      }),
  )
}

function FollowSwitch({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }): VNode {
  return h(
    'label',
    { class: 'switch' },
    h('input', { type: 'checkbox', checked: isOn, onChange: () => onChange(!isOn) }),
    t('Run while typing'),
  )
}

/** For such a tool, several files are the pictures of one series. */
function isPictureTool({ document, download }: PageTool): boolean {
  return document !== null && download?.mediaType.startsWith('image/') === true
}

/** Loaded with the first choice of many files. */
function LoadedBatch(props: BatchPanelProps): VNode {
  const { part, failed } = useLoaded('batch', () => import('./batch-panel.ts'))
  if (failed) return h('p', { class: 'problem', role: 'alert' }, t('The server did not respond. Reload the page.'))
  return part ? h(part.BatchPanel, props) : h('p', { class: 'quiet', role: 'status' }, t('Loading…'))
}

function ModeChoice({ isBatch, onBatch }: { isBatch: boolean; onBatch: (isBatch: boolean) => void }): VNode {
  const mode = (value: boolean, title: string) =>
    h('button', { type: 'button', 'aria-pressed': isBatch === value, onClick: () => onBatch(value) }, title)
  return h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': t('How many documents') },
    mode(false, t('One document')),
    mode(true, t('Many files')),
  )
}

/** Loaded behind the form, so that it does not wait for them. */
function ExampleChoice({ tool, onChoose }: { tool: PageTool; onChoose: (example: PageExample) => void }): VNode {
  const { titles, address } = tool.examples
  const [examples, setExamples] = useState<readonly PageExample[] | undefined>()
  useEffect(() => {
    let current = true
    loadExamples(tool).then(
      (all) => current && setExamples(all),
      // Without them there is none to choose.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [address])
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement
    onChoose(examples![Number(select.value)]!)
    select.value = ''
  }
  return h(
    'select',
    { class: 'examples', 'aria-label': t('Fill in an example'), value: '', disabled: !examples, onChange: choose },
    h('option', { value: '', disabled: true }, t('Examples')),
    titles.map((title, i) => h('option', { key: i, value: String(i) }, title)),
  )
}

interface FormProps {
  readonly tool: PageTool
  readonly form: FormState
  readonly onForm: (change: (form: FormState) => FormState) => void
}

type InputProps = FormProps & { readonly onFiles: ((files: readonly File[]) => void) | undefined }

function InputFields({ tool, form, onForm, onFiles }: InputProps): VNode {
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
        onFiles,
        onChange: (value) => onForm((old) => ({ ...old, fields: withMember(old.fields, name, value) })),
      }),
    ),
  )
}
