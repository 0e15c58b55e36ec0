// The audit log and the answers: nothing leaves before its line is written, and nothing leaves that could not be recorded.
import { expect, onTestFinished, test } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import type { AuditGate, RequestReport } from '../../../src/http/response/report.ts'
import { openApi } from '../api-harness.ts'

const TOOL = '/v1/tools/text/word-count'
const UNWRITABLE = new ProblemError('The audit log cannot be written.', { code: 'storage_unavailable' })

async function open(gate: Partial<AuditGate>) {
  const recorded: [string, string, number][] = []
  const audit: AuditGate = {
    admit: () => undefined,
    record: (report: RequestReport, phase) => {
      recorded.push([phase, report.route, report.status])
      return Promise.resolve()
    },
    ...gate,
  }
  const page = { route: '/', answer: () => new Response('page', { headers: { 'content-length': '4' } }) }
  const api = await openApi({ audit, pages: [page] })
  onTestFinished(() => api.close())
  const call = (path: string, body: string, type = 'application/json'): Response | Promise<Response> =>
    api.app.request(path, { method: 'POST', body, headers: { Authorization: `Bearer ${api.key}`, 'Content-Type': type, Accept: type } })
  return { api, call, recorded }
}

test('each request is recorded once: calls, refusals, unknown paths and pages', async () => {
  const { api, call, recorded } = await open({})
  await call(TOOL, '{"text":"a"}')
  await call(TOOL, '{')
  await api.app.request(TOOL, { method: 'POST' })
  await call('/v1/nothing', '{}')
  await api.app.request('/')
  expect(recorded).toEqual([
    ['answered', TOOL, 200],
    ['answered', TOOL, 400],
    ['answered', TOOL, 401],
    ['answered', '*', 404],
    ['answered', '/', 200],
  ])
})

test('an answer waits for its line', async () => {
  let write = (): void => undefined
  const { call } = await open({ record: () => new Promise<void>((resolve) => (write = resolve)) })
  let isAnswered = false
  const answer = Promise.resolve(call(TOOL, '{"text":"a"}')).then((response) => {
    isAnswered = true
    return response
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isAnswered).toBe(false)
  write()
  expect((await answer).status).toBe(200)
})

test.each([
  [TOOL, '{"text":"a"}', 'application/json'],
  [`${TOOL}/batch`, '{"input":{"text":"a"}}\n', 'application/x-ndjson'],
])('no result of %s leaves that could not be recorded', async (path, body, type) => {
  const { api, call } = await open({ record: () => Promise.reject(UNWRITABLE) })
  const response = await call(path, body, type)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'storage_unavailable', detail: 'The audit log cannot be written.' })
  await expect.poll(() => [api.load.active, api.load.bytes]).toEqual([0, 0])
})

test('a page that could not be recorded is not served', async () => {
  const { api } = await open({ record: () => Promise.reject(UNWRITABLE) })
  expect((await api.app.request('/')).status).toBe(503)
})

test('a refusal comes before credentials and body are looked at', async () => {
  const { api } = await open({
    admit() {
      throw UNWRITABLE
    },
  })
  expect((await api.app.request(TOOL, { method: 'POST', body: 'x' })).status).toBe(503)
})

test('a stream has a line before its first part and one after its last', async () => {
  const { call, recorded } = await open({})
  const response = await call(`${TOOL}/batch`, '{"input":{"text":"a"}}\n{"input":{"text":"b"}}\n', 'application/x-ndjson')
  expect(recorded).toEqual([['begun', `${TOOL}/batch`, 200]])
  await response.text()
  await expect.poll(() => recorded.at(-1)).toEqual(['ended', `${TOOL}/batch`, 200])
  expect(recorded).toHaveLength(2)
})
