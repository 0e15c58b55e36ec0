// The thread that runs long calls: takes one call at a time, answers with bytes.
import { parentPort } from 'node:worker_threads'
import { Fault } from '../core/fault.ts'
import { answerCall, type ToolCall } from '../http/call.ts'
import type { FaultParts, WorkerReply } from '../platform/worker-pool.ts'
import { catalogue } from '../tools/catalogue.ts'

parentPort?.on('message', (call: ToolCall) => {
  void answer(call).then((reply) => parentPort?.postMessage(reply, transferable(reply)))
})

async function answer(call: ToolCall): Promise<WorkerReply> {
  try {
    const tool = catalogue.find(({ id }) => id === call.toolId)
    if (!tool) return { failed: true }
    const { body, headers } = await answerCall(tool, call)
    return { answer: { headers, body: typeof body === 'string' ? new TextEncoder().encode(body) : body } }
  } catch (error) {
    return error instanceof Fault ? { fault: partsOf(error) } : { failed: true }
  }
}

function partsOf({ message, code, at, errors, facts }: Fault): FaultParts {
  return { message, code, ...(at && { at }), ...(errors && { errors }), ...(facts && { facts }) }
}

function transferable(reply: WorkerReply): ArrayBuffer[] {
  if (!('answer' in reply) || typeof reply.answer.body === 'string') return []
  const { buffer, byteLength } = reply.answer.body
  return byteLength === buffer.byteLength ? [buffer as ArrayBuffer] : []
}
