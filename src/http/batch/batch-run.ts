// Runs a batch whose items are known, whole or a share of it: group by group, and joins what the groups answer.
import { ProblemError } from '../../core/problem.ts'
import type { Tool } from '../../core/tool.ts'
import { addVersion, jsonHeadersOf } from '../response/version-headers.ts'
import type { Executor } from '../routes/call.ts'
import type { Answer, WorkContext } from '../routes/exchange-types.ts'
import type { WorkTask } from '../routes/work-task.ts'
import { createGroupRunner } from './batch-groups.ts'
import { composeResults, joinBytes, joinOutcomes, lengthOf, streamBytes } from './batch-results.ts'
import { type GroupAnswer, type ItemGroup, performTask, type ZipTask } from './batch-task.ts'

/** A batch, or a share of one, as data. */
export interface BatchWork {
  readonly total: number
  readonly groups: readonly ItemGroup[]
  /** Of the items of these groups. */
  readonly ids?: readonly (string | undefined)[] | undefined
  readonly options: Readonly<Record<string, unknown>>
  readonly wantsZip: boolean
  /** Place of the first item in the whole batch. */
  readonly firstIndex: number
}

export interface BatchMeans {
  readonly executor: Executor
  readonly jsonDepth: number
}

/** A copy of so many bytes takes less than a millisecond. */
const JOINED_BYTES = 1 << 20

/** Does all groups and gives the answer of the batch. */
export async function runBatch(tool: Tool, context: WorkContext, means: BatchMeans, batch: BatchWork, task: WorkTask): Promise<Answer> {
  const { total, wantsZip } = batch
  const answers = await runGroups(tool, context, means, batch, task)
  const failed = context.errors
  const results = composeResults(
    answers.map(({ outcomes }) => outcomes),
    { total, succeeded: total - failed, failed },
  )
  if (wantsZip) return packResults(tool, context, means, answers, results, total === failed, task)
  const bytes = lengthOf(results)
  context.bytesOut = bytes
  // A job keeps its answer; any other long one is sent in its pieces, because copying them together keeps everybody waiting.
  const isSentAtOnce = task.isKept || bytes <= JOINED_BYTES
  return {
    status: 200,
    body: isSentAtOnce ? joinBytes(results) : streamBytes(results),
    headers: jsonHeadersOf(tool, context.places),
    isGivenAway: true,
  }
}

/** Does the groups of a share; the answer is their outcomes with a comma between them. */
export async function runShare(tool: Tool, context: WorkContext, means: BatchMeans, share: BatchWork, task: WorkTask): Promise<Answer> {
  const answers = await runGroups(tool, context, means, share, task)
  const pieces = joinOutcomes(answers.map(({ outcomes }) => outcomes))
  const body = pieces.length === 1 ? pieces[0]! : joinBytes(pieces)
  return { status: 200, body, headers: jsonHeadersOf(tool, context.places), isGivenAway: true }
}

async function runGroups(
  tool: Tool,
  context: WorkContext,
  { executor, jsonDepth }: BatchMeans,
  { groups, ids, options, total, wantsZip, firstIndex }: BatchWork,
  { signal, advance }: WorkTask,
): Promise<GroupAnswer[]> {
  const runGroup = createGroupRunner({ tool, executor, caller: context.caller?.credentialId ?? '', signal })
  const { requestId, places } = context
  const fileCount = wantsZip ? total : undefined
  const common = { kind: 'group', toolId: tool.id, options, requestId, problemBase: places.problemBase, jsonDepth, fileCount } as const
  const answers: GroupAnswer[] = []
  context.units = 0
  for (const group of groups) {
    signal?.throwIfAborted()
    const at = context.units
    context.units += group.items.length
    answers.push(await runGroup({ ...common, group, ids: ids?.slice(at, context.units), firstIndex: firstIndex + at }))
    advance(context.units)
  }
  context.errors = answers.reduce((sum, answer) => sum + answer.failed, 0)
  return answers
}

async function packResults(
  tool: Tool,
  { caller, places, errors }: WorkContext,
  { executor }: BatchMeans,
  answers: readonly GroupAnswer[],
  results: readonly Uint8Array[],
  isAllFailed: boolean,
  { signal }: WorkTask,
): Promise<Answer> {
  if (isAllFailed) {
    throw new ProblemError('No item succeeded. Request application/json to see the reasons.', {
      code: 'unreadable_input',
      facts: { failed: errors },
    })
  }
  const files: Record<string, Uint8Array> = Object.assign({}, ...answers.map((answer) => answer.files))
  files['manifest.json'] = joinBytes(results)
  const bytes = Object.values(files).reduce((sum, file) => sum + file.byteLength, 0)
  const zip: ZipTask = { kind: 'zip', toolId: tool.id, files, name: `${tool.id.replace('/', '-')}.zip` }
  const { body, headers } = await (executor.isLong(tool, bytes)
    ? executor.perform(tool, zip, caller?.credentialId ?? '', signal)
    : performTask(tool, zip))
  addVersion(headers, tool, places)
  return { status: 200, body, headers }
}
