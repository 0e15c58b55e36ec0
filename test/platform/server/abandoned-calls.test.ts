// Clients that hang up while their call is at work: the work ends with them, where no job keeps it, and a thread is soon there for others.
import { once } from 'node:events'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Tool } from '../../../src/core/tool.ts'
import { type BatchTask, type BatchTaskAnswer, performTask } from '../../../src/http/batch/batch-task.ts'
import type { ToolCall } from '../../../src/http/routes/call.ts'
import type { Listener } from '../../../src/platform/server/listen.ts'
import { WorkerPool } from '../../../src/platform/threads/worker-pool.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { workerFile } from '../../program.ts'
import { listenPatiently } from './listen-settings.ts'

const COUNT = '/v1/tools/text/word-count'

/** Of the calls that began: they end with their signal alone. */
const signals: (AbortSignal | undefined)[] = []
function waitFor(signal: AbortSignal | undefined): Promise<never> {
  signals.push(signal)
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
}

let api: ApiHarness
let listener: Listener
beforeAll(async () => {
  api = await openApi({
    executor: {
      answer: (_tool, _call, _caller, wanted) => waitFor(wanted?.signal),
      isLong: () => true,
      perform: <T extends BatchTask>(tool: Tool, task: T, _caller: string, signal?: AbortSignal): Promise<BatchTaskAnswer<T>> =>
        task.kind === 'group' ? waitFor(signal) : performTask(tool, task),
    },
  })
  listener = await listenPatiently(api)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})
afterEach(() => {
  signals.length = 0
  expect(api.internalErrors).toEqual([])
})

async function callAndHangUp(path: string, body: string, headers: readonly string[] = []): Promise<void> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${api.key}`, 'Content-Type: application/json', ...headers]
  socket.write(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
  await expect.poll(() => signals.length).toBe(1)
  expect([api.load.active, signals[0]?.aborted]).toEqual([1, false])
  socket.destroy()
}

describe('a client that hangs up while its call is at work', () => {
  it.each([
    ['a call', COUNT, '{"text":"a"}'],
    ['a batch', `${COUNT}/batch`, '{"items":[{"input":{"text":"a"}},{"input":{"text":"b"}}]}'],
  ])('ends %s, which is reported as that', async (_, path, body) => {
    const before = api.reports.length
    await callAndHangUp(path, body)
    await expect.poll(() => api.load).toMatchObject({ active: 0, bytes: 0 })
    expect(signals[0]?.aborted).toBe(true)
    expect(api.reports.slice(before)).toMatchObject([{ status: 408, code: 'upload_timeout' }])
  })

  it('ends a recipe with the step that is at work', async () => {
    const before = api.reports.length
    const steps = [{ tool: 'text/word-count' }, { tool: 'text/word-count' }]
    await callAndHangUp('/v1/recipes/run', JSON.stringify({ recipe: { steps }, input: { text: 'a' } }))
    await expect.poll(() => api.reports.at(-1)?.route).toBe('/v1/recipes/run')
    expect(signals.map((signal) => signal?.aborted)).toEqual([true])
    expect(api.reports.slice(before)).toMatchObject([{ route: COUNT }, { status: 408, code: 'upload_timeout' }])
  })

  it('leaves a job at work', async () => {
    await callAndHangUp(COUNT, '{"text":"a"}', ['Prefer: respond-async, wait=1'])
    await expect.poll(() => api.reports.at(-1)?.status, { timeout: 5_000 }).toBe(202)
    expect(signals[0]?.aborted).toBe(false)
  })
})

describe('a thread whose call nobody wants any more', () => {
  const callOf = (toolId: string, mediaType: string, text: string, query = ''): ToolCall => {
    const body = new TextEncoder().encode(text)
    return { toolId, contentType: mediaType, mediaType, body, query, form: 'json', jsonDepth: 64 }
  }
  const count = (): ToolCall => callOf('text/word-count', 'text/plain', 'a '.repeat(100_000))
  const message = (): ToolCall => {
    const segments = 'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'.repeat(600_000)
    return callOf('hl7/parse', 'application/hl7-v2', `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r${segments}`, 'view=flat')
  }

  it.each([
    ['goes on where it is soon done', count, 1],
    ['is ended where it is not', message, 2],
  ] as const)('%s', { timeout: 60_000 }, async (_, compose, threads) => {
    let spawned = 0
    const spawn = (): Worker => {
      spawned++
      return new Worker(workerFile())
    }
    const pool = new WorkerPool({ threads: 1, taskTimeoutMs: 40_000, maxWaiting: 10, maxBytes: 1 << 30, spawn })
    try {
      await pool.run(count(), 'a')
      const abort = new AbortController()
      const call = pool.run(compose(), 'a', abort.signal)
      abort.abort(new Error('unwanted'))
      await expect(call).rejects.toThrow('unwanted')
      const { body } = await pool.run(count(), 'b')
      expect(body.length).toBeGreaterThan(10)
      expect(spawned).toBe(threads)
    } finally {
      await pool.close()
    }
  })
})
