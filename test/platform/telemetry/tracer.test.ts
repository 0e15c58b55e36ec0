// Spans as a collector receives them: the trace of the caller goes on, its sampling holds, and a collector that is away costs spans alone.
import { describe, expect, onTestFinished, test } from 'vitest'
import { parentSpanOf, traceIdOf } from '../../../src/http/request/trace.ts'
import type { RequestReport } from '../../../src/http/response/report.ts'
import { openTracer, type Tracer } from '../../../src/platform/telemetry/tracer.ts'
import { answering, type HttpReceiver, startReceiver } from '../logging/http-receiver.ts'
import { freePort } from '../server/free-port.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'
const NOW = Date.UTC(2026, 1, 3, 4, 5, 6, 789)

const REPORT: RequestReport = {
  requestId: 'r-1',
  traceId: undefined,
  method: 'POST',
  route: '/v1/tools/text/word-count',
  status: 200,
  code: undefined,
  milliseconds: 12.345,
  endedAt: NOW,
  bytesIn: 10,
  bytesOut: 20,
  clientAddress: '192.0.2.9',
  credentialId: 'abc',
  plan: 'standard',
  tool: 'text/word-count',
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { key: string; value: Record<string, string> }[]
  readonly [member: string]: unknown
}

function open(receiver: HttpReceiver, path = ''): Tracer {
  const tracer = openTracer(`http://127.0.0.1:${receiver.port}${path}`)
  onTestFinished(() => tracer.close(10))
  return tracer
}

async function sendAll(reports: readonly Partial<RequestReport>[]): Promise<{ spans: Span[]; receiver: HttpReceiver }> {
  const receiver = await startReceiver(answering(200, '{}'))
  const tracer = open(receiver)
  for (const report of reports) tracer.record({ ...REPORT, ...report })
  await tracer.close(5_000)
  const spans = receiver.requests.flatMap(({ body }) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[])
  return { spans, receiver }
}

describe('traceparent (W3C Trace Context §3.2.2)', () => {
  test.each([
    ['sampled', `00-${TRACE}-${PARENT}-01`, { spanId: PARENT, isSampled: true }],
    ['not sampled', `00-${TRACE}-${PARENT}-00`, { spanId: PARENT, isSampled: false }],
    ['with flags of later versions', `00-${TRACE}-${PARENT}-03`, { spanId: PARENT, isSampled: true }],
    ['without a parent', `00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
    ['without a trace', `00-${'0'.repeat(32)}-${PARENT}-01`, undefined],
    ['in capitals', `00-${TRACE.toUpperCase()}-${PARENT}-01`, undefined],
    ['of the forbidden version', `ff-${TRACE}-${PARENT}-01`, undefined],
    ['absent', undefined, undefined],
  ])('%s', (_title, header, parent) => {
    expect(parentSpanOf(header)).toEqual(parent)
    expect(traceIdOf(header)).toBe(parent && TRACE)
  })
})

describe('a span', () => {
  test('goes on with the trace of the caller and says what the request was', async () => {
    const { spans, receiver } = await sendAll([{ traceId: TRACE, parentSpan: { spanId: PARENT, isSampled: true } }])
    const { resource, scopeSpans } = JSON.parse(receiver.requests[0]!.body).resourceSpans[0]
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/v1/traces', headers: { 'content-type': 'application/json' } })
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'health-tools' } })
    expect(scopeSpans[0].scope.name).toBe('health-tools')
    const { spanId, ...span } = spans[0]!
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(span).toEqual({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'POST /v1/tools/text/word-count',
      kind: 2,
      startTimeUnixNano: '1770091506776655000',
      endTimeUnixNano: '1770091506789000000',
      attributes: [
        { key: 'http.request.method', value: { stringValue: 'POST' } },
        { key: 'http.route', value: { stringValue: '/v1/tools/text/word-count' } },
        { key: 'http.response.status_code', value: { intValue: '200' } },
        { key: 'health_tools.request_id', value: { stringValue: 'r-1' } },
        { key: 'health_tools.tool', value: { stringValue: 'text/word-count' } },
        { key: 'health_tools.plan', value: { stringValue: 'standard' } },
      ],
    })
  })

  test('of a caller without a trace begins one of its own', async () => {
    const { spans } = await sendAll([{}, {}])
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, undefined])
    expect(spans[0]!.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(spans.flatMap(({ traceId, spanId }) => [traceId, spanId])).size).toBe(4)
  })

  test('is not sent where the caller left itself out of the sample', async () => {
    const { spans } = await sendAll([{ traceId: TRACE, parentSpan: { spanId: PARENT, isSampled: false } }, {}])
    expect(spans).toHaveLength(1)
    expect(spans[0]!.traceId).not.toBe(TRACE)
  })

  test('is an error where the server failed, and not where the caller did', async () => {
    const { spans } = await sendAll([
      { status: 500, code: 'internal' },
      { status: 404, code: 'unknown_tool' },
    ])
    expect(spans.map(({ status }) => status)).toEqual([{ code: 2 }, undefined])
    expect(spans[1]!.attributes).toContainEqual({ key: 'error.type', value: { stringValue: 'unknown_tool' } })
  })
})

describe('a collector', () => {
  test('has a path of its own', async () => {
    const receiver = await startReceiver(answering(200, '{}'))
    const tracer = open(receiver, '/otlp/v1/traces')
    tracer.record(REPORT)
    await tracer.close(5_000)
    expect(receiver.requests[0]!.path).toBe('/otlp/v1/traces')
  })

  test('that refuses a part is not asked again, and what it refused is counted', async () => {
    const receiver = await startReceiver(answering(200, '{"partialSuccess":{"rejectedSpans":"2"}}'))
    const tracer = open(receiver)
    for (let i = 0; i < 5; i++) tracer.record(REPORT)
    await tracer.close(5_000)
    expect([receiver.requests.length, tracer.droppedSpans]).toEqual([1, 2])
  })

  test('that is away costs spans, which are counted, and nothing that is no span is sent when it is back', async () => {
    const tracer = openTracer(`http://127.0.0.1:${await freePort()}`)
    for (let i = 0; i < 30_000; i++) tracer.record(REPORT)
    expect(tracer.droppedSpans).toBeGreaterThan(10_000)
    await tracer.close(20)
    expect(tracer.droppedSpans).toBe(30_000)
  })
})
