// Answers as they come over a socket, and what of them is the same each time that the same is asked.
import { once } from 'node:events'
import { connect } from 'node:net'
import type { Listener } from '../../../src/platform/server/listen.ts'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** The id of every request. */
export const ID = '01234567-89ab-4def-8123-456789abcdef'

/** The answers to one request after the other on one connection. */
export async function ask({ port }: Listener, head: string, body: string | Buffer, times: number): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  await once(socket, 'connect')
  const answers: string[] = []
  for (let i = 0; i < times; i++) {
    // One write, so that the body comes with its head.
    socket.write(Buffer.concat([Buffer.from(head, 'latin1'), typeof body === 'string' ? Buffer.from(body) : body]))
    let text = ''
    while (!isWhole(text)) text += ((await once(socket, 'data'))[0] as Buffer).toString('latin1')
    answers.push(text)
  }
  socket.destroy()
  return answers
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n')
  if (isChunked(text)) return text.endsWith('\r\n0\r\n\r\n')
  if (text.startsWith('HTTP/1.1 304 ')) return end >= 0
  return end >= 0 && text.length === end + 4 + Number(/content-length: (\d+)/i.exec(text.slice(0, end))?.[1])
}

function isChunked(answer: string): boolean {
  return /^transfer-encoding: chunked\r$/im.test(answer.slice(0, answer.indexOf('\r\n\r\n') + 1))
}

function bodyOf(answer: string): string {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
  return isChunked(answer) ? joinChunks(body) : body
}

function joinChunks(body: string): string {
  let text = ''
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.slice(at, end), 16)
    if (size === 0) return text
    text += body.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
  }
}

/** Without what differs from one moment to the next, the lines of the head in any order. */
export function settle(answer: string) {
  const end = answer.indexOf('\r\n\r\n')
  const [status, ...lines] = answer.slice(0, end).split('\r\n')
  const head = lines
    .map((line) =>
      line
        .replace(UUID, (id) => (id === ID ? id : 'made here'))
        .replace(/^(date|server-timing): .*/i, '$1')
        .replace(/;t=\d+/g, ';t'),
    )
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  return { status, head, body: bodyOf(answer).replace(UUID, (id) => (id === ID ? id : 'made here')) }
}
