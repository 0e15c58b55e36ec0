// Jobs in the memory of one process: the contract of every backend, and what is so with this one alone: a restart loses them.
import { describe, expect, it } from 'vitest'
import { type ApiHarness, openApi } from '../api-harness.ts'
import { gatedTool } from '../gated-tool.ts'
import { ASYNC, COUNT, codeOf, type Json, makeJobCalls } from './job-calls.ts'
import { testJobs } from './job-contract.ts'

describe('jobs in memory', () => testJobs(openApi))

let api: ApiHarness

const { get, startJob, untilDone } = makeJobCalls(() => api)

describe('the end of a job', () => {
  it('by its owner ends the work and wipes it', async () => {
    const { tool, open, started } = gatedTool()
    api = await openApi({ tools: [tool] })
    const items = ['a', 'b', 'c'].map((text) => ({ input: { text } }))
    const location = await startJob('/v1/tools/text/gated/batch', JSON.stringify({ items }))
    await expect.poll(started).toBe(1)
    const deleted = await api.call(location, { method: 'DELETE' })
    expect([deleted.status, await deleted.text()]).toEqual([204, ''])
    expect(await codeOf(await get(location))).toEqual([410, 'job_gone'])
    expect(api.load.active).toBe(1)
    open()
    await expect.poll(() => api.load.active).toBe(0)
    expect(started()).toBe(1)
    expect(api.internalErrors).toEqual([])
    expect(await api.figures()).toMatchObject({ running: 0, kept: 0, cancelled: 1 })
  })

  it('comes when its result was kept long enough', async () => {
    let now = Date.now()
    api = await openApi({ now: () => now, jobLimits: { keepMs: 1_000 } })
    const location = await startJob(COUNT, '{"text":"a"}')
    await untilDone(location)
    now += 999
    api.jobs.sweep(now)
    expect((await get(location)).status).toBe(200)
    now += 1
    api.jobs.sweep(now)
    expect(await codeOf(await get(location))).toEqual([410, 'job_gone'])
    expect(await api.figures()).toMatchObject({ kept: 0, keptBytes: 0, expired: 1 })
  })

  it('by a stop of the server costs nothing, and no result is kept', async () => {
    const { tool, open } = gatedTool()
    api = await openApi({ tools: [tool] })
    const key = await api.makeKey({ kind: 'trial', plan: 'trial', trialQuota: 5, expiresAt: Date.now() + 60_000 })
    const headers = { ...ASYNC, Authorization: `Bearer ${key}` }
    await startJob('/v1/tools/text/gated', '{"text":"a"}', headers)
    api.jobs.close()
    open()
    await expect.poll(() => api.load.active).toBe(0)
    const me = (await (await get('/v1/me', { Authorization: `Bearer ${key}` })).json()) as { quota: Json[] }
    expect(me.quota.find(({ name }) => name === 'total')).toMatchObject({ used: 0 })
    expect(api.internalErrors).toEqual([])
  })

  it('by a restart is told to its owner, and to nobody else', async () => {
    api = await openApi()
    const id = (await startJob(COUNT, '{"text":"a"}')).split('/').at(-1)!
    const owner = api.reports.at(-1)!.credentialId!
    const restarted = api.openJobs()
    expect(() => restarted.find(id, owner)).toThrow(
      expect.objectContaining({ code: 'job_gone', message: expect.stringContaining('restarted') }),
    )
    expect(() => restarted.find(id, 'AAAAAAAAAAAA')).toThrow(expect.objectContaining({ code: 'job_not_found' }))
  })
})
