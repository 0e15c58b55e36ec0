// De-identification in one step: drop a study, a feed, tables or notes, run, look at before and after, save one ZIP.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import type { Dropped } from '../intake/dropped-items.ts'
import { droppedFiles } from '../intake/dropped-items.ts'
import type { Handed, Handover } from '../intake/handover.ts'
import { IntakeZone } from '../intake/intake-zone.ts'
import { formatBytes, formatCount, msg, plural, t } from '../language/language.ts'
import { loadDescription } from '../language/load.ts'
import { useLeaveWarning } from '../run/leave-warning.ts'
import type { Problem } from '../run/messages.ts'
import type { PageTool } from '../run/page-tool.ts'
import { BatchJob } from '../run/run-batch.ts'
import { ToolThread } from '../run/tool-thread.ts'
import { saveFile } from '../shell/save-file.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import { ProblemView } from '../views/problem-view.ts'
import { useResultPart } from '../views/result-part.ts'
import { FileLook } from './file-detail.ts'
import { FilesReport } from './files-report.ts'
import { KeyPanel } from './key-panel.ts'
import { type FileOutcome, outcomeOf, type PlannedFile, zipEntries } from './outcome.ts'
import { noteOf, optionsFor, reasonOf, type Strictness, toolIdOf } from './plan.ts'
import { makeKey, readStoredKey } from './site-key.ts'

export interface DeidentifyPlaceProps {
  readonly tools: readonly ToolEntry[]
  readonly handed: Handover | undefined
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
}

type State =
  | { readonly kind: 'waiting' | 'stopped' }
  | { readonly kind: 'running'; readonly done: number }
  | { readonly kind: 'done'; readonly zip: Blob }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** Bytes of a table in which its header line is looked for. */
const HEADER_BYTES = 4_096

const NOT_READ: Problem = {
  code: 'io_error',
  title: msg('The files cannot be read'),
  detail: msg('The browser could not read what was dropped. Drop the files again.'),
}

export function DeidentifyPlace({ tools, handed, openWorker, onOpen }: DeidentifyPlaceProps): VNode {
  const [strictness, setStrictness] = useState<Strictness>({ method: 'replace', failClosed: false })
  const [keyText, setKeyText] = useState(() => readStoredKey() ?? makeKey())
  const [keepNames, setKeepNames] = useState(false)
  const [files, setFiles] = useState<readonly PlannedFile[]>([])
  const [unreadable, setUnreadable] = useState(0)
  const [outcomes, setOutcomes] = useState<readonly (FileOutcome | undefined)[]>([])
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const [chosen, setChosen] = useState<number | undefined>()
  // Its style is that of this view, too.
  useResultPart()
  const job = useRef<BatchJob | undefined>(undefined)
  // A run whose files, key or method were changed meanwhile must not show its results beside the new ones.
  const serial = useRef(0)
  useEffect(() => () => job.current?.stop(), [])
  const reset = () => {
    serial.current++
    job.current?.stop()
    setOutcomes([])
    setChosen(undefined)
    setState({ kind: 'waiting' })
  }
  const take = (dropped: Dropped | undefined) => {
    reset()
    setFiles(dropped ? planFiles(dropped, tools) : [])
    setUnreadable(dropped?.what === 'files' ? dropped.unreadable : 0)
  }
  // Results of another key or method would be taken for those of the one that is shown.
  const changeKey = (next: string) => {
    reset()
    setKeyText(next)
  }
  const changeStrictness = (next: Strictness) => {
    reset()
    setStrictness(next)
  }
  const changeNames = async () => {
    setKeepNames(!keepNames)
    if (state.kind !== 'done') return
    const thread = new ToolThread(openWorker)
    const outcome = await thread.zip(zipEntries({ files, outcomes, unreadable, method: strictness.method, keepNames: !keepNames }))
    thread.stop()
    if ('done' in outcome) setState({ kind: 'done', zip: outcome.done })
    else if ('problem' in outcome) setState({ kind: 'failed', problem: outcome.problem })
  }
  useEffect(() => {
    if (handed && 'files' in handed) droppedFiles(handed.files).then(take, () => setState({ kind: 'failed', problem: NOT_READ }))
  }, [handed])
  const start = async () => {
    const own = ++serial.current
    const isCurrent = () => serial.current === own
    const results: (FileOutcome | undefined)[] = files.map(({ toolId, reason }) =>
      toolId === undefined ? { kind: 'aside', code: 'unsupported', reason } : undefined,
    )
    const notes: (string | undefined)[] = []
    const todo = files.flatMap(({ toolId }, i) => (toolId === undefined ? [] : [i]))
    let descriptions: ReadonlyMap<string, PageTool>
    try {
      descriptions = await describe(tools, new Set(files.flatMap(({ toolId }) => toolId ?? [])))
    } catch {
      return setState({
        kind: 'failed',
        problem: { code: 'io_error', title: t('The tools cannot be loaded'), detail: t('The server did not respond. Try again later.') },
      })
    }
    if (!isCurrent()) return
    let done = 0
    setChosen(undefined)
    setOutcomes([...results])
    setState({ kind: 'running', done })
    job.current = new BatchJob({
      count: todo.length,
      openWorker,
      requestOf: async (at) => {
        const { file, toolId } = files[todo[at]!]!
        const firstLine = toolId === 'phi/deidentify-table' ? await readFirstLine(file) : ''
        const options = optionsFor(toolId!, strictness, keyText, firstLine)
        notes[at] = noteOf(toolId!, strictness, firstLine)
        return { toolId: toolId!, input: { [descriptions.get(toolId!)!.document!.field]: { file } }, options }
      },
      onItem: (at, result) => {
        results[todo[at]!] = 'code' in result ? { kind: 'aside', code: result.code, reason: result.detail } : outcomeOf(result, notes[at])
        done++
        if (isCurrent()) setState({ kind: 'running', done })
      },
      entries: () => zipEntries({ files, outcomes: results, unreadable, method: strictness.method, keepNames }),
    })
    const outcome = await job.current.run()
    if (!isCurrent()) return
    if ('stopped' in outcome) return setState({ kind: 'stopped' })
    setOutcomes([...results])
    setState('done' in outcome ? { kind: 'done', zip: outcome.done } : { kind: 'failed', problem: outcome.problem })
  }
  const isRunning = state.kind === 'running'
  useLeaveWarning(isRunning)
  const ready = files.filter(({ toolId }) => toolId !== undefined).length
  const look = chosen === undefined ? undefined : outcomes[chosen]
  return h(
    'article',
    { class: 'tool one-pane deidentify' },
    h('h1', null, t('De-identify')),
    h('p', null, t('Drop a study, a feed, tables, documents or notes. Everything runs in this tab. Nothing is sent.')),
    h(
      'section',
      { class: 'card', 'aria-label': t('Input') },
      h(IntakeZone, { tools, openWorker, onOpen, onDropped: take, opensZip: true }),
      unreadable > 0 &&
        h(
          'p',
          { class: 'problem', role: 'alert' },
          plural(
            unreadable,
            '{count} file cannot be read and will be missing from the result.',
            '{count} files cannot be read and will be missing from the result.',
          ),
        ),
      h(MethodChoice, { strictness, onStrictness: changeStrictness }),
      h(KeyPanel, { keyText, onKey: changeKey }),
      h(
        'label',
        { class: 'switch' },
        h('input', { type: 'checkbox', checked: keepNames, disabled: isRunning, onChange: () => void changeNames() }),
        t('Keep the names of the files in the ZIP (names often hold names of patients)'),
      ),
      h(
        'div',
        { class: 'actions' },
        isRunning
          ? h('button', { type: 'button', class: 'stop', onClick: () => job.current?.stop() }, t('Stop'))
          : h(
              'button',
              { type: 'button', class: 'primary', disabled: files.length === 0, onClick: () => void start() },
              files.length === 0 ? t('De-identify') : plural(files.length, 'De-identify {count} file', 'De-identify {count} files'),
            ),
        h('span', { class: 'quiet', role: 'status' }, wordsOf(state, ready)),
      ),
      isRunning && h('progress', { max: ready, value: state.done, 'aria-label': t('Files done') }),
      state.kind === 'failed' && h(ProblemView, { problem: state.problem }),
    ),
    state.kind === 'done' &&
      h(
        'section',
        { class: 'card', 'aria-labelledby': 'report-title' },
        h(
          'div',
          { class: 'card-head' },
          h('h2', { id: 'report-title' }, t('Report')),
          h(
            'button',
            { type: 'button', class: 'primary save-all', onClick: () => saveFile(state.zip, 'deidentified.zip') },
            t('Save ZIP ({size})', { size: formatBytes(state.zip.size) }),
          ),
        ),
        h(FilesReport, { files, outcomes, chosen, onChoose: setChosen }),
      ),
    look &&
      look.kind !== 'aside' &&
      h(FileLook, {
        key: String(chosen),
        entry: tools.find(({ id }) => id === files[chosen!]!.toolId)!,
        planned: files[chosen!]!,
        kept: look.result,
        tools,
        openWorker,
        onOpen,
      }),
  )
}

function planFiles(dropped: Dropped, tools: readonly ToolEntry[]): readonly PlannedFile[] {
  const all =
    dropped.what === 'files'
      ? dropped.groups.flatMap(({ kind, files }) => files.map(({ file, path }) => ({ file, path, kind })))
      : [
          dropped.what === 'file'
            ? { ...dropped.file, kind: dropped.kind }
            : { file: new File([dropped.text], 'Text'), path: t('Pasted text'), kind: dropped.kind },
        ]
  const planned = all.map(({ file, path, kind }) => {
    const toolId = toolIdOf(kind)
    return { file, path, reason: reasonOf(kind), toolId: tools.some(({ id }) => id === toolId) ? toolId : undefined }
  })
  return planned.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

async function readFirstLine(file: File): Promise<string> {
  const head = await file.slice(0, HEADER_BYTES).text()
  return head.split(/\r\n|\r|\n/, 1)[0]!.replace(/^\ufeff/, '')
}

async function describe(tools: readonly ToolEntry[], ids: ReadonlySet<string>): Promise<ReadonlyMap<string, PageTool>> {
  const entries = tools.filter(({ id }) => ids.has(id))
  const descriptions = await Promise.all(entries.map(loadDescription))
  return new Map(descriptions.map((tool) => [tool.id, tool]))
}

function wordsOf(state: State, ready: number): string {
  switch (state.kind) {
    case 'running':
      return state.done < ready
        ? plural(ready, 'Running: {done} of {count} file', 'Running: {done} of {count} files', { done: formatCount(state.done) })
        : t('Packing the ZIP…')
    case 'stopped':
      return t('Stopped. Nothing from this run is kept.')
    case 'done':
      return t('Done.')
    default:
      return ''
  }
}

interface MethodProps {
  readonly strictness: Strictness
  readonly onStrictness: (strictness: Strictness) => void
}

function MethodChoice({ strictness, onStrictness }: MethodProps): VNode {
  const choice = (method: Strictness['method'], title: string, words: string) =>
    h(
      'label',
      { class: 'method' },
      h('input', {
        type: 'radio',
        name: 'method',
        value: method,
        checked: strictness.method === method,
        onChange: () => onStrictness({ ...strictness, method }),
      }),
      h('span', null, h('strong', null, title), h('span', { class: 'hint' }, words)),
    )
  return h(
    'fieldset',
    { class: 'methods' },
    h('legend', null, t('Method')),
    choice(
      'replace',
      t('Replace'),
      t(
        'Made-up names and numbers: the same for the same person in every file. Dates are shifted by the days of each patient; in notes, all by the same days.',
      ),
    ),
    choice('remove', t('Remove'), t('Removes what Safe Harbor (HIPAA) lists. Dates keep only the year.')),
    h(
      'label',
      { class: 'switch' },
      h('input', {
        type: 'checkbox',
        checked: strictness.failClosed,
        onChange: () => onStrictness({ ...strictness, failClosed: !strictness.failClosed }),
      }),
      t('Strict: also hide every word that is not known to be safe'),
    ),
  )
}
