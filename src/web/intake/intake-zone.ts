// One large place that takes a text, a file, many, a folder or a paste, tells what it is, and offers the tools that fit.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import { TextArea } from '../form/text-area.ts'
import { Icon } from '../home/icons.ts'
import { msg, t } from '../language/language.ts'
import { countFiles } from '../language/words.ts'
import { readChosen, readDropped } from '../run/dropped-files.ts'
import type { Problem } from '../run/messages.ts'
import type { BatchFile } from '../run/run-batch.ts'
import { ToolThread } from '../run/tool-thread.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import { ProblemView } from '../views/problem-view.ts'
import { type Dropped, droppedFiles, droppedText } from './dropped-items.ts'
import type { Handed } from './handover.ts'
import { OfferList } from './offer-list.ts'

interface Props {
  readonly tools: readonly ToolEntry[]
  readonly openWorker: () => Worker
  readonly onOpen: (toolId: string, handed: Handed) => void
  /** Takes what was dropped, instead of the offers of tools. */
  readonly onDropped?: (dropped: Dropped | undefined) => void
  /** Opens a ZIP that is dropped alone at once. */
  readonly opensZip?: boolean
}

const NO_FOLDER: Problem = {
  code: 'io_error',
  title: msg('The files cannot be read'),
  detail: msg('The browser could not read what was dropped.'),
}

export function IntakeZone({ tools, openWorker, onOpen, onDropped, opensZip = false }: Props): VNode {
  const [text, setText] = useState('')
  const [dropped, setShown] = useState<Dropped | undefined>()
  const [problem, setProblem] = useState<Problem | undefined>()
  const [busy, setBusy] = useState('')
  const [over, setOver] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const setDropped = (next: Dropped | undefined) => {
    setShown(next)
    onDropped?.(next)
  }
  const write = (typed: string) => {
    setProblem(undefined)
    setText(typed)
    setDropped(typed.trim() === '' ? undefined : droppedText(typed))
  }
  const take = async (read: () => Promise<readonly BatchFile[]>) => {
    setProblem(undefined)
    setBusy(t('Looking at the files…'))
    try {
      const files = await read()
      setText('')
      const found = files.length === 0 ? undefined : await droppedFiles(files)
      if (opensZip && found?.what === 'file' && found.kind === 'zip') return await unzip(found.file.file)
      setDropped(found)
    } catch {
      setProblem(NO_FOLDER)
    }
    setBusy('')
  }
  const unzip = async (file: Blob) => {
    setBusy(t('Opening the ZIP…'))
    const thread = new ToolThread(openWorker)
    const outcome = await thread.unzip(file)
    thread.stop()
    setBusy('')
    if ('problem' in outcome) return setProblem(outcome.problem)
    if ('done' in outcome)
      await take(async () => outcome.done.map(({ name, content }) => ({ path: name, file: new File([content], name) })))
  }
  useEffect(() => listenForPaste(area, write, (files) => void take(async () => files)), [])
  const clear = () => {
    setDropped(undefined)
    setProblem(undefined)
    setText('')
    area.current?.focus()
  }
  return h(
    'section',
    { class: 'intake', 'aria-label': t('Your document') },
    h(
      'div',
      {
        class: over ? 'drop intake-drop over' : 'drop intake-drop',
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: (event: DragEvent) => {
          setOver(false)
          const { dataTransfer } = event
          if (!dataTransfer || dataTransfer.files.length === 0) return
          event.preventDefault()
          void take(() => readDropped(dataTransfer))
        },
      },
      dropped && dropped.what !== 'text'
        ? h(DroppedItems, { dropped, onClear: clear })
        : h(TextArea, {
            area,
            rows: 5,
            label: t('Text, message or codes'),
            placeholder: t('Drop files or a folder here, or paste a message, a document, a note, codes or units.'),
            text,
            onText: write,
          }),
      h(Choosers, { onFiles: (files) => void take(async () => files), onClear: dropped ? clear : undefined }),
    ),
    h('p', { class: 'away', role: 'status' }, busy),
    busy !== '' && h('p', { class: 'quiet' }, busy),
    problem && h(ProblemView, { problem }),
    dropped && !onDropped && h(OfferList, { dropped, tools, onOpen, onUnzip: (file: Blob) => void unzip(file) }),
  )
}

/** A paste anywhere on the page that is not into a control. @returns what ends it */
function listenForPaste(
  area: { current: HTMLTextAreaElement | null },
  onText: (text: string) => void,
  onFiles: (files: BatchFile[]) => void,
) {
  const paste = (event: ClipboardEvent) => {
    const target = event.target as Element | null
    const files = event.clipboardData?.files
    if (files && files.length > 0) {
      event.preventDefault()
      return onFiles(readChosen(files))
    }
    if (target?.matches('input, textarea, select')) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text === '') return
    event.preventDefault()
    onText(text)
    area.current?.focus()
  }
  document.addEventListener('paste', paste)
  return () => document.removeEventListener('paste', paste)
}

function DroppedItems({ dropped, onClear }: { dropped: Exclude<Dropped, { what: 'text' }>; onClear: () => void }): VNode {
  const words = dropped.what === 'file' ? dropped.file.path : countFiles(dropped.groups.reduce((sum, { files }) => sum + files.length, 0))
  return h(
    'div',
    { class: 'held' },
    h(Icon, { name: 'drop' }),
    h('span', { class: 'held-name' }, words),
    h('button', { type: 'button', class: 'plain', onClick: onClear }, t('Remove')),
  )
}

function Choosers({ onFiles, onClear }: { onFiles: (files: BatchFile[]) => void; onClear: (() => void) | undefined }): VNode {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const choose = (event: Event) => {
    const input = event.currentTarget as HTMLInputElement
    if (input.files) onFiles(readChosen(input.files))
    input.value = ''
  }
  const hidden = { type: 'file', class: 'away', tabIndex: -1, onChange: choose }
  return h(
    'div',
    { class: 'drop-bar' },
    h('button', { type: 'button', class: 'plain', onClick: () => files.current?.click() }, t('Choose files')),
    h('button', { type: 'button', class: 'plain', onClick: () => folder.current?.click() }, t('Choose a folder')),
    onClear && h('button', { type: 'button', class: 'plain', onClick: onClear }, t('Clear')),
    h('span', { class: 'quiet grow' }, t('Stays in this browser.')),
    h('input', { ...hidden, ref: files, multiple: true, 'aria-label': t('Files') }),
    h('input', { ...hidden, ref: folder, webkitdirectory: true, 'aria-label': t('Folder') }),
  )
}
