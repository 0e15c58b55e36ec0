// What jobs may take, what they cost, and requests that are repeated with an Idempotency-Key.
import { afterEach, describe, expect, it } from 'vitest'
import { type ApiHarness, openApi } from '../api-harness.ts'
import { gatedTool } from '../gated-tool.ts'
import { ASYNC, COUNT, codeOf, type Json, makeJobCalls } from './job-calls.ts'

let api: ApiHarness
afterEach(() => api.close())

const { post, get, startJob, untilDone } = makeJobCalls(() => api)

describe('bounds', () => {
  it('of one caller do not touch another', async () => {
    api = await openApi({ jobLimits: { maxJobsOfOne: 2 } })
    await startJob(COUNT, '{"text":"a"}')
    const second = await startJob(COUNT, '{"text":"a"}')
    const refused = await post(COUNT, '{"text":"a"}')
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await codeOf(refused)).toEqual([429, 'too_many_concurrent'])
    await startJob(COUNT, '{"text":"a"}', { ...ASYNC, Authorization: `Bearer ${await api.makeKey()}` })
    await api.call(second, { method: 'DELETE' })
    await startJob(COUNT, '{"text":"a"}')
  })

  it('of all callers are those of the server', async () => {
    api = await openApi({ jobLimits: { maxJobs: 1 } })
    await startJob(COUNT, '{"text":"a"}', { ...ASYNC, Authorization: `Bearer ${await api.makeKey()}` })
    expect(await codeOf(await post(COUNT, '{"text":"a"}'))).toEqual([503, 'overloaded'])
  })

  it('of bytes refuse a result that does not fit, and it costs nothing', async () => {
    const { tool, open } = gatedTool()
    open()
    api = await openApi({ tools: [tool], jobLimits: { maxResultBytesOfOne: 1_000 } })
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 5, expiresAt: Date.now() + 60_000 })
    const authorization = { Authorization: `Bearer ${key}` }
    const response = await post('/v1/tools/text/gated', JSON.stringify({ text: 'x'.repeat(2_000) }), { ...ASYNC, ...authorization })
    const location = response.headers.get('location')!
    const result = async (): Promise<Response> => get(`${location}/result`, authorization)
    await expect.poll(async () => (await result()).status).toBe(422)
    expect(await (await result()).json()).toMatchObject({ code: 'resource_limit', limitBytes: 1_000 })
    const me = (await (await get('/v1/me', authorization)).json()) as { quota: Json[] }
    expect(me.quota.find(({ name }) => name === 'total')).toMatchObject({ used: 0 })
  })

  it('of bytes count what is kept, and room comes back', async () => {
    const { tool, open } = gatedTool()
    open()
    api = await openApi({ tools: [tool], jobLimits: { maxResultBytesOfOne: 3_000, maxResultBytes: 3_000 } })
    const body = JSON.stringify({ text: 'x'.repeat(2_500) })
    const first = await startJob('/v1/tools/text/gated', body)
    await untilDone(first)
    expect((await api.figures()).keptBytes).toBe(2_500 + '{"text":""}'.length)
    expect((await untilDone(await startJob('/v1/tools/text/gated', body))).status).toBe('failed')
    await api.call(first, { method: 'DELETE' })
    expect((await untilDone(await startJob('/v1/tools/text/gated', body))).status).toBe('succeeded')
  })
})

describe('the quota of a job', () => {
  it('is charged once, and refused before there is a job', async () => {
    api = await openApi()
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 3, expiresAt: Date.now() + 60_000 })
    const authorization = { Authorization: `Bearer ${key}` }
    const send = (count: number): Promise<Response> =>
      post(`${COUNT}/batch`, JSON.stringify({ items: Array.from({ length: count }, () => ({ input: { text: 'a' } })) }), {
        ...ASYNC,
        ...authorization,
      })
    expect(await codeOf(await send(4))).toEqual([429, 'quota_exhausted'])
    expect((await api.figures()).created).toBe(0)
    const location = (await send(3)).headers.get('location')!
    await expect.poll(async () => (await get(`${location}/result`, authorization)).status).toBe(200)
    await get(`${location}/result`, authorization)
    const me = (await (await get('/v1/me', authorization)).json()) as { quota: Json[] }
    expect(me.quota.find(({ name }) => name === 'total')).toMatchObject({ used: 3 })
  })

  it('holds the place of a call until the work is done', async () => {
    const { tool, open } = gatedTool()
    api = await openApi({ tools: [tool] })
    await startJob('/v1/tools/text/gated', '{"text":"a"}')
    expect(api.load).toMatchObject({ active: 1 })
    expect(api.load.bytes).toBeGreaterThan(0)
    expect(api.reports.at(-1)).toMatchObject({ status: 202, tool: 'text/gated' })
    open()
    await expect.poll(() => api.load).toMatchObject({ active: 0, bytes: 0 })
  })
})

describe('an Idempotency-Key of a job in memory', () => {
  it('is refused while the first request with it is being received', async () => {
    api = await openApi()
    let send: () => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = () => {
          controller.enqueue(new TextEncoder().encode('{"text":"a"}'))
          controller.close()
        }
      },
    })
    const first = api.call(COUNT, { method: 'POST', body, duplex: 'half', headers: { ...ASYNC, 'Idempotency-Key': 'k' } } as RequestInit & {
      headers: Record<string, string>
    })
    await expect.poll(() => api.load.active).toBe(1)
    const second = await post(COUNT, '{"text":"a"}', { ...ASYNC, 'Idempotency-Key': 'k' })
    expect(second.headers.get('retry-after')).toBe('1')
    expect(await codeOf(second)).toEqual([409, 'idempotency_conflict'])
    send()
    expect((await first).status).toBe(202)
    expect((await post(COUNT, '{"text":"a"}', { ...ASYNC, 'Idempotency-Key': 'k' })).status).toBe(202)
  })
})
