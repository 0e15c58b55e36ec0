// The Model Context Protocol over HTTP, asked by the client of its own SDK: tools and their results, files, problems, credentials, counts.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

let api: ApiHarness
afterEach(() => api.close())

/** The client without a socket: its requests go to the API of the test. */
async function connect(key = api.key): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const headers = { Authorization: `Bearer ${key}` }
  const fetch = (url: string | URL, init?: RequestInit): Promise<Response> =>
    api.app.fetch(
      new Request(url, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers } }),
    ) as Promise<Response>
  await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }))
  return client
}

const NOTE = { text: 'Two words' }

describe('a client', () => {
  it('is told every tool with a schema of its input and options', async () => {
    api = await openApi()
    const { tools } = await (await connect()).listTools()
    expect(tools.map(({ name }) => name)).toEqual(catalogue.map(({ id }) => id.replace(/[^a-z0-9]/g, '_')))
    const count = tools.find(({ name }) => name === 'text_word_count')!
    expect(count).toMatchObject({
      inputSchema: { required: ['text'], properties: { text: { type: 'string' }, options: { type: 'object' } } },
    })
  })

  it.each(catalogue.map((tool) => [tool.id, tool] as const))('may send the example of %s', async (_, tool) => {
    api = await openApi({ maxBodyBytes: 64 << 20 })
    const [{ input, options }] = tool.examples
    const name = tool.id.replace(/[^a-z0-9]/g, '_')
    const { isError, structuredContent } = await (await connect()).callTool({ name, arguments: { ...input, ...(options && { options }) } })
    expect(isError ?? false).toBe(false)
    const direct = await api.call(`/v1/tools/${tool.id}`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ ...input, ...(options && { options }) }),
    })
    expect(Object.keys(structuredContent as object)).toEqual(Object.keys((await direct.json()) as object))
  })

  it('gets a file as an embedded resource', async () => {
    api = await openApi()
    const client = await connect()
    const args = { left: 'a\n', right: 'b\n', output: 'file' }
    const { content } = await client.callTool({ name: 'text_diff', arguments: args })
    expect(content).toMatchObject([
      { type: 'resource', resource: { uri: expect.stringMatching(/^health-tools:\/text\/diff\//), text: /^--- / } },
    ])
  })

  it('gets the problem of the API, without a value of the input', async () => {
    api = await openApi()
    const client = await connect()
    const { isError, structuredContent } = await client.callTool({ name: 'text_word_count', arguments: { text: 7, Zebulon: 'Quux' } })
    expect(isError).toBe(true)
    expect(structuredContent).toMatchObject({
      status: 422,
      code: 'invalid_input',
      errors: [{ pointer: '/text' }, { code: 'unknown_field' }],
    })
    expect(JSON.stringify(structuredContent)).not.toMatch(/Zebulon|Quux/)
    await expect(client.callTool({ name: 'text_nothing', arguments: {} })).rejects.toThrow(/Unknown tool/)
  })
})

describe('a call', () => {
  it('counts as one of the API', async () => {
    api = await openApi()
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 2, expiresAt: Date.now() + 60_000 })
    const client = await connect(key)
    const call = () => client.callTool({ name: 'text_word_count', arguments: NOTE })
    expect([(await call()).isError ?? false, (await call()).isError ?? false]).toEqual([false, false])
    expect(await call()).toMatchObject({ isError: true, structuredContent: { code: 'quota_exhausted' } })
    expect(api.reports.filter(({ route, tool }) => route === '/v1/tools/text/word-count' && tool === 'text/word-count')).toHaveLength(3)
  })

  it('needs credentials before anything of it is read', async () => {
    api = await openApi()
    const message = '{"jsonrpc":"2.0","id":1,"method":"tools/list"'
    const refused = await api.app.fetch(new Request('http://localhost/mcp', { method: 'POST', headers: JSON_TYPE, body: message }))
    expect([refused.status, refused.headers.get('www-authenticate'), ((await refused.json()) as { code: string }).code]).toEqual([
      401,
      'Bearer',
      'missing_credentials',
    ])
  })

  it.each([
    ['no JSON', '{', JSON_TYPE, 400, 'malformed_json'],
    ['another type', 'a', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('of %s is a problem', async (_name, body, headers, status, code) => {
    api = await openApi()
    const response = await api.call('/mcp', { method: 'POST', headers, body })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
  })

  it('of a session is not taken: there are none', async () => {
    api = await openApi()
    const response = await api.call('/mcp', { method: 'GET' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
  })
})
