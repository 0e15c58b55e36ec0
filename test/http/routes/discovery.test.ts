// Discovery, the examples over HTTP, and what is reported of requests.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROBLEMS } from '../../../src/core/problem.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

const post = (path: string, body: string): Promise<Response> => api.call(path, { method: 'POST', body, headers: JSON_TYPE })

describe('discovery', () => {
  it('lists the tools, by category too, with an ETag', async () => {
    const response = await api.call('/v1/tools')
    const { tools } = (await response.json()) as { tools: { id: string; category: string }[] }
    expect(tools.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id))
    const text = (await (await api.call('/v1/tools/text')).json()) as { tools: { id: string }[] }
    expect(text.tools.map(({ id }) => id)).toEqual(tools.filter(({ category }) => category === 'text').map(({ id }) => id))
    const again = await api.call('/v1/tools', { headers: { 'If-None-Match': response.headers.get('etag')! } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('answers HEAD and OPTIONS', async () => {
    const head = await api.call('/v1/tools', { method: 'HEAD' })
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', (await api.call('/v1/tools')).headers.get('etag')])
    const options = await api.call(COUNT, { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, POST, GET, HEAD'])
  })

  it.each(catalogue.map(({ id }) => id))('describes %s with schemas, examples and curl lines', async (id) => {
    const described = (await (await api.call(`/v1/tools/${id}`)).json()) as Record<string, unknown>
    expect(described).toMatchObject({ id, schemas: { input: { type: 'object' }, options: { type: 'object' }, output: { type: 'object' } } })
    for (const { curl } of described.examples as { curl: string }[]) expect(curl).toContain(`http://localhost/v1/tools/${id}`)
  })

  it.each([...new Set(catalogue.map(({ id }) => id.split('/')[0]!))])('has an OpenAPI document of %s alone', async (category) => {
    const text = await (await api.call(`/v1/tools/${category}/openapi.json`)).text()
    expect(text.length).toBeLessThan(400_000)
    const { paths } = JSON.parse(text) as { paths: object }
    const called = Object.keys(paths).flatMap((path) => /^\/tools\/([a-z0-9]+\/[a-z0-9-]+)\/batch$/.exec(path)?.[1] ?? [])
    expect(called).toEqual(catalogue.flatMap(({ id }) => (id.startsWith(`${category}/`) ? [id] : [])))
    const refs = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name!))
    for (const name of refs) expect(text).toContain(`"${name}":{`)
  })

  it('explains every problem code', async () => {
    const { problems } = (await (await api.call('/v1/problems')).json()) as { problems: { code: string }[] }
    expect(problems.map(({ code }) => code).sort()).toEqual(Object.keys(PROBLEMS).sort())
    expect(await (await api.call('/v1/problems/malformed_json')).json()).toMatchObject({ code: 'malformed_json', status: 400 })
    expect(await (await api.call('/v1/problems/nothing')).json()).toMatchObject({ code: 'not_found', status: 404 })
  })
})

describe('every example of every tool over HTTP', () => {
  const examples = catalogue.flatMap((tool) => tool.examples.map((example, i) => [`${tool.id} ${i + 1}`, tool, example] as const))

  it('has examples', () => {
    expect(examples.length).toBeGreaterThanOrEqual(catalogue.length)
  })

  it.each(examples)('%s', async (_, tool, { input, options, output }) => {
    const response = await post(`/v1/tools/${tool.id}`, JSON.stringify(options ? { ...input, options } : input))
    expect(await response.json()).toMatchObject(output)
    expect(response.status).toBe(200)
  })
})

describe('reports', () => {
  it('name the route, never the path, and count bytes', async () => {
    const before = api.reports.length
    await post(COUNT, JSON.stringify({ text: 'ä' }))
    await api.call('/v1/tools/Zebulon')
    const [counted, refused] = api.reports.slice(before)
    expect(counted).toMatchObject({ route: COUNT, tool: 'text/word-count', status: 200, bytesIn: 13, plan: 'unlimited', code: undefined })
    expect(counted!.bytesOut).toBeGreaterThan(20)
    expect(refused).toMatchObject({ route: '*', status: 404, code: 'unknown_tool' })
    expect(JSON.stringify(api.reports)).not.toContain('Zebulon')
  })
})
