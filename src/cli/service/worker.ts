// The thread that runs long calls: takes one call, or one part of a batch, at a time and answers with bytes.
import { parentPort, workerData } from 'node:worker_threads'
import { useMemory } from '../../core/memory.ts'
import { withDefaults } from '../../core/option-defaults.ts'
import { ProblemError } from '../../core/problem.ts'
import { useFrameCell } from '../../core/searched-frame.ts'
import { performTask } from '../../http/batch/batch-task.ts'
import { answerCall } from '../../http/routes/call.ts'
import { nodeDigest } from '../../platform/server/node-digest.ts'
import { nodeMemory } from '../../platform/threads/node-memory.ts'
import { yieldToEventLoop } from '../../platform/threads/thread-priority.ts'
import {
  bodiesOf,
  type ProblemParts,
  READY,
  type WorkerAnswer,
  type WorkerReply,
  type WorkerTask,
} from '../../platform/threads/worker-pool.ts'
import { catalogue } from '../../tools/catalogue.ts'
import { toolOfRecipe } from '../run/run-recipe.ts'
import { useSitePackages } from './site-packages.ts'
import type { WorkerMeans } from './worker-means.ts'

useMemory(nodeMemory)
const { defaults = {}, packages = [], recipe, frame } = (workerData as Partial<WorkerMeans> | null) ?? {}
useSitePackages(packages)
useFrameCell(frame)
const offered = catalogue.map((tool) => withDefaults(tool, defaults[tool.id]))
if (recipe !== undefined) offered.push(toolOfRecipe(recipe, offered))
const tools = new Map(offered.map((tool) => [tool.id as string, tool]))

parentPort?.on('message', (task: WorkerTask) => {
  void answer(task).then((reply) => {
    parentPort?.postMessage(reply, transferable(reply))
    freeBodies(task)
  })
})
yieldToEventLoop()
parentPort?.postMessage(READY)

async function answer(task: WorkerTask): Promise<WorkerReply> {
  try {
    const tool = tools.get(task.toolId)
    if (!tool) return { failed: true }
    if ('kind' in task) return { answer: await performTask(tool, task) }
    const { body, headers } = await answerCall(tool, task, nodeDigest)
    return { answer: { headers, body: typeof body === 'string' ? new TextEncoder().encode(body) : body } }
  } catch (error) {
    return error instanceof ProblemError ? { problem: partsOf(error) } : { failed: true }
  }
}

function partsOf({ message, code, at, errors, facts }: ProblemError): ProblemParts {
  return { message, code, ...(at && { at }), ...(errors && { errors }), ...(facts && { facts }) }
}

/** What was uploaded is gone as soon as it is answered: a thread that waits collects no garbage. */
function freeBodies(task: WorkerTask): void {
  for (const { buffer } of bodiesOf(task)) if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0)
}

/** What is as long as this is no part of a buffer that others use, too; it moves with the rest of its own. */
const OWN_BYTES = 1 << 20

/** Only whole buffers of their own can move. */
function transferable(reply: WorkerReply): ArrayBuffer[] {
  if (!('answer' in reply)) return []
  const whole = viewsOf(reply.answer).filter(({ buffer, byteLength }) => byteLength === buffer.byteLength || byteLength >= OWN_BYTES)
  return [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]
}

function viewsOf(answer: WorkerAnswer): Uint8Array[] {
  if ('groups' in answer) return answer.groups.flatMap(({ items }) => [...items])
  if ('outcomes' in answer) return [answer.outcomes, ...Object.values(answer.files)]
  return typeof answer.body === 'string' ? [] : [answer.body]
}
