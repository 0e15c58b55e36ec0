// Ids of a request: an inbound X-Request-Id or traceparent is taken where it is well formed, else not.
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export function requestIdOf(inbound: string | undefined, makeId: () => string): string {
  return inbound !== undefined && REQUEST_ID.test(inbound) ? inbound : makeId()
}

/** The trace id of a valid traceparent header (W3C Trace Context §3.2). */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  if (traceparent === undefined) return undefined
  const [, id, spanId] = TRACEPARENT.exec(traceparent) ?? []
  return id === undefined || /^0{32}$/.test(id) || /^0{16}$/.test(spanId!) || traceparent.startsWith('ff') ? undefined : id
}

export interface ParentSpan {
  readonly spanId: string
  /** Whether the caller records its own part of the trace. */
  readonly isSampled: boolean
}

/** The caller's span of a valid traceparent header. */
export function parentSpanOf(traceparent: string | undefined): ParentSpan | undefined {
  if (traceIdOf(traceparent) === undefined) return undefined
  const [, , spanId = '', flags = ''] = TRACEPARENT.exec(traceparent!)!
  return { spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
