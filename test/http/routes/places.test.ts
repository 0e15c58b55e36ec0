// Where the API is: below a path of the site, with every link and problem type below it; and errors that the site itself explains.
import { afterAll, describe, expect, test } from 'vitest'
import { type AssetPack, readAssetPack, writeAssetPack } from '../../../src/http/pages/asset-pack.ts'
import { preparePages } from '../../../src/http/pages/pages.ts'
import { placesOf } from '../../../src/http/routes/api-places.ts'
import { describeResource } from '../../../src/platform/access/oauth.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'
const JSON_TYPE = { 'Content-Type': 'application/json' }
const opened: ApiHarness[] = []

async function open(
  basePath: string,
  explanations: string | null = null,
  options: Parameters<typeof openApi>[0] = {},
): Promise<ApiHarness> {
  const api = await openApi({ places: placesOf(basePath, explanations), ...options })
  opened.push(api)
  return api
}

afterAll(() => Promise.all(opened.map((api) => api.close())))

const post = (api: ApiHarness, path: string, body: string, headers = {}): Promise<Response> =>
  api.call(path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } })

/** Every text in a JSON value that looks like a path of the API. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return /^\/(?:\w+\/)*v1(?:\/|$)/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : []
}

describe('a base path', () => {
  test.each(['/tools', '/a/v1/b'])('%s stands before everything that is served, and nothing is served without it', async (base) => {
    const api = await open(base)
    for (const prefix of ['/v1', '/api/v1']) {
      const answer = await post(api, `${base}${prefix}/tools/text/word-count`, '{"text":"a b"}')
      expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ words: 2 })])
    }
    for (const path of [COUNT, '/', '/v1/me', `${base}x/v1/me`]) {
      const answer = await api.call(path)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({
          code: 'not_found',
          type: `${base}/v1/problems/not_found`,
          detail: expect.stringContaining(`${base}/v1.`),
        }),
      ])
    }
    const { GET, POST } = api.fastRoutes
    expect([...GET.keys(), ...POST.keys()].filter((path) => !path.startsWith(`${base}/`))).toEqual([])
    expect([GET.has(`${base}/v1/me`), POST.has(`${base}${COUNT}`)]).toEqual([true, true])
  })

  test('stands in every link', async () => {
    const api = await open('/tools')
    for (const path of [
      '/tools/v1/tools',
      '/tools/v1/tools/text',
      '/tools/v1/tools/text/word-count',
      '/tools/v1/problems',
      '/tools/v1/problems/not_found',
    ]) {
      const paths = pathsIn(await (await api.call(path)).json())
      expect(paths.length).toBeGreaterThan(0)
      for (const link of paths) expect(link).toMatch(/^\/tools\/v1\//)
    }
    const openApi = (await (await api.call('/tools/api/v1/openapi.json')).json()) as { servers: unknown }
    expect(openApi.servers).toEqual([{ url: '/tools/api/v1' }])
    const described = (await (await api.call('/tools/v1/tools/text/word-count')).json()) as { examples: { curl: string }[] }
    expect(described.examples[0]!.curl).toMatch(/\/tools\/v1\/tools\/text\/word-count$/)
  })

  test('stands in the type of every problem, those of single items and of jobs, too', async () => {
    const api = await open('/tools')
    const items = '{"items":[{"text":"a"},{"text":7}]}'
    const batch = (await (await post(api, `/tools${COUNT}/batch`, items)).json()) as { results: { error?: { type: string } }[] }
    expect(JSON.stringify(batch)).toContain('"type":"/tools/v1/problems/')
    const lines = await post(api, `/tools${COUNT}/batch`, '{"text":"a"}\n{"text":7}\n{broken\n', { 'Content-Type': 'application/x-ndjson' })
    const types = (await lines.text()).match(/"type":"[^"]*"/g) ?? []
    expect(types.length).toBeGreaterThan(1)
    expect(types.filter((type) => !type.startsWith('"type":"/tools/v1/problems/'))).toEqual([])
    const accepted = await post(api, `/tools${COUNT}`, '{"text":7}', { Prefer: 'respond-async' })
    expect(accepted.status).toBe(202)
    const location = accepted.headers.get('location')!
    expect(location).toMatch(/^\/tools\/v1\/jobs\/[^/]+$/)
    await expect.poll(async () => ((await (await api.call(location)).json()) as { status: string }).status).toBe('failed')
    expect(await (await api.call(`${location}/result`)).json()).toMatchObject({ type: '/tools/v1/problems/invalid_input' })
    const wrong = await api.call(location, { method: 'PUT' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'OPTIONS, GET, HEAD, DELETE'])
    expect(await (await post(api, '/tools/v1/tools/text/none', '{}')).json()).toMatchObject({ code: 'unknown_tool' })
  })

  test('stands before the pages, whose own addresses are relative', async () => {
    const none = { scripts: [], styles: [], preload: [] }
    const guide = { documents: 'g.json', styles: [] }
    const manifest = {
      console: none,
      docs: none,
      guide,
      worker: 'w.js',
      resultStyle: 't.css',
      tools: 't.json',
      languages: {},
      icon: 'i.svg',
    }
    const pack: AssetPack = readAssetPack(writeAssetPack({ manifest, assets: new Map() }))
    const branding = { name: 'x', contact: null, logo: null }
    const info = { title: 'x', version: '0', contact: null }
    const pages = await preparePages(
      { pack, readTable: () => new Uint8Array(), console: true, docs: true, branding, signIn: null, basePath: '/tools' },
      { catalogue, info },
    )
    const { app } = await open('/tools', null, { pages })
    const redirect = await app.request('/tools')
    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, '/tools/'])
    const html = await (await app.request('/tools/', { headers: { Accept: 'text/html' } })).text()
    expect(html).toContain('<html')
    expect(html).not.toMatch(/(?:src|href)="\//)
    expect(await (await app.request('/tools/', { headers: { Accept: 'application/json' } })).json()).toMatchObject({
      links: { tools: '/tools/v1/tools', docs: '/tools/docs' },
    })
    expect((await app.request('/tools/docs')).status).toBe(200)
    expect((await app.request('/docs')).status).toBe(404)
  })

  test('stands before the token endpoint that the metadata names', () => {
    const settings = { resource: 'https://h.example/tools', issuers: [], token_endpoint: { enabled: true } } as unknown as Parameters<
      typeof describeResource
    >[0]
    expect(describeResource(settings, '/tools')?.issuerMetadata).toMatchObject({ token_endpoint: 'https://h.example/tools/oauth/token' })
    expect(describeResource(settings, '')?.issuerMetadata).toMatchObject({ token_endpoint: 'https://h.example/oauth/token' })
  })
})

describe('explanations of the site', () => {
  test.each(['https://wiki.hosp.example/errors', 'https://wiki.hosp.example/errors/'])(
    '%s stand in the type of every problem',
    async (address) => {
      const api = await open('', address)
      const base = 'https://wiki.hosp.example/errors/'
      expect(await (await api.app.request(COUNT)).json()).toMatchObject({ type: `${base}missing_credentials` })
      expect(await (await post(api, COUNT, '{"text":7}')).json()).toMatchObject({ type: `${base}invalid_input` })
      expect(await (await api.call('/v1/problems/not_found')).json()).toMatchObject({ type: `${base}not_found` })
      const batch = await post(api, `${COUNT}/batch`, '{"items":[{"text":7}]}')
      expect(await batch.text()).toContain(`"type":"${base}invalid_input"`)
    },
  )
})
