// Two tenants on one server: whatever one asks for, nothing of the other is answered, changed or counted.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ApiHarness, JSON_TYPE, openApi } from '../api-harness.ts'
import { ASYNC, COUNT, type Json, makeJobCalls } from '../jobs/job-calls.ts'

const MARK = 'Quillfeather'
const JOBS = 5
let api: ApiHarness
let other: { Authorization: string }
const { get, post, startJob, untilDone } = makeJobCalls(() => api)

beforeEach(async () => {
  api = await openApi()
  other = { Authorization: `Bearer ${await api.makeKey({ owner: 'Ward 8' })}` }
})
afterEach(() => api.close())

const body = (i: number): string => JSON.stringify({ items: [{ id: `${MARK}-${i}`, input: { text: `${MARK} ${i}` } }] })
const startJobs = (): Promise<string[]> =>
  Promise.all(Array.from({ length: JOBS }, (_, i) => startJob(`${COUNT}/batch`, body(i), { ...ASYNC, 'Idempotency-Key': `night-${i}` })))

/** Ways to name a job of somebody else. */
function waysTo(job: string): string[] {
  const id = job.slice(job.lastIndexOf('/') + 1)
  const forms = [
    id,
    id.toUpperCase(),
    id.toLowerCase(),
    encodeURIComponent(id),
    `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
    `${id}%00`,
    `${id}/`,
    `./${id}`,
  ]
  const more = [`x/../${id}`, `${id}?owner=Ward+7`, `${id}?key=1`, `${id};a=b`, id.slice(0, -1), `${id}0`]
  return [...forms, ...more].flatMap((form) => [`/v1/jobs/${form}`, `/v1/jobs/${form}/result`])
}

describe('jobs of another tenant', () => {
  test('cannot be read, ended or found, in any spelling', async () => {
    const jobs = await startJobs()
    for (const job of jobs) await untilDone(job)
    let cases = 0
    for (const job of jobs) {
      for (const path of waysTo(job)) {
        for (const method of ['GET', 'DELETE'] as const) {
          const response = await api.call(path, { method, headers: { ...other, 'X-Remote-User': 'Ward 7', 'X-Owner': 'Ward 7' } })
          expect([path, method, response.status]).toEqual([
            path,
            method,
            expect.toSatisfy((status: number) => [400, 404, 405].includes(status)),
          ])
          expect(await response.text()).not.toContain(MARK)
          cases++
        }
      }
    }
    expect(cases).toBeGreaterThanOrEqual(200)
    // They are all still there for their owner.
    for (const job of jobs) expect(await (await get(`${job}/result`)).text()).toContain(MARK)
  })

  test('are in no list of another tenant, and their number is not told', async () => {
    await startJobs()
    const list = await (await get('/v1/jobs', other)).text()
    expect(list).not.toMatch(/[A-Za-z0-9]{20,}/)
    expect(((await (await get('/v1/jobs')).json()) as { jobs?: unknown[] }).jobs?.length).toBe(JOBS)
  })
})

describe('an idempotency key of another tenant', () => {
  test('makes a job of its own, for the same body and for another one', async () => {
    const jobs = await startJobs()
    for (const [i, job] of jobs.entries()) {
      const headers = { ...ASYNC, ...other, 'Idempotency-Key': `night-${i}` }
      for (const text of i % 2 === 0 ? [body(i)] : ['{"items":[{"id":"mine","input":{"text":"a"}}]}']) {
        const response = await post(`${COUNT}/batch`, text, headers)
        expect(response.status).toBe(202)
        expect(response.headers.get('location')).not.toBe(job)
      }
    }
  })
})

describe('usage and limits', () => {
  test('of one tenant do not move with calls of another', async () => {
    const before = (await (await get('/v1/me', other)).json()) as Json
    for (let i = 0; i < 20; i++) await api.call(COUNT, { method: 'POST', body: '{"text":"a"}', headers: JSON_TYPE })
    const after = (await (await get('/v1/me', other)).json()) as Json
    expect(JSON.stringify(after.usage ?? after)).toBe(JSON.stringify(before.usage ?? before))
    expect(JSON.stringify(after)).not.toContain('Ward 7')
  })
})
