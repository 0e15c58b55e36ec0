// The Node side of the straight road: a request whose body has come in with its head is answered without Web objects and streams.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { headerValue } from '../http/environment.ts'
import type { Sent } from '../http/exchange.ts'
import type { Straight } from '../http/straight.ts'
import { utf8Length } from '../http/utf8-length.ts'
import { isBodyThere } from './node-body.ts'
import { sendStream } from './send-stream.ts'

/** The straight road of a method and a path, or undefined where it has none. */
export type FindStraight = (method: string, path: string) => Straight | undefined

/** A query that the rules of addresses leave as it is. */
const PLAIN_QUERY = /^[A-Za-z0-9&=%+._~*,:;-]*$/

/** The path of a request, by which its road is found; empty where the rules of addresses have to be asked. */
export function plainPath(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return url
  return PLAIN_QUERY.test(url.slice(at + 1)) ? url.slice(0, at) : ''
}

/** A host that needs no look at it by the rules of addresses. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::[1-5]\d{3,4})?$/
let lastPlainHost = ''

/** Whether the body is there, and nothing about the request is out of the ordinary. */
export function isStraight(incoming: IncomingMessage): boolean {
  if (!isBodyThere(incoming)) return false
  const host = headerValue(incoming.rawHeaders, 'host')
  if (host === undefined || (host !== lastPlainHost && !PLAIN_HOST.test(host))) return false
  lastPlainHost = host
  return true
}

/** Answers that are ready in this turn of the event loop. */
let ready: (readonly [ServerResponse, Sent])[] = []

/** Writes an answer together with all others of this turn: whoever reads them is woken once and not for each. */
export function send(outgoing: ServerResponse, sent: Sent): void {
  ready.push([outgoing, sent])
  if (ready.length === 1) setImmediate(sendReady)
}

function sendReady(): void {
  const answers = ready
  ready = []
  for (const [outgoing, sent] of answers) {
    try {
      write(outgoing, sent)
    } catch {
      // A head that Node refuses is no reason to keep the others waiting.
      outgoing.destroy()
    }
  }
}

/** Unless nobody is there any more. */
function write(outgoing: ServerResponse, { status, headers, body, isGivenAway }: Sent): void {
  if (body instanceof ReadableStream) {
    sendStream(outgoing, { status, headers, body, isGivenAway })
    return
  }
  if (outgoing.destroyed) return
  const bytes = body === null ? 0 : typeof body === 'string' ? utf8Length(body) : body.byteLength
  // Beside 304 it would be the length of what is not sent (RFC 9110 §8.6).
  if (status !== 304) headers.push('Content-Length', String(bytes))
  outgoing.writeHead(status, headers)
  // A text of ASCII goes out without being encoded.
  outgoing.end(body, bytes === body?.length ? 'latin1' : 'utf8')
}
