// Jobs in PostgreSQL: the contract of every backend, and what is so with this one alone: every node knows them, and none is lost.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ApiHarness } from '../http/api-harness.ts'
import { gatedTool } from '../http/gated-tool.ts'
import { ASYNC, COUNT, codeOf, makeJobCalls } from '../http/jobs/job-calls.ts'
import { testJobs } from '../http/jobs/job-contract.ts'
import { testJobKeys } from '../http/jobs/job-key-contract.ts'
import { testLongJobs } from '../http/jobs/long-job-contract.ts'
import { emptyJobs, type NodeOptions, type NodeWish, openSharedNode } from './jobs/shared-node.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from './storage/postgres-server.ts'

const missing = whyNoPostgres()

describe.skipIf(missing !== undefined)(`jobs in PostgreSQL${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 60_000 }, () => {
  let server: PostgresServer
  let shared: string
  beforeAll(async () => {
    server = await startPostgres()
    shared = server.makeDatabase()
  }, 60_000)
  afterAll(() => server?.remove())

  const openNode = (options?: NodeOptions, wish: NodeWish = {}): Promise<ApiHarness> =>
    openSharedNode(server, options ?? {}, { database: shared, ...wish })
  const openEmpty = (options?: NodeOptions): Promise<ApiHarness> => {
    emptyJobs(server, shared)
    return openNode(options)
  }
  describe('are as jobs are', () => testJobs(openEmpty))
  describe('are repeated as jobs are', () => testJobKeys(openEmpty))
  describe('may be long', () => testLongJobs(openEmpty, () => server.count(shared, 'health_tools.job_payloads')))

  describe('two nodes', () => {
    let nodes: ApiHarness[] = []
    afterEach(async () => {
      await Promise.all(nodes.map((node) => node.close()))
      nodes = []
    })
    const open = async (...of: Parameters<typeof openNode>): Promise<ApiHarness> => {
      const node = await openNode(...of)
      nodes.push(node)
      return node
    }

    it('know each other’s jobs: one takes it, a worker does it, the other answers and deletes it', async () => {
      const [first, second] = [await open({}, { roles: 'api' }), await open({}, { roles: 'api' })]
      await open({}, { roles: 'worker' })
      const { startJob } = makeJobCalls(() => first)
      const location = await startJob(COUNT, '{"text":"one two"}')
      const elsewhere = makeJobCalls(() => second)
      const authorization = { Authorization: `Bearer ${first.key}` }
      await expect
        .poll(async () => (await (await elsewhere.get(location, authorization)).json()) as object, { timeout: 10_000 })
        .toMatchObject({ status: 'succeeded' })
      expect(await (await elsewhere.get(`${location}/result`, authorization)).json()).toMatchObject({ words: 2 })
      expect(await codeOf(await elsewhere.get(location))).toEqual([404, 'job_not_found'])
      expect((await second.call(location, { method: 'DELETE', headers: authorization })).status).toBe(204)
      expect(await codeOf(await first.call(location))).toEqual([410, 'job_gone'])
    })

    it('make one job of one Idempotency-Key, also at the same moment', async () => {
      const [first, second] = [await open(), await open()]
      const headers = { ...ASYNC, Authorization: `Bearer ${first.key}`, 'Idempotency-Key': 'twice' }
      const answers = await Promise.all(
        [first, second, first, second].map((node) => node.call(COUNT, { method: 'POST', body: '{"text":"a"}', headers })),
      )
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202])
      expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1)
    })

    it('accept no more jobs of one caller than the limit, however many are sent at the same moment', async () => {
      const limits = { roles: 'api' }
      const both = [await open({ jobLimits: { maxJobsOfOne: 10 } }, limits), await open({ jobLimits: { maxJobsOfOne: 10 } }, limits)]
      const headers = { ...ASYNC, Authorization: `Bearer ${await both[0]!.makeKey()}` }
      const send = async (node: ApiHarness): Promise<number> =>
        (await node.call(COUNT, { method: 'POST', body: '{"text":"a"}', headers })).status
      // A request counts half a megabyte while it is received, and a node has room for ten: of twenty at the same moment, one found none.
      const statuses = await Promise.all(Array.from({ length: 30 }, (_, i) => send(both[i % 2]!)))
      expect(statuses.filter((status) => status === 202)).toHaveLength(10)
      expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    })

    it('a node that stops gives its part back, and another one does it', async () => {
      const { tool, open: openGate, started } = gatedTool()
      const first = await open({ tools: [tool] })
      const { startJob } = makeJobCalls(() => first)
      const location = await startJob('/v1/tools/text/gated', '{"text":"a"}')
      await expect.poll(started, { timeout: 5_000 }).toBe(1)
      await first.stopWorker()
      const second = await open({ tools: [tool] })
      await expect.poll(started, { timeout: 10_000 }).toBe(2)
      openGate()
      const state = async (): Promise<unknown> =>
        (await second.call(location, { headers: { Authorization: `Bearer ${first.key}` } })).json()
      await expect.poll(state, { timeout: 10_000 }).toMatchObject({ status: 'succeeded' })
    })

    it('refuse another payload key, which could not read what is there', async () => {
      const first = await open()
      await makeJobCalls(() => first).startJob(COUNT, '{"text":"a"}')
      await expect(openNode({}, { key: 'x'.repeat(32) })).rejects.toMatchObject({
        code: 'bad_configuration',
        at: { file: expect.stringContaining('payload-key') },
      })
    })
  })

  it('in memory on two nodes: one key makes one job, and the other node says where a job is', async () => {
    const database = server.makeDatabase()
    const [first, second] = [await openNode({}, { database, memory: 'name: a' }), await openNode({}, { database, memory: 'name: b' })]
    try {
      const headers = { ...ASYNC, Authorization: `Bearer ${first.key}`, 'Idempotency-Key': 'k' }
      const post = (node: ApiHarness): Promise<Response> => node.call(COUNT, { method: 'POST', body: '{"text":"a"}', headers })
      const made = await post(first)
      const location = made.headers.get('location')!
      expect([made.status, (await post(first)).headers.get('location')]).toEqual([202, location])
      const again = await post(second)
      expect([again.status, await again.json()]).toMatchObject([
        409,
        { code: 'idempotency_conflict', detail: expect.stringContaining('another node') },
      ])
      const seen = await second.call(location, { headers })
      expect([seen.status, await seen.json()]).toMatchObject([
        404,
        { code: 'job_not_found', detail: expect.stringContaining('Another node') },
      ])
      await first.call(location, { method: 'DELETE', headers })
      await expect.poll(async () => (await post(second)).status).toBe(202)
      // The second node dies: what comes in its place may have another name.
      expect((await post(first)).status).toBe(409)
      server.execute(database, 'UPDATE health_tools.job_nodes SET seen_at = seen_at - 61000')
      expect((await post(first)).status).toBe(202)
      const third = await openNode({}, { database, memory: 'name: c' })
      try {
        expect((await post(third)).status).toBe(409)
        await first.stopWorker()
        expect((await post(third)).status).toBe(202)
      } finally {
        await third.close()
      }
    } finally {
      await first.close()
      await second.close()
    }
  })

  it('keep nothing readable in the database', async () => {
    const database = server.makeDatabase()
    const api = await openNode({}, { database })
    try {
      const { startJob, untilDone } = makeJobCalls(() => api)
      const location = await startJob(COUNT, '{"text":"Mustermann-Geheim 4711081523"}', { ...ASYNC, 'Idempotency-Key': 'Mustermann-Key' })
      await untilDone(location)
      const dump = server.dump(database)
      expect(dump).toContain('health_tools.jobs')
      for (const word of ['Mustermann', 'Geheim', '4711081523', Buffer.from('Mustermann').toString('hex')]) expect(dump).not.toContain(word)
    } finally {
      await api.close()
    }
  })

  it('keep what a request has sent while it still comes in, and nothing of one that was cut off', async () => {
    const database = server.makeDatabase()
    const api = await openNode({}, { database })
    try {
      const stored = (): number => server.count(database, 'health_tools.job_payloads')
      const age = (condition: string): void =>
        server.execute(database, `UPDATE health_tools.job_payloads SET made_at = made_at - 3600000 WHERE ${condition}`)
      let send: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          send = controller
        },
      })
      const headers = { 'Content-Type': 'text/plain', Prefer: 'respond-async' }
      const call = api.call(COUNT, { method: 'POST', headers, body, duplex: 'half' } as RequestInit & { headers: Record<string, string> })
      const piece = (): Uint8Array => new TextEncoder().encode('word '.repeat(20_000))
      for (let i = 0; i < 12; i++) send!.enqueue(piece())
      await expect.poll(stored).toBe(4)
      age('chunk < 3')
      for (let i = 0; i < 10; i++) await api.sweepJobs()
      expect(stored()).toBe(4)
      send!.error(new Error('the connection broke'))
      expect((await call).status).toBeGreaterThanOrEqual(400)
      expect(stored()).toBe(0)
      server.execute(database, `INSERT INTO health_tools.job_payloads (job_id, slot, chunk, bytes) VALUES ('crashed', 'in/0', 0, 'x')`)
      age('true')
      for (let i = 0; i < 10; i++) await api.sweepJobs()
      expect(stored()).toBe(0)
    } finally {
      await api.close()
    }
  })

  it('keep long options of a batch out of the rows of its parts, which one statement makes', async () => {
    const database = server.makeDatabase()
    const api = await openNode({}, { database, roles: 'api' })
    let worker: ApiHarness | undefined
    try {
      const persons = Object.fromEntries(
        Array.from({ length: 2_000 }, (_, i) => [`id-${i}`, { names: [`Family${i}, ${'x'.repeat(200)}`] }]),
      )
      const patient = JSON.stringify({ resourceType: 'Patient', id: 'a', name: [{ family: 'Family7' }], gender: 'male' })
      const makeForm = (): FormData => {
        const form = new FormData()
        form.append('options', JSON.stringify({ persons }))
        for (const length of [300_000, 1_000_000, 5]) form.append('file', new Blob([`${patient}${' '.repeat(length)}`]), 'a.json')
        return form
      }
      const { post, get, untilDone } = makeJobCalls(() => api)
      const path = '/v1/tools/phi/deidentify-fhir/batch'
      const started = await post(path, makeForm(), { Prefer: 'respond-async' })
      expect(started.status).toBe(202)
      expect(server.count(database, 'health_tools.job_parts')).toBe(2)
      expect(server.count(database, 'health_tools.job_parts WHERE octet_length(input) > 1000')).toBe(0)
      worker = await openNode({}, { database, roles: 'worker' })
      const location = started.headers.get('location')!
      expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
      const result = (await (await get(`${location}/result`)).json()) as { summary: unknown }
      expect(result.summary).toEqual({ total: 3, succeeded: 3, failed: 0 })
      expect(result).toEqual(await (await post(path, makeForm(), {})).json())
    } finally {
      await worker?.close()
      await api.close()
    }
  })

  it('answer a part whose content was damaged with a problem', async () => {
    const database = server.makeDatabase()
    const api = await openNode({}, { database, roles: 'api' })
    let worker: ApiHarness | undefined
    try {
      const { startJob, untilDone, get } = makeJobCalls(() => api)
      const long = JSON.stringify({ text: 'c '.repeat(400_000) })
      const [lost, changed, cut, other, head] = [
        await startJob(COUNT, '{"text":"a"}'),
        await startJob(COUNT, '{"text":"b"}'),
        await startJob(COUNT, long),
        await startJob(COUNT, long),
        await startJob(COUNT, long),
      ]
      const idOf = (location: string): string => location.split('/').at(-1)!
      server.execute(database, `UPDATE health_tools.job_parts SET input = NULL WHERE job_id = '${idOf(lost)}'`)
      server.execute(
        database,
        `UPDATE health_tools.job_parts SET input = set_byte(input, 30, 255 - get_byte(input, 30)) WHERE job_id = '${idOf(changed)}'`,
      )
      server.execute(database, `DELETE FROM health_tools.job_payloads WHERE job_id = '${idOf(cut)}' AND chunk = 1`)
      // What a long one says of its documents is bound to its job, and so are they.
      server.execute(
        database,
        `UPDATE health_tools.job_parts SET input = (SELECT input FROM health_tools.job_parts WHERE job_id = '${idOf(head)}') WHERE job_id = '${idOf(other)}'`,
      )
      server.execute(database, `UPDATE health_tools.job_parts SET input = set_byte(input, 0, 1) WHERE job_id = '${idOf(head)}'`)
      worker = await openNode({}, { database, roles: 'worker' })
      for (const location of [lost, changed, cut, other, head]) {
        expect(await untilDone(location)).toMatchObject({ status: 'failed' })
        expect(await codeOf(await get(`${location}/result`))).toEqual([503, 'storage_unavailable'])
      }
    } finally {
      await worker?.close()
      await api.close()
    }
  })
})
