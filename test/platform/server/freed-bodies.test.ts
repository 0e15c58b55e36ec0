// Large bodies on a real socket: their memory is given back with their answer, a refusal or the end of their client, but not while the
// answer is a part of them; and so are their places among the calls and their bytes.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { bytesField } from '../../../src/core/document.ts'
import { ProblemError } from '../../../src/core/problem.ts'
import { defineTool } from '../../../src/core/tool.ts'
import { ByteSink } from '../../../src/http/request/byte-sink.ts'
import type { Listener } from '../../../src/platform/server/listen.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { listenPatiently } from './listen-settings.ts'

const SIZE = 300_000
const documents: Uint8Array[] = []

/** Answers the second half of what it is given, as a view into it or as a copy. */
const tool = defineTool({
  id: 'text/half',
  version: '1.0.0',
  title: 'Half',
  summary: 'Answers a part of the file.',
  input: z.strictObject({ file: bytesField('A file.') }),
  options: z.strictObject({ fail: z.boolean().default(false), copy: z.boolean().default(false) }),
  output: z.strictObject({ file: bytesField('Its second half.') }),
  document: { field: 'file', mediaTypes: ['application/octet-stream'] },
  download: { field: 'file', mediaType: 'application/octet-stream', extension: 'bin' },
  maxInputBytes: 1_000_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { file: 'AAA=' }, output: {} }],
  run({ file }, { fail, copy }) {
    documents.push(file)
    if (fail) throw new ProblemError('No.', { code: 'unreadable_input' })
    const half = file.subarray(file.byteLength / 2)
    return { file: copy ? half.slice() : half }
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
afterEach(() => {
  vi.restoreAllMocks()
  expect([api.load.active, api.load.bytes, api.internalErrors]).toEqual([0, 0, []])
})

const FILE = new Uint8Array(SIZE).map((_, i) => i % 251)
const isFreed = (): boolean => (documents.at(-1)!.buffer as ArrayBuffer).detached

function call(query: string, body: BodyInit = FILE, headers: Record<string, string> = { 'Content-Type': 'application/octet-stream' }) {
  return fetch(`http://127.0.0.1:${listener.port}/v1/tools/text/half?${query}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${api.key}`, ...headers },
    body,
  })
}

function formOf(file: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new Blob([file]))
  return form
}

describe('a large body', () => {
  it.each([
    ['as it is', FILE, undefined],
    ['in a form', formOf(FILE), {}],
  ] as const)('%s is freed once it is answered with JSON', async (_, body, headers) => {
    const response = await call('', body, headers)
    expect(await response.json()).toEqual({ file: Buffer.from(FILE.subarray(SIZE / 2)).toString('base64') })
    expect(isFreed()).toBe(true)
  })

  it('is not freed where the answer is a part of it, which arrives whole', async () => {
    const response = await call('output=file')
    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), FILE.subarray(SIZE / 2))).toBe(0)
    expect(isFreed()).toBe(false)
  })

  it.each([
    ['file', 'as it is', FILE, undefined],
    ['file', 'in a form', formOf(FILE), {}],
    ['zip', 'as it is', FILE, undefined],
  ] as const)('is freed where the answer, a %s, has nothing of it: %s', async (output, _, body, headers) => {
    const response = await call(`output=${output}&copy=true`, body, headers)
    expect(response.status).toBe(200)
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100)
    expect(isFreed()).toBe(true)
  })

  it.each([
    ['as it is', FILE, undefined],
    ['in a form', formOf(FILE), {}],
  ] as const)('%s is freed where the tool refuses it', async (_, body, headers) => {
    const response = await call('fail=true&output=file', body, headers)
    expect(response.status).toBe(422)
    await response.arrayBuffer()
    expect(isFreed()).toBe(true)
  })

  const head = (type: string): string =>
    `POST /v1/tools/text/half HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: ${type}\r\nContent-Length: ${SIZE}\r\n\r\n`
  it.each([
    ['as it is', 'application/octet-stream', ''],
    ['in a form', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
  ])('%s that is cut in the middle is given up at once', async (_, type, start) => {
    const discard = vi.spyOn(ByteSink.prototype, 'discard')
    const socket = await send(head(type) + start, FILE.subarray(0, SIZE / 2))
    await expect.poll(() => api.load.bytes).toBeGreaterThan(SIZE / 3)
    socket.destroy()
    await expect.poll(() => api.load.active).toBe(0)
    expect(discard).toHaveBeenCalledTimes(1)
  })

  it('that turns out to be broken is given up at once', async () => {
    const discard = vi.spyOn(ByteSink.prototype, 'discard')
    const response = await call('', FILE, { 'Content-Type': 'multipart/form-data; boundary=b' })
    expect(response.status).toBe(400)
    await response.arrayBuffer()
    expect(discard).toHaveBeenCalledTimes(1)
  })
})

it('what still comes of a body that was refused is freed as it comes, and the connection goes on', async () => {
  const rest = 1_900_000
  const broken = Buffer.concat([Buffer.from('--b\r\nno header\r\n\r\n'), Buffer.alloc(rest, 'a')])
  const request = (type: string, length: number): string =>
    `POST /v1/tools/text/half HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  const socket = await send(request('multipart/form-data; boundary=b', broken.length), broken)
  expect(String(((await once(socket, 'data')) as [Buffer])[0])).toContain('HTTP/1.1 400 ')
  const before = process.memoryUsage().arrayBuffers
  socket.write(`${request('application/octet-stream', 2)}ab`)
  expect(String(((await once(socket, 'data')) as [Buffer])[0])).toContain('HTTP/1.1 200 ')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(rest / 4)
  socket.destroy()
})

it('and is cut off where it has no end', async () => {
  const start = '--b\r\nno header\r\n\r\n'
  const head = `POST /v1/tools/text/half HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${api.key}\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\n`
  const socket = await send(`${head}${(1 << 30).toString(16)}\r\n`, Buffer.from(start))
  expect(String(((await once(socket, 'data')) as [Buffer])[0])).toContain('HTTP/1.1 400 ')
  const closed = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve))
  const block = Buffer.alloc(1 << 20, 'a')
  while (!socket.destroyed) if (!socket.write(block)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed])
  // 64 MiB, and what sockets hold.
  expect(socket.bytesWritten - socket.writableLength).toBeLessThan(112 << 20)
})

it('what is given up takes no memory, and the sink may be used again', () => {
  const sink = new ByteSink(0, 1_000_000)
  const first = new Uint8Array(100_000)
  sink.append(first)
  sink.discard()
  expect([first.buffer.detached, sink.length, sink.view().byteLength]).toEqual([true, 0, 0])
  sink.append(FILE.slice(0, 10))
  expect(sink.view()).toEqual(FILE.slice(0, 10))
})

async function send(head: string, body: Uint8Array): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(head)
  socket.write(body)
  return socket
}
