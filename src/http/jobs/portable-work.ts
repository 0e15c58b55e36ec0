// Work of a request as data, so that another node can do it: a call, a whole batch, or a share of a batch whose answers are joined later.
import type { Awaitable } from '../../access/store.ts'
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { runBatch, runShare } from '../batch/batch-run.ts'
import type { Executor } from '../routes/call.ts'
import type { Answer, WorkContext } from '../routes/exchange-types.ts'
import { runCall } from '../routes/tool-route.ts'
import type { WorkTask } from '../routes/work-task.ts'
import type { PortablePart } from './portable-part.ts'

/** What a part used and how much of it failed. */
export interface PartOutcome {
  readonly answer: Answer
  readonly units: number
  readonly errors: number
  /** The body of the answer as it is to be stored, where that differs from its own: of the same length, read anew by each call. A piece is valid until the next. */
  readonly bodyPieces?: () => AsyncIterable<Uint8Array>
}

/** How many inputs a part has. */
export function inputsOf(part: PortablePart): number {
  if (part.kind === 'call') return 1
  const { groups } = part.kind === 'batch' ? part.batch : part.share
  return groups.reduce((sum, { items }) => sum + items.length, 0)
}

export interface PartServices {
  readonly executor: Executor
  readonly jsonDepth: number
}

/**
 * Does one part as the call itself would be done.
 * @throws what the call would throw; `overloaded` if this node has no room, so that another one should take the part
 */
export async function runPart(
  tool: Tool,
  part: PortablePart,
  context: WorkContext,
  { executor, jsonDepth }: PartServices,
  task: WorkTask,
): Promise<PartOutcome> {
  const answer: Awaitable<Answer> =
    part.kind === 'call'
      ? runCall(tool, context, executor, part.call, task)
      : part.kind === 'batch'
        ? runBatch(tool, context, { executor, jsonDepth }, part.batch, task)
        : (part.share.wantsZip ? runBatch : runShare)(tool, context, { executor, jsonDepth }, part.share, task)
  const found = await answer
  if (found.body instanceof ReadableStream) throw new ProblemError('A stream cannot run as a job.', { code: 'internal' })
  return { answer: found, units: context.units, errors: context.errors }
}
