// The card below the form: whether the tool runs, what went wrong, and what came out.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { h } from '../draw.ts'
import type { Handed } from '../intake/handover.ts'
import { formatFixed, t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'
import { ProblemView } from '../views/problem-view.ts'
import { type ResultPart, useResultPart } from '../views/result-part.ts'
import type { LiveState } from './live-call.ts'
import type { Series } from './series.ts'
import type { ToolEntry } from './tool-list.ts'
import type { Answer, Run, Runs } from './use-run.ts'

interface Props {
  readonly tool: PageTool
  readonly tools: readonly ToolEntry[]
  readonly run: Run
  /** Undefined if the result does not follow what is typed. */
  readonly live: LiveState | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly onOptions: (options: Readonly<Record<string, unknown>>) => void
  readonly variant: Runs['variant']
  readonly ask: Runs['ask']
  readonly edit: (field: string, text: string) => void
  readonly series: Series | undefined
  readonly onOpen: (toolId: string, handed: Handed) => void
  /** Whether the result has the whole width. */
  readonly isWide: boolean
  readonly onWide: (isWide: boolean) => void
}

export function RunResultCard(props: Props): VNode {
  const { run, live, isWide, onWide } = props
  const { part, failed } = useResultPart()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (run.kind === 'done' && !live && part && card.current) bringIntoView(card.current)
  }, [run.kind, part])
  const answer = run.kind === 'done' ? run.answer : undefined
  const last = run.kind === 'failed' ? run.last : undefined
  return h(
    'section',
    { class: 'card result', 'aria-label': t('Result'), ref: card },
    h(
      'div',
      { class: 'result-head' },
      h('p', { class: 'run-words', role: 'status' }, wordsOf(run, live)),
      h('button', { type: 'button', class: 'plain widen', 'aria-pressed': isWide, onClick: () => onWide(!isWide) }, t('Full width')),
    ),
    run.kind === 'failed' && h(ProblemView, { problem: run.problem, isQuiet: live === 'ready' }),
    failed && answer && h('p', { class: 'problem', role: 'alert' }, t('The code that shows results could not be loaded. Reload the page.')),
    answer && part && h(AnswerView, { ...props, part, answer }),
    last &&
      part &&
      h(
        'div',
        { class: 'stale' },
        h('p', { class: 'quiet' }, t('The result before that:')),
        h(AnswerView, { ...props, part, answer: last }),
      ),
  )
}

function AnswerView({ part, ...props }: Props & { readonly part: ResultPart; readonly answer: Answer }): VNode {
  const { tool, tools, answer, options, onOptions, variant, ask, edit, series, onOpen } = props
  return h(part.ResultPanel, { tool, tools, answer, options, onOptions, variant, ask, edit, series, onOpen })
}

/** A result that begins at the end of the window is as good as none. */
function bringIntoView(card: HTMLElement): void {
  if (card.getBoundingClientRect().top > innerHeight / 2) card.scrollIntoView({ block: 'start' })
}

function wordsOf(run: Run, live: LiveState | undefined): string {
  switch (run.kind) {
    case 'waiting':
      if (live === undefined) return t('The result appears here.')
      return live === 'long' ? t('The document is long: press Run.') : t('The result appears as you type.')
    case 'running':
      return t('Running…')
    case 'stopped':
      return t('Stopped. Nothing from this run is kept.')
    case 'failed':
      return ''
    case 'done': {
      const { place, result } = run.answer
      return place === 'tab'
        ? t('Done in {time} in this tab.', { time: formatTime(result.milliseconds) })
        : t('Done in {time} on the server.', { time: formatTime(result.milliseconds) })
    }
  }
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${formatFixed(milliseconds, milliseconds < 10 ? 1 : 0)} ms` : `${formatFixed(milliseconds / 1000, 1)} s`
}
