// Runs of one tool: those that a person starts, those that follow what is typed, and those that a view asks for.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type Call, callOf, type FormState } from '../form/form-state.ts'
import { textsOf } from '../run/input-texts.ts'
import type { Problem, RunResult } from '../run/messages.ts'
import type { PageTool } from '../run/page-tool.ts'
import { SideRuns } from '../run/side-runs.ts'
import { type Outcome, ToolThread } from '../run/tool-thread.ts'
import { UNREACHABLE } from '../run/unreachable.ts'
import type { RunTool } from '../views/picture/frame-picture.ts'
import type { Where } from './key-entry.ts'
import { TypingPause } from './typing-pause.ts'

export interface Answer {
  readonly result: RunResult
  readonly call: Call
  readonly texts: Readonly<Record<string, string>>
  readonly place: Where
}

export type Run =
  | { readonly kind: 'waiting' | 'running' | 'stopped' }
  | { readonly kind: 'done'; readonly answer: Answer }
  /** The last answer stays in view where runs follow what is typed. */
  | { readonly kind: 'failed'; readonly problem: Problem; readonly last?: Answer }

type Members = Readonly<Record<string, unknown>>

export interface Runs {
  readonly run: Run
  start(form: FormState, where: Where, key: string): Promise<void>
  /** Keeps the last result on show while the next one is made; of many calls only the last counts. */
  follow(form: FormState): Promise<void>
  stop(): void
  reset(): void
  readonly pause: TypingPause
  fail(problem: Problem): void
  variant(answer: Answer, options: Members): Promise<Members | undefined>
  /** Runs any tool in the tab, beside the runs of this one. */
  readonly ask: RunTool
}

interface Following {
  /** What a run that follows typing works on. */
  following: FormState | undefined
  isStarted: boolean
  resets: number
}

/** @param recipe runs instead of the tool, which describes it */
export function useRun(tool: PageTool, openWorker: () => Worker, recipe?: unknown): Runs {
  const [run, setRun] = useState<Run>({ kind: 'waiting' })
  const thread = useMemo(() => new ToolThread(openWorker), [openWorker])
  const pause = useMemo(() => new TypingPause(), [])
  const sending = useRef<AbortController | undefined>(undefined)
  const next = useRef<FormState | undefined>(undefined)
  const state = useRef<Following>({ following: undefined, isStarted: false, resets: 0 })
  const chosen = useRef(recipe)
  chosen.current = recipe
  const { variant, ask } = useSideRuns(tool, openWorker, run.kind === 'done' ? run.answer : lastOf(run).last)
  useEffect(() => () => thread.stop(), [thread])

  const inTab = ({ input, options }: Call) => thread.run({ kind: 'run', toolId: tool.id, input, options, recipe: chosen.current })
  const start: Runs['start'] = async (form, where, key) => {
    next.current = undefined
    const read = callOf(form)
    if ('problem' in read) return setRun({ kind: 'failed', problem: read.problem })
    setRun({ kind: 'running' })
    // The same run is on its way already.
    if (where === 'tab' && state.current.following === form) return
    state.current.isStarted = true
    // What follows typing would come behind it and take its place.
    state.current.resets++
    sending.current = new AbortController()
    const outcome = where === 'tab' ? await inTab(read.call) : await onServer({ tool, ...read.call, key, signal: sending.current.signal })
    state.current.isStarted = false
    const settled = await settle(outcome, read.call, where)
    setRun(settled)
  }
  const follow: Runs['follow'] = async (form) => {
    if (state.current.isStarted) return
    next.current = form
    if (state.current.following) return
    while (next.current !== undefined) {
      state.current.following = next.current
      const read = callOf(next.current)
      const { resets } = state.current
      next.current = undefined
      const outcome = 'problem' in read ? read : await inTab(read.call)
      if ('stopped' in outcome) {
        setRun((old) => (old.kind === 'running' && !state.current.isStarted ? { kind: 'stopped' } : old))
        break
      }
      const settled = 'problem' in read ? read : await settle(outcome as Outcome<RunResult>, read.call, 'tab')
      // What it was made of is not there any more.
      if (state.current.resets !== resets) continue
      pause.noteDrawing()
      setRun((old) => ('problem' in settled ? { kind: 'failed', problem: settled.problem, ...lastOf(old) } : settled))
    }
    state.current.following = undefined
  }
  const stop = () => {
    next.current = undefined
    thread.stop()
    sending.current?.abort()
  }
  return {
    run,
    start,
    follow,
    stop,
    reset: () => {
      state.current.resets++
      next.current = undefined
      setRun({ kind: 'waiting' })
    },
    pause,
    fail: (problem) => setRun({ kind: 'failed', problem }),
    variant,
    ask,
  }
}

/** Few pages are used with the server: what it needs is loaded with the first call. */
async function onServer(call: Parameters<typeof import('../run/ask-server.ts').askServer>[0]): Promise<Outcome<RunResult>> {
  const part = await import('../run/ask-server.ts').catch(() => undefined)
  return part ? part.askServer(call) : { problem: UNREACHABLE }
}

function lastOf(run: Run): { last?: Answer } {
  if (run.kind === 'done') return { last: run.answer }
  return run.kind === 'failed' && run.last ? { last: run.last } : {}
}

async function settle(outcome: Outcome<RunResult>, call: Call, place: Where): Promise<Run> {
  if ('stopped' in outcome) return { kind: 'stopped' }
  if ('problem' in outcome) return { kind: 'failed', problem: outcome.problem }
  return { kind: 'done', answer: { result: outcome.done, call, texts: await textsOf(call.input), place } }
}

/** Runs of the form and of views. Only the variants of an older answer are stopped; what the form needs, such as a search, goes on. */
function useSideRuns(tool: PageTool, openWorker: () => Worker, shown: Answer | undefined): Pick<Runs, 'variant' | 'ask'> {
  const runs = useMemo(() => new SideRuns(openWorker), [openWorker])
  const current = useRef(shown)
  current.current = shown
  useEffect(() => () => runs.stop(), [runs])
  useEffect(() => runs.dropUnwanted(), [shown])
  const ask: RunTool = (toolId, input, options, isNeeded = () => true) => runs.run({ toolId, input, options }, isNeeded)
  const variant: Runs['variant'] = async (answer, options) => {
    const { input, options: own } = answer.call
    const outcome = await ask(tool.id, input, { ...own, ...options }, () => current.current === answer)
    return 'done' in outcome ? outcome.done.value : undefined
  }
  return { variant, ask }
}
