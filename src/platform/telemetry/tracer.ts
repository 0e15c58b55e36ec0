// Spans for an OpenTelemetry collector: one of each request, as OTLP/HTTP JSON, over the bounded queue that log lines go by as well.
// A trace that the caller began goes on; where the caller left itself out of the sample, so does the service (W3C Trace Context).
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Reporter, RequestReport } from '../../http/response/report.ts'
import { DeliverySink } from '../logging/delivery-sink.ts'
import { openHttpTransport } from '../logging/http-transport.ts'
import type { LogOrigin } from '../logging/log-encodings.ts'
import { versionInfo } from '../version.ts'
import { spanEncoding } from './otlp-spans.ts'

export interface Tracer {
  record(report: RequestReport): void
  readonly droppedSpans: number
  /** Sends what waits, but no longer than timeoutMs. */
  close(timeoutMs: number): Promise<void>
}

const MAX_BUFFER_BYTES = 8 << 20
const BATCH = 512
const FLUSH_MS = 2_000

/** @param address of the collector; without a path: /v1/traces */
export function openTracer(address: string): Tracer {
  const url = new URL(address)
  if (url.pathname === '/') url.pathname = '/v1/traces'
  const origin: LogOrigin = { host: hostname(), app: 'health-tools', version: versionInfo().version }
  const headers = { 'User-Agent': `${origin.app}/${origin.version}` }
  const sink = new DeliverySink(openHttpTransport(spanEncoding(origin), { url, headers, tls: {}, lanes: 1 }), {
    maxBufferBytes: MAX_BUFFER_BYTES,
    onFull: 'drop_oldest',
    batch: BATCH,
    flushMs: FLUSH_MS,
    lanes: 1,
    countsOnly: true,
  })
  return {
    record(report) {
      if (report.parentSpan?.isSampled === false) return
      sink.write(composeSpan(report, randomBytes(24).toString('hex')))
    },
    get droppedSpans() {
      return sink.droppedLines
    },
    close: (timeoutMs) => sink.close(timeoutMs),
  }
}

/** The reporter that sends a span of each request as well; the same one where there is no tracer. */
export function withSpans(reporter: Reporter, tracer: Tracer | undefined): Reporter {
  if (!tracer) return reporter
  return {
    ...reporter,
    request(report) {
      reporter.request(report)
      tracer.record(report)
    },
  }
}

const KIND_SERVER = 2
const STATUS_ERROR = 2

/** @param random 48 hexadecimal digits, for ids */
function composeSpan(report: RequestReport, random: string): string {
  const { requestId, traceId, parentSpan, method, route, status, code, milliseconds, endedAt, tool, plan } = report
  return JSON.stringify({
    traceId: traceId ?? random.slice(16),
    spanId: random.slice(0, 16),
    ...(parentSpan ? { parentSpanId: parentSpan.spanId } : {}),
    name: `${method} ${route}`,
    kind: KIND_SERVER,
    startTimeUnixNano: nanoseconds(endedAt - milliseconds),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: [
      text('http.request.method', method),
      text('http.route', route),
      { key: 'http.response.status_code', value: { intValue: String(status) } },
      text('health_tools.request_id', requestId),
      ...(tool === undefined ? [] : [text('health_tools.tool', tool)]),
      ...(plan === undefined ? [] : [text('health_tools.plan', plan)]),
      ...(code === undefined ? [] : [text('error.type', code)]),
    ],
    // What the caller did wrong is no error of a server's span.
    ...(status >= 500 ? { status: { code: STATUS_ERROR } } : {}),
  })
}

function text(key: string, value: string) {
  return { key, value: { stringValue: value } }
}

/** Milliseconds in parts of a thousand are exact; more digits a number does not have. */
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1_000)}000`
}
