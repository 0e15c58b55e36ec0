// The general path: a request and its answer as the Web objects of Node. What makes them is loaded for the first request that needs them:
// it takes longer than all else that stands between a start and the first answer.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type NodeListener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown

/** Answers a request, or has sent a stream in place of an answer; never rejects. */
type AnswerWeb = (request: Request, incoming: IncomingMessage, outgoing: ServerResponse) => Response | Promise<Response>

/** Thrown where a stream is sent already, so that nothing else is: an error handler may answer nothing. */
const SENT = Symbol('sent')

/** @param unreadable what a request gets that no Web object can be made of */
export function createGeneralListener(answer: AnswerWeb, unreadable: () => Response): NodeListener {
  let loaded: NodeListener | undefined
  const load = async (): Promise<NodeListener> => {
    const { getRequestListener } = await import('@hono/node-server')
    loaded ??= getRequestListener(
      (request, bindings) => {
        const [incoming, outgoing] = [bindings.incoming as IncomingMessage, bindings.outgoing as ServerResponse]
        const response = answer(request, incoming, outgoing)
        const check = (found: Response): Response => {
          if (outgoing.headersSent) throw SENT
          return found
        }
        return response instanceof Promise ? response.then(check) : check(response)
      },
      { errorHandler: (error) => (error === SENT ? undefined : unreadable()) },
    ) as NodeListener
    return loaded
  }
  return (incoming, outgoing) => {
    if (loaded) return loaded(incoming, outgoing)
    // Whoever is gone by then waits for nothing, and no event would tell so any more.
    return load().then((listener) => (incoming.socket.destroyed ? undefined : listener(incoming, outgoing)))
  }
}
