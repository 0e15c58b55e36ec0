// The contract of single calls, over real stores: forms of request and answer, headers, and every refusal as a problem.
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../../src/core/problem.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, type Body, JSON_TYPE, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'
const DIFF = '/v1/tools/text/diff'
const NOTE = 'BP 120/80 mmHg, HR 72.5'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

async function problemOf(response: Response, status: number, code: string): Promise<Record<string, unknown>> {
  const problem = (await response.json()) as Record<string, unknown>
  expect({ status: response.status, code: problem.code, type: response.headers.get('content-type') }).toEqual({
    status,
    code,
    type: 'application/problem+json',
  })
  expect(problem).toMatchObject({
    status,
    type: `/v1/problems/${code}`,
    title: PROBLEMS[code as keyof typeof PROBLEMS].title,
    requestId: response.headers.get('x-request-id'),
  })
  expect(String(problem.detail).length).toBeGreaterThan(5)
  return problem
}

const post = (path: string, body: Body, headers: Record<string, string> = JSON_TYPE): Promise<Response> =>
  api.call(path, { method: 'POST', body, headers })

describe('the same call in every form', () => {
  const form = (): FormData => {
    const data = new FormData()
    data.set('file', new Blob([NOTE], { type: 'text/plain' }), 'note.txt')
    return data
  }
  const withOptions = (): FormData => {
    const data = form()
    data.set('options', '{"locale":"en"}')
    return data
  }
  const plain = (): FormData => {
    const data = new FormData()
    data.set('text', NOTE)
    data.set('locale', 'en')
    return data
  }
  const cases: [string, string, () => Body, Record<string, string>][] = [
    ['JSON', COUNT, () => JSON.stringify({ text: NOTE }), JSON_TYPE],
    ['JSON with options', COUNT, () => JSON.stringify({ text: NOTE, options: { locale: 'en' } }), JSON_TYPE],
    ['JSON with a charset parameter', COUNT, () => JSON.stringify({ text: NOTE }), { 'Content-Type': 'application/json; charset=utf-8' }],
    ['the other prefix', `/api${COUNT}`, () => JSON.stringify({ text: NOTE }), JSON_TYPE],
    ['the raw body', COUNT, () => NOTE, { 'Content-Type': 'text/plain' }],
    ['the raw body with an option in the query', `${COUNT}?locale=en`, () => NOTE, { 'Content-Type': 'text/plain; charset=utf-8' }],
    ['UTF-16', COUNT, () => new Uint8Array(Buffer.from(NOTE, 'utf16le')), { 'Content-Type': 'text/plain; charset="utf-16le"' }],
    ['multipart', COUNT, form, {}],
    ['multipart with options', COUNT, withOptions, {}],
    ['multipart of plain fields', COUNT, plain, {}],
    ['gzip', COUNT, () => new Uint8Array(gzipSync(JSON.stringify({ text: NOTE }))), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['gzip by its older name', COUNT, () => new Uint8Array(gzipSync(NOTE)), { 'Content-Type': 'text/plain', 'Content-Encoding': 'x-gzip' }],
    ['zstd', COUNT, () => new Uint8Array(zstdCompressSync(JSON.stringify({ text: NOTE }))), { ...JSON_TYPE, 'Content-Encoding': 'zstd' }],
  ]
  it.each(cases)('%s', async (_, path, body, headers) => {
    const response = await post(path, body(), headers)
    expect(await response.json()).toMatchObject({ words: 5, lines: 1 })
    expect(response.status).toBe(200)
  })

  it('has the headers of the contract', async () => {
    const response = await post(COUNT, JSON.stringify({ text: NOTE }), { ...JSON_TYPE, 'X-Request-Id': 'abc.1-2_3' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'abc.1-2_3',
      'tool-version': '1.0.0',
      'server-timing': expect.stringMatching(/^total;dur=[\d.]+$/),
    })
  })

  it.each(['a b', 'x'.repeat(129), 'ä', '"'])('makes its own request id for %j', async (id) => {
    const response = await post(COUNT, '{}', { ...JSON_TYPE, 'X-Request-Id': Buffer.from(id).toString('latin1') })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('tells the rate of a plan that has one', async () => {
    const key = await api.makeKey({ plan: 'standard' })
    const response = await api.call(COUNT, {
      method: 'POST',
      body: '{"text":""}',
      headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` },
    })
    expect(response.headers.get('ratelimit-policy')).toMatch(/^"burst";q=\d+;w=\d+/)
    expect(response.headers.get('ratelimit')).toMatch(/^"burst";r=\d+;t=\d+/)
  })
})

describe('a result that is a document', () => {
  const body = JSON.stringify({ left: 'a\n', right: 'b\n' })

  it('comes as JSON by default', async () => {
    expect(await (await post(DIFF, body)).json()).toMatchObject({ equal: false, unified: expect.stringContaining('+b') })
  })

  it('comes as the bare file', async () => {
    const response = await post(DIFF, body, { ...JSON_TYPE, Accept: 'text/x-diff' })
    const text = await response.text()
    expect(text).toContain('+b')
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('base64')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/x-diff; charset=utf-8',
      'content-disposition': 'attachment; filename="diff.diff"',
      'content-digest': `sha-256=:${digest}:`,
    })
  })

  it('comes as a ZIP with a report', async () => {
    const response = await post(`${DIFF}?output=zip`, body)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(['diff.diff', 'report.json'])
    expect(JSON.parse(new TextDecoder().decode(files['report.json']))).toMatchObject({ equal: false })
  })

  it('never carries the name of the upload', async () => {
    const form = new FormData()
    form.set('left', new Blob(['a']), 'Zebulon_Quux_1970.txt')
    form.set('right', new Blob(['b']), 'Zebulon_Quux_1971.txt')
    const response = await post(`${DIFF}?output=file`, form, {})
    expect(response.status).toBe(200)
    expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain('Zebulon')
  })
})

describe('who may call', () => {
  it('asks for credentials before it reads the body', async () => {
    let read = false
    const body = new ReadableStream(
      {
        pull(controller) {
          read = true
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const response = await api.app.request(COUNT, { method: 'POST', body, duplex: 'half', headers: JSON_TYPE } as RequestInit)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    await problemOf(response, 401, 'missing_credentials')
    expect(read).toBe(false)
  })

  it.each(['/v1/tools', '/v1/openapi.json', '/v1/me', '/v1/problems', '/v1/nothing'])(
    'serves nothing at %s without credentials',
    async (path) => {
      await problemOf(await api.app.request(path), 401, 'missing_credentials')
    },
  )

  it.each(['/nothing', '/'])('has nothing at %s, with credentials or without', async (path) => {
    for (const response of [await api.app.request(path), await api.call(path)]) await problemOf(response, 404, 'not_found')
  })

  it.each(['Bearer nonsense', 'Bearer ', 'Basic YTpi', 'ht_live_x', 'Bearer ht_live_aaaaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'])(
    'refuses %j without saying why',
    async (authorization) => {
      const response = await api.call(COUNT, { method: 'POST', headers: { ...JSON_TYPE, Authorization: authorization } })
      const problem = (await response.json()) as { code: string; detail: string }
      expect(response.status).toBe(401)
      expect(problem.code).toMatch(/^(missing|invalid)_credentials$/)
      expect(problem.detail).not.toMatch(/checksum|unknown|revoked|id\b/i)
    },
  )

  it('keeps a key to its scopes', async () => {
    const key = await api.makeKey({ scopes: ['tools:hl7/*'] })
    await problemOf(
      await api.call(COUNT, { method: 'POST', body: '{"text":""}', headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` } }),
      403,
      'tool_not_allowed',
    )
  })

  it('refuses an expired key', async () => {
    const key = await api.makeKey({ expiresAt: Date.now() + 5 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    await problemOf(
      await api.call(COUNT, { method: 'POST', headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` } }),
      401,
      'expired_credentials',
    )
  })

  it('ends a trial key at its quota', async () => {
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 2, expiresAt: Date.now() + 60_000 })
    const use = (): Promise<Response> =>
      api.call(COUNT, { method: 'POST', body: '{"text":"a"}', headers: { ...JSON_TYPE, Authorization: `Bearer ${key}` } })
    expect([(await use()).status, (await use()).status]).toEqual([200, 200])
    expect(await problemOf(await use(), 429, 'quota_exhausted')).toMatchObject({ needed: 1, remaining: 0 })
  })

  it('describes the caller', async () => {
    const me = await (await api.call('/v1/me')).json()
    expect(me).toMatchObject({ plan: expect.anything(), scopes: ['tools:*'] })
    expect(JSON.stringify(me)).not.toContain(api.key.slice(-30))
  })

  it('takes no more calls than it may run at once, and forgets none that ended', async () => {
    await api.call(COUNT, { method: 'POST', body: '{', headers: JSON_TYPE })
    expect(api.load.active).toBe(0)
    api.load.active = 50
    const response = await api.call(COUNT, { method: 'POST', body: '{"text":""}', headers: JSON_TYPE })
    api.load.active = 0
    expect(response.headers.get('retry-after')).toBe('1')
    await problemOf(response, 503, 'overloaded')
  })

  it('holds no more bodies than there is room for, but always the only one', async () => {
    const body = 'a'.repeat(2_000_000)
    const send = (): Promise<Response> => api.call(COUNT, { method: 'POST', body, headers: { 'Content-Type': 'text/plain' } })
    api.load.bytes = 9_000_000
    await problemOf(await send(), 503, 'overloaded')
    expect(api.load.bytes).toBe(9_000_000)
    api.load.bytes = 0
    expect((await send()).status).toBe(200)
    expect(api.load.bytes).toBe(0)
  })

  it('takes nothing new while it drains', async () => {
    api.setDraining(true)
    const response = await api.call(COUNT, { method: 'POST', body: '{"text":""}', headers: JSON_TYPE })
    api.setDraining(false)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    await problemOf(response, 503, 'draining')
  })
})

describe('what is refused, and how', () => {
  const cases: [string, string, string, Body | undefined, Record<string, string>, number, string][] = [
    ['an unknown tool', 'POST', '/v1/tools/text/nothing', '{}', JSON_TYPE, 404, 'unknown_tool'],
    ['an unknown category', 'GET', '/v1/tools/nothing', undefined, {}, 404, 'unknown_tool'],
    ['an unknown path', 'GET', '/v1/nothing', undefined, {}, 404, 'not_found'],
    ['a path outside the API', 'GET', '/nothing', undefined, {}, 404, 'not_found'],
    ['a wrong method', 'DELETE', COUNT, undefined, {}, 405, 'method_not_allowed'],
    ['a wrong method of a service path', 'POST', '/v1/me', '{}', JSON_TYPE, 405, 'method_not_allowed'],
    ['an Accept that nothing suits', 'POST', COUNT, '{"text":""}', { ...JSON_TYPE, Accept: 'text/csv' }, 406, 'not_acceptable'],
    ['an output that it does not have', 'POST', `${COUNT}?output=file`, '{"text":""}', JSON_TYPE, 406, 'not_acceptable'],
    ['no Content-Type', 'POST', COUNT, new Uint8Array([1]), {}, 415, 'unsupported_media_type'],
    ['an unknown Content-Type', 'POST', COUNT, '<x/>', { 'Content-Type': 'application/xml' }, 415, 'unsupported_media_type'],
    ['an unknown charset', 'POST', COUNT, 'a', { 'Content-Type': 'text/plain; charset=klingon' }, 415, 'unsupported_media_type'],
    ['an unknown Content-Encoding', 'POST', COUNT, '{}', { ...JSON_TYPE, 'Content-Encoding': 'br' }, 415, 'unsupported_media_type'],
    ['broken gzip', 'POST', COUNT, 'no gzip', { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, 422, 'unreadable_input'],
    ['broken JSON', 'POST', COUNT, '{"text":', JSON_TYPE, 400, 'malformed_json'],
    ['an empty body', 'POST', COUNT, '', JSON_TYPE, 400, 'malformed_json'],
    ['JSON that is no object', 'POST', COUNT, '[]', JSON_TYPE, 422, 'invalid_input'],
    ['options that are no object', 'POST', COUNT, '{"text":"","options":[]}', JSON_TYPE, 422, 'invalid_input'],
    ['a missing field', 'POST', COUNT, '{}', JSON_TYPE, 422, 'invalid_input'],
    ['an unknown field', 'POST', COUNT, '{"text":"","txet":""}', JSON_TYPE, 422, 'invalid_input'],
    ['a prototype', 'POST', COUNT, '{"text":"","__proto__":{"a":1}}', JSON_TYPE, 422, 'invalid_input'],
    ['an unknown option', 'POST', COUNT, '{"text":"","options":{"lang":"en"}}', JSON_TYPE, 422, 'invalid_input'],
    ['an unknown parameter', 'POST', `${COUNT}?lokale=en`, 'a', { 'Content-Type': 'text/plain' }, 422, 'invalid_input'],
    ['an option given twice', 'POST', `${COUNT}?locale=en&locale=de`, 'a', { 'Content-Type': 'text/plain' }, 422, 'invalid_input'],
    ['an option in body and query', 'POST', `${COUNT}?locale=en`, '{"text":"","options":{"locale":"de"}}', JSON_TYPE, 422, 'invalid_input'],
    [
      'text that is not of its charset',
      'POST',
      COUNT,
      new Uint8Array([0x61, 0xff]),
      { 'Content-Type': 'text/plain' },
      422,
      'invalid_input',
    ],
    ['JSON that nests too deep', 'POST', COUNT, '['.repeat(10_000), JSON_TYPE, 422, 'resource_limit'],
    ['a body over the limit', 'POST', COUNT, 'a'.repeat(4_000_001), { 'Content-Type': 'text/plain' }, 413, 'body_too_large'],
    [
      'a body that inflates over the limit',
      'POST',
      COUNT,
      new Uint8Array(gzipSync(Buffer.alloc(5_000_000))),
      { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' },
      413,
      'inflated_too_large',
    ],
    ['a form without a boundary', 'POST', COUNT, 'x', { 'Content-Type': 'multipart/form-data' }, 400, 'malformed_multipart'],
  ]
  it.each(cases)('%s', async (_, method, path, body, headers, status, code) => {
    await problemOf(await api.call(path, { method, headers, ...(body === undefined ? {} : { body }) }), status, code)
    expect(api.internalErrors).toEqual([])
  })

  it('lists what it allows with a 405', async () => {
    const response = await api.call(COUNT, { method: 'DELETE' })
    expect(response.headers.get('allow')).toBe('OPTIONS, POST, GET, HEAD')
  })

  it('points to the finding and names no value', async () => {
    const problem = await problemOf(await post(COUNT, '{"text":7,"options":{"Zebulon":"Quux"}}'), 422, 'invalid_input')
    expect(problem.errors).toEqual([
      { pointer: '/text', code: 'invalid_type', detail: 'expected string' },
      { pointer: '/options', code: 'unknown_field', detail: expect.stringContaining('locale') },
    ])
    expect(JSON.stringify(problem)).not.toMatch(/Zebulon|Quux/)
  })

  it('turns an unexpected error into a problem without its message', async () => {
    const broken = { ...catalogue[0]!, run: () => Promise.reject(new Error('Zebulon Quux')) }
    const harness = await openApi({ tools: [broken] })
    const response = await harness.call(`/v1/tools/${broken.id}`, { method: 'POST', body: '{"text":""}', headers: JSON_TYPE })
    expect(JSON.stringify(await problemOf(response, 500, 'internal'))).not.toContain('Zebulon')
    expect(harness.internalErrors).toHaveLength(1)
    await harness.close()
  })
})
