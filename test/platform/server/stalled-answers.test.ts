// Answers that nobody takes: their connections end, and those of slow clients and of long calls do not.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { createFastPath, type FindFastHandler } from '../../../src/platform/fast-path/fast-path.ts'
import { type Fetch, type Listener, listen } from '../../../src/platform/server/listen.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

const LIMIT_MS = 1_000
/** More than the buffers of both systems hold. */
const LARGE = 64 << 20

let listener: Listener
afterEach(() => listener.drain(100))

async function openPaused(fetch: Fetch, find?: FindFastHandler): Promise<Socket> {
  const settings = {
    ...LISTEN_SETTINGS,
    bodyPace: { maxWaitMs: LIMIT_MS, minBytesPerSecond: 1, graceMs: 10_000 },
    keepAliveTimeoutMs: 100,
  }
  listener = await listen(fetch, randomUUID, settings, find && createFastPath(find))
  const socket = connect(listener.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  return socket
}

it.each([
  ['whole', () => new Uint8Array(LARGE)],
  ['a stream', () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)) })],
])('of which nothing is taken, %s, ends the connection', async (_, makeBody) => {
  let isClosed = false
  await openPaused((_request, environment) => {
    environment.whenSent?.(() => {
      isClosed = true
    })
    return new Response(makeBody())
  })
  await expect.poll(() => isClosed, { timeout: 20_000 }).toBe(true)
})

it.each([
  ['whole', () => new Uint8Array(LARGE)],
  ['a text', () => 'a'.repeat(LARGE)],
  ['a stream', () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(1 << 16)) })],
])('of which nothing is taken, %s by the fast path, ends the connection', async (_, makeBody) => {
  let isGone = false
  await openPaused(
    () => new Response(),
    () => (environment, _url, deliver) => {
      environment.whenSent?.(() => {
        isGone = true
      })
      deliver({ status: 200, head: { list: () => [], text: () => '' }, body: makeBody(), bytes: LARGE, isGivenAway: false })
    },
  )
  await expect.poll(() => isGone, { timeout: 20_000 }).toBe(true)
})

it('by the fast path that takes longer than the limit to begin comes', async () => {
  const socket = await openPaused(
    () => new Response(),
    () => async (_environment, _url, deliver) => {
      await wait(2.5 * LIMIT_MS)
      deliver({ status: 200, head: { list: () => [], text: () => '' }, body: 'late', bytes: 4, isGivenAway: false })
    },
  )
  const [head] = (await once(socket.resume(), 'data')) as [Buffer]
  expect(String(head)).toContain('200 OK')
})

it('that is taken slowly comes whole', { timeout: 60_000 }, async () => {
  const socket = await openPaused(() => new Response(new Uint8Array(LARGE)))
  let taken = 0
  let untilRest = 0
  socket.on('data', (chunk: Buffer) => {
    taken += chunk.length
    untilRest += chunk.length
    if (untilRest < LARGE / 8) return
    untilRest = 0
    socket.pause()
    setTimeout(() => socket.resume(), LIMIT_MS / 4)
  })
  socket.resume()
  await once(socket, 'close')
  expect(taken).toBeGreaterThan(LARGE)
})

it('that takes longer than the limit to begin comes', async () => {
  const socket = await openPaused(async () => {
    await wait(2.5 * LIMIT_MS)
    return new Response('late')
  })
  const [head] = (await once(socket.resume(), 'data')) as [Buffer]
  expect(String(head)).toContain('200 OK')
})

it('that was taken leaves a connection that ends when nothing more comes', async () => {
  const socket = await openPaused(() => new Response('taken'))
  socket.resume()
  await once(socket, 'close')
})
