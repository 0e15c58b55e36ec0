// Bodies that come behind their head: short ones on the fast path, to their end or thrown away, all others on the general one.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { countedFastPath, type FastCounts } from '../fast-path/counted-fast-path.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

let api: ApiHarness
let listener: Listener
let counts: FastCounts

beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 20_000 })
  const counted = countedFastPath(api)
  counts = counted.counts
  listener = await listen((request, environment) => api.app.fetch(request, environment), randomUUID, LISTEN_SETTINGS, counted.path)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})

const json = 'Content-Type: application/json'
/** The head of a call of word-count, up to the lines that say how its body comes. */
const headOf = async (type = json) =>
  `POST /v1/tools/text/word-count HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await api.makeKey()}\r\n${type}\r\n`
const open = async (head: string) => {
  const socket = connect(listener.port, '127.0.0.1').on('error', () => undefined)
  const headsBefore = counts.heads
  socket.write(head)
  await expect.poll(() => counts.heads).toBe(headsBefore + 1)
  return socket
}
const answerOf = async (socket: Socket) => String(((await once(socket, 'data')) as [Buffer])[0])

/** Refused in the middle, by a line that is no header. */
const openBroken = async () => {
  const socket = await open(`${await headOf('Content-Type: multipart/form-data; boundary=b')}Content-Length: 15000\r\n\r\n`)
  socket.write('--b\r\nno header\r\n\r\n')
  expect(await answerOf(socket)).toContain('HTTP/1.1 400 ')
  return socket
}

describe('a body that comes behind its head', () => {
  it.each([
    ['as one of a few bytes does', 'Content-Length: 12\r\n\r\n{"te', 'xt":"a"}', 200, 1],
    ['as one of 4 MiB', 'Content-Length: 4194304\r\n\r\n', '', 413, 1],
    ['but none that is longer', 'Content-Length: 4194305\r\n\r\n', '', 413, 0],
    ['and none of which nobody knows how long it is', 'Transfer-Encoding: chunked\r\n\r\n', 'c\r\n{"text":"a"}\r\n0\r\n\r\n', 200, 0],
  ])('takes the fast path, %s', async (_, head, rest, status, requests) => {
    const before = counts.answered
    const socket = await open((await headOf()) + head)
    socket.write(rest)
    expect(await answerOf(socket)).toContain(`HTTP/1.1 ${status} `)
    expect(counts.answered - before).toBe(requests)
    socket.destroy()
  })

  it('is read to its end in the pieces in which it comes', async () => {
    const body = JSON.stringify({ text: 'a '.repeat(9_000) })
    const before = counts.answered
    const socket = await open(`${await headOf()}Content-Length: ${body.length}\r\n\r\n`)
    for (let at = 0; at < body.length; at += 5_000) {
      socket.write(body.slice(at, at + 5_000))
      await setImmediate()
    }
    expect(await answerOf(socket)).toContain('"words":9000')
    expect(counts.answered - before).toBe(1)
    socket.destroy()
  })

  it('is thrown away where it was answered before its end, and the next is served', async () => {
    const socket = await openBroken()
    socket.write(`${'a'.repeat(15_000 - 18)}${await headOf()}Content-Length: 12\r\n\r\n{"text":"a"}`)
    expect(await answerOf(socket)).toContain('"words":1')
    socket.destroy()
  })

  it('is cut off there where it goes on byte by byte', async () => {
    const socket = await openBroken()
    const drip = setInterval(() => socket.write('a'), 50)
    await once(socket, 'close')
    clearInterval(drip)
  })
})
