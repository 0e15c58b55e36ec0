// A sink whose receiver is down, slow, hangs, resets or answers with an error: nothing waits, nothing grows, every lost line is counted.
import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  ALL_ACCEPTED,
  type Delivered,
  type DeliverySettings,
  DeliverySink,
  type Transport,
} from '../../../src/platform/logging/delivery-sink.ts'
import { openHttpTransport } from '../../../src/platform/logging/http-transport.ts'
import { encodingOf } from '../../../src/platform/logging/log-encodings.ts'
import { openDatagramTransport, openStreamTransport } from '../../../src/platform/logging/socket-transport.ts'
import { freePort } from '../server/free-port.ts'
import { answering, type Behaviour, hanging, resetting, startReceiver } from './http-receiver.ts'

const FAST = { firstMs: 5, maxMs: 20 }
const SETTINGS: DeliverySettings = { maxBufferBytes: 1_000, onFull: 'drop_oldest', batch: 10, flushMs: 0, lanes: 1, backoff: FAST }
const line = (n: number): string => `{"level":"info","time":"2026-02-03T04:05:06.789Z","stream":"access","n":${n}}\n`
const LINE_LENGTH = line(10).length

/** A transport that does what it is told, and keeps what it was given. */
function scripted(deliver: (lines: readonly string[], call: number) => Delivered | Promise<Delivered>) {
  const calls: string[][] = []
  const transport: Transport = {
    async deliver(lines) {
      calls.push([...lines])
      return deliver(lines, calls.length)
    },
    close: () => undefined,
  }
  return { calls, transport }
}

const settle = (ms = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const numbersOf = (lines: readonly string[]): (number | undefined)[] => lines.map((text) => JSON.parse(text).n)

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settle(5)
}

describe('the queue', () => {
  test.each([
    ['drop_oldest', [995, 996, 997, 998, 999]],
    ['drop_newest', [1, 2, 3, 4, 5]],
  ] as const)('with %s keeps its bound while the receiver hangs', async (onFull, kept) => {
    let release = (_: Delivered): void => undefined
    const { calls, transport } = scripted((_, call) =>
      call === 1 ? new Promise<Delivered>((resolve) => (release = resolve)) : ALL_ACCEPTED,
    )
    const sink = new DeliverySink(transport, { ...SETTINGS, maxBufferBytes: LINE_LENGTH * 6 + 12, onFull })
    sink.write(line(0))
    await until(() => calls.length === 1)
    for (let n = 1; n < 1_000; n++) sink.write(line(n))
    expect(sink.heldCharacters).toBeLessThanOrEqual(LINE_LENGTH * 6 + 12)
    expect(sink.droppedLines).toBe(994)
    release(ALL_ACCEPTED)
    await until(() => sink.heldCharacters === 0)
    const sent = calls.slice(1).flat()
    expect(JSON.parse(sent[0]!)).toMatchObject({ level: 'warn', msg: 'log lines were dropped', dropped: 994 })
    expect(numbersOf(sent.slice(1))).toEqual(kept)
    sink.write(line(7))
    await until(() => sink.heldCharacters === 0)
    expect(calls.flat().filter((text) => text.includes('dropped'))).toHaveLength(1)
  })

  test('counts what was under way when its close ends', async () => {
    const transport: Transport = {
      deliver: (lines, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => setTimeout(resolve, 20, { refused: 0, again: lines }))),
      close: () => undefined,
    }
    const sink = new DeliverySink(transport, SETTINGS)
    sink.write(line(1))
    await sink.close(20)
    expect(sink.droppedLines).toBe(1)
  })

  test('takes no line that is larger than itself', () => {
    const sink = new DeliverySink(scripted(() => ALL_ACCEPTED).transport, SETTINGS)
    sink.write('x'.repeat(1_001))
    expect([sink.droppedLines, sink.heldCharacters]).toEqual([1, 0])
  })

  test('keeps its order over failures, parts and many lines', async () => {
    const { calls, transport } = scripted((lines, call) => {
      if (call % 3 === 0) throw new Error('broken')
      return call % 5 === 0 ? { refused: 0, again: lines.slice(2) } : ALL_ACCEPTED
    })
    const sink = new DeliverySink(transport, { ...SETTINGS, maxBufferBytes: 1 << 20, batch: 100 })
    for (let n = 0; n < 5_000; n++) sink.write(line(n))
    await until(() => sink.heldCharacters === 0)
    const taken = calls.flatMap((lines, i) => ((i + 1) % 3 === 0 ? [] : (i + 1) % 5 === 0 ? lines.slice(0, 2) : lines))
    expect(numbersOf(taken)).toEqual(Array.from({ length: 5_000 }, (_, n) => n))
    expect(sink.droppedLines).toBe(0)
  })

  test('waits longer after each failure, and as long as the receiver asks', async () => {
    const times: number[] = []
    const { transport } = scripted((lines, call) => {
      times.push(performance.now())
      if (call === 5) return { refused: 0, again: lines, retryAfterMs: 150 }
      return call < 7 ? { refused: 0, again: lines } : ALL_ACCEPTED
    })
    const sink = new DeliverySink(transport, { ...SETTINGS, backoff: { firstMs: 10, maxMs: 40 } })
    sink.write(line(1))
    await until(() => sink.heldCharacters === 0)
    const pauses = times.slice(1).map((time, i) => time - times[i]!)
    // A pause is at least half of its ceiling: 10, 20, 40, 40 … A timer may be a millisecond early.
    for (const [i, least] of [5, 10, 20, 20, 150, 20].entries()) expect(pauses[i]).toBeGreaterThanOrEqual(least - 1)
  })

  test('ends in time, and counts what was not sent', async () => {
    const { transport } = scripted(() => new Promise<Delivered>(() => undefined))
    const sink = new DeliverySink(transport, { ...SETTINGS, batch: 1 })
    for (const n of [1, 2, 3]) sink.write(line(n))
    await settle()
    await sink.close(20)
    sink.write(line(4))
    expect(sink.droppedLines).toBe(4)
  })

  test('is sent at the end without waiting for a full batch or the end of a pause', async () => {
    const { calls, transport } = scripted((_, call) => {
      if (call === 1) throw new Error('broken')
      return ALL_ACCEPTED
    })
    const sink = new DeliverySink(transport, { ...SETTINGS, flushMs: 60_000, batch: 2, backoff: { firstMs: 60_000, maxMs: 60_000 } })
    for (const n of [1, 2]) sink.write(line(n))
    await until(() => calls.length === 1)
    sink.write(line(3))
    await sink.close(5_000)
    expect(calls.slice(1).map(numbersOf)).toEqual([[1, 2], [3]])
    expect(sink.droppedLines).toBe(0)
  })
})

describe('a receiver on HTTP', () => {
  async function open(behaviour: Behaviour) {
    const receiver = await startReceiver(behaviour)
    const encoding = encodingOf('splunk_hec', { host: 'h', app: 'a', version: '0' })
    const url = new URL(`http://127.0.0.1:${receiver.port}/`)
    const transport = openHttpTransport(encoding, { url, headers: {}, tls: {}, lanes: 1, timeoutMs: 100 })
    return { receiver, sink: new DeliverySink(transport, { ...SETTINGS, maxBufferBytes: 1 << 20 }) }
  }
  const tooLong: Behaviour = (response) => response.end('x'.repeat(2 << 20))
  const cut: Behaviour = (response) => {
    response.writeHead(200, { 'Content-Length': '100' })
    response.write('{')
    setTimeout(() => response.destroy(), 5)
  }

  test.each<[string, Behaviour]>([
    ['answers 500', answering(500)],
    ['answers 503', answering(503)],
    ['answers 429', answering(429)],
    ['answers 401', answering(401)],
    ['answers 404', answering(404)],
    ['redirects', answering(302, '', { Location: 'http://127.0.0.1:1/' })],
    ['hangs', hanging],
    ['resets the connection', resetting],
    ['cuts its answer', cut],
    ['answers without end', tooLong],
  ])('that %s gets the batch again', async (_title, behaviour) => {
    const { receiver, sink } = await open(behaviour)
    sink.write(line(1))
    await receiver.waitForRequests(2)
    receiver.behave(answering(200, '{}'))
    await until(() => sink.heldCharacters === 0)
    expect(sink.droppedLines).toBe(0)
    expect(JSON.parse(receiver.requests.at(-1)!.body).event).toMatchObject({ n: 1 })
    await sink.close(100)
  })

  test.each([400, 413, 422])('that answers %i does not get the batch again, and it is said', async (status) => {
    const { receiver, sink } = await open(answering(status))
    sink.write(line(1))
    await receiver.waitForRequests(1)
    await until(() => sink.heldCharacters === 0)
    expect(sink.droppedLines).toBe(1)
    receiver.behave(answering(200, '{}'))
    sink.write(line(2))
    await receiver.waitForRequests(3)
    expect(receiver.requests.slice(1).map(({ body }) => JSON.parse(body).event)).toMatchObject([{ n: 2 }, { dropped: 1 }])
    await sink.close(100)
  })

  test('that asks for time gets it', async () => {
    const { receiver, sink } = await open(answering(429, '', { 'Retry-After': '1' }))
    sink.write(line(1))
    await receiver.waitForRequests(1)
    await settle(200)
    expect(receiver.requests).toHaveLength(1)
    await sink.close(50)
  })
})

describe('a receiver on a socket', () => {
  test.each(['stream', 'datagram'])('that is not there (%s) gets the lines when it comes', async (kind) => {
    const port = await freePort()
    const place = { host: '127.0.0.1', port }
    const transport =
      kind === 'stream' ? openStreamTransport(place, undefined, (text) => text) : openDatagramTransport(place, (text) => text)
    const sink = new DeliverySink(transport, SETTINGS)
    sink.write(line(1))
    await settle(100)
    if (kind === 'stream') {
      expect(sink.heldCharacters).toBe(LINE_LENGTH - 1)
      const received: string[] = []
      const server = createServer((socket) => socket.on('data', (chunk) => received.push(String(chunk)))).listen(port, '127.0.0.1')
      onTestFinished(() => void server.close())
      await until(() => received.join('') === line(1))
    }
    await sink.close(100)
    // Of a datagram nobody tells: UDP is taken at its word.
    expect(sink.droppedLines).toBe(0)
  })

  test('that reads nothing costs no more than the bound, and is left after its time', async () => {
    const connections: unknown[] = []
    const server = createServer((socket) => {
      socket.pause()
      socket.on('error', () => undefined)
      connections.push(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const place = { host: '127.0.0.1', port: (server.address() as { port: number }).port }
    const maxBufferBytes = 8 << 20
    const sink = new DeliverySink(
      openStreamTransport(place, undefined, (text) => text, 200),
      { ...SETTINGS, maxBufferBytes, batch: 500 },
    )
    const text = `${'x'.repeat(2_000)}\n`
    for (let i = 0; i < 20_000; i++) {
      sink.write(text)
      if (i % 500 === 0) await settle(1)
    }
    expect(sink.heldCharacters).toBeLessThanOrEqual(maxBufferBytes)
    expect(sink.droppedLines).toBeGreaterThan(5_000)
    await until(() => connections.length > 1)
    await sink.close(20)
  })
})
