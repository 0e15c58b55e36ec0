// The listener on a real socket: what Node lets through, what its parser refuses, uploads, and the drain.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { LISTEN_SETTINGS } from './listen-settings.ts'

const COUNT = '/v1/tools/text/word-count'

let api: ApiHarness
let listener: Listener
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 1_000_000 })
  listener = await listen((request, environment) => api.app.fetch(request, environment), randomUUID, LISTEN_SETTINGS)
})
afterAll(async () => {
  await listener.drain(1_000)
  await api.close()
})

async function open(port = listener.port): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}

/** Everything that the server sends until it closes, or until `enough` is seen. */
async function exchange(bytes: string, enough = /\r\n\r\n[\s\S]*\}$/, port = listener.port): Promise<string> {
  const socket = await open(port)
  socket.write(bytes, 'latin1')
  let text = ''
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('latin1')
    if (enough.test(text)) break
  }
  socket.destroy()
  return text
}

async function untilRefused(port: number): Promise<void> {
  await expect
    .poll(async () => {
      const socket = connect(port, '127.0.0.1')
      const outcome = await new Promise((resolve) => {
        socket.on('connect', () => resolve('connected'))
        socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      })
      socket.destroy()
      return outcome
    })
    .toBe('ECONNREFUSED')
}

const head = (lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`
const authorization = (): string => `Authorization: Bearer ${api.key}`

describe('what every refusal looks like, whoever refuses', () => {
  const cases: [string, () => string, number, string][] = [
    ['no Host', () => head(['GET /v1/tools HTTP/1.1', authorization()]), 400, 'invalid_header'],
    ['two Hosts', () => head(['GET /v1/tools HTTP/1.1', 'Host: a', 'Host: b', authorization()]), 400, 'invalid_header'],
    ['a Host that is none', () => head(['GET /v1/tools HTTP/1.1', 'Host: a b@/', authorization()]), 400, 'invalid_header'],
    ['TRACE', () => head(['TRACE /v1/tools HTTP/1.1', 'Host: a', authorization()]), 405, 'method_not_allowed'],
    ['CONNECT', () => head(['CONNECT a:1 HTTP/1.1', 'Host: a']), 405, 'method_not_allowed'],
    ['no HTTP', () => 'hello\r\n\r\n', 400, 'invalid_header'],
    ['an unknown method', () => head(['BREW / HTTP/1.1', 'Host: a']), 400, 'invalid_header'],
    ['a header that is too large', () => head(['GET /v1/tools HTTP/1.1', 'Host: a', `X: ${'y'.repeat(9_000)}`]), 400, 'invalid_header'],
    [
      'length beside chunks',
      () => `${head(['POST /v1/tools HTTP/1.1', 'Host: a', 'Content-Length: 3', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
      400,
      'invalid_header',
    ],
    [
      'two Authorization headers',
      () => head(['GET /v1/tools HTTP/1.1', 'Host: a', authorization(), authorization()]),
      400,
      'invalid_header',
    ],
    [
      'two Content-Types',
      () =>
        `${head([`POST ${COUNT} HTTP/1.1`, 'Host: a', authorization(), 'Content-Type: application/json', 'Content-Type: text/plain', 'Content-Length: 2'])}{}`,
      400,
      'invalid_header',
    ],
    ['no credentials', () => head(['GET /v1/tools HTTP/1.1', 'Host: a']), 401, 'missing_credentials'],
    ['an expectation that is not offered', () => head(['GET /v1/tools HTTP/1.1', 'Host: a', 'Expect: miracles']), 400, 'invalid_header'],
  ]
  it.each(cases)('%s', async (_, request, status, code) => {
    const answer = await exchange(request())
    expect(answer.split('\r\n')[0]).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer.toLowerCase()).toContain('content-type: application/problem+json')
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code, status })
  })
})

describe('an offer to speak another protocol (RFC 9110 §7.8)', () => {
  it.each(['h2c', 'websocket'])('%s is not taken up, and the request is answered', async (protocol) => {
    const lines = [`POST ${COUNT} HTTP/1.1`, 'Host: a', authorization(), 'Connection: Upgrade, HTTP2-Settings', `Upgrade: ${protocol}`]
    const answer = await exchange(`${head([...lines, 'HTTP2-Settings: AAEAAEAA', 'Content-Type: text/plain', 'Content-Length: 3'])}a b`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain('"words":2')
  })

  it('is refused without credentials as any other request', async () => {
    const answer = await exchange(head(['GET /v1/tools HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket']))
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
  })
})

describe('uploads', () => {
  it('are refused by their announced length before a byte is sent', async () => {
    const answer = await exchange(
      head([
        `POST ${COUNT} HTTP/1.1`,
        'Host: a',
        authorization(),
        'Content-Type: text/plain',
        'Content-Length: 99000000',
        'Expect: 100-continue',
      ]),
    )
    expect(answer).not.toContain('100 Continue')
    expect(answer).toContain('"code":"body_too_large"')
  })

  it('of 2 GB are refused on a route limited to 200 MB, though the server would take more', async () => {
    const wide = await openApi({ maxBodyBytes: 4 * 1024 ** 3 })
    const wideListener = await listen((request, environment) => wide.app.fetch(request, environment), randomUUID, LISTEN_SETTINGS)
    try {
      const lines = [
        'POST /v1/tools/dicom/inspect HTTP/1.1',
        'Host: a',
        `Authorization: Bearer ${wide.key}`,
        'Content-Type: application/dicom',
      ]
      const announce = (bytes: number) => head([...lines, `Content-Length: ${bytes}`, 'Expect: 100-continue'])
      const answer = await exchange(announce(2 * 1024 ** 3), undefined, wideListener.port)
      expect(answer).not.toContain('100 Continue')
      expect(answer).toContain('"code":"body_too_large"')
      // What the route takes is asked for.
      expect(await exchange(announce(1_000), /100 Continue/, wideListener.port)).toContain('100 Continue')
    } finally {
      await wideListener.drain(1_000)
      await wide.close()
    }
  })

  it('are not asked for without credentials', async () => {
    const answer = await exchange(
      head([`POST ${COUNT} HTTP/1.1`, 'Host: a', 'Content-Type: text/plain', 'Content-Length: 5', 'Expect: 100-continue']),
    )
    expect(answer).not.toContain('100 Continue')
    expect(answer).toContain('HTTP/1.1 401')
  })

  it('are asked for once the call is admitted', async () => {
    const socket = await open()
    socket.write(
      head([`POST ${COUNT} HTTP/1.1`, 'Host: a', authorization(), 'Content-Type: text/plain', 'Content-Length: 5', 'Expect: 100-continue']),
    )
    let text = ''
    for await (const chunk of socket) {
      text += String(chunk)
      if (text === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write('a b c')
      if (text.endsWith('}')) break
    }
    socket.destroy()
    expect(text).toContain('"words":3')
  })

  it('are refused at the limit when no length is announced', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(97)),
    })
    const response = await fetch(`http://127.0.0.1:${listener.port}${COUNT}`, {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': 'text/plain' },
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ code: 'body_too_large' })
  })

  it('that are hung up in the middle hurt nobody', async () => {
    const socket = await open()
    socket.write(`${head([`POST ${COUNT} HTTP/1.1`, 'Host: a', authorization(), 'Content-Type: text/plain', 'Content-Length: 50'])}abc`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    socket.destroy()
    const response = await fetch(`http://127.0.0.1:${listener.port}/v1/me`, { headers: { Authorization: `Bearer ${api.key}` } })
    expect(response.status).toBe(200)
    expect(api.internalErrors).toEqual([])
  })

  it.each([
    ['a text', COUNT, 'text/plain', 'HTTP/1.1 408'],
    ['a form', COUNT, 'multipart/form-data; boundary=b', 'HTTP/1.1 408'],
    ['a stream of lines', `${COUNT}/batch`, 'application/x-ndjson', '"complete":false'],
  ])('that drip are given up: %s', async (_, path, type, sign) => {
    const socket = await open()
    socket.write(head([`POST ${path} HTTP/1.1`, 'Host: a', authorization(), `Content-Type: ${type}`, 'Content-Length: 5000']))
    const dripping = setInterval(() => socket.write('x'), 100)
    let text = ''
    for await (const chunk of socket) {
      text += String(chunk)
      if (text.includes(sign) && text.includes('upload_timeout')) break
    }
    clearInterval(dripping)
    socket.destroy()
    expect(text).toContain(sign)
    expect(text).toContain('"code":"upload_timeout"')
  })

  it('share a connection', async () => {
    const call = `${head([`POST ${COUNT} HTTP/1.1`, 'Host: a', authorization(), 'Content-Type: text/plain', 'Content-Length: 3'])}a b`
    const answer = await exchange(call + call, /"words":2[\s\S]*"words":2[\s\S]*\}/)
    expect(answer.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2)
  })
})

describe('the address', () => {
  it('that is taken is a fault that says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const attempt = listen(() => new Response(), randomUUID, { ...LISTEN_SETTINGS, place: { address: '127.0.0.1', port } })
    await expect(attempt).rejects.toThrow(ProblemError)
    await expect(attempt).rejects.toMatchObject({ code: 'cannot_listen', message: expect.stringContaining(String(port)) })
    taken.close()
  })
})

describe('the drain', () => {
  it('lets a running request finish and then ends', async () => {
    let answer: (response: Response) => void = () => undefined
    const own = await listen(() => new Promise<Response>((resolve) => (answer = resolve)), randomUUID, LISTEN_SETTINGS)
    const running = fetch(`http://127.0.0.1:${own.port}/`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    const drained = own.drain(5_000)
    await untilRefused(own.port)
    answer(new Response('done'))
    expect(await (await running).text()).toBe('done')
    await drained
  })

  it('ends each connection with its next answer', async () => {
    const own = await listen(() => new Response('done'), randomUUID, LISTEN_SETTINGS)
    const socket = await open(own.port)
    const request = head(['GET / HTTP/1.1', 'Host: a'])
    socket.write(request)
    const [before] = (await once(socket, 'data')) as [Buffer]
    expect(String(before)).toMatch(/^connection: keep-alive\r$/im)
    // The header of the next has begun, so the connection is not idle.
    socket.write(request.slice(0, 5))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const drained = own.drain(5_000)
    await untilRefused(own.port)
    socket.write(request.slice(5))
    const [after] = (await once(socket, 'data')) as [Buffer]
    expect(String(after)).toMatch(/^HTTP\/1\.1 200 /)
    expect(String(after)).toMatch(/^connection: close\r$/im)
    await drained
  })

  it('answers those that the system has let in before it', async () => {
    const own = await listen(() => new Response('done'), randomUUID, LISTEN_SETTINGS)
    const answers = Array.from({ length: 60 }, () => exchange(head(['GET / HTTP/1.1', 'Host: a']), /done$/, own.port).catch(String))
    // They connect before the event loop turns; the server learns of it only then.
    await new Promise<void>((resolve) => process.nextTick(() => process.nextTick(resolve)))
    await own.drain(5_000)
    expect((await Promise.all(answers)).filter((answer) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([])
  })

  it('ends at its time limit whatever runs', async () => {
    const own = await listen(() => new Promise<Response>(() => undefined), randomUUID, LISTEN_SETTINGS)
    const running = fetch(`http://127.0.0.1:${own.port}/`).catch(() => 'cut')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await own.drain(100)
    expect(await running).toBe('cut')
  })
})
