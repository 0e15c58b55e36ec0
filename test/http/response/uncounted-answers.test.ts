// Counters that have to survive a crash: nobody gets the answer of a call that could not be counted, on whichever path it came.
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ProblemError } from '../../../src/core/problem.ts'
import { environmentOfRequest } from '../../../src/http/request/environment.ts'
import type { Sent } from '../../../src/http/routes/exchange-types.ts'
import { findFastHandler } from '../../../src/platform/fast-path/fast-routes.ts'
import { JournaledUsageStore } from '../../../src/platform/storage/sqlite/journaled-usage-store.ts'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'

const TOOL = '/v1/tools/text/word-count'
const BODY = '{"text":"one two three"}'

afterEach(() => vi.restoreAllMocks())

interface Report {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function askGeneral(api: ApiHarness): Promise<Report> {
  const response = await api.call(TOOL, { method: 'POST', body: BODY, headers: JSON_TYPE })
  return { status: response.status, body: (await response.json()) as Report['body'] }
}

async function askFast(api: ApiHarness): Promise<Report> {
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${api.key}` }
  const bytes = new TextEncoder().encode(BODY)
  const environment = {
    ...environmentOfRequest(new Request(`http://127.0.0.1${TOOL}`, { method: 'POST', headers })),
    body: { announcedBytes: bytes.length, read: (onChunk: (chunk: Uint8Array) => Promise<void> | void) => onChunk(bytes) },
  }
  const sent = await new Promise<Sent>((deliver) => findFastHandler(api.fastRoutes, 'POST', TOOL)!(environment, TOOL, deliver))
  return { status: sent.status, body: JSON.parse(String(sent.body)) as Report['body'] }
}

const FULL = new ProblemError('The disk is full.', { code: 'storage_unavailable' })
const PATHS = { 'the general path': askGeneral, 'the fast path': askFast }
const FAILURES = {
  'throws at once': () => {
    throw FULL
  },
  'rejects later': () => new Promise<void>((_, reject) => setImmediate(() => reject(FULL))),
}

test.each(
  Object.keys(PATHS).flatMap((path) =>
    Object.keys(FAILURES).map((failure) => [path, failure] as [keyof typeof PATHS, keyof typeof FAILURES]),
  ),
)('on %s, by a store that %s', async (path, failure) => {
  const api = await openApi({ settings: 'usage: { durability: crash-safe }' })
  onTestFinished(() => api.close())
  const ask = (): Promise<Report> => PATHS[path](api)
  const counted = { status: 200, body: { words: 3 } }
  expect(await ask()).toMatchObject(counted)
  vi.spyOn(JournaledUsageStore.prototype, 'add').mockImplementation(FAILURES[failure])
  for (const { status, body } of await Promise.all([ask(), ask()])) {
    expect(status).toBe(503)
    expect(body).toMatchObject({ code: 'storage_unavailable', detail: 'The disk is full.' })
    expect(body).not.toHaveProperty('words')
  }
  vi.restoreAllMocks()
  expect(await ask()).toMatchObject(counted)
  expect(api.reports.map(({ status, code }) => code ?? status)).toEqual([200, 'storage_unavailable', 'storage_unavailable', 200])
  const { usage } = (await (await api.call('/v1/me')).json()) as { usage: { requests: number }[] }
  // What was done was counted once the store took it.
  expect(usage).toMatchObject([{ requests: 4 }])
})
