// Carries a request from hono's router to the exchange, and its answer back.
import type { Context } from 'hono'
import { environmentOfRequest, type HeaderList, type RequestEnvironment } from '../request/environment.ts'
import { answerRequest } from './exchange.ts'
import type { ExchangeServices, Handle, Route, Sent } from './exchange-types.ts'

/** What came with the request; where no platform has given it, what the Request itself tells. */
export function environmentOf(context: Context): RequestEnvironment {
  const bound = context.env as RequestEnvironment | undefined
  return bound?.body ? bound : environmentOfRequest(context.req.raw)
}

/** Makes the Hono handler of one route. */
export function makeHandler(services: ExchangeServices, route: Route, handle: Handle) {
  return (context: Context): Response | Promise<Response> => {
    const environment = environmentOf(context)
    const sent = answerRequest(services, route, handle, context.req, environment)
    return sent instanceof Promise ? sent.then((found) => responseOf(found, environment)) : responseOf(sent, environment)
  }
}

function responseOf({ status, head, body, isGivenAway }: Sent, environment: RequestEnvironment): Response {
  if (!environment.sendStream || !(body instanceof ReadableStream))
    return new Response(body as BodyInit | null, { status, headers: recordOf(head.list()) })
  environment.sendStream({ status, headers: head.list(), body, isGivenAway })
  return new Response(null)
}

/** The adapter to Node takes an object as it is; a list it would read into Headers first. */
function recordOf(headers: HeaderList): Record<string, string> {
  const record: Record<string, string> = {}
  for (let i = 0; i < headers.length; i += 2) record[headers[i]!] = headers[i + 1]!
  return record
}
