// Jobs in PostgreSQL with long contents in an object store: the contract of every backend, and a store that is full, slow, stopped or configured wrongly.
import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ObjectStore, openObjectStore } from '../../../src/platform/jobs/object-store.ts'
import type { ApiHarness } from '../../http/api-harness.ts'
import { ASYNC, COUNT, codeOf, makeJobCalls } from '../../http/jobs/job-calls.ts'
import { testJobs } from '../../http/jobs/job-contract.ts'
import { testJobKeys } from '../../http/jobs/job-key-contract.ts'
import { testLongJobs } from '../../http/jobs/long-job-contract.ts'
import { canMount, mountFolder } from '../logging/mounted-folder.ts'
import { type PostgresServer, startPostgres, whyNoPostgres } from '../storage/postgres-server.ts'
import { BUCKET, type S3Server, s3Setting, startS3, whyNoS3 } from '../storage/s3-server.ts'
import { emptyJobs, type NodeOptions, type NodeWish, openSharedNode, secretFile, writeSecret } from './shared-node.ts'

const missing = whyNoPostgres() ?? whyNoS3()
const MARK = 'Mustermann-Geheim'
/** Several chunks of the object store, and another answer than others give. */
const LONG = JSON.stringify({ text: `${MARK} ${'word '.repeat(900_000)}` })
const LONG_WORDS = 900_001

describe.skipIf(missing !== undefined)(`jobs in an object store${missing ? ` (skipped: ${missing})` : ''}`, { timeout: 120_000 }, () => {
  let postgres: PostgresServer
  let s3: S3Server
  let shared: string
  beforeAll(async () => {
    postgres = await startPostgres()
    s3 = await startS3()
    shared = postgres.makeDatabase()
  }, 120_000)
  afterAll(async () => {
    await s3?.remove()
    postgres?.remove()
  })

  let nodes: ApiHarness[] = []
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    nodes = []
  })
  const settingOf = (server = s3, secret = server.secret): string => s3Setting(server, secretFile('secret-access-key', secret))
  const open = async (wish: NodeWish): Promise<ApiHarness> => {
    const large = { maxBodyBytes: 40_000_000, jobLimits: { maxResultBytes: 1e9, maxResultBytesOfOne: 1e9 } }
    const node = await openSharedNode(postgres, large, { jobs: settingOf(), ...wish })
    nodes.push(node)
    return node
  }
  const openEmpty = (options?: NodeOptions): Promise<ApiHarness> => {
    emptyJobs(postgres, shared)
    return openSharedNode(postgres, options ?? {}, { database: shared, jobs: settingOf() })
  }
  describe('are as jobs are', () => testJobs(openEmpty))
  describe('are repeated as jobs are', () => testJobKeys(openEmpty))

  it('take long inputs and give long results on any node, encrypted in the store, and leave nothing there', async () => {
    const database = postgres.makeDatabase()
    const [first, second] = [await open({ database, roles: 'api' }), await open({ database, roles: 'api' })]
    const long = { items: Array.from({ length: 600 }, (_, i) => ({ id: `${i}`, input: { text: `${MARK} ${i} ${'a b '.repeat(1_500)}` } })) }
    const calls = makeJobCalls(() => first)
    const [one, many] = [await calls.startJob(COUNT, LONG), await calls.startJob('/v1/tools/text/encoding/batch', JSON.stringify(long))]
    expect(s3.list().length).toBeGreaterThan(3)
    for (const name of s3.list()) expect(s3.read(name).includes(MARK)).toBe(false)
    await open({ database, roles: 'worker' })
    const elsewhere = makeJobCalls(() => second)
    const authorization = { Authorization: `Bearer ${first.key}` }
    for (const location of [one, many])
      await expect
        .poll(async () => (await elsewhere.get(location, authorization)).json(), { timeout: 60_000 })
        .toMatchObject({ status: 'succeeded' })
    expect(await (await elsewhere.get(`${one}/result`, authorization)).json()).toMatchObject({ words: LONG_WORDS })
    const result = (await (await elsewhere.get(`${many}/result`, authorization)).json()) as { results: { id: string }[] }
    expect(result.results.map(({ id }) => id)).toEqual(long.items.map(({ id }) => id))
    for (const location of [one, many]) expect((await second.call(location, { method: 'DELETE', headers: authorization })).status).toBe(204)
    await first.sweepJobs()
    expect(s3.list()).toEqual([])
    const noted = (): string => postgres.dump(database).split('COPY health_tools.job_objects_gone')[1]!.split('\\.')[0]!
    expect(noted()).toContain('in/0')
    // Once more after a minute: a request that was given up may have been carried out late.
    postgres.execute(database, 'UPDATE health_tools.job_objects_gone SET gone_at = gone_at - 60000, next_at = 0')
    await first.sweepJobs()
    expect(noted()).not.toContain('in/0')
  })

  it('delete what a crash left behind: contents that no job refers to', async () => {
    const database = postgres.makeDatabase()
    const node = await open({ database, roles: 'api' })
    const { startJob } = makeJobCalls(() => node)
    const location = await startJob(COUNT, LONG)
    const id = location.split('/').at(-1)!
    // As if the node had died between the contents and the job.
    postgres.execute(
      database,
      `DELETE FROM health_tools.jobs WHERE id = '${id}'; UPDATE health_tools.job_payloads SET made_at = made_at - 700000`,
    )
    expect(s3.list().some((name) => name.includes(id))).toBe(true)
    await node.sweepJobs()
    expect(s3.list().filter((name) => name.includes(id))).toEqual([])
  })

  it('that are missing, changed or exchanged are a problem, not a result', async () => {
    const database = postgres.makeDatabase()
    const api = await open({ database, roles: 'api' })
    const { startJob, untilDone, get } = makeJobCalls(() => api)
    const locations = [await startJob(COUNT, LONG), await startJob(COUNT, LONG), await startJob(COUNT, LONG)]
    const [gone, changed, exchanged] = locations.map((location) => `${location.split('/').at(-1)}/in/0`)
    postgres.execute(database, `DELETE FROM health_tools.job_payloads WHERE job_id = '${gone!.split('/')[0]}' AND chunk = 1`)
    const bytes = s3.read(`${changed}/1`)
    bytes[1_000]! ^= 1
    s3.overwrite(`${changed}/1`, bytes)
    s3.overwrite(`${exchanged}/1`, s3.read(`${exchanged}/0`))
    await open({ database, roles: 'worker' })
    for (const location of locations) {
      expect(await untilDone(location)).toMatchObject({ status: 'failed' })
      expect(await codeOf(await get(`${location}/result`))).toEqual([503, 'storage_unavailable'])
    }
  })

  it('wait while the store is away, and are done when it is back', async () => {
    const database = postgres.makeDatabase()
    const node = await open({ database, roles: 'api' })
    const { startJob, untilDone, post } = makeJobCalls(() => node)
    const location = await startJob(COUNT, LONG)
    await s3.stop()
    try {
      expect(await codeOf(await post(COUNT, LONG, ASYNC))).toEqual([503, 'storage_unavailable'])
      // A short one needs no object.
      expect((await post(COUNT, '{"text":"a"}', ASYNC)).status).toBe(202)
      await open({ database, roles: 'worker', jobs: settingOf() }).then(
        () => expect.unreachable('a node that cannot reach its store must not start'),
        (error: unknown) => expect(error).toMatchObject({ code: 'storage_unavailable' }),
      )
    } finally {
      await s3.start()
    }
    await open({ database, roles: 'worker' })
    expect(await untilDone(location)).toMatchObject({ status: 'succeeded' })
  })

  it('need the same place on every node', async () => {
    const database = postgres.makeDatabase()
    const node = await open({ database, roles: 'api' })
    await makeJobCalls(() => node).startJob(COUNT, LONG)
    const wishes: NodeWish[] = [
      { jobs: 'keep: 15m' },
      { jobs: s3Setting(s3, secretFile('secret-access-key', s3.secret), ', prefix: other/') },
    ]
    for (const wish of wishes)
      await expect(open({ database, ...wish })).rejects.toMatchObject({
        code: 'bad_configuration',
        message: expect.stringContaining('jobs.s3'),
      })
  })

  it.each([
    ['another secret', (server: S3Server) => settingOf(server, 'another-secret-0123456789'), /secret access key/],
    ['an unknown access key', (server: S3Server) => settingOf({ ...server, accessKeyId: 'UNKNOWN' }), /access key/],
    ['a missing bucket', (server: S3Server) => settingOf(server).replace(`bucket: ${BUCKET}`, 'bucket: other'), /no such bucket/],
    ['another region', (server: S3Server) => settingOf(server).replace('bucket:', 'region: garage, bucket:'), /region/],
  ])('do not start with %s', async (_name, setting, message) => {
    await expect(open({ database: postgres.makeDatabase(), jobs: setting(s3) })).rejects.toMatchObject({
      code: 'bad_configuration',
      message: expect.stringMatching(message),
      at: { file: expect.stringContaining('secret-access-key') },
    })
  })

  describe('the store', () => {
    let store: ObjectStore | undefined
    const openStore = (server: S3Server, fields: Partial<Parameters<typeof openObjectStore>[0]> = {}, timeoutMs?: number): ObjectStore => {
      const path = writeSecret('secret-access-key', server.secret)
      const ca = server.caFile === undefined ? null : { kind: 'public' as const, path: server.caFile }
      const endpoint = `${ca ? 'https' : 'http'}://127.0.0.1:${server.port}`
      const secretAccessKey = { kind: 'file' as const, path }
      const place = { endpoint, bucket: BUCKET, prefix: 'a/', region: 'us-east-1', accessKeyId: server.accessKeyId }
      store = openObjectStore({ ...place, secretAccessKey, ca, ...fields }, timeoutMs)
      return store
    }
    afterEach(() => store?.close())

    it('keeps any bytes under any name, and deletes them', async () => {
      const store = openStore(s3)
      for (const [name, length] of [
        ['x/in/0/0', 1],
        ['x/out/1/u-v/12', 3_000_000],
        ['empty', 0],
      ] as const) {
        const bytes = randomBytes(length)
        await store.put(name, bytes)
        expect((await store.get(name))?.equals(bytes)).toBe(true)
        await store.remove(name)
        expect(await store.get(name)).toBeUndefined()
        await store.remove(name)
      }
    })

    it('says when the clocks differ too much, and does not take it for a wrong setting', async () => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
      try {
        await expect(openStore(s3).check()).rejects.toMatchObject({
          code: 'storage_unavailable',
          message: expect.stringContaining('clock'),
        })
        vi.setSystemTime(vi.getRealSystemTime() + 60_000)
        await openStore(s3).check()
      } finally {
        vi.useRealTimers()
      }
    })

    it('that does not answer is reported as slow, and is used again when it answers', async () => {
      const store = openStore(s3, {}, 1_000)
      await store.put('slow', Buffer.from('a'))
      await s3.freeze()
      try {
        await expect(store.get('slow')).rejects.toMatchObject({ code: 'storage_unavailable', message: expect.stringContaining('slow') })
      } finally {
        s3.thaw()
      }
      await expect.poll(() => store.get('slow').catch(() => undefined), { timeout: 20_000 }).toEqual(Buffer.from('a'))
      await store.remove('slow')
    })

    it('over TLS is trusted by its authority alone', async () => {
      const server = await startS3({ isTls: true })
      try {
        await openStore(server).check()
        store?.close()
        await expect(openStore(server, { ca: null }).check()).rejects.toMatchObject({
          code: 'storage_unavailable',
          message: expect.stringContaining('jobs.s3.ca'),
        })
      } finally {
        await server.remove()
      }
    })

    it.skipIf(!canMount)('that is full refuses, keeps what it has, and takes more when there is room', async () => {
      const server = await startS3({ root: mountFolder(4_096).folder })
      try {
        const store = openStore(server)
        const bytes = randomBytes(1_500_000)
        await store.put('first', bytes)
        await store.put('second', bytes)
        await expect(store.put('third', bytes)).rejects.toMatchObject({ code: 'storage_unavailable' })
        expect((await store.get('first'))?.equals(bytes)).toBe(true)
        await store.remove('second')
        await store.put('third', bytes)
        expect((await store.get('third'))?.equals(bytes)).toBe(true)
      } finally {
        await server.remove()
      }
    })
  })

  // The last one: other tests look at all that is in the bucket.
  describe('may be long', () => testLongJobs(openEmpty, () => postgres.count(shared, 'health_tools.job_payloads')))
})
