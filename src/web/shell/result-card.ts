// The card below the form: whether the tool runs, what went wrong, and what came out.
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ToolDescription } from '../../core/describe.ts'
import { h } from '../draw.ts'
import { ProblemView } from '../views/problem-view.ts'
import { type ResultPart, useResultPart } from '../views/result-part.ts'
import type { Answer, Run, Runs } from './use-run.ts'

interface Props {
  readonly tool: ToolDescription
  readonly run: Run
  /** The result follows what is typed. */
  readonly isLive: boolean
  readonly options: Readonly<Record<string, unknown>>
  readonly onOptions: (options: Readonly<Record<string, unknown>>) => void
  readonly variant: Runs['variant']
  readonly edit: (field: string, text: string) => void
}

export function RunResultCard(props: Props): VNode {
  const { run, isLive } = props
  const { part, failed } = useResultPart()
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (run.kind === 'done' && !isLive && part && card.current) bringIntoView(card.current)
  }, [run.kind, part])
  const answer = run.kind === 'done' ? run.answer : undefined
  const last = run.kind === 'failed' ? run.last : undefined
  return h(
    'section',
    { class: run.kind === 'waiting' && !isLive ? 'result' : 'card result', 'aria-label': 'Result', ref: card },
    h('p', { class: 'run-words', role: 'status' }, wordsOf(run, isLive)),
    run.kind === 'failed' && h(ProblemView, { problem: run.problem }),
    failed &&
      answer &&
      h('p', { class: 'problem', role: 'alert' }, 'The server did not send the code that shows results. Load the page again.'),
    answer && part && h(ShownAnswer, { ...props, part, answer }),
    last &&
      part &&
      h('div', { class: 'stale' }, h('p', { class: 'quiet' }, 'The result before that:'), h(ShownAnswer, { ...props, part, answer: last })),
  )
}

function ShownAnswer({ part, ...props }: Props & { readonly part: ResultPart; readonly answer: Answer }): VNode {
  const { tool, answer, options, onOptions, variant, edit } = props
  return h(part.ResultPanel, { tool, answer, options, onOptions, variant, edit })
}

/** A result that begins at the end of the window is as good as none. */
function bringIntoView(card: HTMLElement): void {
  if (card.getBoundingClientRect().top > innerHeight / 2) card.scrollIntoView({ block: 'start' })
}

function wordsOf(run: Run, isLive: boolean): string {
  switch (run.kind) {
    case 'waiting':
      return isLive ? 'The result appears as you type.' : ''
    case 'running':
      return 'Running…'
    case 'stopped':
      return 'Stopped. Nothing of this run is kept.'
    case 'failed':
      return ''
    case 'done': {
      const { place, result } = run.answer
      if (isLive && place === 'tab') return 'Updated as you type, in this tab.'
      return `Done in ${formatTime(result.milliseconds)} ${place === 'tab' ? 'in this tab' : 'on the server'}.`
    }
  }
}

function formatTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms` : `${(milliseconds / 1000).toFixed(1)} s`
}
