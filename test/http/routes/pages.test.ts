// The pages over the API's own routes: headers, forms of compression, conditions, and what needs no key.
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Asset, AssetPack } from '../../../src/http/pages/asset-pack.ts'
import { type PageServices, preparePages } from '../../../src/http/pages/pages.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../api-harness.ts'

const TEXT = new TextEncoder()
const files = (name: string) => ({ scripts: [`${name}-1.js`], styles: [`${name}-1.css`], preload: [] })
const script = {
  mediaType: 'text/javascript; charset=utf-8',
  compiles: false,
  bodies: { gzip: new Uint8Array(gzipSync('let a')) },
}
/** In `let a`. */
const GAPS = [
  { table: 'one', at: 3 },
  { table: 'other', at: 4 },
]
const guide = {
  groups: [
    {
      title: 'Start',
      pages: [
        { slug: '', title: 'Overview', html: '<h1 id="overview">Overview</h1><a href="guide:install#tls">x</a>', headings: [] },
        { slug: 'install', title: 'Install', html: '<h1 id="install">Install</h1><a href="guide:">x</a>', headings: [] },
      ],
    },
  ],
}
const pack: AssetPack = {
  manifest: {
    console: files('page'),
    docs: files('docs'),
    guide: { documents: 'guide-1.json', styles: ['guide-1.css'] },
    worker: 'worker-1.js',
    resultStyle: 'results-1.css',
    languages: {},
    tools: 'tools-1.json',
    icon: 'icon-1.svg',
  },
  assets: new Map<string, Asset>([
    ['page-1.js', script],
    ['guide-1.json', { mediaType: 'application/json', compiles: false, bodies: { identity: TEXT.encode(JSON.stringify(guide)) } }],
    ['worker-1.js', { ...script, compiles: true }],
    ['table-1.js', { ...script, gaps: GAPS }],
    ['table-2.js', { ...script, bodies: { identity: TEXT.encode('let a') }, gaps: GAPS }],
    ['plain-1.js', { ...script, bodies: { identity: TEXT.encode('let a') } }],
  ]),
}
const branding = { name: 'A & "B" <c>', contact: null, logo: { mediaType: 'image/svg+xml', bytes: TEXT.encode('<svg/>') } }

const opened: ApiHarness[] = []
async function open(services: Partial<PageServices> = {}): Promise<ApiHarness> {
  const info = { title: 'x', version: '0', contact: null }
  const own = { pack, readTable: (name: string) => TEXT.encode(name), console: true, docs: true, branding, signIn: null, basePath: '' }
  const pages = await preparePages({ ...own, ...services }, { catalogue, info })
  const api = await openApi({ pages })
  opened.push(api)
  return api
}

afterAll(() => Promise.all(opened.map((api) => api.close())))

describe('the pages', () => {
  let api: ApiHarness
  beforeAll(async () => {
    api = await open()
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') => api.app.request(path, { method, headers })

  test.each(['/', '/docs', '/docs/guide', '/docs/guide/install', '/assets/page-1.js', '/docs/openapi.json'])(
    '%s needs no key and is guarded',
    async (path) => {
      const { status, headers } = await get(path)
      expect(status).toBe(200)
      const policy = headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    },
  )

  test.each(['/', '/docs', '/docs/guide', '/docs/openapi.json'])('%s tells what it allows to a caller with a key', async (path) => {
    const wrong = await api.call(path, { method: 'POST', body: '{}' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'OPTIONS, GET, HEAD'])
    const asked = await api.call(path, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, 'OPTIONS, GET, HEAD'])
  })

  test('/docs/ leads to /docs', async () => {
    const { status, headers } = await get('/docs/')
    expect([status, headers.get('location')]).toEqual([308, '/docs'])
    expect((await get('/docs/guide/')).headers.get('location')).toBe('/docs/guide')
  })

  test('the guide has the name and the logo of the site, and links from each page to the others', async () => {
    const [first, install] = await Promise.all(['/docs/guide', '/docs/guide/install'].map(async (path) => (await get(path)).text()))
    expect(first).toContain('<title>A &#38; &#34;B&#34; &#60;c&#62; guide</title>')
    expect(first).toContain('<a href="guide/install#tls">x</a>')
    expect(first).toMatch(/<img src="..\/assets\/logo-[0-9a-f]+" alt="" height="28">/)
    expect(install).toContain('<a href="../guide">x</a>')
    expect(install).toContain('<a href="install" aria-current="page">Install</a>')
    expect(install).toMatch(/<img src="..\/..\/assets\/logo-/)
    expect((await get('/docs/guide')).headers.get('content-security-policy')).not.toContain('script')
    expect((await api.call('/docs/guide/none')).status).toBe(404)
  })

  test('an address that no page of the guide has is 404, with a page for a browser and a problem for a program', async () => {
    const browser = await get('/docs/guide/none', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([browser.status, browser.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const html = await browser.text()
    expect(html).toContain('<h1>Page not found</h1>')
    expect(html).toContain('<a href="install">Install</a>')
    const again = await get('/docs/guide/none', { accept: 'text/html', 'if-none-match': browser.headers.get('etag')! })
    expect(again.status).toBe(404)
    for (const accept of ['', '*/*', 'application/json']) {
      const program = await get('/docs/guide/none', accept === '' ? {} : { accept })
      expect([program.status, program.headers.get('content-type')]).toEqual([404, 'application/problem+json'])
      expect(await program.json()).toMatchObject({ code: 'not_found' })
    }
  })

  test('an address that has nothing is the page for a browser, at its own depth, and a problem for everybody else', async () => {
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    for (const [path, root] of [
      ['/nope', './'],
      ['/nope/', '../'],
      ['/a/b/nope', '../../'],
      ['/assets/nope.js', '../'],
    ] as const) {
      const page = await get(path, browser)
      expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8'])
      expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'")
      const html = await page.text()
      expect(html).toContain(`src="${root}assets/page-1.js"`)
      expect(html).toContain(`&#34;home&#34;:&#34;${root}&#34;`)
      expect(await (await get(path)).json()).toMatchObject({ code: 'not_found' })
      expect(await (await get(path, { accept: 'text/html, application/json' })).json()).toMatchObject({ code: 'not_found' })
      expect(await (await get(path, browser, 'POST')).json()).toMatchObject({ code: 'not_found' })
      expect((await get(path, browser, 'HEAD')).status).toBe(404)
    }
    expect(await (await get(`/${'a/'.repeat(50)}`, browser)).json()).toMatchObject({ code: 'not_found' })
    expect(await (await get('/v1/nope', browser)).json()).toMatchObject({ code: 'missing_credentials' })
  })

  test('WebAssembly may be compiled by the threads alone', async () => {
    expect((await get('/assets/worker-1.js')).headers.get('content-security-policy')).toContain("'wasm-unsafe-eval'")
    for (const path of ['/', '/docs', '/assets/page-1.js'])
      expect((await get(path)).headers.get('content-security-policy')).not.toContain('wasm')
  })

  test('names of the configuration are text', async () => {
    const html = await (await get('/')).text()
    expect(html).toContain('<title>A &#38; &#34;B&#34; &#60;c&#62;</title>')
    expect(html).not.toContain('<c>')
  })

  test('a program that asks for JSON is told where the API is', async () => {
    const answer = await get('/', { accept: 'application/json' })
    expect(answer.headers.get('vary')).toContain('Accept')
    expect(await answer.json()).toMatchObject({ links: { tools: '/v1/tools', openapi: '/v1/openapi.json' } })
    expect((await get('/', { accept: '*/*' })).headers.get('content-type')).toContain('text/html')
  })

  test.each([
    ['br, gzip', 'gzip', 'let a'],
    ['gzip', 'gzip', 'let a'],
    ['br, gzip;q=0.5', 'gzip', 'let a'],
    ['', null, 'let a'],
    ['gzip;q=0', null, 'let a'],
  ])('a file for a client that takes "%s"', async (accepted, encoding, text) => {
    const answer = await get('/assets/page-1.js', { 'accept-encoding': accepted })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(new TextDecoder().decode(encoding === 'gzip' ? gunzipSync(bytes) : bytes)).toBe(text)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const tag = answer.headers.get('etag')!
    expect((await get('/assets/page-1.js', { 'accept-encoding': accepted, 'if-none-match': tag })).status).toBe(304)
    expect((await get('/assets/page-1.js', { 'accept-encoding': accepted, 'if-none-match': '"other"' })).status).toBe(200)
  })

  const filled = `let${btoa('one')} ${btoa('other')}a`
  test.each([
    ['table-1.js', 'gzip', filled],
    ['table-1.js', '', filled],
    ['table-2.js', 'gzip', filled],
    ['table-2.js', '', filled],
    ['plain-1.js', 'gzip', 'let a'],
    ['plain-1.js', '', 'let a'],
  ])('%s is put together for a client that takes "%s", and the same each time', async (name, accepted, text) => {
    for (let i = 0; i < 2; i++) {
      const answer = await get(`/assets/${name}`, { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe(accepted || null)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(new TextDecoder().decode(accepted === '' ? bytes : gunzipSync(bytes))).toBe(text)
      const again = { 'accept-encoding': accepted, 'if-none-match': answer.headers.get('etag')! }
      expect((await get(`/assets/${name}`, again)).status).toBe(304)
    }
  })

  test('HEAD has the headers and no body', async () => {
    const answer = await get('/', {}, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).not.toBeNull()
    expect(await answer.text()).toBe('')
  })

  test('a logo is shown and can run nothing', async () => {
    const address = /assets\/logo-[0-9a-f]+/.exec(await (await get('/')).text())![0]
    const answer = await get(`/${address}`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
  })

  test('each answer is in the access log under its pattern', async () => {
    api.reports.length = 0
    await get('/assets/page-1.js')
    expect(api.reports).toMatchObject([{ route: '/assets/:name', status: 200, credentialId: undefined }])
  })

  test('the API needs a key, its unknown paths too; outside of it an unknown path is reported without one', async () => {
    for (const path of ['/v1', '/v1/tools', '/v1/none', '/v1/tools/hl7/prase', '/api/v1/none']) expect((await get(path)).status).toBe(401)
    for (const path of ['/assets/none.js', '/docs/none', '/none', '/v2/tools', '/v1none']) {
      const [without, withKey] = [await get(path), await api.call(path)]
      expect([path, without.status, withKey.status]).toEqual([path, 404, 404])
      expect(await without.json()).toMatchObject({ code: 'not_found', detail: 'No resource at this path. The API is at /v1.' })
    }
    const posted = await get('/', {}, 'POST')
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'OPTIONS, GET, HEAD'])
  })
})

test.each([
  [{ console: false }, ['/'], ['/docs', '/assets/page-1.js']],
  [{ docs: false }, ['/docs', '/docs/openapi.json'], ['/', '/assets/page-1.js']],
  [{ console: false, docs: false }, ['/', '/docs', '/docs/openapi.json', '/assets/page-1.js'], []],
] as const)('pages that are switched off are not there: %j', async (services, gone, there) => {
  const api = await open(services)
  for (const path of gone) expect((await api.call(path)).status).toBe(404)
  for (const path of there) expect((await api.app.request(path)).status).toBe(200)
})
