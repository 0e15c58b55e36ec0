// What a job is to its caller, wherever jobs are kept: the same answer as the call itself, for its owner alone, cancelled, repeated by key.
import { afterEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, type openApi as openAnyApi } from '../api-harness.ts'
import { gatedTool } from '../gated-tool.ts'
import { ASYNC, COUNT, codeOf, makeJobCalls } from './job-calls.ts'

/** The tests of one backend. */
export function testJobs(openApi: typeof openAnyApi): void {
  let api: ApiHarness
  afterEach(() => api.close())

  const { post, get, startJob, untilDone } = makeJobCalls(() => api)

  describe('a job', () => {
    it('is accepted, told of and answered as the call itself is', async () => {
      api = await openApi()
      const response = await post(COUNT, '{"text":"one two"}')
      const location = response.headers.get('location')!
      expect(response.status).toBe(202)
      expect(location).toMatch(/^\/v1\/jobs\/[0-9a-f]{68}$/)
      expect(Object.fromEntries(response.headers)).toMatchObject({ 'retry-after': '1', 'preference-applied': 'respond-async' })
      expect(await response.json()).toMatchObject({ status: expect.any(String), tool: 'text/word-count', links: { self: location } })
      const job = await untilDone(location)
      expect(job).toMatchObject({ status: 'succeeded', progress: { done: 1, total: 1 }, finishedAt: expect.any(String) })
      const [result, direct] = [await get(`${location}/result`), await post(COUNT, '{"text":"one two"}', JSON_TYPE)]
      expect([result.status, result.headers.get('tool-version'), result.headers.get('content-type')]).toEqual([
        200,
        '1.0.0',
        'application/json',
      ])
      expect(await result.json()).toEqual(await direct.json())
      expect((await get(`${location}/result`)).status).toBe(200)
    })

    it('is reached under the prefix of the call', async () => {
      api = await openApi()
      const location = await startJob(`/api${COUNT}`, '{"text":"a"}')
      expect(location).toMatch(/^\/api\/v1\/jobs\//)
      expect((await untilDone(location)).status).toBe('succeeded')
      expect((await get(location.replace('/api', ''))).status).toBe(200)
    })

    it('that fails gives the problem of the call with its status', async () => {
      api = await openApi()
      const location = await startJob(COUNT, '{"text":1}', { ...ASYNC, 'X-Request-Id': 'first' })
      expect(await untilDone(location)).toMatchObject({ status: 'failed' })
      const result = await get(`${location}/result`)
      expect([result.status, result.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
      expect(await result.json()).toMatchObject({ code: 'invalid_input', requestId: 'first', errors: [{ pointer: '/text' }] })
    })

    it('gives a download with its digest', async () => {
      api = await openApi()
      const body = '{"left":"a\\n","right":"b\\n"}'
      const location = await startJob('/v1/tools/text/diff?output=file', body)
      await untilDone(location)
      const [result, direct] = [await get(`${location}/result`), await post('/v1/tools/text/diff?output=file', body, JSON_TYPE)]
      for (const name of ['content-type', 'content-digest', 'content-disposition'])
        expect(result.headers.get(name)).toBe(direct.headers.get(name))
      expect(await result.text()).toBe(await direct.text())
    })

    it('of a batch tells how many items are done', async () => {
      const { tool, open, started } = gatedTool()
      api = await openApi({ tools: [tool] })
      const items = ['a', 'bad', 'c'].map((text) => ({ input: { text } }))
      const location = await startJob('/v1/tools/text/gated/batch', JSON.stringify({ items }))
      await expect.poll(started).toBe(1)
      expect(await (await get(location)).json()).toMatchObject({ status: 'running', progress: { done: 0, total: 3 } })
      const early = await get(`${location}/result`)
      expect(early.headers.get('retry-after')).toBe('1')
      expect(await early.json()).toMatchObject({ code: 'job_not_finished', retryable: true, done: 0, total: 3 })
      open()
      expect(await untilDone(location)).toMatchObject({ status: 'succeeded', progress: { done: 3, total: 3 } })
      expect(await (await get(`${location}/result`)).json()).toMatchObject({ summary: { total: 3, succeeded: 2, failed: 1 } })
    })

    it('needs no job where the answer is there in time', async () => {
      api = await openApi()
      const response = await post(COUNT, '{"text":"a"}', { ...JSON_TYPE, Prefer: 'respond-async, wait=30' })
      expect([response.status, response.headers.get('preference-applied')]).toEqual([200, 'wait=30'])
      expect(await response.json()).toMatchObject({ words: 1 })
      expect(await api.figures()).toMatchObject({ running: 0, kept: 0, keptBytes: 0 })
      const refused = await post(COUNT, '{"text":1}', { ...JSON_TYPE, Prefer: 'respond-async, wait=30' })
      expect(await codeOf(refused)).toEqual([422, 'invalid_input'])
      expect(api.reports.at(-1)).toMatchObject({ status: 422, code: 'invalid_input' })
    })

    it('is there where the answer is not', async () => {
      const { tool, open } = gatedTool()
      api = await openApi({ tools: [tool] })
      const response = await post('/v1/tools/text/gated', '{"text":"a"}', { ...JSON_TYPE, Prefer: 'wait=1, respond-async' })
      expect([response.status, response.headers.get('preference-applied')]).toEqual([202, 'respond-async, wait=1'])
      open()
      expect((await untilDone(response.headers.get('location')!)).status).toBe('succeeded')
    })

    it('is not made by other preferences', async () => {
      api = await openApi()
      const response = await post(COUNT, '{"text":"a"}', { ...JSON_TYPE, Prefer: 'return=minimal, wait=5' })
      expect([response.status, response.headers.get('preference-applied')]).toEqual([200, null])
    })

    it('is not made of a request that cannot be read', async () => {
      api = await openApi()
      expect(await codeOf(await post(COUNT, 'x', { Prefer: 'respond-async', 'Content-Type': 'text/none' }))).toEqual([
        415,
        'unsupported_media_type',
      ])
      expect((await api.figures()).created).toBe(0)
    })
  })

  describe('a path for jobs', () => {
    it.each(['', '/batch'])('tool%s/jobs answers with a job, whatever the caller prefers', async (form) => {
      api = await openApi()
      const input = { text: 'one two' }
      const body = JSON.stringify(form ? { items: [{ input }] } : input)
      const response = await post(`${COUNT}${form}/jobs`, body, JSON_TYPE)
      expect(response.status).toBe(202)
      const location = response.headers.get('location')!
      expect((await untilDone(location)).status).toBe('succeeded')
      const [result, direct] = [await get(`${location}/result`), await post(`${COUNT}${form}`, body, JSON_TYPE)]
      expect(await result.json()).toEqual(await direct.json())
    })

    it('takes an Idempotency-Key, and wait of Prefer', async () => {
      api = await openApi()
      const headers = { ...JSON_TYPE, 'Idempotency-Key': 'k' }
      const first = await startJob(`${COUNT}/jobs`, '{"text":"a"}', headers)
      expect(await startJob(`${COUNT}/jobs`, '{"text":"a"}', headers)).toBe(first)
      expect((await post(`${COUNT}/jobs`, '{"text":"a"}', { ...ASYNC, Prefer: 'respond-async, wait=10' })).status).toBe(200)
    })

    it('refuses a stream of lines, which is answered at once', async () => {
      api = await openApi()
      const lines = { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' }
      expect(await codeOf(await post(`${COUNT}/batch/jobs`, '{"input":{"text":"a"}}\n', lines))).toEqual([415, 'unsupported_media_type'])
      expect((await api.figures()).created).toBe(0)
    })
  })

  describe('the owner of a job', () => {
    it('is told of its own jobs, the newest first, under the prefix of the call', async () => {
      api = await openApi()
      const listed = async (path: string, headers = {}): Promise<string[]> =>
        ((await (await get(path, headers)).json()) as { jobs: { links: { self: string } }[] }).jobs.map(({ links }) => links.self)
      expect(await listed('/v1/jobs')).toEqual([])
      const [first, second] = [await startJob(COUNT, '{"text":"a"}'), await startJob(COUNT, '{"text":"b"}')]
      const other = { Authorization: `Bearer ${await api.makeKey()}` }
      const third = await startJob(COUNT, '{"text":"c"}', { ...ASYNC, ...other })
      expect(await listed('/v1/jobs')).toEqual([second, first])
      expect(await listed('/api/v1/jobs')).toEqual([`/api${second}`, `/api${first}`])
      expect(await listed('/v1/jobs', other)).toEqual([third])
      await api.call(second, { method: 'DELETE' })
      expect(await listed('/v1/jobs')).toEqual([first])
    })

    it('alone sees it; another key finds nothing', async () => {
      api = await openApi()
      const location = await startJob(COUNT, '{"text":"a"}')
      const other = { Authorization: `Bearer ${await api.makeKey()}` }
      for (const [path, method] of [
        [location, 'GET'],
        [`${location}/result`, 'GET'],
        [location, 'DELETE'],
      ] as const)
        expect(await codeOf(await api.call(path, { method, headers: other }))).toEqual([404, 'job_not_found'])
      expect((await untilDone(location)).status).toBe('succeeded')
    })

    it.each(['x', 'f'.repeat(68), '0'.repeat(1_000), '..%2f..%2fme'])('finds nothing under %s', async (id) => {
      api = await openApi()
      expect(await codeOf(await get(`/v1/jobs/${id}`))).toEqual([404, 'job_not_found'])
    })

    it('is told what the path allows', async () => {
      api = await openApi()
      const options = await api.call('/v1/jobs/x', { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, GET, HEAD, DELETE'])
      expect(await codeOf(await api.call('/v1/jobs/x/result', { method: 'DELETE' }))).toEqual([405, 'method_not_allowed'])
    })
  })

  it('every tool answers its first example as a job as it does at once', async () => {
    api = await openApi({ jobLimits: { maxJobsOfOne: 1_000, maxJobs: 1_000 } })
    for (const { id, examples } of catalogue) {
      const [{ input, options }] = examples
      const body = JSON.stringify(options ? { ...input, options } : input)
      const location = await startJob(`/v1/tools/${id}`, body)
      expect(await untilDone(location), id).toMatchObject({ status: 'succeeded', tool: id })
      expect(await (await get(`${location}/result`)).json()).toEqual(await (await post(`/v1/tools/${id}`, body, JSON_TYPE)).json())
    }
  })
}
