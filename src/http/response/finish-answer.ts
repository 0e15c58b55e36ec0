// The last steps of every answer, once what its call used is counted: the audit log, the headers that all answers have, the report.
import { NO_LIMITS } from '../../access/quota/limit-headers.ts'
import type { Awaitable } from '../../access/store.ts'
import { utf8Length } from '../../core/encode-utf8.ts'
import { freeBytes } from '../../core/free-bytes.ts'
import { headerValue, type SentHead } from '../request/environment.ts'
import { parentSpanOf, traceIdOf } from '../request/trace.ts'
import type { Answer, Exchange, ExchangeServices, Route, Sent } from '../routes/exchange-types.ts'
import { elapsed } from '../routes/open-exchange.ts'
import { AnswerHead } from './answer-headers.ts'
import { problemOf } from './problem.ts'
import type { AuditGate, RequestReport } from './report.ts'

/** A smaller answer is not worth a listener. */
const FREED_ANSWER_BYTES = 1 << 16

/** Bytes of a body that is whole, as they count for its caller. */
export function countBody(exchange: Exchange, { body }: Answer): void {
  if (typeof body === 'string') exchange.bytesOut = utf8Length(body)
  else if (body instanceof Uint8Array) exchange.bytesOut = body.byteLength
}

/** What is answered in place of an answer that may not go out. */
export function problemInstead(services: ExchangeServices, exchange: Exchange, error: unknown): Answer {
  const problem = problemOf(error, exchange.requestId, services.places.problemBase)
  countBody(exchange, problem)
  return problem
}

/** Records an answer where an audit log is kept, reports it, and gives what goes out. */
export function recordAnswer(
  services: ExchangeServices,
  route: Route,
  exchange: Exchange,
  answer: Answer,
  milliseconds: number,
): Awaitable<Sent> {
  if (!services.audit) return finish(services, route, exchange, answer, milliseconds)
  return auditAnswer(services.audit, services, route, exchange, answer).then((recorded) =>
    finish(services, route, exchange, recorded, elapsed(services, exchange)),
  )
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
    await audit.record(reportOf(route, exchange, answer, elapsed(services, exchange)), answer.done ? 'begun' : 'answered')
    return answer
  } catch (error) {
    if (answer.body instanceof ReadableStream) void answer.body.cancel().catch(() => undefined)
    const { done, work } = answer
    return { ...problemInstead(services, exchange, error), ...(done ? { done } : {}), ...(work ? { work } : {}) }
  }
}

function finish(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer, milliseconds: number): Sent {
  const { status, body, done, work, isGivenAway = false } = answer
  const head = headOf(services, route, exchange, answer, milliseconds)
  if (done) void done.then(() => reportLate(services, route, exchange, answer))
  else {
    services.reporter.request(reportOf(route, exchange, answer, milliseconds))
    if (work) void work.then(() => settleLate(exchange))
  }
  if (isGivenAway && body instanceof Uint8Array && body.byteLength > FREED_ANSWER_BYTES) {
    exchange.environment.whenSent?.(() => freeBytes(body))
  }
  if (exchange.target.method === 'HEAD') return { status, head, body: null, bytes: 0, isGivenAway }
  return { status, head, body, bytes: sentBytesOf(body, exchange), isGivenAway }
}

/** A text is sent as it was counted; bytes may be those of its compressed form. */
function sentBytesOf(body: Answer['body'], { bytesOut }: Exchange): number {
  if (typeof body === 'string') return bytesOut
  return body instanceof Uint8Array ? body.byteLength : 0
}

function reportLate(services: ExchangeServices, route: Route, exchange: Exchange, answer: Answer): void {
  settleLate(exchange)
  const report = reportOf(route, exchange, answer, elapsed(services, exchange))
  services.reporter.request(report)
  services.audit?.record(report, 'ended')?.catch(() => undefined)
}

/** What cannot be written now is kept and written with the next counters. */
function settleLate(exchange: Exchange): void {
  exchange.settle()?.catch(() => undefined)
}

function headOf(services: ExchangeServices, route: Route, exchange: Exchange, { status, headers }: Answer, milliseconds: number): SentHead {
  const { access, cors } = services
  const { caller, requestId, environment, startedAt } = exchange
  return new AnswerHead(cors ? cors.mark(headers, environment.rawHeaders) : headers, {
    requestId,
    milliseconds,
    metadataUrl: status === 401 && !route.isOpen ? access.resource?.metadataUrl : undefined,
    limits: caller ? access.admission.headersOf(caller, startedAt + milliseconds) : NO_LIMITS,
  })
}

function reportOf({ route, tool }: Route, exchange: Exchange, { status, code }: Answer, milliseconds: number): RequestReport {
  const { target, caller, requestId, bytesIn, bytesOut, environment } = exchange
  const traceparent = headerValue(environment.rawHeaders, 'traceparent')
  return {
    requestId,
    traceId: traceIdOf(traceparent),
    parentSpan: parentSpanOf(traceparent),
    method: target.method,
    route,
    status,
    code,
    milliseconds,
    endedAt: exchange.startedAt + milliseconds,
    bytesIn,
    bytesOut,
    clientAddress: exchange.address,
    credentialId: caller?.credentialId,
    plan: caller?.plan,
    tool,
  }
}
