// The fast path beside the general one: the same requests, byte for byte, get the same answers and the same reports on both.
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { NewKey } from '../../../src/access/keys/key.ts'
import { defineTool } from '../../../src/core/tool.ts'
import { placesOf } from '../../../src/http/routes/api-places.ts'
import { type Listener, listen } from '../../../src/platform/server/listen.ts'
import { catalogue } from '../../../src/tools/catalogue.ts'
import { type ApiHarness, openApi } from '../../http/api-harness.ts'
import { LISTEN_SETTINGS } from '../server/listen-settings.ts'
import { ask, ID, settle } from '../server/raw-answers.ts'
import { countedFastPath, type FastCounts } from './counted-fast-path.ts'

const broken = defineTool({
  id: 'text/broken',
  version: '1.0.0',
  title: 'Broken',
  summary: 'Fails.',
  input: z.strictObject({ text: z.string() }),
  options: z.strictObject({}),
  output: z.strictObject({ text: z.string() }),
  maxInputBytes: 1_000,
  mayRunLong: false,
  examples: [{ title: 'one', input: { text: 'a' }, output: { text: 'a' } }],
  run() {
    throw new TypeError('Zebulon')
  },
})

let api: ApiHarness
let fast: Listener
let general: Listener
let counts: FastCounts

beforeAll(async () => {
  const places = placesOf('', 'https://explanations.test/')
  api = await openApi({ maxBodyBytes: 20_000, tools: [...catalogue, broken], places, origins: ['https://his.test'] })
  const fetch = (request: Request, environment: Parameters<Parameters<typeof listen>[0]>[1]) => api.app.fetch(request, environment)
  const counted = countedFastPath(api)
  counts = counted.counts
  fast = await listen(fetch, randomUUID, LISTEN_SETTINGS, counted.path)
  general = await listen(fetch, randomUUID, LISTEN_SETTINGS)
})
afterAll(async () => {
  await fast.drain(1_000)
  await general.drain(1_000)
  await api.close()
})

interface Case {
  readonly method?: string
  readonly path?: string
  readonly host?: string
  /** Of HTTP; 1.1 where it is left out. */
  readonly version?: string
  readonly headers?: readonly string[]
  readonly body?: string | Buffer
  /** Of the key that each path gets for itself; false: none is sent. */
  readonly key?: Partial<NewKey> | false | (() => Partial<NewKey>)
  readonly authorization?: string
  /** Whether the answer tells of the key, so that both paths are asked with the same. */
  readonly reportsKey?: boolean
  /** How often the request is sent with one key; the answers to all of them are compared. */
  readonly times?: number
  /** Sets the scene; gives back what ends it. */
  readonly scene?: () => () => void
  /** False where the request has to take the general path all the same. */
  readonly isFast?: boolean
}

const json = 'Content-Type: application/json'
const count = '{"text":"BP 120/80 mmHg"}'

const BATCH = '/v1/tools/text/word-count/batch'
const shortTrial = (): Partial<NewKey> => ({ kind: 'trial', plan: 'trial', trialQuota: 2, expiresAt: Date.now() + 60_000 })

const cases: readonly [string, number, Case][] = [
  ['a call', 200, { headers: [json], body: count }],
  ['calls after each other', 200, { headers: [json], body: count, times: 3 }],
  ['the last call of its connection', 200, { headers: [json, 'Connection: close'], body: count }],
  ['a call by an older version', 200, { version: '1.0', headers: [json], body: count }],
  ['a call by an older version that stays', 200, { version: '1.0', headers: [json, 'Connection: keep-alive'], body: count }],
  ['a call under the other prefix', 200, { path: '/api/v1/tools/text/word-count', headers: [json], body: count }],
  ['a call with options', 200, { headers: [json], body: '{"text":"痛い","options":{"locale":"ja"}}' }],
  ['a result beyond ASCII', 200, { path: '/v1/tools/text/diff', headers: [json], body: '{"left":"a é 痛い 😀","right":"b é 痛い 😀"}' }],
  ['the native type', 200, { headers: ['Content-Type: text/plain; charset=iso-8859-1'], body: Buffer.from('caf\xe9', 'latin1') }],
  ['a page of a named origin', 200, { headers: [json, 'Origin: https://his.test'], body: count }],
  ['a page of another origin', 422, { headers: [json, 'Origin: https://other.test'], body: '{}' }],
  ['a traced call', 200, { headers: [json, `traceparent: 00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`], body: count }],
  ['an id that is no UUID', 422, { headers: [json, 'X-Request-Id: my.id_1'], body: '{}' }],
  ['an accepted type', 200, { headers: [json, 'Accept: application/json;q=0.5, text/html'], body: count }],
  ['a compressed body', 200, { headers: [json, 'Content-Encoding: gzip'], body: gzipSync(count) }],
  [
    'a form',
    200,
    {
      headers: ['Content-Type: multipart/form-data; boundary=b'],
      body: '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\none two\r\n--b--\r\n',
    },
  ],
  ['a small letter in bearer', 200, { headers: [json], body: count, authorization: 'bearer ' }],
  [
    'a long answer, compressed',
    200,
    {
      path: '/v1/tools/hl7/parse',
      headers: ['Content-Type: application/hl7-v2', 'Accept-Encoding: gzip'],
      body: `MSH|^~\\&|A|B|C|D|20260101||ADT^A01|1|P|2.5\rPID|1||${'1234^^^X~'.repeat(40)}\r`,
    },
  ],
  ['no credentials, again and again on one connection', 401, { headers: [json], body: count, key: false, times: 3 }],
  ['credentials of another kind', 401, { headers: [json, 'Authorization: Basic YTpi'], body: count, key: false }],
  ['two credentials', 400, { headers: [json, 'Authorization: Bearer x'], body: count }],
  ['an expired key', 401, { headers: [json], body: count, key: () => ({ expiresAt: Date.now() + 20 }), scene: waitForExpiry }],
  ['a key without the scope', 403, { headers: [json], body: count, key: { scopes: ['tools:dicom/*'] } }],
  ['a key from another network', 401, { headers: [json], body: count, key: { networks: ['192.0.2.0/24'] } }],
  ['a plan that is gone', 403, { headers: [json], body: count, key: { plan: 'gone' } }],
  ['a trial key at its end', 429, { headers: [json], body: count, times: 3, key: shortTrial }],
  ['JSON that is none', 400, { headers: [json], body: '{"text":' }],
  ['JSON of broken UTF-8', 400, { headers: [json], body: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ['a name twice', 400, { headers: [json], body: '{"text":"a","text":"b"}' }],
  ['JSON that nests too deep', 422, { headers: [json], body: `{"text":${'['.repeat(100)}${']'.repeat(100)}}` }],
  ['no body', 400, { headers: [json], body: '' }],
  ['a field of a wrong type', 422, { headers: [json], body: '{"text":1}' }],
  ['an unknown field', 422, { headers: [json], body: '{"text":"a","colour":"red"}' }],
  ['an unknown option', 422, { headers: [json], body: '{"text":"a","options":{"local":"en"}}' }],
  ['a body too large', 413, { headers: [json], body: JSON.stringify({ text: 'x'.repeat(21_000) }) }],
  ['a compressed body too large', 413, { headers: [json, 'Content-Encoding: gzip'], body: gzipSync('x'.repeat(30_000)) }],
  ['a broken compressed body', 422, { headers: [json, 'Content-Encoding: gzip'], body: 'no gzip' }],
  ['an unknown coding', 415, { headers: [json, 'Content-Encoding: br'], body: count }],
  ['a type that the tool does not read', 415, { headers: ['Content-Type: image/png'], body: 'x' }],
  ['no type', 415, { headers: [], body: 'x' }],
  ['two types', 400, { headers: [json, 'Content-Type: text/plain'], body: count }],
  ['nothing acceptable', 406, { headers: [json, 'Accept: image/png'], body: count }],
  ['a key for a repetition without a job', 200, { headers: [json, 'Idempotency-Key: "a"'], body: count }],
  ['a job that is waited for', 200, { headers: [json, 'Prefer: respond-async, wait=10'], body: count }],
  ['a fault of the program', 500, { path: '/v1/tools/text/broken', headers: [json], body: '{"text":"a"}' }],
  ['a server with too many calls', 503, { headers: [json], body: count, scene: fill }],
  ['a server that ends', 503, { headers: [json], body: count, scene: drain }],
  ['a query', 200, { path: '/v1/tools/text/word-count?locale=de', headers: ['Content-Type: text/plain'], body: 'a' }],
  ['an empty query', 200, { path: '/v1/tools/text/word-count?', headers: [json], body: count }],
  ['a query with escapes', 422, { path: '/v1/tools/text/word-count?locale=d%C3%A9+%zz', headers: ['Content-Type: text/plain'], body: 'a' }],
  [
    'a query that names a parameter twice',
    406,
    { path: '/v1/tools/text/word-count?output=json&output=json', headers: [json], body: count },
  ],
  [
    'a query of an unknown parameter',
    422,
    { path: '/v1/tools/text/word-count?colour=red', headers: ['Content-Type: text/plain'], body: 'a' },
  ],
  ['a form of an answer that there is not', 406, { path: '/v1/tools/text/word-count?output=file', headers: [json], body: count }],
  [
    'a query by the rules of addresses',
    422,
    { path: "/v1/tools/text/word-count?locale='a'", headers: ['Content-Type: text/plain'], body: 'a', isFast: false },
  ],
  ['a fragment', 422, { path: '/v1/tools/text/word-count?locale=de#x', headers: ['Content-Type: text/plain'], body: 'a', isFast: false }],
  ['a path with a dot', 200, { path: '/v1/tools/./text/word-count', headers: [json], body: count, isFast: false }],
  ['a batch', 200, { path: BATCH, headers: [json], body: `{"items":[{"id":"a","input":${count}},{"input":{"text":1}}]}` }],
  ['a batch with a query', 200, { path: `${BATCH}?locale=ja`, headers: [json], body: `{"items":[{"input":{"text":"痛い"}}]}` }],
  [
    'a batch of lines',
    200,
    { path: BATCH, headers: ['Content-Type: application/x-ndjson'], body: `{"input":${count}}\n{"input":\n{"input":{"text":"a é 😀"}}` },
  ],
  ['a batch of nothing that is accepted', 406, { path: BATCH, headers: [json, 'Accept: image/png'], body: '{"items":[]}' }],
  ['a batch that is none', 422, { path: BATCH, headers: [json], body: '{"items":{}}' }],
  [
    'a batch larger than what is left',
    429,
    { path: BATCH, headers: [json], body: `{"items":[${'{"input":{"text":"a"}},'.repeat(2)}{"input":{"text":"a"}}]}`, key: shortTrial },
  ],
  ['what a caller is', 200, { method: 'GET', reportsKey: true, path: '/v1/me' }],
  ['what a caller is under the other prefix', 200, { method: 'GET', reportsKey: true, path: '/api/v1/me' }],
  ['what a caller is, with a query', 200, { method: 'GET', reportsKey: true, path: '/v1/me?a=b' }],
  ['what a caller is, with a body', 200, { method: 'GET', reportsKey: true, path: '/v1/me', headers: [json], body: count }],
  ['what a caller is, as it is known', 304, { method: 'GET', reportsKey: true, path: '/v1/me', headers: ['If-None-Match: *'] }],
  [
    'what a caller is, on a page of a named origin',
    200,
    { method: 'GET', reportsKey: true, path: '/v1/me', headers: ['Origin: https://his.test'] },
  ],
  ['what a caller without credentials is', 401, { method: 'GET', path: '/v1/me', key: false }],
  [
    'what a caller with an expired key is',
    401,
    { method: 'GET', path: '/v1/me', key: () => ({ expiresAt: Date.now() + 20 }), scene: waitForExpiry },
  ],
  ['what a caller is, of a server that ends', 503, { method: 'GET', path: '/v1/me', scene: drain }],
  ['another method where what a caller is stands', 405, { method: 'DELETE', path: '/v1/me', isFast: false }],
  ['another method where a tool stands', 200, { method: 'GET', path: '/v1/tools/text/word-count', isFast: false }],
  ['a host by the rules of addresses', 200, { host: '[::1]:8080', headers: [json], body: count, isFast: false }],
  ['a host that is none', 400, { host: 'a b@/', headers: [json], body: count, isFast: false }],
  ['a path that holds nothing', 404, { path: '/v1/tools/text/nothing', headers: [json], body: count, isFast: false }],
]

function waitForExpiry(): () => void {
  const end = Date.now() + 30
  while (Date.now() < end);
  return () => undefined
}

function fill(): () => void {
  api.load.active += 50
  return () => {
    api.load.active -= 50
  }
}

function drain(): () => void {
  api.setDraining(true)
  return () => api.setDraining(false)
}

async function askWithKey(
  listener: Listener,
  text: string | undefined,
  { method = 'POST', path, host, version = '1.1', headers = [], body = '', authorization, times = 1, scene }: Case,
) {
  const lines = [`${method} ${path ?? '/v1/tools/text/word-count'} HTTP/${version}`, `Host: ${host ?? 'localhost'}`]
  if (!headers.some((line) => line.startsWith('X-Request-Id'))) lines.push(`X-Request-Id: ${ID}`)
  if (text !== undefined) lines.push(`Authorization: ${authorization ?? 'Bearer '}${text}`)
  lines.push(...headers, `Content-Length: ${Buffer.byteLength(body)}`)
  const end = scene?.()
  const before = api.reports.length
  try {
    const answers = (await ask(listener, `${lines.join('\r\n')}\r\n\r\n`, body, times)).map(settle)
    const reports = api.reports
      .slice(before)
      .map(({ milliseconds: _time, endedAt: _end, credentialId, ...report }) => ({ ...report, known: !!credentialId }))
    return { answers, reports }
  } finally {
    end?.()
  }
}

describe('both paths', () => {
  it.each(cases)('%s', async (_, status, request) => {
    const makeKey = async () => {
      const { key = {} } = request
      return key === false ? undefined : await api.makeKey(typeof key === 'function' ? key() : key)
    }
    const first = await makeKey()
    const one = await askWithKey(general, first, request)
    const before = counts.answered
    const other = await askWithKey(fast, request.reportsKey ? first : await makeKey(), request)
    expect(counts.answered - before).toBe(request.isFast === false ? 0 : (request.times ?? 1))
    expect(one.answers.at(-1)!.status).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(other).toEqual(one)
  })
})

describe('the fast path', () => {
  it('serves a body in chunks and requests that come without waiting, in their order', async () => {
    const key = await api.makeKey()
    const head = `POST /v1/tools/text/word-count HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n${json}\r\n`
    const socket = connect(fast.port, '127.0.0.1')
    const words = (n: number) => JSON.stringify({ text: 'a '.repeat(n) })
    const sized = (n: number) => `${head}Content-Length: ${words(n).length}\r\n\r\n${words(n)}`
    const chunked = (n: number) => `${head}Transfer-Encoding: chunked\r\n\r\n${words(n).length.toString(16)}\r\n${words(n)}\r\n0\r\n\r\n`
    socket.write(sized(1) + sized(2) + chunked(3) + sized(4) + chunked(5) + sized(6))
    let text = ''
    while (!text.includes('"words":6')) text += String((await once(socket, 'data'))[0])
    expect([...text.matchAll(/"words":(\d)/g)].map(([, found]) => found)).toEqual(['1', '2', '3', '4', '5', '6'])
    socket.destroy()
  })
})
