// Long calls on threads: the same answers as on the spot, deadlines, bounds, turns, and faults that cross threads whole.
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openExecutor } from '../../../src/cli/service/executor.ts'
import { runTool } from '../../../src/core/run.ts'
import { createGroupRunner } from '../../../src/http/batch/batch-groups.ts'
import { answerCall, type ToolCall } from '../../../src/http/routes/call.ts'
import { WorkerPool } from '../../../src/platform/threads/worker-pool.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { hl7Parse } from '../../../src/tools/hl7/parse.ts'
import { SOURCE_THREAD, useSourceThreads, workerFile } from '../../program.ts'

const SETTINGS = { threads: 1, taskTimeoutMs: 30_000, maxWaiting: 10, maxBytes: 1 << 30, spawn: () => new Worker(workerFile()) }

const pools: WorkerPool[] = []
function open(settings: Partial<typeof SETTINGS> = {}): WorkerPool {
  const pool = new WorkerPool({ ...SETTINGS, ...settings })
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.close())))

function callOf(toolId: string, body: Uint8Array, mediaType = 'application/json'): ToolCall {
  return { toolId, contentType: mediaType, mediaType, body, query: '', form: 'json', jsonDepth: 64 }
}
const count = (words: number): ToolCall => callOf('text/word-count', new TextEncoder().encode('word '.repeat(words)), 'text/plain')
/** 200,000 results in the flat view, which is made of objects: seconds of work, and far more of them than a small heap holds. */
function longMessage(): ToolCall {
  const segments = 'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'.repeat(200_000)
  const body = new TextEncoder().encode(`MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r${segments}`)
  return { ...callOf('hl7/parse', body, 'application/hl7-v2'), query: 'view=flat' }
}
const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

describe('a thread', () => {
  const pool = open()
  it.each(catalogue.map((tool) => [tool.id, tool] as const))('answers the examples of %s as this thread does', async (id, tool) => {
    for (const { input, options } of tool.examples) {
      const call = callOf(id, new TextEncoder().encode(JSON.stringify(options ? { ...input, options } : input)))
      const [there, here] = [await pool.run(call, 'a'), await answerCall(tool, call)]
      expect({ ...there, body: textOf(there.body) }).toEqual({ ...here, body: textOf(here.body) })
    }
  })

  it('gives a long JSON back that was written as bytes', async () => {
    const segments = 'OBX|1|NM|718-7^Hemoglobin^LN||13.1|g/dL|12-16|N|||F\r'.repeat(20_000)
    const message = `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r${segments}`
    const { body } = await pool.run(callOf('hl7/parse', new TextEncoder().encode(message), 'application/hl7-v2'), 'a')
    expect(body).toBeInstanceOf(Uint8Array)
    expect(textOf(body) === JSON.stringify(runTool(hl7Parse, { message: new TextEncoder().encode(message) }))).toBe(true)
  })

  it('gives a fault back with its code, place and findings', async () => {
    await expect(pool.run(callOf('text/word-count', new TextEncoder().encode('{"text":')), 'a')).rejects.toMatchObject({
      code: 'malformed_json',
      at: { byteOffset: 8 },
    })
    await expect(pool.run(callOf('text/word-count', new TextEncoder().encode('{}')), 'a')).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/text' }],
    })
  })

  it('gives an unexpected error back without its message', async () => {
    await expect(pool.run(callOf('no/such-tool', new Uint8Array()), 'a')).rejects.toMatchObject({
      code: 'internal',
      message: 'The tool failed.',
    })
  })

  it('takes a body that is a view into more, and one of its own, which moves', async () => {
    const shared = new Uint8Array(1 << 20).fill(97)
    const view = callOf('text/word-count', shared.subarray(0, 5), 'text/plain')
    expect(JSON.parse(textOf((await pool.run(view, 'a')).body))).toMatchObject({ characters: 5 })
    const own = count(100_000)
    expect(JSON.parse(textOf((await pool.run(own, 'a')).body))).toMatchObject({ words: 100_000 })
    expect((own.body as Uint8Array).byteLength).toBe(0)
  })
})

describe('bounds', () => {
  it('a call that takes too long is ended, and the next one is served', async () => {
    const pool = open({ taskTimeoutMs: 700, spawn: () => new Worker(SOURCE_THREAD) })
    await pool.run(count(10), 'a')
    await expect(pool.run(longMessage(), 'a')).rejects.toMatchObject({ code: 'tool_timeout' })
    expect((await pool.run(count(10), 'a')).body.length).toBeGreaterThan(10)
  })

  it('a call beyond the queue is refused at once', async () => {
    const pool = open({ maxWaiting: 2 })
    const calls = Array.from({ length: 4 }, () => pool.run(count(100_000), 'a'))
    await expect(calls[3]).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 })
    expect(await Promise.all(calls.slice(0, 3))).toHaveLength(3)
  })

  it('so is one beyond the bytes, but never the only one', async () => {
    const pool = open({ maxBytes: 1_000 })
    const first = pool.run(count(1_000), 'a')
    await expect(pool.run(count(10), 'a')).rejects.toMatchObject({ code: 'overloaded' })
    await first
    expect((await pool.run(count(10), 'a')).body.length).toBeGreaterThan(10)
  })

  it('a thread that runs out of memory costs its call alone', async () => {
    const pool = open({ spawn: () => new Worker(workerFile(), { resourceLimits: { maxOldGenerationSizeMb: 48 } }) })
    await expect(pool.run(longMessage(), 'a')).rejects.toMatchObject({
      code: 'resource_limit',
    })
    expect((await pool.run(count(10), 'a')).body.length).toBeGreaterThan(10)
  })
})

describe('a call that nobody wants any more', () => {
  it('is ended where it runs, and the next one is served', async () => {
    const pool = open()
    await pool.run(count(10), 'a')
    const abort = new AbortController()
    const call = pool.run(longMessage(), 'a', abort.signal)
    const next = pool.run(count(10), 'a')
    abort.abort(new Error('unwanted'))
    await expect(call).rejects.toThrow('unwanted')
    expect((await next).body.length).toBeGreaterThan(10)
  })

  it('leaves the queue, and its place and bytes with it', async () => {
    const pool = open({ maxWaiting: 1, maxBytes: 1_000_000 })
    const abort = new AbortController()
    const first = pool.run(count(50_000), 'a')
    const waiting = pool.run(count(100_000), 'b', abort.signal)
    await expect(pool.run(count(10), 'c')).rejects.toMatchObject({ code: 'overloaded' })
    expect(pool.figures).toEqual({ waiting: 1, running: 1, bytes: 750_000 })
    abort.abort(new Error('unwanted'))
    await expect(waiting).rejects.toThrow('unwanted')
    expect(pool.figures).toEqual({ waiting: 0, running: 1, bytes: 250_000 })
    expect((await pool.run(count(100_000), 'c')).body.length).toBeGreaterThan(10)
    await first
    expect(pool.figures).toEqual({ waiting: 0, running: 0, bytes: 0 })
  })

  it('is not begun', async () => {
    await expect(open().run(count(10), 'a', AbortSignal.abort(new Error('unwanted')))).rejects.toThrow('unwanted')
  })
})

describe('callers', () => {
  it('take turns', async () => {
    const pool = open()
    const order: string[] = []
    const send = (caller: string): Promise<unknown> => pool.run(count(20_000), caller).then(() => order.push(caller))
    await Promise.all([send('a'), send('a'), send('a'), send('b'), send('a'), send('c')])
    expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'a'])
  })
})

describe('a batch on threads', () => {
  const tool = catalogue.find(({ id }) => id === 'hl7/parse')!
  const message = 'MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r'
  const text = (id: string, segments: number): Uint8Array =>
    new TextEncoder().encode(
      JSON.stringify({ id, input: { message: message + 'OBX|1|NM|718-7^Hb^LN||13.1|g/dL|12-16|N|||F\r'.repeat(segments) } }),
    )

  it('costs only the item that takes too long, and tells which', { timeout: 60_000 }, async () => {
    onTestFinished(useSourceThreads())
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 2_500, maxWaiting: 4 })
    const runGroup = createGroupRunner({ tool, executor, caller: 'a', signal: undefined })
    const items = [text('first', 400), text('slow', 600_000), text('last', 400)]
    const { outcomes, failed } = await runGroup({
      kind: 'group',
      toolId: tool.id,
      options: { view: 'flat' },
      group: { form: 'texts', items },
      ids: ['first', 'slow', 'last'],
      firstIndex: 5,
      requestId: 'r',
      jsonDepth: 64,
      fileCount: undefined,
    })
    const results = JSON.parse(`[${new TextDecoder().decode(outcomes)}]`) as { index: number; id: string; error?: { code: string } }[]
    expect(results.map(({ index, id, error }) => [index, id, error?.code])).toEqual([
      [5, 'first', undefined],
      [6, 'slow', 'tool_timeout'],
      [7, 'last', undefined],
    ])
    expect(failed).toBe(1)
    await executor.close()
  })

  it('waits where the threads are busy', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 0 })
    const group = (): ReturnType<ReturnType<typeof createGroupRunner>> =>
      createGroupRunner({ tool, executor, caller: 'a', signal: undefined })({
        kind: 'group',
        toolId: tool.id,
        options: {},
        group: { form: 'texts', items: [text('a', 400)] },
        firstIndex: 0,
        requestId: 'r',
        jsonDepth: 64,
        fileCount: undefined,
      })
    for (const { total, failed } of await Promise.all([group(), group(), group()])) expect([total, failed]).toEqual([1, 0])
    await executor.close()
  })

  it('leaves the memory of its items to whoever else uses it, Buffers too', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 4 })
    const shared = Buffer.alloc(200_000, JSON.stringify({ input: { message } }))
    const line = shared.subarray(0, JSON.stringify({ input: { message } }).length)
    for (const group of [
      { form: 'lines', items: [line, line] },
      { form: 'parts', items: [{ name: 'file', bytes: line, contentType: undefined }] },
    ] as const) {
      const task = {
        kind: 'group',
        toolId: tool.id,
        options: {},
        group,
        firstIndex: 0,
        requestId: 'r',
        jsonDepth: 64,
        fileCount: undefined,
      } as const
      expect((await executor.perform(tool, task, 'a')).total).toBe(group.items.length)
      expect(shared.byteLength).toBe(200_000)
    }
    await executor.close()
  })

  it('takes a large file that is alone and has its memory to itself, and no other', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 4 })
    const fileOf = (bytes: Uint8Array) => ({ name: 'file', bytes, contentType: undefined })
    const large = (): Uint8Array => new TextEncoder().encode(`${message}${'NTE|1||more\r'.repeat(100_000)}`)
    const outcomes: string[] = []
    for (const [files, left] of [
      [[large()], 0],
      [[new Uint8Array([...large(), 0]).subarray(0, -1)], large().length],
      [[large(), large()], large().length],
    ] as const) {
      const items = files.map(fileOf)
      const facts = {
        kind: 'group',
        toolId: tool.id,
        options: {},
        firstIndex: 0,
        requestId: 'r',
        jsonDepth: 64,
        fileCount: undefined,
      } as const
      const answer = await executor.perform(tool, { ...facts, group: { form: 'parts', items } }, 'a')
      expect([answer.total, answer.failed]).toEqual([files.length, 0])
      expect(files.map(({ byteLength }) => byteLength)).toEqual(files.map(() => left))
      outcomes.push(new TextDecoder().decode(answer.outcomes))
    }
    expect(outcomes[1] === outcomes[0]).toBe(true)
    expect(outcomes[2]!.startsWith(`${outcomes[0]},{"index":1,`)).toBe(true)
    await executor.close()
  })

  it('cuts a long body on a thread, and packs there', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 4 })
    const body = new TextEncoder().encode(
      JSON.stringify({ options: {}, items: Array.from({ length: 1_000 }, (_, i) => ({ id: `${i}`, input: { message } })) }),
    )
    const { groups, ids } = await executor.perform(tool, { kind: 'split', toolId: tool.id, body, maxItems: 1_000, jsonDepth: 64 }, 'a')
    expect([body.byteLength, ids.length, groups.reduce((sum, { items }) => sum + items.length, 0)]).toEqual([0, 1_000, 1_000])
    const zip = await executor.perform(tool, { kind: 'zip', toolId: tool.id, files: { a: new Uint8Array(10) }, name: 'a.zip' }, 'a')
    expect(zip.headers['Content-Type']).toBe('application/zip')
    await executor.close()
  })
})

describe('a thread that fails between two calls', () => {
  const FAILS_ON_COMMAND = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', (task) => {
      if (task === 'fail') throw new Error('told')
      parentPort.postMessage({ answer: { body: 'done', headers: {} } })
    })
    parentPort.postMessage('ready')`

  it('takes nothing with it, and the next call gets another', async () => {
    const threads: Worker[] = []
    const spawn = () => {
      threads.push(new Worker(FAILS_ON_COMMAND, { eval: true }))
      return threads.at(-1)!
    }
    const pool = open({ spawn })
    expect(await pool.run(count(1), 'a')).toMatchObject({ body: 'done' })
    const ended = new Promise((resolve) => threads[0]!.once('exit', resolve))
    threads[0]!.postMessage('fail')
    await ended
    expect(await pool.run(count(1), 'a')).toMatchObject({ body: 'done' })
    expect(threads).toHaveLength(2)
  })
})
