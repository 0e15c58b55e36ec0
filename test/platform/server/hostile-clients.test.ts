// Clients that behave badly on a real socket: each ends cleanly, and the others are served meanwhile.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Listener } from '../../../src/platform/server/listen.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { listenPatiently } from './listen-settings.ts'

const COUNT = '/v1/tools/text/word-count'

let api: ApiHarness
let listener: Listener
beforeAll(async () => {
  api = await openApi()
  listener = await listenPatiently(api)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})

async function open(path: string, headers: readonly string[]): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${[`POST ${path} HTTP/1.1`, 'Host: a', `Authorization: Bearer ${api.key}`, ...headers].join('\r\n')}\r\n\r\n`)
  return socket
}

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

async function expectService(): Promise<void> {
  const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' }
  const response = await fetch(`http://127.0.0.1:${listener.port}${COUNT}`, { method: 'POST', headers, body: '{"text":"a b"}' })
  expect(await response.json()).toMatchObject({ words: 2 })
}

/** Writes as long as the server takes it, and gives the bytes that it has taken when it takes no more. */
async function writeUntilStuck(socket: Socket, compose: () => string): Promise<number> {
  let written = 0
  for (;;) {
    const text = compose()
    written += text.length
    if (socket.write(text)) continue
    const drained = await Promise.race([
      once(socket, 'drain').then(() => true),
      new Promise<false>((resolve) => setTimeout(() => resolve(false), 1_500)),
    ])
    if (!drained) return written
  }
}

describe('a client that stops reading', () => {
  it.each(['identity', 'gzip', 'zstd'])('a stream (%s) is read no further, and ends when it goes', { timeout: 60_000 }, async (coding) => {
    const before = api.reports.length
    // Texts that come back and are always others: answers that compress well would let a hundred times as much through.
    const route = '/v1/tools/text/encoding/batch'
    const socket = await open(route, ['Content-Type: application/x-ndjson', 'Transfer-Encoding: chunked', `Accept-Encoding: ${coding}`])
    socket.pause()
    const line = (): string =>
      `${JSON.stringify({ input: { content: randomBytes(600).toString('base64url').replaceAll(/[-_]/g, 'a') } })}\n`
    const lines = (): string => chunkOf(Array.from({ length: 200 }, line).join(''))
    expect(await writeUntilStuck(socket, lines)).toBeLessThan(100_000_000)
    await expectService()
    socket.destroy()
    await expect.poll(() => api.load, { timeout: 20_000 }).toMatchObject({ active: 0, bytes: 0 })
    await expect.poll(() => api.reports.slice(before).some((report) => report.route === route)).toBe(true)
    expect(api.internalErrors).toEqual([])
    await expectService()
  })
})

describe('a client that hangs up', () => {
  it.each([
    ['in the middle of its body', COUNT, ['Content-Type: application/json', 'Content-Length: 1000'], '{"text":"a'],
    ['in the middle of a line', `${COUNT}/batch`, ['Content-Type: application/x-ndjson', 'Content-Length: 1000'], '{"input":{"te'],
    ['in the middle of a part', COUNT, ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 1000'], '--b\r\nContent-Disp'],
    [
      'before its job is made',
      COUNT,
      ['Content-Type: application/json', 'Content-Length: 1000', 'Prefer: respond-async', 'Idempotency-Key: k'],
      '{"text":"a',
    ],
  ])('%s leaves nothing behind', async (_, path, headers, start) => {
    const socket = await open(path, headers)
    socket.write(start)
    await expect.poll(() => api.load.active).toBe(1)
    socket.destroy()
    await expect.poll(() => api.load).toMatchObject({ active: 0, bytes: 0 })
    expect(api.internalErrors).toEqual([])
    expect(api.jobs.figures.created).toBe(0)
    await expectService()
  })
})

describe('a form of 100,000 parts', () => {
  it('is refused at its limit, and its rest is not read', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n'
    const body = `${part.repeat(100_000)}--b--\r\n`
    const before = api.reports.length
    const socket = await open(COUNT, ['Content-Type: multipart/form-data; boundary=b', 'Transfer-Encoding: chunked'])
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += String(chunk)
    })
    for (let at = 0; at < body.length && answer === ''; at += 64_000) {
      if (!socket.write(chunkOf(body.slice(at, at + 64_000)))) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    await expect.poll(() => answer).toContain('"code":"too_many_items"')
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    expect(api.reports.slice(before).at(0)!.bytesIn).toBeLessThan(body.length / 10)
    await expectService()
  })
})
