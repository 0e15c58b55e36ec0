// Feeds of messages as a batch: each message an outcome of its own, or a resource a line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiHarness, type Body, openApi } from '../api-harness.ts'

const COUNT = '/v1/tools/text/word-count'

let api: ApiHarness
beforeAll(async () => {
  api = await openApi()
})
afterAll(() => api.close())

type Json = Record<string, unknown>
const post = (path: string, body: Body, headers: Record<string, string>): Promise<Response> =>
  api.call(path, { method: 'POST', body, headers })
const readLines = async (response: Response): Promise<Json[]> =>
  (await response.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe('a feed of messages', () => {
  const FEED = { 'Content-Type': 'application/hl7-v2' }
  const TO_FHIR = '/v1/tools/hl7/to-fhir/batch'
  const message = (id: number): string => `MSH|^~\\&|A|B|||20260102||ADT^A01|${id}|P|2.5.1\rPID|1||${id}\r`
  const feed = `BHS|^~\\&\r${message(1)}junk\rMSH\r${message(2)}BTS|2\r`

  it('is answered message by message, without a copy of what is there already', async () => {
    const response = await post(TO_FHIR, feed, FEED)
    expect(response.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = await readLines(response)
    expect(lines.slice(0, 3)).toMatchObject([
      { index: 0, status: 200, result: { controlId: '1', bundle: { resourceType: 'Bundle' } } },
      { index: 1, status: 200, result: { controlId: null } },
      { index: 2, status: 200, result: { controlId: '2', bundle: { resourceType: 'Bundle' } } },
    ])
    expect(lines[0]!.result).not.toHaveProperty('content')
    expect(lines[3]).toEqual({ summary: { total: 3, succeeded: 3, failed: 0, envelope: { segments: 2, wrongCounts: 1, comments: 0 } } })
  })

  it.each([{ Accept: 'application/fhir+ndjson' }, {}])('gives resources alone where %j or the query asks for them', async (headers) => {
    const path = 'Accept' in headers ? TO_FHIR : `${TO_FHIR}?output=file`
    const response = await post(path, `junk\r${feed.replace('BTS|2', 'BTS|2|Comment')}`, { ...FEED, ...headers })
    expect(response.headers.get('content-type')).toBe('application/fhir+ndjson')
    const lines = await readLines(response)
    expect(lines.map(({ resourceType }) => resourceType)).toEqual(['OperationOutcome', 'Bundle', 'Bundle', 'Bundle', 'OperationOutcome'])
    const issue = {
      severity: 'error',
      code: 'structure',
      diagnostics: expect.stringMatching(/^Message 1 of the feed: .*\(unreadable_input\)$/),
    }
    expect(lines[0]).toMatchObject({ issue: [issue] })
    const notes = [
      'Wrong number of messages or batches in 1 of the trailers (BTS, FTS).',
      'Comment in 1 of the headers and trailers (FHS, BHS, BTS, FTS). No Bundle contains it.',
    ]
    expect(lines[4]).toMatchObject({ issue: notes.map((diagnostics) => ({ severity: 'warning', diagnostics })) })
  })

  it('is the same as the messages one by one, on threads too', async () => {
    const response = await post('/v1/tools/hl7/validate/batch', feed.repeat(300), FEED)
    const lines = await readLines(response)
    expect(lines).toHaveLength(901)
    const single = await post('/v1/tools/hl7/validate', message(1), FEED)
    const first = lines[0]!.result as Json
    expect(first.counts).toEqual(((await single.json()) as Json).counts)
    expect(lines[897]!.result).toEqual(first)
  })

  it.each([
    ['a form that the tool does not have', '/v1/tools/hl7/parse/batch?output=file', FEED, 406],
    ['a tool without feeds', `${COUNT}/batch`, FEED, 415],
    ['an Accept that does not fit', '/v1/tools/hl7/parse/batch', { ...FEED, Accept: 'application/fhir+ndjson' }, 406],
    ['an option that does not fit', `${TO_FHIR}?bundle=none`, FEED, 422],
  ] as const)('is refused before the first message for %s', async (_title, path, headers, status) => {
    expect((await post(path, feed, headers)).status).toBe(status)
  })
})
