// Streams that fail on the way: the client has what came before, and never takes it for the whole answer.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

let listener: Listener | undefined
afterEach(() => listener?.drain(100))

/** What a client receives of an answer whose stream fails after some pieces, and the code of the error that ends the connection. */
async function receive(version: '1.0' | '1.1', pieces: number): Promise<{ text: string; code: string | undefined }> {
  listener = await listen(
    (_request, environment) => {
      let left = pieces
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (left-- > 0) controller.enqueue(new Uint8Array(10_000).fill(0x61))
          else controller.error(new Error('broken'))
        },
      })
      environment.sendStream!({ status: 200, headers: ['Content-Type', 'text/csv'], body, isGivenAway: false })
      return new Response(null)
    },
    randomUUID,
    LISTEN_SETTINGS,
  )
  const socket = connect(listener.port, '127.0.0.1')
  let [text, code] = ['', undefined as string | undefined]
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code))
  socket.write(`GET / HTTP/${version}\r\nHost: a\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  return { text, code }
}

it('in HTTP/1.1 the last chunk is missing, and no byte before it', async () => {
  const { text } = await receive('1.1', 30)
  expect(text.match(/a{10000}/g)).toHaveLength(30)
  expect(text.endsWith('0\r\n\r\n')).toBe(false)
})

it('in HTTP/1.0, where an end means that the answer is complete, the connection is reset', async () => {
  const { text, code } = await receive('1.0', 1)
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
  expect(code).toBe('ECONNRESET')
})
