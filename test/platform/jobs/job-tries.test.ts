// Parts whose workers end before they are done: those that began too often fail, those that only waited do not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type JobQueue, openJobQueue } from '../../../src/platform/jobs/job-queue.ts'
import { openPostgres, type Postgres } from '../../../src/platform/storage/postgres/postgres.ts'
import type { ApiHarness } from '../../http/api-harness.ts'
import { gatedTool } from '../../http/gated-tool.ts'
import { COUNT, codeOf, makeJobCalls } from '../../http/jobs/job-calls.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { openSharedNode, writeSecret } from './shared-node.ts'

const missing = whyNoPostgres()

describe.skipIf(missing !== undefined)(`tries of parts${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 60_000 }, () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server?.remove())

  const openQueue = async (name: string): Promise<{ queue: JobQueue; database: Postgres }> => {
    const database = await openPostgres({
      host: '127.0.0.1',
      port: server.port,
      database: name,
      user: 'health_tools',
      password: { kind: 'file', path: writeSecret('password', server.password) },
      tls: { ca: { kind: 'public', path: server.caFile } },
      connections: 2,
    })
    return { queue: await openJobQueue(database, false, () => undefined), database }
  }

  it('count from when they begin: a part that waits beside others may be given away any number of times', async () => {
    const name = server.makeDatabase()
    const api = await openSharedNode(server, {}, { database: name, roles: 'api' })
    const { queue, database } = await openQueue(name)
    try {
      const { startJob, untilDone, get } = makeJobCalls(() => api)
      const location = await startJob(COUNT, '{"text":"a"}')
      const isTried = async (begin: boolean): Promise<boolean> => {
        const [part] = await queue.take(1)
        if (!part) return false
        if (part.retryCount > 0) await queue.spare([part])
        if (begin) await queue.countTry(part)
        await queue.giveBack(part)
        return true
      }
      for (let i = 0; i < 30; i++) expect(await isTried(false)).toBe(true)
      // Mixed with tries that only wait: ten that begin are the end.
      for (let i = 0; i < 20; i++) expect(await isTried(i % 2 === 0)).toBe(i < 19)
      for (let i = 0; i < 10; i++) await api.sweepJobs()
      expect(await untilDone(location)).toMatchObject({ status: 'failed' })
      expect(await codeOf(await get(`${location}/result`))).toEqual([500, 'internal'])
    } finally {
      await queue.close()
      await database.close()
      await api.close()
    }
  })

  it('do not change for a worker that has lost its part to another one', async () => {
    const name = server.makeDatabase()
    const api = await openSharedNode(server, {}, { database: name, roles: 'api' })
    const { queue, database } = await openQueue(name)
    try {
      await makeJobCalls(() => api).startJob(COUNT, '{"text":"a"}')
      const take = async () => (await queue.take(1))[0]!
      await queue.giveBack(await take())
      const lost = await take()
      await queue.spare([lost])
      await queue.giveBack(lost)
      const mine = await take()
      await queue.spare([mine])
      await queue.countTry(lost)
      expect(await limits(database)).toEqual([mine.retryLimit + 1])
    } finally {
      await queue.close()
      await database.close()
      await api.close()
    }
  })

  it('begin as many at a time as the worker has threads', async () => {
    const name = server.makeDatabase()
    const { tool, open: openGate, started } = gatedTool()
    const wish = { tools: [tool], settings: 'workers: { threads: 2 }' }
    const first = await openSharedNode(server, wish, { database: name })
    let second: ApiHarness | undefined
    const { database, queue } = await openQueue(name)
    try {
      const { startJob, untilDone } = makeJobCalls(() => first)
      const locations: string[] = []
      for (const text of ['a', 'b', 'c']) locations.push(await startJob('/v1/tools/text/gated', JSON.stringify({ text })))
      await expect.poll(started, { timeout: 10_000 }).toBe(3)
      await first.stopWorker()
      second = await openSharedNode(server, wish, { database: name })
      await expect.poll(started, { timeout: 10_000 }).toBe(5)
      await expect.poll(() => limits(database), { timeout: 10_000 }).toEqual([10, 10, 11])
      expect(started()).toBe(5)
      openGate()
      for (const location of locations) expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
      expect(started()).toBe(6)
    } finally {
      await queue.close()
      await database.close()
      await second?.close()
      await first.close()
    }
  })

  it('of long inputs begin as many at a time as the worker has threads', async () => {
    const { tool, open: openGate, started } = gatedTool()
    const name = server.makeDatabase()
    const wish = {
      tools: [tool],
      settings: 'workers: { threads: 2 }',
      maxBodyBytes: 12_000_000,
      jobLimits: { maxResultBytesOfOne: 1e9, maxResultBytes: 1e9 },
    }
    const api = await openSharedNode(server, wish, { database: name })
    try {
      const { startJob, untilDone, get } = makeJobCalls(() => api)
      const headers = { 'Content-Type': 'text/plain', Prefer: 'respond-async' }
      const locations: string[] = []
      for (const text of ['a', 'b', 'c']) locations.push(await startJob('/v1/tools/text/gated', text.repeat(4_300_000), headers))
      await expect.poll(() => server.count(name, "health_tools_queue.job WHERE state = 'active'"), { timeout: 30_000 }).toBe(3)
      await expect.poll(started, { timeout: 30_000 }).toBe(2)
      await api.sweepJobs()
      expect(started()).toBe(2)
      openGate()
      for (const [i, location] of locations.entries()) {
        expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
        expect(await (await get(`${location}/result`)).text()).toBe(JSON.stringify({ text: 'abc'[i]!.repeat(4_300_000) }))
      }
      expect(started()).toBe(3)
    } finally {
      openGate()
      await api.close()
    }
  })
})

async function limits(database: Postgres): Promise<number[]> {
  const rows = await database.query<{ retry_limit: number }>('SELECT retry_limit FROM health_tools_queue.job ORDER BY retry_limit')
  return rows.map(({ retry_limit }) => retry_limit)
}
