// Defaults that a server sets reach single calls, batches and streams, here and on threads; callers and keys of their own win.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openExecutor } from '../../../src/cli/service/executor.ts'
import { withDefaults } from '../../../src/core/option-defaults.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const KEY = 'a zebra crossing at dawn'
const CALLER_KEY = 'another zebra, another dawn'
const TOOL = '/v1/tools/phi/deidentify-text'
const defaults = {
  'phi/deidentify-text': { policy: 'pseudonymize', key: KEY },
  'phi/detect': { mode: 'high-recall' },
  'fhir/flatten': { format: 'csv' },
}
const input = { text: 'Mr. Alvin Quist, MRN 4471902, was seen on 2024-03-01.' }
type Json = Record<string, unknown>

let api: ApiHarness
let plain: ApiHarness
beforeAll(async () => {
  api = await openApi({ tools: catalogue.map((tool) => withDefaults(tool, (defaults as Record<string, Json>)[tool.id])) })
  plain = await openApi()
})
afterAll(() => Promise.all([api.close(), plain.close()]))

const post = async (harness: ApiHarness, path: string, value: unknown): Promise<Json> =>
  (await (await harness.call(path, { method: 'POST', body: JSON.stringify(value), headers: JSON_TYPE })).json()) as Json

describe('the defaults of a server', () => {
  it('hold for a call, a batch and a stream, as if the caller had given them', async () => {
    const expected = await post(plain, TOOL, { ...input, options: { policy: 'pseudonymize', key: KEY } })
    expect(expected).toMatchObject({ provenance: { policy: 'pseudonymize', keyId: expect.stringMatching(/^[0-9a-f]{16}$/) } })
    expect(await post(api, TOOL, input)).toEqual(expected)
    expect(await post(api, `${TOOL}/batch`, { items: [{ input }] })).toMatchObject({ results: [{ result: expected }] })
    const lines = await api.call(`${TOOL}/batch`, {
      method: 'POST',
      body: JSON.stringify({ input }),
      headers: { 'Content-Type': 'application/x-ndjson' },
    })
    expect(JSON.parse((await lines.text()).split('\n')[0]!)).toMatchObject({ result: expected })
    const form = new FormData()
    form.append('file', new Blob([input.text]))
    expect(await (await api.call(TOOL, { method: 'POST', body: form })).json()).toEqual(expected)
  })

  it('give way to the options of the caller, in the shared ones of a batch too', async () => {
    const own = { policy: 'pseudonymize', key: CALLER_KEY }
    const expected = await post(plain, TOOL, { ...input, options: own })
    expect(await post(api, TOOL, { ...input, options: { key: CALLER_KEY } })).toEqual(expected)
    expect(await post(api, `${TOOL}/batch`, { options: { key: CALLER_KEY }, items: [{ input }] })).toMatchObject({
      results: [{ result: expected }],
    })
    expect(await post(api, TOOL, { ...input, options: { policy: 'safe-harbor' } })).toMatchObject({ provenance: { policy: 'safe-harbor' } })
  })

  it('decide the format of a feed: rows of CSV have their header, and no failure among them', async () => {
    const view = JSON.stringify({ resource: 'Patient', select: [{ column: [{ name: 'key', path: 'id' }] }] })
    const send = (harness: ApiHarness, query: string): Promise<Response> =>
      harness.call(`/v1/tools/fhir/flatten/batch?output=file&viewDefinition=${encodeURIComponent(view)}${query}`, {
        method: 'POST',
        body: '{"resourceType":"Patient","id":"p1"}\n',
        headers: { 'Content-Type': 'application/fhir+ndjson' },
      })
    const [byDefault, byCaller] = [await send(api, ''), await send(plain, '&format=csv')]
    expect(byDefault.headers.get('content-type')).toBe('text/csv')
    expect(await byDefault.text()).toBe('key\r\np1\r\n')
    expect(await byCaller.text()).toBe('key\r\np1\r\n')
    expect((await send(api, '&format=ndjson')).headers.get('content-type')).toBe('application/jsonl')
  })

  it('hold on threads', async () => {
    const executor = openExecutor({ threads: 1, memoryMb: 512, taskTimeoutMs: 30_000, maxWaiting: 4, defaults })
    const tool = catalogue.find(({ id }) => id === 'phi/deidentify-text')!
    const text = `${input.text} ${'word '.repeat(5_000)}`
    const body = new TextEncoder().encode(JSON.stringify({ text }))
    const call = {
      toolId: tool.id,
      contentType: 'application/json',
      mediaType: 'application/json',
      body,
      query: '',
      form: 'json',
      jsonDepth: 64,
    } as const
    const answer = await executor.answer(tool, call, 'a')
    expect(answer.body).toBeInstanceOf(Uint8Array)
    const expected = await post(plain, TOOL, { text, options: { policy: 'pseudonymize', key: KEY } })
    expect(JSON.parse(new TextDecoder().decode(answer.body as Uint8Array))).toEqual(expected)
    await executor.close()
  })

  it('are told of by the description and the OpenAPI document, the key by nothing', async () => {
    const described = await (await api.call('/v1/tools/phi/deidentify-text')).text()
    expect(JSON.parse(described)).toMatchObject({ schemas: { options: { properties: { policy: { default: 'pseudonymize' } } } } })
    const openApiText = await (await api.call('/v1/openapi.json')).text()
    expect(openApiText).toContain('"default":"pseudonymize"')
    const everything = [
      described,
      openApiText,
      await (await api.call('/v1/tools')).text(),
      api.logLines.join(),
      JSON.stringify(api.reports),
    ].join()
    expect(everything).not.toContain('zebra')
  })
})
