// The wire formats of GELF, Splunk HEC, bulk, Loki and OTLP at a receiver that is read strictly: path, headers, shape, required fields.
import { readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { RequestReport } from '../../../src/http/response/report.ts'
import type { HttpSinkSettings } from '../../../src/platform/config/schema/config-sinks.ts'
import { openLog } from '../../../src/platform/logging/log.ts'
import { openNetworkSink } from '../../../src/platform/logging/log-sinks.ts'
import { makeScratchFolder } from '../scratch-folder.ts'
import { REPORT as PLAIN } from '../server/request-report.ts'
import { hasOpenSsl, makeCertificates } from '../server/test-certificates.ts'
import { answering, type Behaviour, type HttpReceiver, startReceiver } from './http-receiver.ts'

const NO_TLS = { ca: null, cert: null, key: null }
const HOST = hostname()
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const REPORT: RequestReport = { ...PLAIN, traceId: TRACE }

const BULK_ACCEPTED: Behaviour = (response, { body }) => {
  const items = Array.from({ length: body.split('\n').filter(Boolean).length / 2 }, () => ({ create: { status: 201 } }))
  response.end(JSON.stringify({ errors: false, items }))
}
const ACCEPTED: Readonly<Record<HttpSinkSettings['type'], Behaviour>> = {
  gelf: answering(202),
  splunk_hec: answering(200, '{"text":"Success","code":0}'),
  elastic: BULK_ACCEPTED,
  loki: answering(204),
  otlp: answering(200, '{}'),
}

async function open(type: HttpSinkSettings['type'], token?: string, settings: Partial<HttpSinkSettings> = {}) {
  const receiver = await startReceiver(ACCEPTED[type])
  const path = join(makeScratchFolder(), 'token')
  if (token !== undefined) writeFileSync(path, `${token}\n`, { mode: 0o600 })
  const sink = openNetworkSink({
    type,
    url: `http://127.0.0.1:${receiver.port}`,
    token: token === undefined ? null : { kind: 'file', path },
    tls: NO_TLS,
    bufferBytes: 1 << 20,
    onFull: 'drop_oldest',
    batch: type === 'gelf' ? 1 : 100,
    flushMs: type === 'gelf' ? 0 : 20,
    spool: null,
    ...settings,
  })
  const log = openLog({ level: 'info', clientAddress: 'full', sinks: [{ sink, streams: ['access', 'service'] }] })
  return { receiver, sink, log }
}

/** An access line and a service line, as they arrive. */
async function send(type: HttpSinkSettings['type'], token?: string): Promise<HttpReceiver> {
  const { receiver, sink, log } = await open(type, token)
  log.access(REPORT)
  log.warn('Größe', { isNew: true, ratio: 0.5 })
  await receiver.waitForRequests(type === 'gelf' ? 2 : 1)
  await log.close(1_000)
  expect(receiver.requests).toHaveLength(type === 'gelf' ? 2 : 1)
  expect(sink.droppedLines).toBe(0)
  for (const { method, headers, body } of receiver.requests) {
    expect(method).toBe('POST')
    expect(headers['user-agent']).toMatch(/^health-tools\/\d/)
    expect(headers['content-encoding'] === undefined ? Number(headers['content-length']) : Buffer.byteLength(body)).toBe(
      Buffer.byteLength(body),
    )
  }
  return receiver
}

const nearNow = z.number().refine((seconds) => Math.abs(Date.now() / 1000 - seconds) < 60)
const ACCESS = { stream: 'access', requestId: 'r1', status: 200, milliseconds: 1.5, credentialId: 'k1', client: '192.0.2.77' }

describe('the wire format', () => {
  test('of GELF 1.1: one message a request, own fields with an underscore, texts and numbers alone', async () => {
    const { requests } = await send('gelf', 'reader:secret')
    const payload = z
      .object({
        version: z.literal('1.1'),
        host: z.literal(HOST),
        short_message: z.string().min(1),
        timestamp: nearNow,
        level: z.int().min(0).max(7),
      })
      .catchall(z.union([z.string(), z.number()]))
    const messages = requests.map(({ path, headers, body }) => {
      expect(path).toBe('/gelf')
      expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: `Basic ${btoa('reader:secret')}` })
      const { version, host, short_message, timestamp, level, ...own } = payload.parse(JSON.parse(body))
      for (const name of Object.keys(own)) expect(name).toMatch(/^_(?!id$)[\w.-]+$/)
      return { short_message, level, own }
    })
    expect(messages).toHaveLength(2)
    const find = (name: string) => messages.find(({ short_message }) => short_message === name)!
    expect(find('access')).toMatchObject({ level: 6, own: { _requestId: 'r1', _status: 200, _client: '192.0.2.77', _app: 'health-tools' } })
    expect(find('Größe')).toMatchObject({ level: 4, own: { _stream: 'service', _isNew: 'true', _ratio: 0.5 } })
  })

  test('of Splunk HEC: events one after the other, the token after the word Splunk', async () => {
    const { requests } = await send('splunk_hec', '11111111-2222-3333-4444-555555555555')
    const [{ path, headers, body }] = requests as [(typeof requests)[0]]
    expect(path).toBe('/services/collector/event')
    expect(headers.authorization).toBe('Splunk 11111111-2222-3333-4444-555555555555')
    const event = z.strictObject({
      time: nearNow,
      host: z.literal(HOST),
      source: z.literal('health-tools'),
      sourcetype: z.enum(['health-tools:access', 'health-tools:service']),
      event: z.record(z.string(), z.unknown()),
    })
    const events = body.split('\n').map((line) => event.parse(JSON.parse(line)))
    expect(events.map(({ event: facts }) => facts)).toMatchObject([ACCESS, { msg: 'Größe', isNew: true }])
  })

  test('of a bulk request: NDJSON of action and document, with a line end at the end', async () => {
    const { requests } = await send('elastic', 'VnVhQ2ZHY0JDZGJrU')
    const [{ path, headers, body }] = requests as [(typeof requests)[0]]
    expect(path).toBe('/health-tools/_bulk?filter_path=errors%2Citems.*.status')
    expect(headers).toMatchObject({ 'content-type': 'application/x-ndjson', authorization: 'ApiKey VnVhQ2ZHY0JDZGJrU' })
    expect(body.endsWith('\n')).toBe(true)
    const lines = body.slice(0, -1).split('\n')
    expect(lines).toHaveLength(4)
    const documents = lines.filter((_, i) => i % 2 === 1).map((line) => JSON.parse(line))
    expect(lines.filter((_, i) => i % 2 === 0)).toEqual(['{"create":{}}', '{"create":{}}'])
    expect(documents).toMatchObject([
      { ...ACCESS, host: { name: HOST }, '@timestamp': expect.stringMatching(/^\d{4}-.*Z$/) },
      { msg: 'Größe', level: 'warn' },
    ])
  })

  test('of Loki: one stream for each kind and level, nanoseconds as text', async () => {
    const { requests } = await send('loki', 'token-of-loki')
    const [{ path, headers, body }] = requests as [(typeof requests)[0]]
    expect(path).toBe('/loki/api/v1/push')
    expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer token-of-loki' })
    const push = z.strictObject({
      streams: z.array(
        z.strictObject({
          stream: z.record(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/), z.string().min(1)),
          values: z.array(z.tuple([z.string().regex(/^\d{19}$/), z.string()])).min(1),
        }),
      ),
    })
    const { streams } = push.parse(JSON.parse(body))
    const labels = { job: 'health-tools', host: HOST }
    expect(streams.map(({ stream }) => stream)).toEqual([
      { ...labels, stream: 'access', level: 'info' },
      { ...labels, stream: 'service', level: 'warn' },
    ])
    expect(JSON.parse(streams[0]!.values[0]![1])).toMatchObject(ACCESS)
  })

  test('of OTLP/HTTP JSON: ExportLogsServiceRequest', async () => {
    const { requests } = await send('otlp')
    const [{ path, headers, body }] = requests as [(typeof requests)[0]]
    expect(path).toBe('/v1/logs')
    expect(headers['content-type']).toBe('application/json')
    expect(headers.authorization).toBeUndefined()
    const anyValue = z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ boolValue: z.boolean() }),
      z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
      z.strictObject({ doubleValue: z.number() }),
    ])
    const attributes = z.array(z.strictObject({ key: z.string().min(1), value: anyValue }))
    const nanos = z.string().regex(/^\d{19}$/)
    const exported = z.strictObject({
      resourceLogs: z.tuple([
        z.strictObject({
          resource: z.strictObject({ attributes }),
          scopeLogs: z.tuple([
            z.strictObject({
              scope: z.strictObject({ name: z.literal('health-tools'), version: z.string() }),
              logRecords: z.array(
                z.strictObject({
                  timeUnixNano: nanos,
                  observedTimeUnixNano: nanos,
                  severityNumber: z.int().min(1).max(24),
                  severityText: z.string(),
                  body: anyValue,
                  attributes,
                  traceId: z
                    .string()
                    .regex(/^[0-9a-f]{32}$/)
                    .optional(),
                }),
              ),
            }),
          ]),
        }),
      ]),
    })
    const [{ resource, scopeLogs }] = exported.parse(JSON.parse(body)).resourceLogs
    expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'health-tools' } })
    const [access, service] = scopeLogs[0].logRecords
    expect(access).toMatchObject({ severityNumber: 9, traceId: TRACE, body: { stringValue: 'access' } })
    expect(access!.attributes).toContainEqual({ key: 'status', value: { intValue: '200' } })
    expect(access!.attributes).toContainEqual({ key: 'milliseconds', value: { doubleValue: 1.5 } })
    expect(service).toMatchObject({ severityNumber: 13, severityText: 'warn', body: { stringValue: 'Größe' } })
    expect(service!.attributes).toContainEqual({ key: 'isNew', value: { boolValue: true } })
  })

  test.each([
    ['loki', 'tenant:pass', `Basic ${btoa('tenant:pass')}`],
    ['elastic', 'elastic:pass', `Basic ${btoa('elastic:pass')}`],
    ['otlp', 'abc', 'Bearer abc'],
    ['gelf', 'abc', 'Bearer abc'],
  ] as const)('of the token of %s', async (type, token, header) => {
    const { requests } = await send(type, token)
    expect(requests[0]!.headers.authorization).toBe(header)
  })

  test('keeps a path and a query that the address has', async () => {
    const { receiver, log } = await open('elastic', undefined, {})
    await log.close(10)
    const sink = openNetworkSink({
      type: 'elastic',
      url: `http://127.0.0.1:${receiver.port}/ward/_bulk?pipeline=p`,
      token: null,
      tls: NO_TLS,
      bufferBytes: 1_000,
      onFull: 'drop_oldest',
      batch: 1,
      flushMs: 10,
      spool: null,
    })
    sink.write('{"level":"info"}\n')
    const [request] = await receiver.waitForRequests(1)
    expect(request!.path).toMatch(/^\/ward\/_bulk\?pipeline=p&filter_path=/)
    await sink.close(1_000)
  })
})

describe('batches', () => {
  test('are gathered, packed with gzip, and go over one connection', async () => {
    const { receiver, sink, log } = await open('loki')
    for (let i = 0; i < 250; i++) log.info('line', { i })
    await log.close(2_000)
    const bodies = receiver.requests.map(({ body }) => JSON.parse(body).streams[0].values as [string, string][])
    expect(bodies.map(({ length }) => length)).toEqual([100, 100, 50])
    expect(bodies.flat().map(([, line]) => JSON.parse(line).i)).toEqual(Array.from({ length: 250 }, (_, i) => i))
    expect(receiver.requests.every(({ headers }) => headers['content-encoding'] === 'gzip')).toBe(true)
    expect(receiver.connections).toBe(1)
    expect(sink.droppedLines).toBe(0)
  })

  test('of which a bulk receiver takes a part: what was busy comes again, what was refused is counted', async () => {
    const { receiver, sink, log } = await open('elastic')
    receiver.behave((response) => {
      receiver.behave(BULK_ACCEPTED)
      response.end(JSON.stringify({ errors: true, items: [201, 429, 400].map((status) => ({ create: { status } })) }))
    })
    for (const i of [1, 2, 3]) log.info('line', { i })
    const requests = await receiver.waitForRequests(2)
    await log.close(1_000)
    const documents = requests[1]!.body.split('\n').filter((_, i) => i % 2 === 1)
    expect(JSON.parse(documents[0]!)).toMatchObject({ i: 2 })
    expect(sink.droppedLines).toBe(1)
  })

  test('of which OTLP takes a part are not sent again', async () => {
    const { receiver, sink, log } = await open('otlp')
    receiver.behave(answering(200, '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"no"}}'))
    for (const i of [1, 2, 3]) log.info('line', { i })
    await receiver.waitForRequests(1)
    await log.close(1_000)
    expect(sink.droppedLines).toBe(2)
    expect(receiver.requests).toHaveLength(1)
  })
})

describe.skipIf(!hasOpenSsl)('https', () => {
  test.each(['the authority', 'a foreign authority', 'no authority'])('with %s', async (which) => {
    const certificates = makeCertificates(makeScratchFolder())
    const receiver = await startReceiver(ACCEPTED.loki, {
      cert: readFileSync(certificates.serverCert),
      key: readFileSync(certificates.serverKey),
    })
    const ca = { 'the authority': certificates.ca, 'a foreign authority': certificates.untrustedCa, 'no authority': null }[which]!
    const { log, sink } = await open('loki', undefined, { url: `https://localhost:${receiver.port}`, tls: { ...NO_TLS, ca } })
    log.info('line')
    const isTrusted = which === 'the authority'
    if (isTrusted) await receiver.waitForRequests(1)
    await log.close(300)
    expect(receiver.requests).toHaveLength(isTrusted ? 1 : 0)
    expect(sink.droppedLines).toBe(isTrusted ? 0 : 1)
  })
})
