// The fast path of a listener: a request whose body has come in with its head, or comes behind it and is not long, is answered without
// streams, Web objects and promises. It leaves everything else to the general path, which gives the same answers.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodySource, RequestEnvironment } from '../../http/request/environment.ts'
import { BufferedBody } from './buffered-body.ts'
import { BufferedRequest } from './buffered-request.ts'
import type { FastHandler } from './fast-routes.ts'
import { dropRest, judgeBody, plainPath } from './judge-request.ts'
import { keepAliveLines, type Sender, send } from './send-together.ts'

export interface FastPath {
  /** The class that Node's server creates requests of. */
  readonly requestClass: typeof IncomingMessage
  open(listener: FastPathListener): AnswerFast
}

/** Answers a request, or calls `general`, once, now or at the end of this turn of the event loop. */
export type AnswerFast = (incoming: IncomingMessage, outgoing: ServerResponse, general: () => void) => void

/** What a listener provides to its fast path. */
export interface FastPathListener {
  /** @param body in place of the stream's */
  environmentOf(incoming: IncomingMessage, outgoing: ServerResponse, body?: BodySource): RequestEnvironment
  /** Ends a connection whose client does not take this answer. */
  watch(outgoing: ServerResponse): void
  readonly keepAliveTimeoutMs: number
}

/** The handler of a method and a path, or undefined for the general path. */
export type FindFastHandler = (method: string, path: string) => FastHandler | undefined

export function createFastPath(findHandler: FindFastHandler): FastPath {
  return {
    requestClass: BufferedRequest,
    open(listener) {
      const sender: Sender = { watch: listener.watch, keepAliveLines: keepAliveLines(listener.keepAliveTimeoutMs) }
      return (incoming, outgoing, general) => {
        const handler = findHandler(incoming.method ?? '', plainPath(incoming.url ?? ''))
        const request = incoming as BufferedRequest
        // A small body comes with its head.
        if (handler) request.hold(() => handle(request, outgoing, handler, general, listener, sender))
        else general()
      }
    },
  }
}

function handle(
  incoming: BufferedRequest,
  outgoing: ServerResponse,
  handler: FastHandler,
  general: () => void,
  { environmentOf, watch }: FastPathListener,
  sender: Sender,
): void {
  const state = judgeBody(incoming)
  if (state === 'unsure') {
    general()
    return
  }
  if (state === 'coming') {
    watch(outgoing)
    outgoing.once('finish', () => dropRest(incoming))
  }
  const body = state === 'whole' ? new BufferedBody(incoming) : undefined
  handler(environmentOf(incoming, outgoing, body), incoming.url!, (sent) => send(sender, outgoing, sent))
}
