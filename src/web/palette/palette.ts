// Ctrl+K: one line to find tools, earlier work and settings.
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { h } from '../draw.ts'
import type { Handed } from '../intake/handover.ts'
import { formatClock, t } from '../language/language.ts'
import { findTools, type ToolEntry } from '../shell/tool-list.ts'
import { forgetWork, keepsWork, recentWork, setKeepsWork } from './recent-work.ts'

export interface PaletteProps {
  readonly tools: readonly ToolEntry[]
  readonly favourites: readonly string[]
  /** Other things that can be done here. */
  readonly commands: readonly Command[]
  readonly onOpen: (toolId: string, handed?: Handed) => void
  readonly onClose: () => void
}

export interface Command {
  readonly title: string
  readonly run: () => void
}

interface Row extends Command {
  readonly hint: string
}

const MAX_RESULTS = 12

export function Palette(props: PaletteProps): VNode {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.showModal()
    return () => before?.focus({ preventScroll: true })
  }, [])
  const rows = rowsOf(props, query).slice(0, MAX_RESULTS)
  const current = Math.min(chosen, rows.length - 1)
  const run = (row: Row | undefined) => {
    if (!row) return
    props.onClose()
    row.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && rows.length > 0) setChosen((current + step + rows.length) % rows.length)
    else if (event.key === 'Enter') run(rows[current])
    else return
    event.preventDefault()
  }
  return h(
    'dialog',
    {
      class: 'palette',
      'aria-label': t('Search tools, recent work and settings'),
      ref: dialog,
      onClose: props.onClose,
      onClick: (event: Event) => event.target === dialog.current && dialog.current?.close(),
    },
    h('input', {
      type: 'search',
      role: 'combobox',
      'aria-expanded': 'true',
      'aria-controls': 'palette-rows',
      'aria-activedescendant': rows.length > 0 ? `palette-${current}` : undefined,
      'aria-label': t('Search tools, recent work and settings'),
      placeholder: t('Search tools, recent work and settings'),
      value: query,
      onInput: (event: Event) => {
        setQuery((event.currentTarget as HTMLInputElement).value)
        setChosen(0)
      },
      onKeyDown: press,
    }),
    h(
      'ul',
      { id: 'palette-rows', role: 'listbox', 'aria-label': t('Results') },
      rows.map((row, i) =>
        h(
          'li',
          { key: `${row.title} ${i}`, id: `palette-${i}`, role: 'option', 'aria-selected': i === current, onClick: () => run(row) },
          h('span', null, row.title),
          h('span', { class: 'quiet' }, row.hint),
        ),
      ),
    ),
    rows.length === 0 && h('p', { class: 'quiet nothing', role: 'status' }, t('Nothing found.')),
  )
}

/** Inputs are of patients: they are kept only if somebody asks for that. */
function commandsOfWork(hasWork: boolean): readonly Command[] {
  const keep = keepsWork()
    ? { title: t('Stop keeping recent work, and delete it from this browser'), run: () => setKeepsWork(false) }
    : { title: t('Keep recent work in this browser, with the texts that were entered'), run: () => setKeepsWork(true) }
  return hasWork ? [{ title: t('Forget recent work'), run: forgetWork }, keep] : [keep]
}

function rowsOf({ tools, favourites, commands, onOpen }: PaletteProps, query: string): Row[] {
  const row = (tool: ToolEntry, hint: string): Row => ({ title: tool.title, hint, run: () => onOpen(tool.id) })
  const title = (id: string) => tools.find((tool) => tool.id === id)?.title ?? id
  const works: Row[] = recentWork().map(({ toolId, form, at }) => ({
    title: title(toolId),
    hint: t('run at {at}', { at: formatClock(at) }),
    run: () => onOpen(toolId, { form }),
  }))
  const settings: Row[] = [...commands, ...commandsOfWork(works.length > 0)].map((command) => ({ ...command, hint: t('setting') }))
  const words = query.trim().toLowerCase()
  const marked = tools.filter(({ id }) => favourites.includes(id))
  if (words === '')
    return [...marked.map((tool) => row(tool, t('favorite'))), ...works, ...settings, ...tools.map((tool) => row(tool, tool.id))]
  const holds = (text: string) => words.split(/\s+/).every((word) => text.toLowerCase().includes(word))
  return [
    ...findTools(tools, query).map((tool) => row(tool, tool.id)),
    ...works.filter((work) => holds(work.title)),
    ...settings.filter((setting) => holds(setting.title)),
  ]
}
