// A batch of 1,000 messages equals 1,000 single calls, item by item, in each of its forms.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const PARSE = '/v1/tools/hl7/parse'
const NORMALIZE = '/v1/tools/hl7/normalize'
const COUNT = 1_000
type Json = Record<string, unknown>

/** Every seventh is broken in a way of its own. */
const messages = Array.from({ length: COUNT }, (_, i) => {
  if (i % 7 === 6) return ['', 'broken', 'MSH|', `MSH|^~\\&|${'A'.repeat(i)}`][i % 4]!
  const segments = Array.from({ length: i % 5 }, (_none, n) => `OBX|${n + 1}|NM|718-7^Hemoglobin^LN||${i}.${n}|g/dL|||||F\r`)
  return `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|${i}|P|2.5.1\rPID|1||${4471 + i}^^^H^MR||Quist^Alvin||19700101|M\r${segments.join('')}`
})

let api: ApiHarness
let singles: { readonly status: number; readonly body: Json }[]
beforeAll(async () => {
  api = await openApi({ maxParts: COUNT + 10 })
  singles = []
  for (const message of messages) {
    const response = await api.call(PARSE, { method: 'POST', body: JSON.stringify({ message }), headers: JSON_TYPE })
    singles.push({ status: response.status, body: (await response.json()) as Json })
  }
}, 120_000)
afterAll(() => api.close())

/** What differs from request to request. */
const plain = (body: Json): Json => ({ ...body, instance: undefined, requestId: undefined })

function expectSingles(results: readonly Json[]): void {
  expect(results).toHaveLength(COUNT)
  for (const [i, { index, status, result, error }] of results.entries()) {
    const single = singles[i]!
    expect([index, status]).toEqual([i, single.status])
    if (single.status === 200) expect(result).toEqual(single.body)
    else expect(plain(error as Json)).toEqual(plain(single.body))
  }
}

describe('1,000 single calls', () => {
  it('succeed and fail', () => {
    const counts = Map.groupBy(singles, ({ status }) => status)
    expect(counts.get(200)!.length).toBeGreaterThan(800)
    expect(counts.get(422)!.length).toBeGreaterThan(50)
  })

  it('equal the items of a batch in JSON', async () => {
    const body = JSON.stringify({ items: messages.map((message) => ({ input: { message } })) })
    const response = await api.call(`${PARSE}/batch`, { method: 'POST', body, headers: JSON_TYPE })
    expectSingles(((await response.json()) as { results: Json[] }).results)
  })

  it('equal the lines of a stream', async () => {
    const body = messages.map((message) => JSON.stringify({ input: { message } })).join('\n')
    const response = await api.call(`${PARSE}/batch`, { method: 'POST', body, headers: { 'Content-Type': 'application/x-ndjson' } })
    const lines = (await response.text()).trimEnd().split('\n')
    expectSingles(lines.slice(0, -1).map((line) => JSON.parse(line) as Json))
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ summary: { total: COUNT } })
  })

  it('equal the files of a form', async () => {
    const form = new FormData()
    for (const message of messages) form.append('file', new Blob([message]), 'm.hl7')
    const singleForms = await Promise.all(
      [5, 6, 13, 20, 27].map(async (i) => {
        const one = new FormData()
        one.append('file', new Blob([messages[i]!]), 'm.hl7')
        const response = await api.call(PARSE, { method: 'POST', body: one })
        return { i, status: response.status, body: (await response.json()) as Json }
      }),
    )
    const response = await api.call(`${PARSE}/batch`, { method: 'POST', body: form })
    const { results } = (await response.json()) as { results: Json[] }
    expect(results.map(({ status }) => status)).toEqual(singles.map(({ status }) => status))
    for (const { i, status, body } of singleForms) {
      expect(plain((status === 200 ? results[i]!.result : results[i]!.error) as Json)).toEqual(plain(body))
    }
  })

  it('equal the documents and the manifest of a ZIP', async () => {
    const body = JSON.stringify({ items: messages.map((message) => ({ input: { message } })) })
    const headers = { ...JSON_TYPE, Accept: 'application/zip' }
    const response = await api.call(`${NORMALIZE}/batch`, { method: 'POST', body, headers })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const { results } = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as { results: Json[] }
    expect(results).toHaveLength(COUNT)
    for (const [i, { status, file, error }] of results.entries()) {
      const call = { method: 'POST', body: JSON.stringify({ message: messages[i] }), headers: JSON_TYPE }
      const single = await api.call(`${NORMALIZE}?output=file`, call)
      expect(status).toBe(single.status)
      if (single.status === 200) expect(Buffer.from(files[file as string]!).equals(Buffer.from(await single.arrayBuffer()))).toBe(true)
      else expect(plain(error as Json)).toEqual(plain((await single.json()) as Json))
    }
  }, 120_000)
})
