// Batches on other threads: the answer is the one that this thread gives, byte for byte, whatever the form of the batch.
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, type Body, JSON_TYPE, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count/batch'
const LINES = { 'Content-Type': 'application/x-ndjson' }

let here: ApiHarness
let elsewhere: ApiHarness
beforeAll(async () => {
  here = await openApi()
  elsewhere = await openApi({ elsewhere: true })
})
afterAll(() => Promise.all([here.close(), elsewhere.close()]))

async function both(path: string, body: () => Body, headers: Record<string, string> = JSON_TYPE): Promise<[Response, Response]> {
  const send = (api: ApiHarness): Promise<Response> =>
    api.call(path, { method: 'POST', body: body(), headers: { 'X-Request-Id': 'same', ...headers } })
  return [await send(here), await send(elsewhere)]
}

const form = (...texts: string[]): FormData => {
  const data = new FormData()
  for (const text of texts) data.append('file', new Blob([text]), 'note.txt')
  return data
}
const items = (count: number): string =>
  JSON.stringify({
    items: Array.from({ length: count }, (_, i) => ({ id: `n${i}`, input: { text: i % 7 === 3 ? i : 'word '.repeat(i) } })),
  })
const line = (text: unknown): string => `${JSON.stringify({ id: 'l', input: { text } })}\n`

describe('the same answer', () => {
  it.each<[string, string, () => Body, Record<string, string>]>([
    ['to one item', COUNT, () => items(1), JSON_TYPE],
    ['to many groups', COUNT, () => items(700), JSON_TYPE],
    ['to none', COUNT, () => '{"items":[]}', JSON_TYPE],
    ['with options', `${COUNT}?locale=en`, () => '{"items":[{"input":{"text":"a"}}]}', JSON_TYPE],
    [
      'to escapes, numbers and names of all kinds',
      COUNT,
      () =>
        '{ "\\u0069tems" : [ {"input":{"text":"\\"]},{\\\\"}} ,{"input":{"text":1e999}},{"input":{"text":null}},{"input":{"text":-0}},{"input":{"__proto__":{"text":"a"}}}] }',
      JSON_TYPE,
    ],
    ['to lone surrogates', COUNT, () => '{"items":[{"id":"\\ud800","input":{"text":"\\udc00 x"}}]}', JSON_TYPE],
    ['to a form', COUNT, () => form('one', 'one two', ''), {}],
    ['to lines', COUNT, () => [line('a'), 'broken\n', line(1), '\n', line('b c')].join(''), LINES],
    ['to more lines than a step', COUNT, () => line('a b').repeat(450), LINES],
    ['to a line that is too long', COUNT, () => `${line('a')}${line('x'.repeat(5_000_000))}${line('b')}`, LINES],
    ['to an unknown field', COUNT, () => '{"items":[],"itmes":[]}', JSON_TYPE],
    ['to a double name', COUNT, () => '{"items":[],"items":[]}', JSON_TYPE],
    ['to no list', COUNT, () => '{"items":{}}', JSON_TYPE],
    ['to no object', COUNT, () => '[]', JSON_TYPE],
    ['to a wrong item', COUNT, () => '{"items":[{"input":{}},{"inptu":{}},{"id":7,"input":{}}]}', JSON_TYPE],
    ['to options that do not fit', COUNT, () => '{"options":{"lokale":"en"},"items":[{"input":{"text":""}}]}', JSON_TYPE],
    ['to options that are no object', COUNT, () => '{"options":7,"items":[]}', JSON_TYPE],
    ['to too many items', COUNT, () => items(2_001), JSON_TYPE],
    ['to broken JSON', COUNT, () => '{"items":[{"input":}]}', JSON_TYPE],
    ['to deep JSON', COUNT, () => `{"items":${'['.repeat(10_000)}`, JSON_TYPE],
    ['to bytes that are no UTF-8', COUNT, () => new Uint8Array([0x7b, 0xff]), JSON_TYPE],
  ])('%s', async (_, path, body, headers) => {
    const [a, b] = await both(path, body, headers)
    expect([b.status, await b.text()]).toEqual([a.status, await a.text()])
    expect([...here.internalErrors, ...elsewhere.internalErrors]).toEqual([])
  })

  it('that is too long to be sent at once, with its bytes counted', async () => {
    const message = `MSH|^~\\&|A|B|C|D|20260101||ORU^R01|1|P|2.5.1\r${'OBX|1|NM|718-7^Hb^LN||13.1|g/dL|12-16|N|||F\r'.repeat(20)}`
    const body = JSON.stringify({ items: Array.from({ length: 100 }, () => ({ input: { message } })) })
    const [a, b] = await both('/v1/tools/hl7/parse/batch', () => body)
    const text = await a.text()
    expect(text.length).toBeGreaterThan(1 << 20)
    expect(await b.text()).toBe(text)
    expect(JSON.parse(text)).toMatchObject({ summary: { total: 100, succeeded: 100 } })
    for (const { reports } of [here, elsewhere]) expect(reports.at(-1)).toMatchObject({ status: 200, bytesOut: text.length })
  })

  it('as a ZIP', async () => {
    const diff = JSON.stringify({ items: ['a', 'b', 1].map((left) => ({ input: { left, right: 'a' } })) })
    const [a, b] = await both('/v1/tools/text/diff/batch?output=zip', () => diff)
    const [filesA, filesB] = [unzipSync(new Uint8Array(await a.arrayBuffer())), unzipSync(new Uint8Array(await b.arrayBuffer()))]
    expect(Object.keys(filesB).sort()).toEqual(['0001.diff', '0002.diff', 'manifest.json'])
    expect(filesB).toEqual(filesA)
  })
})

it('a repeated job is known again although its body has moved', async () => {
  const headers = { ...JSON_TYPE, Prefer: 'respond-async', 'Idempotency-Key': 'k' }
  const send = (body: string): Promise<Response> => elsewhere.call(COUNT, { method: 'POST', body, headers })
  const [first, again, other] = [await send(items(3)), await send(items(3)), await send(items(4))]
  expect([again.status, again.headers.get('location')]).toEqual([202, first.headers.get('location')])
  expect(other.status).toBe(409)
})
