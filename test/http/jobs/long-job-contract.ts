// Long inputs of jobs, in every form of a request: the answer of the call itself, nothing stored of what is refused, the same key for the same request.
import { unzipSync } from 'fflate'
import { afterEach, describe, expect, it } from 'vitest'
import { messageOf } from '../../soak/jobs-soak.ts'
import { type ApiHarness, type Body, JSON_TYPE, type openApi as openAnyApi } from '../api-harness.ts'
import { makeBatch, makeRandom } from '../batch/made-batches.ts'
import { testDicomJobs } from './dicom-job-contract.ts'
import { COUNT, codeOf, formOf, makeJobCalls } from './job-calls.ts'

/** @param countStored chunks of contents in the store */
export function testLongJobs(openApi: typeof openAnyApi, countStored: () => number): void {
  let api: ApiHarness
  afterEach(() => api.close())
  const { post, get, untilDone } = makeJobCalls(() => api)
  const open = async (options: NonNullable<Parameters<typeof openAnyApi>[0]> = {}): Promise<void> => {
    api = await openApi({
      maxBodyBytes: 12_000_000,
      maxParts: 2_000,
      ...options,
      jobLimits: { maxResultBytes: 1e9, maxResultBytesOfOne: 1e9 },
    })
  }
  const summary = (text: string): string => text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '')

  /** The answer of the call as a job, which has to be the one of the call itself. */
  const isAnswered = async (path: string, body: () => Body, headers: Record<string, string> = {}): Promise<string> => {
    const started = await post(path, body(), { ...headers, Prefer: 'respond-async' })
    expect(started.status).toBe(202)
    const location = started.headers.get('location')!
    await untilDone(location)
    const [result, direct] = [await get(`${location}/result`), await post(path, body(), headers)]
    expect(result.status).toBe(direct.status)
    const text = await result.text()
    expect(summary(text)).toBe(summary(await direct.text()))
    expect((await get(location, {})).status).toBe(200)
    return text
  }

  describe('a long input', () => {
    const words = 'one two '.repeat(400_000)
    it.each([1_000, 262_144, 262_145, 3_200_000])('of a body of %i bytes is answered as the call is', async (length) => {
      await open()
      const text = words.slice(0, length)
      await isAnswered(COUNT, () => text, { 'Content-Type': 'text/plain' })
      await isAnswered(COUNT, () => JSON.stringify({ text }), { 'Content-Type': 'application/json' })
      await isAnswered(COUNT, () => formOf([['file', text]]))
    })

    it('of a form keeps every part, whatever their order', async () => {
      await open()
      const path = '/v1/tools/text/diff'
      const [left, right] = [`${words.slice(0, 1 << 20)}\nleft\n`, `${words.slice(0, 1 << 20)}\nright\n`]
      for (const order of [
        ['left', 'right', 'options'],
        ['options', 'right', 'left'],
        ['right', 'options', 'left'],
      ]) {
        const values: Record<string, string> = { left, right, options: '{"granularity":"line"}' }
        await isAnswered(path, () => formOf(order.map((name) => [name, values[name]!])))
      }
    })

    testDicomJobs({ open, post, get, untilDone, isAnswered })

    it('of files is a batch in the order of the files, with the options before or behind them', async () => {
      await open()
      const files = Array.from({ length: 1_300 }, (_, i): [string, string] => ['file', `${i} ${'word '.repeat((i * 37) % 600)}`])
      for (const fields of [files, [['options', '{"locale":"de"}'], ...files], [...files, ['options', '{"locale":"de"}']]] as [
        string,
        string,
      ][][]) {
        const answer = JSON.parse(await isAnswered(`${COUNT}/batch`, () => formOf(fields))) as {
          summary: unknown
          results: { index: number }[]
        }
        expect(answer.summary).toEqual({ total: 1_300, succeeded: 1_300, failed: 0 })
        expect(answer.results.map(({ index }) => index)).toEqual(files.map((_, i) => i))
      }
    })

    it('of files may have empty ones, a long one between short ones, and some that fail', async () => {
      await open()
      const files = ['', 'a b', words, '', 'c', words.slice(0, 1 << 20), '', new Uint8Array([0xff, 0xfe, 0xfd]), 'd']
      const answer = JSON.parse(await isAnswered(`${COUNT}/batch`, () => formOf(files.map((file) => ['file', file])))) as {
        summary: unknown
      }
      expect(answer.summary).toMatchObject({ total: files.length, failed: 1 })
    })

    it('of items is a batch in their order, with the options before or behind them, some that fail and a long one between short ones', async () => {
      await open()
      const texts = Array.from({ length: 1_300 }, (_, i) =>
        i === 700 ? words.slice(0, 1 << 21) : `${i} "\\\r é😀 ${'word '.repeat((i * 37) % 300)}`,
      )
      const items = texts.map((text, i) => ({ ...(i % 3 === 0 ? { id: `no ${i}` } : {}), input: i % 100 === 7 ? { other: 1 } : { text } }))
      for (const batch of [{ items }, { options: { locale: 'de' }, items }, { items, options: { locale: 'de' } }]) {
        const body = JSON.stringify(batch)
        const answer = JSON.parse(await isAnswered(`${COUNT}/batch`, () => body, JSON_TYPE)) as {
          summary: unknown
          results: { index: number; id?: string }[]
        }
        expect(answer.summary).toEqual({ total: 1_300, succeeded: 1_287, failed: 13 })
        expect(answer.results.map(({ index }) => index)).toEqual(items.map((_, i) => i))
        expect(answer.results.map(({ id }) => id)).toEqual(items.map(({ id }) => id))
      }
    })

    it('of made batches, valid and broken, is answered or refused as the call is', async () => {
      await open()
      const [random, before] = [makeRandom(5), countStored()]
      const codes = new Set<unknown>()
      for (let i = 0; i < 40; i++) {
        const made = makeBatch(random)
        // Blanks in front make it long: the rest comes with the last piece.
        const body = new Uint8Array([...new Uint8Array(270_000).fill(0x20), ...(made[0] === 0xef ? made.subarray(3) : made)])
        const direct = await post(`${COUNT}/batch`, body, JSON_TYPE)
        const job = await post(`${COUNT}/batch`, body, { ...JSON_TYPE, Prefer: 'respond-async' })
        codes.add(job.status === 202 ? 'read' : (JSON.parse(await job.clone().text()) as { code: unknown }).code)
        if (job.status !== 202) {
          expect(job.status).toBe(direct.status)
          expect(summary(await job.text())).toBe(summary(await direct.text()))
          continue
        }
        const location = job.headers.get('location')!
        await untilDone(location)
        expect(summary(await (await get(`${location}/result`)).text())).toBe(summary(await direct.text()))
        await api.call(location, { method: 'DELETE' })
      }
      expect([...codes].sort()).toEqual(['invalid_input', 'malformed_json', 'read'])
      expect(countStored()).toBe(before)
    })

    it('of files or items is an archive, in one part, whatever of them fails', async () => {
      await open()
      const path = '/v1/tools/hl7/normalize/batch?output=zip'
      const message = (i: number): string => `${messageOf(1, i)}${'NTE|1||more\r'.repeat((i * 97) % 400)}`
      const messages = Array.from({ length: 300 }, (_, i) => (i % 90 === 5 ? 'none' : message(i)))
      const items = messages.map((each, i) => ({ ...(i % 3 === 0 ? { id: `no ${i}` } : {}), input: { message: each } }))
      const bodies: [() => Body, Record<string, string>][] = [
        [() => formOf([...messages.map((each) => ['file', each] as const), ['options', '{"lineEnd":"LF"}']]), {}],
        [() => JSON.stringify({ items }), JSON_TYPE],
        [() => formOf(Array.from({ length: 2 }, () => ['file', 'x'.repeat(300_000)])), {}],
      ]
      for (const [body, headers] of bodies) {
        const started = await post(path, body(), { ...headers, Prefer: 'respond-async' })
        expect(started.status).toBe(202)
        const location = started.headers.get('location')!
        await untilDone(location)
        const [result, direct] = [await get(`${location}/result`), await post(path, body(), headers)]
        expect(result.status).toBe(direct.status)
        expect(result.headers.get('content-type')).toBe(direct.headers.get('content-type'))
        expect(filesOf(await result.arrayBuffer())).toEqual(filesOf(await direct.arrayBuffer()))
      }
    })

    it('of a form without files is an empty batch', async () => {
      await open()
      await isAnswered(`${COUNT}/batch`, () => formOf([['options', `{"locale":"de"}${' '.repeat(400_000)}`]]))
      await isAnswered(`${COUNT}/batch`, () => `{"items":[]}${' '.repeat(400_000)}`, JSON_TYPE)
    })

    it('leaves nothing in the store when the job is done', async () => {
      await open()
      const before = countStored()
      await isAnswered(`${COUNT}/batch`, () => formOf(Array.from({ length: 3 }, () => ['file', words])))
      expect(countStored()).toBe(before)
    })
  })

  describe('a long input that is refused', () => {
    const long = 'a '.repeat(1_500_000)
    const files = Array.from({ length: 4 }, (): [string, string] => ['file', long.slice(0, 1_200_000)])
    it.each<[string, string, () => Body, Record<string, string>, number, string]>([
      ['is longer than the limit', COUNT, () => long.repeat(5), { 'Content-Type': 'text/plain' }, 413, 'body_too_large'],
      [
        'is a form that ends early',
        COUNT,
        () => `--b0\r\nContent-Disposition: form-data; name="file"\r\n\r\n${long}`,
        form('b0'),
        400,
        'malformed_multipart',
      ],
      ['has an unknown option', `${COUNT}/batch`, () => formOf([...files, ['options', '{"none":1}']]), {}, 422, 'invalid_input'],
      ['has another field', `${COUNT}/batch`, () => formOf([...files, ['text', 'a']]), {}, 422, 'invalid_input'],
      ['has two options', `${COUNT}/batch?locale=de`, () => formOf([...files, ['options', '{"locale":"de"}']]), {}, 422, 'invalid_input'],
      ['has an item that is unfit', `${COUNT}/batch`, () => batchOf('{"input":{},"more":1}'), JSON_TYPE, 422, 'invalid_input'],
      ['ends too early', `${COUNT}/batch`, () => batchOf('{').slice(0, -2), JSON_TYPE, 400, 'malformed_json'],
      ['has a name twice', `${COUNT}/batch`, () => batchOf('{"input":{"text":"a","text":"b"}}'), JSON_TYPE, 400, 'malformed_json'],
      [
        'has bytes that are no UTF-8',
        `${COUNT}/batch`,
        () => new Uint8Array(Buffer.from(batchOf('"é"'), 'latin1')),
        JSON_TYPE,
        400,
        'malformed_json',
      ],
      [
        'has an unknown option beside items',
        `${COUNT}/batch`,
        () => batchOf('{"input":{}}],"options":{"none":1},"x":['),
        JSON_TYPE,
        422,
        'invalid_input',
      ],
      [
        'is a batch longer than the limit',
        `${COUNT}/batch`,
        () => batchOf(JSON.stringify(long.repeat(4))),
        JSON_TYPE,
        413,
        'body_too_large',
      ],
    ])('because it %s is answered as the call is, and nothing of it is stored', async (_, path, body, headers, status, code) => {
      await open()
      const before = countStored()
      expect(await codeOf(await post(path, body(), headers))).toEqual([status, code])
      expect(await codeOf(await post(path, body(), { ...headers, Prefer: 'respond-async' }))).toEqual([status, code])
      expect(countStored()).toBe(before)
      expect((await api.figures()).created).toBe(0)
    })

    it('because the memory for bodies is full is refused before it is read', async () => {
      await open()
      const send = (body: Body): Promise<Response> => {
        const headers = { 'Content-Type': 'text/plain', Prefer: 'respond-async' }
        return api.call(COUNT, { method: 'POST', headers, body, duplex: 'half' } as RequestInit & { headers: Record<string, string> })
      }
      let first: ReadableStreamDefaultController<Uint8Array>
      const waiting = send(
        new ReadableStream({
          start(controller) {
            first = controller
            controller.enqueue(new TextEncoder().encode(long.slice(0, 300_000)))
          },
        }) as never,
      )
      await expect.poll(() => api.load.bytes).toBeGreaterThan(400_000)
      api.load.maxBytes = api.load.bytes
      expect(await codeOf(await send(long))).toEqual([503, 'overloaded'])
      first!.close()
      const made = await waiting
      expect(made.status).toBe(202)
      await untilDone(made.headers.get('location')!)
      await expect.poll(() => api.load.bytes).toBe(0)
    })

    it('because the plan allows fewer files is answered at the first that is too many', async () => {
      await open({ settings: 'plans: { bounded: { max_batch_items: 3 } }' })
      const headers = { Authorization: `Bearer ${await api.makeKey({ plan: 'bounded' })}`, Prefer: 'respond-async' }
      const before = countStored()
      expect(await codeOf(await post(`${COUNT}/batch`, formOf(files), headers))).toEqual([413, 'too_many_items'])
      const batch = batchOf('{"input":{}},{"input":{}}')
      expect(await codeOf(await post(`${COUNT}/batch`, batch, { ...headers, ...JSON_TYPE }))).toEqual([413, 'too_many_items'])
      expect(countStored()).toBe(before)
    })
  })

  it('a long request with an Idempotency-Key is the same request, however it was read', async () => {
    await open()
    const long = 'a '.repeat(600_000)
    const bodies: [string, () => Body, () => Body, Record<string, string>][] = [
      [COUNT, () => long, () => `${long}b`, { 'Content-Type': 'text/plain' }],
      [COUNT, () => formOf([['file', long]]), () => formOf([['file', `${long}b`]]), {}],
      [
        `${COUNT}/batch`,
        () =>
          formOf([
            ['file', long],
            ['file', 'b'],
          ]),
        () =>
          formOf([
            ['file', long],
            ['file', 'c'],
          ]),
        {},
      ],
    ]
    bodies.push([`${COUNT}/batch`, () => batchOf('{"input":{}}'), () => batchOf('{"input": {}}'), JSON_TYPE])
    for (const [i, [path, body, other, type]] of bodies.entries()) {
      const headers = { ...type, Prefer: 'respond-async', 'Idempotency-Key': `long-${i}` }
      const first = await post(path, body(), headers)
      const again = await post(path, body(), headers)
      expect([first.status, again.status, again.headers.get('location')]).toEqual([202, 202, first.headers.get('location')])
      expect(await codeOf(await post(path, other(), headers))).toEqual([409, 'idempotency_conflict'])
      await untilDone(first.headers.get('location')!)
    }
    // Two at the same moment: one of them stored its input for nothing.
    const headers = { 'Content-Type': 'text/plain', Prefer: 'respond-async', 'Idempotency-Key': 'at-once' }
    const both = await Promise.all([post(COUNT, long, headers), post(COUNT, long, headers)])
    expect(new Set(both.map((answer) => answer.headers.get('location'))).size).toBe(1)
    await untilDone(both[0]!.headers.get('location')!)
    expect(countStored()).toBe(0)
  })
}

/** Of an archive, or a problem alone. Their times and requests are not the same. */
function filesOf(bytes: ArrayBuffer): Record<string, string> {
  const all = new Uint8Array(bytes)
  const files = all[0] === 0x50 ? unzipSync(all) : { problem: all }
  const texts = Object.entries(files).map(([name, file]) => [name, new TextDecoder().decode(file)] as const)
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replace(/"(?:requestId|instance)":"[^"]*",?/g, '')]))
}

/** A long batch in JSON. @param last its last item */
function batchOf(last: string): string {
  const item = JSON.stringify({ input: { text: 'a '.repeat(600_000) } })
  return `{"items":[${item},${item},${last}]}`
}

const form = (boundary: string) => ({ 'Content-Type': `multipart/form-data; boundary=${boundary}` })
