// One request and its answer: admits the caller, runs the handler, turns errors into problems, and reports once. It knows no router and no
// server: whatever way a request came, this is what happens to it. Where nothing has to be waited for it answers without a promise.
import type { Caller } from '../../access/caller.ts'
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { PROBLEMS, ProblemError } from '../../core/problem.ts'
import { headerValue, headerValues, type RequestEnvironment } from '../request/environment.ts'
import { encodeAnswer } from '../response/encode-answer.ts'
import { countBody, problemInstead, recordAnswer } from '../response/finish-answer.ts'
import { problemOf } from '../response/problem.ts'
import type { Answer, Exchange, ExchangeServices, Handle, RequestTarget, Route, Sent } from './exchange-types.ts'
import { elapsed, OpenExchange } from './open-exchange.ts'

/** Answers one request. A route without a tool counts against the rate of the caller, but not the quota. */
export function answerRequest(
  services: ExchangeServices,
  route: Route,
  handle: Handle,
  target: RequestTarget,
  environment: RequestEnvironment,
): Awaitable<Sent> {
  const exchange = new OpenExchange(services, target, environment)
  const refuse = (error: unknown): Awaitable<Sent> => conclude(services, route, exchange, problemFor(services, exchange, error))
  let answer: Awaitable<Answer>
  try {
    answer = chain(admit(services, route, exchange), () => handle(exchange))
  } catch (error) {
    return refuse(error)
  }
  return answer instanceof Promise
    ? answer.then(
        (found) => conclude(services, route, exchange, found),
        (error: unknown) => refuse(error),
      )
    : conclude(services, route, exchange, answer)
}

function problemFor({ reporter, places }: ExchangeServices, { requestId }: Exchange, error: unknown): Answer {
  if (!(error instanceof ProblemError) || PROBLEMS[error.code].status === 500) reporter.internalError(error, requestId)
  return problemOf(error, requestId, places.problemBase)
}

/** Compresses, counts, records: what has to be done with every answer before it goes out. */
function conclude(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): Awaitable<Sent> {
  countBody(exchange, answer)
  const acceptEncoding = headerValue(exchange.environment.rawHeaders, 'accept-encoding')
  const encoded = encodeAnswer(answer, exchange.bytesOut, acceptEncoding, services.encoders)
  if (!(encoded instanceof Promise)) return settleAnswer(services, route, exchange, encoded)
  return encoded.then((found) => settleAnswer(services, route, exchange, found))
}

/** Nobody is told of a call that could not be counted. */
function settleAnswer(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): Awaitable<Sent> {
  const milliseconds = elapsed(services, exchange)
  if (answer.done || answer.work) return recordAnswer(services, route, exchange, answer, milliseconds)
  if (answer.status >= 400) exchange.errors = 1
  const counted = exchange.settle()
  if (!counted) return recordAnswer(services, route, exchange, answer, milliseconds)
  return counted.then(
    () => recordAnswer(services, route, exchange, answer, elapsed(services, exchange)),
    (error: unknown) => recordAnswer(services, route, exchange, problemInstead(services, exchange, error), elapsed(services, exchange)),
  )
}

/** Who calls and whether they may, before anything of the body is read. */
function admit(services: ExchangeServices, route: Route, exchange: Exchange): Awaitable<void> {
  const { access, audit, isDraining } = services
  if (isDraining()) throw new ProblemError('The server is shutting down.', { code: 'draining' })
  audit?.admit()
  const { rawHeaders, connection } = exchange.environment
  const authorizationValues = headerValues(rawHeaders, 'authorization')
  const address = access.clientAddressOf(rawHeaders, connection)
  exchange.address = address ?? ''
  if (route.isOpen) return undefined
  const caller = access.authenticate({ authorizationValues, rawHeaders, connection, address, now: exchange.startedAt })
  return chain(caller, (found) => admitCaller(services, route, exchange, found))
}

/** By the clock and not by when the request came: to be told an earlier time than before would fill a bucket twice. */
function admitCaller({ access, now, load }: ExchangeServices, { tool }: Route, exchange: Exchange, caller: Caller): Awaitable<void> {
  exchange.caller = caller
  if (tool === undefined) return access.admission.admitRequest({ caller, now: now() })
  if (load.max !== null && load.active >= load.max) {
    throw new ProblemError(`The server allows ${load.max} concurrent calls.`, { code: 'overloaded', retryAfterSeconds: 1 })
  }
  const bytes = exchange.environment.body.announcedBytes ?? 0
  return chain(access.admission.admit({ caller, toolId: tool, now: now(), units: 1, bytes }), (lease) => {
    exchange.lease = lease
    load.active++
  })
}
