// One request and its answer: admits the caller, runs the handler, turns faults into problems, and reports once. It knows no router and no
// server: whatever way a request came, this is what happens to it. Where nothing has to be waited for it answers without a promise.

import type { Caller } from '../../access/caller.ts'
import type { Access } from '../../access/quota/admission.ts'
import type { Lease } from '../../access/quota/lease.ts'
import type { Awaitable } from '../../access/store.ts'
import { chain } from '../../core/chain.ts'
import { FAULTS, Fault } from '../../core/fault.ts'
import { headerValue, headerValues, type RequestEnvironment, type SentHead } from '../request/environment.ts'
import { type Encoders, encodeAnswer } from '../response/encode-answer.ts'
import { countBody, recordAnswer } from '../response/finish-answer.ts'
import { Postponed } from '../response/postponed.ts'
import { problemOf } from '../response/problem.ts'
import type { AuditGate, Reporter } from '../response/report.ts'
import type { ApiPlaces } from './api-places.ts'
import type { Cors } from './cors.ts'
import { elapsed, OpenExchange, settle } from './open-exchange.ts'

export interface ExchangeServices {
  readonly access: Access
  readonly reporter: Reporter
  /** Where an audit log is kept. */
  readonly audit?: AuditGate | undefined
  /** Milliseconds since 1970 UTC. */
  readonly now: () => number
  /** Milliseconds that only grow, for durations. */
  readonly clock: () => number
  /** A UUID. */
  readonly newRequestId: () => string
  /** True once the service takes nothing new. */
  readonly isDraining: () => boolean
  readonly load: Load
  readonly encoders: Encoders
  readonly places: ApiPlaces
  /** Where pages of other origins may call. */
  readonly cors?: Cors | undefined
}

/** How many tool calls run, and may run, at the same time, and the bytes of their bodies. */
export interface Load {
  active: number
  /** Null: no limit but those of the plans. */
  readonly max: number | null
  bytes: number
  readonly maxBytes: number
}

/** What a handler gives back; the exchange adds the headers that every answer has. */
export interface Answer {
  readonly status: number
  readonly body: string | Uint8Array | ReadableStream<Uint8Array> | null
  readonly headers: Readonly<Record<string, string>>
  /** Resolves when a streamed body has been sent or given up; the call is settled and reported then. */
  readonly done?: Promise<void>
  /** Resolves when work is done that goes on after this answer; the call is settled then. */
  readonly work?: Promise<void>
  /** True where nobody keeps the body, or the pieces of a streamed one: their memory is given back as soon as it has been sent. */
  readonly isGivenAway?: boolean
  /** Of the problem, where it is one. */
  readonly code?: string | undefined
}

/** What a request is for; hono's own request is one. */
export interface RequestTarget {
  readonly method: string
  /** With the query; whole, or from the path on. */
  readonly url: string
  readonly path: string
  /** A part of the path by its name in the route's pattern. */
  param(name: string): string | undefined
}

/** What goes out. */
export interface Sent {
  readonly status: number
  readonly head: SentHead
  readonly body: Answer['body']
  /** Of a body that is whole, in UTF-8. */
  readonly bytes: number
  /** True where nobody keeps the pieces of a streamed body. */
  readonly isGivenAway: boolean
}

/** What work needs to know of its request, and what it tells of itself. */
export interface WorkContext {
  readonly requestId: string
  readonly places: ApiPlaces
  readonly caller: Pick<Caller, 'credentialId'> | undefined
  bytesOut: number
  units: number
  errors: number
}

export interface Exchange extends WorkContext {
  readonly target: RequestTarget
  readonly environment: RequestEnvironment
  /** Milliseconds since 1970 UTC. */
  readonly startedAt: number
  /** The same moment by the clock that only grows. */
  readonly started: number
  /** The caller's, as access tells it; empty where it is not known. */
  address: string
  /** Set once the credentials are accepted, and once the call is admitted. */
  caller: Caller | undefined
  lease: Lease | undefined
  readonly load: Load
  /** Where units that were reserved have to be in the store before their work is answered, resolves when they are. */
  commit(): Promise<void> | undefined
  /** Counts what the call used, once; where the answer has to wait for that, resolves when it may go out. */
  settle(): Promise<void> | undefined
  /** A job counts the call from here on: gives back what was reserved for it, and counts nothing. */
  handOver(): Awaitable<void>
  isSettled: boolean
  /** Bytes of the body that are in memory. */
  heldBytes: number
  /** What the handler has read and used so far, so that a fault later still counts it. */
  bytesIn: number
}

export interface Route {
  /** The pattern that logs and metrics show. */
  readonly route: string
  readonly tool: string | undefined
  /** Served without credentials. */
  readonly isOpen?: boolean
}

export type Handle = (exchange: Exchange) => Awaitable<Answer>

/** Answers one request. A route without a tool counts against the rate of the caller, but not the quota. */
export function answerRequest(...request: Parameters<typeof beginAnswer>): Awaitable<Sent> {
  return sentOf(beginAnswer(...request))
}

function sentOf(begun: Awaitable<Sent> | Postponed): Awaitable<Sent> {
  return begun instanceof Postponed ? begun.sent() : begun
}

/** As answerRequest, for a caller that can take an answer that waits for the store. */
export function beginAnswer(
  services: ExchangeServices,
  route: Route,
  handle: Handle,
  target: RequestTarget,
  environment: RequestEnvironment,
): Awaitable<Sent> | Postponed {
  const exchange = new OpenExchange(services, target, environment)
  const refuse = (error: unknown): Awaitable<Sent> | Postponed => conclude(services, route, exchange, problemFor(services, exchange, error))
  let answer: Awaitable<Answer>
  try {
    answer = chain(admit(services, route, exchange), () => handle(exchange))
  } catch (error) {
    return refuse(error)
  }
  return answer instanceof Promise
    ? answer.then(
        (found) => sentOf(conclude(services, route, exchange, found)),
        (error: unknown) => sentOf(refuse(error)),
      )
    : conclude(services, route, exchange, answer)
}

function problemFor({ reporter, places }: ExchangeServices, { requestId }: Exchange, error: unknown): Answer {
  if (!(error instanceof Fault) || FAULTS[error.code].status === 500) reporter.internalError(error, requestId)
  return problemOf(error, requestId, places.problemBase)
}

/** Compresses, counts, records: what has to be done with every answer before it goes out. */
function conclude(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): Awaitable<Sent> | Postponed {
  countBody(exchange, answer)
  const acceptEncoding = headerValue(exchange.environment.rawHeaders, 'accept-encoding')
  const encoded = encodeAnswer(answer, exchange.bytesOut, acceptEncoding, services.encoders)
  if (!(encoded instanceof Promise)) return settleAnswer(services, route, exchange, encoded)
  return encoded.then((found) => sentOf(settleAnswer(services, route, exchange, found)))
}

/** Nobody is told of a call that could not be counted. */
function settleAnswer(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): Awaitable<Sent> | Postponed {
  const milliseconds = elapsed(services, exchange)
  if (answer.done || answer.work) return recordAnswer(services, route, exchange, answer, milliseconds)
  if (answer.status >= 400) exchange.errors = 1
  if (!settle(services, exchange, milliseconds)) return recordAnswer(services, route, exchange, answer, milliseconds)
  return new Postponed(services, route, exchange, answer)
}

/** Who calls and whether they may, before anything of the body is read. */
function admit(services: ExchangeServices, route: Route, exchange: Exchange): Awaitable<void> {
  const { access, audit, isDraining } = services
  if (isDraining()) throw new Fault('The server is shutting down.', { code: 'draining' })
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
    throw new Fault(`The server allows ${load.max} concurrent calls.`, { code: 'overloaded', retryAfterSeconds: 1 })
  }
  const bytes = exchange.environment.body.announcedBytes ?? 0
  return chain(access.admission.admit({ caller, toolId: tool, now: now(), units: 1, bytes }), (lease) => {
    exchange.lease = lease
    load.active++
  })
}
