// Large answers on a real socket: their memory is given back when they have gone out, and not before; what a job keeps is kept.
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { bytesField } from '../../../src/core/document.ts'
import { defineTool } from '../../../src/core/tool.ts'
import type { Listener } from '../../../src/platform/server/listen.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../../http/api-harness.ts'
import { listenPatiently } from './listen-settings.ts'

const SIZE = 1_500_000
const PATH = '/v1/tools/text/large'
const answers: Uint8Array[] = []

const tool = defineTool({
  id: 'text/large',
  version: '1.0.0',
  title: 'Large',
  summary: 'Answers with many bytes.',
  input: z.strictObject({ text: z.string() }),
  options: z.strictObject({}),
  output: z.strictObject({ file: bytesField('Many bytes.') }),
  document: { field: 'text', mediaTypes: ['text/plain'] },
  download: { field: 'file', mediaType: 'application/octet-stream', extension: 'bin' },
  maxInputBytes: 1_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { text: 'a' }, output: {} }],
  run() {
    const file = new Uint8Array(SIZE).fill(7)
    answers.push(file)
    return { file }
  },
})

let api: ApiHarness
let listener: Listener
beforeAll(async () => {
  api = await openApi({ tools: [tool] })
  listener = await listenPatiently(api)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})

const call = (headers: Record<string, string> = {}, path = `${PATH}?output=file`): Promise<Response> =>
  fetch(`http://127.0.0.1:${listener.port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.key}`, ...JSON_TYPE, ...headers },
    body: '{"text":"a"}',
  })
const isFreed = (index: number): boolean => (answers[index]!.buffer as ArrayBuffer).detached

describe('a large answer', () => {
  it('arrives whole, and is freed then', async () => {
    const bytes = new Uint8Array(await (await call()).arrayBuffer())
    expect([bytes.length, bytes.every((byte) => byte === 7)]).toEqual([SIZE, true])
    await expect.poll(() => isFreed(answers.length - 1)).toBe(true)
  })

  it('is freed where its reader goes away before its end', async () => {
    const socket = connect(listener.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    const head = [`POST ${PATH}?output=file HTTP/1.1`, 'Host: a', `Authorization: Bearer ${api.key}`, 'Content-Type: application/json']
    const before = answers.length
    socket.write(`${[...head, 'Content-Length: 12'].join('\r\n')}\r\n\r\n{"text":"a"}`)
    await expect.poll(() => answers.length).toBe(before + 1)
    socket.destroy()
    await expect.poll(() => isFreed(before)).toBe(true)
    expect(api.internalErrors).toEqual([])
  })

  it('of a job is kept as long as the job', async () => {
    const accepted = await call({ Prefer: 'respond-async' })
    const location = accepted.headers.get('location')!
    const read = async (): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${listener.port}${location}/result`, {
        headers: { Authorization: `Bearer ${api.key}` },
      })
      return response.status === 200 ? (await response.arrayBuffer()).byteLength : 0
    }
    await expect.poll(read).toBe(SIZE)
    expect(await read()).toBe(SIZE)
    expect(isFreed(answers.length - 1)).toBe(false)
  })
})
