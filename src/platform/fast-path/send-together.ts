// Answers of the fast path: all that are ready in one turn of the event loop are written together, with heads that are made here.
import type { ServerResponse } from 'node:http'
import type { Sent } from '../../http/routes/exchange-types.ts'
import { sendStream } from '../server/send-stream.ts'

/** How answers go out. */
export interface Sender {
  /** The last lines of a head where the connection stays open. */
  readonly keepAliveLines: string
  /** Called with an answer that the system has not taken at once. */
  readonly watch: (outgoing: ServerResponse) => void
}

/** Answers that are ready in this turn of the event loop. */
let ready: { readonly sender: Sender; readonly outgoing: ServerResponse; readonly sent: Sent }[] = []

/** Writes an answer together with all others of this turn: whoever reads them is woken once and not for each. */
export function send(sender: Sender, outgoing: ServerResponse, sent: Sent): void {
  ready.push({ sender, outgoing, sent })
  if (ready.length === 1) setImmediate(sendReady)
}

function sendReady(): void {
  const answers = ready
  ready = []
  const date = dateText()
  for (const { sender, outgoing, sent } of answers) {
    try {
      write(sender, outgoing, sent, date)
    } catch {
      // A head that Node refuses is no reason to keep the others waiting.
      outgoing.destroy()
    }
  }
}

/** Unless nobody is there any more. */
function write(sender: Sender, outgoing: ServerResponse, { status, head, body, bytes, isGivenAway }: Sent, date: string): void {
  if (body instanceof ReadableStream) {
    sender.watch(outgoing)
    sendStream(outgoing, { status, headers: head.list(), body, isGivenAway })
    return
  }
  if (outgoing.destroyed) return
  const lines = status === 200 && outgoing.shouldKeepAlive ? head.text() : undefined
  if (lines === undefined) {
    const headers = head.list()
    // Beside 304 it would be the length of what is not sent (RFC 9110 §8.6).
    if (status !== 304) headers.push('Content-Length', String(bytes))
    outgoing.writeHead(status, headers)
  } else {
    writeHead(outgoing, `${OK}${lines}Content-Length: ${bytes}\r\nDate: ${date}${sender.keepAliveLines}`)
  }
  // A text of ASCII goes out without being encoded.
  outgoing.end(body, bytes === body?.length ? 'latin1' : 'utf8')
  // What waits for the answers before it has no socket yet.
  if (outgoing.socket === null || outgoing.socket.writableLength > 0) sender.watch(outgoing)
}

const OK = 'HTTP/1.1 200 OK\r\n'

/** The last lines of a head that Node would write: the connection stays open. */
export function keepAliveLines(timeoutMs: number): string {
  return `\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(timeoutMs / 1000)}\r\n\r\n`
}

/** What writeHead comes to: it would look at each name and each character of each value again. */
function writeHead(outgoing: ServerResponse, head: string): void {
  ;(outgoing as { _header?: string })._header = head
}

let dateSecond = 0
let lastDate = ''

/** As Node writes it, to the second (RFC 9110 §5.6.7). */
function dateText(): string {
  const now = Date.now()
  if (now < dateSecond || now >= dateSecond + 1_000) {
    dateSecond = now - (now % 1_000)
    lastDate = new Date(now).toUTCString()
  }
  return lastDate
}
