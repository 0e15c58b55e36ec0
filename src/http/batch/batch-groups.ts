// Runs the groups of a batch one after the other, here or on other threads, so that batches of several callers take turns.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { writeJson } from '../../core/write-json.ts'
import type { Executor } from '../routes/call.ts'
import { itemFromLine } from './batch-items.ts'
import { describeFailure, describeOutcome } from './batch-outcome.ts'
import { bytesOfGroup, type GroupAnswer, type GroupTask, type ItemGroup, performTask, separatorOf } from './batch-task.ts'

export interface GroupRun {
  readonly tool: Tool
  readonly executor: Executor
  readonly caller: string
  readonly signal: AbortSignal | undefined
}

/** How long this thread works on items before other work of the process gets a turn. */
const TURN_MS = 10
/** A thread is busy for a while: its queue is asked again after this time. */
const RETRY_MS = 50

/** Runs groups in their turn; keeps the time that this thread has worked without a pause. */
export function createGroupRunner({ tool, executor, caller, signal }: GroupRun) {
  let turnStarted = performance.now()

  const runHere = async (task: GroupTask): Promise<GroupAnswer> => {
    if (performance.now() - turnStarted > TURN_MS) {
      await pause(0)
      turnStarted = performance.now()
    }
    return performTask(tool, task, signal)
  }

  const runElsewhere = async (task: GroupTask): Promise<GroupAnswer> => {
    for (;;) {
      try {
        return await executor.perform(tool, task, caller, signal)
      } catch (error) {
        signal?.throwIfAborted()
        if (!(error instanceof ProblemError)) throw error
        // A batch that has begun is not given up because the threads are busy.
        if (error.code !== 'overloaded') return runSingly(task, error)
        await pause(RETRY_MS)
      }
    }
  }

  /** One item has brought its thread down, or was alone in it: the others of its group must not pay for it. */
  const runSingly = async (task: GroupTask, error: ProblemError): Promise<GroupAnswer> => {
    const { group } = task
    if (group.items.length === 1) return failedItem(tool, task, error)
    const answers: GroupAnswer[] = []
    for (let i = 0; i < group.items.length; i++) {
      const one = { ...group, items: group.items.slice(i, i + 1) } as ItemGroup
      answers.push(await runElsewhere({ ...task, group: one, ids: task.ids?.slice(i, i + 1), firstIndex: task.firstIndex + i }))
    }
    return joinAnswers(answers, separatorOf(group))
  }

  return (task: GroupTask, isElsewhere = isLongGroup(executor, tool, task.group)): Promise<GroupAnswer> =>
    isElsewhere ? runElsewhere(task) : runHere(task)
}

/** Whether a group is work for another thread. */
export function isLongGroup(executor: Executor, tool: Tool, group: ItemGroup): boolean {
  const documents = group.form === 'parts' ? group.items.map(({ bytes }) => bytes) : undefined
  return executor.isLong(tool, bytesOfGroup(group), documents)
}

function failedItem(
  tool: Tool,
  { group, ids, firstIndex, requestId, problemBase, jsonDepth }: GroupTask,
  error: ProblemError,
): GroupAnswer {
  const id = group.form === 'lines' ? itemFromLine(tool, group.items[0]!, jsonDepth).id : ids?.[0]
  const text =
    group.form === 'documents'
      ? describeFailure(tool, group.answer, { index: firstIndex, id: group.file }, error, requestId, problemBase)
      : writeJson(describeOutcome(tool, { index: firstIndex, id, error }, requestId, problemBase))
  const failed = { total: 1, failed: 1, files: {} }
  if (group.form === 'documents' && group.answer === 'rows') return { ...failed, outcomes: new Uint8Array(), failures: [text] }
  return { ...failed, outcomes: new TextEncoder().encode(text) }
}

function joinAnswers(answers: readonly GroupAnswer[], separator: string): GroupAnswer {
  const text = new TextDecoder()
  return {
    outcomes: new TextEncoder().encode(
      answers.flatMap(({ outcomes }) => (outcomes.byteLength > 0 ? [text.decode(outcomes)] : [])).join(separator),
    ),
    total: answers.reduce((sum, { total }) => sum + total, 0),
    failed: answers.reduce((sum, { failed }) => sum + failed, 0),
    files: Object.assign({}, ...answers.map(({ files }) => files)) as Record<string, Uint8Array>,
    failures: answers.flatMap(({ failures = [] }) => failures),
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
