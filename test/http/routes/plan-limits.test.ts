// Every limit of a plan over the API: what is served up to it, how what is beyond it is refused, what the headers say of it on every answer, and
// that another plan does not give back what was used.
import { afterEach, describe, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'
import { gatedTool } from '../gated-tool.ts'

const COUNT = '/v1/tools/text/word-count'
/** A day before the end of a month of 31 days, half an hour before midnight. */
const START = Date.UTC(2026, 4, 30, 23, 30)
const HOUR_S = 3_600
const DAY_S = 86_400

let api: ApiHarness
let now = START
afterEach(() => api.close())

interface Answer {
  readonly status: number
  readonly code: unknown
  readonly policy: string | null
  readonly limit: string | null
  readonly retryAfter: string | null
  readonly body: Record<string, unknown>
}

async function open(plan: string, more = ''): Promise<void> {
  now = START
  api = await openApi({
    settings: settingsOf(plan, more),
    now: () => now,
    tools: [...(await import('../../../src/tools/catalogue.ts')).catalogue],
  })
}

const settingsOf = (plan: string, more = ''): string => `plans:\n  bounded: ${plan}\nusage: { strict: [] }\n${more}`

async function makeCaller(): Promise<(path?: string, body?: unknown) => Promise<Answer>> {
  const key = await api.makeKey({ plan: 'bounded' })
  return async (path = COUNT, body = { text: 'a' }) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { ...JSON_TYPE, 'Content-Length': String(text.length), Authorization: `Bearer ${key}` }
    const response = await api.call(
      path,
      path === '/v1/me' ? { headers: { Authorization: `Bearer ${key}` } } : { method: 'POST', body: text, headers },
    )
    const { headers: said } = response
    const value = (await response.json()) as Record<string, unknown>
    return {
      status: response.status,
      code: value.code,
      policy: said.get('ratelimit-policy'),
      limit: said.get('ratelimit'),
      retryAfter: said.get('retry-after'),
      body: value,
    }
  }
}

const items = (count: number): unknown => ({ items: Array.from({ length: count }, () => ({ input: { text: 'a' } })) })

describe('a limit of a plan', () => {
  it('rate and burst', async () => {
    await open('{ rate: { per_minute: 60, burst: 2 } }')
    const call = await makeCaller()
    const policy = '"burst";q=2;w=2'
    expect(await call()).toMatchObject({ status: 200, policy, limit: '"burst";r=1;t=1', retryAfter: null })
    expect(await call('/v1/me')).toMatchObject({ status: 200, policy, limit: '"burst";r=0;t=2' })
    expect(await call()).toMatchObject({ status: 429, code: 'rate_limited', policy, limit: '"burst";r=0;t=2', retryAfter: '1' })
    now += 1_000
    expect(await call()).toMatchObject({ status: 200, limit: '"burst";r=0;t=2' })
  })

  it('calls at the same time', async () => {
    const gate = gatedTool()
    now = START
    api = await openApi({ settings: settingsOf('{ concurrent: 1 }'), now: () => now, tools: [gate.tool] })
    const call = await makeCaller()
    const policy = '"concurrent";q=1;qu="concurrent-requests"'
    const path = `/v1/tools/${gate.tool.id}`
    const first = call(path)
    await expect.poll(gate.started).toBe(1)
    expect(await call(path)).toMatchObject({
      status: 429,
      code: 'too_many_concurrent',
      policy,
      limit: '"concurrent";r=0',
      retryAfter: '1',
      body: { limit: 1 },
    })
    gate.open()
    expect(await first).toMatchObject({ status: 200, policy })
    expect(await call(path)).toMatchObject({ status: 200 })
  })

  it.each<[string, string, string, string, number | undefined]>([
    ['units of a day', '{ quota: { per_day: 3 } }', 'day', ';w=86400', HOUR_S / 2],
    ['units of a month', '{ quota: { per_month: 3 } }', 'month', ';w=2592000', HOUR_S / 2 + DAY_S],
    ['units in all', '{ quota: { total: 3 } }', 'total', '', undefined],
  ])('%s', async (_title, plan, name, window, renewalSeconds) => {
    await open(plan)
    const call = await makeCaller()
    const policy = `"${name}";q=3${window}`
    const left = (remaining: number): string => `"${name}";r=${remaining}${renewalSeconds === undefined ? '' : `;t=${renewalSeconds}`}`
    expect(await call()).toMatchObject({ status: 200, policy, limit: left(2), retryAfter: null })
    const retryAfter = renewalSeconds === undefined ? null : String(renewalSeconds)
    expect(await call(`${COUNT}/batch`, items(3))).toMatchObject({
      status: 429,
      code: 'quota_exhausted',
      policy,
      limit: left(2),
      retryAfter,
      body: { quota: name, needed: 3, remaining: 2 },
    })
    expect(await call(`${COUNT}/batch`, items(2))).toMatchObject({ status: 200, limit: left(0) })
    expect(await call()).toMatchObject({
      status: 429,
      code: 'quota_exhausted',
      limit: left(0),
      retryAfter,
      body: { needed: 1, remaining: 0, retryable: renewalSeconds !== undefined },
    })
    // What is asked of the caller itself costs no unit.
    expect(await call('/v1/me')).toMatchObject({ status: 200, policy, limit: left(0) })
    if (renewalSeconds === undefined) {
      now += 366 * DAY_S * 1000
      expect(await call()).toMatchObject({ status: 429 })
      return
    }
    now += (renewalSeconds - 1) * 1000
    expect(await call()).toMatchObject({ status: 429, retryAfter: '1' })
    now += 1_000
    expect(await call()).toMatchObject({ status: 200, policy })
  })

  it('bytes of a day', async () => {
    await open('{ quota: { mb_per_day: 1 } }')
    const call = await makeCaller()
    const policy = '"day-bytes";q=1048576;w=86400;qu="content-bytes"'
    const text = (length: number): string => `{"text":"${'a'.repeat(length - 11)}"}`
    expect(await call(COUNT, text(1_000_000))).toMatchObject({ status: 200, policy, limit: '"day-bytes";r=48576;t=1800' })
    const beyond = { status: 429, code: 'quota_exhausted', policy, limit: '"day-bytes";r=48576;t=1800', retryAfter: '1800' }
    expect(await call(COUNT, text(48_577))).toMatchObject({ ...beyond, body: { quota: 'day-bytes', needed: 48_577, remaining: 48_576 } })
    expect(await call(COUNT, text(48_576))).toMatchObject({ status: 200, limit: '"day-bytes";r=0;t=1800' })
    expect(await call()).toMatchObject({ status: 429 })
    now += (HOUR_S / 2) * 1000
    expect(await call()).toMatchObject({ status: 200 })
  })

  it('the body, also where its length is not announced', async () => {
    await open('{ max_body_mb: 1, concurrent: 5 }')
    const call = await makeCaller()
    const policy = '"concurrent";q=5;qu="concurrent-requests"'
    const beyond = { status: 413, code: 'body_too_large', policy, retryAfter: null, body: { limitBytes: 1_048_576 } }
    expect(await call(COUNT, `{"text":"${'a'.repeat(1_048_576)}"}`)).toMatchObject(beyond)
    const key = await api.makeKey({ plan: 'bounded' })
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i++) controller.enqueue(new Uint8Array(500_000).fill(0x61))
        controller.close()
      },
    })
    const response = await api.app.request(COUNT, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${key}` },
    } as RequestInit)
    expect([response.status, response.headers.get('ratelimit-policy')]).toEqual([413, policy])
    expect(await call(COUNT, `{"text":"${'a'.repeat(1_000_000)}"}`)).toMatchObject({ status: 200 })
  })

  it('items of a batch', async () => {
    await open('{ max_batch_items: 3, quota: { per_day: 10 } }')
    const call = await makeCaller()
    const policy = '"day";q=10;w=86400'
    expect(await call(`${COUNT}/batch`, items(4))).toMatchObject({
      status: 413,
      code: 'too_many_items',
      policy,
      limit: '"day";r=10;t=1800',
      retryAfter: null,
    })
    expect(await call(`${COUNT}/batch`, items(3))).toMatchObject({ status: 200, limit: '"day";r=7;t=1800' })
  })

  it('tools', async () => {
    await open('{ tools: [hl7/*, text/diff], quota: { per_day: 10 } }')
    const call = await makeCaller()
    expect(await call()).toMatchObject({ status: 403, code: 'plan_restricted', policy: '"day";q=10;w=86400', retryAfter: null })
    expect(await call('/v1/tools/text/diff', { left: 'a', right: 'b' })).toMatchObject({ status: 200, limit: '"day";r=9;t=1800' })
    expect(await call('/v1/tools/text/diff/batch', { items: [{ input: { left: 'a', right: 'b' } }] })).toMatchObject({ status: 200 })
    expect(await call(`${COUNT}/batch`, items(1))).toMatchObject({ status: 403, code: 'plan_restricted' })
  })
})

it('every limit at once stands in the headers of every answer', async () => {
  await open('{ rate: { per_minute: 60, burst: 9 }, concurrent: 4, quota: { per_day: 8, per_month: 7, total: 6, mb_per_day: 1 } }')
  const call = await makeCaller()
  const names = ['burst', 'concurrent', 'day', 'month', 'total', 'day-bytes']
  const namesOf = (header: string | null): unknown => header?.split(', ').map((entry) => /^"([^"]+)"/.exec(entry)?.[1])
  for (const [path, body, status] of [
    [COUNT, { text: 'a' }, 200],
    [COUNT, { text: 1 }, 422],
    ['/v1/me', '', 200],
    ['/v1/tools/no/such', {}, 404],
    [COUNT, '{', 400],
  ] as const) {
    const answer = await call(path, body)
    expect([answer.status, namesOf(answer.policy), namesOf(answer.limit)]).toEqual([status, names, names])
  }
})

describe('another plan by a reload keeps what was used:', () => {
  it.each<[string, string, string, string, Record<string, unknown>]>([
    ['of a day', '{ quota: { per_day: 9 } }', '{ quota: { per_day: 3 } }', '"day";r=0;t=1800', { used: 3, limit: 3 }],
    ['of a month', '{ quota: { per_month: 9 } }', '{ quota: { per_month: 3 } }', '"month";r=0;t=88200', { used: 3, limit: 3 }],
    ['in all', '{ quota: { total: 9 } }', '{ quota: { total: 3 } }', '"total";r=0', { used: 3, limit: 3 }],
    ['where no limit was', '{ concurrent: 9 }', '{ quota: { per_day: 3 } }', '"day";r=0;t=1800', { used: 3, limit: 3 }],
    ['bytes', '{ quota: { mb_per_day: 9 } }', '{ quota: { mb_per_day: 0.00001 } }', '"day-bytes";r=0;t=1800', { used: 36 }],
    ['the bucket', '{ rate: { per_minute: 60, burst: 9 } }', '{ rate: { per_minute: 60, burst: 3 } }', '"burst";r=0;t=3', {}],
  ])('%s', async (_title, before, after, limit, standing) => {
    await open(before)
    const call = await makeCaller()
    for (let i = 0; i < 3; i++) expect((await call()).status).toBe(200)
    api.replacePlans(settingsOf(after))
    expect(await call()).toMatchObject({ status: 429, limit })
    now += 3_000
    const { quota = [] } = (await call('/v1/me')).body as { quota?: unknown[] }
    if (Object.keys(standing).length > 0) expect(quota).toMatchObject([standing])
    api.replacePlans(settingsOf(before))
    expect((await call()).status).toBe(200)
  })
})
