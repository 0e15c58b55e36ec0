// The straight road of the requests that come most: POST to the exact path of a tool or its batch. The same exchange and the same handler
// as behind the router; only the router and the Web objects are left out, which cost several times what all the rest does.
import type { Awaitable } from '../access/store.ts'
import { prefixesOf } from './api-places.ts'
import type { ApiServices } from './app.ts'
import { callBatch } from './batch-route.ts'
import type { RequestEnvironment } from './environment.ts'
import { answerRequest, type Handle, type Sent } from './exchange.ts'
import { callTool } from './tool-route.ts'

/**
 * Answers a request by what came with it; never throws or rejects.
 * @param url the path and perhaps a query
 */
export type Straight = (environment: RequestEnvironment, url: string) => Awaitable<Sent>

/** By the path of the request. */
export function openStraight(services: ApiServices): ReadonlyMap<string, Straight> {
  const roads = new Map<string, Straight>()
  for (const prefix of prefixesOf(services.places)) {
    for (const tool of services.catalogue) {
      const path = `${prefix}/tools/${tool.id}`
      roads.set(
        path,
        openRoad(services, path, tool.id, (exchange) => callTool(tool, exchange, services)),
      )
      roads.set(
        `${path}/batch`,
        openRoad(services, `${path}/batch`, tool.id, (exchange) => callBatch(tool, exchange, services)),
      )
    }
  }
  return roads
}

function openRoad(services: ApiServices, path: string, tool: string, handle: Handle): Straight {
  const route = { route: path, tool }
  const param = (): undefined => undefined
  return (environment, url) => {
    const target = { method: 'POST', url, path, param }
    const fail = (error: unknown): Awaitable<Sent> =>
      answerRequest(services, { route: '*', tool: undefined }, () => Promise.reject(error), target, environment)
    try {
      const sent = answerRequest(services, route, handle, target, environment)
      return sent instanceof Promise ? sent.catch(fail) : sent
    } catch (error) {
      return fail(error)
    }
  }
}
