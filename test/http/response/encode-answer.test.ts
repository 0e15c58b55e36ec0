// Compressed answers: the coding that is liked best, its digest and tag, and what is never compressed.
import { createHash } from 'node:crypto'
import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseEncoding, encodeAnswer, MIN_COMPRESSED_BYTES } from '../../../src/http/response/encode-answer.ts'
import type { Answer } from '../../../src/http/routes/exchange-types.ts'
import { nodeEncoders } from '../../../src/platform/server/node-encode.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

describe('the coding', () => {
  it.each([
    ['gzip', 'gzip'],
    ['zstd', 'zstd'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['zstd;q=0.5, gzip', 'gzip'],
    ['GZIP;q=0.8', 'gzip'],
    ['*', 'zstd'],
    ['zstd;q=0, *;q=0.5', 'gzip'],
    ['gzip;q=0', undefined],
    ['br, deflate', undefined],
    ['', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['identity;q=0.5, gzip', 'gzip'],
    ['gzip;q=2', undefined],
    ['gzip;q=x', undefined],
  ])('for %j is %s', (header, coding) => {
    expect(chooseEncoding(header, ['zstd', 'gzip'])).toBe(coding)
  })
})

describe('what is compressed', () => {
  const answerOf = (type: string, body: Answer['body'] = 'x'.repeat(5_000)): Answer => ({
    status: 200,
    body,
    headers: { 'Content-Type': type },
  })
  it.each([
    'application/json',
    'application/problem+json',
    'application/fhir+json',
    'text/csv; charset=utf-8',
    'application/xml',
    'application/hl7-v2',
  ])('%s is', async (type) => {
    const { headers } = await encodeAnswer(answerOf(type), 5_000, 'gzip', nodeEncoders)
    expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
  })

  it.each(['application/zip', 'application/dicom', 'image/png', 'application/octet-stream', ''])('%j is not', async (type) => {
    const answer = answerOf(type)
    expect(await encodeAnswer(answer, 5_000, 'gzip', nodeEncoders)).toBe(answer)
  })

  it('a short answer is not', async () => {
    const answer = answerOf('application/json', 'x'.repeat(MIN_COMPRESSED_BYTES - 1))
    expect(await encodeAnswer(answer, MIN_COMPRESSED_BYTES - 1, 'gzip', nodeEncoders)).toBe(answer)
  })

  it('an answer whose compression fails goes out as it is', async () => {
    const broken = { gzip: { ...nodeEncoders.gzip!, compress: () => Promise.reject(new Error('no')) } }
    const { body, headers } = await encodeAnswer(answerOf('text/plain'), 5_000, 'gzip', broken)
    expect([body, headers['Content-Encoding']]).toEqual(['x'.repeat(5_000), undefined])
  })
})

describe('over the API', () => {
  let api: ApiHarness
  beforeAll(async () => {
    api = await openApi()
  })
  afterAll(() => api.close())
  const DIFF = '/v1/tools/text/diff?output=file'
  const LONG = JSON.stringify({ left: 'a\n'.repeat(2_000), right: 'b\n'.repeat(2_000) })
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    api.call(path, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } })
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer())

  it.each([
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('%s gives the same document, with the digest of what is sent', async (coding, inflate) => {
    const [plain, encoded] = [await post(DIFF, LONG), await post(DIFF, LONG, { 'Accept-Encoding': coding })]
    const [plainBytes, bytes] = [await bytesOf(plain), await bytesOf(encoded)]
    expect(inflate(bytes)).toEqual(plainBytes)
    expect(bytes.length).toBeLessThan(plainBytes.length / 4)
    expect(Object.fromEntries(encoded.headers)).toMatchObject({
      'content-encoding': coding,
      'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      vary: 'Accept-Encoding',
    })
    expect(plain.headers.get('vary')).toBe('Accept-Encoding')
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  it('leaves a ZIP as it is', async () => {
    const response = await post('/v1/tools/text/diff?output=zip', LONG, { 'Accept-Encoding': 'gzip' })
    expect([response.headers.get('content-encoding'), (await bytesOf(response)).subarray(0, 2).toString()]).toEqual([null, 'PK'])
  })

  it('counts the bytes of the result, not of its compressed form', async () => {
    await post(DIFF, LONG)
    const plain = api.reports.at(-1)!.bytesOut
    await post(DIFF, LONG, { 'Accept-Encoding': 'zstd' })
    expect(api.reports.at(-1)!.bytesOut).toBe(plain)
  })

  it('gives each form a tag of its own, and 304 to whoever has one', async () => {
    const [plain, encoded] = [await api.call('/v1/tools'), await api.call('/v1/tools', { headers: { 'Accept-Encoding': 'gzip' } })]
    const [plainTag, encodedTag] = [plain.headers.get('etag')!, encoded.headers.get('etag')!]
    expect(encodedTag).toBe(`${plainTag.slice(0, -1)}-gzip"`)
    expect(encoded.headers.get('vary')).toBe('Authorization, Accept-Encoding')
    expect(JSON.parse(String(gunzipSync(await bytesOf(encoded))))).toEqual(await plain.json())
    for (const tag of [plainTag, encodedTag, `"other", W/${encodedTag}`]) {
      const again = await api.call('/v1/tools', { headers: { 'If-None-Match': tag, 'Accept-Encoding': 'gzip' } })
      expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'Authorization, Accept-Encoding'])
      expect([plainTag, encodedTag]).toContain(again.headers.get('etag'))
    }
    expect((await api.call('/v1/tools', { headers: { 'If-None-Match': '"other-gzip"' } })).status).toBe(200)
  })

  it('tells HEAD what GET would be told', async () => {
    const head = await api.call('/v1/tools', { method: 'HEAD', headers: { 'Accept-Encoding': 'gzip' } })
    expect([head.headers.get('content-encoding'), await head.text()]).toEqual(['gzip', ''])
  })

  it.each([
    ['gzip', createGunzip],
    ['zstd', createZstdDecompress],
  ] as const)('a stream of lines comes line by line as %s', async (coding, createInflate) => {
    let send: (text: string | undefined) => void = () => undefined
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        send = (text) => (text === undefined ? controller.close() : controller.enqueue(new TextEncoder().encode(text)))
      },
    })
    const response = await api.call('/v1/tools/text/word-count/batch', {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'Content-Type': 'application/x-ndjson', 'Accept-Encoding': coding },
    } as RequestInit & { headers: Record<string, string> })
    expect(response.headers.get('content-encoding')).toBe(coding)
    const inflate = createInflate()
    let text = ''
    inflate.on('data', (chunk: Buffer) => {
      text += String(chunk)
    })
    const reader = response.body!.getReader()
    const reading = (async () => {
      for (let next = await reader.read(); next.value; next = await reader.read()) inflate.write(next.value)
    })()
    send('{"input":{"text":"one"}}\n')
    await expect.poll(() => text).toContain('"words":1')
    send('{"input":{"text":"one two"}}\n')
    await expect.poll(() => text).toContain('"words":2')
    send(undefined)
    await reading
    await expect.poll(() => text).toContain('"summary"')
  })
})
