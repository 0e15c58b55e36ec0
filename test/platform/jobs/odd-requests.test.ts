// Requests for jobs that hardly anybody sends, on two nodes: ended elsewhere while they run, empty, asked for in part, read while they are deleted.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../src/core/tool.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE } from '../../http/api-harness.ts'
import { gatedTool } from '../../http/gated-tool.ts'
import { COUNT, codeOf, makeJobCalls } from '../../http/jobs/job-calls.ts'
import { messageOf } from '../../soak/jobs-soak.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { openSharedNode } from './shared-node.ts'

const missing = whyNoPostgres()
const MARK = 'Quist-Alvin-4711'

const broken = defineTool({
  id: 'text/broken',
  version: '1.0.0',
  title: 'Broken',
  summary: 'Fails as no tool should.',
  input: z.strictObject({ text: z.string() }),
  options: z.strictObject({}),
  output: z.strictObject({}),
  maxInputBytes: 1_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { text: 'a' }, output: {} }],
  run({ text }): never {
    throw new TypeError(`cannot read ${text}`)
  },
})

describe.skipIf(missing !== undefined)(`two nodes${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 120_000 }, () => {
  let server: PostgresServer
  let database: string
  let nodes: ApiHarness[] = []
  let gate: ReturnType<typeof gatedTool>
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())
  beforeEach(async () => {
    database = server.makeDatabase()
    gate = gatedTool()
    const limits = { maxResultBytes: 1e9, maxResultBytesOfOne: 1e9 }
    const options = { tools: [...catalogue, gate.tool, broken], jobLimits: limits, maxBodyBytes: 12_000_000 }
    nodes = [await openSharedNode(server, options, { database, roles: 'api' }), await openSharedNode(server, options, { database })]
  })
  afterEach(async () => {
    gate.open()
    await Promise.all(nodes.map((node) => node.close()))
  })
  const { post, startJob, untilDone } = makeJobCalls(() => nodes[0]!)
  /** On the other node, as the same caller. */
  const other = (path: string, method = 'GET', more: Record<string, string> = {}): Promise<Response> =>
    nodes[1]!.call(path, { method, headers: { Authorization: `Bearer ${nodes[0]!.key}`, ...more } })
  const stored = (): number[] =>
    ['health_tools.jobs', 'health_tools.job_payloads', 'health_tools_queue.job'].map((table) => server.count(database, table))

  it('a job that is deleted on another node while it runs leaves nothing, and its part ends', async () => {
    const location = await startJob('/v1/tools/text/gated', JSON.stringify({ text: MARK.repeat(40_000) }))
    await expect.poll(gate.started, { timeout: 30_000 }).toBe(1)
    expect((await other(location, 'DELETE')).status).toBe(204)
    expect(await codeOf(await other(`${location}/result`))).toEqual([410, 'job_gone'])
    expect(await codeOf(await nodes[0]!.call(location, { method: 'DELETE' }))).toEqual([410, 'job_gone'])
    await expect.poll(stored, { timeout: 30_000 }).toEqual([0, 0, 0])
    gate.open()
    const next = await startJob(COUNT, '{"text":"a"}')
    expect(await untilDone(next)).toMatchObject({ status: 'succeeded' })
    expect(server.count(database, "health_tools.usage WHERE tool = 'text/gated' AND units = 0")).toBe(1)
    expect(gate.started()).toBe(1)
  })

  it('a job whose tool throws fails at once, for everybody without its text', async () => {
    const location = await startJob('/v1/tools/text/broken', JSON.stringify({ text: MARK }))
    expect(await untilDone(location)).toMatchObject({ status: 'failed' })
    const result = await other(`${location}/result`)
    expect([result.status, result.headers.get('content-type')]).toEqual([500, 'application/problem+json'])
    const lines = nodes.flatMap(({ logLines }) => logLines)
    expect(lines.filter((line) => line.includes('"level":"error"'))).toHaveLength(1)
    for (const text of [await result.text(), ...lines]) expect(text).not.toContain(MARK)
  })

  it.each<[string, string, string, Record<string, string>]>([
    ['a text', COUNT, '', { 'Content-Type': 'text/plain' }],
    ['JSON', COUNT, '', JSON_TYPE],
    ['a DICOM file', '/v1/tools/dicom/inspect', '', { 'Content-Type': 'application/dicom' }],
    ['a form', `${COUNT}/batch`, '--b--\r\n', { 'Content-Type': 'multipart/form-data; boundary=b' }],
    [
      'a file',
      `${COUNT}/batch`,
      '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n\r\n--b--\r\n',
      { 'Content-Type': 'multipart/form-data; boundary=b' },
    ],
    ['an archive', '/v1/tools/text/diff/batch?output=zip', '{"items":[]}', JSON_TYPE],
  ])('%s of no bytes is answered as the call is, with its length announced or not', async (_name, path, body, type) => {
    const direct = await post(path, body, type)
    const expected = withoutRequest(await direct.text())
    for (const length of [{}, { 'Content-Length': String(body.length) }] as Record<string, string>[]) {
      const started = await post(path, body, { ...type, ...length, Prefer: 'respond-async' })
      if (started.status !== 202) {
        expect([started.status, withoutRequest(await started.text())]).toEqual([direct.status, expected])
        continue
      }
      const location = started.headers.get('location')!
      await untilDone(location)
      const result = await other(`${location}/result`)
      expect([result.status, withoutRequest(await result.text())]).toEqual([direct.status, expected])
    }
  })

  it('a result is answered whole, whatever part of it is asked for, and without a body to HEAD', async () => {
    const items = Array.from({ length: 2_000 }, (_, i) => ({ input: { text: `${i} ${'word '.repeat(i % 99)}` } }))
    for (const [path, body] of [
      [`${COUNT}/batch`, JSON.stringify({ items })],
      [COUNT, '{"text":"one two"}'],
    ] as const) {
      const location = await startJob(path, body)
      await untilDone(location)
      const whole = await (await other(`${location}/result`)).text()
      expect(whole).toBe(await (await post(path, body, JSON_TYPE)).text())
      const part = await other(`${location}/result`, 'GET', { Range: 'bytes=0-9', 'If-None-Match': '*' })
      expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([200, null, whole])
      for (const place of [location, `${location}/result`]) {
        const head = await other(place, 'HEAD')
        expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'application/json', ''])
      }
    }
  })

  it('a long result that is deleted while it is read breaks off, and is never taken for a short one', async () => {
    const items = Array.from({ length: 2_000 }, (_, i) => ({ input: { message: messageOf(0, i) } }))
    const location = await startJob('/v1/tools/hl7/parse/batch', JSON.stringify({ items }))
    await untilDone(location)
    const whole = (await (await other(`${location}/result`)).arrayBuffer()).byteLength
    expect(whole).toBeGreaterThan(1 << 20)
    const reader = (await other(`${location}/result`)).body!.getReader()
    let read = (await reader.read()).value!.length
    expect((await nodes[0]!.call(location, { method: 'DELETE' })).status).toBe(204)
    const rest = async (): Promise<number> => {
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return read
        read += value.length
      }
    }
    await expect(rest()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(read).toBeLessThan(whole)
    expect(await codeOf(await other(`${location}/result`))).toEqual([410, 'job_gone'])
  })
})

const withoutRequest = (text: string): string => text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '')
