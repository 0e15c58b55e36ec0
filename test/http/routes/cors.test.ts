// Calls by pages of other origins: only those that are named may, a preflight needs no key, and without origins nothing is there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiHarness, openApi } from '../api-harness.ts'

const PAGE = 'https://his.hosp.example'
const COUNT = '/v1/tools/text/word-count'
const PREFLIGHT = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'authorization,content-type' }

let api: ApiHarness
let closed: ApiHarness
beforeAll(async () => {
  api = await openApi({ origins: [PAGE, 'http://127.0.0.1:3000'] })
  closed = await openApi()
})
afterAll(() => Promise.all([api.close(), closed.close()]))

const ask = (on: ApiHarness, path: string, headers: Record<string, string>): Promise<Response> =>
  Promise.resolve(on.app.request(path, { method: 'OPTIONS', headers }))

describe('a preflight', () => {
  test.each([PAGE, 'http://127.0.0.1:3000'])('of %s is permitted without a key', async (origin) => {
    const { status, headers } = await ask(api, COUNT, { Origin: origin, ...PREFLIGHT })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-methods')).toBe('OPTIONS, POST, GET, HEAD')
    expect(headers.get('access-control-allow-headers')).toMatch(/Authorization, Content-Type/)
    expect(headers.get('access-control-allow-headers')).toMatch(/Prefer, Idempotency-Key/)
    expect(headers.get('access-control-max-age')).toBe('600')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('vary')).toMatch(/Origin/)
  })

  test.each(['https://other.example', 'null', `${PAGE}.evil.example`, PAGE.toUpperCase(), `${PAGE}:444`])(
    'of %s permits nothing',
    async (origin) => {
      const { headers } = await ask(api, COUNT, { Origin: origin, ...PREFLIGHT })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  test('of the page of a job names its methods', async () => {
    const { headers } = await ask(api, '/v1/jobs/abc', { Origin: PAGE, ...PREFLIGHT })
    expect(headers.get('access-control-allow-methods')).toBe('OPTIONS, GET, HEAD, DELETE')
  })

  test('stands in the access log', async () => {
    const before = api.reports.length
    await ask(api, COUNT, { Origin: PAGE, ...PREFLIGHT })
    expect(api.reports.slice(before)).toMatchObject([{ method: 'OPTIONS', status: 204, credentialId: undefined }])
  })

  test('is none without an origin or a method: a key is asked for', async () => {
    expect((await ask(api, COUNT, { Origin: PAGE })).status).toBe(401)
    expect((await ask(api, COUNT, PREFLIGHT)).status).toBe(401)
  })
})

describe('a call', () => {
  const call = (on: ApiHarness, headers: Record<string, string>, body = '{"text":"a"}'): Promise<Response> =>
    on.call(COUNT, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } })

  test('of a page that may can be read, refusals as well', async () => {
    for (const [body, status] of [
      ['{"text":"a"}', 200],
      ['{"text":7}', 422],
    ] as const) {
      const { headers, status: got } = await call(api, { Origin: PAGE }, body)
      expect([got, headers.get('access-control-allow-origin')]).toEqual([status, PAGE])
      expect(headers.get('access-control-expose-headers')).toMatch(/X-Request-Id/)
    }
    expect((await api.app.request(COUNT, { headers: { Origin: PAGE } })).headers.get('access-control-allow-origin')).toBe(PAGE)
  })

  test('of another page is answered, and its browser keeps the answer from it', async () => {
    const { status, headers } = await call(api, { Origin: 'https://other.example' })
    expect([status, headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([200, null, 'Origin'])
  })

  test('keeps what the answer varies by besides', async () => {
    const { headers } = await api.call('/v1/tools', { headers: { Origin: PAGE } })
    expect(headers.get('vary')).toMatch(/Authorization.*, Origin$/)
  })
})

test('without origins nothing is there', async () => {
  const answer = await closed.call('/v1/me', { headers: { Origin: PAGE } })
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control') || name === 'vary')).toEqual(['vary'])
  expect(answer.headers.get('vary')).not.toMatch(/origin/i)
  expect((await ask(closed, COUNT, { Origin: PAGE, ...PREFLIGHT })).status).toBe(401)
})
