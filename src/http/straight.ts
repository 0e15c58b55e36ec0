// The straight road of the requests that come most: POST to the exact path of a tool. The same exchange and the same handler as behind the
// router; only the router and the Web objects are left out, which cost several times what all the rest does.
import type { Awaitable } from '../access/store.ts'
import { prefixesOf } from './api-places.ts'
import type { ApiServices } from './app.ts'
import type { RequestEnvironment } from './environment.ts'
import { answerRequest, type Route, type Sent } from './exchange.ts'
import { callTool } from './tool-route.ts'

/** Answers a request by what came with it; never throws or rejects. */
export type Straight = (environment: RequestEnvironment) => Awaitable<Sent>

/** By the path of the request, which has no query. */
export function openStraight(services: ApiServices): ReadonlyMap<string, Straight> {
  const roads = new Map<string, Straight>()
  for (const prefix of prefixesOf(services.places)) {
    for (const tool of services.catalogue) {
      const path = `${prefix}/tools/${tool.id}`
      const route: Route = { route: path, tool: tool.id }
      const target = { method: 'POST', url: path, path, param: () => undefined }
      const fail = (environment: RequestEnvironment, error: unknown): Awaitable<Sent> =>
        answerRequest(services, { route: '*', tool: undefined }, () => Promise.reject(error), target, environment)
      roads.set(path, (environment) => {
        try {
          const sent = answerRequest(services, route, (exchange) => callTool(tool, exchange, services), target, environment)
          return sent instanceof Promise ? sent.catch((error: unknown) => fail(environment, error)) : sent
        } catch (error) {
          return fail(environment, error)
        }
      })
    }
  }
  return roads
}
