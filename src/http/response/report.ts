// What the http layer tells of a request, for the access log and the metrics: declared fields only, so that nothing of a path,
// a query, a header, a file name or a body can slip in.
import type { ParentSpan } from '../request/trace.ts'

export interface RequestReport {
  readonly requestId: string
  /** Trace id of a valid traceparent (W3C Trace Context). */
  readonly traceId: string | undefined
  /** The caller's span of the same header. */
  readonly parentSpan?: ParentSpan | undefined
  readonly method: string
  /** The route's pattern, such as /v1/tools/text/word-count; never the path that was sent. */
  readonly route: string
  readonly status: number
  /** The problem's code where the answer is one. */
  readonly code: string | undefined
  readonly milliseconds: number
  /** Milliseconds since 1970 UTC, with a part of one. */
  readonly endedAt: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Of the socket, or what a proven proxy says; empty where it is not known. */
  readonly clientAddress: string
  readonly credentialId: string | undefined
  readonly plan: string | undefined
  readonly tool: string | undefined
}

export interface Reporter {
  request(report: RequestReport): void
  /** An internal error. Only its place in the code may be logged, never its message. */
  internalError(error: unknown, requestId: string): void
}

/** `begun` and `ended` are the two ends of a streamed answer, whose first part leaves before its last is known. */
export type RequestPhase = 'answered' | 'begun' | 'ended'

/** The audit log as the exchange sees it. */
export interface AuditGate {
  /** Throws ProblemError `storage_unavailable` while nothing can be recorded that has to be. */
  admit(): void
  /** Where the answer has to wait: resolves when the request is recorded, rejects with ProblemError `storage_unavailable`. */
  record(report: RequestReport, phase: RequestPhase): Promise<void> | undefined
}
