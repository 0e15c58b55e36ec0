// An Idempotency-Key of a job, wherever jobs are kept: the same job for the same request, a conflict for another one.
import { afterEach, describe, expect, it } from 'vitest'
import { type ApiHarness, type Body, JSON_TYPE, type openApi as openAnyApi } from '../api-harness.ts'
import { ASYNC, COUNT, codeOf, type Json, makeJobCalls } from './job-calls.ts'

/** The tests of one backend. */
export function testJobKeys(openApi: typeof openAnyApi): void {
  let api: ApiHarness
  afterEach(() => api.close())

  const { post, get, startJob } = makeJobCalls(() => api)

  describe('an Idempotency-Key', () => {
    const keyed = (key: string, more: Record<string, string> = {}): Record<string, string> => ({
      ...ASYNC,
      'Idempotency-Key': key,
      ...more,
    })
    const form = (text: string): FormData => {
      const data = new FormData()
      data.set('file', new Blob([text]), 'a.txt')
      return data
    }

    it('gives the same job for the same request, charged once, in quotes or without', async () => {
      api = await openApi()
      const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 2, expiresAt: Date.now() + 60_000 })
      const authorization = { Authorization: `Bearer ${key}` }
      const first = await post(COUNT, '{"text":"a"}', keyed('"k-1"', authorization))
      const again = await post(COUNT, '{"text":"a"}', keyed('k-1', authorization))
      expect([again.status, again.headers.get('location')]).toEqual([202, first.headers.get('location')])
      expect((await api.figures()).created).toBe(1)
      // A node learns a little later what the others count, and that a charge was taken back.
      const total = async (): Promise<unknown> =>
        ((await (await get('/v1/me', authorization)).json()) as { quota: Json[] }).quota.find(({ name }) => name === 'total')?.used
      await expect.poll(total, { timeout: 20_000 }).toBe(1)
    })

    it('gives the same answer where the first one was answered at once', async () => {
      api = await openApi()
      const headers = keyed('k', { Prefer: 'respond-async, wait=30' })
      const [first, again] = [await post(COUNT, '{"text":"a b"}', headers), await post(COUNT, '{"text":"a b"}', headers)]
      expect([first.status, again.status]).toEqual([200, 200])
      expect(await again.text()).toBe(await first.text())
      expect((await api.figures()).created).toBe(1)
    })

    it('takes a form for the same whatever its boundary', async () => {
      api = await openApi()
      const headers = { Prefer: 'respond-async', 'Idempotency-Key': 'k' }
      const [first, again] = [await post(COUNT, form('one'), headers), await post(COUNT, form('one'), headers)]
      expect([again.status, again.headers.get('location')]).toEqual([202, first.headers.get('location')])
      expect(await codeOf(await post(COUNT, form('two'), headers))).toEqual([409, 'idempotency_conflict'])
    })

    it.each<[string, string, Body, Record<string, string>]>([
      ['body', COUNT, '{"text":"b"}', {}],
      ['tool', '/v1/tools/text/readability', '{"text":"a"}', {}],
      ['query', `${COUNT}?locale=en`, '{"text":"a"}', {}],
      ['wished form', COUNT, '{"text":"a"}', { Accept: 'application/json' }],
    ])('is refused for another %s', async (_, path, body, more) => {
      api = await openApi()
      await startJob(COUNT, '{"text":"a"}', keyed('k'))
      expect(await codeOf(await post(path, body, keyed('k', more)))).toEqual([409, 'idempotency_conflict'])
      expect((await api.figures()).created).toBe(1)
    })

    it('is free again where the request made no job, and where the job is gone', async () => {
      api = await openApi()
      expect((await post(COUNT, 'x', { ...keyed('k'), 'Content-Type': 'text/none' })).status).toBe(415)
      const first = await startJob(COUNT, '{"text":"a"}', keyed('k'))
      await api.call(first, { method: 'DELETE' })
      expect(await startJob(COUNT, '{"text":"b"}', keyed('k'))).not.toBe(first)
    })

    it('of another caller is another key', async () => {
      api = await openApi()
      await startJob(COUNT, '{"text":"a"}', keyed('k'))
      await startJob(COUNT, '{"text":"b"}', keyed('k', { Authorization: `Bearer ${await api.makeKey()}` }))
    })

    it('changes nothing where no job is asked for', async () => {
      api = await openApi()
      for (const body of ['{"text":"a"}', '{"text":"a b"}']) {
        expect((await post(COUNT, body, { ...JSON_TYPE, 'Idempotency-Key': 'k' })).status).toBe(200)
      }
    })

    it.each([
      ['that is empty', keyed('""')],
      ['that is too long', keyed('x'.repeat(256))],
      ['of two words', keyed('a b')],
    ])('%s is refused', async (_, headers) => {
      api = await openApi()
      expect(await codeOf(await post(COUNT, '{"text":"a"}', headers))).toEqual([400, 'invalid_header'])
    })
  })
}
