// Many files of one tool: drop a folder, see how far it is, stop it, save a ZIP.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { formatBytes, formatCount, msgs, plural, t } from '../language/language.ts'
import { countFiles } from '../language/words.ts'
import { readChosen, readDropped } from '../run/dropped-files.ts'
import { useLeaveWarning } from '../run/leave-warning.ts'
import type { Problem, RunResult } from '../run/messages.ts'
import type { PageTool } from '../run/page-tool.ts'
import { type BatchFile, BatchJob } from '../run/run-batch.ts'
import { useMoreRows } from '../views/more-rows.ts'
import { ProblemView } from '../views/problem-view.ts'
import { batchEntries } from './batch-entries.ts'
import { saveFile } from './save-file.ts'

export interface BatchPanelProps {
  readonly tool: PageTool
  readonly openWorker: () => Worker
  /** Runs instead of the tool, which describes it. */
  readonly recipe?: unknown
  /** Files that were dropped elsewhere. */
  readonly initial: readonly BatchFile[]
  /** The options, or what is wrong with them. */
  readonly readOptions: () => { readonly options: Readonly<Record<string, unknown>> } | { readonly problem: Problem }
}

interface Failure {
  readonly path: string
  readonly problem: Problem
}

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly done: number; readonly failures: readonly Failure[] }
  | { readonly kind: 'packing'; readonly done: number; readonly failures: readonly Failure[] }
  | { readonly kind: 'done'; readonly done: number; readonly failures: readonly Failure[]; readonly zip: Blob }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly problem: Problem }

/** Failed files that are shown at once. */
const STEP = 100

export function BatchPanel({ tool, openWorker, readOptions, initial, recipe }: BatchPanelProps): VNode {
  const [files, setFiles] = useState<readonly BatchFile[]>(initial)
  const [keepNames, setKeepNames] = useState(false)
  const [state, setState] = useState<State>({ kind: 'waiting' })
  const job = useRef<BatchJob | undefined>(undefined)
  useEffect(() => () => job.current?.stop(), [])
  const choose = (chosen: readonly BatchFile[]) => {
    setFiles(chosen)
    setState({ kind: 'waiting' })
  }
  const start = async () => {
    const read = readOptions()
    if ('problem' in read) return setState({ kind: 'failed', problem: read.problem })
    const failures: Failure[] = []
    let done = 0
    const results: (RunResult | Problem)[] = []
    const onItem = (index: number, result: RunResult | Problem) => {
      done++
      results[index] = result
      if ('code' in result) failures.push({ path: files[index]!.path, problem: result })
      setState({ kind: done < files.length ? 'running' : 'packing', done, failures: [...failures] })
    }
    setState({ kind: 'running', done, failures })
    const { options } = read
    job.current = new BatchJob({
      count: files.length,
      requestOf: (index) => ({ toolId: tool.id, input: { [tool.document!.field]: { file: files[index]!.file } }, options, recipe }),
      onItem,
      entries: () => batchEntries({ tool, files, results, keepNames }),
      openWorker,
    })
    const outcome = await job.current.run()
    if ('done' in outcome) setState({ kind: 'done', done, failures, zip: outcome.done })
    else setState('problem' in outcome ? { kind: 'failed', problem: outcome.problem } : { kind: 'stopped' })
  }
  const isBusy = state.kind === 'running' || state.kind === 'packing'
  useLeaveWarning(isBusy)
  return h(
    'div',
    { class: 'batch' },
    !isBusy && h(FolderZone, { files, onFiles: choose }),
    !isBusy &&
      h(
        'label',
        { class: 'switch' },
        h('input', { type: 'checkbox', checked: keepNames, onChange: () => setKeepNames(!keepNames) }),
        t('Keep the names of the files in the ZIP (names often hold names of patients)'),
      ),
    h(
      'div',
      { class: 'actions' },
      isBusy
        ? h('button', { type: 'button', class: 'stop', onClick: () => job.current?.stop() }, t('Stop'))
        : h(
            'button',
            { type: 'button', class: 'primary', disabled: files.length === 0, onClick: () => void start() },
            plural(files.length, 'Run {count} file', 'Run {count} files'),
          ),
    ),
    h('div', { role: 'status' }, h(Progress, { state, total: files.length })),
    state.kind === 'failed' && h(ProblemView, { problem: state.problem }),
    'failures' in state && state.failures.length > 0 && h(Failures, { failures: state.failures }),
    state.kind === 'done' &&
      h(
        'button',
        { type: 'button', class: 'primary', onClick: () => saveFile(state.zip, `${tool.id.replace('/', '-')}.zip`) },
        t('Save ZIP ({size})', { size: formatBytes(state.zip.size) }),
      ),
  )
}

function Progress({ state, total }: { state: State; total: number }): VNode | null {
  if (state.kind === 'stopped') return h('p', null, t('Stopped. Nothing from this run is kept.'))
  if (!('done' in state)) return null
  const failed = state.failures.length === 0 ? '' : `, ${plural(state.failures.length, '{count} failed', '{count} failed')}`
  const words = msgs({ running: 'Running', packing: 'Packing the ZIP', done: 'Done' })[state.kind]
  return h(
    'div',
    { class: 'progress' },
    h('progress', { max: total, value: state.done, 'aria-label': t('Files done') }),
    h(
      'p',
      null,
      `${t(words)}: ${plural(total, '{done} of {count} file', '{done} of {count} files', { done: formatCount(state.done) })}${failed}`,
    ),
  )
}

function Failures({ failures }: { failures: readonly Failure[] }): VNode {
  const { count, more } = useMoreRows(failures.length, STEP)
  return h(
    'details',
    { class: 'rows', open: true },
    h('summary', null, plural(failures.length, '{count} failed', '{count} failed')),
    h(
      'div',
      { class: 'scroll', tabIndex: 0, role: 'region', 'aria-label': t('Failed files') },
      h(
        'table',
        null,
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [t('File'), t('Code'), t('What')].map((title) => h('th', { key: title, scope: 'col' }, title)),
          ),
        ),
        h(
          'tbody',
          null,
          failures
            .slice(0, count)
            .map(({ path, problem }) =>
              h('tr', { key: path }, h('td', null, path), h('td', { class: 'mono' }, problem.code), h('td', null, problem.detail)),
            ),
        ),
      ),
    ),
    more,
  )
}

function FolderZone({ files, onFiles }: { files: readonly BatchFile[]; onFiles: (files: readonly BatchFile[]) => void }): VNode {
  const [over, setOver] = useState(false)
  const [error, setError] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    try {
      if (event.dataTransfer) onFiles(await readDropped(event.dataTransfer))
      setError(false)
    } catch {
      setError(true)
    }
  }
  const choose = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    if (input.files) onFiles(readChosen(input.files))
    input.value = ''
  }
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
  return h(
    'div',
    {
      class: over ? 'drop over' : 'drop',
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => void drop(event),
    },
    h(
      'p',
      { class: 'drop-words' },
      files.length === 0 ? t('Drop files or a folder here.') : `${countFiles(files.length)}, ${formatBytes(bytes)}`,
    ),
    error && h('p', { role: 'alert' }, t('The folder cannot be read.')),
    h(
      'div',
      { class: 'drop-bar' },
      h('button', { type: 'button', class: 'plain', onClick: () => chooser.current?.click() }, t('Choose files')),
      h('button', { type: 'button', class: 'plain', onClick: () => folder.current?.click() }, t('Choose a folder')),
      files.length > 0 && h('button', { type: 'button', class: 'plain', onClick: () => onFiles([]) }, t('Remove all')),
      h('input', { ref: chooser, type: 'file', multiple: true, class: 'away', tabIndex: -1, 'aria-label': t('Files'), onChange: choose }),
      h('input', {
        ref: folder,
        type: 'file',
        webkitdirectory: true,
        class: 'away',
        tabIndex: -1,
        'aria-label': t('Folder'),
        onChange: choose,
      }),
    ),
  )
}
