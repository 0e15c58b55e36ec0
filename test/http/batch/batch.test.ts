// Batches: each item as a single call, quotas whole and up front, streams in constant memory with back-pressure.
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tool } from '../../../src/core/tool.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, type Body, JSON_TYPE, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'
const LINES = { 'Content-Type': 'application/x-ndjson' }

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Json = Record<string, unknown>
const post = (path: string, body: Body, headers: Record<string, string> = JSON_TYPE): Promise<Response> =>
  api.call(path, { method: 'POST', body, headers })
const batch = async (path: string, value: unknown): Promise<{ status: number; body: Json }> => {
  const response = await post(`${path}/batch`, JSON.stringify(value))
  return { status: response.status, body: (await response.json()) as Json }
}
const readLines = async (response: Response): Promise<Json[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a batch in JSON', () => {
  it('answers in input order with ids and a summary', async () => {
    const items = [{ id: 'a', input: { text: 'one two' } }, { input: { txt: 'x' } }, { id: 'c', input: { text: '' } }]
    const { status, body } = await batch(COUNT, { options: { locale: 'en' }, items })
    expect(status).toBe(200)
    expect(body.summary).toEqual({ total: 3, succeeded: 2, failed: 1 })
    expect(body.results).toMatchObject([
      { index: 0, id: 'a', status: 200, result: { words: 2 } },
      { index: 1, status: 422, error: { code: 'invalid_input' } },
      { index: 2, id: 'c', status: 200, result: { words: 0 } },
    ])
  })

  it('of 1,000 items equals 1,000 single calls, errors too', async () => {
    const inputs = Array.from({ length: 1_000 }, (_, i) => (i % 10 === 9 ? { text: i } : { text: `${'word '.repeat(i % 7)}${i}` }))
    const { body } = await batch(COUNT, { items: inputs.map((input) => ({ input })) })
    const results = body.results as { status: number; result?: Json; error?: Json }[]
    for (const [i, input] of inputs.entries()) {
      const single = await post(COUNT, JSON.stringify(input))
      const answer = (await single.json()) as Json
      const { status, result, error } = results[i]!
      expect(status).toBe(single.status)
      if (single.status === 200) expect(result).toEqual(answer)
      else expect({ ...error, instance: 0, requestId: 0 }).toEqual({ ...answer, instance: 0, requestId: 0 })
    }
    expect(results).toHaveLength(1_000)
  })

  it.each([
    ['no items', {}],
    ['items that are no list', { items: {} }],
    ['an unknown field', { items: [], itmes: [] }],
    ['an unknown field of an item', { items: [{ input: {}, inptu: {} }] }],
    ['an item without input', { items: [{ id: 'a' }] }],
    ['an id that is too long', { items: [{ id: 'x'.repeat(129), input: {} }] }],
    ['shared options that do not fit', { options: { lokale: 'en' }, items: [{ input: { text: '' } }] }],
  ])('is refused whole with %s', async (_, value) => {
    expect(await batch(COUNT, value)).toMatchObject({ status: 422, body: { code: 'invalid_input' } })
  })

  it('is refused whole with too many items', async () => {
    const items = Array.from({ length: 2_001 }, () => ({ input: { text: '' } }))
    expect(await batch(COUNT, { items })).toMatchObject({ status: 413, body: { code: 'too_many_items', limitItems: 2_000 } })
  })

  it('of nothing is an empty answer', async () => {
    expect(await batch(COUNT, { items: [] })).toMatchObject({ status: 200, body: { summary: { total: 0 }, results: [] } })
  })

  it.each(catalogue.map((tool) => [tool.id, tool] as const))('runs the examples of %s', async (id, tool: Tool) => {
    for (const { input, options, output } of tool.examples) {
      const { body } = await batch(`/v1/tools/${id}`, { options, items: [{ input }, { input }] })
      expect(body.results).toMatchObject([{ result: output }, { result: output }])
    }
  })
})

describe('the quota of a batch', () => {
  it('is refused whole when it does not suffice, and then nothing is used', async () => {
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 3, expiresAt: Date.now() + 60_000 })
    const headers = { ...JSON_TYPE, Authorization: `Bearer ${key}` }
    const send = (count: number): Promise<Response> =>
      api.call(`${COUNT}/batch`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ items: Array.from({ length: count }, () => ({ input: { text: 'a' } })) }),
      })
    const refused = await send(4)
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'quota_exhausted', needed: 4, remaining: 3 }])
    expect((await send(3)).status).toBe(200)
    expect((await send(1)).status).toBe(429)
  })

  it('ends a stream with the last unit, and says so', async () => {
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 150, expiresAt: Date.now() + 60_000 })
    const body = `${JSON.stringify({ input: { text: 'a' } })}\n`.repeat(300)
    const lines = await readLines(
      await api.call(`${COUNT}/batch`, { method: 'POST', headers: { ...LINES, Authorization: `Bearer ${key}` }, body }),
    )
    expect(lines.at(-2)).toMatchObject({ error: { code: 'quota_exhausted' } })
    expect(lines.at(-1)).toMatchObject({ summary: { complete: false, total: 150 } })
  })
})

describe('a batch as a form', () => {
  const form = (...texts: string[]): FormData => {
    const data = new FormData()
    for (const text of texts) data.append('file', new Blob([text]), 'note.txt')
    return data
  }

  it('takes n parts named file and shared options', async () => {
    const data = form('one', 'one two')
    data.set('options', '{"locale":"en"}')
    const response = await post(`${COUNT}/batch`, data, {})
    expect(await response.json()).toMatchObject({
      summary: { succeeded: 2 },
      results: [{ result: { words: 1 } }, { result: { words: 2 } }],
    })
  })

  it.each([
    [
      'a part of another name',
      () => {
        const data = form('a')
        data.set('text', 'b')
        return data
      },
      422,
    ],
    [
      'an unknown option',
      () => {
        const data = form('a')
        data.set('lokale', 'en')
        return data
      },
      422,
    ],
    ['too many parts', () => form(...Array.from({ length: 21 }, () => 'a')), 413],
  ] as const)('is refused whole with %s', async (_, make, status) => {
    expect((await post(`${COUNT}/batch`, make(), {})).status).toBe(status)
  })

  it('is not offered by a tool of two documents', async () => {
    expect((await post('/v1/tools/text/diff/batch', form('a'), {})).status).toBe(415)
  })
})

describe('a batch as a ZIP', () => {
  const items = [{ input: { left: 'a\n', right: 'b\n' } }, { input: { left: 1 } }, { id: 'same', input: { left: 'a', right: 'a' } }]

  it('holds the documents by place and the manifest', async () => {
    const response = await post('/v1/tools/text/diff/batch', JSON.stringify({ items }), { ...JSON_TYPE, Accept: 'application/zip' })
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    expect(Object.keys(files).sort()).toEqual(['0001.diff', '0003.diff', 'manifest.json'])
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json'])) as Json
    expect(manifest).toMatchObject({
      summary: { total: 3, failed: 1 },
      results: [{ file: '0001.diff' }, { error: { code: 'invalid_input' } }, { id: 'same', file: '0003.diff' }],
    })
  })

  it('is a problem when no item succeeded', async () => {
    const response = await post('/v1/tools/text/diff/batch?output=zip', JSON.stringify({ items: [{ input: { left: 1 } }] }))
    expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/problem+json'])
  })

  it('is not offered by a tool without documents', async () => {
    expect((await post(`${COUNT}/batch?output=zip`, '{"items":[]}')).status).toBe(406)
  })
})

describe('a stream of lines', () => {
  const line = (text: string, id?: string): string => JSON.stringify({ id, input: { text } })

  it('is answered line by line with a summary, whatever the line ends', async () => {
    const response = await post(`${COUNT}/batch?locale=en`, `${line('one', 'a')}\r\n\n${line('one two')}`, LINES)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    expect(await readLines(response)).toMatchObject([
      { index: 0, id: 'a', status: 200, result: { words: 1 } },
      { index: 1, status: 200, result: { words: 2 } },
      { summary: { total: 2, succeeded: 2, failed: 0 } },
    ])
  })

  it('gives each broken line one problem and goes on', async () => {
    const body = [line('a'), '{"input":', '[]', '{"input":{"text":1}}', `{"input":{"text":"${'x'.repeat(5_000_000)}"}}`, line('b')].join(
      '\n',
    )
    const lines = await readLines(await post(`${COUNT}/batch`, body, LINES))
    expect(lines.map(({ status }) => status)).toEqual([200, 400, 422, 422, 413, 200, undefined])
    expect(lines.at(-1)).toEqual({ summary: { total: 6, succeeded: 2, failed: 4 } })
  })

  it('takes neither names of a prototype, nor deep nesting, nor broken UTF-8 for more than a broken line', async () => {
    const lines = [
      line('a'),
      '{"__proto__":{"id":"p"},"input":{"text":"a"}}',
      '{"input":{"text":"a","__proto__":{"text":1}}}',
      '{"input":{"constructor":{"prototype":{"polluted":1}}}}',
      `{"input":${'['.repeat(10_000)}`,
      `{"input":${'{"text":'.repeat(10_000)}`,
      '{"input":{"text":"\xff"}}',
      '{"input":{"text":"a"},"input":{"text":"b"}}',
      line('b'),
    ]
    const answers = await readLines(await post(`${COUNT}/batch`, new Uint8Array(Buffer.from(lines.join('\n'), 'latin1')), LINES))
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422, 422, 400, 400, 200, undefined])
    expect(answers.at(-1)).toEqual({ summary: { total: 9, succeeded: 2, failed: 7 } })
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('takes gzip', async () => {
    const response = await post(`${COUNT}/batch`, new Uint8Array(gzipSync(`${line('a b')}\n`.repeat(2_000))), {
      ...LINES,
      'Content-Encoding': 'gzip',
    })
    expect((await readLines(response)).at(-1)).toEqual({ summary: { total: 2_000, succeeded: 2_000, failed: 0 } })
  })

  it('refuses options that do not fit before it answers', async () => {
    expect((await post(`${COUNT}/batch?lokale=en`, line('a'), LINES)).status).toBe(422)
  })

  it('reads no faster than its answer is read, and counts at the end', async () => {
    let sent = 0
    const chunk = new TextEncoder().encode(`${line('word '.repeat(50))}\n`.repeat(20))
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === 5_000) controller.close()
        else {
          sent++
          controller.enqueue(chunk)
        }
      },
    })
    const before = api.reports.length
    const response = await api.call(`${COUNT}/batch`, { method: 'POST', body, duplex: 'half', headers: LINES } as RequestInit & {
      headers: Record<string, string>
    })
    const reader = response.body!.getReader()
    await reader.read()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(sent).toBeLessThan(100)
    expect(api.reports).toHaveLength(before)
    let total = 0
    for (let next = await reader.read(); next.value; next = await reader.read()) total += next.value.byteLength
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(sent).toBe(5_000)
    expect(api.reports.at(-1)).toMatchObject({ status: 200, bytesIn: 5_000 * chunk.length })
    expect(api.reports.at(-1)!.bytesOut).toBeGreaterThan(total)
  })

  it('ends where a line finds no room beside other bodies, and says so', async () => {
    api.load.bytes = 9_999_000
    const lines = await readLines(await post(`${COUNT}/batch`, `${line('a')}\n{"input":{"text":"${'x'.repeat(5_000)}`, LINES))
    expect(api.load.bytes).toBe(9_999_000)
    api.load.bytes = 0
    expect(lines).toMatchObject([{ status: 200 }, { error: { code: 'overloaded' } }, { summary: { total: 1, complete: false } }])
  })

  it('stops when nobody reads any more', async () => {
    const before = api.reports.length
    const response = await post(`${COUNT}/batch`, `${line('a')}\n`.repeat(50_000), LINES)
    await response.body!.cancel()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(api.reports.slice(before)).toHaveLength(1)
    expect(api.internalErrors).toEqual([])
  })
})
