// Handlers for the commonest requests: POST to the exact path of a tool or its batch, and GET of the caller, which clients poll while they
// wait for a start. The exchange and the handler are those behind the router; only the router and the Web objects are left out.
import type { Awaitable } from '../../access/store.ts'
import { callBatch } from '../../http/batch/batch-route.ts'
import type { RequestEnvironment } from '../../http/request/environment.ts'
import { prefixesOf } from '../../http/routes/api-places.ts'
import type { ApiServices } from '../../http/routes/app.ts'
import { describeCaller } from '../../http/routes/caller-route.ts'
import { answerRequest } from '../../http/routes/exchange.ts'
import type { Handle, Route, Sent } from '../../http/routes/exchange-types.ts'
import { callTool } from '../../http/routes/tool-route.ts'

/**
 * Answers a request; never throws.
 * @param url the path and perhaps a query
 * @param deliver takes the answer, now or later, once; never throws
 */
export type FastHandler = (environment: RequestEnvironment, url: string, deliver: Deliver) => void

export type Deliver = (sent: Sent) => void

/** By the method and the path of the request. */
export type FastRoutes = Readonly<Record<'GET' | 'POST', ReadonlyMap<string, FastHandler>>>

export function createFastRoutes(services: ApiServices): FastRoutes {
  const fastRoutes = { GET: new Map<string, FastHandler>(), POST: new Map<string, FastHandler>() }
  for (const prefix of prefixesOf(services.places)) {
    const me = `${prefix}/me`
    fastRoutes.GET.set(
      me,
      createFastHandler(services, 'GET', { route: me, tool: undefined }, (exchange) => describeCaller(exchange, services)),
    )
    for (const tool of services.catalogue) {
      const path = `${prefix}/tools/${tool.id}`
      fastRoutes.POST.set(
        path,
        createFastHandler(services, 'POST', { route: path, tool: tool.id }, (exchange) => callTool(tool, exchange, services)),
      )
      fastRoutes.POST.set(
        `${path}/batch`,
        createFastHandler(services, 'POST', { route: `${path}/batch`, tool: tool.id }, (exchange) => callBatch(tool, exchange, services)),
      )
    }
  }
  return fastRoutes
}

/** The fast handler of a method and a path, or undefined where it has none. */
export function findFastHandler({ GET, POST }: FastRoutes, method: string, path: string): FastHandler | undefined {
  if (method === 'POST') return POST.get(path)
  return method === 'GET' ? GET.get(path) : undefined
}

function createFastHandler(services: ApiServices, method: keyof FastRoutes, route: Route, handle: Handle): FastHandler {
  const param = (): undefined => undefined
  return (environment, url, deliver) => {
    const target = { method, url, path: route.route, param }
    const fail = (error: unknown): void => {
      const sent = answerRequest(services, { route: '*', tool: undefined }, () => Promise.reject(error), target, environment)
      if (sent instanceof Promise) void sent.then(deliver)
      else deliver(sent)
    }
    let sent: Awaitable<Sent>
    try {
      sent = answerRequest(services, route, handle, target, environment)
    } catch (error) {
      fail(error)
      return
    }
    if (sent instanceof Promise) void sent.then(deliver, fail)
    else deliver(sent)
  }
}
