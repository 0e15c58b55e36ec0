// Every request of the Postman collection and of the Bruno folder, sent as it is, is answered 200 and with what its example promises.
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brunoFolder, postmanCollection } from '../../build/sdk/collections.ts'
import { catalogue } from '../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../http/api-harness.ts'

interface Request {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

interface PostmanItem {
  readonly name: string
  readonly item?: readonly PostmanItem[]
  readonly request?: {
    readonly method: string
    readonly header: readonly { readonly key: string; readonly value: string }[]
    readonly url: { readonly raw: string; readonly host: readonly string[]; readonly path: readonly string[] }
    readonly body?: { readonly mode: string; readonly raw: string }
  }
}

function readPostman(): Request[] {
  const { item, variable, auth } = JSON.parse(postmanCollection('0'))
  expect(variable.map(({ key }: { key: string }) => key)).toEqual(['url', 'key'])
  expect(auth.bearer[0].value).toBe('{{key}}')
  const flatten = (items: readonly PostmanItem[], path: string): Request[] =>
    items.flatMap(({ name, item: inner, request }) => {
      if (!request) return flatten(inner ?? [], `${path}${name} / `)
      const { method, header, url, body } = request
      expect([...url.host, ...url.path].join('/')).toBe(url.raw)
      const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]))
      return [{ name: path + name, method, url: url.raw, headers, body: body?.raw }]
    })
  return flatten(item, '')
}

/** Blocks of Bru markup: a line with a name and a brace, indented lines, a brace. */
function readBruno(): Request[] {
  return Object.entries(brunoFolder('0')).flatMap(([name, text]) => {
    const blocks = new Map([...text.matchAll(/^([\w:]+) \{\n([\s\S]*?)\n\}$/gm)].map(([, block, inner]) => [block!, inner!]))
    const method = ['get', 'post'].find((candidate) => blocks.has(candidate))
    if (method === undefined) return []
    const pairs = (block: string): [string, string][] =>
      (blocks.get(block) ?? '').split('\n').flatMap((line) => {
        const [, key, value] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? []
        return key === undefined ? [] : [[key, value!] as [string, string]]
      })
    const facts = new Map(pairs(method))
    expect([name, facts.get('auth'), facts.get('body')]).toEqual([name, 'inherit', blocks.has('body:json') ? 'json' : 'none'])
    const type = blocks.has('body:json') ? { 'Content-Type': 'application/json' } : {}
    const headers = { ...type, ...Object.fromEntries(pairs('headers')) }
    return [{ name, method: method.toUpperCase(), url: facts.get('url')!, headers, body: blocks.get('body:json') }]
  })
}

let api: ApiHarness
beforeAll(async () => {
  api = await openApi({ maxBodyBytes: 64 << 20 })
})
afterAll(() => api.close())

/** What a request promises: the output of the example that it sends, in a batch as that of its one item; a lookup, its members. */
function promiseOf(url: string, body: string | undefined): unknown {
  if (body === undefined) return LOOKUPS[url]
  const [, id, batch] = /^\/v1\/tools\/(\w+\/[\w-]+)(\/batch)?$/.exec(url)!
  const sent = JSON.parse(body)
  const whole = batch ? { ...sent.items[0].input, ...(sent.options && { options: sent.options }) } : sent
  const example = catalogue
    .find((tool) => tool.id === id)!
    .examples.find(({ input, options }) => isDeepStrictEqual({ ...input, ...(options && { options }) }, whole))
  if (!batch) return example?.output
  return { summary: { total: 1, succeeded: 1, failed: 0 }, results: [{ id: '1', status: 200, result: example?.output }] }
}

const LOOKUPS: Readonly<Record<string, object>> = {
  '/v1/tools': { tools: expect.arrayContaining([expect.objectContaining({ id: 'hl7/parse' })]) },
  '/v1/tools/hl7/parse': { id: 'hl7/parse', examples: expect.any(Array) },
  '/v1/me': { plan: expect.anything(), scopes: ['tools:*'] },
  '/v1/jobs': { jobs: expect.any(Array) },
  '/v1/problems': { problems: expect.arrayContaining([expect.objectContaining({ code: 'unknown_tool' })]) },
  '/v1/openapi.json': { openapi: '3.1.0' },
}

/** As both programs do it before they send. */
const fill = (text: string): string => text.replaceAll('{{url}}', '')

describe.each([
  ['Postman', readPostman()],
  ['Bruno', readBruno()],
] as const)('the collection of %s', (_name, requests) => {
  it('has every example of every tool, a batch and a job', () => {
    const examples = catalogue.reduce((sum, tool) => sum + tool.examples.length, 0)
    expect(requests.filter(({ method }) => method === 'POST').length).toBe(examples + 2 * catalogue.length)
    expect(requests.filter(({ method }) => method === 'GET').length).toBeGreaterThanOrEqual(6)
    expect(new Set(requests.map(({ name }) => name.toLowerCase())).size).toBe(requests.length)
  })

  it.each(requests.map((request) => [request.name, request] as const))(
    '%s is answered as promised',
    async (_request, { method, url, headers, body }) => {
      expect(body ?? '').not.toContain('{{')
      const response = await api.call(fill(url), { method, headers, ...(body !== undefined && { body }) })
      const text = await response.text()
      expect([response.status, response.status === 200 ? '' : text]).toEqual([200, ''])
      const promised = promiseOf(fill(url), body)
      expect(promised).toBeDefined()
      expect(JSON.parse(text)).toMatchObject(promised as object)
    },
  )
})
