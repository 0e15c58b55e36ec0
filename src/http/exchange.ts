// One request and its answer: admits the caller, runs the handler, turns faults into problems, and reports once.
// Fused into a single function because each Hono middleware costs 5 to 15 µs a request (measured).
import type { Context } from 'hono'
import type { Access } from '../access/admission.ts'
import type { Caller } from '../access/caller.ts'
import type { Lease } from '../access/lease.ts'
import { FAULTS, Fault } from '../core/fault.ts'
import { type Encoders, encodeAnswer } from './encode-answer.ts'
import { environmentOfRequest, headerValue, headerValues, type RequestEnvironment } from './environment.ts'
import { problemOf } from './problem.ts'
import type { AuditGate, Reporter, RequestReport } from './report.ts'
import { requestIdOf, traceIdOf } from './trace.ts'
import { utf8Length } from './utf8-length.ts'

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
  readonly headers: Record<string, string>
  /** Resolves when a streamed body has been sent or given up; the call is settled and reported then. */
  readonly done?: Promise<void>
  /** Resolves when work is done that goes on after this answer; the call is settled then. */
  readonly work?: Promise<void>
  /** Of the problem, where it is one. */
  readonly code?: string | undefined
}

export interface Exchange {
  readonly context: Context
  readonly environment: RequestEnvironment
  readonly requestId: string
  readonly started: number
  /** The caller's, as access tells it; empty where it is not known. */
  address: string
  /** Set once the credentials are accepted, and once the call is admitted. */
  caller: Caller | undefined
  lease: Lease | undefined
  readonly load: Load
  /** Where units that were reserved have to be in the store before their work is answered, resolves when they are. */
  readonly commit: () => Promise<void> | undefined
  /** Counts what the call used, once; where the answer has to wait for that, resolves when it may go out. */
  readonly settle: () => Promise<void> | undefined
  isSettled: boolean
  /** Bytes of the body that are in memory. */
  heldBytes: number
  /** What the handler has read and used so far, so that a fault later still counts it. */
  bytesIn: number
  bytesOut: number
  units: number
  errors: number
}

interface Route {
  /** The pattern that logs and metrics show. */
  readonly route: string
  readonly tool: string | undefined
  /** Served without credentials. */
  readonly isOpen?: boolean
}

/** What came with the request; where no platform has given it, what the Request itself tells. */
export function environmentOf(context: Context): RequestEnvironment {
  const bound = context.env as RequestEnvironment | undefined
  return bound?.body ? bound : environmentOfRequest(context.req.raw)
}

/** Makes the Hono handler of one route. A route without a tool counts against the rate of the caller, but not the quota. */
export function makeHandler(services: ExchangeServices, route: Route, handle: (exchange: Exchange) => Answer | Promise<Answer>) {
  return async (context: Context): Promise<Response> => {
    const environment = environmentOf(context)
    const exchange: Exchange = {
      context,
      environment,
      requestId: requestIdOf(headerValue(environment.rawHeaders, 'x-request-id'), services.newRequestId),
      started: services.clock(),
      address: environment.connection.peerAddress,
      caller: undefined,
      lease: undefined,
      load: services.load,
      commit: () => exchange.lease && services.access.admission.commit(exchange.lease),
      settle: () => settle(services, exchange),
      isSettled: false,
      heldBytes: 0,
      bytesIn: 0,
      bytesOut: 0,
      units: 0,
      errors: 0,
    }
    let answer: Answer
    try {
      await admit(services, route, exchange)
      answer = await handle(exchange)
    } catch (error) {
      if (!(error instanceof Fault) || FAULTS[error.code].status === 500) services.reporter.internalError(error, exchange.requestId)
      answer = problemOf(error, exchange.requestId)
    }
    if (typeof answer.body === 'string') exchange.bytesOut = utf8Length(answer.body)
    else if (answer.body instanceof Uint8Array) exchange.bytesOut = answer.body.byteLength
    const bytes = exchange.bytesOut
    const encoded = encodeAnswer(answer, bytes, headerValue(environment.rawHeaders, 'accept-encoding'), services.encoders)
    answer = encoded instanceof Promise ? await encoded : encoded
    if (answer.done || answer.work) {
      if (services.audit) answer = await auditAnswer(services.audit, services, route, exchange, answer)
      return finish(services, route, exchange, answer)
    }
    if (answer.status >= 400) exchange.errors = 1
    const settled = settle(services, exchange)
    if (settled) {
      // Nobody is told of a call that could not be counted.
      const failure = await settled.then(
        () => undefined,
        (error: unknown) => problemOf(error, exchange.requestId),
      )
      answer = failure ?? answer
    }
    if (services.audit) answer = await auditAnswer(services.audit, services, route, exchange, answer)
    return finish(services, route, exchange, answer)
  }
}

/** Nobody gets an answer that could not be recorded. */
async function auditAnswer(
  audit: AuditGate,
  services: ExchangeServices,
  route: Route,
  exchange: Exchange,
  answer: Answer,
): Promise<Answer> {
  try {
    await audit.record(reportOf(services, route, exchange, answer), answer.done ? 'begun' : 'answered')
    return answer
  } catch (error) {
    if (answer.body instanceof ReadableStream) void answer.body.cancel().catch(() => undefined)
    const { done, work } = answer
    return { ...problemOf(error, exchange.requestId), ...(done ? { done } : {}), ...(work ? { work } : {}) }
  }
}

/** Who calls and whether they may, before anything of the body is read. Looks before it waits: with SQLite nothing is ever awaited. */
async function admit(
  { access, audit, now, isDraining, load }: ExchangeServices,
  { tool, isOpen }: Route,
  exchange: Exchange,
): Promise<void> {
  const { environment } = exchange
  if (isDraining()) throw new Fault('The server is shutting down.', { code: 'draining' })
  audit?.admit()
  const { rawHeaders, connection } = environment
  const authorizationValues = headerValues(rawHeaders, 'authorization')
  const address = access.clientAddressOf(rawHeaders, connection)
  exchange.address = address ?? ''
  if (isOpen) return
  const caller = access.authenticate({ authorizationValues, rawHeaders, connection, address, now: now() })
  exchange.caller = caller instanceof Promise ? await caller : caller
  if (tool === undefined) {
    const taken = access.admission.admitRequest({ caller: exchange.caller, now: now() })
    if (taken instanceof Promise) await taken
    return
  }
  if (load.max !== null && load.active >= load.max) {
    throw new Fault(`The server runs ${load.max} calls at the same time.`, { code: 'overloaded', retryAfterSeconds: 1 })
  }
  const bytes = environment.body.announcedBytes ?? 0
  const lease = access.admission.admit({ caller: exchange.caller, toolId: tool, now: now(), units: 1, bytes })
  exchange.lease = lease instanceof Promise ? await lease : lease
  load.active++
}

function finish(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): Response {
  const { context, caller, requestId } = exchange
  const { status, body, done, work } = answer
  const milliseconds = elapsed(services, exchange)
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', ...answer.headers }
  headers['X-Request-Id'] = requestId
  headers['X-Content-Type-Options'] = 'nosniff'
  headers['Server-Timing'] = `total;dur=${milliseconds}`
  if (status === 401 && services.access.resource && !route.isOpen) {
    headers['WWW-Authenticate'] = `Bearer resource_metadata="${services.access.resource.metadataUrl}"`
  }
  const settleLate = (): void => {
    // What cannot be written now is kept and written with the next counters.
    settle(services, exchange)?.catch(() => undefined)
  }
  if (done) {
    void done.then(() => {
      settleLate()
      const report = reportOf(services, route, exchange, answer)
      services.reporter.request(report)
      services.audit?.record(report, 'ended')?.catch(() => undefined)
    })
  } else {
    services.reporter.request(reportOf(services, route, exchange, answer))
    if (work) void work.then(settleLate)
  }
  if (caller) {
    const { policy, limit } = services.access.admission.headersOf(caller, services.now())
    if (policy !== undefined) headers['RateLimit-Policy'] = policy
    if (limit !== undefined) headers.RateLimit = limit
  }
  return new Response(context.req.method === 'HEAD' ? null : (body as BodyInit | null), { status, headers })
}

function settle(services: ExchangeServices, exchange: Exchange): Promise<void> | undefined {
  const { lease, bytesIn, bytesOut, units, errors } = exchange
  if (exchange.isSettled) return undefined
  exchange.isSettled = true
  services.load.bytes -= exchange.heldBytes
  if (!lease) return undefined
  services.load.active--
  lease.settle({ units, bytesIn, bytesOut, errors, ms: elapsed(services, exchange) })
  return services.access.admission.commit(lease)
}

function reportOf(services: ExchangeServices, { route, tool }: Route, exchange: Exchange, { status, code }: Answer): RequestReport {
  const { context, caller, requestId, bytesIn, bytesOut, environment } = exchange
  return {
    requestId,
    traceId: traceIdOf(headerValue(environment.rawHeaders, 'traceparent')),
    method: context.req.method,
    route,
    status,
    code,
    milliseconds: elapsed(services, exchange),
    bytesIn,
    bytesOut,
    clientAddress: exchange.address,
    credentialId: caller?.credentialId,
    plan: caller?.plan,
    tool,
  }
}

/** Milliseconds since the request came, to a thousandth. */
function elapsed({ clock }: ExchangeServices, { started }: Exchange): number {
  return Math.round((clock() - started) * 1000) / 1000
}
