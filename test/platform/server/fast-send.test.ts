// How answers go out on the fast path: apart from each other, and in pieces where they are streams.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HeaderList, SentHead } from '../../../src/http/request/environment.ts'
import { createFastPath, type FindFastHandler } from '../../../src/platform/fast-path/fast-path.ts'
import { listen } from '../../../src/platform/server/listen.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'
import { ask } from './raw-answers.ts'

const headOf = (headers: HeaderList): SentHead => ({ list: () => [...headers], text: () => undefined })

describe('the fast path', () => {
  it('keeps the answers of a turn apart where one cannot be written', async () => {
    const handler: FindFastHandler = (_method, path) => (_environment, _url, deliver) => {
      const headers = path === '/bad' ? ['X-Broken', 'a\nb'] : ['Content-Type', 'text/plain']
      deliver({ status: 200, head: headOf(headers), body: 'ok', bytes: 2, isGivenAway: false })
    }
    const own = await listen(() => new Response(), randomUUID, LISTEN_SETTINGS, createFastPath(handler))
    try {
      const post = (path: string) => fetch(own.origin + path, { method: 'POST', body: 'a' }).then((response) => response.text())
      const answers = await Promise.allSettled([post('/bad'), post('/good'), post('/bad'), post('/good')])
      expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    } finally {
      await own.drain(1_000)
    }
  })

  it.each(['ok', 'caf\u00e9 \ud83d\ude00', ''])('writes the same bytes for headers as text as Node does for a list: %j', async (body) => {
    const list: HeaderList = ['X-Request-Id', 'a', 'Content-Type', 'text/plain']
    const text = 'X-Request-Id: a\r\nContent-Type: text/plain\r\n'
    const handler: FindFastHandler = (_method, path) => (_environment, _url, deliver) => {
      const head = { list: () => [...list], text: () => (path === '/text' ? text : undefined) }
      deliver({ status: 200, head, body, bytes: Buffer.byteLength(body), isGivenAway: false })
    }
    const own = await listen(() => new Response(), randomUUID, LISTEN_SETTINGS, createFastPath(handler))
    try {
      const askFor = async (path: string) => {
        const [answer = ''] = await ask(own, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n`, 'a', 1)
        const [, date = ''] = /^Date: (.*)\r$/m.exec(answer) ?? []
        expect(new Date(date).toUTCString()).toBe(date)
        expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(60_000)
        return answer.replace(date, 'now')
      }
      const written = await askFor('/list')
      expect(written).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n')
      expect(await askFor('/text')).toBe(written)
    } finally {
      await own.drain(1_000)
    }
  })

  it('sends a streamed answer, and lets go of it when the client does', async () => {
    let cancelled = 0
    let isEndless = false
    const handler: FindFastHandler = () => (_environment, _url, deliver) => {
      const ends = !isEndless
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          controller.enqueue(new TextEncoder().encode('0123456789'))
          if (ends) controller.close()
        },
        cancel() {
          cancelled++
        },
      })
      deliver({ status: 200, head: headOf(['Content-Type', 'text/plain']), body, bytes: 0, isGivenAway: false })
    }
    const own = await listen(() => new Response(), randomUUID, LISTEN_SETTINGS, createFastPath(handler))
    try {
      const whole = await fetch(`${own.origin}/x`, { method: 'POST', body: 'a' })
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
      isEndless = true
      const abort = new AbortController()
      const endless = await fetch(`${own.origin}/x`, { method: 'POST', body: 'a', signal: abort.signal })
      await endless.body!.getReader().read()
      abort.abort()
      await expect.poll(() => cancelled).toBe(1)
    } finally {
      await own.drain(1_000)
    }
  })

  it.each([
    ['frees the pieces of a streamed answer that are given away, each when it has gone out', true],
    ['leaves the pieces of any other alone', false],
  ])('%s', async (_, isGivenAway) => {
    const pieces = Array.from({ length: 40 }, (_, i) => new Uint8Array(100_000).fill(i))
    const left = [...pieces]
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      const piece = left.shift()
      if (piece) controller.enqueue(piece)
      else controller.close()
    }
    const handler: FindFastHandler = () => (_environment, _url, deliver) =>
      deliver({ status: 200, head: headOf([]), body: new ReadableStream({ pull }), bytes: 0, isGivenAway })
    const own = await listen(() => new Response(), randomUUID, LISTEN_SETTINGS, createFastPath(handler))
    try {
      const bytes = Buffer.from(await (await fetch(`${own.origin}/x`, { method: 'POST', body: 'a' })).arrayBuffer())
      expect(bytes.length).toBe(4_000_000)
      expect(pieces.every((_, i) => bytes[i * 100_000] === i && bytes[i * 100_000 + 99_999] === i)).toBe(true)
      await expect.poll(() => pieces.filter(({ buffer }) => buffer.detached).length).toBe(isGivenAway ? 40 : 0)
    } finally {
      await own.drain(1_000)
    }
  })
})
