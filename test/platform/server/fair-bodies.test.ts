// A long body that comes as fast as it can be read leaves the event loop to others after each part of it.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { listen } from '../../../src/platform/server/listen.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

const BODY_BYTES = 32 << 20

/** In a thread of its own, so that the socket holds more than is read in a turn. */
const SENDER = `
const { workerData: { port, bytes } } = require('node:worker_threads')
const socket = require('node:net').connect(port, '127.0.0.1')
socket.write('POST / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\nContent-Length: ' + bytes + '\\r\\n\\r\\n')
socket.write(Buffer.alloc(bytes, 'a'))
socket.resume()
`

it('a body is read in parts, between which other sockets have their turn', async () => {
  const turns = [0]
  let isRead = false
  const countTurns = async () => {
    while (!isRead) {
      await setImmediate()
      turns.push(0)
    }
  }
  const listener = await listen(
    async (_, { body }) => {
      const counting = countTurns()
      await body.read((chunk) => {
        turns[turns.length - 1]! += chunk.byteLength
      }, false)
      isRead = true
      await counting
      return new Response('read')
    },
    randomUUID,
    LISTEN_SETTINGS,
  )
  const sender = new Worker(SENDER, { eval: true, workerData: { port: listener.port, bytes: BODY_BYTES } })
  try {
    await once(sender, 'exit')
    expect(turns.reduce((sum, bytes) => sum + bytes)).toBe(BODY_BYTES)
    // What is under way when a part is full still comes.
    expect(Math.max(...turns)).toBeLessThanOrEqual((1 << 18) + 3 * 65_536)
  } finally {
    await listener.drain(1_000)
  }
})
